/* incidence.c: one walk per expression; of residuals the first one is kept. */
#include "reduce/system/incidence.h"

#include <assert.h>

#include "base/vector.h"
#include "symbolic/call.h"
#include "symbolic/differentiate.h"
#include "symbolic/expr_memo.h"

static inline bool incidence_counts(const System *sys, VarId var, bool discrete)
{
  const Var *v = &sys->var[var.i];
  if (v->is_set_at_start) return discrete;
  if (!system_is_unknown(sys, var)) return false;
  return discrete || v->kind == VAR_CONTINUOUS;
}

/* What the visited nodes are. */
typedef struct Summary {
  int n_vars;
  bool has_calls;
  bool is_plain; /* every variable has a continuous part in the value */
} Summary;

static Summary summarize(const System *sys, const Walk *walk)
{
  Summary found = {.is_plain = true};
  for (int k = 0; k < walk->n_nodes; k++) {
    ExprOp op = (ExprOp)expr_node(sys->exprs, walk->node[k])->op;
    if (!expr_op_is_plain(op)) found.is_plain = false;
    found.n_vars += op == EXPR_VAR;
    found.has_calls = found.has_calls || op == EXPR_CALL;
  }
  return found;
}

/* The variables of the visited nodes that count and are `in` (NULL: all);
 * n_vars: as many or more. */
static IntList incidence_collect(const System *sys, const Walk *walk,
                                 int n_vars, const bool *in, bool discrete,
                                 Arena *arena)
{
  IntList list = {arena_array(arena, (size_t)n_vars, sizeof(int)), 0};
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(sys->exprs, walk->node[k]);
    if (node->op != EXPR_VAR || (in && !in[k])) continue;
    if (incidence_counts(sys, node->var, discrete))
      list.item[list.n++] = node->var.i;
  }
  vector_sort_ints(list.item, list.n);
  return list;
}

/* The nodes whose value has a part in that of the last one; with `solvable` a
 * continuous part. Of a call the arguments that its results depend on. */
static bool *mark_parts(const System *sys, const Walk *walk, bool solvable,
                        Arena *arena)
{
  const ExprTable *t = sys->exprs;
  bool *in = arena_array(arena, (size_t)walk->n_nodes, sizeof(bool));
  in[walk->n_nodes - 1] = true;
  for (int k = walk->n_nodes - 1; k >= 0; k--) { /* users before operands */
    ExprId e = walk->node[k];
    const ExprNode *n = expr_node(t, e);
    bool is_call = n->op == EXPR_CALL;
    if (!in[k] || walk_is_event(n)) continue;
    if (is_call) walk_mark_arguments(walk, e, call_depends(t, e), in);
    for (int a = is_call ? 1 : 0; a < n->n_args; a++) {
      if (solvable && !differentiate_passes(t, e, a)) continue;
      in[walk_position(walk, n->arg[a])] = true;
    }
  }
  return in;
}

IntList incidence_of(const System *sys, Walk *walk, ExprId e, bool discrete,
                     Arena *arena)
{
  assert(e.i >= 0 && walk->exprs == sys->exprs);
  walk_from(walk, e, true);
  Summary found = summarize(sys, walk);
  bool *in = found.has_calls ? mark_parts(sys, walk, false, arena) : NULL;
  return incidence_collect(sys, walk, found.n_vars, in, discrete, arena);
}

/* --- residuals --- */

/* A memo on a plain residual: how many variables it has, whether time is in
 * it, and the variables, rising. Where it is not plain there is none, for what
 * counts is another question each time. */
enum { MEMO_COUNT, MEMO_TIME, MEMO_VARS };

/* NULL: no memo. */
static const int32_t *memo_of(const System *sys, Walk *walk, ExprId e)
{
  assert(e.i >= 0 && walk->exprs == sys->exprs);
  if (!sys->residual_memo) return NULL;
  const int32_t *known = expr_memo_find(sys->residual_memo, e);
  if (known) return known;
  walk_from(walk, e, true);
  Summary found = summarize(sys, walk);
  if (!found.is_plain) return NULL;
  int32_t *memo =
      expr_memo_add(sys->residual_memo, e, MEMO_VARS + found.n_vars);
  int32_t *next = memo + MEMO_VARS;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(sys->exprs, walk->node[k]);
    if (node->op == EXPR_VAR) *next++ = node->var.i;
    if (node->op == EXPR_TIME) memo[MEMO_TIME] = true;
  }
  memo[MEMO_COUNT] = found.n_vars;
  vector_sort_ints(memo + MEMO_VARS, found.n_vars);
  return memo;
}

bool incidence_is_smooth(const System *sys, ExprId residual)
{
  const ExprMemo *memo = sys->residual_memo;
  return memo && expr_memo_find(memo, residual) != NULL;
}

const int32_t *incidence_noted(const System *sys, ExprId residual, int *n,
                               bool *time)
{
  const ExprMemo *memo = sys->residual_memo;
  const int32_t *found = memo ? expr_memo_find(memo, residual) : NULL;
  if (!found) return NULL;
  *n = found[MEMO_COUNT];
  *time = found[MEMO_TIME];
  return found + MEMO_VARS;
}

bool incidence_is_timeless(const System *sys, ExprId residual)
{
  const ExprMemo *memo = sys->residual_memo;
  const int32_t *found = memo ? expr_memo_find(memo, residual) : NULL;
  return found && !found[MEMO_TIME];
}

static IntList take_remembered(const System *sys, const int32_t *memo,
                               bool discrete, Arena *arena)
{
  int n = memo[MEMO_COUNT];
  IntList list = {arena_array(arena, (size_t)n, sizeof(int)), 0};
  for (int k = MEMO_VARS; k < MEMO_VARS + n; k++) {
    if (incidence_counts(sys, (VarId){memo[k]}, discrete))
      list.item[list.n++] = memo[k];
  }
  return list;
}

IntList incidence_of_residual(const System *sys, Walk *walk, ExprId e,
                              bool discrete, Arena *arena)
{
  const int32_t *memo = memo_of(sys, walk, e);
  return memo ? take_remembered(sys, memo, discrete, arena)
              : incidence_of(sys, walk, e, discrete, arena);
}

IntList incidence_solvable(const System *sys, Walk *walk, ExprId e,
                           Arena *arena)
{
  const int32_t *memo = memo_of(sys, walk, e);
  if (memo) return take_remembered(sys, memo, false, arena);
  walk_from(walk, e, true);
  Summary found = summarize(sys, walk);
  bool *in = found.is_plain ? NULL : mark_parts(sys, walk, true, arena);
  return incidence_collect(sys, walk, found.n_vars, in, false, arena);
}
