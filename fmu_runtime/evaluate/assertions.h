/* assertions.h: assert() of the model, looked at where it has settled.
 *
 * That is at the end of initialization, at communication points, where a
 * solver has ended a step on the way there, and in Model Exchange where the
 * importer completes a step or an event: not at trial points of an integrator.
 * At events of Co-Simulation only what changes at events is looked at: what
 * moves is beyond the place of the event, by rounding, and on its way back.
 */
#ifndef FOUCAULT_ASSERTIONS_H
#define FOUCAULT_ASSERTIONS_H

#include "../core/instance.h"

/* A part of the instance. */
typedef struct AssertionMemory {
  unsigned char *holds;  /* [n_assertions] workspace */
  unsigned char *warned; /* [n_assertions] that it does not hold */
} AssertionMemory;

static inline AssertionMemory *assertions_of(const Instance *inst)
{
  return inst->part[PART_ASSERTIONS];
}

/* False, reason noted: one of level error does not hold. Those of level
 * warning are logged once, and so is what leaves its min or max (bounds.h).
 * Needs fresh values. initial: initialization ends
 * here, which is also the event of "when initial()". */
bool assertions_hold(Instance *inst, bool initial);

/* The same for those inside of when-equations, in the event iteration;
 * terminate() sets inst->ends. */
bool assertions_at_event(Instance *inst);

/* The same after an event, for those of what changes at events only. */
bool assertions_after_event(Instance *inst);

/* The same where a step has ended, for those of what moves; are there any? */
bool assertions_after_step(Instance *inst);
bool assertions_move(const Instance *inst);

/* The same for one of those, which surely does not hold now: the model has no
 * values here, but bounds tell it. */
bool assertions_broken(Instance *inst, int k);

#endif
