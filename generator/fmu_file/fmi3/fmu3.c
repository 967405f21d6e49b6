/* fmu3.c: see fmu3.h. */
#include "fmu_file/fmi3/fmu3.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/heap_text.h"
#include "fmu_file/fmi3/fmu3_clocks.h"
#include "fmu_file/fmi3/fmu3_schedule.h"
#include "fmu_file/fmi3/fmu3_state.h"
#include "fmu_file/fmi3/fmu3_values.h"

enum {
  FMU3_MOST_ROUNDS = 1000, /* of one event iteration */
  FMU3_MOST_STALLS = 100   /* steps on end that did not go on in time */
};

/* --- what the FMU calls --- */

static void fmu3_take_message(void *environment, fmi2Status status,
                              const char *category, const char *message)
{
  Fmu3 *m = environment;
  if (!m || !m->callbacks.logger) return;
  m->callbacks.logger(m->callbacks.componentEnvironment, m->name, status,
                      category, "%s", message ? message : "");
}

/* fmi2CancelStep asks for this. */
static void take_intermediate(void *environment, double time,
                              bool set_requested, bool get_allowed,
                              bool step_finished, bool can_return,
                              bool *wants_return, double *return_time)
{
  const Fmu3 *m = environment;
  (void)set_requested, (void)get_allowed, (void)step_finished;
  bool wants = m && m->wants_return && can_return;
  if (wants_return) *wants_return = wants;
  if (return_time) *return_time = time;
}

/* --- instances --- */

static void free_fmu3(Fmu3 *m)
{
  if (!m) return;
  fmu3_values_end(m);
  fmu3_clocks_end(m);
  free(m->name);
  free(m);
}

static Fmu3 *make_fmu3(const Fmu *fmu, fmi2String name, fmi2Type kind,
                       const fmi2CallbackFunctions *callbacks)
{
  Fmu3 *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->call = fmu->three;
  m->d = fmu->description;
  m->kind = kind;
  memcpy(&m->callbacks, callbacks, sizeof m->callbacks);
  m->name = heap_text_copy(name);
  m->next_event = INFINITY;
  const FmuKind *cs = &m->d->co_simulation;
  m->is_scheduled = m->d->is_scheduled;
  m->has_events =
      kind == fmi2ModelExchange ||
      (description_can(cs, "hasEventMode") && m->call->EnterEventMode &&
       m->call->EnterStepMode && m->call->UpdateDiscreteStates);
  m->can_vary = description_can(cs, "canHandleVariableCommunicationStepSize");
  if (m->name && fmu3_values_begin(m) && fmu3_clocks_begin(m)) return m;
  free_fmu3(m);
  return NULL;
}

fmi2Component fmu3_instantiate(const Fmu *fmu, fmi2String name, fmi2Type kind,
                               fmi2String token,
                               const fmi2CallbackFunctions *callbacks,
                               fmi2Boolean logging,
                               void (*event)(void *environment, double time))
{
  assert(fmu->three && fmu->description->version == 3);
  Fmu3 *m = make_fmu3(fmu, name, kind, callbacks);
  if (!m) return NULL;
  m->event = event;
  if (m->is_scheduled)
    m->instance =
        fmu3_schedule_instantiate(m, name, token, fmu->resources, logging);
  else
    m->instance =
        kind == fmi2ModelExchange
            ? m->call->InstantiateModelExchange(name, token, fmu->resources,
                                                false, logging, m,
                                                fmu3_take_message)
            : m->call->InstantiateCoSimulation(
                  name, token, fmu->resources, false, logging, m->has_events,
                  true, NULL, 0, m, fmu3_take_message, take_intermediate);
  if (m->instance) return m;
  free_fmu3(m);
  return NULL;
}

static void free_instance(fmi2Component c)
{
  Fmu3 *m = c;
  if (!m) return;
  m->call->FreeInstance(m->instance);
  free_fmu3(m);
}

static fmi2Status set_debug_logging(fmi2Component c, fmi2Boolean on, size_t n,
                                    const fmi2String category[])
{
  const Fmu3 *m = c;
  return m->call->SetDebugLogging(m->instance, on, n, n > 0 ? category : NULL);
}

static const char *types_platform(void)
{
  return "default";
}

/* --- events --- */

