/* integrator_cvode.c: CVODE behind the interface of integrator.h. */
#include "integrator_cvode.h"
#include "block_guess.h"
#include "delay.h"
#include "dummy_branch.h"
#include "dummy_pivot.h"
#include "evaluate.h"
#include "events.h"
#include "instance.h"
#include "solver_memory.h"
#include "tangent.h"
#include "vector_pool.h"
#include <cvode/cvode.h>
#include <math.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* Steps on the way to one target. */
static const long most_steps = 100000000;

/* Times that steps from one point are undone because the choice of states
 * went bad on the way. */
static const int most_undone = 5;

/* CVODE may go on for ever with steps that are too short to change the time:
 * so many in a row are a failure. */
static const int most_still = 50;

/* Relations are looked at after every step; a step no longer than this part
 * of the run lets few pairs of changes hide within one. */
static const double steps_per_run = 500;

/* CVODE with BDF and a dense matrix takes 18 vectors. */
enum { n_vectors = 24 };

/* Memory of CVODE beside vectors and matrices. */
static const size_t fixed_memory = 14000;

typedef struct CvodeIntegrator {
  /* What CVODE knows as its Newton matrix: the same as *matrix, but cloned by
   * handing over `spare`. First member, so that the clone finds it. */
  struct _generic_SUNMatrix newton_matrix;
  SUNMatrix matrix;
  SUNMatrix spare; /* for CVODE's copy of the Jacobian; NULL: handed over */

  Instance *inst;
  SUNContext context;
  VectorPool *pool;
  N_Vector y, absolute_tolerance;
  SUNLinearSolver linear_solver;
  void *cvode;

  /* CVODE steps ahead of the importer. `now` is where it is, which may be
   * behind the time asked for; what waits there is done when the importer
   * goes past it. */
  double now;
  double y_time; /* what y holds belongs to this time */
  bool at_stop;  /* CVODE has reached the stop time */
  double communication_step;
  double target; /* the last time asked for */
  enum { NOTHING_WAITS, EVENT_WAITS, PIVOT_WAITS } waiting;
  double undone_at; /* where steps were undone, and how often */
  int n_undone;
  /* After a step was undone: steps no longer than this (0: as usual) until
   * this time. */
  double short_step, short_until;

  int n_still;        /* steps in a row that did not change the time */
  char refusal[1200]; /* why a trial point was last refused since the start */

  /* CVODE's counters since its last start that are in the statistics */
  long counted_steps, counted_jacobians;
} CvodeIntegrator;

/* --- callbacks ----------------------------------------------------------- */

/* Stores a point; false when the model cannot be evaluated there. */
static bool evaluate_at(Instance *inst, double time, N_Vector y)
{
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, N_VGetArrayPointer(y));
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

/* A failure is called recoverable (1): CVODE then tries a smaller step. */
static int refuse(CvodeIntegrator *it)
{
  memcpy(it->refusal, it->inst->reason, sizeof it->refusal);
  return 1;
}

static int right_hand_side(realtype t, N_Vector y, N_Vector ydot, void *data)
{
  CvodeIntegrator *it = data;
  Instance *inst = it->inst;
  inst->statistics.rhs++;
  if (!evaluate_at(inst, t, y)) return refuse(it);
  if (inst->model->n_states == 0) {
    N_VConst(0, ydot);
    return 0;
  }
  return evaluate_get_derivatives(inst, N_VGetArrayPointer(ydot)) ? 0
                                                                  : refuse(it);
}

/* A derivative that does not exist at this point, as that of sqrt(x^2) at 0:
 * the iteration that the Jacobian is for converges without it. */
static void drop_undefined(realtype *column, int n)
{
  for (int i = 0; i < n; i++) {
    if (!isfinite(column[i])) column[i] = 0;
  }
}

