/* step_undo.h: a step that has failed, or is not to be trusted. */
#ifndef FOUCAULT_STEP_UNDO_H
#define FOUCAULT_STEP_UNDO_H

#include "integrator_run.h"

/* With selection sets: back to the last good point, and on with other states
 * (or the same, if they are the best there) and shorter steps. Without: from
 * the last good point with steps of a hundredth, then by another method. False,
 * reason noted: the run cannot continue. */
bool step_undo_choice(IntegratorRun *run);
bool step_undo_rescue(IntegratorRun *run);

#endif
