/* integrator_ida.c: IDA with the interface of integrator.h. */
#include "../carry/carried.h"
#include "../carry/carried_sundials.h"
#include "../core/runtime_assert.h"
#include "../core/solver_library.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../events/contact_force.h"
#include "../events/events.h"
#include "../events/quiet.h"
#include "../events/refresh_values.h"
#include "../integrate/integrator_run.h"
#include "../sparse/sparse_solver.h"
#include "../states/scale.h"
#include "../vectors/vector_pool.h"
#include "implicit_form.h"
#include "integrators.h"
#include <float.h>
#include <ida/ida.h>
#include <math.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

enum { n_vectors = 38 };

/* Memory of IDA beside vectors and matrices. */
static const size_t fixed_memory = 16000;

typedef struct IdaIntegrator {
  IntegratorRun run; /* first member: see integrator_run.h */
  SUNContext context;
  SolverListener listener;
  VectorPool *pool;
  N_Vector y, slope; /* the present point and its derivative */
  N_Vector is_state;
  N_Vector model_slope, defect, weight, next; /* workspace */
  SUNMatrix matrix;
  SUNLinearSolver linear_solver;
  SUNNonlinearSolver newton;
  double first_size;  /* of the corrections of this step, in tolerances */
  double contraction; /* what is left after a correction is at most this part
                         of it */
  double coefficient; /* of y' in the matrix that the last step needs */
  bool has_new_matrix;
  bool has_new_rows; /* sparse: since the last Jacobian */
  void *ida;
} IdaIntegrator;

static double *vector_data(N_Vector v)
{
  return N_VGetArrayPointer(v);
}

static ImplicitForm *form_of(const IntegratorRun *run)
{
  RUNTIME_ASSERT(run->inst->implicit);
  return run->inst->implicit;
}

/* --- callbacks ----------------------------------------------------------- */

/* A model without unknowns has one that never changes. */
static int ida_residual(sunrealtype t, N_Vector y, N_Vector slope, N_Vector r,
                        void *data)
{
  IntegratorRun *run = data;
  double time = solver_clock_time(&run->clock, t);
  run->inst->statistics.rhs++;
  if (form_of(run)->n == 0) N_VScale(1, slope, r);
  bool good = implicit_form_residual(form_of(run), time, vector_data(y),
                                     vector_data(slope), vector_data(r));
  return good ? 0 : integrator_run_refuse(run);
}

static bool ida_is_sparse(const Instance *inst)
{
  const Model *m = inst->model;
  return m->sparse && m->jacobian && m->tangent &&
         m->jacobian->n == inst->implicit->n;
}

/* As in integrator_cvode.c: derivatives that do not exist at this point. */
static void drop_undefined_ida(sunrealtype *entry, int n)
{
  for (int i = 0; i < n; i++) {
    if (!isfinite(entry[i])) entry[i] = 0;
  }
}

static bool fill_dense(ImplicitForm *form, double c, SUNMatrix matrix)
{
  for (int j = 0; j < form->n; j++) {
    double *column = SUNDenseMatrix_Column(matrix, j);
    if (!implicit_form_column(form, c, j, column)) return false;
    drop_undefined_ida(column, form->n);
  }
  if (form->n == 0) SUNDenseMatrix_Column(matrix, 0)[0] = c;
  return true;
}

/* Leaves out the rows that have no place, in matrix and values alike. */
static void compress(const ImplicitForm *form, SUNMatrix matrix)
{
  const JacobianPattern *pattern = form->inst->model->jacobian;
  sunindextype *start = SUNSparseMatrix_IndexPointers(matrix), n = 0;
  sunindextype *row = SUNSparseMatrix_IndexValues(matrix);
  sunrealtype *value = SUNSparseMatrix_Data(matrix);
  for (int j = 0; j < form->n; j++) {
    start[j] = n;
    for (int k = pattern->column_start[j]; k < pattern->column_start[j + 1];
         k++) {
      int place = form->place[pattern->row[k]];
      if (place < 0) continue;
      row[n] = place;
      value[n++] = value[k];
    }
  }
  start[form->n] = n;
}

