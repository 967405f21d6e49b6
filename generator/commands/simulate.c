/* simulate.c: foucault simulate: builds if needed, steps, writes, draws. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json_text.h"
#include "base/suggest.h"
#include "base/temporary.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "commands/csv.h"
#include "commands/experiment.h"
#include "commands/plot.h"
#include "commands/report.h"
#include "compile.h"
#include "fmu_file/fmu_run.h"
#include "fmu_file/fmu_unpack.h"

#define SHOWN_FINALS 25 /* more final values than this are not printed */

/* One run of the command. */
typedef struct Simulation {
  Session *s;
  const Options *options;
  const char *fmu;
  const char *label; /* the file the user named, for messages */
  const FmuDescription *description;
  FmuRun run;
  FmuResult result;
  /* Variables read at every point: the reported ones first, then those that
   * only the plot needs. */
  int *variable;
  int n_variables, cap_variables, n_reported;
  CsvWriter csv;
  bool has_csv;
  Plot *plot;       /* NULL: none */
  double *plot_row; /* time and the plotted values */
  double began, last_progress;
  bool shows_progress;
} Simulation;

/* --- the FMU --- */

static bool ends_with(const char *text, const char *ending)
{
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

static bool build_first(Simulation *sim)
{
  const char *folder = temporary_folder(sim->s);
  if (!folder) return false;
  sim->fmu = arena_printf(sim->s->session_arena, "%s/model.fmu", folder);
  CompileReport report = {0};
  return compile_model(sim->s, sim->options, sim->fmu, &report);
}

static bool check_kind(Simulation *sim)
{
  if (sim->description->co_simulation.present) return true;
  diagnostic_file_error(sim->s, sim->label, E603,
                        "this FMU is for Model Exchange only; simulate needs "
                        "Co-Simulation");
  return false;
}

/* --- which variables --- */

/* Position among the variables read, -1: not there yet. */
static int position_of(const Simulation *sim, int variable)
{
  for (int i = 0; i < sim->n_variables; i++) {
    if (sim->variable[i] == variable) return i;
  }
  return -1;
}

static int append(Simulation *sim, int variable)
{
  sim->variable =
      vector_grow(sim->s->session_arena, sim->variable, &sim->cap_variables,
                  sim->n_variables + 1, sizeof sim->variable[0]);
  sim->variable[sim->n_variables] = variable;
  return sim->n_variables++;
}

/* The variable of that name, or -1 after E605. */
static int find_variable(Simulation *sim, const char *name)
{
  const FmuDescription *d = sim->description;
  int index = description_find(d, name);
  if (index >= 0) return index;
  Suggestion near = suggest_for(sim->s, name);
  for (int i = 0; i < d->n_variables; i++) {
    suggest_offer(&near, d->variable[i].name);
  }
  diagnostic_file_error(sim->s, sim->label, E605, "no variable '%s'%s", name,
                        suggest_text(sim->s, &near));
  return -1;
}

static bool is_time(const FmuVariable *v)
{
  return v->causality == FMU_INDEPENDENT;
}

static void choose_all(Simulation *sim)
{
  const FmuDescription *d = sim->description;
  for (int i = 0; i < d->n_variables; i++) {
    if (!is_time(&d->variable[i])) append(sim, i);
  }
}

/* The names of --variables have the form of a plot request without ":". */
static bool choose_named(Simulation *sim, const char *names)
{
  Plot *list = plot_parse(sim->s, names);
  if (!list) return false;
  for (int i = 0; i < list->n_curves; i++) {
    int variable = find_variable(sim, list->curve[i].y);
    if (variable < 0) return false;
    if (position_of(sim, variable) < 0) append(sim, variable);
  }
  return true;
}

/* The column of the plot's data for a name; NULL: time. Columns follow the
 * positions of the variables read, behind time. */
static int plot_column(Simulation *sim, const char *name)
{
  if (!name || strcmp(name, "time") == 0) return 0;
  int variable = find_variable(sim, name);
  if (variable < 0) return -1;
  int position = position_of(sim, variable);
  return 1 + (position >= 0 ? position : append(sim, variable));
}

static bool choose_plotted(Simulation *sim)
{
  Plot *plot = sim->plot;
  for (int i = 0; i < plot->n_curves; i++) {
    PlotCurve *c = &plot->curve[i];
    c->x_column = plot_column(sim, c->x);
    c->y_column = plot_column(sim, c->y);
    if (c->x_column < 0 || c->y_column < 0) return false;
  }
  plot->n_columns = 1 + 2 * plot->n_curves;
  plot->title = sim->description->model_name;
  sim->plot_row = arena_array(sim->s->session_arena, (size_t)plot->n_columns,
                              sizeof sim->plot_row[0]);
  return true;
}

static bool choose_variables(Simulation *sim)
{
  const Options *o = sim->options;
  if (!o->variables)
    choose_all(sim);
  else if (!choose_named(sim, o->variables))
    return false;
  sim->n_reported = sim->n_variables;
  if (sim->plot && !choose_plotted(sim)) return false;
  sim->run.variable = sim->variable;
  sim->run.n_variables = sim->n_variables;
  return true;
}

/* --- points --- */

static double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* On a terminal, twice a second, once half a second has passed. */
static void show_progress(Simulation *sim, double time)
{
  if (!sim->shows_progress) return;
  double now = seconds_now();
  if (now - sim->last_progress < 0.5) return;
  sim->last_progress = now;
  fprintf(stderr, "\r\033[Ktime %g of %g", time, sim->run.stop);
}

static void end_progress(const Simulation *sim)
{
  if (sim->shows_progress && sim->last_progress > sim->began) {
    fputs("\r\033[K", stderr);
  }
}

/* Only the curves' own values are kept; see number_columns(). */
static void add_plot_row(Simulation *sim, double time, const FmuValues *values)
{
  Plot *plot = sim->plot;
  sim->plot_row[0] = time;
  for (int i = 0; i < plot->n_curves; i++) {
    const PlotCurve *c = &plot->curve[i];
    int x = c->x_column, y = c->y_column;
    sim->plot_row[1 + 2 * i] = x == 0 ? time : values->number[x - 1];
    sim->plot_row[2 + 2 * i] = y == 0 ? time : values->number[y - 1];
  }
  plot_add_row(sim->s, plot, sim->plot_row);
}

static bool take_point(void *context, double time, const FmuValues *values)
{
  Simulation *sim = context;
  show_progress(sim, time);
  if (sim->plot) add_plot_row(sim, time, values);
  return !sim->has_csv || csv_row(&sim->csv, time, values);
}

/* From positions among the variables read to columns of the kept rows. */
static void number_columns(Plot *plot)
{
  for (int i = 0; i < plot->n_curves; i++) {
    plot->curve[i].x_column = 1 + 2 * i;
    plot->curve[i].y_column = 2 + 2 * i;
  }
}

/* --- the whole --- */

static bool run_loaded(Simulation *sim, const Fmu *fmu)
{
  Session *s = sim->s;
  sim->run.point = take_point;
  sim->run.context = sim;
  sim->began = sim->last_progress = seconds_now();
  sim->shows_progress = !s->quiet && isatty(STDERR_FILENO);
  if (sim->has_csv &&
      !csv_begin(s, &sim->csv, sim->options->output, sim->description,
                 sim->variable, sim->n_reported)) {
    return false;
  }
  bool good = fmu_run(s, fmu, &sim->run, &sim->result);
  end_progress(sim);
  if (sim->has_csv && (good || ferror(sim->csv.out))) {
    good = csv_end(s, &sim->csv) && good;
  } else if (sim->has_csv) {
    csv_abandon(&sim->csv);
  }
  return good;
}

static bool draw(Simulation *sim)
{
  if (!sim->plot) return true;
  number_columns(sim->plot);
  return plot_draw(sim->s, sim->plot, sim->options->plot_file);
}

/* A start value that other conditions determine was no more than a guess. */
static void report_changes(const Simulation *sim)
{
  const FmuResult *r = &sim->result;
  int n = 0;
  for (int i = 0; i < r->n_changes; i++) n += !r->change[i].is_determined;
  if (n == 0) return;
  Diagnostic *d = diagnostic_file_warning(
      sim->s, sim->label, W402,
      "%d start value%s not fit the equations and %s changed", n,
      n == 1 ? " does" : "s do", n == 1 ? "was" : "were");
  for (int i = 0; i < r->n_changes; i++) {
    const FmuStartChange *c = &r->change[i];
    if (c->is_determined) continue;
    diagnostic_note(sim->s, d, NO_SPAN, "%s: %.9g instead of %.9g (by %.3g)",
                    report_clean(sim->s, c->name), c->now, c->before,
                    c->now - c->before);
  }
}

static int simulate(Simulation *sim)
{
  const char *folder = NULL;
  if (!fmu_unpack(sim->s, sim->fmu, &sim->description, &folder) ||
      !check_kind(sim)) {
    return EXIT_FAULT;
  }
  if (!experiment_choose(sim->options, sim->description, &sim->run)) {
    return EXIT_USAGE;
  }
  if (!choose_variables(sim)) return EXIT_FAULT;
  Fmu fmu;
  if (!fmu_load(sim->s, sim->label, sim->description, fmi2CoSimulation, folder,
                &fmu)) {
    return EXIT_FAULT;
  }
  bool good = run_loaded(sim, &fmu);
  fmu_unload(&fmu);
  report_changes(sim);
  return good && draw(sim) ? EXIT_DONE : EXIT_FAULT;
}

/* --- reports --- */

static void put_changes(JsonWriter *w, const FmuResult *r)
{
  json_key(w, "initial");
  json_object_begin(w);
  json_key(w, "changed");
  json_array_begin(w);
  for (int i = 0; i < r->n_changes; i++) {
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, r->change[i].name);
    json_key(w, "start");
    json_double(w, r->change[i].before);
    json_key(w, "value");
    json_double(w, r->change[i].now);
    json_key(w, "determined");
    json_bool(w, r->change[i].is_determined);
    json_object_end(w);
  }
  json_array_end(w);
  json_object_end(w);
}

