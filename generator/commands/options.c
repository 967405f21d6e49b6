/* options.c: the table of options, and its reader. */
#define _POSIX_C_SOURCE 200809L
#include "commands/options.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "commands/dump_names.h"
#include "commands/warning_choice.h"
#include "reduce/index/index_method.h"

typedef enum OptionId {
  OPTION_MODEL,
  OPTION_OUTPUT,
  OPTION_TYPE,
  OPTION_FMI,
  OPTION_REDUCTION,
  OPTION_PROJECT,
  OPTION_SOLVER,
  OPTION_METHOD,
  OPTION_LINEAR_SOLVER,
  OPTION_LIBRARY,
  OPTION_EXTERNAL,
  OPTION_NO_EXTERNAL,
  OPTION_LIMIT,
  OPTION_ALLOW_PATH,
  OPTION_EXPOSE,
  OPTION_SOURCE,
  OPTION_ICON,
  OPTION_DEPFILE,
  OPTION_TARGET,
  OPTION_COMPILER,
  OPTION_SET,
  OPTION_TOLERANCE,
  OPTION_START,
  OPTION_STOP,
  OPTION_STEP,
  OPTION_VARIABLES,
  OPTION_INPUTS,
  OPTION_GRID,
  OPTION_VERIFY,
  OPTION_CACHE,
  OPTION_NO_CACHE,
  OPTION_CLEAR,
  OPTION_ONLY_CHECK,
  OPTION_PLOT,
  OPTION_PLOT_FILE,
  OPTION_HTML,
  OPTION_INVARIANT,
  OPTION_IGNORE,
  OPTION_RULES,
  OPTION_JUNIT,
  OPTION_CSV,
  OPTION_NO_RUN,
  OPTION_TIME_LIMIT,
  OPTION_MEMORY_LIMIT,
  OPTION_JOBS,
  OPTION_JSON,
  OPTION_NO_WARN,
  OPTION_WARN_ERROR,
  OPTION_NO_SUMMARY,
  OPTION_LIBRARY_WARNINGS,
  OPTION_QUIET,
  OPTION_VERBOSE,
  OPTION_COLOR,
  OPTION_DUMP,
  OPTION_NO_LOOPS,
  OPTION_NO_EVENT_PROOF,
  OPTION_DRAW,
  OPTION_MOST_VARIABLES,
  OPTION_VARY,
  OPTION_SAMPLES,
  OPTION_SAMPLER,
  OPTION_SEED,
  OPTION_PLAN,
  OPTION_RECORD,
  OPTION_FINAL,
  OPTION_REDUCE,
  OPTION_RESUME,
  OPTION_RUNS,
  OPTION_AT,
  OPTION_OUTPUTS,
  OPTION_STEADY,
  OPTION_FIX,
  OPTION_FREE,
  OPTION_BY,
  OPTION_TIMES,
  OPTION_HELP
} OptionId;

#define POINTS (COMMAND_LINEARIZE | COMMAND_STEADY)
#define MODELS                                                                 \
  (COMMAND_BUILD | COMMAND_SIMULATE | COMMAND_FLATTEN | COMMAND_EXPLAIN |      \
   COMMAND_COMPARE | COMMAND_PAGE | POINTS | COMMAND_SWEEP |                   \
   COMMAND_SENSITIVITIES)
#define BUILDS                                                                 \
  (COMMAND_BUILD | COMMAND_SIMULATE | COMMAND_PAGE | COMMAND_SWEEP | POINTS |  \
   COMMAND_SENSITIVITIES)
#define RUNS (BUILDS | COMMAND_COMPARE)
#define REDUCES (BUILDS | COMMAND_EXPLAIN)
#define DUMPS (COMMAND_BUILD | COMMAND_SIMULATE)
#define TYPED                                                                  \
  (COMMAND_BUILD | COMMAND_SIMULATE | COMMAND_EXPLAIN | COMMAND_SWEEP)

