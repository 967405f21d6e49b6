/* option_values.c: one reader for each kind of value. */
#define _POSIX_C_SOURCE 200809L
#include "commands/options/option_values.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "commands/options/dump_names.h"
#include "commands/options/option_table.h"
#include "commands/options/warning_choice.h"
#include "reduce/index/index_method.h"

static bool options_read_number(const OptionRow *row, const char *text,
                                OptionalNumber *number)
{
  assert(row->value);
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !isfinite(value)) {
    return options_complain("--%s needs a number, not '%s'", row->name, text);
  }
  *number = (OptionalNumber){true, value};
  return true;
}

static bool read_positive(const OptionRow *row, const char *text,
                          OptionalNumber *number)
{
  if (!options_read_number(row, text, number)) return false;
  if (number->value > 0) return true;
  return options_complain("--%s must be greater than zero, not '%s'", row->name,
                          text);
}

/* The index of the text in the NULL-terminated list, or -1 after a message. */
static int read_choice(const Session *s, const OptionRow *row, const char *text,
                       const char *const *choice)
{
  Suggestion near = suggest_for(s, text);
  for (int i = 0; choice[i]; i++) {
    if (strcmp(text, choice[i]) == 0) return i;
    suggest_offer(&near, choice[i]);
  }
  if (near.best) {
    options_complain("--%s does not know '%s'; did you mean '%s'?", row->name,
                     text, near.best);
  } else {
    options_complain("--%s is one of %s, not '%s'", row->name, row->value,
                     text);
  }
  return -1;
}

static bool options_read_type(const Session *s, const OptionRow *row,
                              const char *text, Options *o)
{
  static const char *const choice[] = {"cs", "me", "both", "se", NULL};
  int i = read_choice(s, row, text, choice);
  o->co_simulation = i == 0 || i == 2;
  o->model_exchange = i == 1 || i == 2;
  o->scheduled_execution = i == 3;
  return i >= 0;
}

static bool read_clocks(const Session *s, const OptionRow *row,
                        const char *text, Options *o)
{
  static const char *const choice[] = {"internal", "output", "input", NULL};
  static const ClocksWanted wanted[] = {CLOCKS_INTERNAL, CLOCKS_OUTPUT,
                                        CLOCKS_INPUT};
  int i = read_choice(s, row, text, choice);
  if (i >= 0) o->clocks = wanted[i];
  return i >= 0;
}

static bool options_read_fmi(const Session *s, const OptionRow *row,
                             const char *text, Options *o)
{
  static const char *const choice[] = {"2", "3", "2,3", NULL};
  int i = read_choice(s, row, text, choice);
  o->fmi = (FmiVersions)(i + 1);
  return i >= 0;
}

static bool read_color(const Session *s, const OptionRow *row, const char *text,
                       Options *o)
{
  static const char *const choice[] = {"auto", "always", "never", NULL};
  static const ColorMode mode[] = {COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER};
  int i = read_choice(s, row, text, choice);
  if (i >= 0) o->color = mode[i];
  return i >= 0;
}

/* Of the options that decide how a model is built to run. */
static int read_method_choice(const Session *s, const OptionRow *row,
                              const char *text, const char *const *choice,
                              Options *o)
{
  o->has_method = true;
  return read_choice(s, row, text, choice);
}

static bool read_reduction(const Session *s, const OptionRow *row,
                           const char *text, Options *o)
{
  const char *choice[N_REDUCTIONS + 1] = {NULL};
  for (int k = 0; k < N_REDUCTIONS; k++) {
    choice[k] = index_method((Reduction)k)->name;
  }
  int i = read_method_choice(s, row, text, choice, o);
  if (i >= 0) o->reduction = (Reduction)i;
  return i >= 0;
}

static bool read_project(const Session *s, const OptionRow *row,
                         const char *text, Options *o)
{
  static const char *const choice[] = {"off", "step", "inner", NULL};
  int i = read_method_choice(s, row, text, choice, o);
  if (i >= 0) o->projection = (ProjectionChoice)i;
  return i >= 0;
}

static bool read_solver(const Session *s, const OptionRow *row,
                        const char *text, Options *o)
{
  static const char *const choice[] = {"auto", "cvode", "ida", NULL};
  int i = read_method_choice(s, row, text, choice, o);
  o->cvode = i == 1;
  o->ida = i == 2;
  return i >= 0;
}

