/* integrator_cvode.c: CVODE with the interface of integrator.h. */
#include "../carry/carried.h"
#include "../carry/carried_sundials.h"
#include "../core/runtime_assert.h"
#include "../core/solver_library.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/tangent.h"
#include "../events/contact_force.h"
#include "../events/events.h"
#include "../events/quiet.h"
#include "../integrate/integrator_run.h"
#include "../sparse/sparse_solver.h"
#include "../states/drift.h"
#include "../states/scale.h"
#include "../vectors/vector_pool.h"
#include "candidate_solver.h"
#include "candidate_sparse.h"
#include "candidates.h"
#include "damping.h"
#include "integrators.h"
#include <cvode/cvode.h>
#include <math.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* CVODE with BDF and a dense matrix takes 16 vectors, with Adams 24. */
enum { n_vectors_bdf = 26, n_vectors_adams = 32 };

/* Memory of CVODE beside vectors and matrices. */
static const size_t fixed_memory = 14000;

typedef struct CvodeIntegrator CvodeIntegrator;
struct CvodeIntegrator {
  IntegratorRun run; /* first member: see integrator_run.h */

  bool adams;
  Candidates *candidates; /* in models with selection sets, else NULL */
  /* Adams' formulas may fail where BDF goes on: another one of these, without
   * a run of its own, made when it is needed. */
  CvodeIntegrator *other;
  IntegratorRun *owner; /* the run it works for */

  /* What CVODE knows as its Newton matrix: the same as *matrix, but cloned by
   * handing over `spare`. */
  struct NewtonMatrix {
    struct _generic_SUNMatrix known; /* first, so that the clone finds it */
    SUNMatrix matrix;
    SUNMatrix spare; /* for CVODE's copy of the Jacobian; NULL: handed over */
  } newton;

  SUNContext context;
  SolverListener listener;
  VectorPool *pool;
  N_Vector y;
  N_Vector model_slope, defect, weight; /* workspace of cvode_defect() */
  SUNLinearSolver linear_solver;        /* BDF */
  SUNNonlinearSolver nonlinear_solver;  /* Adams: fixed-point iteration */
  Damping damping;                      /* ... and what it tells */
  void *cvode;
};

/* The one at work. */
static CvodeIntegrator *active_of(IntegratorRun *run)
{
  CvodeIntegrator *it = (CvodeIntegrator *)run;
  return run->method_changed && it->other ? it->other : it;
}

/* --- callbacks ----------------------------------------------------------- */

static const Candidates *candidates_of(const IntegratorRun *run)
{
  return ((const CvodeIntegrator *)run)->candidates;
}

/* In models that are evaluated at the nearest point on their constraints. */
static bool is_inner(const IntegratorRun *run)
{
  return drift_is_inner(run->inst->model);
}

