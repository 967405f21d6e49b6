/* trial.c: a private session builds the FMU, runs it and is thrown away. */
#include "commands/trial.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/temporary.h"
#include "base/vector.h"
#include "commands/experiment.h"
#include "commands/options/request.h"
#include "fmu_file/fmu_unpack.h"
#include "results/invariant.h"

#define USUAL_INVARIANT "energy"
#define SHORT_RUN 0.2 /* seconds */
#define REPETITIONS 2

/* The variables of the run are the monitors, then those of the invariant, if
 * there is one, then the variables of the model. */
typedef struct Running {
  Session *s;
  const Options *options;
  const ReducedSystem *reduced;
  const FmuDescription *description;
  Trial *trial;
  const Trial *before; /* NULL: none */
  Arena *arena;
  const Invariant *invariant; /* NULL: none */
  int *variable;
  int n_variables, n_monitors;
  int first_own; /* of the model's variables */
} Running;

/* --- sizes --- */

/* Equations of the running model but for those that only give the derivatives
 * of states. */
static int count_algebraic(const ReducedSystem *r)
{
  const System *sys = r->sys;
  int n = 0;
  for (int k = 0; k < sys->n_eqs; k++) n += !sys->eq[k].start_only;
  for (int i = 0; i < sys->n_vars; i++) {
    n -= sys->var[i].role == ROLE_DERIVATIVE;
  }
  return n;
}

static int count_implicit(const BlockSequence *sequence)
{
  int n = 0;
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    assert(b->kind == BLOCK_ASSIGN || b->how);
    bool has_formula = b->kind == BLOCK_ASSIGN || b->how->formula_row;
    if (!has_formula) n += b->n;
  }
  return n;
}

static void note_sizes(Trial *t, const ReducedSystem *r)
{
  t->index = r->index;
  t->differential = r->n_states;
  t->algebraic = count_algebraic(r);
  t->index_after = t->algebraic > 0;
  t->implicit = count_implicit(&r->continuous);
}

/* --- which variables --- */

static void trial_append(Running *x, const char *name)
{
  int index = description_find(x->description, name);
  assert(x->n_variables <
         x->reduced->n_vars + (x->invariant ? x->invariant->n_names : 0));
  if (index >= 0) x->variable[x->n_variables++] = index;
}

static bool is_of_model(const ReducedSystem *r, const ReducedVar *rv)
{
  if (rv->var.i < 0 || rv->type != VAR_REAL || rv->is_alias) return false;
  const Var *var = &r->sys->var[rv->var.i];
  return var->kind == VAR_CONTINUOUS && !var->is_generated &&
         !system_is_der(r->sys, rv->var);
}

/* It is there if all its variables are. */
static void append_invariant(Running *x)
{
  const Invariant *v = x->invariant;
  int first = x->n_variables;
  for (int k = 0; v && k < v->n_names; k++) trial_append(x, v->name[k].text);
  x->trial->has_invariant = v && x->n_variables == first + v->n_names;
  if (!x->trial->has_invariant) x->n_variables = first;
}

static void trial_choose_variables(Running *x)
{
  const ReducedSystem *r = x->reduced;
  const char *text = x->options->invariant;
  x->invariant = invariant_read(x->s, text ? text : USUAL_INVARIANT);
  size_t most = (size_t)r->n_vars;
  if (x->invariant) most += (size_t)x->invariant->n_names;
  x->variable = arena_array(x->s->session_arena, most, sizeof(int));
  for (int k = 0; k < r->sys->n_monitors; k++) {
    trial_append(x, r->sys->var[r->sys->monitor[k].var.i].name);
  }
  x->n_monitors = x->n_variables;
  assert(x->n_monitors == r->sys->n_monitors); /* position k is monitor k */
  append_invariant(x);
  x->first_own = x->n_variables;
  for (int k = 0; k < r->n_vars; k++) {
    if (is_of_model(r, &r->var[k])) trial_append(x, r->var[k].name);
  }
}

/* --- points --- */

