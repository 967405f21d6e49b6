/* clocks.h: clocked equations become when-equations (MLS 3.6, chapter 16).
 *
 * needs   all bindings and equations of the flat model
 * gives   a model without clocks. Equations and variables that hang together
 *         form partitions; operators between partitions say how their clocks
 *         are related (16.7). Each base clock becomes a counter of its ticks,
 *         advanced by sample() or by the condition of the clock; each
 *         partition a when-equation that is active at some of these ticks.
 *         previous(v) becomes pre(v), sample(u) the left limit of u
 * fails   E239 clocks that contradict each other or are not known, continuous
 *         time in a clocked equation; E290 (clock_assign.h, clock_index.h,
 *         clock_discretize.h)
 * cost    linear in the expressions; for the relations between partitions
 *         their number times the longest chain of them
 *
 * The room clocks/ has clocks and state machines (chapters 16 and 17). It
 * calls flat/, classes/, values/, instances/ and expressions/. Reading order:
 * clock_calls.c (the operators as expressions), clock_partition.c and
 * clock_infer.c (which clock), clock_discretize.c, clock_index.c with
 * clock_derivative.c, and clock_assign.c (what is
 * computed at a tick), clocks.c (the when-equations) with clock_feedback.c;
 * state_statement.c, state_machine.c and state_merge.c (state machines, which
 * become clocked equations).
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCKS_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCKS_H

#include "flatten/instances/instances.h"

void clocks_flatten(const Flattening *f);

#endif