static void store_point(const IntegratorRun *run, double time, N_Vector y)
{
  const Candidates *candidates = candidates_of(run);
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
  store_point(run, time, y);
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

static bool get_state_slopes(const IntegratorRun *run, double *slope)
{
  RUNTIME_ASSERT(slope);
  const Candidates *candidates = candidates_of(run);
  if (!candidates) {
    bool good = contact_force_get_derivatives(run->inst, slope);
    if (is_inner(run)) drift_add_pull(run->inst, slope);
    return good;
  }
  return candidates_get_slopes(candidates, slope) &&
         contact_force_add(run->inst, candidates->at, slope);
}

static int right_hand_side(sunrealtype t, N_Vector y, N_Vector ydot, void *data)
{
  IntegratorRun *run = data;
  Instance *inst = run->inst;
  inst->statistics.rhs++;
  if (!evaluate_at(run, t, y)) return integrator_run_refuse(run);
  if (inst->model->n_states == 0) {
    N_VConst(0, ydot);
    return 0;
  }
  bool good = get_state_slopes(run, N_VGetArrayPointer(ydot));
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
static int exact_jacobian(sunrealtype t, N_Vector y, N_Vector ydot,
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

static bool cvode_is_sparse(const Instance *inst)
{
  return inst->model->sparse && inst->model->jacobian && inst->model->tangent;
}

static bool integrator_cvode_fill_jacobian(const CvodeIntegrator *it)
{
  return cvode_is_sparse(it->owner->inst)
             ? candidate_sparse_fill(it->linear_solver)
             : candidate_solver_fill(it->linear_solver);
}

/* I - gamma J of candidates; `jok`: with the J of before. */
static int candidate_system(sunrealtype t, N_Vector y, N_Vector ydot,
                            SUNMatrix unused, sunbooleantype jok,
                            sunbooleantype *is_new, sunrealtype gamma,
                            void *data, N_Vector unused1, N_Vector unused2,
                            N_Vector unused3)
{
  IntegratorRun *run = data;
  const CvodeIntegrator *it = active_of(run);
  (void)ydot;
  (void)unused;
  (void)unused1;
  (void)unused2;
  (void)unused3;
  *is_new = !jok;
  if (!jok && !(evaluate_at(run, t, y) && integrator_cvode_fill_jacobian(it)))
    return 1;
  if (cvode_is_sparse(run->inst))
    candidate_sparse_set_gamma(it->linear_solver, gamma);
  else
    candidate_solver_set_gamma(it->linear_solver, gamma);
  return 0;
}

/* The same, sparse. CVODE gives a matrix without structure. */
static int sparse_jacobian(sunrealtype t, N_Vector y, N_Vector ydot,
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

static int cvode_indicators(sunrealtype t, N_Vector y, sunrealtype *g,
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
static int project_step(sunrealtype t, N_Vector y, N_Vector correction,
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

/* --- life ---------------------------------------------------------------- */

/* SUNMatClone of SUNDIALS 6 does not survive a failed allocation, and CVODE
 * calls it, once, in the first step. */
static SUNMatrix take_spare(SUNMatrix known)
{
  struct NewtonMatrix *newton = (struct NewtonMatrix *)(void *)known;
  SUNMatrix spare = newton->spare;
  newton->spare = NULL;
  return spare;
}

/* The columns of candidates that are not states are known only where they are
 * computed by tangents. */
static bool has_candidate_solver(const CvodeIntegrator *it)
{
  return candidates_of(it->owner) && it->owner->inst->model->tangent;
}

/* The solver of candidates has its own. */
static SUNMatrix create_cvode_matrix(const CvodeIntegrator *it, sunindextype n)
{
  const Instance *inst = it->owner->inst;
  if (has_candidate_solver(it)) return SUNDenseMatrix(1, 1, it->context);
  if (!cvode_is_sparse(inst)) return SUNDenseMatrix(n, n, it->context);
  return SUNSparseMatrix(n, n, inst->model->jacobian->n_nonzeros, CSC_MAT,
                         it->context);
}

static bool create_matrices(CvodeIntegrator *it, sunindextype n)
{
  struct NewtonMatrix *newton = &it->newton;
  newton->matrix = create_cvode_matrix(it, n);
  newton->spare = create_cvode_matrix(it, n);
  if (!newton->matrix || !newton->spare) return false;
  newton->matrix->ops->clone = take_spare;
  newton->known = *newton->matrix;
  return true;
}

/* All memory is the instance's solver memory and goes with it. */
static void cvode_free(void *self)
{
  (void)self;
}

static SUNLinearSolver create_linear_solver(const CvodeIntegrator *it)
{
  const Instance *inst = it->owner->inst;
  SUNMatrix matrix = it->newton.matrix;
  const Candidates *candidates = candidates_of(it->owner);
  if (has_candidate_solver(it)) {
    return cvode_is_sparse(inst)
               ? candidate_sparse_create(candidates, it->context)
               : candidate_solver_create(candidates, it->context);
  }
  if (cvode_is_sparse(inst)) {
    return inst->model->sparse->create(it->y, matrix, it->context);
  }
  return SUNLinSol_Dense(it->y, matrix, it->context);
}

/* Adams iterates by the right-hand side itself: no matrix. */
static bool create_iteration(CvodeIntegrator *it, sunindextype n)
{
  if (it->adams) {
    it->nonlinear_solver = SUNNonlinSol_FixedPoint(it->y, 0, it->context);
    return it->nonlinear_solver != NULL;
  }
  if (!create_matrices(it, n)) return false;
  it->linear_solver = create_linear_solver(it);
  return it->linear_solver != NULL;
}

static int count_vectors(bool adams)
{
  return adams ? n_vectors_adams : n_vectors_bdf;
}

static bool create_cvode_parts(CvodeIntegrator *it, sunindextype n)
{
  if (!solver_library_create(&it->context)) return false;
  it->pool = vector_pool_create(count_vectors(it->adams), n, it->context);
  if (!it->pool) return false;
  it->y = vector_pool_take(it->pool);
  it->model_slope = vector_pool_take(it->pool);
  it->defect = vector_pool_take(it->pool);
  it->weight = vector_pool_take(it->pool);
  if (!create_iteration(it, n)) return false;
  it->cvode = CVodeCreate(it->adams ? CV_ADAMS : CV_BDF, it->context);
  return it->cvode != NULL;
}

static bool configure_iteration(CvodeIntegrator *it)
{
  const Model *m = it->owner->inst->model;
  if (it->nonlinear_solver) {
    return CVodeSetNonlinearSolver(it->cvode, it->nonlinear_solver) ==
               CV_SUCCESS &&
           (m->method != METHOD_AUTO ||
            damping_watch(&it->damping, it->nonlinear_solver,
                          vector_pool_take(it->pool)));
  }
  if (CVodeSetLinearSolver(it->cvode, it->linear_solver, &it->newton.known) !=
      CV_SUCCESS) {
    return false;
  }
  if (m->n_states == 0) return true;
  if (!m->tangent) return CVodeSetJacEvalFrequency(it->cvode, 1) == CV_SUCCESS;
  if (has_candidate_solver(it)) {
    return CVodeSetLinSysFn(it->cvode, candidate_system) == CV_SUCCESS;
  }
  CVLsJacFn jacobian =
      cvode_is_sparse(it->owner->inst) ? sparse_jacobian : exact_jacobian;
  return CVodeSetJacFn(it->cvode, jacobian) == CV_SUCCESS;
}

/* BDF alone has the hook. */
static bool configure_projection(CvodeIntegrator *it)
{
  if (!drift_is_step(it->owner->inst->model) || it->adams) return true;
  return CVodeSetProjFn(it->cvode, project_step) == CV_SUCCESS &&
         CVodeSetProjErrEst(it->cvode, SUNFALSE) == CV_SUCCESS;
}

static bool configure_cvode(CvodeIntegrator *it)
{
  void *cvode = it->cvode;
  int n_indicators = it->owner->inst->model->n_indicators;
  it->listener =
      (SolverListener){"CVODE", integrator_run_take_message, it->owner};
  return SOLVER_LIBRARY_LISTEN(CVodeSetErrHandlerFn, cvode, it->context,
                               &it->listener) &&
         CVodeSetUserData(cvode, it->owner) == CV_SUCCESS &&
         CVodeInit(cvode, right_hand_side, 0, it->y) == CV_SUCCESS &&
         CVodeSetEtaFixedStepBounds(cvode, CVODE_STEP_SHRINKS,
                                    CVODE_STEP_GROWS) == CV_SUCCESS &&
         configure_iteration(it) && configure_projection(it) &&
         CVodeSetNoInactiveRootWarn(cvode) == CV_SUCCESS &&
         (n_indicators == 0 ||
          CVodeRootInit(cvode, n_indicators, cvode_indicators) == CV_SUCCESS);
}

/* The directions across constraints are known for states only. */
static bool has_candidates(const Instance *inst)
{
  if (inst->model->n_coordinate_frames > 0)
    return false; /* new frames: a restart */
  return inst->model->n_sets > 0 && inst->model->project == PROJECT_OFF;
}

static size_t memory_of_candidates(const Instance *inst)
{
  const Model *m = inst->model;
  if (!has_candidates(inst)) return 0;
  return candidates_memory(m) + (cvode_is_sparse(inst)
                                     ? candidate_sparse_memory(m)
                                     : candidate_solver_memory(m));
}

static int count_unknowns(const Instance *inst)
{
  const Model *m = inst->model;
  int n = has_candidates(inst) ? candidates_count(m) : m->n_states;
  return n > 0 ? n : 1;
}

/* SUNDIALS 6 does not survive a failed allocation everywhere (N_VClone,
 * SUNMatClone, SUNContext_Create): all it may ask for is reserved first. */
static bool open_cvode_memory(const Instance *inst, bool adams)
{
  size_t n = (size_t)count_unknowns(inst);
  size_t relations = (size_t)inst->model->n_indicators;
  size_t n_vectors = (size_t)count_vectors(adams);
  size_t matrices = adams ? 0 : 3 * n * n;
  if (has_candidates(inst) && inst->model->tangent) {
    matrices = 2;
  } else if (!adams &&
             cvode_is_sparse(inst)) { /* both: values, rows, columns */
    matrices = 2 * (2 * (size_t)inst->model->jacobian->n_nonzeros + n + 1);
  }
  size_t size = fixed_memory + integrator_run_memory(inst->model) +
                memory_of_candidates(inst) +
                (n_vectors * n + matrices) * sizeof(double) +
                16 * (n_vectors + 3 * n + 6 * relations) * sizeof(double);
  return solver_memory_open_part(inst->solver_memory, size);
}

/* For a run, or (NULL) with a run of its own; in a part of the solver's memory
 * that is open. */
static CvodeIntegrator *create_cvode(Instance *inst, bool adams,
                                     IntegratorRun *owner)
{
  CvodeIntegrator *it = foucault_solver_calloc(1, sizeof *it);
  if (!it) return NULL;
  it->adams = adams;
  it->owner = owner ? owner : &it->run;
  it->owner->inst = inst;
  it->owner->watcher = step_watchers;
  if (!owner && has_candidates(inst)) {
    it->candidates = candidates_create(inst);
    if (!it->candidates) return NULL;
    inst->exchanges_freely = true;
  }
  return create_cvode_parts(it, count_unknowns(inst)) && configure_cvode(it)
             ? it
             : NULL;
}

/* --- what a run asks for ------------------------------------------------- */

static int candidate_weights(N_Vector y, N_Vector weight, void *data)
{
  const IntegratorRun *run = data;
  const Candidates *c = candidates_of(run);
  const double *unknown = N_VGetArrayPointer(y);
  double *w = N_VGetArrayPointer(weight);
  scale_see(run->inst, unknown);
  scale_sizes(run->inst, c->n, c->nominal, w);
  double tolerance = run->inst->step_tolerance;
  for (int i = 0; i < c->n; i++) {
    double share = c->is_state[i] ? 1 : CVODE_SHARE_OF_OTHERS;
    w[i] = 1 / (share * tolerance * (fabs(unknown[i]) + w[i]));
  }
  return 0;
}

/* The same without selection sets. */
static int state_weights(N_Vector y, N_Vector weight, void *data)
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
  return 0;
}

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
         CVodeWFtolerances(it->cvode, candidate_weights) == CV_SUCCESS;
}

static bool cvode_start(IntegratorRun *run)
{
  CvodeIntegrator *it = active_of(run);
  Instance *inst = run->inst;
  begin_newton_watch(run, it);
  if (candidates_of(run)) return start_with_candidates(run, it);
  evaluate_get_states(inst, N_VGetArrayPointer(it->y));
  return CVodeReInit(it->cvode, run->clock.own, it->y) == CV_SUCCESS &&
         CVodeWFtolerances(it->cvode, state_weights) == CV_SUCCESS;
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
  CvodeIntegrator *it = active_of(run);
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
  CvodeIntegrator *it = active_of(run);
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
  CvodeIntegrator *it = active_of(run);
  return CVodeGetDky(it->cvode, cvode_own_time(run, it, time), 0, it->y) ==
         CV_SUCCESS;
}

static void cvode_store(IntegratorRun *run, double time)
{
  CvodeIntegrator *it = active_of(run);
  store_point(run, time, it->y);
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
  CvodeIntegrator *it = active_of(run);
  double gamma;
  if (run->inst->model->n_states == 0) return false;
  if (CVodeGetDky(it->cvode, cvode_own_time(run, it, run->point_time), 1,
                  it->defect) != CV_SUCCESS ||
      CVodeGetCurrentGamma(it->cvode, &gamma) != CV_SUCCESS ||
      CVodeGetErrWeights(it->cvode, it->weight) != CV_SUCCESS ||
      !get_state_slopes(run, N_VGetArrayPointer(it->model_slope))) {
    return false;
  }
  N_VLinearSum(gamma, it->model_slope, -gamma, it->defect, it->defect);
  *size = N_VWrmsNorm(it->defect, it->weight);
  if (*size > DEFECT_MOST) through_matrix(it, size);
  return true;
}

static bool cvode_motion(IntegratorRun *run, const double **value,
                         const double **slope)
{
  CvodeIntegrator *it = active_of(run);
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
  CvodeIntegrator *it = active_of(run);
  candidates_keep(candidates_of(run), N_VGetArrayPointer(it->y));
}

static void cvode_counters(IntegratorRun *run, SolverWork *work)
{
  CvodeIntegrator *it = active_of(run);
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
  if (!it->other && open_cvode_memory(run->inst, false)) {
    it->other = create_cvode(run->inst, false, run);
    solver_memory_close_part(run->inst->solver_memory);
  }
  run->method_changed = true;
}

static bool take_linear_solver(const CvodeIntegrator *it, const Carried *c)
{
  const Instance *inst = it->owner->inst;
  SUNLinearSolver solver = it->linear_solver;
  if (!carried_matrix(c, it->newton.matrix)) return false;
  if (has_candidate_solver(it)) {
    return cvode_is_sparse(inst) ? candidate_sparse_take(solver, c)
                                 : candidate_solver_take(solver, c);
  }
  if (cvode_is_sparse(inst)) return inst->model->sparse->take(solver, c);
  return carried_dense_solver(c, solver);
}

static bool cvode_take(IntegratorRun *run, const Carried *c)
{
  CvodeIntegrator *self = (CvodeIntegrator *)run;
  if (run->method_changed) change_method(run);
  if (run->method_changed && !self->other) return false;
  const CvodeIntegrator *it = active_of(run);
  Candidates *candidates = self->candidates;
  CVEwtFn weights = candidates ? candidate_weights : state_weights;
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
  if (!open_cvode_memory(inst, adams)) return NULL;
  CvodeIntegrator *it = create_cvode(inst, adams, NULL);
  if (it) it->run.solver = it->candidates ? &candidate_calls : &calls;
  if (it && !integrator_run_create(&it->run)) it = NULL;
  solver_memory_close_part(inst->solver_memory);
  return it;
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
