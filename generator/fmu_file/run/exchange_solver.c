/* exchange_solver.c: see exchange_solver.h. */
#include "fmu_file/run/exchange_solver.h"

#include <assert.h>
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "core/solver_library.h"
#include "core/thresholds.h"

#define EXCHANGE_CLOSEST 1e-13 /* of the time: rounding */
#define EXCHANGE_EDGE 1e-9     /* of the time: where an edge is left */
#define EXCHANGE_SHARE 1e-2    /* of the tolerance: what is nearly zero */
/* Part of a run that a step may be: that of a usual output interval. Indicators
 * that change their sign twice within a step are not seen, and states that
 * rest make steps of any length. */
#define EXCHANGE_LONGEST (1.000001 / 500)
enum { EXCHANGE_MOST_STARTS = 50 }; /* of CVODE at one point */

static const char short_memory[] = "memory is short";

/* --- the equations --------------------------------------------------------- */

/* A point that the FMU discards may do with a smaller step. */
static int exchange_trial_failed(FmuExchange *e)
{
  e->n_discarded++;
  return e->failure->status == fmi2Discard ? 1 : -1;
}

static int exchange_right_side(sunrealtype time, N_Vector x, N_Vector dx,
                               void *context)
{
  FmuExchange *e = context;
  if (e->n_states == 0) {
    N_VConst(0, dx);
    return 0;
  }
  assert(e->n_directions == 0 || e->derivative);
  if (exchange_point_set(e, time, x) &&
      exchange_point_check(
          e, e->fmu->GetDerivatives(e->component, NV_DATA_S(dx), e->n_states),
          "fmi2GetDerivatives") &&
      exchange_point_follow(e, FOLLOW_AT, exchange_point_parts(e, x),
                            exchange_point_parts(e, dx))) {
    return 0;
  }
  return exchange_trial_failed(e);
}

/* Without tangents differences are taken as often as steps change their length:
 * their rounding is that of the present one. */
static bool exchange_take_differences(FmuExchange *e)
{
  return CVodeSetJacFn(e->cvode, NULL) == 0 &&
         CVodeSetJacEvalFrequency(e->cvode, 1) == 0;
}

/* The FMU claims to have directional derivatives, and does not give them. CVODE
 * tries the step again. */
static int exchange_refuse_tangents(FmuExchange *e, fmi2Status status,
                                    double time)
{
  assert(status != fmi2OK && status != fmi2Warning);
  if (status == fmi2Fatal || !exchange_take_differences(e)) return -1;
  e->failure->call = NULL;
  e->is_discarded = false;
  if (e->options.refused) e->options.refused(e->options.context, status, time);
  return 1;
}

/* Quotients of differences are rounding where a state is zero, steep, and the
 * first step is short; as steps grow it swallows every correction, so that the
 * run goes straight on. */
static int exchange_matrix(sunrealtype time, N_Vector x, N_Vector dx,
                           SUNMatrix matrix, void *context, N_Vector work,
                           N_Vector work2, N_Vector work3)
{
  FmuExchange *e = context;
  const double seed = 1;
  assert(e->state && e->derivative);
  (void)dx, (void)work, (void)work2, (void)work3;
  if (!exchange_point_set(e, time, x)) return exchange_trial_failed(e);
  for (size_t i = 0; i < e->n_states; i++) {
    fmi2Status status = e->fmu->GetDirectionalDerivative(
        e->component, e->derivative, e->n_states, &e->state[i], 1, &seed,
        SM_COLUMN_D(matrix, i));
    e->is_discarded = status == fmi2Discard;
    if (!exchange_point_check(e, status, "fmi2GetDirectionalDerivative"))
      return e->is_discarded ? 1 : exchange_refuse_tangents(e, status, time);
    for (size_t k = 0; k < e->n_states; k++) { /* sqrt(x) at 0 */
      double *number = &SM_ELEMENT_D(matrix, k, i);
      if (!isfinite(*number)) *number = 0;
    }
  }
  return 0;
}

