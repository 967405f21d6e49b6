/* scale_groups.h: which variables are of comparable size.
 *
 * A tolerance needs to know what is small. Where no nominal value is given, the
 * size of a variable is learnt from the values that it takes; but a variable
 * that is still zero, or a voltage far down a line, has to be as large as those
 * that it is compared with. Terms that are added, subtracted, or compared are
 * of one size:
 *
 *   x - L*sin(phi) = 0        x and L (a sine is of size one)
 *   x^2 + y^2 - L^2 = 0       x, y and L
 *   x*vx + y*vy = 0           vx and vy, because x and y are so
 *   x > 0.5e-12               x is of the size of this number
 *
 * Each term is a product of powers of groups; where two terms of a sum differ
 * by one group against another, both become one. Numbers as factors count for
 * one within a factor of ten; what is not such a product says nothing.
 *
 * needs   the system as it is integrated, representatives of aliases only
 * gives   for each Real variable the number of its group, from 1; 0: it has a
 *         nominal value of its own, or nobody integrates a variable of its
 *         group. For each group the largest number that it is compared with,
 *         and the parameters and inputs in it
 * cost    linear in the expressions, a few times where products wait for others
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_SCALE_GROUPS_H
#define FOUCAULT_REDUCE_BLOCKS_SCALE_GROUPS_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* Fills r->scale. Needs r->state_source and the rows of all variables. */
void scale_groups_find(ReducedSystem *r, Walk *walk, Arena *arena,
                       Arena *scratch);

#endif
