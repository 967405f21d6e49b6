/* runtime_assert.h: what must hold if the runtime itself is right.
 *
 * RUNTIME_ASSERT(condition) states a precondition of a header's contract or an
 * invariant of the data. It is checked where FOUCAULT_RUNTIME_CHECK is defined:
 * in the unit tests, and in FMUs built by a Foucault that was configured with
 * that option. There a false condition ends the program, with file and line. In
 * all other FMUs it costs nothing: the condition is not even computed.
 *
 * It is never for what a model, an importer or short memory can cause: those
 * are errors that the FMU reports.
 */
#ifndef FOUCAULT_RUNTIME_ASSERT_H
#define FOUCAULT_RUNTIME_ASSERT_H

#ifdef FOUCAULT_RUNTIME_CHECK
#undef NDEBUG
#include <assert.h>
#define RUNTIME_ASSERT(condition) assert(condition)
#else
#define RUNTIME_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif
