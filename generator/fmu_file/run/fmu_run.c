/* fmu_run.c: the calling sequence of a Co-Simulation importer. */
#define _POSIX_C_SOURCE 200809L
#include "fmu_file/run/fmu_run.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "base/vector.h"
#include "fmu_file/crash.h"
#include "fmu_file/fmu_names.h"
#include "fmu_file/run/exchange_inputs.h"
#include "fmu_file/run/surroundings.h"

typedef struct Runner {
  Session *s;
  const Fmu *fmu;
  const FmuRun *run;
  fmi2Component component;
  FmuHeard heard;
  FmuReader reader;
  FmuResult *result;
  FmuExchange *exchange;     /* of Model Exchange; else NULL */
  ExchangeInputs curves;     /* the same */
  bool point_failed;         /* inside of a step */
  bool rounds_otherwise;     /* the FMU has changed it */
  Surroundings surroundings; /* as they were */
  volatile bool is_stepping; /* the FMU computes a step; another thread asks */
  /* The last point handed out, so that none comes twice. */
  double *last_number;
  double last_time;
} Runner;

/* What an instance points to lives as long as it does. */
struct FmuKept {
  Runner runner;
  fmi2CallbackFunctions callbacks;
  fmi2Component component; /* NULL: none yet */
};

/* --- what the FMU says --- */

static bool check(Runner *r, fmi2Status status, const char *call, double time)
{
  return fmu_heard_check(&r->heard, r->s, r->fmu, status, call, time);
}

static bool hand_out(Runner *r, double time);

static void list_event(Runner *r, double time)
{
  FmuResult *result = r->result;
  int n = result->n_events;
  if (n > 0 && result->event_time[n - 1] >= time) return; /* its other side */
  result->event_time =
      vector_grow(r->s->session_arena, result->event_time, &result->cap_events,
                  n + 1, sizeof result->event_time[0]);
  result->event_time[result->n_events++] = time;
}

static void fmu_run_enter(const Runner *r)
{
  if (r->run->enter_step) r->run->enter_step(r->run->context);
}

static void fmu_run_leave(const Runner *r)
{
  if (r->run->leave_step) r->run->leave_step(r->run->context);
}

/* One side of an event inside of a step. */
static void take_step_event(void *runner, double time)
{
  Runner *r = runner;
  if (r->is_stepping) fmu_run_leave(r);
  if (r->run->event_rows && !hand_out(r, time)) r->point_failed = true;
  if (r->run->lists_events) list_event(r, time);
  if (r->is_stepping) fmu_run_enter(r);
}

static void take_progress(void *runner, double time, double step, long steps)
{
  const FmuRun *run = ((const Runner *)runner)->run;
  run->progress(run->context, time, step, steps);
}

/* --- setting values --- */

static fmi2Status set_one(const Runner *r, const FmuSetting *setting)
{
  const Fmu *fmu = r->fmu;
  const FmuVariable *v = &fmu->description->variable[setting->variable];
  fmi2ValueReference reference = v->value_reference;
  fmi2Integer integer = (fmi2Integer)setting->integer;
  switch (v->type) {
  case FMU_REAL:
    return fmu->SetReal(r->component, &reference, 1, &setting->real);
  case FMU_BOOLEAN:
    return fmu->SetBoolean(r->component, &reference, 1, &integer);
  case FMU_STRING:
    return fmu->SetString(r->component, &reference, 1, &setting->text);
  case FMU_INTEGER:
  case FMU_ENUMERATION:
    return fmu->SetInteger(r->component, &reference, 1, &integer);
  case N_FMU_TYPES: break;
  }
  return fmi2Error;
}

static bool set_values_of(Runner *r, bool is_structural)
{
  for (int i = 0; i < r->run->n_set; i++) {
    const FmuSetting *setting = &r->run->set[i];
    const FmuVariable *v = &r->fmu->description->variable[setting->variable];
    if ((v->causality == FMU_STRUCTURAL_PARAMETER) != is_structural) continue;
    const char *call = fmu_names_set(r->fmu->description, setting->variable);
    if (!check(r, set_one(r, setting), call, r->run->start)) return false;
  }
  return true;
}

/* Sizes of arrays first. */
static bool set_values(Runner *r)
{
  return set_values_of(r, true) && set_values_of(r, false);
}

/* --- points --- */

/* The same values at the same time: an event at a point of the grid. */
static bool is_repeated(const Runner *r, double time)
{
  size_t n = (size_t)r->run->n_variables * sizeof(double);
  return r->result->points > 0 && time == r->last_time &&
         (n == 0 || memcmp(r->reader.values.number, r->last_number, n) == 0);
}

static bool hand_out(Runner *r, double time)
{
  FmuReadFault fault;
  if (!fmu_reader_read(&r->reader, r->fmu, r->component, &fault))
    return check(r, fault.status, fault.call, time);
  if (!surroundings_round(&r->surroundings)) r->rounds_otherwise = true;
  if (is_repeated(r, time)) return true;
  size_t n = (size_t)r->run->n_variables * sizeof(double);
  if (n > 0) memcpy(r->last_number, r->reader.values.number, n);
  r->last_time = time;
  r->result->points++;
  r->result->end = time;
  return !r->run->point ||
         r->run->point(r->run->context, time, &r->reader.values);
}

/* --- the sequence --- */

/* Categories this program listens to, where the FMU knows them; the last one
 * with --verbose only, the one before also for points at events. */
static bool choose_logging(Runner *r)
{
  static const char *const wanted[] = {
      "logStatistics",    "logModelMessages", "logProgress",
      "logStatusError",   "logStatusFatal",   "logStatusDiscard",
      "logStatusWarning", "logEvents",        "logDynamicStateSelection"};
  enum { N_WANTED = sizeof wanted / sizeof wanted[0] };
  int n_wanted = r->heard.echo ? N_WANTED : N_WANTED - 1;
  bool wants_events = r->run->event_rows || r->run->lists_events;
  if (!r->heard.echo && !wants_events) n_wanted--;
  const FmuDescription *d = r->fmu->description;
  fmi2String chosen[N_WANTED];
  size_t n = 0;
  for (int w = 0; w < n_wanted; w++) {
    for (int i = 0; i < d->n_log_categories; i++) {
      if (strcmp(d->log_category[i], wanted[w]) != 0) continue;
      chosen[n++] = wanted[w];
      break; /* an FMU may list it twice */
    }
  }
  assert(n <= N_WANTED);
  if (n == 0) return true; /* it says of itself what it says */
  if (d->version == 3 &&   /* all are on (fmu_run's instantiate()) */
      !check(r, r->fmu->SetDebugLogging(r->component, fmi2False, 0, NULL),
             "fmi2SetDebugLogging", r->run->start)) {
    return false;
  }
  return check(r, r->fmu->SetDebugLogging(r->component, fmi2True, n, chosen),
               "fmi2SetDebugLogging", r->run->start);
}

static bool set_inputs(Runner *r, double time)
{
  if (!r->run->inputs) return true;
  const char *call = "";
  bool has_slopes =
      !r->run->is_exchange && fmu_inputs_can(r->fmu, "canInterpolateInputs");
  fmi2Status status = fmu_inputs_set(r->run->inputs, r->fmu, r->component, time,
                                     has_slopes, &call);
  return check(r, status, call, time);
}

static bool start_up(Runner *r)
{
  const FmuRun *run = r->run;
  const Fmu *fmu = r->fmu;
  fmi2Component c = r->component;
  return choose_logging(r) && set_values(r) && set_inputs(r, run->start) &&
         check(r,
               fmu->SetupExperiment(c, run->has_tolerance, run->tolerance,
                                    run->start, run->stop > run->start,
                                    run->stop),
               "fmi2SetupExperiment", run->start) &&
         check(r, fmu->EnterInitializationMode(c),
               "fmi2EnterInitializationMode", run->start) &&
         (!run->follow || check(r, fmu_follow_start(run->follow, fmu, c),
                                "following parameters", run->start)) &&
         check(r, fmu->ExitInitializationMode(c), "fmi2ExitInitializationMode",
               run->start);
}

/* How far the FMU came within a step that it did not complete; `time`, the
 * step's beginning, if it does not say. */
static double last_successful_time(Runner *r, double time, double end)
{
  fmi2Real reached = time;
  fmi2Status answer =
      r->fmu->GetRealStatus(r->component, fmi2LastSuccessfulTime, &reached);
  return answer == fmi2OK && reached >= time && reached <= end ? reached : time;
}

/* Did the FMU end the run by its own will? Its values are those of the last
 * time that it reached. */
static bool asked_to_end(Runner *r, fmi2Status status, double time, double end)
{
  if (status != fmi2Discard) return false;
  fmi2Boolean terminated = fmi2False;
  fmi2Status answer =
      r->fmu->GetBooleanStatus(r->component, fmi2Terminated, &terminated);
  r->result->ended_early = answer == fmi2OK && terminated;
  if (!r->result->ended_early) return false;
  double reached = last_successful_time(r, time, end);
  if (reached > r->result->end && !hand_out(r, reached)) r->point_failed = true;
  return true;
}

