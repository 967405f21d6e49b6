/* shape_pattern.h: is an item of the shape of an earlier one? Private to
 * emit/shape.c.
 *
 * cost    the nodes of the item, with less to do for each than a walk and a
 *         key; most items that do not fit are told by their first nodes
 */
#ifndef FOUCAULT_EMIT_SHAPE_PATTERN_H
#define FOUCAULT_EMIT_SHAPE_PATTERN_H

#include "emit/shape.h"
#include "symbolic/walk_pattern.h"

typedef struct ShapeLeaf {
  int32_t position;
  int32_t type; /* of a variable; else -1 */
} ShapeLeaf;

typedef struct ShapePower {
  int32_t position;
  double exponent;
} ShapePower;

/* What all items of a shape have in common; arrays in the arena. */
typedef struct ShapePattern {
  Arena *arena;
  int shape; /* -1: of none */
  WalkPattern graph;
  ShapeLeaf *leaf; /* holes, by position */
  int n_leaves, cap_leaves;
  ShapePower *power; /* with constant exponents */
  int n_powers, cap_powers;
  int *mark;
  int n_marks, cap_marks, n_places;
} ShapePattern;

/* The pattern becomes that of the item, which was walked last. */
void shape_pattern_take(ShapePattern *p, const ReducedSystem *reduced,
                        const Walk *walk, const ShapeItem *item, int shape);
/* True: the item is of the shape, and the walk is that of its roots. */
bool shape_pattern_fits(const ShapePattern *p, const ReducedSystem *reduced,
                        Walk *walk, const ShapeItem *item);

/* What the node has in its hole; false: it is no leaf. */
bool shape_pattern_hole(const ReducedSystem *reduced, const ExprNode *n,
                        Hole *hole);

#endif