static void add_point(Running *x, double time, double drift)
{
  Trial *t = x->trial;
  int n = t->n_points + 1;
  t->drift = vector_grow(x->arena, t->drift, &t->cap_drift, n, sizeof(double));
  t->time = vector_grow(x->arena, t->time, &t->cap_time, n, sizeof(double));
  t->drift[t->n_points] = drift;
  t->time[t->n_points++] = time;
}

/* What has no value once has no drift at all. */
static void follow_invariant(Running *x, double time, const FmuValues *values)
{
  assert(x->invariant && x->first_own == x->n_monitors + x->invariant->n_names);
  Trial *t = x->trial;
  const double *number = values->number + x->n_monitors;
  double now = invariant_value(x->invariant, number, time);
  if (t->n_points == 0) t->first_invariant = now;
  double moved = fabs(now - t->first_invariant);
  bool has_value = isfinite(moved) && isfinite(t->invariant_drift);
  t->invariant_drift = has_value ? fmax(t->invariant_drift, moved) : NAN;
}

/* The values of the model's own variables. */
static TrialValue *keep_values(const Running *x, const double *number, int *n)
{
  assert(x->n_variables >= x->first_own);
  int first = x->first_own;
  *n = x->n_variables - first;
  TrialValue *value = arena_array(x->arena, (size_t)*n, sizeof value[0]);
  for (int k = 0; k < *n; k++) {
    const FmuVariable *v = &x->description->variable[x->variable[first + k]];
    value[k].name = arena_printf(x->arena, "%s", v->name);
    value[k].value = number[first + k];
  }
  return value;
}

static bool trial_take_point(void *context, double time,
                             const FmuValues *values)
{
  Running *x = context;
  Trial *t = x->trial;
  double drift = 0;
  if (t->n_points == 0) {
    t->first = keep_values(x, values->number, &t->n_first);
  }
  for (int k = 0; k < x->n_monitors; k++) {
    int level = x->reduced->sys->monitor[k].level;
    assert(level >= 0 && level < t->n_levels);
    double size = fabs(values->number[k]);
    t->residual[level] = fmax(t->residual[level], size);
    if (level == 0) drift = fmax(drift, size);
  }
  if (t->has_invariant) follow_invariant(x, time, values);
  add_point(x, time, drift);
  return true;
}

static void keep_end(Running *x, const FmuResult *result)
{
  Trial *t = x->trial;
  t->statistics = result->statistics;
  t->wall_seconds = result->wall_seconds;
  t->final = keep_values(x, result->last.number, &t->n_final);
}

/* --- the whole --- */

static int count_levels(const System *sys)
{
  int n = 0;
  for (int k = 0; k < sys->n_monitors; k++) {
    if (sys->monitor[k].level >= n) n = sys->monitor[k].level + 1;
  }
  return n;
}

static bool ignore_point(void *context, double time, const FmuValues *values)
{
  (void)context;
  (void)time;
  (void)values;
  return true;
}

/* The first run in a process pays for pages and caches: a short one is
 * repeated, and the shortest time counts. */
static void measure_again(Running *x, const Fmu *fmu, FmuRun run)
{
  run.point = ignore_point;
  for (int k = 0; k < REPETITIONS; k++) {
    FmuResult result = {0};
    if (x->trial->wall_seconds > SHORT_RUN) return;
    if (!fmu_run(x->s, fmu, &run, &result)) return;
    x->trial->wall_seconds = fmin(x->trial->wall_seconds, result.wall_seconds);
  }
}

static bool trial_has_start(const FmuDescription *d, const char *name)
{
  int k = description_find(d, name);
  if (k < 0) return false;
  FmuInitial initial = d->variable[k].initial;
  return initial == FMU_EXACT || initial == FMU_APPROX;
}