static bool options_read_method(const Session *s, const OptionRow *row,
                                const char *text, Options *o)
{
  static const char *const choice[] = {"bdf", "adams", NULL};
  int i = read_method_choice(s, row, text, choice, o);
  o->adams = i == 1;
  return i >= 0;
}

static bool read_linear_solver(const Session *s, const OptionRow *row,
                               const char *text, Options *o)
{
  static const char *const choice[] = {"auto", "dense", "sparse", NULL};
  if (strcmp(text, "klu") == 0) text = "sparse"; /* which it was once */
  int i = read_method_choice(s, row, text, choice, o);
  if (i >= 0) o->linear_solver = (LinearSolverChoice)i;
  return i >= 0;
}

/* "parse, flatten, ..."; in the session's arena. */
static const char *list_dump_names(const Session *s)
{
  const char *list = dump_name(0);
  for (int k = 1; dump_name(k); k++) {
    list = arena_printf(s->session_arena, "%s, %s", list, dump_name(k));
  }
  return list;
}

static bool read_dump(const Session *s, const char *text, Options *o)
{
  Suggestion near = suggest_for(s, text);
  o->dump = text;
  for (int k = 0; dump_name(k); k++) {
    if (strcmp(text, dump_name(k)) == 0) return true;
    suggest_offer(&near, dump_name(k));
  }
  if (near.best) {
    return options_complain("--dump does not know '%s'; did you mean '%s'?",
                            text, near.best);
  }
  return options_complain("--dump is one of %s, not '%s'", list_dump_names(s),
                          text);
}

/* One more value of an option that may be repeated. */
static void options_add_text(Session *s, const char *text, const char ***list,
                             int *n, int *capacity)
{
  assert(*n >= 0 && *n <= *capacity);
  *list =
      vector_grow(s->session_arena, *list, capacity, *n + 1, sizeof(*list)[0]);
  (*list)[(*n)++] = text;
}

static bool read_set(Session *s, const char *text, Options *o)
{
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1]) {
    return options_complain("--set needs NAME=VALUE, not '%s'", text);
  }
  options_add_text(s, text, &o->set, &o->n_set, &o->cap_set);
  return true;
}

static bool read_jobs(const OptionRow *row, const char *text, Options *o)
{
  if (!read_positive(row, text, &o->jobs)) return false;
  if (o->jobs.value >= 1 && o->jobs.value <= 1000) return true;
  return options_complain("--jobs is a number from 1 to 1000, not '%s'", text);
}

static bool read_sampler(const Session *s, const OptionRow *row,
                         const char *text, Options *o)
{
  static const char *const choice[] = {"grid", "random", "sobol", "latin",
                                       NULL};
  static const Sampler sampler[] = {SAMPLER_GRID, SAMPLER_RANDOM, SAMPLER_SOBOL,
                                    SAMPLER_LATIN};
  int i = read_choice(s, row, text, choice);
  if (i >= 0) o->sampler = sampler[i];
  return i >= 0;
}

/* Up to 2^53: a double has all of them. */
static bool read_whole(const OptionRow *row, const char *text, double least,
                       OptionalNumber *number)
{
  if (!options_read_number(row, text, number)) return false;
  double value = number->value;
  if (value >= least && value <= 0x1p53 && floor(value) == value) return true;
  return options_complain("--%s needs a whole number from %g on, not '%s'",
                          row->name, least, text);
}

static bool read_limit(Session *s, const OptionRow *row, const char *text)
{
  assert(row->value && text);
  size_t n = strcspn(text, "=");
  const char *name = arena_copy_text(s->session_arena, text, n);
  Suggestion near = suggest_for(s, name);
  for (int k = 0; k < N_LIMITS; k++) {
    const LimitRow *limit = limits_row((Limit)k);
    suggest_offer(&near, limit->name);
    if (strcmp(name, limit->name) != 0) continue;
    char *end = NULL;
    double number = text[n] ? strtod(text + n + 1, &end) : 0;
    bool is_whole = end && !*end && number >= 1 && number <= limit->most &&
                    floor(number) == number;
    if (is_whole) s->limit[k] = (int)number;
    return is_whole ||
           options_complain("--limit %s=N: N is a number from 1 to %d, not "
                            "'%s'",
                            name, limit->most, text[n] ? text + n + 1 : "");
  }
  return options_complain("--%s does not know '%s'%s", row->name, name,
                          suggest_text(s, &near));
}