static fmi2Status update_once(Fmu3 *m, fmi2EventInfo *info)
{
  bool needs = false, terminate = false, nominals = false, values = false;
  bool has_next = false;
  double next = INFINITY;
  if (!m->call->UpdateDiscreteStates)
    return fmu3_missing(m, "fmi3UpdateDiscreteStates");
  fmi2Status status = fmu3_clocks_tick(m);
  if (status > fmi2Warning) return status;
  /* of the clocks that have ticked inside */
  status = fmu3_worse(status, fmu3_values_ticked(m));
  if (status > fmi2Warning) return status;
  status = fmu3_worse(status, m->call->UpdateDiscreteStates(
                                  m->instance, &needs, &terminate, &nominals,
                                  &values, &has_next, &next));
  if (status > fmi2Warning) return status;
  status = fmu3_worse(status, fmu3_clocks_updated(m));
  double tick = fmu3_clocks_next(m);
  m->next_event = fmin(has_next ? next : INFINITY, tick);
  m->is_over = terminate;
  m->is_event_new = false;
  *info = (fmi2EventInfo){.newDiscreteStatesNeeded = needs || tick <= m->time,
                          .terminateSimulation = terminate,
                          .nominalsOfContinuousStatesChanged = nominals,
                          .valuesOfContinuousStatesChanged = values,
                          .nextEventTimeDefined = isfinite(m->next_event),
                          .nextEventTime = m->next_event};
  return status;
}

static fmi2Status new_discrete_states(fmi2Component c, fmi2EventInfo *info)
{
  return update_once(c, info);
}

/* Co-Simulation, in event mode: until nothing changes, then to step mode. */
static fmi2Status fmu3_finish_event(Fmu3 *m)
{
  fmi2Status worst = fmi2OK;
  assert(m->kind == fmi2CoSimulation && m->has_events);
  fmi2EventInfo info = {.newDiscreteStatesNeeded = fmi2True};
  for (int k = 0; info.newDiscreteStatesNeeded; k++) {
    if (k == FMU3_MOST_ROUNDS)
      return fmu3_refuse(m, "an event iteration of the FMU does not end", "");
    worst = fmu3_worse(worst, update_once(m, &info));
    if (worst > fmi2Warning) return worst;
    if (m->is_over) return worst;
  }
  fmi2Status status = m->call->EnterStepMode(m->instance);
  if (status <= fmi2Warning) m->mode = FMU3_STEP;
  return fmu3_worse(worst, status);
}

static void show_event(const Fmu3 *m)
{
  if (m->event) m->event(m->callbacks.componentEnvironment, m->time);
}

static fmi2Status fmu3_pass_event(Fmu3 *m)
{
  show_event(m);
  fmi2Status status = fmu3_enter_event(m);
  if (status <= fmi2Warning) status = fmu3_worse(status, fmu3_finish_event(m));
  if (status <= fmi2Warning) show_event(m);
  return status;
}

/* --- initialization --- */

static fmi2Status setup_experiment(fmi2Component c, fmi2Boolean has_tolerance,
                                   fmi2Real tolerance, fmi2Real start,
                                   fmi2Boolean has_stop, fmi2Real stop)
{
  Fmu3 *m = c;
  m->has_tolerance = has_tolerance;
  m->tolerance = tolerance;
  m->start = m->time = start;
  m->has_stop = has_stop;
  m->stop = stop;
  return fmi2OK;
}

static fmi2Status enter_initialization(fmi2Component c)
{
  Fmu3 *m = c;
  fmi2Status status = m->call->EnterInitializationMode(
      m->instance, m->has_tolerance, m->tolerance, m->start, m->has_stop,
      m->stop);
  if (status > fmi2Warning) return status;
  m->mode = FMU3_INITIALIZATION;
  m->time = m->start;
  return status;
}

/* The clocks are asked as late as parameters may still be set. */
static fmi2Status exit_initialization(fmi2Component c)
{
  Fmu3 *m = c;
  fmi2Status status = fmi2OK;
  if (m->mode == FMU3_INITIALIZATION) status = fmu3_clocks_start(m);
  if (status > fmi2Warning) return status;
  status = fmu3_worse(status, m->call->ExitInitializationMode(m->instance));
  if (status > fmi2Warning) return status;
  m->mode = m->has_events ? FMU3_EVENT : FMU3_STEP;
  m->is_event_new = true;
  if (m->kind == fmi2CoSimulation && m->has_events)
    status = fmu3_worse(status, fmu3_finish_event(m));
  if (m->is_scheduled) status = fmu3_worse(status, fmu3_schedule_tick(m));
  return status;
}

static fmi2Status terminate_run(fmi2Component c)
{
  const Fmu3 *m = c;
  return m->call->Terminate(m->instance);
}

