/* pivot_small.h: which entries of a matrix are too small to be pivots.
 *
 * needs   the pattern, and the sizes of the entries that are known: by the
 *         nominal value of their column
 * gives   places of safe pivots without those that the runtime would refuse:
 *         it divides each row by its largest entry, and takes no pivot that is
 *         small against another one of its column
 * cost    linear in the entries
 *
 * An order of elimination with pivots that are refused would keep nothing
 * sparse: the line of a network whose impedances are small would be eliminated
 * from the wrong end.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_PIVOT_SMALL_H
#define FOUCAULT_REDUCE_STRUCTURE_PIVOT_SMALL_H

#include "reduce/structure/pivot_order.h"

/* size: [n_entries], a NAN where it is not known; safe: [n_entries]. */
void pivot_small_leave_out(const Pattern *pattern, const double *size,
                           Arena *scratch, bool *safe);

#endif
