/* cosimulation.h: one communication step.
 *
 * needs   MODE_STEP_COMPLETE
 * gives   time exactly start + step, states there; other values are computed
 *         when asked for. The integrator's history is kept unless an input
 *         has changed or an event happened.
 * fails   STATUS_ERROR. A refused step (wrong start, length not positive, past
 *         the stop time) changes nothing; a failed one leaves the instance
 *         in MODE_ERROR, at the point where it failed.
 */
#ifndef FOUCAULT_COSIMULATION_H
#define FOUCAULT_COSIMULATION_H

#include "../core/instance.h"

Status cosimulation_step(Instance *inst, double start, double step);

/* Event mode of FMI 3.0: an event begins where the last step has ended, is
 * settled as often as the importer likes, and ends. A failure leaves the
 * instance in MODE_ERROR. */
Status cosimulation_enter_event(Instance *inst);
Status cosimulation_settle_event(Instance *inst);
Status cosimulation_leave_event(Instance *inst);

#endif
