/* tangent_run.h: rows that take results of calls one after the other.
 *
 *   for (int i = 0; i < 900; i++) {
 *     t->d[1+i] = (c1[i])*t->d[901];
 *   }
 *
 * The derivatives of an array that a function returns are as many rows, which
 * differ in the number of the result and in value references. They are written
 * as one row, by the same writers.
 *
 * cost    each row is compared once
 */
#ifndef FOUCAULT_EMIT_BLOCKS_TANGENT_RUN_H
#define FOUCAULT_EMIT_BLOCKS_TANGENT_RUN_H

#include "emit/blocks/tangent_row.h"

/* How many of the n rows from row[0] on are one run; 0: there is none. */
int tangent_run_length(ModelText *m, const TangentRow *row, int n);
void tangent_run_write(ModelText *m, const TangentRow *row, int n,
                       TangentRowWriter write, FILE *out);

/* --- for the row that is written for all of them --- */

/* "1+i": what begins at `first` and is `next` in the second row. */
const char *tangent_run_index(ModelText *m, int first, int next);
/* The factor of an entry, or what stands for all: "-c1[i]". */
const char *tangent_run_factor(ModelText *m, ExprId first, ExprId next);

#endif
