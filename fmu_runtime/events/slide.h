/* slide.h: sliding along the boundary of a relation.
 *
 * Where either value of a relation drives the model across the boundary to
 * the other one (x' = -sign(x) at 0: dry friction, a relay without
 * hysteresis), it would change without end in no time. What the changes tend
 * to is known: with f the derivatives as they are and f_j those with relation
 * j changed
 *
 *   x' = f + sum a_j (f_j - f),   a_j so that z_j' + z_j / T = 0
 *
 * keeps the crossings z_j at zero, and a_j is the part of the time that the
 * model spends on the other side (T: short for the run, after which what is
 * left of z_j has gone). The relations keep their values meanwhile. Sliding
 * ends where a part leaves 0 .. 1: one side does not drive back any more.
 *
 * Relations that change together (x > 0 and x < 0 of sign(x), and what follows
 * from them) are one: the first one leads.
 *
 * Refused, so that chatter.h lets the relation rest from time to time: where
 * the crossing itself depends on the value of its relation, something
 * remembers that value (pre(), when), a loop that is not linear does, or the
 * model has no tangents; and beside a contact.
 *
 * paper   Filippov, Differential Equations with Discontinuous Righthand
 *         Sides, 1988
 */
#ifndef FOUCAULT_SLIDE_H
#define FOUCAULT_SLIDE_H

#include "../core/thresholds.h"
#include "contact.h"

/* Without addresses: part of a saved state. */
typedef struct SlideState {
  int n;
  int is_fresh;            /* force and parts belong to the present values */
  int leader[SLIDE_MOST];  /* relations; Chatter.slide says who goes along */
  double part[SLIDE_MOST]; /* of the other side */
  int is_shown;            /* SlideMemory.shown belongs to them too */
} SlideState;

/* Relations that the model slides along, a part of the instance. Nothing is
 * there in models that cannot. */
typedef struct SlideMemory {
  int most; /* at the same time */
  SlideState *state;
  double *direction; /* [most * n_states] other side less this one */
  double *force;     /* [n_states] */
  double *flow;      /* [n_states] workspace */
  double *real;      /* [n_real] the same */
  int *integer, *boolean;
  signed char *sign; /* [n_blocks] the same, of determinants */
  double *shown;     /* [n_real] values for the importer */
} SlideMemory;

static inline SlideMemory *slides_of(const Instance *inst)
{
  return inst->part[PART_SLIDE];
}

/* Can the model slide at all? Else nothing of this is there. */
bool slide_is_known(const Model *m);
void slide_reset(Instance *inst);

/* When the event iteration has settled: which relations begin and end to be
 * slid along. As contact_settle(). */
ContactChange slide_settle(Instance *inst);

/* Is the value of relation k kept? Needs fresh crossings: it is not where the
 * boundary is far away. */
bool slide_holds(const Instance *inst, int k);
bool slide_is_active(const Instance *inst);
/* As those of contact.h. */
void slide_forget(Instance *inst);
bool slide_find_force(Instance *inst, const double **force);
double slide_indicator(const Instance *inst, int k);

/* Values for the importer: while the model slides a Real is the mean of what
 * both sides say, weighted as the derivatives are. Stale values stay as
 * they are. NULL, reason noted: they cannot be computed. */
const double *slide_shown(Instance *inst);

#endif
