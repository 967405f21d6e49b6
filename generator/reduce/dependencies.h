/* dependencies.h: on which knowns does an unknown depend, through all blocks?
 *
 * For ModelStructure (FMI 2.0 section 2.2.8): an unknown of a block depends on
 * everything that occurs in the block. Operands of event relations count.
 * cost    per unknown the blocks it reaches
 */
#ifndef FOUCAULT_REDUCE_DEPENDENCIES_H
#define FOUCAULT_REDUCE_DEPENDENCIES_H

#include "reduce/reduced.h"
#include "symbolic/walk.h"

typedef struct Dependencies Dependencies;

/* `first` (may be NULL) is computed before `second`. */
Dependencies *dependencies_make(const System *sys, Walk *walk,
                                const BlockSequence *first,
                                const BlockSequence *second, Arena *arena);

/* Says that `var` depends on these, all or each: for variables that no block
 * computes. */
void dependencies_add(Dependencies *d, VarId var, const VarId *leaf, int n);

/* The variables that no block computes and that a variable depends on (itself,
 * if no block computes it); time: it depends on time. */
typedef struct DependencyList {
  VarId *var;
  int n_vars;
  bool time;
} DependencyList;
/* The list is good until the next call. */
DependencyList dependencies_of(Dependencies *d, VarId var);

#endif