static bool fill_sparse(IdaIntegrator *it, double c, double *work,
                        SUNMatrix matrix)
{
  ImplicitForm *form = form_of(&it->run);
  const Model *m = form->inst->model;
  sunrealtype *value = SUNSparseMatrix_Data(matrix);
  if (!implicit_form_sparse(form, c, m->jacobian, work, value)) return false;
  compress(form, matrix);
  drop_undefined_ida(value,
                     (int)SUNSparseMatrix_IndexPointers(matrix)[form->n]);
  if (it->has_new_rows) m->sparse->forget(it->linear_solver, matrix);
  it->has_new_rows = false;
  return true;
}

static int ida_jacobian(sunrealtype t, sunrealtype c, N_Vector y,
                        N_Vector slope, N_Vector r, SUNMatrix matrix,
                        void *data, N_Vector work, N_Vector unused1,
                        N_Vector unused2)
{
  IntegratorRun *run = data;
  ImplicitForm *form = form_of(run);
  ((IdaIntegrator *)run)->has_new_matrix = true;
  (void)unused1;
  (void)unused2;
  (void)r;
  double time = solver_clock_time(&run->clock, t);
  if (!implicit_form_residual(form, time, vector_data(y), vector_data(slope),
                              vector_data(work))) {
    return integrator_run_refuse(run);
  }
  bool good = ida_is_sparse(run->inst) ? fill_sparse((IdaIntegrator *)run, c,
                                                     vector_data(work), matrix)
                                       : fill_dense(form, c, matrix);
  return good ? 0 : 1;
}

/* A loop may have a kink. With the matrix of its steep side corrections on the
 * flat side are small wherever the solution lies. So the matrix is tried on
 * what is left: does the model change along the next correction as the matrix
 * says? False: it does not, or cannot be evaluated. */
static bool ida_matrix_fits(IdaIntegrator *it, N_Vector sum, N_Vector weight,
                            double most)
{
  ImplicitForm *form = form_of(&it->run);
  double own = 0, c = 0;
  N_Vector y = it->defect, slope = it->model_slope, rest = it->weight;
  if (IDAGetCurrentTime(it->ida, &own) != IDA_SUCCESS ||
      IDAGetCurrentCj(it->ida, &c) != IDA_SUCCESS ||
      IDAComputeY(it->ida, sum, y) != IDA_SUCCESS ||
      IDAComputeYp(it->ida, sum, slope) != IDA_SUCCESS ||
      ida_residual(own, y, slope, rest, &it->run) != 0 ||
      SUNLinSolSolve(it->linear_solver, it->matrix, it->next, rest, 0) != 0) {
    return false;
  }
  double size = N_VWrmsNorm(it->next, weight);
  if (size <= NEWTON_NOTHING * most) return true;
  if (!implicit_form_product(form, c, vector_data(it->next),
                             vector_data(rest)) ||
      SUNLinSolSolve(it->linear_solver, it->matrix, y, rest, 0) != 0) {
    return false;
  }
  const double *next = vector_data(it->next), *said = vector_data(y);
  const double *w = vector_data(weight);
  for (int k = 0; k < form->n; k++) {
    double off = w[k] * fabs(said[k] - next[k]);
    if (!(off <= NEWTON_OFF * w[k] * fabs(next[k]) + NEWTON_OFF_ALL * size))
      return false;
  }
  return true;
}

/* What a first correction leaves: as after those of the last step, unless the
 * matrix or the coefficient of y' in it is another. */
static void begin_newton(IdaIntegrator *it)
{
  double c = it->coefficient;
  IDAGetCurrentCj(it->ida, &it->coefficient);
  if (it->has_new_matrix)
    it->contraction = NEWTON_UNKNOWN;
  else if (it->coefficient != c)
    it->contraction = NEWTON_CHANGED;
  it->has_new_matrix = false;
}

