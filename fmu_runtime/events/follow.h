/* follow.h: how all values change with parameters, along a run.
 *
 * A direction is how every Real changes with one parameter or exact start. Its
 * owner integrates the part of the states (dS/dt = f_x S + f_p, from
 * FOLLOW_AT); the FMU carries the rest: dependent parameters, discrete Reals
 * and pre(v), and takes all of it through events. Made for the study of
 * sensitivities (generator/studies/back/sensitivity.h): FMUs without Model.follow
 * refuse it, and pay a test for NULL an event.
 *
 * At an event whose time t* depends on the parameter,
 *
 *   dt = -(g_x S + g_p) / (g_t + g_x f)   (of a timed relation and of a tick
 *                                          of sample(): the change of its time)
 *   d- = S + f- dt                        all values, seen at t*
 *   d+ = the event iteration along d-:    assignments by tangent(), reinit() by
 *                                         the tangent of its value, pre(v) by
 *                                         what it is copied from
 *   S+ = d+ - f+ dt
 *
 * with g of the first relation that changes at the values before. Where states
 * are exchanged (dummy_pivot.h) the new ones have their part already: d is of
 * all Reals.
 *
 * What delay() reads is followed by its past (../vectors/direction_past.h).
 *
 * lost    where it is not known how an event changes: constraints that jump,
 *         contacts that come to rest, spatialDistribution(), coordinates that
 *         are chosen again, and relations that are touched but not crossed. The
 *         reason is in FollowedDirections.lost
 * cost    one tangent a direction, at events two for each round; with delay()
 *         two more for each step
 */
#ifndef FOUCAULT_FOLLOW_H
#define FOUCAULT_FOLLOW_H

#include "../core/followed.h"
#include "../core/instance.h"
#include "../vectors/direction_past.h"

/* The direction that is set in tangent_begin(), filled in; where states are
 * evaluated elsewhere (drift.h) by way of that. */
bool follow_run(Instance *inst, bool initial);

/* The calls; states are [n * n_states]. False: failed, reason noted. */
void follow_sizes(const Instance *inst, FollowedDirections *f);
bool follow_start(Instance *inst, FollowedDirections *f);
/* The tangent at hand becomes direction k with these parts of the states. */
bool follow_at(Instance *inst, int k, const double *states);
/* A point of the past of each direction, with these parts of the states. Values
 * are fresh, and again afterwards. run: follow_at(). */
typedef bool FollowRun(Instance *inst, int k, const double *states);
bool follow_past_keep(Instance *inst, const double *states, PastPlace place,
                      FollowRun *run);
/* A step is completed. */
bool follow_step(Instance *inst, const double *states);
/* What makes an event: at first a sample() that ticks, else a relation that
 * changes at the values before it, else a delayed jump that arrives; -1:
 * none. */
typedef struct FollowCause {
  int sample, relation, delay;
  double tick, since;
} FollowCause;
bool follow_before_event(Instance *inst, const double *states,
                         const FollowCause *cause);
bool follow_after_event(Instance *inst, double *states);

/* In an event iteration; nothing where no direction is followed. */
bool follow_settled(Instance *inst); /* relations agree with values */
/* Values are those before. */
void follow_reinit(Instance *inst, const ReinitValue *reinit);
void follow_remember(Instance *inst); /* pre(v) is about to be v */
bool follow_finish(Instance *inst);

/* From the end of a run to its start: the owner integrates weights of the states
 * and of what is remembered from event to event, dw/dt = -f_x' w, backward in
 * time. At an event it follows unit directions forward and takes their products
 * with the weights after it (generator/studies/back/). */

/* f->role. Values are fresh. */
bool follow_find_roles(Instance *inst, FollowedDirections *f);
/* From the weights in tangent_begin() to their gradient: by the states in
 * `states`, by all Reals in f->d, where those count that are not
 * FOLLOW_COMPUTED. Where weights do not go backward (adjoint.h), f->lost says
 * so. Values are fresh. */
bool follow_back(Instance *inst, FollowedDirections *f, double *states);

static inline void follow_lose(Instance *inst, const char *why)
{
  FollowedDirections *f = inst->followed;
  if (f && !f->lost) f->lost = why;
}

#endif
