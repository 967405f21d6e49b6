/* fmu_exchange.c: see fmu_exchange.h. */
#include "fmu_file/run/fmu_exchange.h"

#include <assert.h>
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "core/solver_library.h"
#include "core/step_tolerance.h"

#define EXCHANGE_CLOSEST 1e-13  /* of the time: rounding */
#define EXCHANGE_STILL 1e-11    /* of the time: no way at all */
#define EXCHANGE_EDGE 1e-9      /* of the time: where an edge is left */
#define EXCHANGE_SHARE 1e-2     /* of the tolerance: what is nearly zero */
#define EXCHANGE_TOLERANCE 1e-6 /* where nobody says */
/* Part of a run that a step may be: that of a usual output interval. Indicators
 * that change their sign twice within a step are not seen, and states that
 * rest make steps of any length. */
#define EXCHANGE_LONGEST (1.000001 / 500)
enum {
  EXCHANGE_MOST_ORDER = 5,     /* of BDF */
  EXCHANGE_MOST_ROUNDS = 1000, /* of one event iteration */
  EXCHANGE_MOST_STARTS = 50,   /* of CVODE at one point */
  EXCHANGE_MOST_STILL = 2000   /* steps and events without a way, in a row */
};

/* n_states may be 0: then one that stands still is integrated. */
struct FmuExchange {
  const Fmu *fmu;
  fmi2Component component;
  ExchangeOptions options;
  size_t n_states, n_indicators;
  size_t n_directions; /* beside the states, each with a part for each */
  double still_since;  /* the time, and how often it has not gone on */
  int n_still;
  SUNContext context;
  void *cvode;
  N_Vector x, tolerance;
  N_Vector work;
  double *indicator; /* [n_indicators] where a crossing was met */
  int *root;         /* [n_indicators] not 0: it was met */
  double
      *row; /* [(EXCHANGE_MOST_ORDER + 1) * n_states] of a piece; NULL: nobody
                  listens */
  SUNMatrix matrix;
  SUNLinearSolver linear;
  fmi2ValueReference *state, *derivative; /* NULL: it gives no tangents */
  double next_event;                      /* infinite: none is known */
  double relative;                        /* tolerance of one step */
  bool is_discarded; /* the last directional derivative, at a trial point */
  ExchangeFailure *failure;
};

/* True where the call went well; else it is the failure. */
static bool exchange_check(FmuExchange *e, fmi2Status status, const char *call)
{
  if (status == fmi2OK || status == fmi2Warning) return true;
  *e->failure = (ExchangeFailure){.call = call, .status = status};
  return false;
}

static bool exchange_set_point(FmuExchange *e, double time, N_Vector x)
{
  const Fmu *fmu = e->fmu;
  const ExchangeOptions *o = &e->options;
  return exchange_check(e, fmu->SetTime(e->component, time), "fmi2SetTime") &&
         (!o->inputs ||
          exchange_check(e, o->inputs(o->context, time), "fmi2SetReal")) &&
         (e->n_states == 0 ||
          exchange_check(
              e,
              fmu->SetContinuousStates(e->component, NV_DATA_S(x), e->n_states),
              "fmi2SetContinuousStates"));
}

/* Those of direction k, after the states. */
static double *exchange_parts(const FmuExchange *e, N_Vector x)
{
  return NV_DATA_S(x) + e->n_states;
}

static bool exchange_follow(FmuExchange *e, FollowCall what, double *states,
                            double *rates)
{
  if (e->n_directions == 0) return true;
  FmuFollow *follow = e->options.follow;
  return exchange_check(e,
                        follow->call(e->component, what, &follow->directions,
                                     states, e->derivative, e->n_states, rates),
                        "following parameters");
}