/* Has Newton's iteration converged? As IDA asks itself, but with loops among
 * the unknowns the matrix must fit, too. */
static int ida_converged(SUNNonlinearSolver newton, N_Vector sum,
                         N_Vector correction, sunrealtype most, N_Vector weight,
                         void *data)
{
  IdaIntegrator *it = data;
  const ImplicitForm *form = form_of(&it->run);
  bool has_loops =
      form->inst->model->tangent && implicit_form_candidates(form) < form->n;
  int n = 0;
  if (SUNNonlinSolGetCurIter(newton, &n) != 0) return SUN_NLS_CONV_RECVR;
  double size = N_VWrmsNorm(correction, weight);
  if (n == 0) {
    begin_newton(it);
    it->first_size = size;
  } else {
    double rate = pow(size / it->first_size, 1.0 / n);
    if (!(rate <= NEWTON_SLOWEST)) return SUN_NLS_CONV_RECVR;
    it->contraction = rate / (1 - rate);
  }
  bool is_small =
      it->contraction * size <= most || (n == 0 && size <= NEWTON_ZERO * most);
  if (!is_small) return SUN_NLS_CONTINUE;
  return !has_loops || ida_matrix_fits(it, sum, weight, most)
             ? 0
             : SUN_NLS_CONV_RECVR;
}

/* By the solution of all loops, not by what IDA has for them: an indicator
 * must be the same that the event iteration will see. */
static int ida_indicators(sunrealtype t, N_Vector y, N_Vector slope,
                          sunrealtype *g, void *data)
{
  IntegratorRun *run = data;
  (void)slope;
  if (quiet_watched(run->inst) == 0) {
    for (int k = 0; k < run->inst->model->n_indicators; k++) g[k] = 1;
    return 0;
  }
  implicit_form_set(form_of(run), solver_clock_time(&run->clock, t),
                    vector_data(y));
  if (!evaluate_model(run->inst)) return 1;
  return events_indicators(run->inst, g) ? 0 : 1;
}

/* --- life ---------------------------------------------------------------- */

/* All memory is the instance's solver memory and goes with it. */
static void ida_free(void *self)
{
  (void)self;
}

static bool create_ida_matrix(IdaIntegrator *it, sunindextype n)
{
  const Instance *inst = it->run.inst;
  if (ida_is_sparse(inst)) {
    it->matrix = SUNSparseMatrix(n, n, inst->model->jacobian->n_nonzeros,
                                 CSC_MAT, it->context);
    if (!it->matrix) return false;
    it->linear_solver =
        inst->model->sparse->create(it->y, it->matrix, it->context);
  } else {
    it->matrix = SUNDenseMatrix(n, n, it->context);
    if (!it->matrix) return false;
    it->linear_solver = SUNLinSol_Dense(it->y, it->matrix, it->context);
  }
  return it->linear_solver != NULL;
}

static bool create_ida_parts(IdaIntegrator *it, sunindextype n)
{
  if (!solver_library_create(&it->context)) return false;
  it->pool = vector_pool_create(n_vectors, n, it->context);
  if (!it->pool) return false;
  it->y = vector_pool_take(it->pool);
  it->slope = vector_pool_take(it->pool);
  it->is_state = vector_pool_take(it->pool);
  it->model_slope = vector_pool_take(it->pool);
  it->defect = vector_pool_take(it->pool);
  it->weight = vector_pool_take(it->pool);
  it->next = vector_pool_take(it->pool);
  if (!create_ida_matrix(it, n)) return false;
  it->newton = SUNNonlinSol_Newton(it->y, it->context);
  it->has_new_matrix = true;
  it->ida = IDACreate(it->context);
  return it->newton && it->ida;
}

