/* reduced_build.c: the sequences of blocks, first values, assertions. */
#include "reduce/reduced_build.h"

#include <assert.h>
#include <ctype.h>

#include "reduce/blocks/assertion_kinds.h"
#include "reduce/blocks/constant_between_events.h"
#include "reduce/blocks/divisors.h"
#include "reduce/blocks/implicit.h"
#include "reduce/blocks/jacobian_pattern.h"
#include "reduce/blocks/parameters.h"
#include "reduce/blocks/scale_groups.h"
#include "reduce/blocks/tangent.h"
#include "reduce/follow_rows.h"
#include "reduce/initial/initial.h"
#include "reduce/initial/sign_symmetry.h"
#include "reduce/initial/start_propagation.h"
#include "reduce/jump_rows.h"
#include "reduce/structure/given_index.h"
#include "reduce/system/expose.h"
#include "reduce/system/guess.h"
#include "reduce/tapes.h"
#include "symbolic/gradient_memo.h"

/* --- the beginning --- */

/* A C identifier from a class name: dots and all else become "_". */
static const char *make_identifier(const char *name, Arena *arena)
{
  char *id = arena_printf(arena, "%s%s",
                          isdigit((unsigned char)name[0]) ? "_" : "", name);
  for (char *c = id; *c; c++) {
    if (!isalnum((unsigned char)*c)) *c = '_';
  }
  return id;
}

static void fill_header(ReducedBuild *b)
{
  ReducedSystem *r = b->r;
  const System *sys = b->sys;
  r->name = sys->name;
  r->identifier = make_identifier(sys->name, b->arena);
  r->description = sys->description;
  r->experiment = sys->experiment;
  r->choice = sys->choice;
  r->exprs = sys->exprs;
  r->sys = sys;
  r->n_texts = sys->n_texts;
  r->text = arena_array(b->arena, (size_t)r->n_texts, sizeof r->text[0]);
  for (int k = 0; k < r->n_texts; k++) r->text[k] = sys->text[k];
  r->n_equations = sys->n_written_eqs;
  r->n_variables = sys->n_written_unknowns;
  r->merged_index = sys->index > 0 ? sys->index : system_index(sys);
  r->index = sys->given && sys->n_combinations == 0 ? sys->given->index
                                                    : r->merged_index;
}

ReducedBuild *reduced_begin(Session *s, System *sys)
{
  assert(sys->eq_var); /* the index is reduced */
  Arena *scratch = session_scratch(s);
  size_t n = (size_t)sys->n_vars;
  ReducedBuild *b = arena_alloc(scratch, sizeof *b);
  *b = (ReducedBuild){.s = s,
                      .sys = sys,
                      .own = sys,
                      .scratch = scratch,
                      .arena = s->reduced_arena,
                      .walk = walk_create(sys->exprs, scratch),
                      .r = arena_alloc(s->reduced_arena, sizeof(ReducedSystem)),
                      .pinned = arena_array(scratch, n, sizeof(bool)),
                      .guessed = arena_array(scratch, n, sizeof(bool)),
                      .kept = arena_array(scratch, n, sizeof(bool)),
                      .guess = arena_array(scratch, n, sizeof(ExprId))};
  b->point = start_point_make(sys, b->walk, 0, scratch);
  fill_header(b);
  return b;
}

/* --- sequences --- */

/* The rows that belong to a level of a selection set. */
static bool *level_rows(ReducedBuild *b, int n_rows)
{
  const System *sys = b->sys;
  bool *in_level = arena_array(b->scratch, (size_t)n_rows, sizeof(bool));
  for (int k = 0; k < sys->n_sets; k++) {
    const SelectionSet *set = &sys->set[k];
    for (int r = 0; r < set->n_rows; r++) {
      for (int level = 1; level <= set->order[r]; level++) {
        in_level[system_eq_integral(sys, set->row[r], level).i] = true;
      }
    }
  }
  return in_level;
}

/* What holds at the start only is not part of the running model. */
static void leave_out_start_rows(const System *sys, Plan *plan)
{
  for (int k = 0; k < plan->n_rows; k++) {
    EqId e = plan->row[k].eq;
    if (e.i < 0 || !sys->eq[e.i].start_only) continue;
    plan->row[k].absorbed = true;
    plan->m->row[k].n = 0;
  }
}

bool reduced_plan_continuous(ReducedBuild *b)
{
  const System *sys = b->sys;
  Plan *plan = plan_begin(sys, b->walk, false, b->scratch);
  plan->known = &b->r->initial;
  for (int i = 0; i < sys->n_vars; i++) {
    if (sys->var[i].role == ROLE_STATE || sys->var[i].set >= 0) {
      plan->m->excluded[i] = true;
    }
  }
  leave_out_start_rows(sys, plan);
  bool *in_level = level_rows(b, plan->n_rows);
  for (int k = 0; k < plan->n_rows; k++) {
    const PlanRow *row = &plan->row[k];
    if (row->assigned.i >= 0 || row->absorbed || in_level[k]) continue;
    bool matched = matching_augment(plan->m, k);
    assert(matched); /* the index reduction guarantees it */
    (void)matched;
  }
  plan_join_levels(sys, b->walk, plan, b->scratch);
  return plan_blocks(b->s, sys, b->walk, plan, &b->r->continuous, b->arena);
}

/* Aliases with a minus sign are computed after everything else. */
static void append_negative_aliases(ReducedBuild *b, BlockSequence *sequence)
{
  const System *sys = b->sys;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->alias_of.i < 0 || !var->alias_negative) continue;
    ExprId value = expr_neg(sys->exprs, expr_var(sys->exprs, var->alias_of));
    ReducedBlock block =
        block_assignment((VarId){i}, value, var->span, b->arena);
    block_append(sequence, &block, b->arena);
  }
}

