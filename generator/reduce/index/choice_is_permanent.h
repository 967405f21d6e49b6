/* choice_is_permanent.h: does a choice of dummy derivatives stay regular for ever?
 *
 * The chosen matrix M of constraint rows and chosen columns can be singular
 * nowhere if its rows and columns can be put in triangular order with pivots
 * that are never zero: numbers, expressions of parameters that are not zero at
 * the start, and what has one sign wherever its variables keep to their
 * bounds, as R*T of d = p/(R*T) with min = 1 for T. A parameter can be set in
 * the FMU: of it, too, only its bounds are known.
 *
 * Where terms of a row may cancel (cancellation.h) a small factor makes its
 * variable the difference of large terms: there a number counts if it is not
 * far below the other numbers of its row, and neither a parameter nor what
 * changes while the model runs does.
 *
 * needs   the choice of index_dummy.c
 * gives   the rows for which such an order is found
 * cost    linear in the entries of the block, per level
 */
#ifndef FOUCAULT_REDUCE_INDEX_CHOICE_IS_PERMANENT_H
#define FOUCAULT_REDUCE_INDEX_CHOICE_IS_PERMANENT_H

#include "reduce/index/selection_set.h"
#include "symbolic/properties/sign.h"
#include "symbolic/walk.h"

/* [b->n] each: constraint rows. */
typedef struct PermanentRows {
  const bool *ordered; /* at all their levels. The choice lasts in a part of the
                          block where all its rows were */
  const bool *settled; /* constant columns determine it well, whatever the
                          parameters are */
} PermanentRows;

/* In `arena`. */
PermanentRows choice_is_permanent_rows(const System *sys, Walk *walk,
                                       const DummyBlock *b, Arena *arena);

/* min and max of variables and parameters, numbers of constants: what signs may
 * rely on. */
SignBounds choice_is_permanent_bounds(const System *sys);

#endif
