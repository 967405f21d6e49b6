/* compile.c: the pipeline. Read run_pipeline() first: every stage in order.
 * The passes between the equation system and the reduced system are the table
 * in reduce/passes.c. */
#define _POSIX_C_SOURCE 200809L
#include "compile.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "base/system/clock.h"
#include "base/text/harmless.h"
#include "emit/emit.h"
#include "emit/foreign/foreign_run.h"
#include "emit/model/model_c.h"
#include "emit/package/data_folder.h"
#include "flatten/flat/balance.h"
#include "flatten/flatten.h"
#include "flatten/functions/outside_file.h"
#include "flatten/print/flat_print.h"
#include "parse/ast_print.h"
#include "parse/parse.h"
#include "reduce/lower/lower.h"
#include "reduce/reduce.h"
#include "reduce/reduced_print.h"
#include "reduce/system/system_print.h"
#include "report/explain_html.h"

#ifdef FOUCAULT_CHECK
#include "flatten/flat/flat_check.h"
#include "reduce/system/system_check.h"
#endif

#define MOST_EXPLAINED 20000 /* equations */

static const char *const phase_name[N_PHASES] = {"parse", "flatten", "reduce",
                                                 "emit",  "compile", "package"};

const char *compile_phase_name(Phase phase)
{
  assert(phase < N_PHASES);
  return phase_name[phase];
}

/* One run of the pipeline. */
typedef struct Compilation {
  Session *s;
  const CompileRequest *request;
  CompileReport *report;
  Progress *progress;
  double last; /* when the phase before this one ended */
} Compilation;

/* --- time per phase --- */

static void begin_phase(Compilation *c, Phase phase)
{
  progress_phase(c->progress, phase_name[phase]);
  c->last = clock_now();
}

static void record_phase(Compilation *c, Phase phase, double seconds)
{
  c->report->seconds[phase] = seconds;
  if (c->s->verbose) {
    fprintf(c->s->messages, "%s: %.3f s\n", phase_name[phase], seconds);
  }
}

static void end_phase(Compilation *c, Phase phase)
{
  record_phase(c, phase, clock_now() - c->last);
}

/* --- dumps --- */

static bool dumps(const CompileRequest *request, const char *pass)
{
  return request->dump && strcmp(request->dump, pass) == 0;
}

static bool ends_after(const CompileRequest *request, const char *pass)
{
  return request->ends_at_dump && dumps(request, pass);
}

/* model.c is written to memory first: its writer must know the position. */
static bool dump_model_c(Session *s, const ReducedSystem *reduced, bool loops)
{
  const char *data = data_folder_find(s);
  if (!data) return false;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) {
    diagnostic_error(s, NO_SPAN, E501, "not enough memory for the C text");
    return false;
  }
  long guid_at;
  ModelCOptions options = {.data_folder = data, .no_loops = !loops};
  bool good = model_c_write(s, reduced, &options, out, &guid_at);
  fclose(out);
  if (good && text) harmless_write(stdout, text, size);
  free(text);
  return good;
}

/* --- stages --- */

static const Ast *parse_all(Compilation *c)
{
  const CompileRequest *o = c->request;
  begin_phase(c, PHASE_PARSE);
  cost_begin(c->s);
  Ast *ast = ast_create(c->s);
  bool good = parse_files(c->s, ast, o->file, o->n_files);
  end_phase(c, PHASE_PARSE);
  cost_end(c->s, "parse");
  if (!good) return NULL;
  if (dumps(o, "parse")) ast_print(stdout, ast);
  return ast;
}

static bool compile_crosses(const CompileRequest *o)
{
  for (int k = 0; k < o->n_targets; k++) {
    if (o->target[k].triplet) return true;
  }
  return false;
}

