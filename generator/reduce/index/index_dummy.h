/* index_dummy.h: choose dummy derivatives; what remains are the states.
 *
 * needs   pantelides() is done
 * gives   one dummy derivative per differentiated equation (is_dummy), role of
 *         every continuous variable; states are the variables whose derivative
 *         exists and is not a dummy. Where the choice is good for the start
 *         values only, a selection set (System.set): its choice is made at run
 *         time, is_dummy and role show the one at the start values
 *         W303, W304 a stateSelect that could not be granted
 *         (state_preference.h)
 * fails   E305 the differentiated equations of a block are dependent at every
 *         point tried: the structural index is wrong
 * cost    one dense elimination per block that has differentiated equations
 * paper   Mattsson, Soederlind, SIAM J. Sci. Comput. 14(3), 1993, section 3
 *
 * The choice is made block by block in the block lower triangular form of the
 * differentiated problem and level by level from the highest derivative down.
 * All matrices of all levels are parts of the one Jacobian G of the block.
 * Columns are chosen by elimination; among pivots that are large enough the
 * attributes decide (preference() in index_dummy.c), and say why (Var.why).
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_DUMMY_H
#define FOUCAULT_REDUCE_INDEX_INDEX_DUMMY_H

#include "reduce/system/system.h"

bool index_dummy_select(System *sys, Session *s);

#endif
