/* push.h: what the runtime adds to the derivatives that the model computes.
 *
 * Motions that rest at a relation (contact.h), or slide along it (slide.h).
 * The model's tangents know nothing of it: its part of a Jacobian is made of
 * differences.
 */
#ifndef FOUCAULT_PUSH_H
#define FOUCAULT_PUSH_H

#include "../core/instance.h"

/* Is there any? */
bool push_is_active(const Instance *inst);
/* The present values have changed: it is to be computed anew. */
void push_forget(Instance *inst);

/* The sum by state, NULL: there is none. Needs fresh values. False, reason
 * noted: it cannot be computed here. */
bool push_force(Instance *inst, const double **force);
/* Adds it to derivatives; at[i] is the place of that of state i, NULL: i. */
bool push_add_force(Instance *inst, const int *at, double *derivative);
/* Adds to column j of d derivatives / d states how the force changes with
 * state j. Leaves values stale. */
bool push_add_change(Instance *inst, int j, const int *at, double *column);

#endif