static const FlatModel *flatten_all(Compilation *c, const Ast *ast)
{
  const CompileRequest *o = c->request;
  ForeignCaller foreign = foreign_run_caller(c->s);
  foreign.at_translation = o->at_translation;
  foreign.in_fmu = o->in_fmu;
  FlattenOptions flatten = {.model = o->model,
                            .set = o->set,
                            .n_set = o->n_set,
                            .library = {o->library, o->n_libraries,
                                        o->library_path, o->allowed,
                                        o->n_allowed},
                            .foreign = &foreign,
                            .crosses = compile_crosses(o),
                            .clocks = o->clocks,
                            .structural = o->structural,
                            .n_structural = o->n_structural,
                            .takes_packages = o->takes_packages};
  begin_phase(c, PHASE_FLATTEN);
  const FlatModel *flat = flatten_model(c->s, ast, &flatten);
  end_phase(c, PHASE_FLATTEN);
  cost_end(c->s, "flatten");
  if (flat && o->part) flat = o->part(c->s, flat, o->part_context);
  if (!flat) return NULL;
#ifdef FOUCAULT_CHECK
  flat_check(flat);
#endif
  c->report->model = flat->name;
  c->report->shown = flat->shown;
  if (dumps(o, "flatten")) flat_print(c->s, flat, stdout);
  arena_clear(c->s->instance_arena);
  arena_clear(c->s->syntax_arena);
  return flat;
}

static void compile_take(OptionalNumber given, bool *has, double *value)
{
  if (!given.given) return;
  *has = true;
  *value = given.value;
}

/* What the user gave goes before the model's experiment annotation. */
static void apply_experiment(const CompileRequest *request, SystemExperiment *e)
{
  compile_take(request->start, &e->has_start, &e->start);
  compile_take(request->stop, &e->has_stop, &e->stop);
  compile_take(request->tolerance, &e->has_tolerance, &e->tolerance);
  compile_take(request->step, &e->has_interval, &e->interval);
}

static bool compile_is_small(const Compilation *c, const FlatModel *flat)
{
  int most = c->request->most_variables;
  if (most == 0 || flat->n_vars <= most) return true;
  Diagnostic *d = diagnostic_error(
      c->s, NO_SPAN, E508, "%s has %d variables, the limit of a page is %d",
      flat->name, flat->n_vars, most);
  diagnostic_note(c->s, d, NO_SPAN,
                  "a browser keeps all of their curves; --most-variables %d "
                  "takes it, --expose interface makes the page smaller",
                  flat->n_vars);
  return false;
}

/* Lowering is short; its time counts as reduction. */
static System *lower_all(Compilation *c, const FlatModel *flat)
{
  begin_phase(c, PHASE_REDUCE);
  if (!balance_check(c->s, flat)) return NULL;
  cost_end(c->s, "balance");
  System *sys = lower_to_system(c->s, flat);
  if (!sys) return NULL;
  cost_end(c->s, "lower");
  apply_experiment(c->request, &sys->experiment);
  sys->choice = c->request->choice;
#ifdef FOUCAULT_CHECK
  system_check(sys);
#endif
  if (dumps(c->request, "lower")) system_print(sys, stdout);
  return sys;
}

static const ReducedSystem *reduce_all(Compilation *c, System *sys)
{
  ReduceOptions reduce = {c->request->dump, stdout};
  const ReducedSystem *reduced = reduce_system(c->s, sys, &reduce);
  end_phase(c, PHASE_REDUCE);
  /* a warning that counts as an error stops no pass */
  if (!reduced || c->s->n_errors > 0) return NULL;
  CompileReport *report = c->report;
  report->n_equations = reduced->n_equations;
  report->n_variables = reduced->n_variables;
  report->n_states = reduced->n_states;
  report->index = reduced->index;
  report->uses_ida = reduced->choice.ida;
  report->reduced = reduced;
  if (dumps(c->request, "reduce")) reduced_print(reduced, stdout);
  if (dumps(c->request, "c") &&
      !dump_model_c(c->s, reduced, !c->request->no_loops)) {
    return NULL;
  }
  return reduced;
}

/* The last part of the class name, in the current folder. */
const char *compile_default_output(Session *s, Name model)
{
  const char *dot = strrchr(model, '.');
  return arena_printf(s->session_arena, "%s.fmu", dot ? dot + 1 : model);
}

/* The FMU explains itself. A model that is only simulated need not, nor one
 * that nobody would read. */
static char *make_page(Compilation *c, const ReducedSystem *reduced,
                       size_t *size)
{
  if (!c->request->page || reduced->n_equations > MOST_EXPLAINED) return NULL;
  return explain_html_text(c->s, NULL, reduced, size);
}

const char *compile_second_output(Session *s, const char *fmu)
{
  size_t n = strlen(fmu);
  bool has_ending = n > 4 && strcmp(fmu + n - 4, ".fmu") == 0;
  return arena_printf(s->session_arena, "%.*s.fmi3.fmu",
                      (int)(has_ending ? n - 4 : n), fmu);
}

