/* contact_force.h: what the runtime adds to the derivatives that the model computes.
 *
 * Motions that rest at a relation (contact.h), or slide along it (slide.h).
 * The model's tangents know nothing of it: its part of a Jacobian is made of
 * differences.
 */
#ifndef FOUCAULT_CONTACT_FORCE_H
#define FOUCAULT_CONTACT_FORCE_H

#include "../core/instance.h"

/* Is there any? */
bool contact_force_is_active(const Instance *inst);

/* The sum by state, NULL: there is none. Needs fresh values. False, reason
 * noted: it cannot be computed here. */
bool contact_force_sum(Instance *inst, const double **force);
/* Adds it to derivatives; at[i] is the place of that of state i, NULL: i. */
bool contact_force_add(Instance *inst, const int *at, double *derivative);
/* The derivatives of all states, with it. Needs fresh values. False: one is not
 * a finite number, or the force is not known (noted). */
bool contact_force_get_derivatives(Instance *inst, double *derivative);
/* Adds to column j of d derivatives / d states how the force changes with
 * state j. Leaves values stale. */
bool contact_force_add_change(Instance *inst, int j, const int *at,
                              double *column);

#endif
