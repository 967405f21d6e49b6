/* constraint_watch.h: constraints whose dependent unknowns are not a choice of
 * the runtime, because stateSelect = always has decided.
 *
 * Where the Jacobian of such a block becomes singular nothing determines how
 * to go on. Near that place the states, which are known within the tolerance
 * only, do not show on which side it is: integrators go past it, or turn back.
 * A step that leads over it from far is seen by the sign of the determinant;
 * one that turns round there by where both its ends lead to.
 * cost    nothing for models without such blocks; else per accepted point two
 *         directional derivatives, and five factors of each of them
 */
#ifndef FOUCAULT_CONSTRAINT_WATCH_H
#define FOUCAULT_CONSTRAINT_WATCH_H

#include "../core/instance.h"
#include <stdbool.h>

/* Constraints without a choice of states, a part of the instance. */
typedef struct ConstraintWatch {
  int n;      /* 0: nothing is to be watched */
  int *block; /* [n] indices in Model.block */
  /* at the last accepted point: */
  double *time;              /* [1] */
  signed char *sign;         /* [n] of determinants; 0: not known */
  double *value, *rate;      /* [n_real] of everything */
  double *saved;             /* [n_real] workspace */
  signed char *side, *other; /* [n] workspace */
} ConstraintWatch;

static inline ConstraintWatch *constraint_watch_of(const Instance *inst)
{
  return inst->part[PART_CONSTRAINT_WATCH];
}

/* Is there anything to be watched? */
static inline bool constraint_watch_is_used(const Instance *inst)
{
  return constraint_watch_of(inst)->n > 0;
}

/* Something may have jumped: another sign than before is not a fault. It
 * continues from the present values, which must be fresh. */
void constraint_watch_begin(Instance *inst);
/* The present values belong to an accepted point. False, reason noted: within
 * the tolerance of the states a block is singular, or it was so on the way from
 * the point before. */
bool constraint_watch_accept(Instance *inst);

#endif
