/* tangent.c: gradients of all equations of a sequence. */
#include "reduce/blocks/tangent.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "function/function.h"
#include "reduce/blocks/same_block.h"
#include "reduce/system/family.h"
#include "reduce/system/incidence.h"
#include "symbolic/call.h"
#include "symbolic/differentiate.h"
#include "symbolic/gradient_memo.h"

typedef struct Fill {
  const System *sys;
  Walk *walk;
  Arena *arena;
  bool *is_own; /* [n_vars] unknown of the present block */
  bool parameters;
  bool memory;         /* discrete Reals, pre(v) */
  TangentEntry *entry; /* of the present block */
  int n_entries, cap_entries;
  Gradient gradient; /* of the present row */
  int n_functions;   /* that may be called */
  Replay *replay;    /* of gradients that nobody else asks for */
} Fill;

static bool wanted(const void *context, VarId var)
{
  const Fill *fill = context;
  const Var *v = &fill->sys->var[var.i];
  bool is_memory = v->kind == VAR_DISCRETE || v->kind == VAR_MEMORY;
  return v->type == VAR_REAL && v->kind != VAR_CONSTANT &&
         (fill->memory || !is_memory) &&
         (fill->parameters || v->kind != VAR_PARAMETER) && !fill->is_own[var.i];
}

static void tangent_add(Fill *fill, TangentEntry entry)
{
  fill->entry = vector_grow(fill->walk->arena, fill->entry, &fill->cap_entries,
                            fill->n_entries + 1, sizeof entry);
  fill->entry[fill->n_entries++] = entry;
}

/* What was found becomes the block's, with no room to spare: most of the
 * memory of a large model is in such lists. */
static void take_entries(Fill *fill, ReducedBlock *b)
{
  size_t n = (size_t)fill->n_entries;
  b->n_tangents = fill->n_entries;
  b->tangent = arena_array(fill->arena, n, sizeof b->tangent[0]);
  if (n > 0) memcpy(b->tangent, fill->entry, n * sizeof b->tangent[0]);
  fill->n_entries = 0;
}

static bool holds_time(const Fill *fill, ExprId e)
{
  Walk *walk = fill->walk;
  if (incidence_is_timeless(fill->sys, e)) return false;
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(walk->exprs, walk->node[k])->op == EXPR_TIME) return true;
  }
  return false;
}

/* `memo` of gradients: NULL if nobody else asks for that of e. */
static void fill_row(Fill *fill, int row, ReplayFrom from, GradientMemo *memo)
{
  ExprId e = from.e;
  Gradient *gradient = &fill->gradient;
  if (holds_time(fill, e)) {
    ExprId by_time = differentiate_by_time(fill->walk, e);
    if (!expr_is_zero(fill->sys->exprs, by_time)) {
      tangent_add(fill, (TangentEntry){row, NO_VAR, by_time});
    }
  }
  if (memo)
    gradient_remembered(memo, fill->walk, from, wanted, fill, gradient);
  else
    gradient_repeated(fill->replay, fill->walk, from, wanted, fill, gradient);
  for (int k = 0; k < gradient->n_entries; k++) {
    const GradientEntry *g = &gradient->entry[k];
    tangent_add(fill, (TangentEntry){row, g->var, g->value});
  }
}

/* Has the call more than one argument that is not a number? */
static bool has_several(const Fill *fill, ExprId call)
{
  const ExprTable *t = fill->sys->exprs;
  int n = 0;
  ExprId list = expr_node(t, call)->arg[0];
  while (expr_node(t, list)->op == EXPR_ARG && n < 2) {
    n += !expr_is_const(t, expr_node(t, list)->arg[0], NULL);
    list = expr_node(t, list)->arg[1];
  }
  return n > 1;
}

static bool calls_with_several(const Fill *fill, ExprId e)
{
  const Walk *walk = fill->walk;
  if (fill->n_functions == 0) return false;
  walk_from(fill->walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (n->op == EXPR_CALL && has_several(fill, walk->node[k])) return true;
  }
  return false;
}

