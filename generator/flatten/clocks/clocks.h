/* clocks.h: clocked equations become when-equations (MLS 3.6, chapter 16).
 *
 * needs   all bindings and equations of the flat model
 * gives   a model without clocks. Equations and variables that hang together
 *         form partitions; operators between partitions tell how their clocks
 *         are related (16.7). Each base clock becomes a counter of its ticks,
 *         advanced by sample() or by the condition of the clock; each
 *         partition a when-equation that is active at some of these ticks.
 *         previous(v) becomes pre(v), sample(u) the left limit of u
 * fails   E239 clocks that contradict each other or are not known, continuous
 *         time in a clocked equation; E290 (clock_assign.h,
 *         clock_discretize.h)
 * cost    linear in the expressions; for the relations between partitions
 *         their number times the longest chain of them
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCKS_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCKS_H

#include "flatten/instances/instances.h"

void clocks_flatten(const Flattening *f);

#endif
