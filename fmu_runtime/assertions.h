/* assertions.h: assert() of the model, looked at where it has settled.
 *
 * That is at the end of initialization, at communication points, and in Model
 * Exchange where the importer completes a step or an event: not at trial
 * points of an integrator.
 */
#ifndef FOUCAULT_ASSERTIONS_H
#define FOUCAULT_ASSERTIONS_H

#include "instance.h"

/* False, reason noted: one of level error does not hold. Those of level
 * warning are logged once. Needs fresh values. */
bool assertions_hold(Instance *inst, bool initial);

/* The same for those inside of when-equations, in the event iteration;
 * terminate() sets inst->ends. */
bool assertions_at_event(Instance *inst);

#endif
