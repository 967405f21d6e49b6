/* cvode_create.c: see cvode_create.h. */
#include "cvode_create.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../sparse/sparse_solver.h"
#include "../states/drift.h"
#include "candidate_solver.h"
#include "candidate_sparse.h"
#include "cvode_equations.h"
#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* CVODE with BDF and a dense matrix takes 16 vectors, with Adams 24. */
enum { n_vectors_bdf = 26, n_vectors_adams = 32 };

/* Memory of CVODE beside vectors and matrices. */
static const size_t fixed_memory = 13400;

/* SUNMatClone of SUNDIALS 6 does not survive a failed allocation, and CVODE
 * calls it, once, in the first step. */
static SUNMatrix take_spare(SUNMatrix known)
{
  struct NewtonMatrix *newton = (struct NewtonMatrix *)(void *)known;
  SUNMatrix spare = newton->spare;
  newton->spare = NULL;
  return spare;
}

/* The solver of candidates has its own. */
static SUNMatrix create_cvode_matrix(const CvodeIntegrator *it, sunindextype n)
{
  const Instance *inst = it->owner->inst;
  if (cvode_integrator_has_solver(it)) return SUNDenseMatrix(1, 1, it->context);
  if (!cvode_integrator_is_sparse(inst))
    return SUNDenseMatrix(n, n, it->context);
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

static SUNLinearSolver create_linear_solver(const CvodeIntegrator *it)
{
  const Instance *inst = it->owner->inst;
  SUNMatrix matrix = it->newton.matrix;
  const Candidates *candidates = cvode_integrator_candidates(it->owner);
  if (cvode_integrator_has_solver(it)) {
    return cvode_integrator_is_sparse(inst)
               ? candidate_sparse_create(candidates, it->context)
               : candidate_solver_create(candidates, it->context);
  }
  if (cvode_integrator_is_sparse(inst)) {
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
  if (cvode_integrator_has_solver(it)) {
    return CVodeSetLinSysFn(it->cvode, cvode_equations_system) == CV_SUCCESS;
  }
  CVLsJacFn jacobian = cvode_integrator_is_sparse(it->owner->inst)
                           ? cvode_equations_sparse
                           : cvode_equations_dense;
  return CVodeSetJacFn(it->cvode, jacobian) == CV_SUCCESS;
}

/* BDF alone has the hook. */
static bool configure_projection(CvodeIntegrator *it)
{
  if (!drift_is_step(it->owner->inst->model) || it->adams) return true;
  return CVodeSetProjFn(it->cvode, cvode_equations_project) == CV_SUCCESS &&
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
         CVodeInit(cvode, cvode_equations_rates, 0, it->y) == CV_SUCCESS &&
         CVodeSetEtaFixedStepBounds(cvode, CVODE_STEP_SHRINKS,
                                    CVODE_STEP_GROWS) == CV_SUCCESS &&
         configure_iteration(it) && configure_projection(it) &&
         CVodeSetNoInactiveRootWarn(cvode) == CV_SUCCESS &&
         (n_indicators == 0 ||
          CVodeRootInit(cvode, n_indicators, cvode_equations_indicators) ==
              CV_SUCCESS);
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
  return candidates_memory(m) + (cvode_integrator_is_sparse(inst)
                                     ? candidate_sparse_memory(m)
                                     : candidate_solver_memory(m));
}

static int count_unknowns(const Instance *inst)
{
  const Model *m = inst->model;
  int n = has_candidates(inst) ? candidates_count(m) : m->n_states;
  return n > 0 ? n : 1;
}

bool cvode_create_open(const Instance *inst, bool adams)
{
  size_t n = (size_t)count_unknowns(inst);
  size_t relations = (size_t)inst->model->n_indicators;
  size_t n_vectors = (size_t)count_vectors(adams);
  size_t matrices = adams ? 0 : 3 * n * n;
  if (has_candidates(inst) && inst->model->tangent) {
    matrices = 2;
  } else if (!adams && cvode_integrator_is_sparse(
                           inst)) { /* both: values, rows, columns */
    matrices = 2 * (2 * (size_t)inst->model->jacobian->n_nonzeros + n + 1);
  }
  size_t size = fixed_memory + integrator_run_memory(inst->model) +
                memory_of_candidates(inst) +
                (n_vectors * n + matrices) * sizeof(double) +
                16 * (n_vectors + 3 * n + 6 * relations) * sizeof(double);
  return solver_memory_open_part(inst->solver_memory, size);
}

CvodeIntegrator *cvode_create_make(Instance *inst, bool adams,
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
