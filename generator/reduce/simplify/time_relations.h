/* time_relations.h: find the relations whose moment is known beforehand.
 *
 * A relation between expressions of time and of what changes at events only
 * needs no watching: where its difference is c * time + d, with a number c
 * and a d that is constant between events, it changes at time = -d / c.
 *
 * needs   discrete_split() is done
 * gives   EventRelation.event_time and is_true_before of these relations, the
 *         difference of all of them
 * cost    linear in the relations' expressions
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_TIME_RELATIONS_H
#define FOUCAULT_REDUCE_SIMPLIFY_TIME_RELATIONS_H

#include "reduce/system/system.h"

bool time_relations_find(System *sys, Session *s);
/* How many relations are watched by event indicators, but for quiet ones
 * (quiet_relations.h)? */
int time_relations_watched(const System *sys);

#endif
