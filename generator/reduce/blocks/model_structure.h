/* model_structure.h: what ModelStructure of modelDescription.xml says (FMI 2.0
 * section 2.2.8).
 *
 * needs   a whole reduced system
 * gives   its unknowns with what they depend on. Nothing but the description
 *         asks for them: they are not part of the reduced system, and found by
 *         who writes it
 * cost    that of the dependencies (dependencies.h)
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_MODEL_STRUCTURE_H
#define FOUCAULT_REDUCE_BLOCKS_MODEL_STRUCTURE_H

#include "reduce/blocks/dependencies.h"
#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* An Unknown of ModelStructure: indices into var[] (not from 1). */
typedef struct ReducedUnknown {
  int var;
  int *dependency;      /* rising */
  DependencyKind *kind; /* of each; NULL: all DEPENDS_FREELY */
  int n_dependencies;   /* -1: not listed; it may depend on all knowns */
} ReducedUnknown;

typedef struct ModelStructure {
  ReducedUnknown *output, *derivatives, *initial_unknown;
  int n_outputs, n_derivatives, n_initial_unknowns;
} ModelStructure;

/* The lists are in `arena`. */
ModelStructure model_structure_find(const ReducedSystem *r, Arena *arena,
                                    Arena *scratch);

/* What the running model computes depends on; a state of a selection set, or
 * its derivative, on each of the candidates that it may stand for. */
Dependencies *model_structure_running(const ReducedSystem *r, Walk *walk,
                                      Arena *arena);

#endif
