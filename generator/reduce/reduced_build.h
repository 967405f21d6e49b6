/* reduced_build.h: System to ReducedSystem.
 *
 * needs   all passes of reduce.c are done
 * gives   block sequences, slots (value references), the list of variables
 *         with their FMI attributes, ModelStructure
 * fails   E306, E401, E402
 * cost    linear but for the dependencies of ModelStructure
 */
#ifndef FOUCAULT_REDUCE_REDUCED_BUILD_H
#define FOUCAULT_REDUCE_REDUCED_BUILD_H

#include "reduce/system/reduced.h"

/* NULL after diagnostics; in the session's reduced arena. */
const ReducedSystem *reduced_build(Session *s, System *sys);

#endif