/* So are the residuals of constraints. */
static void append_monitors(ReducedBuild *b, BlockSequence *sequence)
{
  const System *sys = b->sys;
  for (int k = 0; k < sys->n_monitors; k++) {
    const Monitor *m = &sys->monitor[k];
    ReducedBlock block =
        block_assignment(m->var, m->residual, m->span, b->arena);
    block_append(sequence, &block, b->arena);
  }
}

bool reduced_plan_parameters(ReducedBuild *b)
{
  return parameters_plan(b->s, b->sys, b->walk, &b->r->parameters, b->arena);
}

bool reduced_plan_initial(ReducedBuild *b)
{
  return initial_plan(b->s, b->own, b->walk, b->pinned, &b->r->initial,
                      b->arena);
}

bool reduced_sort_divisors(ReducedBuild *b)
{
  divisors_sort(b->sys, b->walk, b->r, b->arena, b->scratch);
  return true;
}

bool reduced_fill_tangents(ReducedBuild *b)
{
  ReducedSystem *r = b->r;
  append_negative_aliases(b, &r->initial);
  append_negative_aliases(b, &r->continuous);
  append_monitors(b, &r->initial);
  append_monitors(b, &r->continuous);
  if (r->choice.sensitivities) {
    follow_rows_fill(b->sys, b->walk, r, b->arena);
  } else {
    tangent_fill(b->sys, b->walk, &r->parameters, true, b->arena);
    tangent_fill(b->sys, b->walk, &r->initial, true, b->arena);
    tangent_fill_known(b->sys, b->walk, &r->continuous, &r->initial, b->arena);
  }
  implicit_make(b->sys, b->walk, r, b->arena, b->scratch);
  jump_rows_make(b->sys, b->walk, r, b->arena, b->scratch);
  if (b->sys->gradient_memo) gradient_memo_forget(b->sys->gradient_memo);
  return true;
}

/* --- first values --- */

/* What is iterated for in the initial system needs first values. */
static void begin_iterations(ReducedBuild *b)
{
  BlockSequence *initial = &b->r->initial;
  for (int k = 0; k < initial->n_blocks; k++) {
    ReducedBlock *block = &initial->block[k];
    bool is_loop = block->kind == BLOCK_SOLVE && !block->linear;
    bool reads_starts = block->kind == BLOCK_LEAST || is_loop;
    for (int i = 0; reads_starts && i < block->n_columns; i++) {
      b->guessed[block->unknown[i].i] = true;
    }
    if (!is_loop) continue;
    start_propagation_find(b->sys, b->walk, block, b->arena, b->scratch);
  }
}

/* Discrete variables that no when-equation sets at the start. */
static void find_kept(ReducedBuild *b)
{
  const System *sys = b->sys;
  for (int k = 0; k < sys->n_discrete_eqs; k++) {
    const Eq *eq = &sys->discrete_eq[k];
    int v = expr_node(sys->exprs, eq->left)->var.i;
    assert(!eq->is_when || eq->runs_initially || sys->var[v].pre.i >= 0);
    b->kept[v] = eq->is_when && !eq->runs_initially &&
                 !sys->var[sys->var[v].pre.i].is_set_at_start;
  }
}

bool reduced_find_guesses(ReducedBuild *b)
{
  begin_iterations(b);
  const ExprId *guess = guess_starts(b->sys, b->walk, b->guessed, b->scratch);
  for (int i = 0; i < b->sys->n_vars; i++) b->guess[i] = guess[i];
  sign_symmetry_find(b->s, b->sys, b->walk, &b->r->initial, b->point, b->guess);
  find_kept(b);
  return true;
}

/* --- the rest --- */

/* Only a state can be given another value; a candidate of a selection set may
 * be determined by the others. */
bool reduced_check_reinits(ReducedBuild *b)
{
  bool ok = true;
  for (int k = 0; k < b->sys->n_reinits; k++) {
    const Reinit *r = &b->sys->reinit[k];
    const Var *var = &b->sys->var[r->state.i];
    if (var->role == ROLE_STATE && var->set < 0) continue;
    Diagnostic *d = diagnostic_error(
        b->s, r->span, E308,
        "'%s' cannot be set by reinit: it is not a state of the model",
        var->name);
    diagnostic_note(b->s, d, var->span,
                    "the equations determine it from other variables");
    ok = false;
  }
  return ok;
}

bool reduced_sort_assertions(ReducedBuild *b)
{
  if (b->sys->n_assertions > 0) {
    const bool *steady = constant_between_events_find(b->r, b->scratch);
    assertion_kinds_find(b->own, steady, b->point, b->scratch);
  }
  expr_table_seal(b->sys->exprs); /* all expressions are made */
  return true;
}

bool reduced_expose_variables(ReducedBuild *b)
{
  return expose_variables(b->s, &b->sys->choice.expose, b->r);
}

bool reduced_find_scales(ReducedBuild *b)
{
  scale_groups_find(b->r, b->walk, b->arena, b->scratch);
  return true;
}

bool reduced_make_tapes(ReducedBuild *b)
{
  tapes_make(b->r, b->arena, b->scratch);
  for (int k = 0; k < b->own->n_relations; k++) {
    b->own->relation[k].is_searched = tapes_is_of_time(b->r, k);
  }
  return true;
}

bool reduced_find_pattern(ReducedBuild *b)
{
  jacobian_pattern_make(b->r, b->walk, b->arena, b->scratch);
  return true;
}
