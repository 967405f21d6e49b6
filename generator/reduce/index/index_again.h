/* index_again.h: for methods that change the equations before they choose.
 *
 * Between the two calls the caller replaces residuals of the given equations
 * and adds equations and variables; derivative chains may be broken. The
 * passes from state_preference on then run again (reduce/passes.c).
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_AGAIN_H
#define FOUCAULT_REDUCE_INDEX_INDEX_AGAIN_H

#include "reduce/system/system.h"

/* Takes differentiation back: the given equations are left. Variables that it
 * made stay, so that expressions may hold them. Notes the index. */
void index_again_begin(System *sys);

/* All equations are given ones now; what holds for a differentiated system is
 * lost. */
void index_again_end(System *sys, Session *s);

#endif
