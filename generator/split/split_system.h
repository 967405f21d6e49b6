/* split_system.h: what the system itself says, beside connections: its own
 * variables, equations, when-equations and assertions.
 *
 * What hangs together by variables that nobody else determines (those of the
 * system, and inputs of components that are connected with nothing) goes
 * into one FMU: that of the component that it is about, or, where it is about
 * several or none, one of its own with the name "equations". That one gives the
 * inputs that it determines, and takes what it uses (split_use.h).
 *
 * needs   parts, owners and signals of the plan
 * gives   part_of, part_of_equation, part_of_when, part_of_assertion of all of
 *         this; perhaps one part more
 * fails   E623 equations of several components that determine no input and no
 *         variable of the system: those of overdetermined connectors are some
 * cost    near-linear in the model
 */
#ifndef FOUCAULT_SPLIT_SPLIT_SYSTEM_H
#define FOUCAULT_SPLIT_SPLIT_SYSTEM_H

#include "split/split.h"

bool split_system(Session *s, const FlatModel *flat, SplitPlan *plan);

#endif
