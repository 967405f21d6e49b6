/* flat_move.h: expressions with other variables of the same kind in them.
 *
 * What an array of components holds is the same for each element but for the
 * variables (component_family.h): those of the first element are a range of
 * the model's variables, and those of the others lie after it.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_MOVE_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_MOVE_H

#include "flatten/flat/flat.h"

/* Numbers from `first` on. */
typedef struct FlatRange {
  int32_t first, n;
} FlatRange;

static inline bool flat_range_has(FlatRange range, int32_t i)
{
  return i >= range.first && i < range.first + range.n;
}

/* May it be moved? Not where it is deep, or stands inside of a procedure. NULL
 * may be. */
bool flat_can_move(const FlatExpr *e);

/* The expression with each variable of the range `by` further; itself, where
 * it has none of them. NULL of NULL. Needs flat_can_move(). */
FlatExpr *flat_move(Arena *arena, FlatExpr *e, FlatRange range, int by);

#endif
