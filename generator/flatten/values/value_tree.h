/* value_tree.h: the elements of an array of which one after the other is
 * replaced.
 *
 * Loops of functions that are carried out at translation assign element after
 * element; each assignment makes a new Value, for the old one may be in use.
 * Such a Value keeps its elements in a tree of wide nodes. The new tree shares
 * all nodes with the old one but those on the way to the element.
 */
#ifndef FOUCAULT_FLATTEN_VALUES_VALUE_TREE_H
#define FOUCAULT_FLATTEN_VALUES_VALUE_TREE_H

#include "base/arena.h"
#include "flatten/flat/flat.h"

typedef struct ValueTree ValueTree;

/* cost: n */
const ValueTree *value_tree_of(Arena *arena, FlatExpr *const *element, int n);
/* With another element i; the old tree stays as it is.
 * cost: log n */
const ValueTree *value_tree_with(Arena *arena, const ValueTree *tree, int i,
                                 FlatExpr *element);
FlatExpr *value_tree_at(const ValueTree *tree, int i);
/* The highest of the elements. */
FlatVariability value_tree_variability(const ValueTree *tree);

#endif
