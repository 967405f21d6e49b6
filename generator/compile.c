/* compile.c: the pipeline. Read compile_model() first: every stage in order.
 * The passes between the equation system and the reduced system are the table
 * in reduce/reduce.c. */
#define _POSIX_C_SOURCE 200809L
#include "compile.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "emit/data_folder.h"
#include "emit/emit.h"
#include "emit/model_c.h"
#include "flatten/balance.h"
#include "flatten/flat_print.h"
#include "flatten/flatten.h"
#include "parse/ast_print.h"
#include "parse/parse.h"
#include "reduce/lower.h"
#include "reduce/reduce.h"
#include "reduce/reduced_print.h"
#include "reduce/system_print.h"

#ifdef FOUCAULT_CHECK
#include "flatten/flat_check.h"
#include "reduce/system_check.h"
#endif

#define PROGRESS_AFTER 0.5 /* seconds of work before progress is shown */

static const char *const phase_name[N_PHASES] = {
    "parse", "flatten", "reduce", "emit", "compile", "package"};

const char *compile_phase_name(Phase phase)
{
  return phase_name[phase];
}

/* --- time per phase --- */

typedef struct Clock {
  double begin, last;
} Clock;

static double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static Clock clock_start(void)
{
  double now = seconds_now();
  return (Clock){now, now};
}

/* The phase is over; tells what comes next if the user has been waiting. */
static void clock_phase(const Session *s, Clock *clock, Phase phase,
                        CompileReport *report)
{
  double now = seconds_now();
  report->seconds[phase] = now - clock->last;
  clock->last = now;
  if (s->verbose) {
    fprintf(s->messages, "%s: %.3f s\n", phase_name[phase],
            report->seconds[phase]);
  } else if (!s->quiet && now - clock->begin > PROGRESS_AFTER &&
             phase + 1 < N_PHASES && isatty(STDERR_FILENO)) {
    fprintf(stderr, "\r\033[K%s ...\r", phase_name[phase + 1]);
  }
}

/* --- dumps --- */

static bool dumps(const Options *options, const char *pass)
{
  return options->dump && strcmp(options->dump, pass) == 0;
}

/* Once its dump is printed nothing is left to do, unless an FMU was asked for
 * by name. */
static bool only_dumps(const Options *options)
{
  return options->dump &&
         !(options->command == COMMAND_BUILD && options->output);
}

static bool ends_after(const Options *options, const char *pass)
{
  return only_dumps(options) && dumps(options, pass);
}

/* model.c is written to memory first: its writer must know the position. */
static bool dump_model_c(Session *s, const ReducedSystem *reduced)
{
  const char *data = data_folder_find(s);
  if (!data) return false;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) {
    diagnostic_error(s, NO_SPAN, E501, "there is no memory for the C text");
    return false;
  }
  long guid_at;
  bool good = model_c_write(s, reduced, data, out, &guid_at);
  fclose(out);
  if (good) fwrite(text, 1, size, stdout);
  free(text);
  return good;
}

/* --- stages --- */

static const Ast *parse_all(Session *s, const Options *options, Clock *clock,
                            CompileReport *report)
{
  Ast *ast = ast_create(s);
  bool good = parse_files(s, ast, options->file, options->n_files);
  clock_phase(s, clock, PHASE_PARSE, report);
  if (!good) return NULL;
  if (dumps(options, "parse")) ast_print(stdout, ast);
  return ast;
}

static const FlatModel *flatten_all(Session *s, const Options *options,
                                    const Ast *ast, Clock *clock,
                                    CompileReport *report)
{
  FlattenOptions flatten = {
      options->model,
      options->set,
      options->n_set,
      {options->library, options->n_libraries, options->library_path}};
  const FlatModel *flat = flatten_model(s, ast, &flatten);
  clock_phase(s, clock, PHASE_FLATTEN, report);
  if (!flat) return NULL;
#ifdef FOUCAULT_CHECK
  flat_check(flat);
#endif
  report->model = flat->name;
  if (dumps(options, "flatten")) flat_print(flat, stdout);
  return flat;
}

