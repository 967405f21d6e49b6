/* jump_rows.h: what the runtime needs where a differentiated equation jumps.
 *
 * needs   the blocks are made; System.jump (jumps.h)
 * gives   ReducedSystem.jumps: the versions of each chain below its most
 *         differentiated one, with their tangents; the factors by which
 *         impulses enter the equations that are not differentiated, of those
 *         equations whose factors may change
 * cost    none without jumps; else linear in the equations
 */
#ifndef FOUCAULT_REDUCE_JUMP_ROWS_H
#define FOUCAULT_REDUCE_JUMP_ROWS_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

void jump_rows_make(const System *sys, Walk *walk, ReducedSystem *r,
                    Arena *arena, Arena *scratch);

#endif
