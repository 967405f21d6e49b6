/* arguments.h: what the exported calls check alike, and how a failed
 * evaluation is reported. Everything that is refused is logged with the name
 * of the call.
 *
 * The room fmi/ owns the bodies of the functions that an FMU exports, saved
 * states, and fmi2_*.c: those functions of FMI 2.0 (../fmi2.h), a thin layer
 * over the bodies. It calls every other room, and none but fmi3/ calls it. Begin
 * with life.c.
 */
#ifndef FOUCAULT_ARGUMENTS_H
#define FOUCAULT_ARGUMENTS_H

#include "../core/instance.h"

/* References in range (0 to n-1) and arrays present, else false. */
bool references_are_valid(Instance *inst, Call call, const ValueReference vr[],
                          size_t nvr, const void *value, int n);

/* How many value references Reals have, and the place in real[] that one of
 * them leads to. */
int real_references(const Model *m);
ValueReference place_of_reference(const Model *m, ValueReference vr);

/* The length an importer passes along with an array, and the array. */
bool length_is_valid(Instance *inst, Call call, const void *array, size_t given,
                     int n, const char *what);

/* A failed evaluation: in Continuous-Time Mode the importer may continue with a
 * smaller step (STATUS_DISCARD), elsewhere there is no other point to try. */
Status evaluation_failed(Instance *inst, Call call, bool can_retry);

#endif
