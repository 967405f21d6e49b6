/* crossing.h: can the external functions of a model go to another machine?
 *
 * C files of libraries can; compiled libraries are for this machine.
 *
 * needs   a target with a triplet
 * fails   E507 with the names of the functions
 */
#ifndef FOUCAULT_EMIT_PACKAGE_CROSSING_H
#define FOUCAULT_EMIT_PACKAGE_CROSSING_H

#include "emit/package/target.h"
#include "function/function.h"

/* `functions`: NULL: the model has none. */
bool crossing_check(Session *s, const Target *target,
                    const FunctionTable *functions);

#endif
