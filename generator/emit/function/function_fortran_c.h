/* function_fortran_c.h: calls of FORTRAN 77 as C (MLS 3.6, section 12.9.2).
 *
 * Everything is passed by its address, so that all arguments are copies:
 * a<k>. Matrices are turned, since Fortran stores them by columns. After the
 * arguments stands the length of each text. */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_FORTRAN_C_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_FORTRAN_C_H

#include "emit/function/function_writer.h"

/* Before the call; value[k]: C text of argument k, if it is an expression. */
void function_fortran_c_copies(FunctionWriter *w, const Statement *s,
                               const char *const *value);
/* What stands between the parentheses. */
void function_fortran_c_arguments(FunctionWriter *w, const ExternalCall *e);
/* After the call: the outputs. */
void function_fortran_c_back(FunctionWriter *w, const ExternalCall *e);

#endif