static int exchange_indicators(sunrealtype time, N_Vector x, sunrealtype *z,
                               void *context)
{
  FmuExchange *e = context;
  return exchange_point_indicators(e, time, x, z) ? 0
                                                  : exchange_trial_failed(e);
}

/* --- set-up ---------------------------------------------------------------- */

static bool exchange_read_states(FmuExchange *e)
{
  const Fmu *fmu = e->fmu;
  double part = e->relative * EXCHANGE_SHARE;
  N_VConst(0, e->x);
  N_VConst(part, e->tolerance);
  if (e->n_states == 0) return true;
  double *nominal = NV_DATA_S(e->tolerance);
  if (!exchange_point_check(
          e,
          fmu->GetContinuousStates(e->component, NV_DATA_S(e->x), e->n_states),
          "fmi2GetContinuousStates") ||
      !exchange_point_check(e,
                            fmu->GetNominalsOfContinuousStates(
                                e->component, nominal, e->n_states),
                            "fmi2GetNominalsOfContinuousStates")) {
    return false;
  }
  for (size_t i = 0; i < e->n_states; i++) {
    nominal[i] = part * (nominal[i] > 0 ? nominal[i] : 1);
  }
  for (size_t k = 0; k < e->n_directions; k++) {
    double *of_part = nominal + (1 + k) * e->n_states;
    for (size_t i = 0; i < e->n_states; i++)
      of_part[i] = nominal[i] / e->options.follow->size[k];
  }
  return exchange_point_follow(e, FOLLOW_AFTER_EVENT,
                               exchange_point_parts(e, e->x), NULL);
}

/* (I - gamma J) x = b for the states and for each direction. */
static int exchange_solve_blocks(SUNLinearSolver solver, SUNMatrix matrix,
                                 N_Vector x, N_Vector b, sunrealtype tolerance)
{
  sunindextype n = SUNDenseMatrix_Columns(matrix), all = NV_LENGTH_S(x);
  N_Vector part = N_VMake_Serial(n, NV_DATA_S(x), solver->sunctx);
  N_Vector right = N_VMake_Serial(n, NV_DATA_S(b), solver->sunctx);
  int flag = part && right ? 0 : -1;
  assert(all % n == 0);
  for (sunindextype at = 0; flag == 0 && at < all; at += n) {
    N_VSetArrayPointer(NV_DATA_S(x) + at, part);
    N_VSetArrayPointer(NV_DATA_S(b) + at, right);
    flag = SUNLinSolSolve_Dense(solver, matrix, part, right, tolerance);
  }
  if (part) N_VDestroy(part);
  if (right) N_VDestroy(right);
  return flag;
}

static bool exchange_gives_tangents(const FmuDescription *d)
{
  return description_can(&d->model_exchange, "providesDirectionalDerivative");
}

static bool exchange_list_states(FmuExchange *e)
{
  const FmuDescription *d = e->fmu->description;
  if (e->n_states == 0 || !exchange_gives_tangents(d)) return true;
  e->state = calloc(2 * e->n_states, sizeof e->state[0]);
  if (!e->state) return false;
  e->derivative = e->state + e->n_states;
  for (size_t i = 0; i < e->n_states; i++) {
    e->state[i] = d->variable[d->state[i]].value_reference;
    e->derivative[i] = d->variable[d->derivative[i]].value_reference;
  }
  return true;
}

static bool exchange_limit_steps(const FmuExchange *e)
{
  double span = e->options.stop - e->options.start;
  return !(span > 0 && isfinite(span)) ||
         CVodeSetMaxStep(e->cvode, EXCHANGE_LONGEST * span) == 0;
}

/* What Adams' formulas iterate with, and what tells whether they suit. */
static bool exchange_make_iteration(FmuExchange *e)
{
  e->iteration = SUNNonlinSol_FixedPoint(e->x, 0, e->context);
  return e->iteration && CVodeSetNonlinearSolver(e->cvode, e->iteration) == 0 &&
         damping_watch(&e->damping, e->iteration, e->first);
}