static bool add_target(Session *s, const char *text, Options *o)
{
  Target target;
  if (!target_read(s->session_arena, text, &target)) {
    return options_complain("--target does not know '%s'; it is native, one of "
                            "%s, or the triplet of a compiler such as "
                            "x86_64-linux-gnu, aarch64-linux-gnu or "
                            "x86_64-w64-mingw32",
                            text, target_names(s->session_arena));
  }
  for (int k = 0; k < o->n_targets; k++) {
    if (strcmp(o->target[k].folder, target.folder) != 0) continue;
    return options_complain("--target %s: an FMU has one binary for %s", text,
                            target.folder);
  }
  o->target = vector_grow(s->session_arena, o->target, &o->cap_targets,
                          o->n_targets + 1, sizeof o->target[0]);
  o->target[o->n_targets++] = target;
  return true;
}

/* Several at once, split by commas; one with a folder is the last: commas are
 * its own. */
static bool add_targets(Session *s, const char *text, Options *o)
{
  size_t n = strcspn(text, ",=");
  while (text[n] == ',') {
    if (!add_target(s, arena_copy_text(s->session_arena, text, n), o)) {
      return false;
    }
    text += n + 1;
    n = strcspn(text, ",=");
  }
  return add_target(s, text, o);
}

static bool options_read_algorithm(const Session *s, const OptionRow *row,
                                   const char *text, Options *o)
{
  static const char *const choice[] = {"jacobi", "gauss-seidel", NULL};
  int i = read_choice(s, row, text, choice);
  o->sequential = i == 1;
  return i >= 0;
}

static bool options_read_order(const Session *s, const OptionRow *row,
                               const char *text, Options *o)
{
  static const char *const choice[] = {"0", "1", "2", NULL};
  int i = read_choice(s, row, text, choice);
  o->extrapolation = (OptionalNumber){true, i};
  return i >= 0;
}

