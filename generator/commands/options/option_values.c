/* option_values.c: one reader for each kind of value. */
#define _POSIX_C_SOURCE 200809L
#include "commands/options/option_values.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
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

static bool options_read_type(Session *s, const OptionRow *row,
                              const char *text, Options *o)
{
  static const char *const choice[] = {"cs", "me", "both", "se", NULL};
  int i = read_choice(s, row, text, choice);
  o->co_simulation = i == 0 || i == 2;
  o->model_exchange = i == 1 || i == 2;
  o->scheduled_execution = i == 3;
  return i >= 0;
}

static bool read_clocks(Session *s, const OptionRow *row, const char *text,
                        Options *o)
{
  static const char *const choice[] = {"internal", "output", "input", NULL};
  static const ClocksWanted wanted[] = {CLOCKS_INTERNAL, CLOCKS_OUTPUT,
                                        CLOCKS_INPUT};
  int i = read_choice(s, row, text, choice);
  if (i >= 0) o->clocks = wanted[i];
  return i >= 0;
}

static bool options_read_fmi(Session *s, const OptionRow *row, const char *text,
                             Options *o)
{
  static const char *const choice[] = {"2", "3", "2,3", NULL};
  int i = read_choice(s, row, text, choice);
  o->fmi = (FmiVersions)(i + 1);
  return i >= 0;
}

