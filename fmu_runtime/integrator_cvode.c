/* integrator_cvode.c: CVODE behind the interface of integrator.h. */
#include "integrator_cvode.h"
#include "evaluate.h"
#include "events.h"
#include "integrator_run.h"
#include "solver_memory.h"
#include "sparse_klu.h"
#include "tangent.h"
#include "vector_pool.h"
#include <cvode/cvode.h>
#include <math.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* CVODE with BDF and a dense matrix takes 18 vectors, with Adams 26. */
enum { n_vectors_bdf = 24, n_vectors_adams = 28 };

/* Memory of CVODE beside vectors and matrices. */
static const size_t fixed_memory = 14000;

typedef struct CvodeIntegrator CvodeIntegrator;
struct CvodeIntegrator {
  IntegratorRun run; /* first member: see integrator_run.h */

  bool adams;
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
  VectorPool *pool;
  N_Vector y, absolute_tolerance;
  SUNLinearSolver linear_solver;       /* BDF */
  SUNNonlinearSolver nonlinear_solver; /* Adams: fixed-point iteration */
  void *cvode;
};

/* The one at work. */
static CvodeIntegrator *active_of(IntegratorRun *run)
{
  CvodeIntegrator *it = (CvodeIntegrator *)run;
  return run->method_changed && it->other ? it->other : it;
}

/* --- callbacks ----------------------------------------------------------- */

/* Stores a point; false when the model cannot be evaluated there. */
static bool evaluate_at(Instance *inst, double time, N_Vector y)
{
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, N_VGetArrayPointer(y));
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

static int right_hand_side(realtype t, N_Vector y, N_Vector ydot, void *data)
{
  IntegratorRun *run = data;
  Instance *inst = run->inst;
  inst->statistics.rhs++;
  if (!evaluate_at(inst, t, y)) return integrator_run_refuse(run);
  if (inst->model->n_states == 0) {
    N_VConst(0, ydot);
    return 0;
  }
  bool good = evaluate_get_derivatives(inst, N_VGetArrayPointer(ydot));
  return good ? 0 : integrator_run_refuse(run);
}

/* A derivative that does not exist at this point, as that of sqrt(x^2) at 0:
 * the iteration that the Jacobian is for converges without it. */
static void drop_undefined(realtype *entry, int n)
{
  for (int i = 0; i < n; i++) {
    if (!isfinite(entry[i])) entry[i] = 0;
  }
}

/* d derivatives / d states, by tangents instead of differences. */
static int exact_jacobian(realtype t, N_Vector y, N_Vector ydot,
                          SUNMatrix jacobian, void *data, N_Vector unused1,
                          N_Vector unused2, N_Vector unused3)
{
  Instance *inst = ((IntegratorRun *)data)->inst;
  (void)ydot;
  (void)unused1;
  (void)unused2;
  (void)unused3;
  if (!evaluate_at(inst, t, y)) return 1;
  for (int j = 0; j < inst->model->n_states; j++) {
    realtype *column = SUNDenseMatrix_Column(jacobian, j);
    if (!tangent_jacobian(inst, column, j)) return 1;
    drop_undefined(column, inst->model->n_states);
  }
  return 0;
}

/* The same, sparse. CVODE gives a matrix without structure. */
static int sparse_jacobian(realtype t, N_Vector y, N_Vector ydot,
                           SUNMatrix jacobian, void *data, N_Vector unused1,
                           N_Vector unused2, N_Vector unused3)
{
  Instance *inst = ((IntegratorRun *)data)->inst;
  const JacobianPattern *pattern = inst->model->jacobian;
  sunindextype *start = SUNSparseMatrix_IndexPointers(jacobian);
  sunindextype *row = SUNSparseMatrix_IndexValues(jacobian);
  (void)ydot;
  (void)unused1;
  (void)unused2;
  (void)unused3;
  if (!evaluate_at(inst, t, y)) return 1;
  for (int j = 0; j <= inst->model->n_states; j++) {
    start[j] = pattern->column_start[j];
  }
  for (int k = 0; k < pattern->n_nonzeros; k++) row[k] = pattern->row[k];
  realtype *value = SUNSparseMatrix_Data(jacobian);
  if (!tangent_sparse_jacobian(inst, pattern, value)) return 1;
  drop_undefined(value, pattern->n_nonzeros);
  return 0;
}

