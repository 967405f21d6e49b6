/* contact.h: bounces that come to rest.
 *
 * Where reinit() throws a motion back that the model then drives against the
 * same relation again (a ball on the floor), the events follow each other at
 * ever shorter intervals and pile up at a time beyond which the equations say
 * nothing. What they tend to is known, though: infinitely many small jumps
 * are a steady force. With a crossing z(x, t) that the jumps do not change, its
 * rate w = dz/dt that they do, and the direction d of the last jump
 *
 *   x' = f(x, t) + p d,   p so that w' + 2 w / T + z / T^2 = 0
 *
 * keeps z at zero (T: a time that is short for the run, after which what is
 * left of z and w has gone: Baumgarte, 1972). A jump that keeps a momentum
 * leaves a force that keeps it.
 *
 * A contact begins at a bounce that would be too low to be seen: when the
 * parabola with the present z, w and w' does not clear the hysteresis of the
 * relation (events.h). It lasts as long as the model pushes against the
 * relation (p > 0), and ends where a jump makes w too large. The relation
 * keeps its value meanwhile, and its indicator shows the force; afterwards it
 * has the other value, so that what comes back bounces again.
 *
 * Variables of the model that stand for a derivative show what the equations
 * say, without the force.
 */
#ifndef FOUCAULT_CONTACT_H
#define FOUCAULT_CONTACT_H

#include "../core/instance.h"
#include "../core/thresholds.h"

typedef struct Contact {
  int relation;
  double side;   /* 1: z was above zero before, -1: below */
  double force;  /* z'' by the force that is needed */
  double margin; /* of the indicator: a small part of the first force */
} Contact;

/* Without addresses: part of a saved state. */
typedef struct ContactState {
  int n;
  int is_fresh;       /* the sum and the forces belong to the present values */
  double before_time; /* of ContactMemory.before */
  double flight, landing; /* duration and end of the last bounce */
  Contact contact[CONTACT_MOST];
} ContactState;

/* Motions that rest at a relation, a part of the instance. Nothing is there in
 * models without reinit(). */
typedef struct ContactMemory {
  int most; /* contacts at the same time */
  ContactState *state;
  double *before;    /* [n_states] at the beginning of the event */
  double *direction; /* [most * n_states] of jumps */
  double *force;     /* [n_states] sum of the contact forces */
  double *kept;      /* [n_real] workspace */
  double *flow;      /* [n_states] the same */
} ContactMemory;

static inline ContactMemory *contacts_of(const Instance *inst)
{
  return inst->part[PART_CONTACT];
}

void contact_reset(Instance *inst);

/* At the beginning of an event: keeps the states as they are before it. */
void contact_enter(Instance *inst);

/* How long the present bounce takes; HUGE_VAL: there is none. Steps that are
 * longer would not see it. */
double contact_flight(const Instance *inst);
/* Model Exchange: the time of the highest point of a short bounce, at which
 * the importer is to stop in order to see it; HUGE_VAL: none. */
double contact_next_event(const Instance *inst);

typedef enum ContactChange {
  CONTACT_SAME,
  CONTACT_CHANGED, /* states or relations: the event iteration continues */
  CONTACT_FAILED   /* the reason is noted */
} ContactChange;

/* When the event iteration has settled: which contacts begin and end. Needs
 * fresh values; leaves them so unless something has changed. */
ContactChange contact_settle(Instance *inst);

/* Is the value of relation k kept by a contact? */
bool contact_holds(const Instance *inst, int k);
/* Is there any? */
bool contact_is_active(const Instance *inst);
/* The present values have changed: forces are to be computed again. */
void contact_forget(Instance *inst);

/* The sum of all forces by state, NULL: there are none. Needs fresh values.
 * False, reason noted: it cannot be computed here. */
bool contact_find_force(Instance *inst, const double **force);
/* The indicator of relation k, which a contact holds; needs fresh forces. */
double contact_indicator(const Instance *inst, int k);

#endif
