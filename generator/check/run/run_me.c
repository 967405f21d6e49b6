/* run_me.c: Model Exchange's main run: CVODE with root finding around the FMU.
 */
#include <assert.h>
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "check/run/run_main.h"
#include "core/solver_library.h"

#define CLOSEST 1e-13 /* of the time: rounding */

enum { MOST_EVENTS = 20000, MOST_STEPS = 200000 };

/* The integrator and what it works on; n is at least 1 (a model without
 * states gets one that stands still). */
typedef struct MeRun {
  Probe *p;
  ValueWatch watch;
  SUNContext context;
  void *cvode;
  N_Vector x, tolerance;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  size_t n, n_events;
  double next_event;
  fmi2Real *saved;
} MeRun;

static bool set_point(MeRun *r, double time, const double *x)
{
  Probe *p = r->p;
  if (!PROBE(p, SetTime, p->component, time)) return false;
  return r->n == 0 || PROBE(p, SetContinuousStates, p->component, x, r->n);
}

static fmi2Status worse(fmi2Status a, fmi2Status b)
{
  return a > b ? a : b;
}

static int right_side(sunrealtype time, N_Vector x, N_Vector dx, void *context)
{
  MeRun *r = context;
  Probe *p = r->p;
  if (r->n == 0) {
    N_VConst(0, dx);
    return 0;
  }
  fmi2Status status = PROBE_RAW(p, SetTime, p->component, time);
  status = worse(status, PROBE_RAW(p, SetContinuousStates, p->component,
                                   NV_DATA_S(x), r->n));
  status = worse(
      status, PROBE_RAW(p, GetDerivatives, p->component, NV_DATA_S(dx), r->n));
  if (status == fmi2OK || status == fmi2Warning) return 0;
  /* Discard: a smaller step may do. */
  return status == fmi2Discard ? 1 : -1;
}

static int indicators(sunrealtype time, N_Vector x, sunrealtype *z,
                      void *context)
{
  MeRun *r = context;
  Probe *p = r->p;
  fmi2Status status = PROBE_RAW(p, SetTime, p->component, time);
  if (r->n > 0) {
    status = worse(status, PROBE_RAW(p, SetContinuousStates, p->component,
                                     NV_DATA_S(x), r->n));
  }
  status = worse(
      status, PROBE_RAW(p, GetEventIndicators, p->component, z, r->n_events));
  return status == fmi2OK || status == fmi2Warning ? 0 : -1;
}

/* --- set-up --- */

static bool run_me_read_states(MeRun *r)
{
  assert((size_t)NV_LENGTH_S(r->x) == (r->n > 0 ? r->n : 1));
  Probe *p = r->p;
  N_VConst(0, r->x);
  N_VConst(1e-8, r->tolerance);
  if (r->n == 0) return true;
  if (!PROBE(p, GetContinuousStates, p->component, NV_DATA_S(r->x), r->n) ||
      !PROBE(p, GetNominalsOfContinuousStates, p->component,
             NV_DATA_S(r->tolerance), r->n)) {
    return false;
  }
  for (size_t i = 0; i < r->n; i++) {
    double *nominal = &NV_DATA_S(r->tolerance)[i];
    if (!(*nominal > 0)) {
      return finding_at(
          p->f, RULE_RUN_NOMINALS, "fmi2GetNominalsOfContinuousStates",
          "the nominal value of state %zu is %g", i + 1, *nominal);
    }
    *nominal *= 1e-8;
  }
  return true;
}