static bool exchange_make_matrix(FmuExchange *e)
{
  sunindextype n = e->n_states > 0 ? (sunindextype)e->n_states : 1;
  N_Vector states = N_VNew_Serial(n, e->context);
  e->matrix = SUNDenseMatrix(n, n, e->context);
  e->linear = SUNLinSol_Dense(states, e->matrix, e->context);
  if (states) N_VDestroy(states);
  if (!e->matrix || !e->linear) return false;
  if (e->n_directions > 0) e->linear->ops->solve = exchange_solve_blocks;
  if (CVodeSetLinearSolver(e->cvode, e->linear, e->matrix) != 0) return false;
  return e->state ? CVodeSetJacFn(e->cvode, exchange_matrix) == 0
                  : exchange_take_differences(e);
}

/* CVODE with the formulas of e->is_adams, from e->x at `time` on. */
static bool exchange_make_cvode(FmuExchange *e, double time)
{
  e->cvode = CVodeCreate(e->is_adams ? CV_ADAMS : CV_BDF, e->context);
  e->n_failures = 0;
  if (!e->cvode ||
      !SOLVER_LIBRARY_LISTEN(CVodeSetErrHandlerFn, e->cvode, e->context,
                             NULL) ||
      CVodeInit(e->cvode, exchange_right_side, time, e->x) != 0 ||
      CVodeSVtolerances(e->cvode, e->relative, e->tolerance) != 0 ||
      CVodeSetUserData(e->cvode, e) != 0 || !exchange_limit_steps(e)) {
    return false;
  }
  if (e->n_indicators > 0 &&
      CVodeRootInit(e->cvode, (int)e->n_indicators, exchange_indicators) != 0) {
    return false;
  }
  CVodeSetNoInactiveRootWarn(e->cvode);
  return e->is_adams ? exchange_make_iteration(e) : exchange_make_matrix(e);
}

ExchangeWork exchange_solver_work(const FmuExchange *e)
{
  ExchangeWork work = e->work_before;
  long jacobians = 0, factorizations = 0;
  if (!e->cvode || !e->linear) return work;
  CVodeGetNumJacEvals(e->cvode, &jacobians);
  CVodeGetNumLinSolvSetups(e->cvode, &factorizations);
  work.jacobians += jacobians;
  work.factorizations += factorizations;
  return work;
}

/* CVODE counts from zero. */
static bool exchange_begin_again(FmuExchange *e, double time)
{
  e->work_before = exchange_solver_work(e);
  e->n_failures = 0;
  return CVodeReInit(e->cvode, time, e->x) == 0;
}

static void exchange_end_cvode(FmuExchange *e)
{
  e->work_before = exchange_solver_work(e);
  if (e->cvode) CVodeFree(&e->cvode);
  if (e->iteration) SUNNonlinSolFree(e->iteration);
  if (e->linear) SUNLinSolFree(e->linear);
  if (e->matrix) SUNMatDestroy(e->matrix);
  e->iteration = NULL;
  e->linear = NULL;
  e->matrix = NULL;
}

static bool exchange_make_vectors(FmuExchange *e)
{
  sunindextype n = e->n_states > 0 ? (sunindextype)e->n_states : 1;
  sunindextype all = n * (1 + (sunindextype)e->n_directions);
  e->x = N_VNew_Serial(all, e->context);
  e->tolerance = N_VNew_Serial(all, e->context);
  e->work = N_VNew_Serial(all, e->context);
  e->end = N_VNew_Serial(all, e->context);
  e->first = N_VNew_Serial(all, e->context);
  e->indicator = calloc(e->n_indicators + 1, sizeof e->indicator[0]);
  e->root = calloc(e->n_indicators + 1, sizeof e->root[0]);
  if (!e->x || !e->tolerance || !e->work || !e->end || !e->first ||
      !e->indicator || !e->root) {
    return false;
  }
  if (!e->options.listener) return true;
  e->row = calloc((EXCHANGE_MOST_ORDER + 1) * (size_t)n, sizeof e->row[0]);
  return e->row != NULL;
}

