/* value_tree.c: see value_tree.h. */
#include "flatten/values/value_tree.h"

#include <assert.h>

enum { NODE_BITS = 5, NODE_WIDTH = 1 << NODE_BITS, N_KINDS = 4 };

/* Of the lowest level: elements; above: nodes. */
typedef union TreeSlot {
  const struct TreeNode *node;
  FlatExpr *element;
} TreeSlot;

typedef struct TreeNode {
  TreeSlot slot[NODE_WIDTH];
} TreeNode;

struct ValueTree {
  const TreeNode *root;
  int levels;
  int n_of[N_KINDS]; /* elements of each variability */
};

static int tree_slot_of(int i, int level)
{
  return i >> (NODE_BITS * level) & (NODE_WIDTH - 1);
}

FlatExpr *value_tree_at(const ValueTree *tree, int i)
{
  const TreeNode *node = tree->root;
  for (int level = tree->levels - 1; level > 0; level--)
    node = node->slot[tree_slot_of(i, level)].node;
  return node->slot[tree_slot_of(i, 0)].element;
}

/* --- making --- */

/* The nodes of a level for those of the level below, of which there are n. */
static TreeNode *level_above(Arena *arena, const TreeNode *below, int n)
{
  int n_nodes = (n + NODE_WIDTH - 1) / NODE_WIDTH;
  TreeNode *node = arena_array(arena, (size_t)n_nodes, sizeof node[0]);
  for (int i = 0; i < n; i++)
    node[i / NODE_WIDTH].slot[i % NODE_WIDTH].node = &below[i];
  return node;
}

const ValueTree *value_tree_of(Arena *arena, FlatExpr *const *element, int n)
{
  assert(n > 0 && FLAT_CONTINUOUS == N_KINDS - 1);
  ValueTree *tree = arena_alloc(arena, sizeof *tree);
  tree->levels = 1;
  int n_nodes = (n + NODE_WIDTH - 1) / NODE_WIDTH;
  TreeNode *node = arena_array(arena, (size_t)n_nodes, sizeof node[0]);
  for (int i = 0; i < n; i++) {
    node[i / NODE_WIDTH].slot[i % NODE_WIDTH].element = element[i];
    tree->n_of[element[i]->variability]++;
  }
  for (; n_nodes > 1; tree->levels++) {
    node = level_above(arena, node, n_nodes);
    n_nodes = (n_nodes + NODE_WIDTH - 1) / NODE_WIDTH;
  }
  tree->root = node;
  return tree;
}

static TreeNode *copied_node(Arena *arena, const TreeNode *node)
{
  TreeNode *copy = arena_alloc(arena, sizeof *copy);
  *copy = *node;
  return copy;
}

const ValueTree *value_tree_with(Arena *arena, const ValueTree *tree, int i,
                                 FlatExpr *element)
{
  ValueTree *with = arena_alloc(arena, sizeof *with);
  *with = *tree;
  with->n_of[value_tree_at(tree, i)->variability]--;
  with->n_of[element->variability]++;
  TreeNode *node = copied_node(arena, tree->root);
  with->root = node;
  for (int level = tree->levels - 1; level > 0; level--) {
    TreeSlot *slot = &node->slot[tree_slot_of(i, level)];
    TreeNode *below = copied_node(arena, slot->node);
    slot->node = below;
    node = below;
  }
  node->slot[tree_slot_of(i, 0)].element = element;
  return with;
}

FlatVariability value_tree_variability(const ValueTree *tree)
{
  int k = N_KINDS - 1;
  while (k > 0 && tree->n_of[k] == 0) k--;
  return (FlatVariability)k;
}
