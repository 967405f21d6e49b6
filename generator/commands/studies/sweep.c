/* sweep.c: foucault sweep: many runs of one model with other values. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/temporary.h"
#include "base/text/path.h"
#include "commands/commands.h"
#include "commands/experiment.h"
#include "commands/studies/study_fmu.h"
#include "commands/studies/sweep_report.h"
#include "fmu_file/fmu_output.h"
#include "fmu_file/fmu_ward.h"
#include "results/input_table.h"
#include "studies/crew.h"
#include "studies/npz.h"
#include "studies/sweep_parquet.h"

/* Of one run: more would not be a table any more. */
#define MOST_VALUES (INT64_C(1) << 24)

typedef struct SweepCommand {
  Session *s;
  const Options *options;
  StudyFmu study;
  SweepPlan plan;
  Measures measures;
  FmuRun run;
  Journal journal;
  int64_t n_done_before;
  uint8_t *is_done;
  SweepTable table;
  SweepResult result;
  SweepReport report;
} SweepCommand;

/* --- what the user typed --- */

static bool writes_to_file(const Options *o)
{
  return o->output && strcmp(o->output, "-") != 0;
}

static bool sweep_check_output(const Options *o)
{
  const char *path = o->output;
  if (path && !writes_to_file(o) && o->json) {
    return options_complain("--output - writes the runs to standard output: "
                            "--json needs a file");
  }
  if (o->resume && !writes_to_file(o))
    return options_complain("--resume needs the --output of the sweep");
  return true;
}

static bool sweep_check_usage(const Options *o)
{
  if (o->n_vary == 0 && !o->plan)
    return options_complain("what is to vary? --vary NAME=VALUES, or --plan "
                            "FILE.csv");
  if (o->n_vary > 0 && o->plan)
    return options_complain("the values are those of --vary or of --plan, not "
                            "of both");
  if (o->plan && (o->samples.given || o->sampler != SAMPLER_AUTO))
    return options_complain("--plan says which runs there are: --samples and "
                            "--sampler are for --vary");
  if (o->record && o->reduce && !o->final)
    return options_complain("curves and --reduce do not go into one table: "
                            "add --final, or leave --record out");
  return sweep_check_output(o);
}

static bool names_twice(const SweepPlan *plan)
{
  for (int i = 0; i < plan->n_factors; i++) {
    for (int k = 0; k < i; k++) {
      if (strcmp(plan->factor[i].name, plan->factor[k].name) != 0) continue;
      options_complain("'%s' is varied twice", plan->factor[i].name);
      return true;
    }
  }
  return false;
}

static bool read_plan(SweepCommand *c)
{
  Session *s = c->s;
  const Options *o = c->options;
  SweepPlan *plan = &c->plan;
  plan->sampler = o->sampler;
  plan->seed = o->seed.given ? (uint64_t)o->seed.value : 0;
  if (o->plan) return true; /* the file is read later */
  plan->factor =
      arena_array(s->session_arena, (size_t)o->n_vary, sizeof plan->factor[0]);
  for (int i = 0; i < o->n_vary; i++) {
    const char *fault = factor_read(s, o->vary[i], &plan->factor[i]);
    if (fault) return options_complain("--vary %s: %s", o->vary[i], fault);
    plan->n_factors++;
  }
  if (names_twice(plan)) return false;
  const char *fault = sweep_plan_choose(
      s, plan, o->samples.given ? (int64_t)o->samples.value : 0);
  return !fault || options_complain("%s", fault);
}

/* --- against the FMU --- */

static bool read_table(SweepCommand *c)
{
  const char *path = c->options->plan;
  if (!path) return true;
  const RunTable *table = run_table_read(c->s, path);
  if (!table) return false;
  const char *fault = sweep_plan_list(c->s, &c->plan, table);
  if (!fault) return true;
  diagnostic_file_error(c->s, path, E609, "%s", fault);
  return false;
}

static bool bind_factors(SweepCommand *c)
{
  for (int i = 0; i < c->plan.n_factors; i++) {
    if (!factor_bind(c->s, c->study.label, c->study.description,
                     &c->plan.factor[i])) {
      return false;
    }
  }
  return true;
}

