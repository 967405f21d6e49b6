/* events.h: relations, event indicators and the event iteration.
 *
 * The room events/ owns what happens at one time: initialization
 * (initialize.h), relations and their iteration, time events, and motions that
 * would call events for ever (chatter.h, contact.h, slide.h). It calls states/
 * and the rooms below. Begin with this file.
 *
 * A relation is true where its crossing z is below zero. While integrating
 * its value is frozen, and the importer (or CVODE) watches an indicator
 *
 *   g = z - band   while the relation is true
 *   g = z + band   while it is false
 *
 * whose sign changes when z has gone past zero by the band. At the event the
 * relation is then set from z itself, so that afterwards |g| >= band: an
 * indicator is never zero after an event, and rounding in z does not call the
 * next event.
 */
#ifndef FOUCAULT_EVENTS_H
#define FOUCAULT_EVENTS_H

#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../states/scale.h"

/* Workspace, a part of the instance. */
typedef struct EventWork {
  double *crossing;    /* [n_relations] at the values looked at last */
  double *band;        /* [n_relations] of one in doubt (relation_path.h); 0 */
  ReinitValue *reinit; /* [n_reinits] */
  int rounds;          /* of the event iteration, each with settled relations */
  int *relation_of;    /* [n_indicators] -1 - s: one kept for quiet.h */
  unsigned char *restless; /* [n_relations] has changed, for messages */
  int at_instant; /* the event is at its instant still, not right after it */
} EventWork;

static inline EventWork *event_work_of(const Instance *inst)
{
  return inst->part[PART_EVENTS];
}

/* Half the width of the hysteresis of relation k, in the unit of z: a small
 * part of the size of what z is the difference of, and more where rounding
 * has left it in doubt. */
static inline double events_band(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_relations);
  RUNTIME_ASSERT(scale_of_relation(inst, k) > 0);
  double band = EVENT_BAND * scale_of_relation(inst, k);
  double doubt = event_work_of(inst)->band[k];
  return doubt > band ? doubt : band;
}

/* Sets every relation from its crossing at the present values, in round k of
 * an event iteration. In the first rounds the sign of z decides; later, and in
 * a circle (relation_path.h), z has to pass zero by the band, so that two
 * relations cannot chase each other within rounding. Returns the index of the first that has changed, -1:
 * none. */
int events_update_relations(Instance *inst, int round);

/* memory_update(), and relations with a pre(v) of their own follow it at once:
 * no evaluation sees them disagree. Returns whether a pre(v) has changed. */
bool events_remember(Instance *inst);

/* The beginning of an event at the present time: keeps what pre() needs,
 * makes ticks of sample() true. False: evaluation failed (noted). */
bool events_enter(Instance *inst);

/* Event iteration: evaluates and updates relations until none changes, does
 * what reinit() asks for, copies each v to its pre(v), and again until no
 * pre(v) changes. Where no relations agree with the pre(v) there are, these
 * follow round by round.
 *
 * gives   fresh values with settled relations; inst->next_event;
 *         inst->states_changed set if reinit() was done
 * fails   false, reason noted: evaluation failed, an assertion of the event
 *         does not hold, two reinit() of one state contradict each other, or
 *         something changes for ever
 */
bool events_settle(Instance *inst);

/* Would an event at the present values change a relation? One may be past zero
 * by less than its band. Needs fresh values. */
bool events_are_due(Instance *inst);
/* The first one that would; -1: none. */
int events_first_due(Instance *inst);

/* The last event, with terminal() true, if the model asks for it. */
bool events_at_end(Instance *inst);

/* The indicators g of the relations that are not timed; needs fresh values.
 * False, reason noted: a contact force (contact_force.h) is not known. */
bool events_indicators(Instance *inst, double *g);
/* The same of n of them, those in the list: g[list[i]] is set. */
bool events_some_indicators(Instance *inst, const int *list, int n, double *g);
/* events_band() of each of them; 0: of nothing that is awake. */
void events_bands(const Instance *inst, double *band);

#endif
