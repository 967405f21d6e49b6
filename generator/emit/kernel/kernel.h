/* kernel.h: which statements are the same but for the values they name.
 *
 * The room emit/kernel/ writes statements that are alike once, as a loop. It
 * calls emit/text/, symbolic/ and base/. Reading order: this file,
 * model_text.h (what the writers of model.c share), repeat.h, c_loop.h,
 * routine.h, index_table.h.
 *
 * A statement of generated code is made of expressions and of places in
 * arrays ("v->real[7] = ..."). Its kernel is the graph of the expressions
 * with the leaves left out: variables, numbers and event relations are holes.
 * Statements of one kernel can be written once, as a loop over what belongs
 * into the holes (see c_loop.h).
 *
 *   der(u[1]) = (i[1] - i[2])/C       v->real[_] = (v->real[_] -
 *   der(u[2]) = (i[2] - i[3])/C           v->real[_]) / v->real[_];
 *
 * What changes the text is part of the kernel: types of variables, exponents
 * (x^2 is written x * x), and which holes are the same variable.
 */
#ifndef FOUCAULT_EMIT_KERNEL_KERNEL_H
#define FOUCAULT_EMIT_KERNEL_KERNEL_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* Statements with more nodes or places have no kernel: they are written by
 * themselves. Comparing costs no more than writing one, so few are that long:
 * a cell with a medium has a thousand nodes. */
#define KERNEL_NODES 4000

typedef struct KernelItem {
  const int *mark; /* of the caller: equal in all items of a kernel */
  const ExprId *root;
  const int *place; /* indices that the statement itself names */
  int n_marks, n_roots, n_places;
} KernelItem;

/* What one item has in a hole. */
typedef struct Hole {
  bool is_number;
  int index;     /* of the array of the leaf; else: */
  double number; /* EXPR_CONST */
} Hole;

typedef struct Kernels Kernels;

/* Lives in the arena. The table of expressions may not grow afterwards. */
Kernels *kernels_create(Arena *arena, const ReducedSystem *reduced);
/* Nodes that are written by a name of their own: part of the kernel, no holes.
 */
void kernels_stops(Kernels *s, const WalkStops *stops);

/* The number of the item's kernel, from 0 in the order of appearance; -1: it
 * has too many nodes. Cost: the nodes of the item. */
int kernels_find(Kernels *s, const KernelItem *item);
int kernels_count(const Kernels *s);
/* The nodes of the item that was looked at last. */
const Walk *kernels_walk(const Kernels *s);

/* The holes of an item that has a kernel: its places, then the leaves of its
 * expressions in an order that is the same for the whole kernel. Good until
 * the next call. */
const Hole *kernels_holes(Kernels *s, const KernelItem *item, int *n_holes);
/* The same of the item that kernels_find() was asked for last. */
const Hole *kernels_found_holes(Kernels *s, const KernelItem *item,
                                int *n_holes);
/* The hole of a leaf among those of the last call; -1: not a hole of it. */
int kernels_hole_of(const Kernels *s, ExprId leaf);

#endif