static void put_count(JsonWriter *w, const char *key, long n)
{
  json_key(w, key);
  json_int(w, n);
}

static void put_finals(JsonWriter *w, const Simulation *sim)
{
  json_key(w, "final");
  json_object_begin(w);
  int n = sim->result.points > 0 ? sim->n_reported : 0;
  for (int i = 0; i < n; i++) {
    const FmuVariable *v = &sim->description->variable[sim->variable[i]];
    if (v->type == FMU_STRING) continue;
    json_key(w, v->name);
    if (v->type == FMU_BOOLEAN)
      json_bool(w, sim->result.last.number[i] != 0);
    else
      json_double(w, sim->result.last.number[i]);
  }
  json_object_end(w);
}

static void print_json(const Simulation *sim)
{
  const FmuStatistics *n = &sim->result.statistics;
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, sim->description ? sim->description->model_name : NULL);
  json_key(&w, "stop");
  json_double(&w, sim->result.end);
  put_count(&w, "steps", n->steps);
  put_count(&w, "rhs_evaluations", n->rhs);
  put_count(&w, "jacobians", n->jacobians);
  put_count(&w, "events", n->events);
  put_count(&w, "pivots", n->pivots);
  put_count(&w, "restarts", n->restarts);
  json_key(&w, "wall_s");
  json_double(&w, sim->result.wall_seconds);
  put_finals(&w, sim);
  put_changes(&w, &sim->result);
  report_diagnostics(&w, sim->s);
  json_object_end(&w);
  json_end(&w);
}