/* A point that the FMU discards may do with a smaller step. */
static int exchange_trial_failed(const FmuExchange *e)
{
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
  if (exchange_set_point(e, time, x) &&
      exchange_check(
          e, e->fmu->GetDerivatives(e->component, NV_DATA_S(dx), e->n_states),
          "fmi2GetDerivatives") &&
      exchange_follow(e, FOLLOW_AT, exchange_parts(e, x),
                      exchange_parts(e, dx))) {
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
  if (!exchange_set_point(e, time, x)) return exchange_trial_failed(e);
  for (size_t i = 0; i < e->n_states; i++) {
    fmi2Status status = e->fmu->GetDirectionalDerivative(
        e->component, e->derivative, e->n_states, &e->state[i], 1, &seed,
        SM_COLUMN_D(matrix, i));
    e->is_discarded = status == fmi2Discard;
    if (!exchange_check(e, status, "fmi2GetDirectionalDerivative"))
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
  if (exchange_set_point(e, time, x) &&
      exchange_check(
          e, e->fmu->GetEventIndicators(e->component, z, e->n_indicators),
          "fmi2GetEventIndicators")) {
    return 0;
  }
  return exchange_trial_failed(e);
}

/* --- set-up --- */

static bool exchange_read_states(FmuExchange *e)
{
  const Fmu *fmu = e->fmu;
  double part = e->relative * EXCHANGE_SHARE;
  N_VConst(0, e->x);
  N_VConst(part, e->tolerance);
  if (e->n_states == 0) return true;
  double *nominal = NV_DATA_S(e->tolerance);
  if (!exchange_check(
          e,
          fmu->GetContinuousStates(e->component, NV_DATA_S(e->x), e->n_states),
          "fmi2GetContinuousStates") ||
      !exchange_check(e,
                      fmu->GetNominalsOfContinuousStates(e->component, nominal,
                                                         e->n_states),
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
  return exchange_follow(e, FOLLOW_AFTER_EVENT, exchange_parts(e, e->x), NULL);
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

static bool exchange_choose_matrix(FmuExchange *e)
{
  const FmuDescription *d = e->fmu->description;
  if (e->n_states == 0 || !exchange_gives_tangents(d))
    return exchange_take_differences(e);
  e->state = calloc(2 * e->n_states, sizeof e->state[0]);
  if (!e->state) return false;
  e->derivative = e->state + e->n_states;
  for (size_t i = 0; i < e->n_states; i++) {
    e->state[i] = d->variable[d->state[i]].value_reference;
    e->derivative[i] = d->variable[d->derivative[i]].value_reference;
  }
  return CVodeSetJacFn(e->cvode, exchange_matrix) == 0;
}

static bool exchange_fail(FmuExchange *e, const char *why)
{
  *e->failure =
      (ExchangeFailure){.call = "CVODE", .status = fmi2Error, .why = why};
  return false;
}

static bool exchange_limit_steps(const FmuExchange *e)
{
  double span = e->options.stop - e->options.start;
  return !(span > 0 && isfinite(span)) ||
         CVodeSetMaxStep(e->cvode, EXCHANGE_LONGEST * span) == 0;
}

static bool exchange_make(FmuExchange *e)
{
  sunindextype n = e->n_states > 0 ? (sunindextype)e->n_states : 1;
  const char *short_memory = "memory is short";
  sunindextype all = n * (1 + (sunindextype)e->n_directions);
  if (!solver_library_create(&e->context))
    return exchange_fail(e, short_memory);
  e->x = N_VNew_Serial(all, e->context);
  e->tolerance = N_VNew_Serial(all, e->context);
  e->matrix = SUNDenseMatrix(n, n, e->context);
  N_Vector states = N_VNew_Serial(n, e->context);
  e->linear = SUNLinSol_Dense(states, e->matrix, e->context);
  if (states) N_VDestroy(states);
  e->cvode = CVodeCreate(CV_BDF, e->context);
  if (!e->cvode || !e->linear || !e->x || !e->tolerance)
    return exchange_fail(e, short_memory);
  e->work = N_VNew_Serial(all, e->context);
  e->indicator = calloc(e->n_indicators + 1, sizeof e->indicator[0]);
  e->root = calloc(e->n_indicators + 1, sizeof e->root[0]);
  if (!e->work || !e->indicator || !e->root)
    return exchange_fail(e, short_memory);
  if (e->options.listener) {
    e->row = calloc((EXCHANGE_MOST_ORDER + 1) * (size_t)n, sizeof e->row[0]);
    if (!e->row) return exchange_fail(e, short_memory);
  }
  if (e->n_directions > 0) {
    e->linear->ops->solve = exchange_solve_blocks;
    e->options.follow->states = exchange_parts(e, e->x);
  }
  if (!exchange_read_states(e)) return false;
  bool good =
      SOLVER_LIBRARY_LISTEN(CVodeSetErrHandlerFn, e->cvode, e->context, NULL) &&
      CVodeInit(e->cvode, exchange_right_side, e->options.start, e->x) == 0 &&
      CVodeSVtolerances(e->cvode, e->relative, e->tolerance) == 0 &&
      CVodeSetUserData(e->cvode, e) == 0 && exchange_limit_steps(e) &&
      CVodeSetLinearSolver(e->cvode, e->linear, e->matrix) == 0 &&
      exchange_choose_matrix(e);
  if (good && e->n_indicators > 0) {
    good =
        CVodeRootInit(e->cvode, (int)e->n_indicators, exchange_indicators) == 0;
    CVodeSetNoInactiveRootWarn(e->cvode);
  }
  return good || exchange_fail(e, short_memory);
}

/* --- events --- */

/* In event mode: until nothing changes any more, then on in time. */
static bool exchange_iterate(FmuExchange *e, bool *ends)
{
  const Fmu *fmu = e->fmu;
  fmi2EventInfo info = {.newDiscreteStatesNeeded = fmi2True};
  for (int k = 0; info.newDiscreteStatesNeeded; k++) {
    if (k == EXCHANGE_MOST_ROUNDS) {
      return exchange_fail(e, "an event iteration of the FMU does not end");
    }
    if (!exchange_check(e, fmu->NewDiscreteStates(e->component, &info),
                        "fmi2NewDiscreteStates")) {
      return false;
    }
    *ends = info.terminateSimulation;
    if (*ends) return true;
  }
  e->next_event = info.nextEventTimeDefined ? info.nextEventTime : INFINITY;
  return exchange_check(e, fmu->EnterContinuousTimeMode(e->component),
                        "fmi2EnterContinuousTimeMode");
}

static bool exchange_show(FmuExchange *e, double time)
{
  if (!e->options.event || e->options.event(e->options.context, time)) {
    return true;
  }
  return exchange_fail(e, "the results cannot be kept");
}

/* A listener that refuses has said why. */
static bool exchange_say(FmuExchange *e, bool good)
{
  return good || exchange_fail(e, "the way cannot be kept");
}

static bool exchange_say_event(FmuExchange *e, double time)
{
  const ExchangeListener *to = e->options.listener;
  return !to || exchange_say(e, to->before_event(to->context, time));
}

/* What CVODE knows of its last step. */
static bool exchange_say_piece(FmuExchange *e, double from, double reached)
{
  const ExchangeListener *to = e->options.listener;
  int order = 0;
  double factorial = 1;
  if (!to || e->n_states == 0) return true;
  CVodeGetLastOrder(e->cvode, &order);
  assert(order <= EXCHANGE_MOST_ORDER);
  for (int k = 0; k <= order; k++) {
    double *row = e->row + (size_t)k * e->n_states;
    if (CVodeGetDky(e->cvode, reached, k, e->work) != 0)
      return exchange_say(e, false);
    factorial *= k > 0 ? k : 1;
    for (size_t i = 0; i < e->n_states; i++)
      row[i] = NV_Ith_S(e->work, i) / factorial;
  }
  ExchangePiece piece = {from, reached, order, e->n_states, e->row};
  return exchange_say(e, to->piece(to->context, &piece));
}

/* After an event, or where the FMU is in another state than before. */
static bool exchange_start_again(FmuExchange *e, double time)
{
  if (!exchange_read_states(e)) return false;
  return (CVodeReInit(e->cvode, time, e->x) == 0 &&
          CVodeSVtolerances(e->cvode, e->relative, e->tolerance) == 0) ||
         exchange_fail(e, "it cannot start again after an event");
}

static bool exchange_pass_event(FmuExchange *e, double time, bool *ends)
{
  if (!exchange_set_point(e, time, e->x) || !exchange_show(e, time) ||
      !exchange_say_event(e, time) ||
      !exchange_follow(e, FOLLOW_BEFORE_EVENT, exchange_parts(e, e->x), NULL) ||
      !exchange_check(e, e->fmu->EnterEventMode(e->component),
                      "fmi2EnterEventMode") ||
      !exchange_iterate(e, ends) || !exchange_show(e, time)) {
    return false;
  }
  return *ends || exchange_start_again(e, time);
}

static bool exchange_begin_to_follow(FmuExchange *e)
{
  const ExchangeListener *to = e->options.listener;
  const FmuFollow *follow = e->options.follow;
  if (to && !exchange_say(e, to->begun(to->context))) return false;
  e->n_directions = follow ? (size_t)follow->directions.n : 0;
  return true;
}

FmuExchange *fmu_exchange_begin(const Fmu *fmu, fmi2Component component,
                                const ExchangeOptions *options, bool *ends,
                                ExchangeFailure *failure)
{
  FmuExchange *e = calloc(1, sizeof *e);
  *ends = false;
  *failure = (ExchangeFailure){
      .call = "CVODE", .status = fmi2Error, .why = "memory is short"};
  if (!e) return NULL;
  e->fmu = fmu;
  e->component = component;
  e->options = *options;
  e->relative = step_tolerance(options->tolerance > 0 ? options->tolerance
                                                      : EXCHANGE_TOLERANCE);
  e->n_states = (size_t)fmu->description->n_derivatives;
  e->n_indicators = (size_t)fmu->description->n_event_indicators;
  e->next_event = INFINITY;
  e->failure = failure;
  if (exchange_iterate(e, ends) && !*ends && exchange_begin_to_follow(e) &&
      exchange_make(e)) {
    return e;
  }
  fmu_exchange_end(e);
  return NULL;
}

/* --- the way --- */

/* Runs CVODE for one step. Where its steps fail it begins again at the last
 * good point: an FMU of this program notices that steps collapse and makes an
 * event of what is to blame (fmu_runtime/events/quiet.h). */
static bool exchange_run_cvode(FmuExchange *e, double goal, double *reached,
                               int *flag)
{
  for (int k = 0; k < EXCHANGE_MOST_STARTS; k++) {
    double before = *reached;
    e->failure->call = NULL;
    CVodeSetStopTime(e->cvode, goal);
    *flag = CVode(e->cvode, goal, e->x, reached, CV_ONE_STEP);
    if (*flag >= 0) return true;
    bool fails = *flag == CV_CONV_FAILURE || *flag == CV_ERR_FAILURE ||
                 *flag == CV_TOO_CLOSE;
    *reached = before;
    if (fails && e->is_discarded && /* with every step, however short */
        exchange_refuse_tangents(e, fmi2Discard, before) < 0) {
      break;
    }
    if (!fails || CVodeGetDky(e->cvode, before, 0, e->x) != 0 ||
        CVodeReInit(e->cvode, before, e->x) != 0) {
      break;
    }
  }
  if (e->failure->call) return false; /* a call of the FMU */
  return exchange_fail(e, CVodeGetReturnFlagName(*flag));
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
  if (exchange_indicators(*time, e->x, e->indicator, e) != 0) return false;
  if (!exchange_is_on_edge(e)) return true;
  end = fmin(fmin(end, goal), *time + longest);
  for (double stride = EXCHANGE_CLOSEST * fmax(fabs(*time), longest);
       *time + stride <= end && stride > 0; stride *= 2) {
    if (CVodeGetDky(e->cvode, *time + stride, 0, e->work) != 0) return true;
    if (exchange_indicators(*time + stride, e->work, e->indicator, e) != 0)
      return false;
    if (exchange_is_on_edge(e)) continue;
    *time += stride;
    N_VScale(1, e->work, e->x);
    return true;
  }
  return true;
}

/* One step of CVODE, not past `goal`. */
static bool exchange_step(FmuExchange *e, double *time, double goal,
                          bool *is_event, bool *ends)
{
  fmi2Boolean enter = fmi2False, terminate = fmi2False;
  sunrealtype reached = *time;
  int flag;
  if (!exchange_run_cvode(e, goal, &reached, &flag) ||
      (flag == CV_ROOT_RETURN && !exchange_leave_edge(e, &reached, goal)) ||
      !exchange_say_piece(e, *time, reached)) {
    return false;
  }
  *time = reached;
  *is_event = flag == CV_ROOT_RETURN || reached >= e->next_event;
  if (!exchange_set_point(e, reached, e->x) ||
      !exchange_check(e,
                      e->fmu->CompletedIntegratorStep(e->component, fmi2True,
                                                      &enter, &terminate),
                      "fmi2CompletedIntegratorStep")) {
    return false;
  }
  *is_event = *is_event || enter;
  *ends = terminate;
  return exchange_follow(e, FOLLOW_STEP, exchange_parts(e, e->x), NULL);
}

/* Where a derivative by a parameter jumps though no event is there, as at a
 * branch inside of a function, steps may collapse: differences do without. */
static void exchange_watch_time(FmuExchange *e, double time)
{
  FmuFollow *follow = e->options.follow;
  bool is_still =
      fabs(time - e->still_since) <= EXCHANGE_STILL * fmax(1, fabs(time));
  e->n_still = is_still ? e->n_still + 1 : 0;
  if (!is_still) e->still_since = time;
  if (e->n_still < EXCHANGE_MOST_STILL || !follow) return;
  if (!follow->directions.lost)
    follow->directions.lost = "a derivative jumps where no event is";
}

ExchangeEnd fmu_exchange_advance(FmuExchange *e, double *time, double target,
                                 ExchangeFailure *failure)
{
  assert(*time <= target);
  e->failure = failure;
  while (*time < target) {
    exchange_watch_time(e, *time);
    double goal = fmin(e->next_event, target);
    bool is_event = e->next_event <= *time, ends = false;
    if (!is_event && goal - *time <= EXCHANGE_CLOSEST * fabs(goal)) {
      *time = goal; /* nearer than CVODE can step */
      is_event = goal == e->next_event;
    } else if (!is_event && !exchange_step(e, time, goal, &is_event, &ends)) {
      return EXCHANGE_FAILED;
    }
    if (ends) return EXCHANGE_ENDED;
    if (is_event && !exchange_pass_event(e, *time, &ends)) {
      return EXCHANGE_FAILED;
    }
    if (ends) return EXCHANGE_ENDED;
    if (e->options.stop_now && e->options.stop_now(e->options.context)) {
      return EXCHANGE_CANCELLED;
    }
  }
  return exchange_set_point(e, *time, e->x) ? EXCHANGE_REACHED
                                            : EXCHANGE_FAILED;
}

/* --- from outside --- */

bool fmu_exchange_enter_event(FmuExchange *e, ExchangeFailure *failure)
{
  e->failure = failure;
  return exchange_check(e, e->fmu->EnterEventMode(e->component),
                        "fmi2EnterEventMode");
}

bool fmu_exchange_leave_event(FmuExchange *e, double time, bool *ends,
                              ExchangeFailure *failure)
{
  assert(e->n_directions == 0); /* nobody follows what is set from outside */
  e->failure = failure;
  *ends = false;
  return exchange_iterate(e, ends) && (*ends || exchange_start_again(e, time));
}

double fmu_exchange_next_event(const FmuExchange *e)
{
  return e->next_event;
}

bool fmu_exchange_go_back(FmuExchange *e, double time, double next_event,
                          ExchangeFailure *failure)
{
  e->failure = failure;
  e->next_event = next_event;
  return exchange_start_again(e, time);
}

void fmu_exchange_end(FmuExchange *e)
{
  if (!e) return;
  if (e->cvode) CVodeFree(&e->cvode);
  if (e->linear) SUNLinSolFree(e->linear);
  if (e->matrix) SUNMatDestroy(e->matrix);
  if (e->x) N_VDestroy(e->x);
  if (e->tolerance) N_VDestroy(e->tolerance);
  if (e->work) N_VDestroy(e->work);
  if (e->context) SUNContext_Free(&e->context);
  free(e->state);
  free(e->indicator);
  free(e->root);
  free(e->row);
  free(e);
}
