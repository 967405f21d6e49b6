/* balance.h: as many equations as unknowns, component by component.
 *
 * needs   flat->component, and of each variable and equation its component
 * gives   counts as MLS 3.6, section 4.7 defines them; an explanation where
 *         they differ
 * fails   E302 if the whole model is unbalanced and a component in it is at
 *         fault; if all components are balanced, reduce/structure/singular.c has more
 *         to say and nothing is reported here. E302 for each class of
 *         components that are not balanced by themselves, even if the whole is;
 *         not for components that are open (FlatComponent)
 * cost    linear
 */
#ifndef FOUCAULT_FLATTEN_FLAT_BALANCE_H
#define FOUCAULT_FLATTEN_FLAT_BALANCE_H

#include "flatten/flat/flat.h"

/* What one model or block brings, without the components inside of it. */
typedef struct Balance {
  int n_unknowns;  /* own variables; interface variables of the components
                      directly inside */
  int n_equations; /* own equations and bindings; own interface variables,
                      whose equations come from outside */
} Balance;

/* One for each component; in the arena. */
Balance *balance_local(const FlatModel *flat, Arena *arena);
/* Of the whole model: all variables and equations but known inputs. */
Balance balance_global(const FlatModel *flat);

bool balance_check(Session *s, const FlatModel *flat);

/* Notes that name the components at fault with their counts, unknowns and
 * equations, one note for all of the same class; if each is balanced by
 * itself, the counts of the components directly inside of the model. */
void balance_explain(Session *s, const FlatModel *flat, Diagnostic *d);

#endif
