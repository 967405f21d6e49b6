/* shape.h: which statements are the same but for the values they name.
 *
 * A statement of generated code is made of expressions and of places in
 * arrays ("v->real[7] = ..."). Its shape is the graph of the expressions
 * with the leaves left out: variables, numbers and event relations are holes.
 * Statements of one shape can be written once, as a loop over what belongs
 * into the holes (see loop.h).
 *
 *   der(u[1]) = (i[1] - i[2])/C       v->real[_] = (v->real[_] -
 *   der(u[2]) = (i[2] - i[3])/C           v->real[_]) / v->real[_];
 *
 * What changes the text is part of the shape: types of variables, exponents
 * (x^2 is written x * x), and which holes are the same variable.
 */
#ifndef FOUCAULT_EMIT_SHAPE_H
#define FOUCAULT_EMIT_SHAPE_H

#include "reduce/reduced.h"
#include "symbolic/walk.h"

/* Statements with more nodes or places have no shape: they are written by
 * themselves. */
#define SHAPE_NODES 300

typedef struct ShapeItem {
  const int *mark; /* of the caller: equal in all items of a shape */
  const ExprId *root;
  const int *place; /* indices that the statement itself names */
  int n_marks, n_roots, n_places;
} ShapeItem;

/* What one item has in a hole. */
typedef struct Hole {
  bool is_number;
  int index;     /* of the array of the leaf; else: */
  double number; /* EXPR_CONST */
} Hole;

typedef struct Shapes Shapes;

/* Lives in the arena. The table of expressions may not grow afterwards. */
Shapes *shapes_create(Arena *arena, const ReducedSystem *reduced);
/* Nodes that are written by a name of their own: part of the shape, no holes.
 */
void shapes_stops(Shapes *s, const WalkStops *stops);

/* The number of the item's shape, from 0 in the order of appearance; -1: it
 * has too many nodes. Cost: the nodes of the item. */
int shapes_find(Shapes *s, const ShapeItem *item);
int shapes_count(const Shapes *s);
/* The nodes of the item that was looked at last. */
const Walk *shapes_walk(const Shapes *s);

/* The holes of an item that has a shape: its places, then the leaves of its
 * expressions in an order that is the same for the whole shape. Good until
 * the next call. */
const Hole *shapes_holes(Shapes *s, const ShapeItem *item, int *n_holes);
/* The same of the item that shapes_find() was asked for last. */
const Hole *shapes_found_holes(Shapes *s, const ShapeItem *item, int *n_holes);
/* The hole of a leaf among those of the last call; -1: not a hole of it. */
int shapes_hole_of(const Shapes *s, ExprId leaf);

#endif
