/* integrator_cvode.c: CVODE with the interface of integrator.h. */
#include "../carry/carried.h"
#include "../carry/carried_sundials.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../sparse/sparse_solver.h"
#include "../states/drift.h"
#include "candidate_solver.h"
#include "candidate_sparse.h"
#include "cvode_create.h"
#include "cvode_equations.h"
#include "integrators.h"
#include <cvode/cvode.h>
#include <math.h>

/* --- what Newton's iteration leaves ----------------------------------------- */

static void set_newton_end(const IntegratorRun *run, const CvodeIntegrator *it)
{
  CVodeSetNonlinConvCoef(it->cvode, run->n_careful_steps > 0
                                        ? CVODE_NEWTON_LEFT_CAREFUL
                                        : CVODE_NEWTON_LEFT);
}

/* CVODE counts evaluations that fail with the iterations (`refused`); BDF does
 * not get past those more easily. */
static void watch_stiffness(IntegratorRun *run, CvodeIntegrator *it,
                            bool refused)
{
  long n = 0;
  if (run->inst->model->method != METHOD_AUTO) return;
  CVodeGetNumNonlinSolvConvFails(it->cvode, &n);
  long n_failures = refused ? 0 : n - run->n_newton_failures;
  run->n_newton_failures = n;
  if (stiffness_shows(&run->stiffness, n_failures, damping_take(&it->damping)))
    run->is_stiff = true;
}

/* An iteration fails where the matrix is another one by now, as with a machine
 * that turns. CVODE makes a new one; the steps before ended by a rate of
 * convergence that was none any more. */
static void watch_newton(IntegratorRun *run, CvodeIntegrator *it, bool refused)
{
  long n = 0;
  if (it->adams) {
    watch_stiffness(run, it, refused);
    return;
  }
  CVodeGetNumNonlinSolvConvFails(it->cvode, &n);
  bool was_careful = run->n_careful_steps > 0;
  if (n > run->n_newton_failures)
    run->n_careful_steps = CVODE_CAREFUL_STEPS;
  else if (was_careful)
    run->n_careful_steps--;
  run->n_newton_failures = n;
  if (was_careful != (run->n_careful_steps > 0)) set_newton_end(run, it);
}

static void begin_newton_watch(IntegratorRun *run, const CvodeIntegrator *it)
{
  run->n_newton_failures = 0; /* CVODE counts anew, too */
  set_newton_end(run, it);
}

/* --- steps ------------------------------------------------------------------ */

static bool start_with_candidates(IntegratorRun *run, CvodeIntegrator *it)
{
  Candidates *c = ((CvodeIntegrator *)run)->candidates;
  candidates_begin(c, N_VGetArrayPointer(it->y));
  return CVodeReInit(it->cvode, run->clock.own, it->y) == CV_SUCCESS &&
         CVodeWFtolerances(it->cvode, cvode_equations_candidate_weights) ==
             CV_SUCCESS;
}

static bool cvode_start(IntegratorRun *run)
{
  CvodeIntegrator *it = cvode_integrator_active(run);
  Instance *inst = run->inst;
  begin_newton_watch(run, it);
  if (cvode_integrator_candidates(run)) return start_with_candidates(run, it);
  evaluate_get_states(inst, N_VGetArrayPointer(it->y));
  return CVodeReInit(it->cvode, run->clock.own, it->y) == CV_SUCCESS &&
         CVodeWFtolerances(it->cvode, cvode_equations_state_weights) ==
             CV_SUCCESS;
}

/* The model was last evaluated where the solver is now: at the prediction, or
 * at the last point of the iteration. Not so with quotients of differences. */
static bool follow_candidates(IntegratorRun *run, const CvodeIntegrator *it)
{
  const Instance *inst = run->inst;
  Candidates *candidates = ((CvodeIntegrator *)run)->candidates;
  if (!candidates || inst->stale & STALE_VALUES) return false;
  if (!it->adams && !inst->model->tangent) return false;
  if (instance_time(inst) != run->now) return false;
  run->is_foretold = candidates_follow(candidates) < CVODE_FORETOLD;
  return true;
}

