/* unused_arguments.c: the variables of the arguments that are left out. */
#include "function/unused_arguments.h"

#include <assert.h>

#include "symbolic/walk.h"

/* Both walks are kept: a model may have thousands of such calls. */
static void prepare(FunctionTable *table)
{
  if (table->taken) return;
  table->taken = walk_create(table->exprs, table->arena);
  table->left_out = walk_create(table->exprs, table->arena);
}

static void walk_arguments(Walk *walk, const bool *is_meant, const ExprId *arg,
                           int n, Arena *scratch)
{
  ArenaMark mark = arena_mark(scratch);
  ExprId *root = arena_array(scratch, (size_t)n + 1, sizeof root[0]);
  int n_roots = 0;
  for (int k = 0; k < n; k++) {
    if (is_meant[k]) root[n_roots++] = arg[k];
  }
  walk_from_all(walk, root, n_roots, true);
  arena_release(mark);
}

/* Is it a variable with a derivative? */
static bool unused_arguments_is_moving(const FunctionTable *table, ExprId node)
{
  const ExprNode *n = expr_node(table->exprs, node);
  if (n->op != EXPR_VAR) return false;
  return !table->is_still || !table->is_still(table->still_context, n->var);
}

bool unused_arguments_follow(FunctionTable *table, const GivenDerivative *given,
                             const ExprId *arg, int n)
{
  if (!given->leaves_record) return true;
  assert(n > 0 && given->takes && given->leaves_out);
  prepare(table);
  Arena *scratch = session_scratch(table->s);
  walk_arguments(table->taken, given->takes, arg, n, scratch);
  walk_arguments(table->left_out, given->leaves_out, arg, n, scratch);
  for (int k = 0; k < table->left_out->n_nodes; k++) {
    ExprId node = table->left_out->node[k];
    if (!unused_arguments_is_moving(table, node)) continue;
    if (walk_position(table->taken, node) < 0) return false;
  }
  return true;
}
