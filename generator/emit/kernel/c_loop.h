/* c_loop.h: items of a routine that repeat themselves, as C loops.
 *
 *   for (int k = 0; k < 99; k++) {
 *     v->real[102+k] = (v->real[1+k] - v->real[2+k]) / v->real[201];
 *   }
 *
 * needs   items that can be described (Routine.describe), the kernels of the
 *         first `period` of them repeated `count` times
 * gives   indices that rise evenly as arithmetic; others from constant arrays
 *         (index_table.h), which go to `tables`; stretches that are too short
 *         for either as plain statements. Values and their order are the same
 *         as without loops.
 * cost    linear in the holes; the text does not grow with `count`, but for
 *         the arrays
 */
#ifndef FOUCAULT_EMIT_KERNEL_C_LOOP_H
#define FOUCAULT_EMIT_KERNEL_C_LOOP_H

#include "emit/kernel/repeat.h"
#include "emit/kernel/routine.h"

/* `cell`: what the repeated items have in their holes (hole_cells.h); NULL: it
 * is not known and looked for. */
void c_loop_write(ModelText *m, const Routine *r, Repeat repeat,
                  const int32_t *cell, FILE *tables, FILE *out);

#endif