static bool make_integrator(MeRun *r)
{
  assert(!r->cvode && !r->context);
  sunindextype n = r->n > 0 ? (sunindextype)r->n : 1;
  if (!solver_library_create(&r->context)) return false;
  r->x = N_VNew_Serial(n, r->context);
  r->tolerance = N_VNew_Serial(n, r->context);
  r->matrix = SUNDenseMatrix(n, n, r->context);
  r->linear = SUNLinSol_Dense(r->x, r->matrix, r->context);
  r->cvode = CVodeCreate(CV_BDF, r->context);
  if (!r->cvode || !r->linear || !run_me_read_states(r)) return false;
  bool good =
      SOLVER_LIBRARY_LISTEN(CVodeSetErrHandlerFn, r->cvode, r->context, NULL) &&
      CVodeInit(r->cvode, right_side, r->p->plan->start, r->x) == 0 &&
      CVodeSVtolerances(r->cvode, 1e-6, r->tolerance) == 0 &&
      CVodeSetUserData(r->cvode, r) == 0 &&
      CVodeSetLinearSolver(r->cvode, r->linear, r->matrix) == 0 &&
      CVodeSetMaxNumSteps(r->cvode, MOST_STEPS) == 0;
  if (good && r->n_events > 0) {
    good = CVodeRootInit(r->cvode, (int)r->n_events, indicators) == 0;
    CVodeSetNoInactiveRootWarn(r->cvode);
  }
  return good;
}

static void free_integrator(MeRun *r)
{
  CVodeFree(&r->cvode);
  SUNLinSolFree(r->linear);
  SUNMatDestroy(r->matrix);
  N_VDestroy(r->x);
  N_VDestroy(r->tolerance);
  SUNContext_Free(&r->context);
}

/* --- events --- */

static void next_event_rule(MeRun *r, const fmi2EventInfo *info, double time)
{
  r->next_event = INFINITY;
  if (!info->nextEventTimeDefined) return;
  r->next_event = info->nextEventTime;
  if (info->nextEventTime < time - 1e-9 * (fabs(time) + 1e-9)) {
    finding_at(r->p->f, RULE_RUN_NEXT_EVENT, "fmi2NewDiscreteStates",
               "at time %g the next event is announced for %g", time,
               info->nextEventTime);
    r->next_event = INFINITY;
  }
}

static void flag_rule(MeRun *r, const fmi2EventInfo *info, double time)
{
  if (r->n == 0 || info->valuesOfContinuousStatesChanged) return;
  if (memcmp(r->saved, NV_DATA_S(r->x), r->n * sizeof(double)) == 0) return;
  finding_at(r->p->f, RULE_RUN_EVENT_FLAGS, "fmi2NewDiscreteStates",
             "states changed at time %g, but the last call does not say so",
             time);
}

/* The event at `time`; false: the run is over. */
static bool handle_event(MeRun *r, double time)
{
  Probe *p = r->p;
  if (!set_point(r, time, NV_DATA_S(r->x)) ||
      !PROBE(p, EnterEventMode, p->component)) {
    return false;
  }
  if (r->n > 0) memcpy(r->saved, NV_DATA_S(r->x), r->n * sizeof(double));
  fmi2EventInfo info;
  if (!probe_iterate_events(p, &info)) return false;
  if (info.terminateSimulation) {
    finding_at(p->f, RULE_RUN_EARLY, "fmi2NewDiscreteStates",
               "the FMU ended its run at time %g", time);
    return false;
  }
  next_event_rule(r, &info, time);
  if (!run_me_read_states(r)) return false;
  flag_rule(r, &info, time);
  return CVodeReInit(r->cvode, time, r->x) == 0;
}

/* --- the run --- */

static bool completed(MeRun *r, double time, bool *event)
{
  Probe *p = r->p;
  fmi2Boolean enter = fmi2False, terminate = fmi2False;
  if (!set_point(r, time, NV_DATA_S(r->x))) return false;
  if (!PROBE(p, CompletedIntegratorStep, p->component, fmi2True, &enter,
             &terminate)) {
    return false;
  }
  if (terminate) {
    finding_at(p->f, RULE_RUN_EARLY, "fmi2CompletedIntegratorStep",
               "the FMU ended its run at time %g", time);
    return false;
  }
  *event = *event || enter;
  return true;
}

