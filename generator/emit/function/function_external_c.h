/* function_external_c.h: calls of external C functions (MLS 12.9).
 *
 * gives   the call as a block of statements, after which the function fails
 *         if the external one called ModelicaError()
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_EXTERNAL_C_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_EXTERNAL_C_H

#include "emit/function/function_writer.h"

/* Where no header declares the function. */
void function_external_c_prototype(FunctionWriter *w, const ExternalCall *e);
void function_external_c_write(FunctionWriter *w, const Statement *s);

#endif
