/* dummy_watch.h: is the choice of states still good, after an accepted step?
 *
 * max |S| (dummy_pivot.h) takes as many solutions of linear systems as there
 * are states, too many for every step of a set with hundreds of constraints.
 * There it is trusted for some steps, as long as two sums over each row of S,
 * with signs that look random, show that no row has changed much. An entry
 * that grows by more than the limit shows in its sums, unless others cancel it
 * in both: then it is found some steps later, still far from where a choice
 * does harm (PIVOT_UNDO).
 */
#ifndef FOUCAULT_DUMMY_WATCH_H
#define FOUCAULT_DUMMY_WATCH_H

#include "../core/instance.h"

/* dummy_pivot_measure(), or what it was a few steps before. The signs of
 * determinants are those of the present values in any case. */
double dummy_watch_measure(Instance *inst);

#endif
