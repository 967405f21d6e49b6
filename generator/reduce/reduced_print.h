/* reduced_print.h: the reduced system as stable text, for --dump and tests. */
#ifndef FOUCAULT_REDUCE_REDUCED_PRINT_H
#define FOUCAULT_REDUCE_REDUCED_PRINT_H

#include <stdio.h>

#include "reduce/system/reduced.h"

void reduced_print(const ReducedSystem *reduced, FILE *out);

#endif
