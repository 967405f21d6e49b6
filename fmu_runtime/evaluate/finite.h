/* finite.h: values that are not finite, and the equation they come from.
 *
 * A division by zero, the root of a negative number, an overflow: what is
 * computed so is an error where the model has settled (assertions.h says
 * where that is), never at a trial point of an integrator. A value may be
 * infinite if something that it is computed from is: whoever sets a parameter
 * to infinity gets what follows from that. An Integer that is too large, or
 * no number, is INT_MIN.
 *
 * cost    one pass over the values where all are finite; else one over what is
 *         computed (Model.computed)
 */
#ifndef FOUCAULT_FINITE_H
#define FOUCAULT_FINITE_H

#include "../core/instance.h"

/* False, reason noted with equation and values: something was computed that
 * is not finite. Needs fresh values. initial: by the initial system. */
bool finite_check(Instance *inst, bool initial);

/* The same where something is known not to be finite: notes why, or else that
 * it is this Real. */
void finite_note(Instance *inst, int reference);

/* Appends a variable as "x = 1", and by which equation and values where the
 * model says: "der(x) = 4: tank.mo:9: der(x) = x^2 (x = 2)". Its type is 'r',
 * 'i' or 'b'. False, and nothing is appended: the model has no such name, it
 * is internal. */
bool finite_append(const Instance *inst, char type, int reference,
                   LogText *text);

#endif