static StepEnd cvode_step(IntegratorRun *run, double asked)
{
  RUNTIME_ASSERT(run->waiting == NOTHING_WAITS);
  CvodeIntegrator *it = cvode_integrator_active(run);
  double own = run->clock.own, length = 0;
  long refused = run->n_refused;
  int flag = CVode(it->cvode, solver_clock_own(&run->clock, asked), it->y, &own,
                   CV_ONE_STEP);
  CVodeGetLastStep(it->cvode, &length);
  if (!solver_clock_goes_on(&run->clock, &own, length))
    return STEP_FAILED; /* a forged history */
  run->now = solver_clock_arrive(&run->clock, own);
  watch_newton(run, it, run->n_refused > refused);
  run->is_foretold = false;
  run->has_values = flag >= 0 && follow_candidates(run, it);
  if (flag == CV_ROOT_RETURN) return STEP_AT_ROOT;
  if (flag == CV_TSTOP_RETURN) return STEP_AT_STOP;
  return flag >= 0 ? STEP_DONE : STEP_FAILED;
}

static void cvode_limit(IntegratorRun *run, double longest, double stop)
{
  RUNTIME_ASSERT(longest >= 0 && stop > run->now);
  CvodeIntegrator *it = cvode_integrator_active(run);
  CVodeSetMaxStep(it->cvode, longest);
  CVodeSetStopTime(it->cvode, solver_clock_ahead(&run->clock, stop));
}

/* Of a point within the last step. */
static double cvode_own_time(const IntegratorRun *run,
                             const CvodeIntegrator *it, double time)
{
  double end = 0, step = 0;
  CVodeGetCurrentTime(it->cvode, &end);
  CVodeGetLastStep(it->cvode, &step);
  return solver_clock_within(&run->clock, time, end, step);
}

static bool cvode_look_back(IntegratorRun *run, double time)
{
  RUNTIME_ASSERT(time <= run->now);
  CvodeIntegrator *it = cvode_integrator_active(run);
  return CVodeGetDky(it->cvode, cvode_own_time(run, it, time), 0, it->y) ==
         CV_SUCCESS;
}

static void cvode_store(IntegratorRun *run, double time)
{
  CvodeIntegrator *it = cvode_integrator_active(run);
  cvode_equations_store(run, time, it->y);
}

/* Newton's matrix knows what stiff components make of a difference: nothing. */
static bool through_matrix(CvodeIntegrator *it, double *size)
{
  if (!it->linear_solver) return false;
  SUNMatrix matrix = &it->newton.known;
  if (SUNLinSolSolve(it->linear_solver, matrix, it->model_slope, it->defect,
                     0) != 0) {
    return false;
  }
  *size = fmin(*size, N_VWrmsNorm(it->model_slope, it->weight));
  return true;
}

static bool cvode_defect(IntegratorRun *run, double *size)
{
  CvodeIntegrator *it = cvode_integrator_active(run);
  double gamma;
  if (run->inst->model->n_states == 0) return false;
  if (CVodeGetDky(it->cvode, cvode_own_time(run, it, run->point_time), 1,
                  it->defect) != CV_SUCCESS ||
      CVodeGetCurrentGamma(it->cvode, &gamma) != CV_SUCCESS ||
      CVodeGetErrWeights(it->cvode, it->weight) != CV_SUCCESS ||
      !cvode_equations_slopes(run, N_VGetArrayPointer(it->model_slope))) {
    return false;
  }
  N_VLinearSum(gamma, it->model_slope, -gamma, it->defect, it->defect);
  if (cvode_integrator_candidates(run))
    candidates_keep_states(cvode_integrator_candidates(run),
                           N_VGetArrayPointer(it->defect));
  *size = N_VWrmsNorm(it->defect, it->weight);
  if (*size > DEFECT_MOST) through_matrix(it, size);
  return true;
}

static bool cvode_motion(IntegratorRun *run, const double **value,
                         const double **slope)
{
  CvodeIntegrator *it = cvode_integrator_active(run);
  double end = 0;
  if (!slope) {
    *value = N_VGetArrayPointer(it->y);
    return true;
  }
  if (CVodeGetCurrentTime(it->cvode, &end) != CV_SUCCESS ||
      CVodeGetDky(it->cvode, end, 1, it->model_slope) != CV_SUCCESS) {
    return false;
  }
  *value = N_VGetArrayPointer(it->y);
  *slope = N_VGetArrayPointer(it->model_slope);
  return true;
}

static bool cvode_exchange(IntegratorRun *run)
{
  candidates_exchange(((CvodeIntegrator *)run)->candidates);
  return true;
}

static void cvode_keep(IntegratorRun *run)
{
  CvodeIntegrator *it = cvode_integrator_active(run);
  candidates_keep(cvode_integrator_candidates(run), N_VGetArrayPointer(it->y));
}

