/* block_nearest.h: where the attempts of initialization came nearest to the
 * equations of a block, although none of them solved it. Equations that depend
 * on each other at solutions only are found there (least_change.h).
 */
#ifndef FOUCAULT_BLOCK_NEAREST_H
#define FOUCAULT_BLOCK_NEAREST_H

#include "block_linear.h"

/* Nothing is known. */
void block_nearest_begin(BlockWork *w);

/* An attempt ended at the values in v->real, with what is in w->residual. */
void block_nearest_note(const ModelValues *v, const Block *block, BlockWork *w);

#endif
