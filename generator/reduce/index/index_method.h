/* index_method.h: the methods of index reduction behind one interface.
 *
 * Each method is a file index_<method>.c with a function of the same
 * signature as a pass. All of them begin with what pantelides() found: which
 * equations must be differentiated how often. They end with a System whose
 * equations, but for those that hold at the start only, determine the
 * derivatives of the states and everything else.
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_METHOD_H
#define FOUCAULT_REDUCE_INDEX_INDEX_METHOD_H

#include "reduce/system/system.h"

typedef struct IndexMethod {
  const char *name; /* as the user types it */
  bool (*select)(System *sys, Session *s);
  const char *does;
} IndexMethod;

const IndexMethod *index_method(Reduction reduction);

/* The pass: System.experiment.reduction says which method.
 * gives   what the method gives; residuals of the constraints as variables
 *         (monitor.h), but with dummy derivatives and angles only if they
 *         are asked for
 *         W306 there is nothing to reduce: the method makes no difference */
bool index_method_run(System *sys, Session *s);

#endif