static void take(OptionalNumber given, bool *has, double *value)
{
  if (!given.given) return;
  *has = true;
  *value = given.value;
}

/* What the user typed goes before the model's experiment annotation. */
static void apply_experiment(const Options *options, SystemExperiment *e)
{
  take(options->start, &e->has_start, &e->start);
  take(options->stop, &e->has_stop, &e->stop);
  take(options->tolerance, &e->has_tolerance, &e->tolerance);
  take(options->step, &e->has_interval, &e->interval);
}

static System *lower_all(Session *s, const Options *options,
                         const FlatModel *flat)
{
  System *sys = lower_to_system(s, flat);
  if (!sys) return NULL;
  apply_experiment(options, &sys->experiment);
#ifdef FOUCAULT_CHECK
  system_check(sys);
#endif
  if (dumps(options, "lower")) system_print(sys, stdout);
  return sys;
}

static const ReducedSystem *reduce_all(Session *s, const Options *options,
                                       System *sys, Clock *clock,
                                       CompileReport *report)
{
  ReduceOptions reduce = {options->dump, stdout};
  const ReducedSystem *reduced = reduce_system(s, sys, &reduce);
  clock_phase(s, clock, PHASE_REDUCE, report);
  if (!reduced) return NULL;
  report->n_equations = reduced->n_equations;
  report->n_variables = reduced->n_variables;
  report->n_states = reduced->n_states;
  report->index = reduced->index;
  if (dumps(options, "reduce")) reduced_print(reduced, stdout);
  return reduced;
}

/* The last part of the class name, in the current folder. */
static const char *default_output(Session *s, Name model)
{
  const char *dot = strrchr(model, '.');
  return arena_printf(s->session_arena, "%s.fmu", dot ? dot + 1 : model);
}

static bool emit_all(Session *s, const Options *options, const char *fmu,
                     const ReducedSystem *reduced, CompileReport *report)
{
  if (!fmu) fmu = default_output(s, report->model);
  EmitOptions emit = {.output = fmu,
                      .co_simulation = options->co_simulation,
                      .model_exchange = options->model_exchange};
  EmitReport emitted = {0};
  bool good = emit_fmu(s, reduced, &emit, &emitted);
  report->seconds[PHASE_EMIT] = emitted.emit_seconds;
  report->seconds[PHASE_COMPILE] = emitted.compile_seconds;
  report->seconds[PHASE_PACKAGE] = emitted.package_seconds;
  if (good) report->fmu = fmu;
  return good;
}

/* --- the pipeline --- */

const FlatModel *compile_flat(Session *s, const Options *options,
                              CompileReport *report)
{
  Clock clock = clock_start();
  const Ast *ast = parse_all(s, options, &clock, report);
  return ast ? flatten_all(s, options, ast, &clock, report) : NULL;
}

bool compile_model(Session *s, const Options *options, const char *fmu,
                   CompileReport *report)
{
  Clock clock = clock_start();
  const Ast *ast = parse_all(s, options, &clock, report);
  if (!ast) return false; /* the pass that fails has reported why */
  if (ends_after(options, "parse")) return true;

  const FlatModel *flat = flatten_all(s, options, ast, &clock, report);
  if (!flat) return false;
  if (ends_after(options, "flatten")) return true;
  if (!balance_check(s, flat)) return false;

  System *sys = lower_all(s, options, flat);
  if (!sys) return false;
  if (ends_after(options, "lower")) return true;

  const ReducedSystem *reduced =
      reduce_all(s, options, sys, &clock, report);
  if (!reduced) return false;
  if (dumps(options, "c") && !dump_model_c(s, reduced)) return false;
  if (only_dumps(options)) return true;

  return emit_all(s, options, fmu, reduced, report);
}
