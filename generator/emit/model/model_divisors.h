/* model_divisors.h: the guards of divisions, and what they say.
 *
 *   static const char *const continuous_divisor[] = {
 *     "@rod.mo:9: a*x = b" "\0" "x: the factor a" "\0", 0};
 *
 *   if (!isnormal(v->real[3]))
 *     return block_divisor(v, continuous_divisor, 0, v->real[3]);
 *
 * A text that begins with "@" is the equation of all that follow it; each of
 * the others belongs to one guard (text_rows.h). See block_divisor() in
 * model.h.
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_DIVISORS_H
#define FOUCAULT_EMIT_MODEL_MODEL_DIVISORS_H

#include "emit/kernel/model_text.h"

/* The number of each block among the guards of its sequence, in the order in
 * which the blocks are written; -1: it has none. */
int *model_divisors_number(const ModelText *m, const BlockSequence *sequence,
                           const int *order);

/* The texts of a sequence; of the parameters' those of
 * ReducedSystem.divisor. */
void model_divisors_write_texts(const ModelText *m,
                                const BlockSequence *sequence, const int *order,
                                const char *prefix, FILE *out);

/* The statement, after c_expression_prepare() of divisor and size (NO_EXPR:
 * none); `number` is place[place] of the item. A sum that is not larger than
 * the rounding errors of its terms counts as zero. */
void model_divisors_write_guard(ModelText *m, ExprId divisor, ExprId size,
                                const char *prefix, int place, int number,
                                FILE *out);

#endif
