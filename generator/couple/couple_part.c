/* couple_part.c: see couple_part.h. */
#define _POSIX_C_SOURCE 200809L
#include "couple/couple_part.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_file/fmu_names.h"

/* --- what the FMU says --- */

static void couple_part_log(fmi2ComponentEnvironment environment,
                            fmi2String instance, fmi2Status status,
                            fmi2String category, fmi2String format, ...)
    __attribute__((format(printf, 5, 6)));

static void couple_part_log(fmi2ComponentEnvironment environment,
                            fmi2String instance, fmi2Status status,
                            fmi2String category, fmi2String format, ...)
{
  (void)instance;
  CoupleLog *log = environment;
  char text[FMU_LOG_LONGEST];
  if (!log || !format) return;
  va_list args;
  va_start(args, format);
  fmu_log_read(text, format, args);
  va_end(args);
  if (fmu_log_is_printed(category)) {
    fputs(text, log->printed);
    return;
  }
  if (log->echo)
    fprintf(log->echo, "%s: [%s] %s\n", log->name, category ? category : "",
            text);
  if (status != fmi2OK && status != fmi2Pending)
    fmu_log_keep(&log->notes, status, text);
}

static bool couple_part_check(CouplePart *p, fmi2Status status,
                              const char *call, double time)
{
  if (status == fmi2OK || status == fmi2Warning) return true;
  int version = p->d->version;
  Diagnostic *d = diagnostic_file_error(
      p->s, p->member->label, E604, "%s: %s returned %s at time %g",
      p->member->name, fmu_names_call(version, call),
      fmu_names_status(version, status), time);
  fmu_log_note_all(p->s, d, &p->log.notes);
  return false;
}

/* A failure of the integrator, or of a call that it has made. */
static bool couple_part_fail(CouplePart *p, const ExchangeFailure *failure,
                             double time)
{
  if (!failure->why)
    return couple_part_check(p, failure->status, failure->call, time);
  Diagnostic *d = diagnostic_file_error(
      p->s, p->member->label, E604, "%s: %s stops at time %g: %s",
      p->member->name, failure->call, time, failure->why);
  fmu_log_note_all(p->s, d, &p->log.notes);
  return false;
}

static void couple_part_report_refused(CouplePart *p)
{
  int version = p->d->version;
  if (p->stepper.refused == fmi2OK) return;
  diagnostic_file_warning(
      p->s, p->member->label, W601,
      "%s: %s returned %s at time %g, though the FMU claims to have it "
      "(providesDirectionalDerivative); the integrator takes differences of "
      "derivatives instead",
      p->member->name, fmu_names_call(version, "fmi2GetDirectionalDerivative"),
      fmu_names_status(version, p->stepper.refused), p->stepper.refused_time);
}

void couple_part_report(CouplePart *p)
{
  couple_part_report_refused(p);
  if (p->log.notes.n == 0) return;
  Diagnostic *d = diagnostic_file_warning(p->s, p->member->label, W601,
                                          "the FMU of %s has given a warning",
                                          p->member->name);
  fmu_log_note_all(p->s, d, &p->log.notes);
}

/* --- begin and end --- */

static void couple_part_room(CouplePart *p)
{
  size_t n = (size_t)p->d->n_variables + 1;
  Arena *arena = p->s->session_arena;
  p->reference = arena_array(arena, n, sizeof p->reference[0]);
  p->real = arena_array(arena, n, sizeof p->real[0]);
  p->integer = arena_array(arena, n, sizeof p->integer[0]);
}

static void couple_part_learn(CouplePart *p)
{
  bool is_exchange = p->member->is_exchange, is_two = p->d->version == 2;
  const FmuKind *k = is_exchange ? &p->d->model_exchange : &p->d->co_simulation;
  p->saves = description_can(k, "canGetAndSetFMUstate");
  p->derives = description_can(k, "providesDirectionalDerivative");
  p->interpolates =
      is_exchange || (is_two && description_can(k, "canInterpolateInputs"));
  p->varies = is_exchange ||
              description_can(k, "canHandleVariableCommunicationStepSize");
  if (!is_exchange)
    p->output_orders =
        description_capability_number(k, "maxOutputDerivativeOrder");
}

