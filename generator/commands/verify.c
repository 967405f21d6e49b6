/* verify.c: the second run, with messages and memory of its own. */
#include "commands/verify.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/temporary.h"
#include "base/vector.h"
#include "commands/options/request.h"
#include "commands/verify_compare.h"
#include "fmu_file/fmu_output.h"
#include "fmu_file/fmu_unpack.h"
#include "fmu_file/set_state.h"
#include "reduce/index/index_method.h"

#define MOST_NUMBERS 20000000 /* of a record: 160 MB */
#define SMALLEST_ALLOWED 1e-4
#define LARGEST_ALLOWED 0.1

/* --- records --- */

void verify_record(VerifyRecord *record, double time, const double *value)
{
  int n = record->n_variables;
  assert(n >= 0 && record->arena);
  if ((record->n + 1) * (n + 1) > MOST_NUMBERS) {
    record->is_cut = true;
    return;
  }
  int at = (int)record->n++;
  record->time = vector_grow(record->arena, record->time, &record->cap_time,
                             at + 1, sizeof record->time[0]);
  record->value = vector_grow(record->arena, record->value, &record->cap_value,
                              (at + 1) * n, sizeof record->value[0]);
  record->time[at] = time;
  if (n == 0) return;
  memcpy(record->value + (size_t)at * (size_t)n, value,
         (size_t)n * sizeof value[0]);
}

/* --- ways to repeat a run --- */

typedef struct Way {
  Options options;
  const char *name;
  bool is_exchange; /* an FMU: by Model Exchange */
} Way;

/* The second run while it is made. */
typedef struct Repetition {
  Session *s;            /* of its own */
  struct WardPage *ward; /* NULL: no other process watches this one */
  const VerifiedRun *first;
  const Options *options;
  bool is_exchange;
  Arena *arena; /* for what remains */
  const FmuDescription *description;
  int *variable; /* as in the first run; -1: is not there */
  int n_variables;
  int *position; /* [of the first run] in `variable`, -1: none */
  FmuRun run;
  FmuResult result;
  VerifyRecord record;
} Repetition;

static bool verify_take_point(void *context, double time,
                              const FmuValues *values)
{
  Repetition *r = context;
  verify_record(&r->record, time, values->number);
  return true;
}

/* Derivatives of states are not compared: their integrals are. */
static bool is_compared(const char *name)
{
  return !set_state_is(name) && strncmp(name, "der(", 4) != 0;
}

static void verify_choose_variables(Repetition *r)
{
  const FmuRun *of_first = r->first->run;
  size_t n = (size_t)of_first->n_variables;
  r->variable = arena_array(r->arena, n, sizeof(int));
  r->position = arena_array(r->arena, n, sizeof(int));
  for (int k = 0; k < of_first->n_variables; k++) {
    const FmuVariable *v =
        &r->first->description->variable[of_first->variable[k]];
    int found = description_find(r->description, v->name);
    bool is_same = found >= 0 && is_compared(v->name) &&
                   r->description->variable[found].type == v->type;
    r->position[k] = is_same ? r->n_variables : -1;
    if (is_same) r->variable[r->n_variables++] = found;
  }
}

static bool verify_run_fmu(Repetition *r, const char *fmu, double tolerance)
{
  const char *folder;
  if (!fmu_unpack(r->s, fmu, NULL, 0, &r->description, &folder)) return false;
  verify_choose_variables(r);
  r->run = *r->first->run;
  r->run.printed = NULL; /* the first run has printed it */
  r->run.enter_step = r->run.leave_step = NULL;
  r->run.progress = NULL;
  r->run.rescue = NULL; /* the results are written */
  if (r->first->is_fmu_given) r->run.step /= 2;
  r->run.is_exchange = r->is_exchange;
  r->run.formulas = EXCHANGE_BDF;
  r->run.has_tolerance = true;
  r->run.tolerance = tolerance;
  r->run.variable = r->variable;
  r->run.n_variables = r->n_variables;
  r->run.event_rows = false;
  r->run.lists_events = true;
  r->run.point = verify_take_point;
  r->run.stop_now = NULL;
  r->run.context = r;
  r->record = (VerifyRecord){.arena = r->arena, .n_variables = r->n_variables};
  Fmu loaded;
  fmi2Type kind = r->is_exchange ? fmi2ModelExchange : fmi2CoSimulation;
  FmuOutput output = fmu_output_begin(r->s, true);
  bool is_loaded = fmu_load(r->s, fmu, r->description, kind, folder, &loaded);
  bool good = is_loaded && fmu_run(r->s, &loaded, &r->run, &r->result);
  if (is_loaded) fmu_unload(&loaded);
  fmu_output_end(&output, fmu);
  return good;
}

static bool verify_build_and_run(Repetition *r, double tolerance)
{
  if (r->first->is_fmu_given) {
    return verify_run_fmu(r, r->first->fmu, tolerance);
  }
  const char *folder = temporary_folder(r->s);
  if (!folder) return false;
  char *fmu = arena_printf(r->s->session_arena, "%s/model.fmu", folder);
  CompileReport report = {0};
  CompileRequest request = request_of(r->options);
  return compile_model(r->s, &request, fmu, &report) &&
         verify_run_fmu(r, fmu, tolerance);
}

static const char *verify_first_error(const Session *s, Arena *arena)
{
  for (int k = 0; k < s->n_diagnostics; k++) {
    const Diagnostic *d = s->diagnostic[k];
    if (d->severity != SEVERITY_ERROR) continue;
    const char *note = d->n_notes > 0 ? d->note[0].text : "";
    return arena_printf(arena, "%s%s%s", d->message, *note ? ": " : "", note);
  }
  return "it is not possible";
}