static void print_finals(const Simulation *sim)
{
  if (sim->n_reported > SHOWN_FINALS) return;
  for (int i = 0; i < sim->n_reported; i++) {
    const FmuVariable *v = &sim->description->variable[sim->variable[i]];
    if (v->type == FMU_STRING || v->causality == FMU_PARAMETER ||
        v->variability == FMU_CONSTANT) {
      continue;
    }
    printf("  %-24s %.10g\n", report_clean(sim->s, v->name),
           sim->result.last.number[i]);
  }
}

static void print_summary(const Simulation *sim)
{
  const FmuResult *r = &sim->result;
  const FmuStatistics *n = &r->statistics;
  Session *s = sim->s;
  printf("%s: time %g to %g%s, %s, %.3g s\n",
         report_clean(s, sim->description->model_name), sim->run.start, r->end,
         r->ended_early ? " (the FMU asked to stop)" : "",
         report_count(s, r->points, "point"), r->wall_seconds);
  printf(
      "%s, %s, %s, %s, %s, %s\n", report_count(s, n->steps, "integrator step"),
      report_count(s, n->rhs, "evaluation"),
      report_count(s, n->jacobians, "Jacobian"),
      report_count(s, n->events, "event"), report_count(s, n->pivots, "pivot"),
      report_count(s, n->restarts, "restart"));
  print_finals(sim);
  if (sim->has_csv) printf("results in %s\n", sim->options->output);
  if (sim->plot && sim->options->plot_file) {
    printf("plot in %s\n", sim->options->plot_file);
  }
}

