/* model_structure.h: what ModelStructure of modelDescription.xml tells (FMI 2.0
 * section 2.2.8), and the pattern of the integrator's matrix.
 *
 * needs   variables, states and all blocks of the reduced system
 * gives   output, derivatives, initial_unknown, and the pattern
 * cost    that of the dependencies (dependencies.h)
 */
#ifndef FOUCAULT_REDUCE_MODEL_STRUCTURE_H
#define FOUCAULT_REDUCE_MODEL_STRUCTURE_H

#include "reduce/reduced.h"
#include "symbolic/walk.h"

typedef struct Structure {
  const System *sys;
  Walk *walk;
  const bool *tunable;   /* [n_vars] parameters, see tunable.h */
  const int *row_of_var; /* [n_vars] index into r->var, -1 */
  ReducedSystem *r;      /* the lists go here */
  Arena *arena, *scratch;
} Structure;

void model_structure_make(const Structure *t);

#endif
