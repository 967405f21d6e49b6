/* step_undo.h: a step that has failed, or is not to be trusted. */
#ifndef FOUCAULT_STEP_UNDO_H
#define FOUCAULT_STEP_UNDO_H

#include "integrator_run.h"

/* Steps of this part of the longest one creep. */
#define STEP_CREEPING 1e-5
/* Smallest pivots of the constraints, in parts of the largest: so small they
 * nearly depend on each other, which ends a run that does not get on; and so
 * small that no other choice of states helps: what comes after the place is
 * not determined by the constraints. */
#define NEARLY_DEPENDENT 1e-3
#define WHOLLY_DEPENDENT 1e-6

/* With selection sets: back to the last good point, and on with other states
 * (or the same, if they are the best there) and shorter steps. Without: from
 * the last good point with steps of a hundredth, then by another method. False,
 * reason noted: the run cannot go on. */
bool step_undo_choice(IntegratorRun *run);
bool step_undo_rescue(IntegratorRun *run);

#endif