/* fmi2CancelStep, by FMUs of this program: the step has ended early. */
static bool was_cancelled(Runner *r, fmi2Status status, double time, double end)
{
  const FmuRun *run = r->run;
  if (status != fmi2Discard || !run->stop_now) return false;
  if (!run->stop_now(run->context)) return false;
  r->result->interrupted = true;
  double reached = last_successful_time(r, time, end);
  if (reached > r->result->end && !hand_out(r, reached)) r->point_failed = true;
  return true;
}

/* A step that was discarded without an end: did the FMU come some of the way?
 * Then the rest is asked for again. */
static bool came_further(Runner *r, fmi2Status status, double *time, double end)
{
  if (status != fmi2Discard) return false;
  double reached = last_successful_time(r, *time, end);
  if (!(reached > *time + 1e-6 * (end - *time))) return false;
  *time = reached;
  return true;
}

/* Where the FMU can, no step goes over a row of the inputs. */
static double end_of_step(const Runner *r, double time, double next)
{
  const FmuInputs *inputs = r->run->inputs;
  if (!inputs ||
      !fmu_inputs_can(r->fmu, "canHandleVariableCommunicationStepSize")) {
    return next;
  }
  return fmu_inputs_next(inputs, time, next);
}

/* --- Model Exchange --- */

static bool report_exchange(Runner *r, const ExchangeFailure *failure,
                            double time)
{
  if (!failure->why) return check(r, failure->status, failure->call, time);
  if (r->point_failed) return false;
  Diagnostic *d =
      diagnostic_file_error(r->s, r->fmu->path, E604, "%s stops at time %g: %s",
                            failure->call, time, failure->why);
  for (int i = 0; i < r->heard.notes.n; i++) {
    fmu_log_note(r->s, d, r->heard.notes.text[i]);
  }
  r->heard.notes.n = 0;
  return false;
}

static bool take_exchange_event(void *runner, double time)
{
  Runner *r = runner;
  if (r->run->lists_events) list_event(r, time);
  if (!r->run->event_rows || hand_out(r, time)) return true;
  r->point_failed = true;
  return false;
}

static void report_refused(void *runner, fmi2Status status, double time)
{
  const Runner *r = runner;
  diagnostic_warning(r->s, NO_SPAN, W601,
                     "%s returned %s at time %g, though the FMU claims to "
                     "have it (providesDirectionalDerivative); the integrator "
                     "takes differences of derivatives instead",
                     fmu_names_call(r->fmu->description->version,
                                    "fmi2GetDirectionalDerivative"),
                     fmu_names_status(r->fmu->description->version, status),
                     time);
}

static bool stop_exchange(void *runner)
{
  const Runner *r = runner;
  return r->run->stop_now && r->run->stop_now(r->run->context);
}

static fmi2Status follow_curves(void *runner, double time)
{
  const Runner *r = runner;
  const char *call;
  return exchange_inputs_set(&r->curves, time, &call);
}

static bool start_exchange(Runner *r)
{
  const FmuRun *run = r->run;
  bool needs_bdf = run->follow || run->listener;
  ExchangeOptions options = {.start = run->start,
                             .stop = run->stop,
                             .tolerance = run->tolerance,
                             .formulas =
                                 needs_bdf ? EXCHANGE_BDF : run->formulas,
                             .passes_targets = !run->listener,
                             .inputs = run->inputs ? follow_curves : NULL,
                             .event = take_exchange_event,
                             .refused = report_refused,
                             .stop_now = stop_exchange,
                             .follow = run->follow,
                             .listener = run->listener,
                             .context = r};
  ExchangeFailure failure;
  bool ends;
  r->curves =
      exchange_inputs_begin(run->inputs, r->fmu, r->component, run->start);
  r->exchange =
      fmu_exchange_begin(r->fmu, r->component, &options, &ends, &failure);
  r->result->ended_early = ends;
  return r->exchange || ends || report_exchange(r, &failure, run->start);
}

/* What the FMU cannot count. */
static void count_exchange(Runner *r)
{
  if (!r->exchange || !r->heard.statistics.are_known) return;
  ExchangeWork work = fmu_exchange_work(r->exchange);
  r->heard.statistics.jacobians = work.jacobians;
  r->heard.statistics.factorizations = work.factorizations;
}

