/* fmu_exchange.c: events, and the way from target to target. */
#include "fmu_file/run/fmu_exchange.h"

#include <assert.h>
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>

#include "core/step_tolerance.h"
#include "fmu_file/run/exchange_solver.h"

#define EXCHANGE_CLOSEST 1e-13  /* of the time: nearer than CVODE can step */
#define EXCHANGE_STILL 1e-11    /* of the time: no way at all */
#define EXCHANGE_TOLERANCE 1e-6 /* where nobody says */
enum {
  EXCHANGE_MOST_ROUNDS = 1000, /* of one event iteration */
  EXCHANGE_MOST_STILL = 2000   /* steps and events without a way, in a row */
};

/* --- events --- */

/* In event mode: until nothing changes any more, then on in time. */
static bool exchange_iterate(FmuExchange *e, bool *ends)
{
  const Fmu *fmu = e->fmu;
  fmi2EventInfo info = {.newDiscreteStatesNeeded = fmi2True};
  for (int k = 0; info.newDiscreteStatesNeeded; k++) {
    if (k == EXCHANGE_MOST_ROUNDS) {
      return exchange_point_fail(e,
                                 "an event iteration of the FMU does not end");
    }
    if (!exchange_point_check(e, fmu->NewDiscreteStates(e->component, &info),
                              "fmi2NewDiscreteStates")) {
      return false;
    }
    *ends = info.terminateSimulation;
    if (*ends) return true;
  }
  e->next_event = info.nextEventTimeDefined ? info.nextEventTime : INFINITY;
  return exchange_point_check(e, fmu->EnterContinuousTimeMode(e->component),
                              "fmi2EnterContinuousTimeMode");
}

static bool exchange_show(FmuExchange *e, double time)
{
  if (!e->options.event || e->options.event(e->options.context, time)) {
    return true;
  }
  return exchange_point_fail(e, "the results cannot be kept");
}

/* A listener that refuses has said why. */
static bool exchange_say(FmuExchange *e, bool good)
{
  return good || exchange_point_fail(e, "the way cannot be kept");
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

static bool exchange_pass_event(FmuExchange *e, double time, bool *ends)
{
  if (!exchange_point_set(e, time, e->x) || !exchange_show(e, time) ||
      !exchange_say_event(e, time) ||
      !exchange_point_follow(e, FOLLOW_BEFORE_EVENT,
                             exchange_point_parts(e, e->x), NULL) ||
      !exchange_point_check(e, e->fmu->EnterEventMode(e->component),
                            "fmi2EnterEventMode") ||
      !exchange_iterate(e, ends) || !exchange_show(e, time)) {
    return false;
  }
  return *ends || exchange_solver_start_again(e, time);
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
  e->last = options->stop;
  e->failure = failure;
  if (exchange_iterate(e, ends) && !*ends && exchange_begin_to_follow(e) &&
      exchange_solver_make(e)) {
    return e;
  }
  fmu_exchange_end(e);
  return NULL;
}

/* --- the way --- */

/* One step of CVODE from here, past the target where the caller allows it. */
static bool exchange_step(FmuExchange *e, double time, double goal)
{
  if (!exchange_solver_step(e, time, goal) ||
      !exchange_say_piece(e, time, e->step_end)) {
    return false;
  }
  e->is_ahead = true;
  return true;
}

/* The end of that step: the FMU cannot be asked for what lies before it any
 * more. */
static bool exchange_complete_step(FmuExchange *e, double *time, bool *is_event,
                                   bool *ends)
{
  fmi2Boolean enter = fmi2False, terminate = fmi2False;
  *time = e->step_end;
  *is_event = e->at_root || *time >= e->next_event;
  if (!exchange_solver_leave_step(e) || !exchange_point_set(e, *time, e->x) ||
      !exchange_point_check(e,
                            e->fmu->CompletedIntegratorStep(
                                e->component, fmi2True, &enter, &terminate),
                            "fmi2CompletedIntegratorStep")) {
    return false;
  }
  *is_event = *is_event || enter;
  *ends = terminate;
  return exchange_point_follow(e, FOLLOW_STEP, exchange_point_parts(e, e->x),
                               NULL);
}

/* The point at the target, within the step. */
static ExchangeEnd exchange_stop_within(FmuExchange *e, double *time,
                                        double target)
{
  *time = target;
  return exchange_solver_look_back(e, target) &&
                 exchange_point_set(e, target, e->x)
             ? EXCHANGE_REACHED
             : EXCHANGE_FAILED;
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

/* What no step is to pass. */
static double exchange_goal(const FmuExchange *e, double target)
{
  double last = e->options.passes_targets ? e->last : target;
  return fmin(e->next_event, fmax(last, target));
}

/* Makes a step where there is none. False: it has failed. */
static bool exchange_go_ahead(FmuExchange *e, double *time, double target,
                              bool *is_event)
{
  double goal = exchange_goal(e, target);
  *is_event = e->next_event <= *time;
  if (*is_event) return true;
  if (goal - *time > EXCHANGE_CLOSEST * fabs(goal))
    return exchange_step(e, *time, goal);
  *time = goal;
  *is_event = goal == e->next_event;
  return true;
}

ExchangeEnd fmu_exchange_advance(FmuExchange *e, double *time, double target,
                                 ExchangeFailure *failure)
{
  assert(*time <= target);
  e->failure = failure;
  while (*time < target) {
    bool is_event = false, ends = false;
    if (!e->is_ahead) {
      exchange_watch_time(e, *time);
      if (!exchange_go_ahead(e, time, target, &is_event))
        return EXCHANGE_FAILED;
    }
    if (e->is_ahead && target < e->step_end)
      return exchange_stop_within(e, time, target);
    if (e->is_ahead && !exchange_complete_step(e, time, &is_event, &ends))
      return EXCHANGE_FAILED;
    if (ends) return EXCHANGE_ENDED;
    if (is_event && !exchange_pass_event(e, *time, &ends)) {
      return EXCHANGE_FAILED;
    }
    if (ends) return EXCHANGE_ENDED;
    if (e->options.stop_now && e->options.stop_now(e->options.context)) {
      return EXCHANGE_CANCELLED;
    }
  }
  return exchange_point_set(e, *time, e->x) ? EXCHANGE_REACHED
                                            : EXCHANGE_FAILED;
}

/* --- from outside --- */

void fmu_exchange_stop_at(FmuExchange *e, double time)
{
  assert(!e->is_ahead || e->step_end <= time);
  e->last = time;
}

bool fmu_exchange_enter_event(FmuExchange *e, ExchangeFailure *failure)
{
  e->failure = failure;
  return exchange_point_check(e, e->fmu->EnterEventMode(e->component),
                              "fmi2EnterEventMode");
}

bool fmu_exchange_leave_event(FmuExchange *e, double time, bool *ends,
                              ExchangeFailure *failure)
{
  assert(e->n_directions == 0); /* nobody follows what is set from outside */
  e->failure = failure;
  *ends = false;
  return exchange_iterate(e, ends) &&
         (*ends || exchange_solver_start_again(e, time));
}

ExchangeWork fmu_exchange_work(const FmuExchange *e)
{
  return exchange_solver_work(e);
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
  return exchange_solver_start_again(e, time);
}

void fmu_exchange_end(FmuExchange *e)
{
  if (!e) return;
  exchange_solver_end(e);
  free(e);
}
