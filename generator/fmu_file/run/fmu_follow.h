/* fmu_follow.h: how all values of an FMU change with some of its parameters,
 * along a run in Model Exchange.
 *
 * The parts of the states are integrated beside the states themselves, by the
 * same steps of CVODE (fmu_exchange.h): dS/dt = f_x S + f_p with the exact
 * derivatives of the FMU. Newton's matrix is the one of the states for each
 * direction, as in the simultaneous corrector of CVODES, whose code would be
 * CVODE's a second time. Their errors count like those of the states, each
 * measured by the nominal value of the state over the size of the parameter.
 * The FMU takes them through events and exchanges of states
 * (fmu_runtime/events/follow.h).
 *
 * needs   an FMU that this program has built for sensitivities
 */
#ifndef FOUCAULT_FMU_FILE_RUN_FMU_FOLLOW_H
#define FOUCAULT_FMU_FILE_RUN_FMU_FOLLOW_H

#include <stdbool.h>

#include "base/session.h"
#include "core/followed.h"
#include "fmu_file/fmu_load.h"

typedef struct FmuFollow {
  FollowFunction *call;    /* from the start on */
  fmi2Component component; /* the same */
  FollowedDirections directions;
  double *size;   /* [n] of the parameters, > 0; from the start on */
  double *states; /* [n * n_states] at the present point; not owned */
  Arena *arena;
} FmuFollow;

/* Of the parameters `known`. */
FmuFollow fmu_follow_begin(const fmi2ValueReference *known, int n,
                           Arena *arena);
/* In initialization mode. */
fmi2Status fmu_follow_start(FmuFollow *follow, const Fmu *fmu,
                            fmi2Component component);
/* How these variables change: [n * n_unknown], the directions one after the
 * other. */
fmi2Status fmu_follow_values(FmuFollow *follow,
                             const fmi2ValueReference *unknown,
                             size_t n_unknown, double *value);

#endif