/* At a row of the inputs: those that step do so at an event. */
static bool pass_row(Runner *r, double time)
{
  ExchangeFailure failure;
  bool ends = false;
  if (!exchange_inputs_pass(&r->curves, time)) return true;
  if (!take_exchange_event(r, time)) return false;
  if (!fmu_exchange_enter_event(r->exchange, &failure))
    return report_exchange(r, &failure, time);
  if (!set_inputs(r, time)) return false;
  if (!fmu_exchange_leave_event(r->exchange, time, &ends, &failure))
    return report_exchange(r, &failure, time);
  r->result->ended_early = ends;
  return ends || take_exchange_event(r, time);
}

/* A run that ends before the next point of the grid has a point there. */
static bool exchange_to(Runner *r, double time, double next)
{
  ExchangeFailure failure;
  while (time < next && !r->result->ended_early) {
    double row = exchange_inputs_next(&r->curves, time, r->run->stop);
    fmu_exchange_stop_at(r->exchange, row);
    switch (
        fmu_exchange_advance(r->exchange, &time, fmin(row, next), &failure)) {
    case EXCHANGE_REACHED: break;
    case EXCHANGE_ENDED: r->result->ended_early = true; break;
    case EXCHANGE_CANCELLED: r->result->interrupted = true; break;
    case EXCHANGE_FAILED: return report_exchange(r, &failure, time);
    }
    if (r->result->interrupted || r->result->ended_early)
      return time <= r->result->end || hand_out(r, time);
    if (time >= row && !pass_row(r, time)) return false;
  }
  return true;
}

/* --- Co-Simulation --- */

/* From one point of the grid to the next. */
static bool step_to(Runner *r, double time, double next)
{
  while (time < next && !r->result->ended_early && !r->result->interrupted) {
    double end = end_of_step(r, time, next);
    assert(end > time && end <= next);
    if (!set_inputs(r, time)) return false;
    r->is_stepping = true;
    fmu_run_enter(r);
    fmi2Status status =
        r->fmu->DoStep(r->component, time, end - time, fmi2True);
    fmu_run_leave(r);
    r->is_stepping = false;
    if (r->point_failed) return false;
    if (asked_to_end(r, status, time, end)) return !r->point_failed;
    if (was_cancelled(r, status, time, end)) return !r->point_failed;
    if (came_further(r, status, &time, end)) continue;
    if (!check(r, status, "fmi2DoStep", time)) return false;
    time = end;
  }
  return true;
}

/* Points are start + k*step, the last one is stop. */
static bool fmu_run_step_through(Runner *r)
{
  const FmuRun *run = r->run;
  FmuResult *result = r->result;
  double span = run->stop - run->start;
  long n = run->grid ? run->n_grid : (long)ceil(span / run->step * (1 - 1e-12));
  double time = run->start;
  if (run->is_exchange && !start_exchange(r)) return false;
  if (!hand_out(r, time)) return false;
  if (result->ended_early) return true;
  for (long k = 1; k <= n; k++) {
    result->interrupted = run->stop_now && run->stop_now(run->context);
    if (result->interrupted) return true;
    double next = run->grid ? run->grid[k - 1]
                  : k == n  ? run->stop
                            : run->start + (double)k * run->step;
    if (!(run->is_exchange ? exchange_to(r, time, next)
                           : step_to(r, time, next))) {
      return false;
    }
    if (result->ended_early || result->interrupted) return true;
    if (!hand_out(r, next)) return false;
    time = next;
  }
  return true;
}

/* What the FMU says about points that are tried there is no warning; where it
 * fails, the last of it belongs to the error. */
static bool fmu_run_show_end(Runner *r)
{
  const FmuRun *run = r->run;
  Session *s = r->s;
  if (!run->at_end || r->result->interrupted) return true;
  int before = r->heard.notes.n;
  bool good = run->at_end(run->context, r->component);
  if (!good && r->heard.notes.n > before && s->n_diagnostics > 0) {
    fmu_log_note(r->s, s->diagnostic[s->n_diagnostics - 1],
                 r->heard.notes.text[r->heard.notes.n - 1]);
  }
  r->heard.notes.n = before;
  return good;
}

/* --- instances --- */

FmuKept *fmu_kept_create(void)
{
  return calloc(1, sizeof(FmuKept));
}

void fmu_kept_free(FmuKept *kept, const Fmu *fmu)
{
  if (kept && kept->component) fmu->FreeInstance(kept->component);
  free(kept);
}

/* The instance of the run before, as if it were a new one; false: there is
 * none, or it does not want to. */
static bool take_kept(Runner *r)
{
  FmuKept *kept = r->run->kept;
  if (!kept || !kept->component) return false;
  r->component = kept->component;
  if (r->fmu->Reset(r->component) == fmi2OK) return true;
  r->fmu->FreeInstance(r->component);
  r->component = kept->component = NULL;
  r->heard.notes.n = 0;
  return false;
}

