/* forcing_look.h: does something happen in time that a step cannot have seen?
 *
 * What drives the states by time alone (generator: forcings.h) is known without
 * a solver: a tape (tape_series.h) gives bounds of it over any stretch of time.
 * A solver sees it at the ends of its steps. There it has values and slopes, and
 * so a cubic polynomial: where the forcing is near to that all over the step,
 * nothing has begun and ended within it. Otherwise the place where it is
 * farthest from the polynomial is found, by bounds of parts of the step.
 *
 * near    within FORCING_SEEN of what the polynomial itself is bent by, or
 *         within FORCING_ERRORS tolerances of the largest value so far, or of
 *         what was harmless before (forcing_look_allow())
 * gives   a forcing that is not found is near everywhere in the step, by bounds;
 *         one for which FORCING_WORK parts do not prove it is left out, with
 *         a warning, once
 * cost    a window ahead in which no step of this length can hide something is
 *         looked for first: then nothing until it is left. Otherwise three runs
 *         of the tape in a step, and FORCING_WORK times two where something is
 *         found. No memory is allocated
 */
#ifndef FOUCAULT_FORCING_LOOK_H
#define FOUCAULT_FORCING_LOOK_H

#include "../core/instance.h"

bool forcing_look_is_used(const Instance *inst);

/* A run begins here: what was known of times ahead is forgotten, after an
 * event what was harmless, too. */
void forcing_look_begin(Instance *inst, bool is_new);

/* A step, and how far it is still to be trusted. */
typedef struct ForcingStep {
  double from, to, until;
} ForcingStep;

/* Where a forcing is farthest from its polynomial, and how far. */
typedef struct ForcingSuspect {
  int forcing;
  double time, distance;
} ForcingSuspect;

/* Are all forcings near to their polynomials, by windows alone? */
bool forcing_look_is_clear(const Instance *inst, const ForcingStep *step);
/* The first forcing from k on of which windows do not say so. */
int forcing_look_next(const Instance *inst, int k, const ForcingStep *step);
/* Are all of them near, from one time to another? */
bool forcing_look_is_near(Instance *inst, double from, double to);
/* False: forcing k is near. */
bool forcing_look_find(Instance *inst, int k, const ForcingStep *step,
                       ForcingSuspect *suspect);
/* What was found makes this part of what may be: distances as large are
 * harmless for a while. */
void forcing_look_allow(Instance *inst, const ForcingStep *step,
                        const ForcingSuspect *suspect, double part);
/* The first part of the step in which the forcing may be farther from its
 * polynomial than `distance`. */
typedef struct ForcingPart {
  double begin, end;
} ForcingPart;
ForcingPart forcing_look_first(const Instance *inst, const ForcingStep *step,
                               int k, double distance);
/* All forcings have been looked at: windows that are shared. */
void forcing_look_end(Instance *inst);

#endif
