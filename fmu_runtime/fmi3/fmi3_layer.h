/* fmi3_layer.h: what the files of the room share.
 *
 * The room fmi3/ owns the functions of FMI 3.0 that an FMU exports (../fmi3.h),
 * and what its references mean. They are a thin layer: each hands its arguments
 * over to a body of the room fmi/ that knows no version. None calls it. Begin
 * with fmi3_functions.c, then fmi3_references.h.
 */
#ifndef FOUCAULT_FMI3_LAYER_H
#define FOUCAULT_FMI3_LAYER_H

#include "../core/instance.h"
#include "../fmi3.h"

/* [N_CALLS] fmi3_modes.c */
extern const CallRow fmi3_calls[];

static inline fmi3Status fmi3_status(Status status)
{
  return (fmi3Status)status; /* the numbers are the same */
}

/* instance_enter(), and no call but one that reads is made while a step is
 * under way (in the importer's callbacks). */
Instance *fmi3_enter(fmi3Instance instance, Call call);

/* A call that this FMU does not have: says so, and why. */
fmi3Status fmi3_refuse(fmi3Instance instance, const char *call,
                       const char *why);

#endif
