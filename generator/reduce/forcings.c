/* forcings.c: see forcings.h. */
#include "reduce/forcings.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/blocks/block_walk.h"
#include "reduce/system/system_visit.h"

/* What an expression depends on: the larger one of its operands. */
enum { UNKNOWN_CLASS, STEADY, TIMED, FREE };

typedef struct ForcingFinder {
  const ReducedSystem *r;
  const bool *steady;
  const int *assigned;
  Arena *arena, *scratch;
  Walk *walk;
  unsigned char *class_of; /* [expressions] */
  bool *taken;             /* [expressions] it, or its parts */
  unsigned char *var_class;
  bool *needed, *is_slope; /* [n_vars] */
  ExprId *stack;
  int cap_stack;
  Forcings found;
} ForcingFinder;

/* --- classes --------------------------------------------------------------- */

static int forcings_class_of(const ForcingFinder *f, const ExprNode *n)
{
  if (n->op == EXPR_TIME) return TIMED;
  if (n->op == EXPR_VAR) {
    return f->steady[n->var.i] ? STEADY : f->var_class[n->var.i];
  }
  if (walk_is_event(n)) return STEADY;
  int most = STEADY; /* numbers, initial(): without arguments */
  for (int a = 0; a < n->n_args; a++) {
    int class_of_arg = f->class_of[n->arg[a].i];
    assert(class_of_arg != UNKNOWN_CLASS);
    if (class_of_arg > most) most = class_of_arg;
  }
  return most;
}

static void forcings_classify(ForcingFinder *f, const ReducedBlock *b)
{
  block_walk(f->walk, b, true);
  for (int k = 0; k < f->walk->n_nodes; k++) {
    ExprId e = f->walk->node[k];
    if (f->class_of[e.i] != UNKNOWN_CLASS) continue;
    f->class_of[e.i] =
        (unsigned char)forcings_class_of(f, expr_node(f->r->exprs, e));
  }
  if (b->kind != BLOCK_ASSIGN) return;
  int class_of_value = f->class_of[b->value.i];
  if (class_of_value == TIMED) f->var_class[b->unknown[0].i] = TIMED;
}

/* --- parts of sums ---------------------------------------------------------- */

static void forcings_push(ForcingFinder *f, int *n, ExprId e)
{
  if (f->class_of[e.i] != TIMED || f->taken[e.i]) return;
  f->taken[e.i] = true;
  f->stack =
      vector_grow(f->scratch, f->stack, &f->cap_stack, *n + 1, sizeof(ExprId));
  f->stack[(*n)++] = e;
}

static void forcings_keep(ForcingFinder *f, ExprId e)
{
  Forcings *found = &f->found;
  found->expr = vector_grow(f->arena, found->expr, &found->cap, found->n + 1,
                            sizeof(ExprId));
  found->expr[found->n++] = e;
}

static bool is_steady_part(const ForcingFinder *f, ExprId e)
{
  return f->class_of[e.i] == STEADY;
}

/* Is it a sum, something times a steady factor, or a list of arguments? */
static bool forcings_is_linear(const ForcingFinder *f, const ExprNode *n)
{
  switch ((int)n->op) {
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_NEG:
  case EXPR_ARG: return true;
  case EXPR_MUL:
    return is_steady_part(f, n->arg[0]) || is_steady_part(f, n->arg[1]);
  case EXPR_DIV: return is_steady_part(f, n->arg[1]);
  }
  return false;
}

/* The parts of e that are not sums any more. */
static void forcings_take(ForcingFinder *f, ExprId e)
{
  int n = 0;
  forcings_push(f, &n, e);
  while (n > 0) {
    ExprId top = f->stack[--n];
    const ExprNode *node = expr_node(f->r->exprs, top);
    if (node->op == EXPR_TIME) continue;
    if (node->op == EXPR_VAR) {
      int block = f->assigned[node->var.i];
      assert(block >= 0);
      forcings_push(f, &n, f->r->continuous.block[block].value);
    } else if (forcings_is_linear(f, node)) {
      for (int a = node->n_args - 1; a >= 0; a--)
        forcings_push(f, &n, node->arg[a]);
    } else {
      forcings_keep(f, top);
    }
  }
}

/* --- what derivatives are computed from -------------------------------------- */

/* The derivatives of a selection set are those of its candidates. */
static bool forcings_is_needed(const ForcingFinder *f, const ReducedBlock *b)
{
  if (f->r->sys->n_sets > 0) return true;
  for (int k = 0; k < b->n_columns; k++) {
    if (b->unknown[k].i >= 0 && f->needed[b->unknown[k].i]) return true;
  }
  return false;
}

/* Nodes of the last walk: where what is free meets what is timed. */
static void forcings_look_at_nodes(ForcingFinder *f)
{
  for (int k = 0; k < f->walk->n_nodes; k++) {
    ExprId e = f->walk->node[k];
    const ExprNode *n = expr_node(f->r->exprs, e);
    if (n->op == EXPR_VAR) f->needed[n->var.i] = true;
    if (f->class_of[e.i] != FREE || walk_is_event(n)) continue;
    for (int a = 0; a < n->n_args; a++) forcings_take(f, n->arg[a]);
  }
}

static void forcings_look_at_block(ForcingFinder *f, const ReducedBlock *b)
{
  block_walk(f->walk, b, true);
  forcings_look_at_nodes(f);
  bool is_slope = b->kind == BLOCK_ASSIGN && f->is_slope[b->unknown[0].i];
  if (is_slope) forcings_take(f, b->value);
}

static void forcings_mark_needed(ForcingFinder *f)
{
  const ReducedSystem *r = f->r;
  for (int k = 0; k < r->n_states; k++) {
    VarId owner = system_slot_owner(r->sys, r->derivative[k]);
    f->needed[owner.i] = f->is_slope[owner.i] = true;
  }
  if (!r->implicit.exists) return;
  forcings_classify(f, &r->implicit.rows);
  forcings_look_at_block(f, &r->implicit.rows);
}

static void forcings_reverse(Forcings *found)
{
  for (int a = 0, b = found->n - 1; a < b; a++, b--) {
    ExprId first = found->expr[a];
    found->expr[a] = found->expr[b];
    found->expr[b] = first;
  }
}

Forcings forcings_find(const ReducedSystem *r, const bool *steady,
                       const int *assigned, Arena *arena, Arena *scratch)
{
  size_t n_vars = (size_t)r->sys->n_vars, n = (size_t)expr_count(r->exprs);
  ForcingFinder f = {.r = r,
                     .steady = steady,
                     .assigned = assigned,
                     .arena = arena,
                     .scratch = scratch,
                     .walk = walk_create(r->exprs, scratch)};
  f.class_of = arena_array(scratch, n, 1);
  f.taken = arena_array(scratch, n, sizeof(bool));
  f.var_class = arena_array(scratch, n_vars, 1);
  f.needed = arena_array(scratch, n_vars, sizeof(bool));
  f.is_slope = arena_array(scratch, n_vars, sizeof(bool));
  for (size_t i = 0; i < n_vars; i++) f.var_class[i] = FREE;
  if (r->n_states == 0) return f.found;
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    forcings_classify(&f, &r->continuous.block[k]);
  }
  forcings_mark_needed(&f);
  for (int k = r->continuous.n_blocks - 1; k >= 0; k--) {
    const ReducedBlock *b = &r->continuous.block[k];
    if (forcings_is_needed(&f, b)) forcings_look_at_block(&f, b);
  }
  forcings_reverse(&f.found);
  return f.found;
}
