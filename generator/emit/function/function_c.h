/* function_c.h: functions of the model as C functions.
 *
 * The room emit/function/ writes the model's functions, and calls of C and
 * Fortran. It calls emit/text/, function/ and base/. Reading order: this file,
 * function_writer.h, repetition.h, function_runs.h, function_sums.h,
 * function_memo.h, function_external_c.h, function_fortran_c.h.
 *
 *   static int f_3_name(const ModelValues *v, int depth, const double *in,
 *                       double *out)
 *
 * gives   prototypes and definitions of the wanted functions and of all that
 *         these call, in the order of their numbers
 * cost    proportional to the functions written
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_C_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_C_H

#include <stdio.h>

#include "function/function.h"

/* What they need of an instance. */
typedef struct FunctionNeeds {
  int n_memo;  /* numbers that they keep: function_memo.h */
  size_t work; /* numbers that are too many for the stack, each called once */
} FunctionNeeds;

/* wanted[n_functions] is widened to all that they call; loops: statements about
 * arrays are loops of C. */
FunctionNeeds function_c_write(const FunctionTable *table, bool *wanted,
                               bool loops, FILE *out);

#endif