bool option_apply(Session *s, const OptionRow *row, const char *value,
                  Options *o)
{
  assert(!row->value == !value); /* read_option() has found it */
  switch ((OptionId)row->id) {
  case OPTION_MODEL: o->model = value; return true;
  case OPTION_OUTPUT: o->output = value; return true;
  case OPTION_TYPE: return options_read_type(s, row, value, o);
  case OPTION_FMI: return options_read_fmi(s, row, value, o);
  case OPTION_CLOCKS: return read_clocks(s, row, value, o);
  case OPTION_STRUCTURAL:
    options_add_text(s, value, &o->structural, &o->n_structural,
                     &o->cap_structural);
    return true;
  case OPTION_REDUCTION: return read_reduction(s, row, value, o);
  case OPTION_PROJECT: return read_project(s, row, value, o);
  case OPTION_SOLVER: return read_solver(s, row, value, o);
  case OPTION_METHOD: return options_read_method(s, row, value, o);
  case OPTION_LINEAR_SOLVER: return read_linear_solver(s, row, value, o);
  case OPTION_LIBRARY:
    options_add_text(s, value, &o->library, &o->n_libraries, &o->cap_libraries);
    return true;
  case OPTION_EXTERNAL: o->external = CODE_OF_ALL; return true;
  case OPTION_NO_EXTERNAL: o->external = CODE_OF_STANDARD; return true;
  case OPTION_LIMIT: return read_limit(s, row, value);
  case OPTION_ALLOW_PATH:
    options_add_text(s, value, &o->allowed, &o->n_allowed, &o->cap_allowed);
    return true;
  case OPTION_EXPOSE:
    options_add_text(s, value, &o->expose.pattern, &o->expose.n_patterns,
                     &o->expose.cap_patterns);
    return true;
  case OPTION_SOURCE: o->source = true; return true;
  case OPTION_ICON: o->icon = value; return true;
  case OPTION_DEPFILE: o->depfile = value; return true;
  case OPTION_TARGET: return add_targets(s, value, o);
  case OPTION_COMPILER: o->compiler = value; return true;
  case OPTION_SET: return read_set(s, value, o);
  case OPTION_TOLERANCE: return read_positive(row, value, &o->tolerance);
  case OPTION_START: return options_read_number(row, value, &o->start);
  case OPTION_STOP: return options_read_number(row, value, &o->stop);
  case OPTION_STEP: return read_positive(row, value, &o->step);
  case OPTION_VARIABLES: o->variables = value; return true;
  case OPTION_INPUTS: o->inputs = value; return true;
  case OPTION_GRID: o->grid_only = true; return true;
  case OPTION_VERIFY: o->verify = true; return true;
  case OPTION_CACHE: o->cache = true; return true;
  case OPTION_NO_CACHE: o->no_cache = true; return true;
  case OPTION_CLEAR: o->clear = true; return true;
  case OPTION_ONLY_CHECK: o->only_check = true; return true;
  case OPTION_PLOT:
    options_add_text(s, value, &o->plot, &o->n_plots, &o->cap_plots);
    return true;
  case OPTION_PLOT_FILE: o->plot_file = value; return true;
  case OPTION_DRAW:
    options_add_text(s, value, &o->draw, &o->n_draws, &o->cap_draws);
    return true;
  case OPTION_MOST_VARIABLES:
    return read_positive(row, value, &o->most_variables);
  case OPTION_VARY:
    options_add_text(s, value, &o->vary, &o->n_vary, &o->cap_vary);
    return true;
  case OPTION_SAMPLES: return read_whole(row, value, 1, &o->samples);
  case OPTION_SAMPLER: return read_sampler(s, row, value, o);
  case OPTION_SEED: return read_whole(row, value, 0, &o->seed);
  case OPTION_PLAN: o->plan = value; return true;
  case OPTION_RECORD: o->record = value; return true;
  case OPTION_FINAL: o->final = true; return true;
  case OPTION_REDUCE: o->reduce = value; return true;
  case OPTION_RUNS: o->runs = value; return true;
  case OPTION_RESUME: o->resume = true; return true;
  case OPTION_AT: return options_read_number(row, value, &o->at);
  case OPTION_OUTPUTS: o->outputs = value; return true;
  case OPTION_STEADY: o->steady = true; return true;
  case OPTION_FIX:
    options_add_text(s, value, &o->fix, &o->n_fix, &o->cap_fix);
    return true;
  case OPTION_FREE:
    options_add_text(s, value, &o->free, &o->n_free, &o->cap_free);
    return true;
  case OPTION_BY: o->by = value; return true;
  case OPTION_TIMES: o->times = value; return true;
  case OPTION_ADJOINT: o->adjoint = true; return true;
  case OPTION_MANY_POINTS: o->many_points = true; return true;
  case OPTION_WEIGHTS: o->weights = value; return true;
  case OPTION_SARIF: o->sarif = value; return true;
  case OPTION_WATCHED_FMU: o->watched_fmu = value; return true;
  case OPTION_SEEN: o->seen = value; return true;
  case OPTION_SPLIT: o->split = true; return true;
  case OPTION_FILTER: return read_positive(row, value, &o->filter);
  case OPTION_ALGORITHM: return options_read_algorithm(s, row, value, o);
  case OPTION_EXTRAPOLATION: return options_read_order(s, row, value, o);
  case OPTION_ITERATIONS: return read_whole(row, value, 1, &o->iterations);
  case OPTION_ADAPTIVE: return read_positive(row, value, &o->adaptive);
  case OPTION_VARIANT: o->variant = value; return true;
  case OPTION_STDIO: return true;
  case OPTION_HTML: o->html = value; return true;
  case OPTION_INVARIANT: o->invariant = value; return true;
  case OPTION_IGNORE:
    options_add_text(s, value, &o->ignored, &o->n_ignored, &o->cap_ignored);
    return true;
  case OPTION_RULES: o->rules = true; return true;
  case OPTION_JUNIT: o->junit = value; return true;
  case OPTION_CSV: o->csv = value; return true;
  case OPTION_NO_RUN: o->no_run = true; return true;
  case OPTION_TIME_LIMIT: return read_positive(row, value, &o->time_limit);
  case OPTION_MEMORY_LIMIT: return read_positive(row, value, &o->memory_limit);
  case OPTION_JOBS: return read_jobs(row, value, o);
  case OPTION_JSON: o->json = true; return true;
  case OPTION_NO_WARN: return warning_choice_silence(s, row, value);
  case OPTION_WARN_ERROR: return warning_choice_refuse(s, row, value);
  case OPTION_NO_SUMMARY: o->no_summary = true; return true;
  case OPTION_LIBRARY_WARNINGS: s->library_warnings = true; return true;
  case OPTION_QUIET: o->quiet = true; return true;
  case OPTION_NO_LOOPS: o->no_loops = true; return true;
  case OPTION_NO_EVENT_PROOF: o->no_event_proof = true; return true;
  case OPTION_VERBOSE: o->verbose = true; return true;
  case OPTION_COLOR: return read_color(s, row, value, o);
  case OPTION_DUMP: return read_dump(s, value, o);
  case OPTION_HELP: o->help = true; return true;
  }
  return false;
}