static bool read_color(Session *s, const OptionRow *row, const char *text,
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

static bool read_reduction(Session *s, const OptionRow *row, const char *text,
                           Options *o)
{
  const char *choice[N_REDUCTIONS + 1] = {NULL};
  for (int k = 0; k < N_REDUCTIONS; k++) {
    choice[k] = index_method((Reduction)k)->name;
  }
  int i = read_method_choice(s, row, text, choice, o);
  if (i >= 0) o->reduction = (Reduction)i;
  o->has_reduction = true;
  return i >= 0;
}

static bool read_project(Session *s, const OptionRow *row, const char *text,
                         Options *o)
{
  static const char *const choice[] = {"off", "step", "inner", NULL};
  int i = read_method_choice(s, row, text, choice, o);
  if (i >= 0) o->projection = (ProjectionChoice)i;
  return i >= 0;
}

static bool read_solver(Session *s, const OptionRow *row, const char *text,
                        Options *o)
{
  static const char *const choice[] = {"auto", "cvode", "ida", NULL};
  int i = read_method_choice(s, row, text, choice, o);
  o->cvode = i == 1;
  o->ida = i == 2;
  return i >= 0;
}

static bool options_read_method(Session *s, const OptionRow *row,
                                const char *text, Options *o)
{
  static const char *const choice[] = {"auto", "bdf", "adams", NULL};
  int i = read_choice(s, row, text, choice);
  o->has_formulas = true;
  o->formulas = i < 0 ? FORMULAS_AUTO : (FormulaChoice)i;
  return i >= 0;
}

static bool read_linear_solver(Session *s, const OptionRow *row,
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

static bool read_dump(Session *s, const OptionRow *row, const char *text,
                      Options *o)
{
  (void)row;
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

static bool read_set(Session *s, const OptionRow *row, const char *text,
                     Options *o)
{
  (void)row;
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1]) {
    return options_complain("--set needs NAME=VALUE, not '%s'", text);
  }
  options_add_text(s, text, &o->set, &o->n_set, &o->cap_set);
  return true;
}

static bool read_jobs(Session *s, const OptionRow *row, const char *text,
                      Options *o)
{
  (void)s;
  if (!read_positive(row, text, &o->jobs)) return false;
  if (o->jobs.value >= 1 && o->jobs.value <= 1000) return true;
  return options_complain("--jobs is a number from 1 to 1000, not '%s'", text);
}

static bool read_sampler(Session *s, const OptionRow *row, const char *text,
                         Options *o)
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

static bool read_limit(Session *s, const OptionRow *row, const char *text,
                       Options *o)
{
  (void)o;
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
static bool add_targets(Session *s, const OptionRow *row, const char *text,
                        Options *o)
{
  (void)row;
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

static bool options_read_algorithm(Session *s, const OptionRow *row,
                                   const char *text, Options *o)
{
  static const char *const choice[] = {"jacobi", "gauss-seidel", NULL};
  int i = read_choice(s, row, text, choice);
  o->sequential = i == 1;
  return i >= 0;
}

static bool options_read_order(Session *s, const OptionRow *row,
                               const char *text, Options *o)
{
  static const char *const choice[] = {"0", "1", "2", NULL};
  int i = read_choice(s, row, text, choice);
  o->extrapolation = (OptionalNumber){true, i};
  return i >= 0;
}

static bool trust_all(Session *s, const OptionRow *row, const char *text,
                      Options *o)
{
  (void)s, (void)row, (void)text;
  o->external = CODE_OF_ALL;
  return true;
}

static bool trust_standard(Session *s, const OptionRow *row, const char *text,
                           Options *o)
{
  (void)s, (void)row, (void)text;
  o->external = CODE_OF_STANDARD;
  return true;
}

static bool choose_silence(Session *s, const OptionRow *row, const char *text,
                           Options *o)
{
  (void)o;
  return warning_choice_silence(s, row, text);
}

static bool choose_refusal(Session *s, const OptionRow *row, const char *text,
                           Options *o)
{
  (void)o;
  return warning_choice_refuse(s, row, text);
}

static bool show_library_warnings(Session *s, const OptionRow *row,
                                  const char *text, Options *o)
{
  (void)row, (void)text, (void)o;
  s->library_warnings = true;
  return true;
}

/* --- the table --- */

/* What becomes of a value. */
typedef enum OptionUse {
  OPTION_READ, /* by a reader of its own */
  OPTION_IGNORED,
  OPTION_FLAG,     /* a bool is set */
  OPTION_TEXT,     /* const char * */
  OPTION_LIST,     /* const char **, its number and its room: int */
  OPTION_NUMBER,   /* OptionalNumber */
  OPTION_POSITIVE, /* above zero */
  OPTION_WHOLE     /* a whole number of at least `least` */
} OptionUse;

typedef bool OptionReader(Session *s, const OptionRow *row, const char *text,
                          Options *o);

typedef struct OptionMeaning {
  OptionUse use;
  size_t at, at_n, at_cap; /* in Options */
  int least;
  OptionReader *read;
} OptionMeaning;

/* clang-format off */
#define FIELD(use, field) {(use), offsetof(Options, field), 0, 0, 0, NULL}
#define FLAG(field) FIELD(OPTION_FLAG, field)
#define TEXT(field) FIELD(OPTION_TEXT, field)
#define NUMBER(field) FIELD(OPTION_NUMBER, field)
#define POSITIVE(field) FIELD(OPTION_POSITIVE, field)
#define WHOLE(least, field) \
  {OPTION_WHOLE, offsetof(Options, field), 0, 0, (least), NULL}
#define LIST(field, n, cap) \
  {OPTION_LIST, offsetof(Options, field), offsetof(Options, n), \
   offsetof(Options, cap), 0, NULL}
#define READ(reader) {OPTION_READ, 0, 0, 0, 0, (reader)}
#define IGNORED {OPTION_IGNORED, 0, 0, 0, 0, NULL}

/* By OptionId. */
static const OptionMeaning meanings[] = {
  [OPTION_MODEL] = TEXT(model),
  [OPTION_OUTPUT] = TEXT(output),
  [OPTION_TYPE] = READ(options_read_type),
  [OPTION_FMI] = READ(options_read_fmi),
  [OPTION_CLOCKS] = READ(read_clocks),
  [OPTION_STRUCTURAL] = LIST(structural, n_structural, cap_structural),
  [OPTION_REDUCTION] = READ(read_reduction),
  [OPTION_PROJECT] = READ(read_project),
  [OPTION_SOLVER] = READ(read_solver),
  [OPTION_METHOD] = READ(options_read_method),
  [OPTION_LINEAR_SOLVER] = READ(read_linear_solver),
  [OPTION_LIBRARY] = LIST(library, n_libraries, cap_libraries),
  [OPTION_EXTERNAL] = READ(trust_all),
  [OPTION_NO_EXTERNAL] = READ(trust_standard),
  [OPTION_LIMIT] = READ(read_limit),
  [OPTION_ALLOW_PATH] = LIST(allowed, n_allowed, cap_allowed),
  [OPTION_EXPOSE] = LIST(expose.pattern, expose.n_patterns, expose.cap_patterns),
  [OPTION_SOURCE] = FLAG(source),
  [OPTION_ICON] = TEXT(icon),
  [OPTION_DEPFILE] = TEXT(depfile),
  [OPTION_TARGET] = READ(add_targets),
  [OPTION_COMPILER] = TEXT(compiler),
  [OPTION_SET] = READ(read_set),
  [OPTION_TOLERANCE] = POSITIVE(tolerance),
  [OPTION_START] = NUMBER(start),
  [OPTION_STOP] = NUMBER(stop),
  [OPTION_STEP] = POSITIVE(step),
  [OPTION_VARIABLES] = TEXT(variables),
  [OPTION_INPUTS] = TEXT(inputs),
  [OPTION_GRID] = FLAG(grid_only),
  [OPTION_VERIFY] = FLAG(verify),
  [OPTION_CACHE] = FLAG(cache),
  [OPTION_NO_CACHE] = FLAG(no_cache),
  [OPTION_CLEAR] = FLAG(clear),
  [OPTION_ONLY_CHECK] = FLAG(only_check),
  [OPTION_PLOT] = LIST(plot, n_plots, cap_plots),
  [OPTION_PLOT_FILE] = TEXT(plot_file),
  [OPTION_DRAW] = LIST(draw, n_draws, cap_draws),
  [OPTION_MOST_VARIABLES] = POSITIVE(most_variables),
  [OPTION_VARY] = LIST(vary, n_vary, cap_vary),
  [OPTION_SAMPLES] = WHOLE(1, samples),
  [OPTION_SAMPLER] = READ(read_sampler),
  [OPTION_SEED] = WHOLE(0, seed),
  [OPTION_PLAN] = TEXT(plan),
  [OPTION_RECORD] = TEXT(record),
  [OPTION_FINAL] = FLAG(final),
  [OPTION_REDUCE] = TEXT(reduce),
  [OPTION_RUNS] = TEXT(runs),
  [OPTION_RESUME] = FLAG(resume),
  [OPTION_AT] = NUMBER(at),
  [OPTION_OUTPUTS] = TEXT(outputs),
  [OPTION_STEADY] = FLAG(steady),
  [OPTION_FIX] = LIST(fix, n_fix, cap_fix),
  [OPTION_FREE] = LIST(free, n_free, cap_free),
  [OPTION_BY] = TEXT(by),
  [OPTION_TIMES] = TEXT(times),
  [OPTION_ADJOINT] = FLAG(adjoint),
  [OPTION_MANY_POINTS] = FLAG(many_points),
  [OPTION_WEIGHTS] = TEXT(weights),
  [OPTION_SARIF] = TEXT(sarif),
  [OPTION_WATCHED_FMU] = TEXT(watched_fmu),
  [OPTION_SEEN] = TEXT(seen),
  [OPTION_SPLIT] = FLAG(split),
  [OPTION_FILTER] = POSITIVE(filter),
  [OPTION_ALGORITHM] = READ(options_read_algorithm),
  [OPTION_EXTRAPOLATION] = READ(options_read_order),
  [OPTION_ITERATIONS] = WHOLE(1, iterations),
  [OPTION_ADAPTIVE] = POSITIVE(adaptive),
  [OPTION_VARIANT] = TEXT(variant),
  [OPTION_STDIO] = IGNORED,
  [OPTION_HTML] = TEXT(html),
  [OPTION_INVARIANT] = TEXT(invariant),
  [OPTION_IGNORE] = LIST(ignored, n_ignored, cap_ignored),
  [OPTION_RULES] = FLAG(rules),
  [OPTION_JUNIT] = TEXT(junit),
  [OPTION_CSV] = TEXT(csv),
  [OPTION_NO_RUN] = FLAG(no_run),
  [OPTION_TIME_LIMIT] = POSITIVE(time_limit),
  [OPTION_MEMORY_LIMIT] = POSITIVE(memory_limit),
  [OPTION_JOBS] = READ(read_jobs),
  [OPTION_JSON] = FLAG(json),
  [OPTION_NO_WARN] = READ(choose_silence),
  [OPTION_WARN_ERROR] = READ(choose_refusal),
  [OPTION_NO_SUMMARY] = FLAG(no_summary),
  [OPTION_LIBRARY_WARNINGS] = READ(show_library_warnings),
  [OPTION_QUIET] = FLAG(quiet),
  [OPTION_NO_LOOPS] = FLAG(no_loops),
  [OPTION_NO_EVENT_PROOF] = FLAG(no_event_proof),
  [OPTION_VERBOSE] = FLAG(verbose),
  [OPTION_COLOR] = READ(read_color),
  [OPTION_DUMP] = READ(read_dump),
  [OPTION_HELP] = FLAG(help),
};
/* clang-format on */

_Static_assert(sizeof meanings / sizeof meanings[0] == N_OPTIONS,
               "each option has a meaning");

bool option_apply(Session *s, const OptionRow *row, const char *value,
                  Options *o)
{
  assert(!row->value == !value); /* read_option() has found it */
  assert(row->id >= 0 && row->id < N_OPTIONS);
  const OptionMeaning *m = &meanings[row->id];
  assert(m->use != OPTION_READ || m->read);
  void *field = (char *)o + m->at;
  switch (m->use) {
  case OPTION_READ: return m->read(s, row, value, o);
  case OPTION_IGNORED: return true;
  case OPTION_FLAG: *(bool *)field = true; return true;
  case OPTION_TEXT: *(const char **)field = value; return true;
  case OPTION_LIST:
    options_add_text(s, value, field, (int *)(void *)((char *)o + m->at_n),
                     (int *)(void *)((char *)o + m->at_cap));
    return true;
  case OPTION_NUMBER: return options_read_number(row, value, field);
  case OPTION_POSITIVE: return read_positive(row, value, field);
  case OPTION_WHOLE: return read_whole(row, value, m->least, field);
  }
  return false;
}