/* clang-format off */
static const OptionRow rows[] = {
  {OPTION_MODEL, 0, "model", "NAME", MODELS,
   "the class to take (default: the last model of the last file)"},
  {OPTION_OUTPUT, 'o', "output", "FILE", COMMAND_BUILD,
   "the FMU to write (default: <model name>.fmu in this folder)"},
  {OPTION_OUTPUT, 'o', "output", "FILE", COMMAND_SIMULATE,
   "write the results: as CSV, for MATLAB (.mat), or to standard output (-)"},
  {OPTION_OUTPUT, 'o', "output", "FILE", COMMAND_PLOT,
   "draw to this file: .html, .svg or .png (default: the terminal)"},
  {OPTION_OUTPUT, 'o', "output", "FILE", COMMAND_PAGE,
   "the page to write (default: <model name>.html in this folder)"},
  {OPTION_OUTPUT, 'o', "output", "FILE", COMMAND_SWEEP,
   "write the runs: as CSV, NumPy's .npz, .parquet, or to standard output (-)"},
  {OPTION_OUTPUT, 'o', "output", "FILE", COMMAND_LINEARIZE,
   "write the matrices: as JSON (.json) or for MATLAB (.mat)"},
  {OPTION_OUTPUT, 'o', "output", "FILE", COMMAND_SENSITIVITIES,
   "write the curves as CSV, or to standard output (-)"},
  {OPTION_BY, 0, "by", "a,b,...", COMMAND_SENSITIVITIES,
   "how curves change with these parameters or start values; L=2: at 2"},
  {OPTION_OUTPUTS, 0, "of", "a,b,...", COMMAND_SENSITIVITIES,
   "of these variables (default: the outputs, else the states)"},
  {OPTION_TIMES, 0, "times", "FILE.csv", COMMAND_SENSITIVITIES,
   "at the times of this file, its first column, not every --step"},
  {OPTION_OUTPUT, 'o', "output", "FILE", COMMAND_STEADY,
   "write the point: as JSON (.json) or as CSV"},
  {OPTION_FIX, 0, "fix", "NAME[=VALUE]", POINTS,
   "a variable is to have this value, or its own at the start (may be "
   "repeated)"},
  {OPTION_FREE, 0, "free", "INPUT", POINTS,
   "an input whose value is looked for, too (may be repeated)"},
  {OPTION_STEADY, 0, "steady", NULL, COMMAND_LINEARIZE,
   "go to the equilibrium next to that point, as foucault steady does"},
  {OPTION_AT, 0, "at", "TIME", POINTS,
   "run the model to this time first (default: the start)"},
  {OPTION_INPUTS, 0, "inputs", "a,b,...", COMMAND_LINEARIZE,
   "these inputs, in this order (default: all)"},
  {OPTION_OUTPUTS, 0, "outputs", "a,b,...", COMMAND_LINEARIZE,
   "these variables (default: all outputs)"},
  {OPTION_VARY, 0, "vary", "NAME=VALUES", COMMAND_SWEEP,
   "try L=0.5:0.1:2, n=1,2,5 or m~normal(1,0.1) (may be repeated)"},
  {OPTION_SAMPLES, 0, "samples", "N", COMMAND_SWEEP,
   "the number of runs whose values are drawn"},
  {OPTION_SAMPLER, 0, "sampler", "grid|random|sobol|latin", COMMAND_SWEEP,
   "how values are chosen (default: grid, random where there are "
   "distributions)"},
  {OPTION_SEED, 0, "seed", "N", COMMAND_SWEEP,
   "other numbers draw other values (default: 0)"},
  {OPTION_PLAN, 0, "plan", "FILE", COMMAND_SWEEP,
   "take the values from this CSV file: a column a parameter, a row a run"},
  {OPTION_RECORD, 0, "record", "a,b,...", COMMAND_SWEEP,
   "keep these variables (default: the outputs, else the states)"},
  {OPTION_FINAL, 0, "final", NULL, COMMAND_SWEEP,
   "keep the values at the end, not the curves"},
  {OPTION_REDUCE, 0, "reduce", "max(x),...", COMMAND_SWEEP,
   "keep last, first, min, max, mean, rms, integral, tmin, tmax of a variable"},
  {OPTION_RUNS, 0, "runs", "A:B", COMMAND_SWEEP,
   "make only the runs from A to B (from 0 on), as one of several machines"},
  {OPTION_RESUME, 0, "resume", NULL, COMMAND_SWEEP,
   "go on with a sweep that was ended before all runs were done"},
  {OPTION_PLOT, 0, "vars", "x,y,v:u", COMMAND_PLOT,
   "draw x and y over time, v over u (repeated: one picture each)"},
  {OPTION_INPUTS, 0, "inputs", "FILE", COMMAND_SIMULATE | COMMAND_SWEEP,
   "take the inputs from this CSV file: columns 'time' and names of inputs"},
  {OPTION_VARIABLES, 0, "variables", "a,b,...", COMMAND_SIMULATE,
   "record and report only these variables (an array: all its elements)"},
  {OPTION_PLOT, 0, "plot", "x,y,v:u", COMMAND_SIMULATE,
   "draw x and y over time, v over u (repeated: one picture each)"},
  {OPTION_PLOT, 0, "plot", "x,y,v:u", COMMAND_EXPLAIN,
   "with --html: simulate, and show these curves on the page"},
  {OPTION_PLOT, 0, "plot", "x,y,v:u", COMMAND_PAGE,
   "begin with x and y over time, v over u (repeated: one picture each)"},
  {OPTION_DRAW, 0, "draw", "SHAPE", COMMAND_PAGE,
   "draw line(x1,y1,x2,y2), point(x,y) or circle(x,y,r), which moves "
   "(may be repeated)"},
  {OPTION_MOST_VARIABLES, 0, "most-variables", "N", COMMAND_PAGE,
   "refuse a model with more variables than this (default: 10000)"},
  {OPTION_PLOT_FILE, 0, "plot-file", "FILE", COMMAND_SIMULATE,
   "draw to this file: .svg, .png or .html (default: the terminal)"},
  {OPTION_PLOT_FILE, 0, "plot-file", "FILE", COMMAND_LINEARIZE,
   "draw the frequency response and the poles: .svg, .png or .html"},
  {OPTION_GRID, 0, "grid", NULL, COMMAND_SIMULATE,
   "write rows at the output interval only, none at events"},
  {OPTION_VERIFY, 0, "verify", NULL, COMMAND_SIMULATE,
   "repeat the run with another integrator, tolerance and reduction; compare"},
  {OPTION_HTML, 0, "html", "FILE", COMMAND_EXPLAIN,
   "write a page with pictures instead of text"},
  {OPTION_INVARIANT, 0, "invariant", "EXPR", COMMAND_COMPARE,
   "what should stay constant, such as m*(vx^2 + vy^2)/2 (default: energy)"},
  {OPTION_PLOT_FILE, 0, "plot-file", "FILE", COMMAND_COMPARE,
   "draw how the constraints drift: .svg, .png or .html"},
  {OPTION_SET, 0, "set", "NAME=VALUE", MODELS,
   "set a parameter or start value (may be repeated)"},
  {OPTION_START, 0, "start", "TIME", RUNS,
   "start time (default: the model's experiment, else 0)"},
  {OPTION_STOP, 0, "stop", "TIME", RUNS | COMMAND_EXPLAIN,
   "stop time (default: the model's experiment, else start + 1)"},
  {OPTION_STEP, 0, "step", "TIME", RUNS,
   "output interval (default: the model's experiment, else 1/500)"},
  {OPTION_TOLERANCE, 0, "tolerance", "REAL", RUNS,
   "relative tolerance of the integrator"},
  {OPTION_TYPE, 0, "type", "cs|me|both", TYPED,
   "Co-Simulation, Model Exchange or both in one FMU (default: both)"},
  {OPTION_FMI, 0, "fmi", "2|3|2,3", COMMAND_BUILD,
   "version of FMI (default: 2); 2,3 writes x.fmu and x.fmi3.fmu"},
  {OPTION_REDUCTION, 0, "reduction",
   "dummy|none|baumgarte|ggl|projection|minimal-extension|angles", REDUCES,
   "index reduction (default: dummy)"},
  {OPTION_PROJECT, 0, "project", "off|step|inner", BUILDS,
   "correct drift of constraints, after each step or in the right-hand side "
   "(default: off)"},
  {OPTION_SOLVER, 0, "solver", "auto|cvode|ida", RUNS,
   "integrator inside a Co-Simulation FMU (default: auto, by size and "
   "sparsity)"},
  {OPTION_METHOD, 0, "method", "bdf|adams", RUNS,
   "its formulas: BDF for stiff models, Adams for undamped ones "
   "(default: bdf)"},
  {OPTION_LINEAR_SOLVER, 0, "linear-solver", "auto|dense|sparse", RUNS,
   "matrices of the integrator (default: auto, by size and sparsity)"},
  {OPTION_NO_EVENT_PROOF, 0, "no-event-proof", NULL, RUNS,
   "watch events and forcing by samples, without bounds over each step"},
  {OPTION_LIBRARY, 'L', "library", "DIR", MODELS | COMMAND_LIBRARY,
   "look for libraries in this folder (may be repeated; MODELICAPATH too)"},
  {OPTION_EXTERNAL, 0, "external", NULL, MODELS,
   "run C code of the model, too (default, but not of explain and flatten)"},
  {OPTION_NO_EXTERNAL, 0, "no-external", NULL, MODELS,
   "refuse C code but the Modelica library's (as FOUCAULT_EXTERNAL=no)"},
  {OPTION_LIMIT, 0, "limit", "NAME=N",
   MODELS | COMMAND_INFO | COMMAND_CHECK,
   "let a model have N variables, equations, elements, turns, ... (may be "
   "repeated)"},
  {OPTION_ALLOW_PATH, 0, "allow-path", "DIR", MODELS,
   "take files of this folder, outside of the model's too (may be repeated)"},
  {OPTION_EXPOSE, 0, "expose", "all|interface|PATTERN", BUILDS,
   "visible variables (default: public ones); PATTERN (*, ?; repeatable) adds "
   "some"},
  {OPTION_SOURCE, 0, "source", NULL, COMMAND_BUILD,
   "put the C files into the FMU, to be compiled elsewhere"},
  {OPTION_ICON, 0, "icon", "FILE", COMMAND_BUILD,
   "a PNG picture, shown by importers"},
  {OPTION_DEPFILE, 0, "depfile", "FILE", COMMAND_BUILD,
   "write the files that the FMU was made of as a rule for make or Ninja"},
  {OPTION_TARGET, 0, "target", "MACHINE,...", COMMAND_BUILD,
   "compile for linux64, win64, darwin64, linux-arm64 or TRIPLET[=DIR] "
   "(default: native)"},
  {OPTION_COMPILER, 0, "compiler", "fast|COMMAND", BUILDS,
   "the C compiler: fast is TinyCC, inside of this program; else as CC has it"},
  {OPTION_CACHE, 0, "cache", NULL, COMMAND_BUILD,
   "take the FMU from the cache of simulate if it is there, and keep it there"},
  {OPTION_NO_CACHE, 0, "no-cache", NULL,
   COMMAND_SIMULATE | COMMAND_SWEEP | POINTS | COMMAND_SENSITIVITIES,
   "build the model even where its FMU was kept, and do not keep it"},
  {OPTION_ONLY_CHECK, 0, "check", NULL, COMMAND_FORMAT,
   "change nothing; list the files that are laid out otherwise, status 1"},
  {OPTION_CLEAR, 0, "clear", NULL, COMMAND_CACHE,
   "remove all FMUs that are kept"},
  {OPTION_DUMP, 0, "dump", "PASS", DUMPS,
   "print the result of parse, flatten, lower, a pass, reduce or c, and stop"},
  {OPTION_NO_LOOPS, 0, "no-loops", NULL, BUILDS,
   "write every equation by itself into the C code (slow to compile)"},
  {OPTION_IGNORE, 0, "ignore", "RULE", COMMAND_CHECK,
   "leave out what this rule finds (may be repeated)"},
  {OPTION_RULES, 0, "rules", NULL, COMMAND_CHECK,
   "list all rules with explanations, and stop"},
  {OPTION_JUNIT, 0, "junit", "FILE", COMMAND_CHECK,
   "write the findings as JUnit XML to this file"},
  {OPTION_CSV, 0, "csv", "FILE", COMMAND_CHECK,
   "write the outputs of the first run as CSV to this file"},
  {OPTION_NO_RUN, 0, "no-run", NULL, COMMAND_CHECK,
   "check archive and XML only, load nothing"},
  {OPTION_TIME_LIMIT, 0, "time-limit", "SECONDS",
   COMMAND_CHECK | COMMAND_SIMULATE | POINTS | COMMAND_SENSITIVITIES,
   "longest time; check: of one call (default: 10), simulate: of all"},
  {OPTION_TIME_LIMIT, 0, "time-limit", "SECONDS", COMMAND_SWEEP,
   "longest time of one run: a longer one has failed"},
  {OPTION_MEMORY_LIMIT, 0, "memory-limit", "MB",
   COMMAND_CHECK | COMMAND_SIMULATE | COMMAND_SWEEP | POINTS |
       COMMAND_SENSITIVITIES,
   "most memory of the FMU (default: check 2000, simulate nine tenths)"},
  {OPTION_JOBS, 'j', "jobs", "N", COMMAND_CHECK,
   "FMUs checked at once (default: the number of cores)"},
  {OPTION_JOBS, 'j', "jobs", "N", COMMAND_SWEEP,
   "runs made at once (default: the number of cores)"},
  {OPTION_JSON, 0, "json", NULL, COMMAND_ALL,
   "one JSON document on standard output"},
  {OPTION_NO_WARN, 0, "no-warn", "WARNING", MODELS,
   "leave out the warning of this code or name (may be repeated)"},
  {OPTION_WARN_ERROR, 0, "warn-error", "WARNING|all", MODELS,
   "make an error of the warning of this code or name, or of all (may be "
   "repeated)"},
  {OPTION_NO_SUMMARY, 0, "no-summary", NULL, COMMAND_BUILD,
   "print warnings and errors only, as a C compiler does"},
  {OPTION_LIBRARY_WARNINGS, 0, "library-warnings", NULL, MODELS,
   "warnings about declarations inside libraries too"},
  {OPTION_QUIET, 'q', "quiet", NULL, COMMAND_ALL,
   "no warnings, no progress, no summary"},
  {OPTION_VERBOSE, 'v', "verbose", NULL, COMMAND_ALL,
   "say what each phase does and how long it took"},
  {OPTION_COLOR, 0, "color", "auto|always|never", COMMAND_ALL,
   "colours in messages (default: auto)"},
  {OPTION_HELP, 'h', "help", NULL, COMMAND_ALL, "this text"},
};
/* clang-format on */