/* --- the command --- */

static bool is_fmu_given(const Options *o)
{
  return o->n_files > 0 && ends_with(o->file[0], ".fmu");
}

static bool check_usage(const Options *o)
{
  bool is_fmu = is_fmu_given(o);
  if (is_fmu && o->n_files > 1) {
    return options_complain("simulate takes one FMU");
  }
  if (is_fmu && o->model) {
    return options_complain("--model is for Modelica files");
  }
  if (is_fmu && o->has_method) {
    return options_complain("--reduction, --solver, --method and "
                            "--linear-solver are for Modelica files: an FMU "
                            "has what it was built with");
  }
  if (!o->co_simulation) {
    return options_complain("simulate needs Co-Simulation: --type cs or both");
  }
  if (o->plot_file && !o->plot) {
    return options_complain("--plot-file needs --plot: what is to be drawn?");
  }
  if (o->plot_file && !plot_file_is_known(o->plot_file)) {
    return options_complain("--plot-file must end in .svg, .png or .html");
  }
  if (o->plot && !o->plot_file && o->json) {
    return options_complain("--json and a plot in the terminal do not go "
                            "together; use --plot-file");
  }
  return true;
}

static int run_command(Simulation *sim)
{
  const Options *o = sim->options;
  sim->has_csv = o->output != NULL;
  if (o->plot && !(sim->plot = plot_parse(sim->s, o->plot))) return EXIT_USAGE;
  if (is_fmu_given(o)) {
    sim->fmu = o->file[0];
    sim->run.set = o->set;
    sim->run.n_set = o->n_set;
  } else if (!build_first(sim)) {
    return EXIT_FAULT;
  }
  return o->dump ? EXIT_DONE : simulate(sim);
}

int command_simulate(Session *s, const Options *options)
{
  if (!check_usage(options)) return EXIT_USAGE;
  /* a model of a library needs no file */
  const char *label = options->n_files > 0 ? options->file[0] : options->model;
  Simulation sim = {.s = s, .options = options, .label = label};
  int status = run_command(&sim);
  if (options->dump) return status;
  if (options->json && status != EXIT_USAGE)
    print_json(&sim);
  else if (status == EXIT_DONE && !options->quiet)
    print_summary(&sim);
  return status;
}
