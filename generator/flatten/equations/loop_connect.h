/* loop_connect.h: turns of a loop that connect other connectors of the same
 * kind.
 *
 *   for k in 1:n - 1 loop
 *     connect(cell[k].n, cell[k + 1].p);
 *   end for;
 *
 * needs   the pass for connections
 * gives   what the turns would give one by one (connections_repeat.h)
 * fails   never: what is not of this kind is left to the caller
 * cost    two turns, and a node or two for each pair of connected variables
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_LOOP_CONNECT_H
#define FOUCAULT_FLATTEN_EQUATIONS_LOOP_CONNECT_H

#include "flatten/equations/equation_context.h"

/* One turn of the loop, as it is written. */
typedef void LoopTurn(const EquationContext *here, const AstEquation *loop,
                      int iterator, const Value *range, int turn);

/* The first turns of the loop of the last iterator; gives how many were done,
 * 0 or more. */
int loop_connect(const EquationContext *here, const AstEquation *loop,
                 const Value *range, LoopTurn *flatten);

#endif
