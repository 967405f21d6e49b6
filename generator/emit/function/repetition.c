/* repetition.c: turns are compared leaf by leaf along one graph. */
#include "emit/function/repetition.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

/* In nodes: the text of a larger one is not worth a loop. */
enum { LARGEST = 300 };

/* --- the first turn --- */

/* An exponent decides how a power is written. */
static bool is_exponent(const Walk *walk, int position)
{
  for (int k = position + 1; k < walk->n_nodes; k++) { /* users come later */
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (n->op == EXPR_POW && expr_same(n->arg[1], walk->node[position]))
      return true;
  }
  return false;
}

static void add_leaf(Repetition *r, int position)
{
  ExprId e = r->walk->node[position];
  const ExprNode *n = expr_node(r->walk->exprs, e);
  if (n->n_args > 0) return;
  r->leaf = vector_grow(r->arena, r->leaf, &r->cap_leaves, r->n_leaves + 1,
                        sizeof r->leaf[0]);
  RepeatedLeaf *leaf = &r->leaf[r->n_leaves++];
  *leaf = (RepeatedLeaf){.node = e, .position = position, .slot = -1};
  if (n->op == EXPR_VAR) {
    leaf->slot = n->var.i;
  } else if (n->op == EXPR_CONST) {
    leaf->is_fixed = is_exponent(r->walk, position);
    leaf->number = vector_grow(r->arena, NULL, &leaf->cap_numbers, 1,
                               sizeof leaf->number[0]);
    leaf->number[0] = n->value;
  }
}

void repetition_begin(Repetition *r, ExprId e, int target)
{
  r->n_leaves = r->n_turns = r->stride = 0;
  r->target = target;
  walk_from(r->walk, e, true);
  if (r->walk->n_nodes > LARGEST) return;
  r->graph.arena = r->arena;
  walk_pattern_take(&r->graph, r->walk, &e, 1);
  for (int k = 0; k < r->walk->n_nodes; k++) add_leaf(r, k);
  r->n_turns = 1;
}

/* --- the next ones --- */

/* Is `next` what `first` becomes? The second turn decides about the stride. */
static bool fits(const Repetition *r, int first, int next, int *stride)
{
  int local = function_local_of(r->f, first);
  const FunctionLocal *l = &r->f->local[local];
  bool may_move = l->is_array && !l->is_open;
  if (next < l->first || next >= l->first + l->n) return false;
  if (r->n_turns == 1) *stride = next - first;
  if (*stride != 0 && !may_move) return false;
  return next == first + r->n_turns * *stride;
}

static bool leaf_fits(const Repetition *r, RepeatedLeaf *leaf)
{
  const ExprNode *n = expr_node(r->walk->exprs, r->walk->node[leaf->position]);
  if (leaf->slot >= 0) return fits(r, leaf->slot, n->var.i, &leaf->stride);
  if (n->op != EXPR_CONST) return true; /* time and the like */
  return !leaf->is_fixed ||
         memcmp(&n->value, &leaf->number[0], sizeof n->value) == 0;
}

static void keep_number(Repetition *r, RepeatedLeaf *leaf)
{
  const ExprNode *n = expr_node(r->walk->exprs, r->walk->node[leaf->position]);
  if (!leaf->number) return;
  leaf->number = vector_grow(r->arena, leaf->number, &leaf->cap_numbers,
                             r->n_turns + 1, sizeof leaf->number[0]);
  leaf->number[r->n_turns] = n->value;
  leaf->varies |= memcmp(&n->value, &leaf->number[0], sizeof n->value) != 0;
}

bool repetition_continues(Repetition *r, ExprId e, int target)
{
  if (r->n_turns == 0) return false;
  assert((target < 0) == (r->target < 0));
  if (target >= 0 && !fits(r, r->target, target, &r->stride)) return false;
  if (!walk_pattern_follow(&r->graph, r->walk, &e)) return false;
  for (int k = 0; k < r->n_leaves; k++) {
    if (!leaf_fits(r, &r->leaf[k])) return false;
  }
  for (int k = 0; k < r->n_leaves; k++) keep_number(r, &r->leaf[k]);
  r->n_turns++;
  return true;
}

/* --- answers --- */

int repetition_stride(const Repetition *r, int slot)
{
  for (int k = 0; k < r->n_leaves; k++) {
    if (r->leaf[k].slot == slot) return r->leaf[k].stride;
  }
  return 0;
}

const RepeatedLeaf *repetition_number(const Repetition *r, ExprId node)
{
  for (int k = 0; k < r->n_leaves; k++) {
    const RepeatedLeaf *leaf = &r->leaf[k];
    if (leaf->varies && expr_same(leaf->node, node)) return leaf;
  }
  return NULL;
}
