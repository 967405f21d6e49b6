/* initial_changes.h: which start values the initial system changes, for
 * reports.
 *
 * needs   the passes of passes.h are done
 * gives   what becomes of the start values that are start preferences, with the model's
 *         own parameter values (initial_trial.h), in the order of variables
 * fails   is_known false: that needs an FMU
 */
#ifndef FOUCAULT_REDUCE_INITIAL_INITIAL_CHANGES_H
#define FOUCAULT_REDUCE_INITIAL_INITIAL_CHANGES_H

#include "reduce/system/reduced.h"

typedef struct InitialChange {
  VarId var;
  double start, value;
} InitialChange;

typedef struct InitialChanges {
  bool is_known;
  InitialChange *change;
  int n_changes;
} InitialChanges;

InitialChanges initial_changes(const ReducedSystem *r, Arena *arena);

#endif