/* Tangents do not know of a contact force (contact_force.h), differences do. */
static bool set_jacobian(IdaIntegrator *it)
{
  const Instance *inst = it->run.inst;
  if (!inst->model->tangent) return true;
  bool differences = contact_force_is_active(inst) && !ida_is_sparse(inst);
  return IDASetJacFn(it->ida, differences ? NULL : ida_jacobian) == IDA_SUCCESS;
}

static bool configure_ida(IdaIntegrator *it)
{
  void *ida = it->ida;
  const Model *m = it->run.inst->model;
  it->listener = (SolverListener){"IDA", integrator_run_take_message, it};
  return SOLVER_LIBRARY_LISTEN(IDASetErrHandlerFn, ida, it->context,
                               &it->listener) &&
         IDASetUserData(ida, it) == IDA_SUCCESS &&
         IDAInit(ida, ida_residual, 0, it->y, it->slope) == IDA_SUCCESS &&
         IDASetId(ida, it->is_state) == IDA_SUCCESS &&
         IDASetSuppressAlg(ida, SUNTRUE) == IDA_SUCCESS &&
         IDASetLinearSolver(ida, it->linear_solver, it->matrix) ==
             IDA_SUCCESS &&
         IDASetNonlinearSolver(ida, it->newton) == IDA_SUCCESS &&
         SUNNonlinSolSetConvTestFn(it->newton, ida_converged, it) == 0 &&
         set_jacobian(it) && IDASetNoInactiveRootWarn(ida) == IDA_SUCCESS &&
         (m->n_indicators == 0 ||
          IDARootInit(ida, m->n_indicators, ida_indicators) == IDA_SUCCESS);
}

/* --- what a run asks for ------------------------------------------------- */

static void choose_rows(IdaIntegrator *it)
{
  implicit_form_choose(form_of(&it->run), vector_data(it->is_state));
  it->has_new_rows = true;
}

/* The error test sums up over the states and averages over all unknowns: the
 * more loops there are the less it would see. With a tolerance of this part
 * it averages as that of CVODE does, over what is integrated. */
static double part_of_tolerance(const ImplicitForm *form)
{
  int n = implicit_form_candidates(form);
  return n > 0 ? sqrt((double)n / form->n) : 1;
}

/* What is integrated comes first, in the order of scale.h. */
static int ida_weights(N_Vector y, N_Vector weight, void *data)
{
  const IntegratorRun *run = data;
  Instance *inst = run->inst;
  const ImplicitForm *form = inst->implicit;
  double tolerance = inst->step_tolerance * part_of_tolerance(form);
  const double *unknown = vector_data(y);
  double *w = vector_data(weight);
  if (form->n == 0) N_VConst(1, weight);
  scale_see(inst, unknown);
  scale_sizes(inst, form->n, form->nominal, w);
  implicit_form_resolve(form, unknown,
                        IMPLICIT_ROUNDINGS * DBL_EPSILON / tolerance, w);
  for (int k = 0; k < form->n; k++) {
    w[k] = 1 / (tolerance * (fabs(unknown[k]) + w[k]));
  }
  scale_weigh_turns(inst, form->nominal, tolerance, w);
  return 0;
}

static bool ida_start(IntegratorRun *run)
{
  IdaIntegrator *it = (IdaIntegrator *)run;
  Instance *inst = run->inst;
  ImplicitForm *form = form_of(run);
  if (!refresh_values(inst)) return false;
  if (form->n > 0 &&
      !implicit_form_get(form, vector_data(it->y), vector_data(it->slope))) {
    return false;
  }
  choose_rows(it);
  return set_jacobian(it) &&
         IDAReInit(it->ida, run->clock.own, it->y, it->slope) == IDA_SUCCESS &&
         IDAWFtolerances(it->ida, ida_weights) == IDA_SUCCESS &&
         IDASetId(it->ida, it->is_state) == IDA_SUCCESS;
}

