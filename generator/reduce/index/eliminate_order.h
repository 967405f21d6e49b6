/* eliminate_order.h: unknowns that follow from others, whatever these are chosen
 * to be.
 *
 * needs   the pattern of a matrix, and which of its places are safe: the
 *         equation is affine in the unknown, with a factor that is never zero
 * gives   pairs of an equation and the unknown that it is solved for, in the
 *         order of computation: each needs none but unknowns that stay, and
 *         those of pairs before it. The equations that stay, with what was
 *         solved for put in, have no more entries together than all had before
 * cost    near linear in the entries: pairs whose elimination would meet many
 *         of them stay
 * paper   Markowitz, Management Science 3(3), 1957
 *
 * A place that receives fill is safe no more: else an equation might be solved
 * for what it needs itself by way of others.
 */
#ifndef FOUCAULT_REDUCE_INDEX_ELIMINATE_ORDER_H
#define FOUCAULT_REDUCE_INDEX_ELIMINATE_ORDER_H

#include "reduce/structure/pivot_order.h"
#include "reduce/system/incidence.h"

typedef struct EliminateOrder {
  int *row, *column; /* [n] */
  int n;
  IntList *left; /* [n_rows] columns of the rows that stay, rising; else none */
} EliminateOrder;

EliminateOrder eliminate_order(const Pattern *pattern, Arena *arena);

#endif
