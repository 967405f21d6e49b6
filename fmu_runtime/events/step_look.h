/* step_look.h: what has happened between the two ends of a step?
 *
 * A relation that changes and changes back within one step has the same value
 * at both ends. From the states and their slopes at both ends, and the states
 * in the middle if the solver knows them, follow polynomials of degree 4; with
 * these in place of the states a tape (tape.h) gives bounds of what a relation
 * compares, or of the condition of an assertion, over the step or any part of
 * it. Parts in which nothing changes are left out, others are halved.
 *
 * needs   a tape; see generator: tapes.h
 * gives   the first time at which something is another than at both ends, by
 *         the polynomials. Nothing is left out but what lasts less than
 *         STEP_LOOK_NARROWEST of the step and is not decided by bounds. Where
 *         STEP_LOOK_WORK parts are not enough a warning names it, once
 * cost    a few operations for each state. Relations far away from zero keep
 *         their values, by bounds, in a window around the states, and are
 *         looked at again where that is left; others take one run of the tape
 *         in a step, and at most STEP_LOOK_WORK. No memory is allocated
 *
 * The error of the polynomials themselves, against the solver's own curve, is
 * taken to be STEP_LOOK_MARGIN of what the middle changes in them. What was
 * found is to be looked at with the solver's curve.
 */
#ifndef FOUCAULT_STEP_LOOK_H
#define FOUCAULT_STEP_LOOK_H

#include "../core/instance.h"

/* Has the model tapes of what moves? */
bool step_look_is_used(const Instance *inst);

/* The present values, which are fresh, are those where a step begins. */
void step_look_begin(Instance *inst);
/* The present values, which are fresh, are those where the step ends. */
void step_look_end(Instance *inst);
/* The present states are those in the middle of the step. */
void step_look_take_middle(Instance *inst);
/* Where the step ends the next one begins. */
void step_look_go_on(Instance *inst);

double step_look_begins(const Instance *inst); /* at this time */
double step_look_ends(const Instance *inst);
bool step_look_has_middle(const Instance *inst);

/* A first look at relations, or assertions after them, without the middle, which
 * may lie STEP_LOOK_LOOSE of the curve's extent beside it: do all of [first,
 * end) stay what they are? */
bool step_look_is_clear(Instance *inst, int first, int end);

/* Is a relation, or an assertion, surely another where the step ends? */
bool step_look_differs_at_end(const Instance *inst, int item);

/* Do bounds find every change of this relation, or assertion, within a step? */
bool step_look_covers(const Instance *inst, int item);

/* Does relation k slide, rest or chatter? It keeps its value then, whatever it
 * compares. */
bool step_look_is_held(const Instance *inst, int k);

/* The same with the middle, if it is known: the first time after `from` and before
 * `to`, within the step, at which one of [first, end) may be another than at
 * the ends of the step. False: there is none. */
typedef struct StepSuspect {
  double time;
  int item;
} StepSuspect;
bool step_look_find(Instance *inst, int first, int end, double from, double to,
                    StepSuspect *suspect);
/* The same for a step that can be made again: *in_doubt, instead of a warning,
 * where something may be another in a part that is too short, too. */
bool step_look_try(Instance *inst, int first, int end, double from, double to,
                   StepSuspect *suspect, bool *in_doubt);

#endif