static void leave_instance(Runner *r, bool good)
{
  FmuKept *kept = r->run->kept;
  if (!kept || !good) r->fmu->FreeInstance(r->component);
  if (kept) kept->component = good ? r->component : NULL;
}

/* allocateMemory is calloc: the standard asks for zeroed memory. */
static bool instantiate(Runner *r, fmi2CallbackFunctions *callbacks)
{
  if (take_kept(r)) return true;
  const FmuDescription *d = r->fmu->description;
  fmi2Type kind = r->run->is_exchange ? fmi2ModelExchange : fmi2CoSimulation;
  *callbacks =
      (fmi2CallbackFunctions){fmu_heard_message, calloc, free, NULL, &r->heard};
  /* FMI 3.0 is silent about errors, too, unless it is asked */
  bool is_loud = d->version == 3;
  r->component = fmu_instantiate(r->fmu, d->model_name, kind, d->guid,
                                 callbacks, is_loud, fmu_heard_event);
  if (r->component) return true;
  return check(r, fmi2Error, fmu_names_instantiate(d, kind), r->run->start);
}

static void report_surroundings(Runner *r)
{
  const char *changed =
      surroundings_restore(r->s->session_arena, &r->surroundings);
  if (!changed && r->rounds_otherwise) changed = "the rounding of numbers";
  if (changed)
    diagnostic_file_warning(r->s, r->fmu->path, W601,
                            "the FMU has changed what belongs to this program "
                            "too, and was set back: %s",
                            changed);
}

static bool is_of_this_program(const Runner *r)
{
  const char *tool = r->fmu->description->generation_tool;
  return tool && strncmp(tool, "Foucault ", 9) == 0;
}

/* FMUs of this program only set a flag, and end their step when they see it. */
void fmu_run_cancel(const FmuResult *result)
{
  const Runner *r = result->runner;
  if (r && r->is_stepping && is_of_this_program(r))
    r->fmu->CancelStep(r->component);
}

/* What terminal() decides is known after the end. The standards allow to read
 * it then; FMUs of others are not asked for what few importers ask for, and who
 * looks at the end has looked. */
static bool fmu_run_terminate(Runner *r)
{
  double end = r->result->end;
  return check(r, r->fmu->Terminate(r->component), "fmi2Terminate", end) &&
         (!is_of_this_program(r) || r->result->interrupted || r->run->at_end ||
          hand_out(r, end));
}

bool fmu_run(Session *s, const Fmu *fmu, const FmuRun *run, FmuResult *result)
{
  assert(run->stop >= run->start && run->step > 0);
  *result = (FmuResult){.end = run->start};
  FmuKept *kept = run->kept;
  Runner *r = kept ? &kept->runner : arena_alloc(s->session_arena, sizeof *r);
  if (kept) memset(r, 0, sizeof *r);
  r->s = s;
  r->fmu = fmu;
  r->run = run;
  r->result = result;
  r->heard = (FmuHeard){.echo = s->verbose ? s->messages : NULL,
                        .printed = run->printed,
                        .arena = s->session_arena,
                        .event = take_step_event,
                        .progress = run->progress ? take_progress : NULL,
                        .context = r};
  r->reader = fmu_reader(s->session_arena, fmu->description, run->variable,
                         run->n_variables);
  r->last_number =
      arena_array(s->session_arena, (size_t)run->n_variables, sizeof(double));

  fmi2CallbackFunctions callbacks;
  surroundings_keep(&r->surroundings);
  CrashWatch *watch = crash_watch_begin(
      s->ward != NULL, (CrashRescue){run->rescue, run->context});
  double begin = clock_now();
  bool good = instantiate(r, kept ? &kept->callbacks : &callbacks);
  result->runner = r;
  if (good) {
    good = start_up(r) && fmu_run_step_through(r) && fmu_run_show_end(r) &&
           fmu_run_terminate(r);
    result->runner = NULL;
    count_exchange(r);
    fmu_exchange_end(r->exchange);
    leave_instance(r, good);
  }
  fmu_heard_end(&r->heard);
  report_surroundings(r);
  if (good) fmu_heard_report(&r->heard, s);
  result->wall_seconds = clock_now() - begin;
  crash_watch_end(watch);
  result->statistics = r->heard.statistics;
  result->last.number = r->reader.values.number;
  result->ended_by = result->ended_early ? r->heard.ended_by : NULL;
  result->change = r->heard.change;
  result->n_changes = r->heard.n_changes;
  return good;
}
