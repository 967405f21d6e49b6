/* interface_clocks.h: the clocks among the variables that an importer of FMI
 * 3.0 sees (sections 2.2.8 and 2.4.7 there), and the variables that belong to
 * them. Part of interface_variables.h; for its callers.
 *
 * needs   the variables with their references
 * gives   InterfaceVariables.clock: where the interval of each is, and how
 *         urgent it is: triggered ones come first, then by rising intervals
 *         (section 5.1.2 recommends it)
 * cost    linear in the rows, for each clock
 */
#ifndef FOUCAULT_EMIT_INTERFACE_INTERFACE_CLOCKS_H
#define FOUCAULT_EMIT_INTERFACE_INTERFACE_CLOCKS_H

#include "emit/interface/interface_variables.h"

/* Is it a clock? */
bool interface_clocks_is(const ReducedVar *v);
/* Fills `clock`; n_clocks is known. In the arena. */
void interface_clocks_find(const ReducedSystem *r, InterfaceVariables *all,
                           Arena *arena);

/* The number of the input clock that a variable changes with; -1: none. */
int interface_clocks_of(const ReducedSystem *r, const InterfaceVariables *all,
                        const ReducedVar *v);
/* The variable with the previous value of this one, if it is a clocked state of
 * the same form; -1: none. */
int interface_clocks_previous(const ReducedSystem *r,
                              const InterfaceVariables *all, int variable);

/* Tables of model.c, and members of foucault_model. */
void interface_clocks_write_tables(const ReducedSystem *r,
                                   const InterfaceVariables *all, FILE *out);
void interface_clocks_write_members(const InterfaceVariables *all, FILE *out);

#endif
