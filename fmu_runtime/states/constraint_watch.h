/* constraint_watch.h: constraints whose dependent unknowns are no choice of
 * the runtime, because stateSelect = always has decided.
 *
 * Where the Jacobian of such a block becomes singular nothing tells how to go
 * on. Near that place the states, which are known within the tolerance only,
 * do not tell on which side it is: integrators go past it, or turn back. A
 * step that leads over it from far is seen by the sign of the determinant; one
 * that turns round there by where both its ends lead to.
 * cost    nothing for models without such blocks; else per accepted point two
 *         directional derivatives, and five factors of each of them
 */
#ifndef FOUCAULT_CONSTRAINT_WATCH_H
#define FOUCAULT_CONSTRAINT_WATCH_H

#include "../core/instance.h"
#include <stdbool.h>

/* Number of blocks to be watched and of their unknowns, and which ones they
 * are: for instance.c. */
int constraint_watch_size(const Model *model, int *n_unknowns);
void constraint_watch_number(Instance *inst);

/* Something may have jumped: another sign than before is no fault. It goes on
 * from the present values, which must be fresh. */
void constraint_watch_begin(Instance *inst);
/* The present values belong to an accepted point. False, reason noted: within
 * the tolerance of the states a block is singular, or it was so on the way from
 * the point before. */
bool constraint_watch_accept(Instance *inst);

#endif