static int indicators(realtype t, N_Vector y, realtype *g, void *data)
{
  Instance *inst = ((IntegratorRun *)data)->inst;
  if (!evaluate_at(inst, t, y)) return 1;
  events_indicators(inst, g);
  return 0;
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

static bool is_sparse(const Instance *inst)
{
  return inst->model->sparse && inst->model->jacobian && inst->model->tangent;
}

static SUNMatrix create_matrix(const CvodeIntegrator *it, sunindextype n)
{
  const Instance *inst = it->owner->inst;
  if (!is_sparse(inst)) return SUNDenseMatrix(n, n, it->context);
  return SUNSparseMatrix(n, n, inst->model->jacobian->n_nonzeros, CSC_MAT,
                         it->context);
}

static bool create_matrices(CvodeIntegrator *it, sunindextype n)
{
  struct NewtonMatrix *newton = &it->newton;
  newton->matrix = create_matrix(it, n);
  newton->spare = create_matrix(it, n);
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

/* Adams iterates by the right-hand side itself: no matrix. */
static bool create_iteration(CvodeIntegrator *it, sunindextype n)
{
  if (it->adams) {
    it->nonlinear_solver = SUNNonlinSol_FixedPoint(it->y, 0, it->context);
    return it->nonlinear_solver != NULL;
  }
  if (!create_matrices(it, n)) return false;
  it->linear_solver =
      is_sparse(it->owner->inst)
          ? it->owner->inst->model->sparse->create(it->y, it->newton.matrix,
                                                   it->context)
          : SUNLinSol_Dense(it->y, it->newton.matrix, it->context);
  return it->linear_solver != NULL;
}

static int count_vectors(bool adams)
{
  return adams ? n_vectors_adams : n_vectors_bdf;
}

static bool create_parts(CvodeIntegrator *it, sunindextype n)
{
  if (SUNContext_Create(NULL, &it->context) != 0) return false;
  it->pool = vector_pool_create(count_vectors(it->adams), n, it->context);
  if (!it->pool) return false;
  it->y = vector_pool_take(it->pool);
  it->absolute_tolerance = vector_pool_take(it->pool);
  N_VConst(1, it->absolute_tolerance);
  if (!create_iteration(it, n)) return false;
  it->cvode = CVodeCreate(it->adams ? CV_ADAMS : CV_BDF, it->context);
  return it->cvode != NULL;
}

static bool configure_iteration(CvodeIntegrator *it)
{
  const Model *m = it->owner->inst->model;
  if (it->nonlinear_solver) {
    return CVodeSetNonlinearSolver(it->cvode, it->nonlinear_solver) ==
           CV_SUCCESS;
  }
  CVLsJacFn jacobian =
      is_sparse(it->owner->inst) ? sparse_jacobian : exact_jacobian;
  return CVodeSetLinearSolver(it->cvode, it->linear_solver,
                              &it->newton.known) == CV_SUCCESS &&
         (m->n_states == 0 || !m->tangent ||
          CVodeSetJacFn(it->cvode, jacobian) == CV_SUCCESS);
}

static bool configure(CvodeIntegrator *it)
{
  void *cvode = it->cvode;
  int n_indicators = it->owner->inst->model->n_indicators;
  return CVodeSetErrHandlerFn(cvode, integrator_run_take_message, it->owner) ==
             CV_SUCCESS &&
         CVodeSetUserData(cvode, it->owner) == CV_SUCCESS &&
         CVodeInit(cvode, right_hand_side, 0, it->y) == CV_SUCCESS &&
         CVodeSVtolerances(cvode, 1e-6, it->absolute_tolerance) == CV_SUCCESS &&
         configure_iteration(it) &&
         CVodeSetNoInactiveRootWarn(cvode) == CV_SUCCESS &&
         (n_indicators == 0 ||
          CVodeRootInit(cvode, n_indicators, indicators) == CV_SUCCESS);
}

/* SUNDIALS 6 does not survive a failed allocation everywhere (N_VClone,
 * SUNMatClone, SUNContext_Create): all it may ask for is reserved first. */
static bool reserve_memory(Instance *inst, bool adams, size_t n)
{
  size_t relations = (size_t)inst->model->n_indicators;
  size_t n_vectors = (size_t)count_vectors(adams);
  size_t matrices = adams ? 0 : 3 * n * n;
  if (!adams && is_sparse(inst)) { /* values, rows, columns of both matrices */
    matrices = 2 * (2 * (size_t)inst->model->jacobian->n_nonzeros + n + 1);
  }
  size_t size = fixed_memory +
                crossing_watch_memory(inst->model->n_indicators) +
                (n_vectors * n + matrices) * sizeof(double) +
                16 * (n_vectors + 3 * n + 6 * relations) * sizeof(double);
  return solver_memory_reserve(inst->solver_memory, size);
}

/* For a run, or (NULL) with a run of its own. */
static CvodeIntegrator *create_all(Instance *inst, bool adams,
                                   IntegratorRun *owner)
{
  int n = inst->model->n_states > 0 ? inst->model->n_states : 1;
  if (!reserve_memory(inst, adams, (size_t)n)) return NULL;
  CvodeIntegrator *it = foucault_solver_calloc(1, sizeof *it);
  if (!it) return NULL;
  it->adams = adams;
  it->owner = owner ? owner : &it->run;
  it->owner->inst = inst;
  return create_parts(it, n) && configure(it) ? it : NULL;
}

/* --- what a run asks for ------------------------------------------------- */

static bool cvode_start(IntegratorRun *run)
{
  CvodeIntegrator *it = active_of(run);
  Instance *inst = run->inst;
  double *absolute = N_VGetArrayPointer(it->absolute_tolerance);
  evaluate_get_states(inst, N_VGetArrayPointer(it->y));
  for (int i = 0; i < inst->model->n_states; i++) {
    absolute[i] = inst->tolerance * inst->state_nominal[i];
  }
  return CVodeReInit(it->cvode, run->now, it->y) == CV_SUCCESS &&
         CVodeSVtolerances(it->cvode, inst->tolerance,
                           it->absolute_tolerance) == CV_SUCCESS;
}

static StepEnd cvode_step(IntegratorRun *run, double asked)
{
  CvodeIntegrator *it = active_of(run);
  int flag = CVode(it->cvode, asked, it->y, &run->now, CV_ONE_STEP);
  if (flag == CV_ROOT_RETURN) return STEP_AT_ROOT;
  if (flag == CV_TSTOP_RETURN) return STEP_AT_STOP;
  return flag >= 0 ? STEP_DONE : STEP_FAILED;
}

static void cvode_limit(IntegratorRun *run, double longest, double stop)
{
  CvodeIntegrator *it = active_of(run);
  CVodeSetMaxStep(it->cvode, longest);
  CVodeSetStopTime(it->cvode, stop);
}

static bool cvode_look_back(IntegratorRun *run, double time)
{
  CvodeIntegrator *it = active_of(run);
  return CVodeGetDky(it->cvode, time, 0, it->y) == CV_SUCCESS;
}

static void cvode_store(IntegratorRun *run, double time)
{
  CvodeIntegrator *it = active_of(run);
  evaluate_set_time(run->inst, time);
  evaluate_set_states(run->inst, N_VGetArrayPointer(it->y));
}

static void cvode_counters(IntegratorRun *run, long *steps, long *jacobians)
{
  CvodeIntegrator *it = active_of(run);
  CVodeGetNumSteps(it->cvode, steps);
  if (it->linear_solver) CVodeGetNumJacEvals(it->cvode, jacobians);
}

static void change_method(IntegratorRun *run)
{
  CvodeIntegrator *it = (CvodeIntegrator *)run;
  if (!it->adams) return;
  if (!it->other) it->other = create_all(run->inst, false, run);
  run->method_changed = true;
}

static const SolverCalls calls = {
    cvode_start, cvode_step,     cvode_limit, cvode_look_back,
    cvode_store, cvode_counters, NULL,        change_method};

static void *cvode_create(Instance *inst)
{
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  bool adams = inst->model->method == METHOD_ADAMS;
  CvodeIntegrator *it = create_all(inst, adams, NULL);
  if (it) it->run.solver = &calls;
  if (it &&
      !crossing_watch_create(&it->run.crossings, inst->model->n_indicators)) {
    it = NULL;
  }
  solver_memory_use(before);
  return it;
}

const IntegratorMethod integrator_cvode = {"cvode",
                                           cvode_create,
                                           cvode_free,
                                           integrator_run_restart,
                                           integrator_run_advance,
                                           integrator_run_is_ahead,
                                           integrator_run_count};
