/* block_formula.h: small linear loops solved by formulas.
 *
 *   static int continuous_0_formula(ModelValues *v)
 *   {
 *     const double e1 = v->real[3];
 *     ...
 *     if (!(fabs(e1) > 1e-8 * e2)) return 1;
 *     v->real[7] = (e4 - e5 * e6) / e1;
 *     return 0;
 *   }
 *
 * Gaussian elimination in the order of pivots that plan.c has found, with
 * nothing but the operations on entries that are not zero. Each pivot is
 * looked at: where it is much smaller than another entry of its column, or
 * what is left of a difference, the function returns non-zero and the
 * runtime solves the loop with pivots of its own choice. So the formulas are
 * as safe as that, and say nothing about faults.
 *
 * cost    the operations of the elimination, MOST_OPERATIONS at most
 */
#ifndef FOUCAULT_EMIT_BLOCKS_BLOCK_FORMULA_H
#define FOUCAULT_EMIT_BLOCKS_BLOCK_FORMULA_H

#include "emit/blocks/block_tables.h"

/* Has the loop a formula? Those of initialization run once: they have none. */
bool block_formula_is_used(ModelText *m, const AlgebraicLoop *loop);
void block_formula_write(ModelText *m, const AlgebraicLoop *loop, FILE *out);

#endif
