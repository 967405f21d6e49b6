/* follow_rows.c: see follow_rows.h. */
#include "reduce/follow_rows.h"

#include <assert.h>

#include "reduce/blocks/tangent.h"

static ReducedBlock begin_rows(int n, Arena *arena)
{
  size_t most = (size_t)n;
  return (ReducedBlock){.kind = BLOCK_SELECT,
                        .equation = arena_array(arena, most, sizeof(EqId)),
                        .span = arena_array(arena, most, sizeof(Span)),
                        .residual = arena_array(arena, most, sizeof(ExprId))};
}

static void follow_rows_add(ReducedBlock *rows, ExprId e, Span span)
{
  assert(e.i >= 0);
  rows->equation[rows->n] = NO_EQ;
  rows->span[rows->n] = span;
  rows->residual[rows->n++] = e;
}

static void finish_rows(const System *sys, Walk *walk, ReducedBlock *rows,
                        Arena *arena)
{
  BlockSequence alone = {rows, 1, 1};
  tangent_fill_all(sys, walk, &alone, arena);
}

static ExprId crossing_of(const System *sys, const EventRelation *relation)
{
  if (relation->event_time.i >= 0) return relation->event_time;
  return expr_sub(sys->exprs, relation->left, relation->right);
}

void follow_rows_fill(const System *sys, Walk *walk, ReducedSystem *r,
                      Arena *arena)
{
  ReducedFollow *f = &r->follow;
  f->exists = true;
  tangent_fill_all(sys, walk, &r->parameters, arena);
  tangent_fill_all(sys, walk, &r->initial, arena);
  tangent_fill_all(sys, walk, &r->continuous, arena);
  f->crossings = begin_rows(sys->n_relations, arena);
  for (int k = 0; k < sys->n_relations; k++) {
    const EventRelation *relation = &sys->relation[k];
    follow_rows_add(&f->crossings, crossing_of(sys, relation), relation->span);
  }
  f->reinits = begin_rows(sys->n_reinits, arena);
  for (int k = 0; k < sys->n_reinits; k++) {
    follow_rows_add(&f->reinits, sys->reinit[k].value, sys->reinit[k].span);
  }
  f->samples = begin_rows(2 * sys->n_samples, arena);
  for (int k = 0; k < sys->n_samples; k++) {
    const Sample *sample = &sys->sample[k];
    follow_rows_add(&f->samples, sample->start, sample->span);
    follow_rows_add(&f->samples, sample->interval, sample->span);
  }
  finish_rows(sys, walk, &f->crossings, arena);
  finish_rows(sys, walk, &f->samples, arena);
  finish_rows(sys, walk, &f->reinits, arena);
}

void follow_rows_fill_starts(const System *sys, Walk *walk, ReducedSystem *r,
                             Arena *arena)
{
  ReducedFollow *f = &r->follow;
  f->starts = begin_rows(r->n_starts, arena);
  f->started = arena_array(arena, (size_t)r->n_starts, sizeof f->started[0]);
  for (int k = 0; k < r->n_starts; k++) {
    const ReducedStart *start = &r->start[k];
    const Var *var = &sys->var[start->var.i];
    if (start->is_guess || var->type != VAR_REAL) continue;
    f->started[f->starts.n] = start->var;
    follow_rows_add(&f->starts, start->value, var->span);
  }
  finish_rows(sys, walk, &f->starts, arena);
}