static void cvode_counters(IntegratorRun *run, SolverWork *work)
{
  CvodeIntegrator *it = cvode_integrator_active(run);
  CVodeGetNumSteps(it->cvode, &work->steps);
  if (!it->linear_solver) return;
  CVodeGetNumJacEvals(it->cvode, &work->jacobians);
  CVodeGetNumLinSolvSetups(it->cvode, &work->factorizations);
}

static void change_method(IntegratorRun *run)
{
  CvodeIntegrator *it = (CvodeIntegrator *)run;
  if (!it->adams) return;
  integrator_run_count(run);
  run->counted = (SolverWork){0, 0, 0}; /* the other one begins at none */
  if (!it->other && cvode_create_open(run->inst, false)) {
    it->other = cvode_create_make(run->inst, false, run);
    solver_memory_close_part(run->inst->solver_memory);
  }
  run->method_changed = true;
}

static bool take_linear_solver(const CvodeIntegrator *it, const Carried *c)
{
  const Instance *inst = it->owner->inst;
  SUNLinearSolver solver = it->linear_solver;
  if (!carried_matrix(c, it->newton.matrix)) return false;
  if (cvode_integrator_has_solver(it)) {
    return cvode_integrator_is_sparse(inst) ? candidate_sparse_take(solver, c)
                                            : candidate_solver_take(solver, c);
  }
  if (cvode_integrator_is_sparse(inst))
    return inst->model->sparse->take(solver, c);
  return carried_dense_solver(c, solver);
}

static bool cvode_take(IntegratorRun *run, const Carried *c)
{
  CvodeIntegrator *self = (CvodeIntegrator *)run;
  if (run->method_changed) change_method(run);
  if (run->method_changed && !self->other) return false;
  const CvodeIntegrator *it = cvode_integrator_active(run);
  Candidates *candidates = self->candidates;
  CVEwtFn weights = candidates ? cvode_equations_candidate_weights
                               : cvode_equations_state_weights;
  double *number;
  size_t n = vector_pool_numbers(it->pool, &number);
  if (CVodeWFtolerances(it->cvode, weights) != CV_SUCCESS) return false;
  if (!carried_cvode(c, it->cvode, run->inst->model->n_indicators))
    return false;
  return carried_take(c, number, n * sizeof number[0]) &&
         (!candidates || candidates_take(candidates, c)) &&
         (!it->linear_solver || take_linear_solver(it, c));
}

static const SolverCalls calls = {
    .start = cvode_start,
    .step = cvode_step,
    .limit = cvode_limit,
    .look_back = cvode_look_back,
    .store = cvode_store,
    .defect = cvode_defect,
    .motion = cvode_motion,
    .counters = cvode_counters,
    .change_method = change_method,
    .take = cvode_take,
};
static const SolverCalls candidate_calls = {
    .start = cvode_start,
    .step = cvode_step,
    .limit = cvode_limit,
    .look_back = cvode_look_back,
    .store = cvode_store,
    .defect = cvode_defect,
    .motion = cvode_motion,
    .counters = cvode_counters,
    .keep = cvode_keep,
    .exchange = cvode_exchange,
    .change_method = change_method,
    .take = cvode_take,
};

/* BDF alone has the hook for a projection. */
static bool begins_with_adams(const Model *m)
{
  return m->method == METHOD_ADAMS ||
         (m->method == METHOD_AUTO && !drift_is_step(m));
}

static CvodeIntegrator *create_with_run(Instance *inst)
{
  bool adams = begins_with_adams(inst->model);
  if (!cvode_create_open(inst, adams)) return NULL;
  CvodeIntegrator *it = cvode_create_make(inst, adams, NULL);
  if (it) it->run.solver = it->candidates ? &candidate_calls : &calls;
  if (it && !integrator_run_create(&it->run)) it = NULL;
  solver_memory_close_part(inst->solver_memory);
  return it;
}

/* All memory is the instance's solver memory and goes with it. */
static void cvode_free(void *self)
{
  (void)self;
}

static void *cvode_create(Instance *inst)
{
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  CvodeIntegrator *it = create_with_run(inst);
  solver_memory_use(before);
  return it;
}

const IntegratorMethod integrator_cvode = {"cvode",
                                           cvode_create,
                                           cvode_free,
                                           integrator_run_restart,
                                           integrator_run_advance,
                                           integrator_run_begin_step,
                                           integrator_run_go_short_way,
                                           integrator_run_is_ahead,
                                           integrator_run_count,
                                           integrator_run_take};
