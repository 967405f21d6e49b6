/* function_algorithm.h: algorithm sections of models.
 *
 * needs   the model is instantiated
 * gives   a procedure of what the section reads, and for each scalar that it
 *         assigns one of its results (MLS 3.6, section 11.1); a variable that
 *         may be read before it is assigned begins with its start value
 * fails   E202, E290 when-statements; a discrete variable that keeps its
 *         value from before
 *
 * Relations between what the section does not assign make events, as in
 * equations; the procedure gets their values. Other relations make none.
 */
#ifndef FOUCAULT_FLATTEN_FUNCTION_ALGORITHM_H
#define FOUCAULT_FLATTEN_FUNCTION_ALGORITHM_H

#include "flatten/function_build.h"

typedef struct AlgorithmResult {
  FlatExpr *variable, *value;
} AlgorithmResult;

bool function_algorithm(Flattening *f, Context context,
                        const AstSection *section, AlgorithmResult **result,
                        int *n);

/* --- hooks --- */

/* The slot of a variable of the model, of time, or of what else comes from
 * outside of the section. */
FlatExpr *function_algorithm_outside(FunctionBuild *b, FlatExpr *expr);
/* A declared array as a row of slots; false: it is none. */
bool function_algorithm_row(FunctionBuild *b, const Value *v, int *local);
/* A relation whose sides come from outside; NULL: another one. */
Value *function_algorithm_relation(Flattening *f, Context context,
                                   const AstExpr *expr);

#endif