bool exchange_solver_make(FmuExchange *e)
{
  const ExchangeOptions *o = &e->options;
  assert(o->formulas == EXCHANGE_BDF || (!o->listener && !o->follow));
  e->is_adams = o->formulas != EXCHANGE_BDF;
  if (!solver_library_create(&e->context) || !exchange_make_vectors(e) ||
      !exchange_list_states(e)) {
    return exchange_point_fail(e, short_memory);
  }
  if (e->n_directions > 0) o->follow->states = exchange_point_parts(e, e->x);
  if (!exchange_read_states(e)) return false;
  return exchange_make_cvode(e, o->start) ||
         exchange_point_fail(e, short_memory);
}

void exchange_solver_end(FmuExchange *e)
{
  N_Vector *vector[] = {&e->x, &e->tolerance, &e->work, &e->end, &e->first};
  exchange_end_cvode(e);
  for (size_t k = 0; k < sizeof vector / sizeof vector[0]; k++) {
    if (*vector[k]) N_VDestroy(*vector[k]);
  }
  if (e->context) SUNContext_Free(&e->context);
  free(e->state);
  free(e->indicator);
  free(e->root);
  free(e->row);
}

bool exchange_solver_start_again(FmuExchange *e, double time)
{
  e->is_ahead = false;
  if (!exchange_read_states(e)) return false;
  return (exchange_begin_again(e, time) &&
          CVodeSVtolerances(e->cvode, e->relative, e->tolerance) == 0) ||
         exchange_point_fail(e, "it cannot start again after an event");
}

/* --- formulas -------------------------------------------------------------- */

static bool may_use_bdf(const FmuExchange *e)
{
  return e->is_adams && e->options.formulas == EXCHANGE_AUTO;
}

/* BDF goes on from e->x. */
static bool exchange_use_bdf(FmuExchange *e, double time)
{
  assert(may_use_bdf(e));
  exchange_end_cvode(e);
  e->is_adams = false;
  return exchange_make_cvode(e, time) || exchange_point_fail(e, short_memory);
}

/* After a step: CVODE counts points that the FMU has discarded with the
 * iterations that fail. */
static bool exchange_is_stiff(FmuExchange *e)
{
  long n = 0;
  if (!may_use_bdf(e)) return false;
  CVodeGetNumNonlinSolvConvFails(e->cvode, &n);
  long n_failures = e->failure->call ? 0 : n - e->n_failures;
  e->n_failures = n;
  return stiffness_shows(&e->stiffness, n_failures, damping_take(&e->damping));
}

/* --- steps ----------------------------------------------------------------- */

/* Makes CVODE go on from the last good point after a failed step. */
static bool exchange_rescue(FmuExchange *e, int flag, double time)
{
  bool fails =
      flag == CV_CONV_FAILURE || flag == CV_ERR_FAILURE || flag == CV_TOO_CLOSE;
  if (fails && e->is_discarded && /* with every step, however short */
      exchange_refuse_tangents(e, fmi2Discard, time) < 0) {
    return false;
  }
  if (!fails || CVodeGetDky(e->cvode, time, 0, e->x) != 0) return false;
  if (may_use_bdf(e)) return exchange_use_bdf(e, time);
  return exchange_begin_again(e, time);
}

/* Runs CVODE for one step. Where its steps fail it begins again at the last
 * good point: an FMU of this program notices that steps collapse and makes an
 * event of what is to blame (fmu_runtime/events/quiet.h). */