static StepEnd ida_step(IntegratorRun *run, double asked)
{
  RUNTIME_ASSERT(run->waiting == NOTHING_WAITS);
  IdaIntegrator *it = (IdaIntegrator *)run;
  double own = run->clock.own, length = 0;
  int flag = IDASolve(it->ida, solver_clock_own(&run->clock, asked), &own,
                      it->y, it->slope, IDA_ONE_STEP);
  IDAGetLastStep(it->ida, &length);
  if (!solver_clock_goes_on(&run->clock, &own, length))
    return STEP_FAILED; /* a forged history */
  run->now = solver_clock_arrive(&run->clock, own);
  if (flag == IDA_ROOT_RETURN) return STEP_AT_ROOT;
  if (flag == IDA_TSTOP_RETURN) return STEP_AT_STOP;
  return flag >= 0 ? STEP_DONE : STEP_FAILED;
}

static void ida_limit(IntegratorRun *run, double longest, double stop)
{
  RUNTIME_ASSERT(longest >= 0 && stop > run->now);
  IdaIntegrator *it = (IdaIntegrator *)run;
  IDASetMaxStep(it->ida, longest);
  IDASetStopTime(it->ida, solver_clock_ahead(&run->clock, stop));
}

/* Of a point within the last step. */
static double ida_own_time(const IdaIntegrator *it, double time)
{
  double end = 0, step = 0;
  IDAGetCurrentTime(it->ida, &end);
  IDAGetLastStep(it->ida, &step);
  return solver_clock_within(&it->run.clock, time, end, step);
}

static bool ida_look_back(IntegratorRun *run, double time)
{
  RUNTIME_ASSERT(time <= run->now);
  IdaIntegrator *it = (IdaIntegrator *)run;
  return IDAGetDky(it->ida, ida_own_time(it, time), 0, it->y) == IDA_SUCCESS;
}

/* Candidates that are no states are near where they will be found. */
static void ida_store(IntegratorRun *run, double time)
{
  IdaIntegrator *it = (IdaIntegrator *)run;
  Instance *inst = run->inst;
  implicit_form_set(form_of(run), time, vector_data(it->y));
  if (inst->model->n_sets > 0 && inst->stale & STALE_VALUES)
    inst->is_guessed = true;
}

/* The residual through Newton's matrix. Values are stale afterwards. */
static bool ida_residual_size(IdaIntegrator *it, N_Vector slope, double *size)
{
  IntegratorRun *run = &it->run;
  if (ida_residual(ida_own_time(it, run->point_time), it->y, slope,
                   it->model_slope, run) != 0 ||
      SUNLinSolSolve(it->linear_solver, it->matrix, it->defect, it->model_slope,
                     0) != 0) {
    return false;
  }
  *size = N_VWrmsNormMask(it->defect, it->weight, it->is_state);
  return true;
}

/* The first look is at the states alone: the values are fresh. */
static bool ida_defect(IntegratorRun *run, double *size)
{
  IdaIntegrator *it = (IdaIntegrator *)run;
  double c;
  if (form_of(run)->n == 0) return false;
  if (IDAGetDky(it->ida, ida_own_time(it, run->point_time), 1, it->slope) !=
          IDA_SUCCESS ||
      IDAGetCurrentCj(it->ida, &c) != IDA_SUCCESS || !(c > 0) ||
      IDAGetErrWeights(it->ida, it->weight) != IDA_SUCCESS) {
    return false;
  }
  N_VScale(1, it->slope, it->defect);
  if (!implicit_form_state_slopes(form_of(run), vector_data(it->defect)))
    return false;
  N_VLinearSum(1 / c, it->defect, -1 / c, it->slope, it->defect);
  *size = N_VWrmsNormMask(it->defect, it->weight, it->is_state);
  return *size <= DEFECT_MOST || ida_residual_size(it, it->slope, size);
}

static bool ida_motion(IntegratorRun *run, const double **value,
                       const double **slope)
{
  IdaIntegrator *it = (IdaIntegrator *)run;
  *value = vector_data(it->y);
  if (slope) *slope = vector_data(it->slope);
  return true;
}

