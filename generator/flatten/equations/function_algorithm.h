/* function_algorithm.h: algorithm sections of models.
 *
 * needs   the model is instantiated
 * gives   a procedure of what the section reads, and for each scalar that it
 *         assigns one of its results (MLS 3.6, section 11.1); a variable that
 *         may be read before it is assigned begins with its start value, a
 *         discrete one with pre() of it
 * fails   E202, E204, E237 where a when-statement may not stand, E290
 *
 * Relations between what the section does not assign make events, as in
 * equations; the procedure gets their values. For others see
 * algorithm_events.h.
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_FUNCTION_ALGORITHM_H
#define FOUCAULT_FLATTEN_EQUATIONS_FUNCTION_ALGORITHM_H

#include "flatten/functions/function_build.h"

typedef struct AlgorithmResult {
  FlatExpr *variable, *value;
  bool is_held;        /* discrete: else it keeps its value */
  bool runs_initially; /* is_held: assigned in initialization too */
} AlgorithmResult;

bool function_algorithm(const Flattening *f, Context context,
                        const AstSection *section, AlgorithmResult **result,
                        int *n);

#endif