static bool run_me_report_failure(MeRun *r, int flag, double time)
{
  return finding_at(r->p->f, RULE_RUN_INTEGRATION, r->p->mark->call,
                    "CVODE stops at time %g: %s%s", time,
                    CVodeGetReturnFlagName(flag), callbacks_say());
}

/* From `time` to `target`, event by event. */
static bool run_me_advance(MeRun *r, double *time, double target, bool *event,
                           long *n_events)
{
  while (*time < target) {
    double goal = r->next_event < target ? r->next_event : target;
    bool at_event = r->next_event <= *time;
    int flag = CV_SUCCESS;
    if (!at_event && goal - *time <= CLOSEST * fabs(goal)) {
      *time = goal; /* nearer than CVODE can step */
      at_event = goal == r->next_event;
    } else if (!at_event) {
      sunrealtype reached = *time;
      CVodeSetStopTime(r->cvode, goal);
      flag = CVode(r->cvode, goal, r->x, &reached, CV_ONE_STEP);
      if (flag < 0) return run_me_report_failure(r, flag, *time);
      *time = reached;
      r->p->mark->time = reached;
      at_event = flag == CV_ROOT_RETURN || reached >= r->next_event;
      if (!completed(r, reached, &at_event)) return false;
    }
    if (!at_event) continue;
    *event = true;
    if (++*n_events > MOST_EVENTS) {
      return finding_at(r->p->f, RULE_RUN_EVENTS, "fmi2NewDiscreteStates",
                        "more than %d events before time %g", MOST_EVENTS,
                        *time);
    }
    if (!handle_event(r, *time)) return false;
  }
  return true;
}

static void integrate(MeRun *r)
{
  const RunPlan *plan = r->p->plan;
  double time = plan->start;
  long n_events = 0;
  for (long i = 0; time < plan->stop; i++) {
    double next = plan->start + (double)(i + 1) * plan->step;
    if (next > plan->stop - 1e-9 * plan->step) next = plan->stop;
    bool event = false;
    if (!run_me_advance(r, &time, next, &event, &n_events)) break;
    if (!set_point(r, time, NV_DATA_S(r->x)) ||
        !value_watch_point(&r->watch, time, event)) {
      break;
    }
  }
  value_watch_end(&r->watch, time);
  if (time >= plan->stop) PROBE(r->p, Terminate, r->p->component);
}

/* The event iteration of the start, whose info has the first time event. */
static bool start_run(MeRun *r)
{
  Probe *p = r->p;
  const RunPlan *plan = p->plan;
  const FmuDescription *d = plan->description;
  fmi2EventInfo info;
  p->mark->time = plan->start;
  if (!PROBE(p, SetupExperiment, p->component, d->has_tolerance, d->tolerance,
             plan->start, fmi2True, plan->stop) ||
      !PROBE(p, EnterInitializationMode, p->component) ||
      !PROBE(p, ExitInitializationMode, p->component) ||
      !probe_iterate_events(p, &info)) {
    return false;
  }
  next_event_rule(r, &info, plan->start);
  return !info.terminateSimulation && make_integrator(r) &&
         value_watch_begin(&r->watch, p);
}

void run_main_me(void *plan, Findings *f, ChildMark *mark)
{
  assert(((const RunPlan *)plan)->kind == fmi2ModelExchange);
  Probe p;
  if (!probe_load(&p, plan, f, mark)) return;
  if (!probe_instantiate(&p, "check", &p, false)) return;
  const FmuDescription *d = p.plan->description;
  MeRun r = {.p = &p,
             .n = (size_t)d->n_derivatives,
             .n_events = (size_t)d->n_event_indicators,
             .next_event = INFINITY};
  r.saved = arena_array(f->s->session_arena, r.n + 1, sizeof r.saved[0]);
  if (start_run(&r)) integrate(&r);
  if (r.context) free_integrator(&r);
  probe_free(&p);
  probe_unload(&p);
}
