/* function_memo.h: which functions keep their last results.
 *
 * A function that is dear and pure remembers arguments and results in the
 * instance (fmu_runtime/functions/kept_results.c): equations, their
 * derivatives, and what the importer asks for often ask for the same value.
 * What is compared are bits, so a run is the same with and without it.
 *
 * needs   wanted[]: the functions that are written
 * gives   [n_functions] a plan for each
 * owner   the arena
 * cost    statements and expressions of the functions that are wanted
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_MEMO_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_MEMO_H

#include <stdbool.h>

#include "function/function.h"
#include "symbolic/walk.h"

typedef struct FunctionMemo {
  int first;  /* of the instance's numbers */
  int n_rows; /* a power of two; 0: it keeps nothing */
} FunctionMemo;

/* *size: numbers of all functions together. */
const FunctionMemo *function_memo(const FunctionTable *table,
                                  const bool *wanted, Walk *walk, Arena *arena,
                                  int *size);

#endif
