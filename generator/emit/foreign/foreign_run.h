/* foreign_run.h: C functions called at translation.
 *
 * The room emit/foreign/ runs C functions at translation. It calls
 * emit/package/, emit/text/ and base/. Reading order: this file,
 * foreign_program.h, foreign_process.h.
 *
 * A function becomes a small program (foreign_program.h), compiled and linked
 * as in an FMU. Each call is a process of its own, so that nothing the C code
 * does can harm the translation: it has so many seconds and MB as the limits say, runs in the
 * current folder, which it can read but not write to, and what it prints goes
 * to the messages.
 *
 * gives   a ForeignCaller (base/foreign_call.h)
 * fails   E501, E502, E503, E504; "it crashed", "it does not return", "it
 *         ends the program", or what ModelicaError() was given
 * cost    the C compiler once for each function, a process for each call with
 *         other arguments
 */
#ifndef FOUCAULT_EMIT_FOREIGN_FOREIGN_RUN_H
#define FOUCAULT_EMIT_FOREIGN_FOREIGN_RUN_H

#include "base/foreign_call.h"
#include "base/session.h"

/* Lives as long as the session. */
ForeignCaller foreign_run_caller(Session *s);

#endif
