/* kernel_pattern.h: is an item of the kernel of an earlier one? Private to
 * emit/kernel/kernel.c.
 *
 * cost    the nodes of the item, with less to do for each than a walk and a
 *         key; most items that do not fit are recognized by their first nodes
 */
#ifndef FOUCAULT_EMIT_KERNEL_KERNEL_PATTERN_H
#define FOUCAULT_EMIT_KERNEL_KERNEL_PATTERN_H

#include "emit/kernel/kernel.h"
#include "symbolic/walk_pattern.h"

typedef struct KernelLeaf {
  int32_t position;
  int32_t type; /* of a variable; else -1 */
} KernelLeaf;

typedef struct KernelPower {
  int32_t position;
  double exponent;
} KernelPower;

/* What all items of a kernel have in common; arrays in the arena. */
typedef struct KernelPattern {
  Arena *arena;
  int kernel; /* -1: of none */
  WalkPattern graph;
  KernelLeaf *leaf; /* holes, by position */
  int n_leaves, cap_leaves;
  KernelPower *power; /* with constant exponents */
  int n_powers, cap_powers;
  int *mark;
  int n_marks, cap_marks, n_places;
} KernelPattern;

/* The pattern becomes that of the item, which was walked last. */
void kernel_pattern_take(KernelPattern *p, const ReducedSystem *reduced,
                         const Walk *walk, const KernelItem *item, int kernel);
/* True: the item is of the kernel, and the walk is that of its roots. */
bool kernel_pattern_fits(const KernelPattern *p, const ReducedSystem *reduced,
                         Walk *walk, const KernelItem *item);

/* What the node has in its hole; false: it is not a leaf. */
bool kernel_pattern_hole(const ReducedSystem *reduced, const ExprNode *n,
                         Hole *hole);

#endif
