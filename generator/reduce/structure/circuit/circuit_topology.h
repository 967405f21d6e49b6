/* circuit_topology.h: loops and cutsets of a circuit that hide constraints.
 *
 * needs   nodes and branches with their kinds; every node has a branch
 * gives   one loop for each voltage source that closes one with capacitors
 *         and voltage sources before it; one cutset for each part without the
 *         datum that capacitors, voltage sources and resistors hold together;
 *         the number of unknown potentials. A circuit without a datum gets its
 *         first node as datum.
 * cost    near-linear, and the length of all loops
 *
 * Everything in `arena`.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_CIRCUIT_CIRCUIT_TOPOLOGY_H
#define FOUCAULT_REDUCE_STRUCTURE_CIRCUIT_CIRCUIT_TOPOLOGY_H

#include "reduce/structure/circuit/circuit.h"

void circuit_topology(Circuit *c, Arena *arena, Arena *scratch);

#endif
