/* cvode_equations.c: see cvode_equations.h. */
#include "cvode_equations.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/tangent.h"
#include "../events/contact_force.h"
#include "../events/events.h"
#include "../events/quiet.h"
#include "../states/drift.h"
#include "../states/scale.h"
#include "candidate_solver.h"
#include "candidate_sparse.h"
#include <math.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

/* In models that are evaluated at the nearest point on their constraints. */
static bool is_inner(const IntegratorRun *run)
{
  return drift_is_inner(run->inst->model);
}

void cvode_equations_store(const IntegratorRun *run, double time, N_Vector y)
{
  const Candidates *candidates = cvode_integrator_candidates(run);
  Instance *inst = run->inst;
  if (is_inner(run) && drift_store(inst, time, N_VGetArrayPointer(y))) return;
  if (candidates) {
    candidates_set(candidates, time, N_VGetArrayPointer(y));
    return;
  }
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, N_VGetArrayPointer(y));
}

/* Stores a point, by the time of the solver; false when the model cannot be
 * evaluated there. */
static bool evaluate_at(const IntegratorRun *run, double own, N_Vector y)
{
  Instance *inst = run->inst;
  double time = solver_clock_time(&run->clock, own);
  if (is_inner(run)) return drift_store(inst, time, N_VGetArrayPointer(y));
  cvode_equations_store(run, time, y);
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

bool cvode_equations_slopes(const IntegratorRun *run, double *slope)
{
  RUNTIME_ASSERT(slope);
  const Candidates *candidates = cvode_integrator_candidates(run);
  if (!candidates) {
    bool good = contact_force_get_derivatives(run->inst, slope);
    if (is_inner(run)) drift_add_pull(run->inst, slope);
    return good;
  }
  return candidates_get_slopes(candidates, slope) &&
         contact_force_add(run->inst, candidates->at, slope);
}

int cvode_equations_rates(sunrealtype t, N_Vector y, N_Vector ydot, void *data)
{
  IntegratorRun *run = data;
  Instance *inst = run->inst;
  inst->statistics.rhs++;
  if (!evaluate_at(run, t, y)) return integrator_run_refuse(run);
  if (inst->model->n_states == 0) {
    N_VConst(0, ydot);
    return 0;
  }
  bool good = cvode_equations_slopes(run, N_VGetArrayPointer(ydot));
  return good ? 0 : integrator_run_refuse(run);
}

/* A derivative that does not exist at this point, as that of sqrt(x^2) at 0:
 * the iteration that the Jacobian is for converges without it. */
static void drop_undefined_cvode(sunrealtype *entry, int n)
{
  for (int i = 0; i < n; i++) {
    if (!isfinite(entry[i])) entry[i] = 0;
  }
}

/* d derivatives / d states, by tangents instead of differences. Tangents do
 * not know of a contact force (contact_force.h). */
int cvode_equations_dense(sunrealtype t, N_Vector y, N_Vector ydot,
                          SUNMatrix jacobian, void *data, N_Vector unused1,
                          N_Vector unused2, N_Vector unused3)
{
  const IntegratorRun *run = data;
  Instance *inst = run->inst;
  int n = inst->model->n_states;
  (void)ydot;
  (void)unused1;
  (void)unused2;
  (void)unused3;
  if (!evaluate_at(run, t, y)) return 1;
  bool has_force = contact_force_is_active(inst);
  for (int j = 0; j < n; j++) {
    if (!tangent_jacobian(inst, SUNDenseMatrix_Column(jacobian, j), j))
      return 1;
    drop_undefined_cvode(SUNDenseMatrix_Column(jacobian, j), n);
  }
  for (int j = 0; has_force && j < n; j++) {
    sunrealtype *column = SUNDenseMatrix_Column(jacobian, j);
    if (!contact_force_add_change(inst, j, NULL, column)) return 1;
  }
  return 0;
}

static bool fill_jacobian_of_candidates(const CvodeIntegrator *it)
{
  return cvode_integrator_is_sparse(it->owner->inst)
             ? candidate_sparse_fill(it->linear_solver)
             : candidate_solver_fill(it->linear_solver);
}

/* I - gamma J of candidates; `jok`: with the J of before. */
int cvode_equations_system(sunrealtype t, N_Vector y, N_Vector ydot,
                           SUNMatrix unused, sunbooleantype jok,
                           sunbooleantype *is_new, sunrealtype gamma,
                           void *data, N_Vector unused1, N_Vector unused2,
                           N_Vector unused3)
{
  IntegratorRun *run = data;
  const CvodeIntegrator *it = cvode_integrator_active(run);
  (void)ydot;
  (void)unused;
  (void)unused1;
  (void)unused2;
  (void)unused3;
  *is_new = !jok;
  if (!jok && !(evaluate_at(run, t, y) && fill_jacobian_of_candidates(it)))
    return 1;
  if (cvode_integrator_is_sparse(run->inst))
    candidate_sparse_set_gamma(it->linear_solver, gamma);
  else
    candidate_solver_set_gamma(it->linear_solver, gamma);
  return 0;
}

/* The same, sparse. CVODE gives a matrix without structure. */
int cvode_equations_sparse(sunrealtype t, N_Vector y, N_Vector ydot,
                           SUNMatrix jacobian, void *data, N_Vector unused1,
                           N_Vector unused2, N_Vector unused3)
{
  const IntegratorRun *run = data;
  Instance *inst = run->inst;
  const JacobianPattern *pattern = inst->model->jacobian;
  sunindextype *start = SUNSparseMatrix_IndexPointers(jacobian);
  sunindextype *row = SUNSparseMatrix_IndexValues(jacobian);
  (void)ydot;
  (void)unused1;
  (void)unused2;
  (void)unused3;
  if (!evaluate_at(run, t, y)) return 1;
  for (int j = 0; j <= inst->model->n_states; j++) {
    start[j] = pattern->column_start[j];
  }
  for (int k = 0; k < pattern->n_nonzeros; k++) row[k] = pattern->row[k];
  sunrealtype *value = SUNSparseMatrix_Data(jacobian);
  if (!tangent_sparse_jacobian(inst, pattern, value)) return 1;
  drop_undefined_cvode(value, pattern->n_nonzeros);
  return 0;
}

int cvode_equations_indicators(sunrealtype t, N_Vector y, sunrealtype *g,
                               void *data)
{
  const IntegratorRun *run = data;
  int n = run->inst->model->n_indicators;
  if (quiet_watched(run->inst) == 0) {
    for (int k = 0; k < n; k++) g[k] = 1;
    return 0;
  }
  if (!evaluate_at(run, t, y)) return 1;
  return events_indicators(run->inst, g) ? 0 : 1;
}

/* CVODE's hook of PROJECT_STEP. Errors are left as they are estimated. */
int cvode_equations_project(sunrealtype t, N_Vector y, N_Vector correction,
                            sunrealtype bound, N_Vector error, void *data)
{
  const IntegratorRun *run = data;
  (void)bound;
  (void)error;
  double time = solver_clock_time(&run->clock, t);
  return drift_correct(run->inst, time, N_VGetArrayPointer(y),
                       N_VGetArrayPointer(correction))
             ? 0
             : 1;
}

int cvode_equations_candidate_weights(N_Vector y, N_Vector weight, void *data)
{
  const IntegratorRun *run = data;
  const Candidates *c = cvode_integrator_candidates(run);
  const double *unknown = N_VGetArrayPointer(y);
  double *w = N_VGetArrayPointer(weight);
  scale_see(run->inst, unknown);
  scale_sizes(run->inst, c->n, c->nominal, w);
  candidates_level_sizes(c, w);
  double tolerance = run->inst->step_tolerance;
  for (int i = 0; i < c->n; i++) {
    double share = c->is_state[i] ? 1 : CVODE_SHARE_OF_OTHERS;
    w[i] = 1 / (share * tolerance * (fabs(unknown[i]) + w[i]));
  }
  scale_weigh_turns(run->inst, c->nominal, tolerance, w);
  return 0;
}

/* The same without selection sets. */
int cvode_equations_state_weights(N_Vector y, N_Vector weight, void *data)
{
  const IntegratorRun *run = data;
  Instance *inst = run->inst;
  const double *state = N_VGetArrayPointer(y);
  double *w = N_VGetArrayPointer(weight);
  if (inst->model->n_states == 0) N_VConst(1, weight);
  scale_see(inst, state);
  scale_sizes(inst, inst->model->n_states, inst->state_nominal, w);
  double tolerance = inst->step_tolerance;
  for (int i = 0; i < inst->model->n_states; i++) {
    w[i] = 1 / (tolerance * (fabs(state[i]) + w[i]));
  }
  scale_weigh_turns(inst, inst->state_nominal, tolerance, w);
  return 0;
}
