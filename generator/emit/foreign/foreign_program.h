/* foreign_program.h: the C program that makes one call of a C function, from
 * templates/foreign.c.in. It depends on the function and the kinds of its
 * arguments, not on their values and sizes. */
#ifndef FOUCAULT_EMIT_FOREIGN_FOREIGN_PROGRAM_H
#define FOUCAULT_EMIT_FOREIGN_FOREIGN_PROGRAM_H

#include <stdio.h>

#include "base/foreign_call.h"
#include "base/session.h"

/* False after E504. */
bool foreign_program_write(Session *s, const char *data_folder,
                           const ForeignCall *call, FILE *out);

#endif
