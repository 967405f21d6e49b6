/* circuit_print.h: a circuit as text, for dumps: its branches between numbered
 * nodes, its loops and cutsets that hide constraints. */
#ifndef FOUCAULT_REDUCE_STRUCTURE_CIRCUIT_CIRCUIT_PRINT_H
#define FOUCAULT_REDUCE_STRUCTURE_CIRCUIT_CIRCUIT_PRINT_H

#include <stdio.h>

#include "reduce/structure/circuit/circuit.h"

void circuit_print(const Circuit *circuit, FILE *out);

#endif
