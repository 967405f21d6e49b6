/* function_runs.h: statements about arrays as loops of C.
 *
 * The statements of a function are about scalars (function/function.h); those
 * that come from one about arrays are alike. In derivatives two or four kinds
 * take turns. They are written as
 *
 *   for (int turn3 = 0; turn3 < 100; turn3++) {
 *     a_5[turn3] = 2.0 * u_0[turn3] + 1.0;
 *   }
 *
 * in the order of the statements, so that the values are the same. Numbers
 * that differ from turn to turn stand in a table before it.
 *
 * cost    each statement is compared a few times
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_RUNS_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_RUNS_H

#include "emit/function/function_writer.h"

/* Writes the loop that begins with statement k; returns how many statements
 * it stands for. 0: there is none. */
int function_runs_write(FunctionWriter *w, const StatementList *list, int k);

/* The same of a sum: acc = acc + term for all the terms, which are alike;
 * acc: a C variable; first: the first term. */
void function_runs_write_sum(FunctionWriter *w, const char *acc,
                             const char *operator_, ExprId first,
                             Repetition *terms);

/* The name of a slot, with the turn of the loop that is written. */
void function_runs_slot(const FunctionWriter *w, int slot,
                        char text[C_VARIABLE_SIZE]);

#endif
