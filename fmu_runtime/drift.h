/* drift.h: back to the constraints that were left to their derivatives.
 *
 * Methods of index reduction other than dummy derivatives keep constraints as
 * invariants of the differential equations (Model.constraint): errors of the
 * integrator carry the states away from them. The nearest point on all of
 * them, in units of nominal values, is found by Newton's method with the
 * shortest steps; directions across the constraints are made orthogonal to
 * each other (Gram and Schmidt), and those that depend on others left out.
 *
 * PROJECT_STEP    CVODE's hook: each accepted step ends on the constraints
 * PROJECT_INNER   the right-hand side is that of the nearest point, and pulls
 *                 gently towards it. Works with Adams' formulas too, and the
 *                 integrator's history stays smooth.
 *
 * cost    a tangent for each state, and two or three evaluations, a point
 */
#ifndef FOUCAULT_DRIFT_H
#define FOUCAULT_DRIFT_H

#include "instance.h"

typedef struct Drift Drift;

/* Bytes that drift_create() will ask for; 0: the model asks for nothing. */
size_t drift_memory(const Model *model);

/* From solver memory; NULL: memory is short. */
Drift *drift_create(Instance *inst);

/* The nearest point on the constraints is state + correction; it is stored in
 * the instance, evaluated. False: there is none near, or the model cannot be
 * evaluated (reason noted). */
bool drift_correct(Drift *d, double time, const double *state,
                   double *correction);

/* PROJECT_INNER: stores the nearest point, evaluated. */
bool drift_store(Drift *d, double time, const double *state);
/* What pulls towards it, added to the slopes of the point stored last. */
void drift_add_pull(const Drift *d, double *slope);

#endif