static bool emit_all(Compilation *c, const ReducedSystem *reduced,
                     const char *fmu)
{
  if (!fmu) fmu = compile_default_output(c->s, c->report->model);
  bool has_second = c->request->fmi == FMI_BOTH;
  const char *fmu3 = has_second ? compile_second_output(c->s, fmu) : NULL;
  EmitOptions emit = {.output = fmu,
                      .fmi = c->request->fmi,
                      .output3 = fmu3,
                      .co_simulation = c->request->co_simulation,
                      .model_exchange = c->request->model_exchange,
                      .scheduled_execution = c->request->scheduled_execution,
                      .no_loops = c->request->no_loops,
                      .compiler = c->request->compiler,
                      .runs_once = !c->request->travels,
                      .include_sources = c->request->source,
                      .icon = c->request->icon,
                      .target = c->request->target,
                      .n_targets = c->request->n_targets};
  EmitReport emitted = {0};
  begin_phase(c, PHASE_COMPILE); /* what one waits for */
  char *page = make_page(c, reduced, &emit.page_size);
  emit.page = page;
  bool good = c->s->n_errors == 0 && /* of the page */
              emit_fmu(c->s, reduced, &emit, &emitted);
  free(page);
  record_phase(c, PHASE_EMIT, emitted.emit_seconds);
  record_phase(c, PHASE_COMPILE, emitted.compile_seconds);
  record_phase(c, PHASE_PACKAGE, emitted.package_seconds);
  c->report->by_tinycc = emitted.by_tinycc;
  if (good) {
    c->report->fmu = fmu;
    c->report->fmu3 = fmu3;
  }
  return good;
}

/* --- the pipeline --- */

static bool run_pipeline(Compilation *c, const char *fmu)
{
  const CompileRequest *o = c->request;
  const Ast *ast = parse_all(c);
  if (!ast) return false; /* the pass that fails has reported why */
  if (ends_after(o, "parse")) return true;

  const FlatModel *flat = flatten_all(c, ast);
  if (!flat) return false;
  if (ends_after(o, "flatten")) return true;
  if (o->travels) outside_file_warn(c->s, flat);
  if (!compile_is_small(c, flat)) return false;

  System *sys = lower_all(c, flat);
  if (!sys) return false;
  arena_clear(c->s->flat_arena);
  if (ends_after(o, "lower")) return true;

  const ReducedSystem *reduced = reduce_all(c, sys);
  if (!reduced) return false;
  if (o->ends_at_dump) return true;

  return emit_all(c, reduced, fmu);
}

bool compile_model(Session *s, const CompileRequest *request, const char *fmu,
                   CompileReport *report)
{
  assert(request->n_files == 0 || request->file);
  Compilation c = {s, request, report, progress_begin(s), 0};
  bool good = run_pipeline(&c, fmu);
  progress_end(c.progress);
  return good;
}

const FlatModel *compile_flat(Session *s, const CompileRequest *request,
                              CompileReport *report)
{
  Compilation c = {s, request, report, progress_begin(s), 0};
  const Ast *ast = parse_all(&c);
  const FlatModel *flat = ast ? flatten_all(&c, ast) : NULL;
  progress_end(c.progress);
  return flat;
}

const ReducedSystem *compile_reduced(Session *s, const CompileRequest *request,
                                     CompileReport *report)
{
  Compilation c = {s, request, report, progress_begin(s), 0};
  const Ast *ast = parse_all(&c);
  const FlatModel *flat = ast ? flatten_all(&c, ast) : NULL;
  System *sys = flat ? lower_all(&c, flat) : NULL;
  const ReducedSystem *reduced = sys ? reduce_all(&c, sys) : NULL;
  report->flat = flat;
  progress_end(c.progress);
  return reduced;
}

const ReducedSystem *compile_reduced_flat(Session *s,
                                          const CompileRequest *request,
                                          const FlatModel *flat,
                                          CompileReport *report)
{
  Compilation c = {s, request, report, progress_begin(s), 0};
  assert(flat);
  System *sys = lower_all(&c, flat);
  const ReducedSystem *reduced = sys ? reduce_all(&c, sys) : NULL;
  progress_end(c.progress);
  return reduced;
}
