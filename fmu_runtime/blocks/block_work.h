/* block_work.h: the memory in which blocks are solved: a workspace for the
 * largest one, and a store for the factors of each. A part of the instance.
 */
#ifndef FOUCAULT_BLOCK_WORK_H
#define FOUCAULT_BLOCK_WORK_H

#include "../core/instance.h"
#include "block_linear.h"

static inline BlockWork *block_work_of(const Instance *inst)
{
  return inst->part[PART_BLOCK_WORK];
}

/* Where the attempts of initialization came nearest to the equations of a
 * block, although none of them solved it (BlockWork.nearest). Equations that
 * depend on each other at solutions only are found there (least_change.h).
 * Nothing is known: */
void block_work_forget_nearest(BlockWork *w);
/* An attempt ended at the values in v->real, with what is in w->residual. */
void block_work_note_nearest(const ModelValues *v, const Block *block,
                             BlockWork *w);

/* block_linear_forget(): parameters may have changed. */
void block_work_forget(Instance *inst);

#endif