enum { N_ROWS = sizeof rows / sizeof rows[0] };

/* --- values --- */

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
  static const char *const choice[] = {"cs", "me", "both", NULL};
  int i = read_choice(s, row, text, choice);
  o->co_simulation = i != 1;
  o->model_exchange = i != 0;
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

static bool apply(Session *s, const OptionRow *row, const char *value,
                  Options *o)
{
  assert(!row->value == !value); /* read_option() has found it */
  switch ((OptionId)row->id) {
  case OPTION_MODEL: o->model = value; return true;
  case OPTION_OUTPUT: o->output = value; return true;
  case OPTION_TYPE: return options_read_type(s, row, value, o);
  case OPTION_FMI: return options_read_fmi(s, row, value, o);
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

/* --- words --- */

/* Where the reader stands among the words. */
typedef struct Words {
  int n, next;
  const char *const *word;
} Words;

static const OptionRow *find_long(int commands, const char *name, size_t n)
{
  for (int i = 0; i < N_ROWS; i++) {
    if ((rows[i].commands & commands) && strlen(rows[i].name) == n &&
        memcmp(rows[i].name, name, n) == 0) {
      return &rows[i];
    }
  }
  return NULL;
}

static const OptionRow *find_letter(int commands, char letter)
{
  assert(letter); /* rows without a letter have 0 */
  for (int i = 0; i < N_ROWS; i++) {
    if ((rows[i].commands & commands) && rows[i].letter == letter) {
      return &rows[i];
    }
  }
  return NULL;
}

/* The only option of the command that begins so; NULL: none, or several. */
static const char *option_begun_with(const Options *o, const char *typed)
{
  const char *found = NULL;
  size_t n = strlen(typed);
  for (int i = 0; i < N_ROWS && n > 1; i++) {
    if (!(rows[i].commands & (int)o->command) || !rows[i].help) continue;
    if (strncmp(rows[i].name, typed, n) != 0) continue;
    if (found) return NULL;
    found = rows[i].name;
  }
  return found;
}

static bool complain_unknown(const Session *s, const Options *o,
                             const char *word, const char *name, size_t n)
{
  if (find_long(COMMAND_ALL, name, n)) {
    return options_complain("this command has no option '--%.*s'", (int)n,
                            name);
  }
  char typed[32];
  snprintf(typed, sizeof typed, "%.*s", (int)n, name);
  Suggestion near = suggest_for(s, typed);
  for (int i = 0; i < N_ROWS; i++) {
    if ((rows[i].commands & (int)o->command) && rows[i].help) {
      suggest_offer(&near, rows[i].name);
    }
  }
  const char *best = near.best ? near.best : option_begun_with(o, typed);
  if (strncmp(typed, "no-color", 8) == 0 || strncmp(typed, "no-colour", 9) == 0)
    best = "color never";
  if (!best) return options_complain("unknown option '%s'", word);
  return options_complain("unknown option '%s'; did you mean '--%s'?", word,
                          best);
}

/* `attached` is the text after "=" or the letter, NULL if there is none. */
static bool read_option(Session *s, const OptionRow *row, const char *attached,
                        Words *w, Options *o)
{
  assert(row->commands & (int)o->command);
  if (!row->value) {
    if (!attached) return apply(s, row, NULL, o);
    return options_complain("--%s takes no value", row->name);
  }
  if (!attached) {
    if (w->next == w->n) {
      return options_complain("--%s needs a value: %s", row->name, row->value);
    }
    attached = w->word[w->next++];
  }
  if (!*attached) {
    return options_complain("--%s needs a value: %s", row->name, row->value);
  }
  return apply(s, row, attached, o);
}

static bool read_long(Session *s, const char *word, Words *w, Options *o)
{
  assert(word[0] == '-' && word[1] == '-');
  const char *name = word + 2;
  size_t n = strcspn(name, "=");
  const OptionRow *row = find_long((int)o->command, name, n);
  if (!row) return complain_unknown(s, o, word, name, n);
  return read_option(s, row, name[n] == '=' ? name + n + 1 : NULL, w, o);
}

static bool read_short(Session *s, const char *word, Words *w, Options *o)
{
  assert(word[0] == '-' && word[1] && word[1] != '-');
  const OptionRow *row = find_letter((int)o->command, word[1]);
  if (!row) return options_complain("unknown option '%s'", word);
  return read_option(s, row, word[2] ? word + 2 : NULL, w, o);
}

static bool add_file(Session *s, const char *word, Options *o)
{
  o->file = vector_grow(s->session_arena, o->file, &o->cap_files,
                        o->n_files + 1, sizeof o->file[0]);
  o->file[o->n_files++] = word;
  return true;
}

/* Choices that do not go together. */
static bool options_check_method(const Options *o)
{
  if (o->compiler && o->n_targets > 0) {
    return options_complain("--compiler is for this machine; --target finds "
                            "the compilers of other machines");
  }
  if (o->ida && o->adams) {
    return options_complain("--solver ida has BDF only, not --method adams");
  }
  if (o->projection == PROJECTION_OFF) return true;
  bool drifts = o->reduction == REDUCTION_NONE ||
                o->reduction == REDUCTION_BAUMGARTE ||
                o->reduction == REDUCTION_PROJECTION;
  if (!drifts) {
    return options_complain("--project is for constraints that drift away: "
                            "--reduction none, baumgarte or projection");
  }
  if (o->ida) return options_complain("--project needs --solver cvode");
  if (o->adams && o->projection == PROJECTION_STEP) {
    return options_complain("--project step needs --method bdf; use inner");
  }
  return true;
}

/* Who only looks at a model does not expect its code to run. */
static CodeTrust usual_external(CommandBit command)
{
  assert(command);
  bool only_looks = command == COMMAND_EXPLAIN || command == COMMAND_FLATTEN;
  return only_looks ? CODE_OF_LIBRARIES : CODE_OF_ALL;
}

static bool read_external(Options *o)
{
  assert(o->command);
  const char *word = getenv("FOUCAULT_EXTERNAL");
  if (!word || !*word) return true;
  if (strcmp(word, "yes") == 0)
    o->external = CODE_OF_ALL;
  else if (strcmp(word, "no") == 0)
    o->external = CODE_OF_STANDARD;
  else
    return options_complain("FOUCAULT_EXTERNAL is yes or no, not '%s'", word);
  return true;
}

bool options_parse(Session *s, CommandBit command, int argc,
                   const char *const *argv, Options *options)
{
  assert(command && !(command & (command - 1))); /* one bit */
  *options = (Options){.command = command,
                       .co_simulation = true,
                       .model_exchange = true,
                       .fmi = FMI_2,
                       .library_path = getenv("MODELICAPATH"),
                       .external = usual_external(command),
                       .limit = s->limit,
                       .color = COLOR_AUTO};
  if (!read_external(options)) return false;
  Words w = {argc, 0, argv};
  bool only_files = false;
  while (w.next < w.n) {
    const char *word = w.word[w.next++];
    bool good;
    if (only_files || word[0] != '-' || !word[1]) {
      good = add_file(s, word, options);
    } else if (strcmp(word, "--") == 0) {
      good = only_files = true;
    } else if (word[1] == '-') {
      good = read_long(s, word, &w, options);
    } else {
      good = read_short(s, word, &w, options);
    }
    if (!good) return false;
    if (options->help) return true;
  }
  return options_check_method(options);
}

/* --- help --- */

const OptionRow *options_next(const OptionRow *last, int commands)
{
  assert(!last || (last >= rows && last < rows + N_ROWS));
  for (const OptionRow *row = last ? last + 1 : rows; row < rows + N_ROWS;
       row++) {
    if ((row->commands & commands) && row->help) return row;
  }
  return NULL;
}

static void options_print_row(FILE *out, const OptionRow *row)
{
  assert(row->help);
  int n =
      fprintf(out, "  %c%c%c --%s%s%s", row->letter ? '-' : ' ',
              row->letter ? row->letter : ' ', row->letter ? ',' : ' ',
              row->name, row->value ? " " : "", row->value ? row->value : "");
  int gap = n < 30 ? 32 - n : 2;
  fprintf(out, "%*s%s\n", gap, "", row->help);
}

void options_print_help(FILE *out, CommandBit command)
{
  const OptionRow *row = NULL;
  while ((row = options_next(row, (int)command))) options_print_row(out, row);
}
