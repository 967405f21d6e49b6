/* quiet.h: conditions that make no events, where the model cannot do without.
 *
 * sign(x) and relations inside of noEvent() are taken literally while the
 * model is integrated. Where such a condition jumps, and both of its sides
 * drive the model back across the place, each step of an integrator ends on
 * the other side, and the steps shrink to nothing: the run would never end.
 *
 * Steps are counted. Where so many of them have come no further than a very
 * small part of the run, the next ones are looked at: a condition that changes
 * its value again and again in their evaluations is awake from then on. It is an event
 * relation like any other, whose changes are located, and along which the
 * model may slide (slide.h); it is reported once. As long as nothing is awake
 * nothing is evaluated but what the equations say.
 *
 * Where no condition changes but derivatives do, from step to step, something
 * jumps that nobody can name, as inside of a function, or the formulas of the
 * integrator are at the edge of their stability. The integrator may have other
 * formulas. Where that does not end it a warning says which derivative it is,
 * and the run ends with it as an error where the way to its end would take
 * hours.
 *
 * cost    a counter for each step; while it looks the crossings at each
 *         evaluation
 */
#ifndef FOUCAULT_QUIET_H
#define FOUCAULT_QUIET_H

#include "../core/instance.h"

typedef enum QuietFinding {
  QUIET_NOTHING,
  QUIET_WOKEN, /* an event has to follow: a relation is awake now */
  QUIET_JUMPS, /* a derivative changes its sign from step to step, as it does
                  where formulas for models that are not stiff meet one that is:
                  others may be able to go on */
  QUIET_LOST   /* reason noted: the run cannot go on */
} QuietFinding;

/* Sets the crossings of events.h at the present values; of what is not awake
 * they say that nothing changes. */
void quiet_crossings(Instance *inst);
/* Event indicators that need a look: those of the model, or 0 where all of
 * them belong to what is not awake. */
int quiet_watched(const Instance *inst);
/* The relation of indicator s of those kept for them; -1: none. */
int quiet_awake(const Instance *inst, int s);
/* 1 or -1: with this factor the indicator was positive when it woke, as it was
 * before: an importer sees the first change, too. */
double quiet_side(const Instance *inst, int s);

/* A step has ended at `now`, or, in Model Exchange, the model was evaluated.
 * True: quiet_look() is to be called, with fresh values at that point. */
bool quiet_count(Instance *inst, double now);
QuietFinding quiet_look(Instance *inst);
/* The model was evaluated, at the end of a step or on trial: an implicit
 * formula may find the other side on each of its trials and never on its way. */
void quiet_see(Instance *inst);
/* An event: derivatives may have jumped there. */
void quiet_pass_event(Instance *inst);

#endif