static bool choose_measures(SweepCommand *c, bool *is_usage)
{
  const Options *o = c->options;
  const FmuDescription *d = c->study.description;
  const char *label = c->study.label, *fault = NULL;
  Measures *m = &c->measures;
  bool is_final = o->final || o->reduce;
  if (o->record) {
    if (!measures_record(c->s, label, d, o->record, o->final, m)) return false;
  } else if (!o->reduce || o->final) {
    measures_usual(c->s, d, is_final, m);
  }
  if (!o->reduce) return true;
  if (measures_reduce(c->s, label, d, o->reduce, m, &fault)) return true;
  if (fault) *is_usage = true;
  return !fault ? false : options_complain("--reduce: %s", fault);
}

static bool choose_run(SweepCommand *c)
{
  FmuRun *run = &c->run;
  assert(c->plan.n_runs > 0);
  if (!experiment_choose(c->options, c->study.description, run)) return false;
  run->is_exchange = c->study.is_exchange;
  run->set = c->study.settings.item;
  run->n_set = c->study.settings.n;
  double span = run->stop - run->start;
  if (!c->measures.needs_points && span > 0) run->step = span;
  c->journal.n_runs = c->plan.n_runs;
  c->journal.n_values = sweep_values(&c->measures, run);
  if (c->journal.n_values <= MOST_VALUES) return true;
  return options_complain("each run would have %" PRId64 " numbers: take a "
                          "larger --step, --final or fewer variables",
                          c->journal.n_values);
}

static bool read_sweep_inputs(SweepCommand *c)
{
  const char *path = c->options->inputs;
  if (!path) return true;
  c->run.inputs = input_table_read(c->s, path, c->study.description);
  return c->run.inputs != NULL;
}

/* --- the journal --- */

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
  const unsigned char *c = bytes;
  for (size_t i = 0; i < n; i++) hash = (hash ^ c[i]) * UINT64_C(1099511628211);
  return hash;
}

/* Of the tables that were given: numbers alone count. */
static uint64_t hash_tables(const SweepCommand *c)
{
  uint64_t hash = UINT64_C(14695981039346656037);
  const RunTable *t = c->plan.table;
  for (int i = 0; t && i < t->n_columns; i++) {
    hash = hash_bytes(hash, t->column[i].value,
                      (size_t)t->n_rows * sizeof(double));
  }
  const FmuInputs *in = c->run.inputs;
  if (!in) return hash;
  size_t n = (size_t)in->n_rows * sizeof(double);
  hash = hash_bytes(hash, in->time, n);
  for (int i = 0; i < in->n_columns; i++) {
    hash = hash_bytes(hash, in->column[i].number, n);
  }
  return hash;
}

/* All that decides the results, a line each. */
static const char *describe_sweep(const SweepCommand *c)
{
  Arena *a = c->s->session_arena;
  const Options *o = c->options;
  const FmuRun *run = &c->run;
  const char *text = arena_printf(
      a,
      "model %s %s\nstart %.17g\nstop %.17g\nstep %.17g\ntolerance %.17g\n"
      "kind %s\nsampler %s\nseed %" PRIu64 "\nruns %" PRId64 "\nfrom %" PRId64
      " of %" PRId64 "\n",
      c->study.description->model_name, c->study.description->guid, run->start,
      run->stop, run->step, run->has_tolerance ? run->tolerance : 0,
      run->is_exchange ? "me" : "cs", sweep_plan_sampler_name(c->plan.sampler),
      c->plan.seed, c->plan.n_runs, c->plan.first, c->plan.n_total);
  for (int i = 0; i < c->plan.n_factors; i++)
    text = arena_printf(a, "%svary %s\n", text, c->plan.factor[i].text);
  for (int i = 0; i < o->n_set; i++)
    text = arena_printf(a, "%sset %s\n", text, o->set[i]);
  for (int i = 0; i < c->measures.n; i++)
    text = arena_printf(a, "%skeep %s\n", text, c->measures.item[i].name);
  for (int i = 0; c->measures.has_curves && i < c->measures.n_variables; i++)
    text = arena_printf(a, "%srecord %d\n", text, c->measures.variable[i]);
  return arena_printf(a, "%stables %016" PRIx64 "\n", text, hash_tables(c));
}