/* d derivatives / d states, by tangents instead of differences. */
static int exact_jacobian(realtype t, N_Vector y, N_Vector ydot,
                          SUNMatrix jacobian, void *data, N_Vector unused1,
                          N_Vector unused2, N_Vector unused3)
{
  Instance *inst = ((CvodeIntegrator *)data)->inst;
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

static int indicators(realtype t, N_Vector y, realtype *g, void *data)
{
  Instance *inst = ((CvodeIntegrator *)data)->inst;
  if (!evaluate_at(inst, t, y)) return 1;
  events_indicators(inst, g);
  return 0;
}

/* CVODE's words are the reason of a failure, unless the model has given a
 * better one. */
static void take_message(int code, const char *module, const char *function,
                         char *message, void *data)
{
  Instance *inst = ((CvodeIntegrator *)data)->inst;
  (void)function;
  if (code > 0) { /* a warning */
    logging_write(&inst->logger, fmi2OK, LOG_STATUS_WARNING, "%s: %s", module,
                  message);
    return;
  }
  size_t length = strlen(inst->reason);
  LogText text = {inst->reason, sizeof inst->reason, length};
  logging_append(&text, "%s%s: %s", length > 0 ? "\n" : "", module, message);
}

/* --- life ---------------------------------------------------------------- */

/* SUNMatClone of SUNDIALS 6 does not survive a failed allocation, and CVODE
 * calls it, once, in the first step. */
static SUNMatrix take_spare(SUNMatrix newton_matrix)
{
  CvodeIntegrator *it = (CvodeIntegrator *)newton_matrix;
  SUNMatrix spare = it->spare;
  it->spare = NULL;
  return spare;
}

static bool create_matrices(CvodeIntegrator *it, sunindextype n)
{
  it->matrix = SUNDenseMatrix(n, n, it->context);
  it->spare = SUNDenseMatrix(n, n, it->context);
  if (!it->matrix || !it->spare) return false;
  it->matrix->ops->clone = take_spare;
  it->newton_matrix = *it->matrix;
  return true;
}

/* All memory is the instance's solver memory and goes with it. */
static void cvode_free(void *self)
{
  (void)self;
}

static bool create_parts(CvodeIntegrator *it, sunindextype n)
{
  if (SUNContext_Create(NULL, &it->context) != 0) return false;
  it->pool = vector_pool_create(n_vectors, n, it->context);
  if (!it->pool) return false;
  it->y = vector_pool_take(it->pool);
  it->absolute_tolerance = vector_pool_take(it->pool);
  N_VConst(1, it->absolute_tolerance);
  if (!create_matrices(it, n)) return false;
  it->linear_solver = SUNLinSol_Dense(it->y, it->matrix, it->context);
  if (!it->linear_solver) return false;
  it->cvode = CVodeCreate(CV_BDF, it->context);
  return it->cvode != NULL;
}

static bool configure(CvodeIntegrator *it)
{
  void *cvode = it->cvode;
  int n_indicators = it->inst->model->n_indicators;
  return CVodeSetErrHandlerFn(cvode, take_message, it) == CV_SUCCESS &&
         CVodeSetUserData(cvode, it) == CV_SUCCESS &&
         CVodeInit(cvode, right_hand_side, 0, it->y) == CV_SUCCESS &&
         CVodeSVtolerances(cvode, 1e-6, it->absolute_tolerance) == CV_SUCCESS &&
         CVodeSetLinearSolver(cvode, it->linear_solver, &it->newton_matrix) ==
             CV_SUCCESS &&
         (it->inst->model->n_states == 0 || !it->inst->model->tangent ||
          CVodeSetJacFn(cvode, exact_jacobian) == CV_SUCCESS) &&
         CVodeSetNoInactiveRootWarn(cvode) == CV_SUCCESS &&
         (n_indicators == 0 ||
          CVodeRootInit(cvode, n_indicators, indicators) == CV_SUCCESS);
}

/* SUNDIALS 6 does not survive a failed allocation everywhere (N_VClone,
 * SUNMatClone, SUNContext_Create): all it may ask for is reserved first. */
static bool reserve_memory(Instance *inst, size_t n)
{
  size_t relations = (size_t)inst->model->n_indicators;
  size_t size = fixed_memory + (n_vectors * n + 3 * n * n) * sizeof(double) +
                16 * (n_vectors + 3 * n + 6 * relations) * sizeof(double);
  return solver_memory_reserve(inst->solver_memory, size);
}

static CvodeIntegrator *create_all(Instance *inst)
{
  int n = inst->model->n_states > 0 ? inst->model->n_states : 1;
  if (!reserve_memory(inst, (size_t)n)) return NULL;
  CvodeIntegrator *it = foucault_solver_calloc(1, sizeof *it);
  if (!it) return NULL;
  it->inst = inst;
  return create_parts(it, n) && configure(it) ? it : NULL;
}

static void *cvode_create(Instance *inst)
{
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  CvodeIntegrator *it = create_all(inst);
  solver_memory_use(before);
  return it;
}

/* --- running ------------------------------------------------------------- */

static void cvode_count(void *self)
{
  CvodeIntegrator *it = self;
  Statistics *total = &it->inst->statistics;
  long steps = 0, jacobians = 0;
  if (!it->inst->has_started) return;
  CVodeGetNumSteps(it->cvode, &steps);
  CVodeGetNumJacEvals(it->cvode, &jacobians);
  total->steps += steps - it->counted_steps;
  total->jacobians += jacobians - it->counted_jacobians;
  it->counted_steps = steps;
  it->counted_jacobians = jacobians;
}

/* 0 means no limit. */
static double usual_longest_step(const Instance *inst,
                                 double communication_step)
{
  const Model *m = inst->model;
  if (m->n_indicators == 0) return 0;
  double stop = inst->has_stop_time ? inst->stop_time : m->stop_time;
  bool known = inst->has_stop_time || m->has_stop_time;
  if (known && stop > inst->start_time) {
    return (stop - inst->start_time) / steps_per_run;
  }
  return communication_step;
}

/* The smaller one, where 0 means no limit. */
static double shorter(double a, double b)
{
  if (a == 0 || b == 0) return a + b;
  return fmin(a, b);
}

static double longest_step(const CvodeIntegrator *it)
{
  double usual = usual_longest_step(it->inst, it->communication_step);
  return shorter(shorter(usual, delay_longest_step(it->inst)), it->short_step);
}

static void load_states(CvodeIntegrator *it)
{
  Instance *inst = it->inst;
  double *absolute = N_VGetArrayPointer(it->absolute_tolerance);
  evaluate_get_states(inst, N_VGetArrayPointer(it->y));
  for (int i = 0; i < inst->model->n_states; i++) {
    absolute[i] = inst->tolerance * inst->state_nominal[i];
  }
}

/* An event may leave the states chosen badly, and a pivot waits for a start
 * like this one. */
static bool renew_choice(Instance *inst)
{
  if (inst->model->n_sets == 0) return true;
  if (!evaluate_values(inst)) return false;
  if (dummy_pivot_measure(inst) > PIVOT_EXCHANGE) {
    return dummy_pivot_exchange(inst);
  }
  dummy_pivot_keep(inst);
  return true;
}

/* CVODE is never to step past this; infinite: anywhere. */
static double last_time(const Instance *inst)
{
  double last = inst->has_stop_time ? inst->stop_time : HUGE_VAL;
  return fmin(last, inst->next_event);
}

/* The same for a start at `now`. Inputs that move are known up to the target
 * only. A time that CVODE never reaches switches off an older stop time. */
static double stop_after(const CvodeIntegrator *it, double now)
{
  double last = last_time(it->inst);
  if (it->inst->motion.moves && it->target > now && it->target < last) {
    last = it->target;
  }
  return last > now ? last : HUGE_VAL;
}

static bool start_cvode(CvodeIntegrator *it, double now)
{
  Instance *inst = it->inst;
  double stop = stop_after(it, now);
  load_states(it);
  return CVodeReInit(it->cvode, now, it->y) == CV_SUCCESS &&
         CVodeSVtolerances(it->cvode, inst->tolerance,
                           it->absolute_tolerance) == CV_SUCCESS &&
         CVodeSetMaxStep(it->cvode, longest_step(it)) == CV_SUCCESS &&
         CVodeSetStopTime(it->cvode, stop) == CV_SUCCESS;
}

static int cvode_restart(void *self, double step)
{
  CvodeIntegrator *it = self;
  Instance *inst = it->inst;
  double now = instance_time(inst);
  cvode_count(it);
  if (inst->has_started) inst->statistics.restarts++;
  inst->has_started = true;
  inst->reason[0] = '\0';
  if (step > 0) { /* not after a pivot */
    it->communication_step = step;
    it->short_step = 0;
    it->n_undone = 0;
  }
  if (!renew_choice(inst)) return 1;
  block_guess_forget(inst);
  block_guess_keep(inst);
  if (!start_cvode(it, now)) return 1;
  it->counted_steps = 0;
  it->counted_jacobians = 0;
  it->now = it->y_time = now;
  it->at_stop = false;
  it->waiting = NOTHING_WAITS;
  it->n_still = 0;
  it->refusal[0] = '\0';
  return 0;
}

static void store_states(CvodeIntegrator *it, double time)
{
  evaluate_set_time(it->inst, time);
  evaluate_set_states(it->inst, N_VGetArrayPointer(it->y));
}

/* --- selection sets ------------------------------------------------------ */

/* Goes back to the last good point, and on with other states (or the same, if
 * they are the best there) and shorter steps. */
static bool undo(CvodeIntegrator *it)
{
  Instance *inst = it->inst;
  char why[sizeof inst->reason];
  memcpy(why, inst->reason, sizeof why);
  dummy_pivot_restore(inst);
  double time = instance_time(inst);
  it->n_undone = time == it->undone_at ? it->n_undone + 1 : 1;
  it->undone_at = time;
  it->short_step = (it->now - time) / 4;
  it->short_until = it->now;
  if (it->n_undone > most_undone) {
    memcpy(inst->reason, why, sizeof why);
    return false;
  }
  if (!dummy_pivot_start(inst)) return false;
  inst->statistics.pivots++;
  return cvode_restart(it, 0) == 0;
}

/* The place where a step was undone lies behind. */
static void lift_short_steps(CvodeIntegrator *it)
{
  if (it->short_step == 0 || it->now < it->short_until) return;
  it->short_step = 0;
  CVodeSetMaxStep(it->cvode, longest_step(it));
}

/* Looks at the choice of states where CVODE has arrived. False: the step was
 * not to be trusted. */
static bool watch(CvodeIntegrator *it)
{
  Instance *inst = it->inst;
  if (inst->model->n_sets == 0) return true;
  if (!evaluate_at(inst, it->now, it->y)) return false;
  double size = dummy_pivot_measure(inst);
  if (size > PIVOT_UNDO) {
    dummy_pivot_note_measure(inst);
    return false;
  }
  if (!dummy_branch_is_smooth(inst)) return false;
  if (!dummy_branch_keeps_sign(inst)) return false;
  dummy_pivot_keep(inst);
  if (size > PIVOT_EXCHANGE && it->waiting == NOTHING_WAITS) {
    it->waiting = PIVOT_WAITS;
  }
  return true;
}

/* Where the importer wants to be: on the way CVODE has come. */
static bool look_back(CvodeIntegrator *it, double time)
{
  if (time == it->y_time) return true;
  it->y_time = time;
  return CVodeGetDky(it->cvode, time, 0, it->y) == CV_SUCCESS;
}

/* The states get another meaning where CVODE is. */
static bool pivot(CvodeIntegrator *it)
{
  it->waiting = NOTHING_WAITS;
  return look_back(it, it->now) && evaluate_at(it->inst, it->now, it->y) &&
         cvode_restart(it, 0) == 0;
}

/* --- stepping ------------------------------------------------------------ */

/* Does time go on? */
static bool moves(CvodeIntegrator *it, double before)
{
  it->n_still = it->now > before ? 0 : it->n_still + 1;
  if (it->n_still < most_still) return true;
  instance_note(it->inst, LOG_STATUS_ERROR,
                "at time %.12g no step is short enough to go on%s%.1000s",
                it->now, it->refusal[0] ? ": " : "", it->refusal);
  return false;
}

/* What delay() will ask for. */
static bool keep_history(CvodeIntegrator *it)
{
  if (it->inst->model->n_delays == 0) return true;
  if (!evaluate_at(it->inst, it->now, it->y)) return false;
  delay_record(it->inst);
  return true;
}

/* One step of CVODE, to a root at most. What is asked for matters only for
 * the size of the first step. */
static bool step(CvodeIntegrator *it, double target)
{
  Instance *inst = it->inst;
  double asked = inst->has_stop_time ? inst->stop_time : target;
  double before = it->now;
  inst->reason[0] = '\0';
  int flag = CVode(it->cvode, asked, it->y, &it->now, CV_ONE_STEP);
  it->y_time = it->now;
  it->at_stop = flag == CV_TSTOP_RETURN && it->now >= last_time(inst);
  if (flag == CV_ROOT_RETURN) it->waiting = EVENT_WAITS;
  if (flag >= 0 && watch(it) && moves(it, before)) {
    block_guess_keep(inst);
    lift_short_steps(it);
    return keep_history(it);
  }
  it->waiting = NOTHING_WAITS;
  return inst->model->n_sets > 0 && undo(it);
}

/* Does what waits where CVODE is, or lets it step on. */
static IntegratorResult proceed(CvodeIntegrator *it, double target)
{
  bool good;
  if (it->waiting == EVENT_WAITS) {
    it->waiting = NOTHING_WAITS;
    good = look_back(it, it->now);
    store_states(it, it->now);
    return good ? INTEGRATOR_EVENT : INTEGRATOR_FAILED;
  }
  good = it->waiting == PIVOT_WAITS ? pivot(it) : step(it, target);
  if (good) return INTEGRATOR_REACHED;
  store_states(it, it->now);
  return INTEGRATOR_FAILED;
}

static bool cvode_is_ahead(const void *self)
{
  const CvodeIntegrator *it = self;
  return it->now > instance_time(it->inst);
}

static IntegratorResult cvode_advance(void *self, double target)
{
  CvodeIntegrator *it = self;
  it->target = target;
  CVodeSetStopTime(it->cvode, stop_after(it, it->now));
  /* a target past the stop time is so by rounding */
  for (long k = 0; it->now < target && !it->at_stop; k++) {
    IntegratorResult result = proceed(it, target);
    if (result != INTEGRATOR_REACHED) return result;
    if (k == most_steps) {
      instance_note(it->inst, LOG_STATUS_ERROR,
                    "more than %ld integrator steps in one step", most_steps);
      return INTEGRATOR_FAILED;
    }
  }
  if (!look_back(it, target < it->now ? target : it->now)) {
    return INTEGRATOR_FAILED;
  }
  store_states(it, target);
  return INTEGRATOR_REACHED;
}

const IntegratorMethod integrator_cvode = {
    "cvode",       cvode_create,   cvode_free, cvode_restart,
    cvode_advance, cvode_is_ahead, cvode_count};
