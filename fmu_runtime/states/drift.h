/* drift.h: back to the constraints that were left to their derivatives.
 *
 * Methods of index reduction other than dummy derivatives keep constraints as
 * invariants of the differential equations (Model.constraint): errors of the
 * integrator carry the states away from them. The nearest point on all of
 * them, in units of nominal values, is found by Newton's method with the
 * shortest steps; directions across the constraints are made orthogonal to
 * each other (Gram and Schmidt), and those that depend on others left out.
 *
 * PROJECT_STEP    CVODE's hook: each accepted step ends on the constraints.
 *                 In Model Exchange the step is the importer's: where it ends
 *                 too far away an event is asked for, which moves the states.
 * PROJECT_INNER   the right-hand side is that of the nearest point, and pulls
 *                 gently towards it. Works with Adams' formulas too, and the
 *                 integrator's history stays smooth. In Model Exchange the
 *                 states of the importer stay as it has set them, all other
 *                 values are those of the nearest point.
 *
 * PROJECT_OFF     nothing is moved. How far the states are from the constraints is
 *                 compared with the tolerance where the importer looks, and
 *                 reported once; so is the distance of PROJECT_INNER.
 *
 * cost    a tangent for each state, and two or three evaluations, a point; where
 *         drift is only watched, each time that a residual has doubled
 */
#ifndef FOUCAULT_DRIFT_H
#define FOUCAULT_DRIFT_H

#include "../core/instance.h"

/* The way back to constraints that drift away. A part of the
 * instance; nothing is there in models that are not projected. n: states, m:
 * constraints. */
typedef struct DriftWork {
  double *direction;  /* [m * n] orthonormal rows, in units of nominals */
  double *lower;      /* [m * m] constraints in terms of these */
  double *amount;     /* [m] along each direction */
  double *correction; /* [n] of the point stored last */
  double *point;      /* [n] workspace */
  double *given;      /* [n] states of the importer */
  double *pull;       /* [n] see drift_turn() */
  /* Where drift is watched; has it been reported? */
  double *looked_at; /* [n_constraints] largest residuals at the looks so far */
  double *part;      /* [1] largest distance found by them, in sizes */
  int *is_reported;  /* [1] */
  int *n_points;     /* [1] since the last look */
} DriftWork;

static inline DriftWork *drift_of(const Instance *inst)
{
  return inst->part[PART_DRIFT];
}

/* Is there anything to bring back, and how? */
bool drift_is_projected(const Model *model);
bool drift_is_step(const Model *model);
bool drift_is_inner(const Model *model);
/* Is it only compared with the tolerance? */
bool drift_is_watched(const Model *model);

/* Where drift_is_watched(), or drift_is_inner(): the present point counts. Needs
 * fresh values. False: a tangent does not exist (noted). */
bool drift_watch(Instance *inst);

/* Derivatives of the constraints by the states, in units of nominals, in
 * DriftWork.direction. Needs fresh values. False: as above. */
bool drift_find_gradients(Instance *inst);
/* Orthonormal directions in their place, and the constraints by these: what the
 * functions below work with. */
void drift_make_orthogonal(const Instance *inst);

/* The nearest point on the constraints is state + correction; it is stored in
 * the instance, evaluated. False: there is none near, or the model cannot be
 * evaluated (reason noted). */
bool drift_correct(Instance *inst, double time, const double *state,
                   double *correction);

/* PROJECT_INNER: stores the nearest point, evaluated. */
bool drift_store(Instance *inst, double time, const double *state);
/* What pulls towards it, added to the slopes of the point stored last. */
void drift_add_pull(const Instance *inst, double *slope);

/* --- Model Exchange --- */

/* PROJECT_INNER in continuous-time mode: the states of the importer are not
 * those that the values belong to. */
bool drift_is_at_work(const Instance *inst);

/* The present states are those of the importer from now on: continuous-time
 * mode begins. */
void drift_begin(Instance *inst);

/* Makes these the states of the importer, where drift_is_at_work(). */
void drift_set_states(Instance *inst, const double *state);
/* The values of the nearest point, where drift_is_at_work(). */
bool drift_refresh(Instance *inst);

/* A step of the importer has been completed: *is_far says whether the states
 * are to be moved. Needs fresh values. False: evaluation failed (noted). */
bool drift_measure(Instance *inst, bool *is_far);

/* An event: the states are moved to the constraints, for good. *moved: they
 * were not there. Needs fresh values. False: evaluation failed (noted). */
bool drift_land(Instance *inst, bool *moved);

/* Where drift_is_at_work(): a direction in which the importer moves states,
 * time and inputs (as for tangent_run()) becomes the one in which the nearest
 * point moves; DriftWork.pull[k] is what the pull adds to the change of the
 * derivative of state k. Good up to terms of the size of the correction.
 * False: a tangent does not exist (noted). */
bool drift_turn(Instance *inst);

/* That, by the place of the derivative in real[]; 0 of other variables, and
 * where nothing is at work. */
double drift_pull_on(const Instance *inst, unsigned place);

#endif