static bool mark_done(SweepCommand *c)
{
  c->is_done = calloc((size_t)c->plan.n_runs, 1);
  if (!c->is_done) return false;
  for (int64_t k = 0; k < c->plan.n_runs; k++) {
    if (journal_read(&c->journal, k, NULL).state == RUN_MISSING) continue;
    c->is_done[k] = 1;
    c->n_done_before++;
  }
  return true;
}

static bool open_journal(SweepCommand *c)
{
  Session *s = c->s;
  const Options *o = c->options;
  const char *text = describe_sweep(c);
  assert(c->journal.n_runs == c->plan.n_runs && !c->journal.path);
  if (!writes_to_file(o)) {
    const char *folder = temporary_folder(s);
    if (!folder) return false;
    c->journal.path = arena_printf(s->session_arena, "%s/runs", folder);
    return journal_create(s, &c->journal, text);
  }
  c->journal.path = arena_printf(s->session_arena, "%s.part", o->output);
  if (o->resume) {
    return journal_continue(s, &c->journal, text) && mark_done(c);
  }
  if (access(c->journal.path, F_OK) == 0) {
    diagnostic_file_error(s, c->journal.path, E610,
                          "these are the runs of a sweep that has not ended: "
                          "--resume goes on with them; remove the file to "
                          "begin again");
    return false;
  }
  return journal_create(s, &c->journal, text);
}

/* --- the runs --- */

static int choose_workers(const SweepCommand *c)
{
  bool is_safe = c->study.is_own;
  int n = c->options->jobs.given ? (int)c->options->jobs.value
                                 : crew_usual(is_safe);
  int most = crew_most(is_safe);
  if (n > most) n = most;
  int64_t left = c->plan.n_runs - c->n_done_before;
  if (left < 1) left = 1;
  return left < n ? (int)left : n;
}

static bool make_runs(SweepCommand *c)
{
  const Options *o = c->options;
  int64_t left = c->plan.n_runs - c->n_done_before;
  c->report.n_workers = choose_workers(c);
  if (left == 0) return true;
  Sweep sweep = {.s = c->s,
                 .fmu = &c->study.fmu,
                 .run = c->run,
                 .plan = &c->plan,
                 .measures = &c->measures,
                 .journal = &c->journal,
                 .n_workers = c->report.n_workers,
                 .seconds_a_run = o->time_limit.given ? o->time_limit.value : 0,
                 .keeps_instances = c->study.is_own,
                 .is_done = c->is_done};
  SweepProgress progress = sweep_progress_begin(c->s, left);
  bool good = sweep_run(&sweep, sweep_progress_show, &progress, &c->result);
  sweep_progress_end(&progress);
  return good;
}

static bool write_table(SweepCommand *c, const char *path)
{
  if (path_has_ending(path, ".npz")) return npz_write(c->s, &c->table, path);
  if (path_has_ending(path, ".parquet"))
    return sweep_parquet_write(c->s, &c->table, path);
  return sweep_table_write_csv(c->s, &c->table, path);
}

/* The folder of the results is gone: what the open journal still has is
 * written elsewhere. */
static void rescue_table(SweepCommand *c)
{
  const char *root = getenv("TMPDIR");
  const char *output = c->options->output;
  const char *ending = path_has_ending(output, ".npz")       ? "npz"
                       : path_has_ending(output, ".parquet") ? "parquet"
                                                             : "csv";
  const char *path =
      arena_printf(c->s->session_arena, "%s/foucault-sweep-%ld.%s",
                   root && *root ? root : "/tmp", (long)getpid(), ending);
  if (!write_table(c, path)) return;
  diagnostic_flush(c->s);
  fprintf(stderr, "what was computed is in %s\n", path);
}

static bool write_results(SweepCommand *c)
{
  const char *path = c->options->output;
  if (!path) return true;
  if (write_table(c, path)) {
    c->report.is_written = writes_to_file(c->options);
    return true;
  }
  if (writes_to_file(c->options) && access(c->journal.path, F_OK) != 0)
    rescue_table(c);
  return false;
}

