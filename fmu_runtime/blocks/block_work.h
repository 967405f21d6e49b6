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

/* block_linear_forget(): parameters may have changed. */
void block_work_forget(Instance *inst);

#endif
