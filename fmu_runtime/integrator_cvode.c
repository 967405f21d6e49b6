/* integrator_cvode.c: CVODE behind the interface of integrator.h. */
#include "integrator_cvode.h"
#include "dummy_pivot.h"
#include "evaluate.h"
#include "events.h"
#include "instance.h"
#include "vector_pool.h"
#include <cvode/cvode.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* Steps on the way to one target. */
static const long most_steps = 100000000;

/* Times that steps from one point are undone because the choice of states
 * went bad on the way. */
static const int most_undone = 5;

/* Relations are looked at after every step; a step no longer than this part
 * of the run lets few pairs of changes hide within one. */
static const double steps_per_run = 500;

/* CVODE with BDF and a dense matrix takes 18 vectors. */
static const int n_vectors = 24;

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
  double y_time;   /* what y holds belongs to this time */
  bool at_stop;    /* CVODE has reached the stop time */
  double communication_step;
  enum { NOTHING_WAITS, EVENT_WAITS, PIVOT_WAITS } waiting;
  double undone_at; /* where steps were undone, and how often */
  int n_undone;

  /* CVODE's counters since its last start that are in the statistics */
  long counted_steps, counted_jacobians;
} CvodeIntegrator;

/* --- callbacks ----------------------------------------------------------- */

/* Stores a trial point; false when the model cannot be evaluated there. */
static bool evaluate_at(Instance *inst, double time, N_Vector y)
{
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, N_VGetArrayPointer(y));
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

