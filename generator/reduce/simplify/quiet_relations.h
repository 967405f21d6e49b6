/* quiet_relations.h: list the conditions of equations that make no events.
 *
 * sign(x) and relations inside of noEvent() are taken literally while the
 * model is integrated (MLS 3.7.1, 8.5). Where one of them jumps, and the model
 * is driven back across the place from both sides, the steps of an integrator
 * shrink to nothing. The runtime then makes an event relation of it
 * (fmu_runtime/events/quiet.h), for which it needs what any other has: sides,
 * place and size.
 *
 * needs   states are chosen, calls are inlined: no equation is rewritten any
 *         more
 * gives   a row of System.relation with is_quiet for each condition of a
 *         continuous equation that compares something continuous; expressions
 *         keep their nodes, whose index stays -1
 * keeps   equations, variables, the rows that were there and their order
 * cost    linear in the equations' expressions
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_QUIET_RELATIONS_H
#define FOUCAULT_REDUCE_SIMPLIFY_QUIET_RELATIONS_H

#include "reduce/system/system.h"

bool quiet_relations_find(System *sys, Session *s);

/* Event indicators that are kept for them: so many at a time may be awake. */
enum { QUIET_MOST_AWAKE = 8 };
int quiet_relations_count(const System *sys);
int quiet_relations_indicators(const System *sys);

#endif
