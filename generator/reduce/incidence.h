/* incidence.h: which unknowns occur in which equation.
 *
 * The operands of event relations do not count: between events their value
 * is frozen (docs/pipeline.md, events).
 */
#ifndef FOUCAULT_REDUCE_INCIDENCE_H
#define FOUCAULT_REDUCE_INCIDENCE_H

#include "reduce/system.h"
#include "symbolic/walk.h"

typedef struct IntList {
  int *item;
  int n;
} IntList;

/* The unknowns below an expression, rising, in `arena`: continuous ones, and
 * with `discrete` the discrete ones too. */
IntList incidence_of(const System *sys, Walk *walk, ExprId e, bool discrete,
                     Arena *arena);
/* The continuous unknowns that e can be solved for or differentiated by: not
 * those that stand only inside sign(), floor(), ceil() or a condition. */
IntList incidence_solvable(const System *sys, Walk *walk, ExprId e,
                           Arena *arena);

#endif