/* A failure is called recoverable (1): CVODE then tries a smaller step. */
static int right_hand_side(realtype t, N_Vector y, N_Vector ydot, void *data)
{
  Instance *inst = ((CvodeIntegrator *)data)->inst;
  inst->statistics.rhs++;
  if (!evaluate_at(inst, t, y)) return 1;
  if (inst->model->n_states == 0) {
    N_VConst(0, ydot);
    return 0;
  }
  return evaluate_get_derivatives(inst, N_VGetArrayPointer(ydot)) ? 0 : 1;
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

static void cvode_free(void *self)
{
  CvodeIntegrator *it = self;
  if (!it) return;
  if (it->cvode) CVodeFree(&it->cvode);
  if (it->linear_solver) SUNLinSolFree(it->linear_solver);
  if (it->matrix) SUNMatDestroy(it->matrix);
  if (it->spare) SUNMatDestroy(it->spare);
  vector_pool_free(it->pool);
  if (it->context) SUNContext_Free(&it->context);
  free(it);
}

/* SUNContext_Create of SUNDIALS 6 crashes when memory is short, so ask for
 * more than it takes just before. */
static bool memory_is_at_hand(void)
{
  volatile char *reserve = malloc(16384);
  if (!reserve) return false;
  *reserve = 1; /* volatile: keeps compilers from leaving the request out */
  free((void *)reserve);
  return true;
}

static bool create_parts(CvodeIntegrator *it, sunindextype n)
{
  if (!memory_is_at_hand()) return false;
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
  int n_relations = it->inst->model->n_relations;
  return CVodeSetErrHandlerFn(cvode, take_message, it) == CV_SUCCESS &&
         CVodeSetUserData(cvode, it) == CV_SUCCESS &&
         CVodeInit(cvode, right_hand_side, 0, it->y) == CV_SUCCESS &&
         CVodeSVtolerances(cvode, 1e-6, it->absolute_tolerance) ==
             CV_SUCCESS &&
         CVodeSetLinearSolver(cvode, it->linear_solver,
                              &it->newton_matrix) == CV_SUCCESS &&
         CVodeSetNoInactiveRootWarn(cvode) == CV_SUCCESS &&
         (n_relations == 0 ||
          CVodeRootInit(cvode, n_relations, indicators) == CV_SUCCESS);
}

static void *cvode_create(Instance *inst)
{
  CvodeIntegrator *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->inst = inst;
  int n = inst->model->n_states;
  if (create_parts(it, n > 0 ? n : 1) && configure(it)) return it;
  cvode_free(it);
  return NULL;
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
static double longest_step(const Instance *inst, double communication_step)
{
  const Model *m = inst->model;
  if (m->n_relations == 0) return 0;
  double stop = inst->has_stop_time ? inst->stop_time : m->stop_time;
  bool known = inst->has_stop_time || m->has_stop_time;
  if (known && stop > inst->start_time) {
    return (stop - inst->start_time) / steps_per_run;
  }
  return communication_step;
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

static int cvode_restart(void *self, double step)
{
  CvodeIntegrator *it = self;
  Instance *inst = it->inst;
  double now = instance_time(inst);
  cvode_count(it);
  if (inst->has_started) inst->statistics.restarts++;
  inst->has_started = true;
  inst->reason[0] = '\0';

  load_states(it);
  if (CVodeReInit(it->cvode, now, it->y) != CV_SUCCESS) return 1;
  it->counted_steps = 0;
  it->counted_jacobians = 0;
  if (CVodeSVtolerances(it->cvode, inst->tolerance, it->absolute_tolerance) !=
      CV_SUCCESS) {
    return 1;
  }
  if (step > 0) it->communication_step = step;
  CVodeSetMaxStep(it->cvode, longest_step(inst, it->communication_step));
  /* A time that CVODE never reaches switches off an older stop time. */
  double stop = inst->has_stop_time && inst->stop_time > now
                    ? inst->stop_time
                    : HUGE_VAL;
  if (CVodeSetStopTime(it->cvode, stop) != CV_SUCCESS) return 1;
  it->now = it->y_time = now;
  it->at_stop = false;
  it->waiting = NOTHING_WAITS;
  if (inst->model->n_sets == 0) return 0;
  if (!evaluate_values(inst)) return 1;
  dummy_pivot_keep(inst);
  return 0;
}

static void store_states(CvodeIntegrator *it, double time)
{
  evaluate_set_time(it->inst, time);
  evaluate_set_states(it->inst, N_VGetArrayPointer(it->y));
}

/* --- selection sets ------------------------------------------------------ */

/* Goes back to the last good point and chooses other states there. */
static bool undo(CvodeIntegrator *it)
{
  Instance *inst = it->inst;
  char why[sizeof inst->reason];
  memcpy(why, inst->reason, sizeof why);
  dummy_pivot_restore(inst);
  double time = instance_time(inst);
  it->n_undone = time == it->undone_at ? it->n_undone + 1 : 1;
  it->undone_at = time;
  if (it->n_undone <= most_undone && dummy_pivot_start(inst)) {
    inst->statistics.pivots++;
    return cvode_restart(it, 0) == 0;
  }
  if (it->n_undone > most_undone) memcpy(inst->reason, why, sizeof why);
  return false;
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
    instance_note(inst, LOG_DYNAMIC_STATE_SELECTION,
                  "at time %.12g the chosen states do not determine the "
                  "others well (%.3g)",
                  it->now, size);
    return false;
  }
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
  Instance *inst = it->inst;
  it->waiting = NOTHING_WAITS;
  return look_back(it, it->now) && evaluate_at(inst, it->now, it->y) && dummy_pivot_exchange(inst) &&
         cvode_restart(it, 0) == 0;
}

/* --- stepping ------------------------------------------------------------ */

/* One step of CVODE, to a root at most. What is asked for matters only for
 * the size of the first step. */
static bool step(CvodeIntegrator *it, double target)
{
  Instance *inst = it->inst;
  double asked = inst->has_stop_time ? inst->stop_time : target;
  inst->reason[0] = '\0';
  int flag = CVode(it->cvode, asked, it->y, &it->now, CV_ONE_STEP);
  it->y_time = it->now;
  it->at_stop = flag == CV_TSTOP_RETURN;
  if (flag == CV_ROOT_RETURN) it->waiting = EVENT_WAITS;
  if (flag >= 0 && watch(it)) return true;
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

static IntegratorResult cvode_advance(void *self, double target)
{
  CvodeIntegrator *it = self;
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
    "cvode",       cvode_create, cvode_free,
    cvode_restart, cvode_advance, cvode_count};