/* --- the end --- */

/* What is to be said about runs that are not there. */
static void tell_rest(const SweepCommand *c)
{
  if (!writes_to_file(c->options) || access(c->journal.path, F_OK) != 0) return;
  diagnostic_flush(c->s);
  fprintf(stderr,
          "%s%" PRId64 " of %" PRId64 " runs are done and kept in %s; "
          "--resume goes on\n",
          c->result.interrupted ? "interrupted: " : "", c->report.n_there,
          c->plan.n_runs, c->journal.path);
}

static int sweep_status(SweepCommand *c, bool good)
{
  const SweepReport *r = &c->report;
  bool is_complete = r->n_there == c->plan.n_runs;
  if (!good || !is_complete) {
    tell_rest(c);
    journal_close(&c->journal);
    return c->result.interrupted && good ? EXIT_INTERRUPTED : EXIT_FAULT;
  }
  journal_remove(&c->journal);
  if (r->n_failed < r->n_there) return EXIT_DONE;
  diagnostic_file_error(c->s, c->study.label, E604,
                        "all %" PRId64 " runs have failed; the first: %s",
                        r->n_failed, r->first_reason);
  return EXIT_FAULT;
}

/* `output` belongs to the FMU until the runs are done. */
static int sweep_through(SweepCommand *c, FmuOutput *output)
{
  assert(c->journal.in && c->study.fmu.library);
  bool good = make_runs(c);
  fmu_unload(&c->study.fmu);
  fmu_output_end(output, c->study.label);
  c->table = (SweepTable){.plan = &c->plan,
                          .measures = &c->measures,
                          .description = c->study.description,
                          .run = &c->run,
                          .journal = &c->journal};
  if (c->measures.has_curves) c->table.n_points = sweep_points(&c->run);
  sweep_table_name_factors(c->s, &c->table);
  SweepReport *report = &c->report;
  report->model = c->study.description->model_name;
  report->label = c->study.label;
  report->output = c->options->output;
  report->table = &c->table;
  report->result = &c->result;
  sweep_report_count(c->s, report);
  if (good) good = write_results(c);
  return sweep_status(c, good);
}

static int sweep_prepared(SweepCommand *c)
{
  bool is_usage = false;
  if (!study_fmu_prepare(&c->study, !c->options->co_simulation) ||
      !read_table(c) || !bind_factors(c)) {
    return EXIT_FAULT;
  }
  if (!choose_measures(c, &is_usage)) return is_usage ? EXIT_USAGE : EXIT_FAULT;
  const char *fault = sweep_plan_choose_part(c->s, &c->plan, c->options->runs);
  if (fault) options_complain("%s", fault);
  if (fault || !choose_run(c)) return EXIT_USAGE;
  if (!read_sweep_inputs(c) || !open_journal(c)) return EXIT_FAULT;
  FmuOutput output = fmu_output_begin(c->s, true);
  if (!study_fmu_load(&c->study)) {
    fmu_output_end(&output, c->study.label);
    if (c->n_done_before == 0) journal_remove(&c->journal);
    return EXIT_FAULT;
  }
  int status = sweep_through(c, &output);
  free(c->is_done);
  return status;
}

int command_sweep(Session *s, const Options *o)
{
  SweepCommand c = {.s = s, .options = o};
  if (!sweep_check_usage(o) || !study_fmu_begin(&c.study, s, o) ||
      !read_plan(&c)) {
    return EXIT_USAGE;
  }
  FmuWardEnd end;
  double most = o->memory_limit.given ? o->memory_limit.value : 0;
  int workers = o->jobs.given ? (int)o->jobs.value : crew_usual(true);
  if (!fmu_ward_begin(s, c.study.label, most, 0, workers, &end)) {
    if (o->json && s->n_errors > 0) sweep_report_json(s, &c.report);
    return end.status;
  }
  int status = sweep_prepared(&c);
  if (o->json && status != EXIT_USAGE)
    sweep_report_json(s, &c.report);
  else if (c.report.table && !o->quiet)
    sweep_report_text(s, &c.report,
                      o->output && !writes_to_file(o) ? stderr : stdout);
  return status;
}
