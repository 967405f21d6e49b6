/* fmi2_arguments.h: what the exported calls check alike, and how a failed
 * evaluation is reported. Everything that is refused is logged with the name
 * of the call.
 *
 * The room fmi/ owns the functions that an FMU exports (../fmi2.h) and saved
 * states. It calls every other room, and none calls it. Begin with
 * fmi2_functions.c.
 */
#ifndef FOUCAULT_FMI2_ARGUMENTS_H
#define FOUCAULT_FMI2_ARGUMENTS_H

#include "../core/instance.h"

/* References in range (0 to n-1) and arrays present, else false. */
bool references_are_valid(Instance *inst, Call call,
                          const fmi2ValueReference vr[], size_t nvr,
                          const void *value, int n);

/* How many value references Reals have, and the place in real[] that one of
 * them leads to. */
int real_references(const Model *m);
fmi2ValueReference place_of_reference(const Model *m, fmi2ValueReference vr);

/* The length an importer passes along with an array, and the array. */
bool length_is_valid(Instance *inst, Call call, const void *array, size_t given,
                     int n, const char *what);

/* fmi2_derivatives.c: what followed.h promises. */
FollowFunction fmi2_derivatives_follow;

/* A failed evaluation: in Continuous-Time Mode the importer may continue with a
 * smaller step (fmi2Discard), elsewhere there is no other point to try. */
fmi2Status evaluation_failed(Instance *inst, Call call, bool can_retry);

#endif