bool couple_part_begin(Session *s, const CoupleMember *member, FILE *printed,
                       CouplePart *p)
{
  fmi2Type kind = member->is_exchange ? fmi2ModelExchange : fmi2CoSimulation;
  *p = (CouplePart){.s = s, .member = member, .d = member->description};
  p->log.echo = s->verbose ? s->messages : NULL;
  p->log.printed = printed;
  p->log.name = member->name;
  if (!fmu_load(s, member->label, p->d, kind, member->folder, &p->fmu))
    return false;
  p->is_loaded = true;
  couple_part_room(p);
  couple_part_learn(p);
  if (member->is_exchange) couple_stepper_make(s, &p->fmu, &p->stepper);
  p->callbacks =
      (fmi2CallbackFunctions){couple_part_log, calloc, free, NULL, &p->log};
  p->component = fmu_instantiate(&p->fmu, member->name, kind, p->d->guid,
                                 &p->callbacks, p->d->version == 3, NULL);
  const char *call = fmu_names_instantiate(p->d, kind);
  return p->component || couple_part_check(p, fmi2Error, call, 0);
}

static bool couple_part_set_of(CouplePart *p, bool structural, double time)
{
  const FmuSettings *all = &p->member->settings;
  for (int i = 0; i < all->n; i++) {
    const FmuSetting *set = &all->item[i];
    const FmuVariable *v = &p->d->variable[set->variable];
    if ((v->causality == FMU_STRUCTURAL_PARAMETER) != structural) continue;
    double number = v->type == FMU_REAL ? set->real : set->integer;
    if (!couple_part_set(p, set->variable, number, set->text, time))
      return false;
  }
  return true;
}

bool couple_part_enter(CouplePart *p, double start, double stop,
                       bool has_tolerance, double tolerance)
{
  const Fmu *fmu = &p->fmu;
  fmi2Component c = p->component;
  p->stop = stop;
  p->tolerance = has_tolerance ? tolerance : 0;
  return couple_part_set_of(p, true, start) &&
         couple_part_set_of(p, false, start) &&
         couple_part_check(p,
                           fmu->SetupExperiment(c, has_tolerance, tolerance,
                                                start, stop > start, stop),
                           "fmi2SetupExperiment", start) &&
         couple_part_check(p, fmu->EnterInitializationMode(c),
                           "fmi2EnterInitializationMode", start);
}

bool couple_part_leave(CouplePart *p, double start)
{
  ExchangeFailure failure;
  if (!couple_part_check(p, p->fmu.ExitInitializationMode(p->component),
                         "fmi2ExitInitializationMode", start))
    return false;
  return !p->member->is_exchange ||
         couple_stepper_begin(&p->stepper, p->component, start, p->stop,
                              p->tolerance, &p->has_ended, &failure) ||
         couple_part_fail(p, &failure, start);
}

bool couple_part_terminate(CouplePart *p, double time)
{
  return couple_part_check(p, p->fmu.Terminate(p->component), "fmi2Terminate",
                           time);
}

void couple_part_end(CouplePart *p)
{
  couple_stepper_end(&p->stepper);
  if (p->component && p->saved) p->fmu.FreeFMUstate(p->component, &p->saved);
  if (p->component) p->fmu.FreeInstance(p->component);
  if (p->is_loaded) fmu_unload(&p->fmu);
  p->component = NULL;
  p->is_loaded = false;
}

/* --- values --- */

/* The event in which inputs were set, if there is one, ends. */
static bool couple_part_settle(CouplePart *p, double time)
{
  ExchangeFailure failure;
  bool ends;
  if (!couple_stepper_close(&p->stepper, time, &ends, &failure))
    return couple_part_fail(p, &failure, time);
  p->has_ended = p->has_ended || ends;
  return true;
}

