/* long_sum.h: what a statement needs that is long or wanted by many: computed
 * before it, into variables of its own.
 *
 *   double s1 = v->real[2];
 *   for (int k = 0; k < 300; k++) {
 *     s1 = s1 - v->real[202+5*k];
 *   }
 *   v->real[7] = v->real[9] - s1;
 *
 * The current into the ground of a circuit is such a sum over all parts that
 * are connected to it. Terms are added in their order, as without loops.
 *
 * cost    linear in the nodes below the roots
 */
#ifndef FOUCAULT_EMIT_KERNEL_LONG_SUM_H
#define FOUCAULT_EMIT_KERNEL_LONG_SUM_H

#include "emit/kernel/model_text.h"

/* c_expression_prepare(), with the long sums below the roots before it, but
 * inside of a loop. */
void long_sum_prepare(ModelText *m, const ExprId *root, int n, FILE *out);

/* The long sums, and all that many of the roots have in common: for roots
 * that are then written in groups, each with a c_expression_prepare() of its
 * own. Good until long_sum_end(). */
void long_sum_share(ModelText *m, const ExprId *root, int n, FILE *out);
void long_sum_end(ModelText *m);

#endif
