/* experiment.h: annotation(experiment(StartTime, StopTime, Tolerance,
 * Interval)) of the model. Values are constant expressions; other arguments
 * of the annotation belong to other tools and are passed over. The tolerance
 * may be a parameter, which then can be set in the FMU.
 *
 * needs   a class that is written; the settings are Reals when they are
 *         evaluated
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_EXPERIMENT_H
#define FOUCAULT_FLATTEN_EQUATIONS_EXPERIMENT_H

#include "flatten/flat/constant_eval.h"
#include "flatten/instances/instances.h"

typedef struct ExperimentExprs {
  FlatExpr *start, *stop, *tolerance, *interval; /* NULL: not given */
} ExperimentExprs;

ExperimentExprs experiment_flatten(const Flattening *f, Context context);
/* Evaluates them into f->flat; E204, E205. */
void experiment_finish(const Flattening *f, ConstantTable *constants,
                       const ExperimentExprs *exprs);

#endif