/* Along a direction as a whole; false: one entry for each variable. */
static bool fill_along(Fill *fill, ReducedBlock *b)
{
  Gradient *depends = &fill->gradient;
  b->along = NO_EXPR;
  if (!calls_with_several(fill, b->value)) return false;
  b->along = differentiate_along(fill->walk, b->value, wanted, fill, depends);
  if (b->along.i < 0) return false;
  if (holds_time(fill, b->value))
    tangent_add(fill, (TangentEntry){0, NO_VAR, NO_EXPR});
  for (int k = 0; k < depends->n_entries; k++) {
    tangent_add(fill, (TangentEntry){0, depends->entry[k].var, NO_EXPR});
  }
  return true;
}

static void fill_block(Fill *fill, ReducedBlock *b)
{
  assert(fill->n_entries == 0); /* those of the last block are taken */
  if (b->kind == BLOCK_ASSIGN) {
    bool is_real = fill->sys->var[b->unknown[0].i].type == VAR_REAL;
    ReplayFrom from = family_from(fill->sys, b->equation[0], b->value);
    if (is_real && !fill_along(fill, b)) fill_row(fill, 0, from, NULL);
  } else {
    int n_own = b->kind == BLOCK_SELECT ? 0 : b->n_columns;
    for (int c = 0; c < n_own; c++) fill->is_own[b->unknown[c].i] = true;
    for (int r = 0; r < b->n; r++)
      fill_row(fill, r, family_from(fill->sys, b->equation[r], b->residual[r]),
               fill->sys->gradient_memo);
    for (int c = 0; c < n_own; c++) fill->is_own[b->unknown[c].i] = false;
  }
  take_entries(fill, b);
}

static Fill begin_fill(const System *sys, Walk *walk, bool parameters,
                       Arena *arena)
{
  return (Fill){
      .sys = sys,
      .walk = walk,
      .arena = arena,
      .parameters = parameters,
      .n_functions = sys->functions ? sys->functions->n_functions : 0,
      .replay = replay_create(walk->arena),
      .is_own = arena_array(walk->arena, (size_t)sys->n_vars, sizeof(bool))};
}

void tangent_fill(const System *sys, Walk *walk, BlockSequence *sequence,
                  bool parameters, Arena *arena)
{
  Fill fill = begin_fill(sys, walk, parameters, arena);
  for (int k = 0; k < sequence->n_blocks; k++) {
    fill_block(&fill, &sequence->block[k]);
  }
}

void tangent_fill_all(const System *sys, Walk *walk, BlockSequence *sequence,
                      Arena *arena)
{
  Fill fill = begin_fill(sys, walk, true, arena);
  fill.memory = true;
  for (int k = 0; k < sequence->n_blocks; k++) {
    fill_block(&fill, &sequence->block[k]);
  }
}

/* The entries of the same block, but for parameters. */
static void take_known(Fill *fill, ReducedBlock *b, const ReducedBlock *same)
{
  assert(fill->n_entries == 0);
  b->along = same->along;
  for (int k = 0; k < same->n_tangents; k++) {
    VarId v = same->tangent[k].var;
    bool is_parameter = v.i >= 0 && fill->sys->var[v.i].kind == VAR_PARAMETER;
    if (!is_parameter) tangent_add(fill, same->tangent[k]);
  }
  if (fill->n_entries < same->n_tangents) {
    if (b->kind == BLOCK_ASSIGN && b->along.i >= 0) { /* it holds them all */
      fill->n_entries = 0;
      fill_block(fill, b);
      return;
    }
    take_entries(fill, b);
  } else {
    b->tangent = same->tangent;
    b->n_tangents = same->n_tangents;
    fill->n_entries = 0;
  }
}

void tangent_fill_known(const System *sys, Walk *walk, BlockSequence *sequence,
                        const BlockSequence *known, Arena *arena)
{
  Fill fill = begin_fill(sys, walk, false, arena);
  SameBlocks all = same_blocks_find(sys, known, walk->arena);
  for (int k = 0; k < sequence->n_blocks; k++) {
    ReducedBlock *b = &sequence->block[k];
    const ReducedBlock *same = NULL;
    if (b->kind == BLOCK_ASSIGN || b->kind == BLOCK_SOLVE) {
      same = same_block_of(&all, b->unknown[0]);
    }
    /* taken over as a whole: not only the first unknown is the same */
    if (same && same->unknown == b->unknown)
      take_known(&fill, b, same);
    else
      fill_block(&fill, b);
  }
}