/* What an FMU of Model Exchange is told of a value that it gets. */
static bool couple_part_prepare(CouplePart *p, int variable, double number,
                                double time)
{
  ExchangeFailure failure;
  if (!p->stepper.exchange ||
      couple_stepper_set(&p->stepper, variable, number, time))
    return true;
  return couple_stepper_open(&p->stepper, &failure) ||
         couple_part_fail(p, &failure, time);
}

static bool couple_part_get_other(CouplePart *p, const FmuVariable *v,
                                  double *number, const char **text,
                                  double time)
{
  fmi2Integer integer = 0;
  fmi2Status status;
  const char *call = fmu_names_get(p->d, (int)(v - p->d->variable));
  if (v->type == FMU_STRING) {
    assert(text);
    status = p->fmu.GetString(p->component, &v->value_reference, 1, text);
    return couple_part_check(p, status, call, time);
  }
  bool is_boolean = v->type == FMU_BOOLEAN;
  status = (is_boolean ? p->fmu.GetBoolean : p->fmu.GetInteger)(
      p->component, &v->value_reference, 1, &integer);
  *number = integer;
  return couple_part_check(p, status, call, time);
}

bool couple_part_get(CouplePart *p, const int *variable, int n, double *number,
                     const char **text, double time)
{
  size_t n_reals = 0;
  if (!couple_part_settle(p, time)) return false;
  for (int i = 0; i < n; i++) {
    const FmuVariable *v = &p->d->variable[variable[i]];
    if (v->type == FMU_REAL) {
      p->reference[n_reals++] = v->value_reference;
    } else if (!couple_part_get_other(p, v, &number[i], text ? &text[i] : NULL,
                                      time)) {
      return false;
    }
  }
  if (n_reals == 0) return true;
  fmi2Status status =
      p->fmu.GetReal(p->component, p->reference, n_reals, p->real);
  if (!couple_part_check(p, status, "fmi2GetReal", time)) return false;
  size_t k = 0;
  for (int i = 0; i < n; i++) {
    if (p->d->variable[variable[i]].type == FMU_REAL) number[i] = p->real[k++];
  }
  return true;
}

bool couple_part_set(CouplePart *p, int variable, double number,
                     const char *text, double time)
{
  const FmuVariable *v = &p->d->variable[variable];
  fmi2Integer integer = (fmi2Integer)number;
  const fmi2ValueReference *r = &v->value_reference;
  const char *call = fmu_names_set(p->d, variable);
  if (!couple_part_prepare(p, variable, number, time)) return false;
  switch (v->type) {
  case FMU_REAL:
    return couple_part_check(p, p->fmu.SetReal(p->component, r, 1, &number),
                             call, time);
  case FMU_BOOLEAN:
    integer = number != 0;
    return couple_part_check(p, p->fmu.SetBoolean(p->component, r, 1, &integer),
                             call, time);
  case FMU_STRING:
    return couple_part_check(p, p->fmu.SetString(p->component, r, 1, &text),
                             call, time);
  case FMU_INTEGER:
  case FMU_ENUMERATION:
    return couple_part_check(p, p->fmu.SetInteger(p->component, r, 1, &integer),
                             call, time);
  case N_FMU_TYPES: break;
  }
  return false;
}

bool couple_part_set_slopes(CouplePart *p, int variable, const double *slope,
                            int n_orders, double time)
{
  const FmuVariable *v = &p->d->variable[variable];
  if (p->member->is_exchange) {
    couple_stepper_set_slopes(&p->stepper, variable, slope, n_orders);
    return true;
  }
  for (fmi2Integer order = 1; order <= n_orders; order++) {
    fmi2Status status = p->fmu.SetRealInputDerivatives(
        p->component, &v->value_reference, 1, &order, &slope[order - 1]);
    if (!couple_part_check(p, status, "fmi2SetRealInputDerivatives", time))
      return false;
  }
  return true;
}