static bool exchange_run_cvode(FmuExchange *e, double time, double goal,
                               double *reached)
{
  int flag = CV_SUCCESS;
  for (int k = 0; k < EXCHANGE_MOST_STARTS; k++) {
    e->failure->call = NULL;
    CVodeSetStopTime(e->cvode, goal);
    *reached = time;
    flag = CVode(e->cvode, goal, e->x, reached, CV_ONE_STEP);
    e->at_root = flag == CV_ROOT_RETURN;
    if (flag >= 0) return true;
    *reached = time;
    if (!exchange_rescue(e, flag, time)) break;
  }
  if (e->failure->call) return false; /* a call of the FMU */
  return exchange_point_fail(e, CVodeGetReturnFlagName(flag));
}

/* Of the indicators that CVODE has met. */
static bool exchange_is_on_edge(const FmuExchange *e)
{
  bool is_on_edge = false;
  for (size_t i = 0; i < e->n_indicators; i++)
    is_on_edge = is_on_edge || (e->root[i] != 0 && e->indicator[i] == 0);
  return is_on_edge;
}

/* A crossing may be met where an indicator is zero to the last bit. An FMU whose
 * relation is strict (x < level) would not change there, nor would its
 * indicator change its sign after it: the event is where the sign is another
 * one, strides of rounding size further, at the end of CVODE's own step at the
 * latest. */
static bool exchange_leave_edge(FmuExchange *e, double *time, double goal)
{
  double longest = EXCHANGE_EDGE * fmax(fabs(*time), fabs(goal - *time)), end;
  if (CVodeGetRootInfo(e->cvode, e->root) != 0 ||
      CVodeGetCurrentTime(e->cvode, &end) != 0) {
    return true;
  }
  if (!exchange_point_indicators(e, *time, e->x, e->indicator)) return false;
  if (!exchange_is_on_edge(e)) return true;
  end = fmin(fmin(end, goal), *time + longest);
  for (double stride = EXCHANGE_CLOSEST * fmax(fabs(*time), longest);
       *time + stride <= end && stride > 0; stride *= 2) {
    if (CVodeGetDky(e->cvode, *time + stride, 0, e->work) != 0) return true;
    if (!exchange_point_indicators(e, *time + stride, e->work, e->indicator))
      return false;
    if (exchange_is_on_edge(e)) continue;
    *time += stride;
    N_VScale(1, e->work, e->x);
    return true;
  }
  return true;
}

/* Where the FMU discards every point ahead, steps become shorter and shorter,
 * and there may be any number of them. */
static bool exchange_goes_on(FmuExchange *e, double length)
{
  e->longest = fmax(e->longest, length);
  e->n_creeping = length < STEP_CREEPING * e->longest ? e->n_creeping + 1 : 0;
  if (e->n_creeping > 0 && e->n_creeping < STEP_MOST_CREEPING) return true;
  bool creeps = e->n_creeping > 0 && e->n_discarded >= STEP_MOST_REFUSED;
  e->n_creeping = 0;
  e->n_discarded = 0;
  return !creeps || exchange_point_fail(e, "steps become ever shorter");
}

bool exchange_solver_step(FmuExchange *e, double time, double goal)
{
  assert(!e->is_ahead && time < goal);
  double reached;
  if (!exchange_run_cvode(e, time, goal, &reached)) return false;
  if (!exchange_goes_on(e, reached - time)) return false;
  bool is_stiff = exchange_is_stiff(e);
  if (e->at_root && !exchange_leave_edge(e, &reached, goal)) return false;
  e->step_end = reached;
  N_VScale(1, e->x, e->end);
  e->becomes_stiff = is_stiff;
  return true;
}

bool exchange_solver_look_back(FmuExchange *e, double time)
{
  if (CVodeGetDky(e->cvode, time, 0, e->x) == 0) return true;
  return exchange_point_fail(e, "its last step cannot be looked at");
}

bool exchange_solver_leave_step(FmuExchange *e)
{
  N_VScale(1, e->end, e->x);
  e->is_ahead = false;
  if (!e->becomes_stiff) return true;
  e->becomes_stiff = false;
  return exchange_use_bdf(e, e->step_end);
}