static const char *solver_word(bool ida)
{
  return ida ? "IDA" : "CVODE";
}

/* The integrator of an FMU cannot be chosen. One for both kinds runs by Model
 * Exchange too, with the integrator of this program. */
static int list_ways_of_fmu(const Options *options, const VerifiedRun *first,
                            Way *way)
{
  int n = 0;
  if (first->description->model_exchange.present) {
    way[n++] = (Way){*options, "Model Exchange by CVODE", .is_exchange = true};
  }
  way[n++] = (Way){.options = *options, .name = "half the communication step"};
  return n;
}

/* From the most different one to the least. */
static int list_ways(const Options *options, const VerifiedRun *first,
                     Arena *arena, Way *way)
{
  bool ida = !first->used_ida;
  Options other = *options;
  other.output = NULL;
  other.ida = ida;
  other.cvode = !ida;
  other.formulas = FORMULAS_BDF;
  other.linear_solver = LINEAR_SOLVER_AUTO;
  int n = 0;
  if (first->is_fmu_given) return list_ways_of_fmu(options, first, way);
  if (first->index > 1) {
    Way *w = &way[n++];
    w->options = other;
    w->options.reduction = options->reduction == REDUCTION_DUMMY
                               ? REDUCTION_MINIMAL_EXTENSION
                               : REDUCTION_DUMMY;
    w->options.projection = PROJECTION_OFF;
    w->name = arena_printf(arena, "%s, %s", solver_word(ida),
                           index_method(w->options.reduction)->name);
  }
  way[n++] = (Way){.options = other, .name = solver_word(ida)};
  way[n++] = (Way){.options = *options, .name = solver_word(first->used_ida)};
  way[n - 1].options.output = NULL;
  return n;
}

/* --- the whole --- */

/* Model Exchange has events that Co-Simulation does not have (an exchange of
 * states, say): only those count that have a partner. */
static void verify_keep_partners(const FmuResult *first, FmuResult *second,
                                 double near, Arena *arena)
{
  size_t n = (size_t)first->n_events;
  double *time = arena_array(arena, n, sizeof time[0]);
  int next = 0; /* both are sorted */
  for (size_t k = 0; k < n; k++) {
    double at = first->event_time[k], best = at, apart = near;
    while (next < second->n_events && second->event_time[next] < at - near)
      next++;
    for (int i = next; i < second->n_events; i++) {
      if (second->event_time[i] > at + near) break;
      if (fabs(second->event_time[i] - at) > apart) continue;
      best = second->event_time[i];
      apart = fabs(best - at);
    }
    time[k] = best;
  }
  second->event_time = time;
  second->n_events = first->n_events;
}

/* False: this way does not apply; `why`. */
static bool verify_repeat(const Way *way, Repetition *r, double tolerance,
                          const char **why)
{
  Session *s = session_create();
  memcpy(s->limit, way->options.limit, sizeof s->limit);
  s->ward = r->ward;
  s->quiet = true;
  s->messages = fopen("/dev/null", "w");
  if (!s->messages) s->messages = stderr;
  r->s = s;
  r->options = &way->options;
  r->is_exchange = way->is_exchange;
  bool good = verify_build_and_run(r, tolerance);
  if (!good) *why = verify_first_error(s, r->arena);
  r->s = NULL;
  r->description = NULL;
  /* event times lie in the session */
  size_t n = (size_t)r->result.n_events;
  double *event = arena_array(r->arena, n, sizeof event[0]);
  if (n > 0) memcpy(event, r->result.event_time, n * sizeof event[0]);
  r->result.event_time = event;
  diagnostic_flush(s);
  if (s->messages != stderr) fclose(s->messages);
  temporary_end(s);
  session_destroy(s);
  return good;
}

/* Of the variables that are recorded. */
static const char *const *verify_units(const VerifiedRun *first, Arena *arena)
{
  int n = first->record->n_variables;
  const char **unit = arena_array(arena, (size_t)n, sizeof unit[0]);
  for (int j = 0; j < n; j++) {
    unit[j] = first->description->variable[first->run->variable[j]].unit;
  }
  return unit;
}

Verification verify_run(Session *s, const Options *options,
                        const VerifiedRun *first)
{
  Arena *arena = s->session_arena;
  const FmuRun *run = first->run;
  double tolerance =
      run->has_tolerance && run->tolerance > 0 ? run->tolerance : 1e-6;
  double allowed = fmax(VERIFY_FACTOR * tolerance, SMALLEST_ALLOWED);
  Verification v = {.tolerance = tolerance,
                    .allowed = fmin(allowed, LARGEST_ALLOWED)};
  Way way[3] = {0};
  int n = list_ways(options, first, arena, way);
  for (int k = 0; k < n && !v.is_done; k++) {
    Repetition r = {.first = first, .arena = arena, .ward = s->ward};
    const char *why = NULL;
    v.is_done = verify_repeat(&way[k], &r, tolerance / 2, &why);
    if (v.is_done && way[k].is_exchange) {
      verify_keep_partners(first->result, &r.result,
                           v.allowed * (run->stop - run->start), arena);
    }
    if (v.is_done) {
      v.way =
          arena_printf(arena, "%s, tolerance %g", way[k].name, tolerance / 2);
      verify_compare(&v, &(VerifyPair){.a = first->record,
                                       .b = &r.record,
                                       .of_a = first->result,
                                       .of_b = &r.result,
                                       .position = r.position,
                                       .variable = run->variable,
                                       .unit = verify_units(first, arena),
                                       .span = run->stop - run->start,
                                       .arena = arena});
    } else {
      v.refused[v.n_refused++] =
          arena_printf(arena, "%s: %s", way[k].name, why);
    }
  }
  return v;
}
