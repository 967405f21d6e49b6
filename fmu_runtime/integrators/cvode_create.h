/* cvode_create.h: memory and set-up of one CVODE.
 *
 * SUNDIALS 6 does not survive a failed allocation everywhere (N_VClone,
 * SUNMatClone, SUNContext_Create): all it may ask for is reserved first, in a
 * part of the instance's solver memory. It goes with that.
 */
#ifndef FOUCAULT_CVODE_CREATE_H
#define FOUCAULT_CVODE_CREATE_H

#include "cvode_integrator.h"

/* Reserves a part; the caller closes it. False: memory is short. */
bool cvode_create_open(const Instance *inst, bool adams);
/* For a run, or (NULL) with a run of its own, in that part. NULL: it cannot be
 * made. */
CvodeIntegrator *cvode_create_make(Instance *inst, bool adams,
                                   IntegratorRun *owner);

#endif
