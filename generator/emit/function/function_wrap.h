/* function_wrap.h: C functions around the one with the statements.
 *
 * One of them takes the memory for its long arrays, gives back the open arrays
 * that are not results, and destroys the external objects that it made; the
 * next one looks for results before they are computed.
 *
 * For function_c.c.
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_WRAP_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_WRAP_H

#include "emit/function/function_writer.h"

typedef struct FunctionWrap {
  bool is_needed;     /* the one with the statements is called ..._body */
  const char *suffix; /* of the function that gives the results */
  bool releases, destroys;
} FunctionWrap;

/* After the statements were written. */
FunctionWrap function_wrap(const FunctionWriter *w);
/* static int f_3_name<suffix>(...<more>) */
void function_wrap_head(const FunctionWriter *w, const char *suffix,
                        const char *more);
/* What comes after the function with the statements. */
void function_wrap_write(FunctionWriter *w, const FunctionWrap *wrap);
/* The whole of a function that is quotients of differences of another one. */
void function_wrap_difference(FunctionWriter *w);

#endif