static fmi2Status reset_fmu3(fmi2Component c)
{
  Fmu3 *m = c;
  fmi2Status status = m->call->Reset(m->instance);
  m->mode = FMU3_INSTANTIATED;
  m->is_over = m->wants_return = false;
  m->next_event = INFINITY;
  fmu3_clocks_forget(m);
  return status;
}

/* --- Co-Simulation --- */

/* One step of the FMU; *reached is where it came. */
static fmi2Status step_once(Fmu3 *m, double time, double size,
                            fmi2Boolean no_set, double *reached, bool *event)
{
  bool needs = false, terminate = false, early = false;
  double last = time;
  fmi2Status status = m->call->DoStep(m->instance, time, size, no_set, &needs,
                                      &terminate, &early, &last);
  *reached = time;
  if (status > fmi2Warning) return status;
  bool is_inside = last >= time && last <= time + size;
  *reached = early && is_inside ? last : early ? time : time + size;
  *event = needs;
  if (terminate) m->is_over = true;
  return status;
}

/* Where the next step ends: at an event that is known, where the FMU can. */
static double end_of_fmu3_step(const Fmu3 *m, double time, double end)
{
  if (!m->has_events || !m->can_vary || !(m->next_event > time)) return end;
  return fmin(m->next_event, end);
}

static fmi2Status step_through(Fmu3 *m, double time, double end,
                               fmi2Boolean no_set)
{
  fmi2Status worst = fmi2OK;
  int n_stalls = 0;
  assert(m->mode == FMU3_STEP && end > time);
  while (time < end) {
    double target = end_of_fmu3_step(m, time, end), reached;
    fmu3_clocks_forget(m);
    bool event = false;
    worst = fmu3_worse(
        worst, step_once(m, time, target - time, no_set, &reached, &event));
    if (target - time == end - time && reached == time + (target - time))
      reached = end; /* rounding */
    m->time = reached;
    if (worst > fmi2Warning) return worst;
    if (m->is_over || m->wants_return) return fmi2Discard;
    if (m->has_events && (event || reached >= m->next_event))
      worst = fmu3_worse(worst, fmu3_pass_event(m));
    if (worst > fmi2Warning) return worst;
    if (m->is_over) return fmi2Discard;
    n_stalls = reached > time ? 0 : n_stalls + 1;
    if (n_stalls == FMU3_MOST_STALLS) return fmi2Discard;
    time = reached;
  }
  return worst;
}

static fmi2Status schedule_step(Fmu3 *m, double time, double size)
{
  if (m->mode != FMU3_STEP)
    return fmu3_refuse(m, "there are no ticks before initialization", "");
  if (!(size > 0) || !isfinite(time + size))
    return fmu3_refuse(m, "the step size is not positive", "");
  fmi2Status status = fmu3_schedule_to(m, time + size);
  bool is_cut = status <= fmi2Warning && m->wants_return;
  return is_cut ? fmi2Discard : status;
}

static fmi2Status do_step(fmi2Component c, fmi2Real time, fmi2Real size,
                          fmi2Boolean no_set)
{
  Fmu3 *m = c;
  m->wants_return = false;
  fmu3_clocks_forget(m);
  if (m->is_over) return fmi2Discard;
  if (m->is_scheduled) return schedule_step(m, time, size);
  if (m->mode == FMU3_EVENT) { /* inputs were set */
    fmi2Status status = fmu3_finish_event(m);
    if (status > fmi2Warning) return status;
    if (m->is_over) return fmi2Discard;
  }
  if (size > 0 && m->mode == FMU3_STEP)
    return step_through(m, time, time + size, no_set);
  double reached;
  bool event;
  return step_once(m, time, size, no_set, &reached, &event);
}

static fmi2Status cancel_step(fmi2Component c)
{
  Fmu3 *m = c;
  m->wants_return = true;
  return fmi2OK;
}

static fmi2Status real_status(fmi2Component c, fmi2StatusKind kind,
                              fmi2Real *value)
{
  const Fmu3 *m = c;
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = m->time;
  return fmi2OK;
}

static fmi2Status boolean_status(fmi2Component c, fmi2StatusKind kind,
                                 fmi2Boolean *value)
{
  const Fmu3 *m = c;
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = m->is_over;
  return fmi2OK;
}

/* FMI 3.0 has no derivatives of inputs: capabilities of 2.0 say so. */
static fmi2Status input_derivatives(fmi2Component c,
                                    const fmi2ValueReference r[], size_t n,
                                    const fmi2Integer order[],
                                    const fmi2Real value[])
{
  (void)r, (void)n, (void)order, (void)value;
  return fmu3_refuse(c, "FMI 3.0 has no derivatives of inputs", "");
}