bool couple_part_get_slope(CouplePart *p, int variable, double *slope)
{
  const FmuVariable *v = &p->d->variable[variable];
  fmi2Integer order = 1;
  if (p->output_orders < 1) return false;
  fmi2Status status = p->fmu.GetRealOutputDerivatives(
      p->component, &v->value_reference, 1, &order, slope);
  if (status <= fmi2Warning) return true;
  p->output_orders = 0; /* it cannot after all */
  p->log.notes.n = 0;
  return false;
}

/* --- steps --- */

static bool couple_part_wants_end(CouplePart *p)
{
  fmi2Boolean terminated = fmi2False;
  fmi2Status status =
      p->fmu.GetBooleanStatus(p->component, fmi2Terminated, &terminated);
  return status == fmi2OK && terminated;
}

static bool couple_part_integrate(CouplePart *p, double time, double size,
                                  double *reached)
{
  ExchangeFailure failure = {.call = "CVODE", .status = fmi2Error};
  *reached = time;
  if (p->has_ended) return true; /* before its first step */
  switch (couple_stepper_step(&p->stepper, time, size, reached, &failure)) {
  case EXCHANGE_REACHED:
  case EXCHANGE_CANCELLED: return true;
  case EXCHANGE_ENDED: p->has_ended = true; return true;
  case EXCHANGE_FAILED: break;
  }
  return couple_part_fail(p, &failure, *reached);
}

bool couple_part_step(CouplePart *p, double time, double size, double *reached)
{
  if (p->member->is_exchange)
    return couple_part_integrate(p, time, size, reached);
  /* what is behind need not be kept where nobody goes back */
  assert(p->component && size > 0);
  fmi2Status status =
      p->fmu.DoStep(p->component, time, size, p->saved ? fmi2False : fmi2True);
  *reached = time + size;
  if (status != fmi2Discard)
    return couple_part_check(p, status, "fmi2DoStep", time);
  fmi2Real last = time;
  fmi2Status answer =
      p->fmu.GetRealStatus(p->component, fmi2LastSuccessfulTime, &last);
  *reached =
      answer == fmi2OK && last > time && last < time + size ? last : time;
  p->has_ended = couple_part_wants_end(p);
  return p->has_ended || couple_part_check(p, status, "fmi2DoStep", time);
}

bool couple_part_arrive(CouplePart *p, double time, bool *is_new)
{
  ExchangeFailure failure;
  bool has_jumped;
  assert(p->component);
  if (!p->stepper.exchange) return true;
  if (!couple_stepper_jump(&p->stepper, &has_jumped, &failure))
    return couple_part_fail(p, &failure, time);
  *is_new = *is_new || has_jumped;
  return couple_part_settle(p, time);
}

bool couple_part_save(CouplePart *p, double time)
{
  if (!couple_part_settle(p, time)) return false;
  if (p->stepper.exchange) couple_stepper_saved(&p->stepper);
  return couple_part_check(p, p->fmu.GetFMUstate(p->component, &p->saved),
                           "fmi2GetFMUstate", time);
}

bool couple_part_restore(CouplePart *p, double time)
{
  ExchangeFailure failure;
  p->has_ended = false;
  if (!couple_part_check(p, p->fmu.SetFMUstate(p->component, p->saved),
                         "fmi2SetFMUstate", time))
    return false;
  return !p->stepper.exchange ||
         couple_stepper_restored(&p->stepper, time, &failure) ||
         couple_part_fail(p, &failure, time);
}

bool couple_part_derivative(CouplePart *p, int unknown, int known,
                            double *value)
{
  fmi2Real seed = 1;
  assert(unknown < p->d->n_variables && known < p->d->n_variables);
  if (!p->derives) return false;
  fmi2Status status = p->fmu.GetDirectionalDerivative(
      p->component, &p->d->variable[unknown].value_reference, 1,
      &p->d->variable[known].value_reference, 1, &seed, value);
  if (status <= fmi2Warning) return true;
  p->derives = false; /* differences from now on */
  p->log.notes.n = 0;
  return false;
}