/* Start values: those of the options, then those of the trial before. */
static void choose_starts(const Running *x, FmuRun *run)
{
  Arena *arena = x->s->session_arena;
  const Trial *before = x->before;
  if (!before) return;
  size_t most = (size_t)(run->n_set + before->n_first);
  FmuSetting *set = arena_array(arena, most, sizeof set[0]);
  for (int k = 0; k < run->n_set; k++) set[k] = run->set[k];
  for (int k = 0; k < before->n_first; k++) {
    const TrialValue *v = &before->first[k];
    if (!trial_has_start(x->description, v->name)) continue;
    set[run->n_set++] =
        (FmuSetting){.variable = description_find(x->description, v->name),
                     .real = v->value,
                     .integer = (int)v->value};
  }
  assert((size_t)run->n_set <= most);
  run->set = set;
}

static bool run_fmu(Running *x, const char *fmu, double tolerance)
{
  Trial *t = x->trial;
  const char *folder;
  if (!fmu_unpack(x->s, fmu, NULL, 0, &x->description, &folder)) return false;
  if (!experiment_choose(x->options, x->description, &t->run)) return false;
  if (tolerance > 0) {
    t->run.has_tolerance = true;
    t->run.tolerance = tolerance;
  }
  trial_choose_variables(x);
  t->n_levels = count_levels(x->reduced->sys);
  t->residual = arena_array(x->arena, (size_t)t->n_levels, sizeof(double));
  FmuRun run = t->run;
  run.variable = x->variable;
  run.n_variables = x->n_variables;
  run.point = trial_take_point;
  run.context = x;
  choose_starts(x, &run);
  Fmu loaded;
  if (!fmu_load(x->s, fmu, x->description, fmi2CoSimulation, folder, &loaded)) {
    return false;
  }
  FmuResult result = {0};
  bool good = fmu_run(x->s, &loaded, &run, &result);
  if (good) {
    keep_end(x, &result);
    measure_again(x, &loaded, run);
  }
  fmu_unload(&loaded);
  return good;
}

static bool build_and_run(Running *x, double tolerance)
{
  const char *folder = temporary_folder(x->s);
  if (!folder) return false;
  char *fmu = arena_printf(x->s->session_arena, "%s/model.fmu", folder);
  CompileReport report = {0};
  CompileRequest request = request_of(x->options);
  bool good = compile_model(x->s, &request, fmu, &report);
  if (report.model)
    x->trial->model = arena_printf(x->arena, "%s", report.model);
  if (!good) return false;
  x->reduced = report.reduced;
  note_sizes(x->trial, report.reduced);
  return run_fmu(x, fmu, tolerance);
}

static const char *first_error(const Session *s, Arena *arena)
{
  for (int k = 0; k < s->n_diagnostics; k++) {
    const Diagnostic *d = s->diagnostic[k];
    if (d->severity != SEVERITY_ERROR) continue;
    const char *note = d->n_notes > 0 ? d->note[0].text : "";
    return arena_printf(arena, "%s%s%s", d->message, *note ? ": " : "", note);
  }
  return "wrong usage";
}

Trial trial_run(const Options *options, double tolerance, const Trial *before,
                Arena *arena)
{
  Trial trial = {0};
  Session *s = session_create();
  memcpy(s->limit, options->limit, sizeof s->limit);
  s->quiet = true;
  s->messages = fopen("/dev/null", "w");
  if (!s->messages) s->messages = stderr;
  Running x = {.s = s,
               .options = options,
               .trial = &trial,
               .before = before,
               .arena = arena};
  trial.applies = build_and_run(&x, tolerance);
  if (!trial.applies) trial.why = first_error(s, arena);
  assert(trial.applies || trial.why);
  diagnostic_flush(s);
  if (s->messages != stderr) fclose(s->messages);
  temporary_end(s);
  session_destroy(s);
  return trial;
}

double trial_difference(const Trial *a, const Trial *b)
{
  double largest = NAN;
  int next = 0; /* both follow the order of the model */
  for (int k = 0; k < a->n_final; k++) {
    int i = next;
    while (i < b->n_final && strcmp(a->final[k].name, b->final[i].name) != 0) {
      i++;
    }
    if (i == b->n_final) continue;
    double other = b->final[i].value;
    double difference = fabs(a->final[k].value - other) / fmax(1, fabs(other));
    largest = fmax(largest, difference); /* fmax leaves NaN out */
    next = i + 1;
  }
  return largest;
}