static void ida_counters(IntegratorRun *run, SolverWork *work)
{
  IdaIntegrator *it = (IdaIntegrator *)run;
  IDAGetNumSteps(it->ida, &work->steps);
  IDAGetNumJacEvals(it->ida, &work->jacobians);
  IDAGetNumLinSolvSetups(it->ida, &work->factorizations);
}

static bool ida_exchange(IntegratorRun *run)
{
  IdaIntegrator *it = (IdaIntegrator *)run;
  choose_rows(it);
  return IDASetId(it->ida, it->is_state) == IDA_SUCCESS;
}

static bool ida_take(IntegratorRun *run, const Carried *c)
{
  IdaIntegrator *it = (IdaIntegrator *)run;
  const Instance *inst = run->inst;
  double *number;
  size_t n = vector_pool_numbers(it->pool, &number);
  if (!set_jacobian(it) ||
      IDAWFtolerances(it->ida, ida_weights) != IDA_SUCCESS ||
      !carried_ida(c, it->ida, inst->model->n_indicators)) {
    return false;
  }
  return carried_take(c, number, n * sizeof number[0]) &&
         implicit_form_take(form_of(run), c) &&
         carried_take_numbers(c, &it->first_size, 3) &&
         carried_take_flags(c, &it->has_new_matrix, 1) &&
         carried_take_flags(c, &it->has_new_rows, 1) &&
         carried_matrix(c, it->matrix) &&
         (ida_is_sparse(inst) ? inst->model->sparse->take(it->linear_solver, c)
                              : carried_dense_solver(c, it->linear_solver));
}

static const SolverCalls calls = {.start = ida_start,
                                  .step = ida_step,
                                  .limit = ida_limit,
                                  .look_back = ida_look_back,
                                  .store = ida_store,
                                  .defect = ida_defect,
                                  .motion = ida_motion,
                                  .counters = ida_counters,
                                  .exchange = ida_exchange,
                                  .take = ida_take};

/* SUNDIALS 6 does not survive a failed allocation everywhere: all it may ask
 * for is reserved first. */
static bool open_ida_memory(const Instance *inst, size_t form, size_t n)
{
  const Model *m = inst->model;
  size_t relations = (size_t)m->n_indicators;
  size_t matrix = n * n;
  if (m->sparse && m->jacobian) {
    matrix = 2 * (size_t)m->jacobian->n_nonzeros + n + 1;
  }
  size_t size = fixed_memory + form + integrator_run_memory(m) +
                (n_vectors * n + matrix) * sizeof(double) +
                16 * (n_vectors + 3 * n + 6 * relations) * sizeof(double);
  return solver_memory_open_part(inst->solver_memory, size);
}

static IdaIntegrator *create_ida(Instance *inst, int n)
{
  IdaIntegrator *it = foucault_solver_calloc(1, sizeof *it);
  if (!it || !implicit_form_create(inst)) return NULL;
  inst->exchanges_freely = true;
  it->run.inst = inst;
  it->run.solver = &calls;
  it->run.watcher = step_watchers;
  return integrator_run_create(&it->run) && create_ida_parts(it, n) &&
                 configure_ida(it)
             ? it
             : NULL;
}

static void *ida_create(Instance *inst)
{
  IdaIntegrator *it = NULL;
  int n;
  size_t form = implicit_form_memory(inst, &n);
  if (n == 0) n = 1;
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  if (open_ida_memory(inst, form, (size_t)n)) {
    it = create_ida(inst, n);
    solver_memory_close_part(inst->solver_memory);
  }
  solver_memory_use(before);
  return it;
}

const IntegratorMethod integrator_ida = {"ida",
                                         ida_create,
                                         ida_free,
                                         integrator_run_restart,
                                         integrator_run_advance,
                                         integrator_run_begin_step,
                                         integrator_run_go_short_way,
                                         integrator_run_is_ahead,
                                         integrator_run_count,
                                         integrator_run_take};