/* --- Model Exchange --- */

static fmi2Status enter_event_mode(fmi2Component c)
{
  return fmu3_enter_event(c);
}

static fmi2Status enter_continuous_time(fmi2Component c)
{
  Fmu3 *m = c;
  fmi2Status status = m->call->EnterContinuousTimeMode(m->instance);
  if (status <= fmi2Warning) m->mode = FMU3_CONTINUOUS;
  return status;
}

static fmi2Status completed_step(fmi2Component c, fmi2Boolean no_set,
                                 fmi2Boolean *enter, fmi2Boolean *terminate)
{
  const Fmu3 *m = c;
  bool enters = false, ends = false;
  fmi2Status status =
      m->call->CompletedIntegratorStep(m->instance, no_set, &enters, &ends);
  *enter = enters;
  *terminate = ends;
  return status;
}

static fmi2Status set_time(fmi2Component c, fmi2Real time)
{
  Fmu3 *m = c;
  if (time != m->time) fmu3_clocks_forget(m);
  m->time = time;
  return m->call->SetTime(m->instance, time);
}

static fmi2Status set_states(fmi2Component c, const fmi2Real x[], size_t n)
{
  const Fmu3 *m = c;
  return m->call->SetContinuousStates(m->instance, x, n);
}

static fmi2Status get_states(fmi2Component c, fmi2Real x[], size_t n)
{
  const Fmu3 *m = c;
  return m->call->GetContinuousStates(m->instance, x, n);
}

static fmi2Status get_derivatives(fmi2Component c, fmi2Real dx[], size_t n)
{
  const Fmu3 *m = c;
  return m->call->GetContinuousStateDerivatives(m->instance, dx, n);
}

static fmi2Status get_indicators(fmi2Component c, fmi2Real z[], size_t n)
{
  const Fmu3 *m = c;
  return m->call->GetEventIndicators(m->instance, z, n);
}

static fmi2Status get_nominals(fmi2Component c, fmi2Real x[], size_t n)
{
  const Fmu3 *m = c;
  return m->call->GetNominalsOfContinuousStates(m->instance, x, n);
}

/* --- the table --- */

void fmu3_dress(Fmu *fmu)
{
  assert(fmu->three);
  fmu->GetTypesPlatform = types_platform;
  fmu->GetVersion = fmu->three->GetVersion;
  fmu->SetDebugLogging = set_debug_logging;
  fmu->FreeInstance = free_instance;
  fmu->SetupExperiment = setup_experiment;
  fmu->EnterInitializationMode = enter_initialization;
  fmu->ExitInitializationMode = exit_initialization;
  fmu->Terminate = terminate_run;
  fmu->Reset = reset_fmu3;
  fmu->GetReal = fmu3_get_real;
  fmu->GetInteger = fmu3_get_integer;
  fmu->GetBoolean = fmu3_get_integer;
  fmu->GetString = fmu3_get_string;
  fmu->SetReal = fmu3_set_real;
  fmu->SetInteger = fmu3_set_integer;
  fmu->SetBoolean = fmu3_set_integer;
  fmu->SetString = fmu3_set_string;
  fmu->GetFMUstate = fmu3_get_state;
  fmu->SetFMUstate = fmu3_set_state;
  fmu->FreeFMUstate = fmu3_free_state;
  fmu->SerializedFMUstateSize = fmu3_state_size;
  fmu->SerializeFMUstate = fmu3_serialize;
  fmu->DeSerializeFMUstate = fmu3_deserialize;
  fmu->GetDirectionalDerivative = fmu3_directional;
  fmu->SetRealInputDerivatives = input_derivatives;
  fmu->GetRealOutputDerivatives = fmu3_output_derivatives;
  fmu->DoStep = do_step;
  fmu->CancelStep = cancel_step;
  fmu->GetRealStatus = real_status;
  fmu->GetBooleanStatus = boolean_status;
  fmu->EnterEventMode = enter_event_mode;
  fmu->NewDiscreteStates = new_discrete_states;
  fmu->EnterContinuousTimeMode = enter_continuous_time;
  fmu->CompletedIntegratorStep = completed_step;
  fmu->SetTime = set_time;
  fmu->SetContinuousStates = set_states;
  fmu->GetContinuousStates = get_states;
  fmu->GetDerivatives = get_derivatives;
  fmu->GetEventIndicators = get_indicators;
  fmu->GetNominalsOfContinuousStates = get_nominals;
}
