/* initial_check.h: conditions that hold with the model's own values, and may
 * fail with those that an importer sets: looked at when an FMU is initialized.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_INITIAL_CHECK_H
#define FOUCAULT_REDUCE_SYSTEM_INITIAL_CHECK_H

#include "reduce/system/system.h"

/* Is the residual 0 but for errors of solution, compared with its terms? */
ExprId initial_check_met(const System *sys, ExprId residual, Arena *scratch);

/* Initialization fails with this message (in the system's arena, or a longer
 * one) where the residual is not 0. */
void initial_check_add(System *sys, Session *s, ExprId residual, Span span,
                       const char *message);

#endif
