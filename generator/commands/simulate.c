/* simulate.c: foucault simulate: builds if needed, steps, writes, draws. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/suggest.h"
#include "base/system/ward.h"
#include "base/temporary.h"
#include "base/vector.h"
#include "cache/build_cache.h"
#include "commands/commands.h"
#include "commands/experiment.h"
#include "commands/options/request.h"
#include "commands/simulation.h"
#include "fmu_file/fmu_unpack.h"
#include "fmu_file/fmu_ward.h"
#include "results/input_table.h"

/* --- the FMU --- */

static bool simulate_ends_with(const char *text, const char *ending)
{
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

static bool is_fmu_given(const Options *o)
{
  return o->n_files > 0 && simulate_ends_with(o->file[0], ".fmu");
}

static bool build_first(Simulation *sim)
{
  const char *folder = temporary_folder(sim->s);
  if (!folder) return false;
  sim->fmu = arena_printf(sim->s->session_arena, "%s/model.fmu", folder);
  CompileReport report = {0};
  CompileRequest request = request_of(sim->options);
  /* the run has them: one FMU serves for all, unless its start is after the
   * stop time of the model */
  if (!request.start.given) request.stop = request.step = (OptionalNumber){0};
  bool good = (sim->options->no_cache ? compile_model : build_cache_compile)(
      sim->s, &request, sim->fmu, &report);
  sim->verified.index = report.index;
  sim->verified.used_ida = report.uses_ida;
  sim->is_cached = report.is_cached;
  return good;
}

/* Co-Simulation where the FMU has it and nobody says --type me. */
static bool simulate_choose_kind(Simulation *sim)
{
  const FmuDescription *d = sim->description;
  const Options *o = sim->options;
  bool is_exchange = !o->co_simulation || !d->co_simulation.present;
  sim->run.is_exchange = is_exchange;
  if (is_exchange && !d->model_exchange.present) {
    diagnostic_file_error(sim->s, sim->label, E603, "this FMU is for %s only",
                          d->is_scheduled ? "Scheduled Execution"
                                          : "Co-Simulation");
    return false;
  }
  if (is_exchange && o->verify) {
    diagnostic_file_error(sim->s, sim->label, E603,
                          "--verify needs Co-Simulation, and this FMU is run "
                          "by Model Exchange");
    return false;
  }
  return true;
}

/* --- which variables --- */

/* Position among the variables read, -1: not there yet. */
static int simulate_position_of(const Simulation *sim, int variable)
{
  for (int i = 0; i < sim->n_variables; i++) {
    if (sim->variable[i] == variable) return i;
  }
  return -1;
}

static int simulate_append(Simulation *sim, int variable)
{
  assert(variable >= 0 && variable < sim->description->n_variables);
  sim->variable =
      vector_grow(sim->s->session_arena, sim->variable, &sim->cap_variables,
                  sim->n_variables + 1, sizeof sim->variable[0]);
  sim->variable[sim->n_variables] = variable;
  return sim->n_variables++;
}

/* Is it this name but for its subscripts? hot[2].T for hot.T. */
static bool simulate_is_element(const char *variable, const char *name)
{
  bool has_subscripts = false;
  while (*variable) {
    if (*variable == '[') {
      has_subscripts = true;
      while (*variable && *variable != ']') variable++;
      if (*variable) variable++;
    } else if (*variable++ != *name++) {
      return false;
    }
  }
  return has_subscripts && *name == 0;
}

/* "; it is an array: x[1] to x[3]", or what is near. */
static const char *hint_text(Simulation *sim, const char *name)
{
  const FmuDescription *d = sim->description;
  const char *first = NULL, *last = NULL;
  Suggestion near = suggest_for(sim->s, name);
  for (int i = 0; i < d->n_variables; i++) {
    const char *candidate = d->variable[i].name;
    suggest_offer(&near, candidate);
    if (!simulate_is_element(candidate, name)) continue;
    if (!first) first = candidate;
    last = candidate;
  }
  if (!first) return suggest_text(sim->s, &near);
  return arena_printf(session_scratch(sim->s), "; it is an array: %s%s%s",
                      first, first != last ? " to " : "",
                      first != last ? last : "");
}

/* The variable of that name, or -1 after E605. */
static int find_variable(Simulation *sim, const char *name)
{
  int index = description_find(sim->description, name);
  if (index >= 0) return index;
  diagnostic_file_error(sim->s, sim->label, E605, "no variable '%s'%s", name,
                        hint_text(sim, name));
  return -1;
}

static bool simulate_is_time(const FmuVariable *v)
{
  return v->causality == FMU_INDEPENDENT;
}

static void choose_all(Simulation *sim)
{
  const FmuDescription *d = sim->description;
  for (int i = 0; i < d->n_variables; i++) {
    if (!simulate_is_time(&d->variable[i])) simulate_append(sim, i);
  }
}

/* The elements of an array; false: there is none of that name. */
static bool simulate_choose_elements(Simulation *sim, const char *name)
{
  const FmuDescription *d = sim->description;
  bool is_array = false;
  for (int i = 0; i < d->n_variables; i++) {
    if (!simulate_is_element(d->variable[i].name, name)) continue;
    is_array = true;
    if (simulate_position_of(sim, i) < 0) simulate_append(sim, i);
  }
  return is_array;
}

/* The names of --variables have the form of a plot request without ":". */
static bool choose_named(Simulation *sim, const char *names)
{
  Plot *list = plot_parse(sim->s, names);
  if (!list) {
    return options_complain("--variables needs names like x,y, not '%s'",
                            names);
  }
  for (int i = 0; i < list->n_curves; i++) {
    const char *name = list->curve[i].y;
    bool is_known = description_find(sim->description, name) >= 0;
    if (!is_known && simulate_choose_elements(sim, name)) continue;
    int variable = find_variable(sim, name);
    if (variable < 0) return false;
    if (simulate_position_of(sim, variable) < 0) simulate_append(sim, variable);
  }
  return true;
}

/* The column of the plot's data for a name; NULL: time. Columns follow the
 * positions of the variables read, after time. */
static int plot_column(Simulation *sim, const char *name)
{
  if (!name || strcmp(name, "time") == 0) return 0;
  int variable = find_variable(sim, name);
  if (variable < 0) return -1;
  int position = simulate_position_of(sim, variable);
  return 1 + (position >= 0 ? position : simulate_append(sim, variable));
}

static const char *plot_unit(const Simulation *sim, const char *name)
{
  int variable = name ? description_find(sim->description, name) : -1;
  return variable >= 0 ? sim->description->variable[variable].unit : NULL;
}

static bool choose_plotted(Simulation *sim)
{
  Plot *plot = sim->plot;
  for (int i = 0; i < plot->n_curves; i++) {
    PlotCurve *c = &plot->curve[i];
    c->x_column = plot_column(sim, c->x);
    c->y_column = plot_column(sim, c->y);
    if (c->x_column < 0 || c->y_column < 0) return false;
    c->x_unit = plot_unit(sim, c->x);
    c->y_unit = plot_unit(sim, c->y);
  }
  plot->n_columns = 1 + 2 * plot->n_curves;
  plot->title = sim->description->model_name;
  sim->plot_row = arena_array(sim->s->session_arena, (size_t)plot->n_columns,
                              sizeof sim->plot_row[0]);
  return true;
}

static bool simulate_choose_variables(Simulation *sim)
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

/* Only the curves' own values are kept; see simulate_number_columns(). */
static void add_plot_row(Simulation *sim, double time, const FmuValues *values)
{
  Plot *plot = sim->plot;
  sim->plot_row[0] = time;
  for (int i = 0; i < plot->n_curves; i++) {
    const PlotCurve *c = &plot->curve[i];
    int x = c->x_column, y = c->y_column;
    assert(x <= sim->n_variables && y <= sim->n_variables);
    sim->plot_row[1 + 2 * i] = x == 0 ? time : values->number[x - 1];
    sim->plot_row[2 + 2 * i] = y == 0 ? time : values->number[y - 1];
  }
  plot_add_row(sim->s, plot, sim->plot_row);
}

static bool simulate_take_point(void *context, double time,
                                const FmuValues *values)
{
  Simulation *sim = context;
  ward_reached(&(Ward){sim->s->ward}, time);
  finite_watch_point(&sim->finite, time, values->number);
  if (sim->options->verify) verify_record(&sim->record, time, values->number);
  if (sim->plot) add_plot_row(sim, time, values);
  return !sim->options->output || result_file_row(&sim->file, time, values);
}

static bool stop_now(void *context)
{
  Simulation *sim = context;
  run_progress_update(&sim->progress, sim->result.end);
  return interrupt_asked();
}

static void enter_step(void *context)
{
  stuck_watch_enter(((Simulation *)context)->stuck);
}

static void leave_step(void *context)
{
  stuck_watch_leave(((Simulation *)context)->stuck);
}

static void show_inside(void *context, double time, double step, long steps)
{
  Simulation *sim = context;
  stuck_watch_leave(sim->stuck);
  run_progress_inside(&sim->progress, time, step, steps);
  stuck_watch_enter(sim->stuck);
}

/* From positions among the variables read to columns of the kept rows. */
static void simulate_number_columns(Plot *plot)
{
  for (int i = 0; i < plot->n_curves; i++) {
    plot->curve[i].x_column = 1 + 2 * i;
    plot->curve[i].y_column = 2 + 2 * i;
  }
}

/* --- the whole --- */

static bool begin_file(Simulation *sim)
{
  return !sim->options->output ||
         result_file_begin(sim->s, &sim->file, sim->options->output,
                           sim->description, sim->variable, sim->n_reported);
}

/* What a run that failed on the way has computed is kept, as if it had ended
 * there; one that has not begun leaves an old file as it was. */
static bool end_file(Simulation *sim, bool good)
{
  if (!sim->options->output) return good;
  if (good || sim->result.points > 0 || result_file_is_full(&sim->file)) {
    sim->is_written = result_file_end(sim->s, &sim->file);
    return sim->is_written && good;
  }
  result_file_abandon(&sim->file);
  return false;
}

static bool simulate_draw(Simulation *sim);
static void report_kept(const Simulation *sim);

/* By another thread, while the FMU computes. */
static void ask_back(void *context)
{
  fmu_run_cancel(&((Simulation *)context)->result);
}

/* The same, where it does not come back: the program then ends. */
static void give_up(void *context)
{
  Simulation *sim = context;
  run_progress_end(&sim->progress);
  fmu_output_free(&sim->output);
  end_file(sim, false);
  simulate_draw(sim);
  fprintf(stderr,
          "interrupted at time %.6g of %.6g inside of a step that does not "
          "end: what was computed is kept\n",
          sim->result.end, sim->run.stop);
  if (sim->is_written) {
    fprintf(stderr, "results in %s\n", sim->options->output);
  }
  fflush(NULL);
  ward_done(&(Ward){sim->s->ward}, EXIT_INTERRUPTED);
}

/* The FMU has crashed or ended the program: what there is so far is kept. */
static void save_rest(void *context)
{
  Simulation *sim = context;
  assert(sim->description);
  run_progress_end(&sim->progress);
  fmu_output_free(&sim->output);
  end_file(sim, false);
  simulate_draw(sim);
  report_kept(sim);
  fflush(stderr);
}

static void show_wait(void *context)
{
  run_progress_wait(&((Simulation *)context)->progress);
}

static bool simulate_writes_table(const Options *o)
{
  return o->output && strcmp(o->output, "-") == 0;
}

/* What the FMU prints by itself must not get between results. */
static bool simulate_is_taken(const Options *o)
{
  return o->json || simulate_writes_table(o);
}

static bool run_loaded(Simulation *sim, const Fmu *fmu)
{
  assert(sim->n_reported <= sim->n_variables);
  FmuRun *run = &sim->run;
  run->point = simulate_take_point;
  run->stop_now = stop_now;
  run->context = sim;
  run->printed = simulate_is_taken(sim->options) ? stderr : stdout;
  sim->finite = finite_watch_begin(sim->s, sim->n_variables);
  run->event_rows =
      !sim->options->grid_only && (sim->options->output || sim->plot);
  run->lists_events = sim->options->verify;
  sim->record = (VerifyRecord){.arena = sim->s->session_arena,
                               .n_variables = sim->n_variables};
  run->enter_step = enter_step;
  run->leave_step = leave_step;
  run->progress = show_inside;
  run->rescue = save_rest;
  interrupt_watch();
  sim->stuck = stuck_watch_begin(
      &(StuckCalls){ask_back, give_up, show_wait, sim}, EXIT_INTERRUPTED);
  bool good = fmu_run(sim->s, fmu, run, &sim->result);
  stuck_watch_end(sim->stuck);
  sim->stuck = NULL;
  interrupt_end();
  run_progress_end(&sim->progress);
  return end_file(sim, good);
}

/* The first run is complete, and its results are written. */
static bool verify_first(Simulation *sim)
{
  VerifiedRun *first = &sim->verified;
  first->fmu = sim->fmu;
  first->label = sim->label;
  first->description = sim->description;
  first->run = &sim->run;
  first->result = &sim->result;
  first->record = &sim->record;
  sim->verification = verify_run(sim->s, sim->options, first);
  return verify_judge(sim->s, first, &sim->verification);
}

/* The results are written already, whatever becomes of the plot. Of a run that
 * failed on the way it shows what came before. */
static bool simulate_draw(Simulation *sim)
{
  if (!sim->plot || sim->plot->n_values == 0) return true;
  simulate_number_columns(sim->plot);
  sim->is_drawn = plot_draw(sim->s, sim->plot, sim->options->plot_file);
  return sim->is_drawn;
}

/* What --set gives a model went into its FMU. */
static bool read_settings(Simulation *sim)
{
  const Options *o = sim->options;
  FmuSettings settings = {0};
  if (!is_fmu_given(o)) return true;
  if (!fmu_settings_read(sim->s, sim->label, sim->description, o->set, o->n_set,
                         &settings)) {
    return false;
  }
  sim->run.set = settings.item;
  sim->run.n_set = settings.n;
  return true;
}

static bool read_inputs(Simulation *sim)
{
  if (!sim->options->inputs) return true;
  sim->run.inputs =
      input_table_read(sim->s, sim->options->inputs, sim->description);
  return sim->run.inputs != NULL;
}

/* Of a run that failed on the way: how far it came, and what is left of it. */
static void report_kept(const Simulation *sim)
{
  if (sim->is_complete || sim->result.points == 0) return;
  diagnostic_flush(sim->s); /* the cause comes first */
  fprintf(stderr, "the run ends at time %.6g of %.6g", sim->result.end,
          sim->run.stop);
  if (sim->is_written)
    fprintf(stderr, "; what was computed is in %s", sim->options->output);
  if (sim->is_drawn && sim->options->plot_file)
    fprintf(stderr, "; the plot is in %s", sim->options->plot_file);
  fputc('\n', stderr);
}

static int end_status(const Simulation *sim, bool good)
{
  if (!good) {
    report_kept(sim);
    return EXIT_FAULT;
  }
  if (!sim->result.interrupted) return EXIT_DONE;
  fprintf(stderr,
          "interrupted at time %.6g of %.6g: what was computed is kept\n",
          sim->result.end, sim->run.stop);
  return EXIT_INTERRUPTED;
}

/* Loading and unloading run its code, too: a table on standard output has
 * begun before that. */
static bool load_and_run(Simulation *sim, const char *folder, bool *is_loaded)
{
  Fmu fmu;
  fmi2Type kind = sim->run.is_exchange ? fmi2ModelExchange : fmi2CoSimulation;
  *is_loaded = false;
  if (!begin_file(sim)) return false;
  sim->progress = run_progress_begin(sim->s, sim->run.start, sim->run.stop);
  sim->output = fmu_output_begin(sim->s, simulate_is_taken(sim->options));
  *is_loaded =
      fmu_load(sim->s, sim->label, sim->description, kind, folder, &fmu);
  bool good = *is_loaded ? run_loaded(sim, &fmu) : end_file(sim, false);
  if (*is_loaded) fmu_unload(&fmu);
  fmu_output_end(&sim->output, sim->label);
  return good;
}

static int simulate(Simulation *sim)
{
  const char *folder = NULL;
  if (!fmu_unpack(sim->s, sim->fmu, sim->options->set, sim->options->n_set,
                  &sim->description, &folder) ||
      !simulate_choose_kind(sim)) {
    return EXIT_FAULT;
  }
  if (!experiment_choose(sim->options, sim->description, &sim->run)) {
    return EXIT_USAGE;
  }
  if (!simulate_choose_variables(sim) || !read_settings(sim) ||
      !read_inputs(sim)) {
    return EXIT_FAULT;
  }
  bool is_loaded, good = load_and_run(sim, folder, &is_loaded);
  if (!is_loaded) return EXIT_FAULT;
  simulate_report_changes(sim);
  if (good) { /* else the FMU has said what it is */
    finite_watch_report(&sim->finite, sim->s, sim->label, sim->description,
                        sim->variable);
  }
  sim->is_complete = good;
  bool is_drawn = simulate_draw(sim);
  bool verifies = good && sim->options->verify && !sim->result.interrupted;
  bool agrees = !verifies || verify_first(sim);
  return end_status(sim, good && is_drawn && agrees);
}

/* --- the command --- */

static bool check_usage(const Options *o)
{
  bool is_fmu = is_fmu_given(o);
  if (is_fmu && o->n_files > 1) {
    return options_complain("simulate needs exactly one FMU");
  }
  if (is_fmu && o->model) {
    return options_complain("--model is for Modelica files");
  }
  if (is_fmu && (o->no_loops || o->no_event_proof || o->compiler)) {
    return options_complain("--compiler, --no-loops and --no-event-proof are "
                            "for Modelica files: an FMU has what it was built "
                            "with");
  }
  if (is_fmu && o->has_method) {
    return options_complain("--reduction, --solver and --linear-solver are "
                            "for Modelica files: an FMU has what it was built "
                            "with");
  }
  if (is_fmu && !options_fit_fmu(o)) return false;
  bool writes_table = simulate_writes_table(o);
  if (writes_table && (o->json || (o->plot && !o->plot_file))) {
    return options_complain("--output - writes the results to standard output: "
                            "--json and plots in the terminal need a file");
  }
  if (o->plot_file && !o->plot) {
    return options_complain("--plot-file needs --plot: what should be drawn?");
  }
  if (o->plot_file && !plot_file_is_known(o->plot_file)) {
    return options_complain("--plot-file must end in .svg, .png or .html");
  }
  if (o->plot && !o->plot_file && o->json) {
    return options_complain("--json and a plot in the terminal cannot be "
                            "combined; use --plot-file");
  }
  return true;
}

static bool parse_plots(Simulation *sim)
{
  const Options *o = sim->options;
  if (o->n_plots == 0) return true;
  sim->plot = arena_alloc(sim->s->session_arena, sizeof *sim->plot);
  for (int i = 0; i < o->n_plots; i++) {
    if (plot_add_picture(sim->s, sim->plot, o->plot[i])) continue;
    return options_complain("--plot needs names like x,y or y:x, not '%s'",
                            o->plot[i]);
  }
  return true;
}

static int run_command(Simulation *sim)
{
  const Options *o = sim->options;
  if (!parse_plots(sim)) return EXIT_USAGE;
  if (is_fmu_given(o)) {
    sim->fmu = o->file[0];
    sim->verified.is_fmu_given = true;
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
  FmuWardEnd end;
  double most = options->memory_limit.given ? options->memory_limit.value : 0;
  double longest = options->time_limit.given ? options->time_limit.value : 0;
  bool is_watched = is_fmu_given(options) || most > 0 || longest > 0;
  if (is_watched && !fmu_ward_begin(s, label, most, longest, 0, &end)) {
    sim.result.end = end.time;
    if (options->json && s->n_errors > 0) simulate_report_json(&sim);
    return end.status;
  }
  int status = run_command(&sim);
  if (options->dump) return status;
  if (options->json && status != EXIT_USAGE)
    simulate_report_json(&sim);
  else if (sim.is_complete && !options->quiet &&
           !simulate_writes_table(options))
    simulate_report_summary(&sim);
  return status;
}
