/* couple.c: foucault couple: FMUs of a system, run together. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/suggest.h"
#include "base/system/ward.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "commands/coupling/coupling.h"
#include "commands/experiment.h"
#include "fmu_file/fmu_ward.h"

/* What a component may want at most: beyond that it is no step of a system. */
#define COUPLE_MOST_WANTED_STEPS 1e6

/* --- all variables of the system --- */

static void coupling_describe(Coupling *k)
{
  const Couple *c = k->couple;
  Arena *arena = k->s->session_arena;
  FmuDescription *d = arena_alloc(arena, sizeof *d);
  *d = (FmuDescription){.model_name = c->ssp->name,
                        .has_start = c->ssp->has_start,
                        .start = c->ssp->start,
                        .has_stop = c->ssp->has_stop,
                        .stop = c->ssp->stop};
  int n = 0;
  for (int m = 0; m < c->n_members; m++)
    n += c->member[m].description->n_variables;
  d->variable = arena_array(arena, (size_t)n, sizeof d->variable[0]);
  k->owner = arena_array(arena, (size_t)n, sizeof k->owner[0]);
  for (int m = 0; m < c->n_members; m++) {
    const FmuDescription *own = c->member[m].description;
    for (int i = 0; i < own->n_variables; i++) {
      FmuVariable *v = &d->variable[d->n_variables];
      k->owner[d->n_variables++] = (CoupleColumn){m, i};
      *v = own->variable[i];
      v->name = arena_printf(arena, "%s.%s", c->member[m].name, v->name);
    }
  }
  k->description = d;
}

/* --- which results --- */

static int coupling_append(Coupling *k, int variable)
{
  for (int i = 0; i < k->n_variables; i++) {
    if (k->variable[i] == variable) return i;
  }
  k->variable = vector_grow(k->s->session_arena, k->variable, &k->cap_variables,
                            k->n_variables + 1, sizeof k->variable[0]);
  k->variable[k->n_variables] = variable;
  return k->n_variables++;
}

/* What does not change is left out. */
static void coupling_choose_all(Coupling *k)
{
  const FmuDescription *d = k->description;
  k->variable = arena_array(k->s->session_arena, (size_t)d->n_variables,
                            sizeof k->variable[0]);
  k->cap_variables = d->n_variables;
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    bool is_still =
        v->causality == FMU_INDEPENDENT || v->causality == FMU_PARAMETER ||
        v->causality == FMU_CALCULATED_PARAMETER ||
        v->causality == FMU_STRUCTURAL_PARAMETER ||
        v->variability == FMU_CONSTANT || v->variability == FMU_FIXED;
    if (!is_still) k->variable[k->n_variables++] = i;
  }
}

static int coupling_find(Coupling *k, const char *name)
{
  const FmuDescription *d = k->description;
  int index = description_find(d, name);
  if (index >= 0) return index;
  Suggestion near = suggest_for(k->s, name);
  for (int i = 0; i < d->n_variables; i++)
    suggest_offer(&near, d->variable[i].name);
  diagnostic_file_error(k->s, k->label, E605, "no variable '%s'%s", name,
                        suggest_text(k->s, &near));
  return -1;
}

static bool coupling_choose_named(Coupling *k, const char *names)
{
  Plot *list = plot_parse(k->s, names);
  if (!list)
    return options_complain("--variables needs names like a.x,b.y, not '%s'",
                            names);
  for (int i = 0; i < list->n_curves; i++) {
    int variable = coupling_find(k, list->curve[i].y);
    if (variable < 0) return false;
    coupling_append(k, variable);
  }
  return true;
}

/* The column of the plot's data for a name; NULL: time; -1 after E605. */
static int coupling_plot_column(Coupling *k, const char *name,
                                const char **unit)
{
  if (!name || strcmp(name, "time") == 0) return 0;
  int variable = coupling_find(k, name);
  if (variable < 0) return -1;
  *unit = k->description->variable[variable].unit;
  return 1 + coupling_append(k, variable);
}

static bool coupling_choose_plotted(Coupling *k)
{
  Plot *plot = k->plot;
  for (int i = 0; i < plot->n_curves; i++) {
    PlotCurve *c = &plot->curve[i];
    c->x_column = coupling_plot_column(k, c->x, &c->x_unit);
    c->y_column = coupling_plot_column(k, c->y, &c->y_unit);
    if (c->x_column < 0 || c->y_column < 0) return false;
  }
  plot->n_columns = 1 + 2 * plot->n_curves;
  plot->title = k->description->model_name;
  k->plot_row = arena_array(k->s->session_arena, (size_t)plot->n_columns,
                            sizeof k->plot_row[0]);
  return true;
}

/* A column of the run, and the result that it is. */
typedef struct CouplingPlace {
  CoupleColumn column;
  int result;
} CouplingPlace;

static int coupling_compare(const void *a, const void *b)
{
  const CouplingPlace *x = a, *y = b;
  if (x->column.member != y->column.member)
    return x->column.member < y->column.member ? -1 : 1;
  return x->result < y->result ? -1 : 1;
}

/* The run wants its columns by members. */
static void coupling_make_columns(Coupling *k)
{
  Arena *arena = k->s->session_arena;
  size_t n = (size_t)k->n_variables;
  assert(k->n_reported <= k->n_variables);
  CouplingPlace *place = arena_array(arena, n, sizeof place[0]);
  for (size_t i = 0; i < n; i++)
    place[i] = (CouplingPlace){k->owner[k->variable[i]], (int)i};
  if (n > 1) qsort(place, n, sizeof place[0], coupling_compare);
  k->column = arena_array(arena, n, sizeof k->column[0]);
  k->place = arena_array(arena, n, sizeof k->place[0]);
  k->values.number = arena_array(arena, n, sizeof(double));
  k->values.text = arena_array(arena, n, sizeof(char *));
  for (size_t i = 0; i < n; i++) {
    k->column[i] = place[i].column;
    k->place[i] = place[i].result;
  }
  k->run.column = k->column;
  k->run.n_columns = k->n_variables;
}

static bool coupling_choose_variables(Coupling *k)
{
  const Options *o = k->options;
  if (!o->variables)
    coupling_choose_all(k);
  else if (!coupling_choose_named(k, o->variables))
    return false;
  k->n_reported = k->n_variables;
  if (k->plot && !coupling_choose_plotted(k)) return false;
  coupling_make_columns(k);
  return true;
}

/* --- points --- */

static void coupling_plot_row(Coupling *k, double time)
{
  Plot *plot = k->plot;
  assert(plot && k->plot_row);
  k->plot_row[0] = time;
  for (int i = 0; i < plot->n_curves; i++) {
    int x = plot->curve[i].x_column, y = plot->curve[i].y_column;
    k->plot_row[1 + 2 * i] = x == 0 ? time : k->values.number[x - 1];
    k->plot_row[2 + 2 * i] = y == 0 ? time : k->values.number[y - 1];
  }
  plot_add_row(k->s, plot, k->plot_row);
}

static bool coupling_take_point(void *context, double time,
                                const FmuValues *values)
{
  Coupling *k = context;
  assert(k->place && values->number);
  for (int i = 0; i < k->n_variables; i++) {
    k->values.number[k->place[i]] = values->number[i];
    k->values.text[k->place[i]] = values->text[i];
  }
  ward_reached(&(Ward){k->s->ward}, time);
  finite_watch_point(&k->finite, time, k->values.number);
  if (k->plot) coupling_plot_row(k, time);
  return !k->options->output || result_file_row(&k->file, time, &k->values);
}

static bool coupling_stop_now(void *context)
{
  Coupling *k = context;
  run_progress_update(&k->progress, k->result.end);
  return interrupt_asked();
}

static void coupling_enter_step(void *context)
{
  stuck_watch_enter(((Coupling *)context)->stuck);
}

static void coupling_leave_step(void *context)
{
  stuck_watch_leave(((Coupling *)context)->stuck);
}

/* --- files --- */

static bool coupling_begin_file(Coupling *k)
{
  return !k->options->output ||
         result_file_begin(k->s, &k->file, k->options->output, k->description,
                           k->variable, k->n_reported);
}

/* What a run that failed on the way has computed is kept. */
static bool coupling_end_file(Coupling *k, bool good)
{
  if (!k->options->output) return good;
  if (good || k->result.points > 0 || result_file_is_full(&k->file)) {
    k->is_written = result_file_end(k->s, &k->file);
    return k->is_written && good;
  }
  result_file_abandon(&k->file);
  return false;
}

static bool coupling_draw(Coupling *k)
{
  Plot *plot = k->plot;
  if (!plot || plot->n_values == 0) return true;
  for (int i = 0; i < plot->n_curves; i++) {
    plot->curve[i].x_column = 1 + 2 * i;
    plot->curve[i].y_column = 2 + 2 * i;
  }
  k->is_drawn = plot_draw(k->s, plot, k->options->plot_file);
  return k->is_drawn;
}

static void coupling_report_kept(const Coupling *k)
{
  if (k->is_complete || k->result.points == 0) return;
  diagnostic_flush(k->s); /* the cause comes first */
  fprintf(stderr, "the run ends at time %.6g of %.6g", k->result.end,
          k->run.stop);
  if (k->is_written)
    fprintf(stderr, "; what was computed is in %s", k->options->output);
  if (k->is_drawn && k->options->plot_file)
    fprintf(stderr, "; the plot is in %s", k->options->plot_file);
  fputc('\n', stderr);
}

/* --- ends that nobody wants --- */

static void coupling_ask_back(void *context)
{
  (void)context; /* a step is short: what follows is given up after a while */
}

static void coupling_show_wait(void *context)
{
  run_progress_wait(&((Coupling *)context)->progress);
}

/* By another thread, where an FMU does not come back: the program then ends. */
static void coupling_give_up(void *context)
{
  Coupling *k = context;
  run_progress_end(&k->progress);
  fmu_output_free(&k->output);
  coupling_end_file(k, false);
  coupling_draw(k);
  fprintf(stderr,
          "interrupted at time %.6g of %.6g inside of a step that does not "
          "end: what was computed is kept\n",
          k->result.end, k->run.stop);
  if (k->is_written) fprintf(stderr, "results in %s\n", k->options->output);
  fflush(NULL);
  ward_done(&(Ward){k->s->ward}, EXIT_INTERRUPTED);
}

/* An FMU has crashed or ended the program. */
static void coupling_save_rest(void *context)
{
  Coupling *k = context;
  run_progress_end(&k->progress);
  fmu_output_free(&k->output);
  coupling_end_file(k, false);
  coupling_draw(k);
  if (k->result.inside)
    fprintf(stderr, "the code of the component '%s' was running\n",
            k->result.inside);
  coupling_report_kept(k);
  fflush(stderr);
}

/* --- the run --- */

static bool coupling_writes_table(const Options *o)
{
  return o->output && strcmp(o->output, "-") == 0;
}

static void coupling_prepare(Coupling *k)
{
  const Options *o = k->options;
  CoupleRun *run = &k->run;
  run->is_sequential = o->sequential;
  run->extrapolation = o->extrapolation.given ? (int)o->extrapolation.value : 0;
  run->iterations = o->iterations.given ? (int)o->iterations.value : 1;
  run->accuracy = o->adaptive.given ? o->adaptive.value : 0;
  run->printed = o->json || coupling_writes_table(o) ? stderr : stdout;
  run->point = coupling_take_point;
  run->stop_now = coupling_stop_now;
  run->enter_step = coupling_enter_step;
  run->leave_step = coupling_leave_step;
  run->rescue = coupling_save_rest;
  run->context = k;
}

static bool coupling_run(Coupling *k)
{
  const Options *o = k->options;
  if (!coupling_begin_file(k)) return false;
  coupling_prepare(k);
  k->progress = run_progress_begin(k->s, k->run.start, k->run.stop);
  k->output = fmu_output_begin(k->s, o->json || coupling_writes_table(o));
  k->finite = finite_watch_begin(k->s, k->n_variables);
  interrupt_watch();
  k->stuck = stuck_watch_begin(
      &(StuckCalls){coupling_ask_back, coupling_give_up, coupling_show_wait, k},
      EXIT_INTERRUPTED);
  bool good = couple_run(k->s, k->couple, &k->run, &k->result);
  stuck_watch_end(k->stuck);
  k->stuck = NULL;
  interrupt_end();
  run_progress_end(&k->progress);
  good = coupling_end_file(k, good);
  fmu_output_end(&k->output, k->label);
  return good;
}

static int coupling_status(const Coupling *k, bool good)
{
  if (!good) {
    coupling_report_kept(k);
    return EXIT_FAULT;
  }
  if (!k->result.interrupted) return EXIT_DONE;
  fprintf(stderr,
          "interrupted at time %.6g of %.6g: what was computed is kept\n",
          k->result.end, k->run.stop);
  return EXIT_INTERRUPTED;
}

/* The finest that a component wants, unless the user wants another. */
static void coupling_choose_step(Coupling *k)
{
  if (k->options->step.given) return;
  double least = (k->run.stop - k->run.start) / COUPLE_MOST_WANTED_STEPS;
  for (int m = 0; m < k->couple->n_members; m++) {
    const FmuDescription *d = k->couple->member[m].description;
    if (d->has_step && d->step > 0)
      k->run.step = fmin(k->run.step, fmax(d->step, least));
  }
}

static int coupling_read_and_run(Coupling *k)
{
  const Options *o = k->options;
  FmuRun experiment = {0};
  assert(k->label && !k->couple);
  k->couple = couple_read(k->s, k->label, o->variant, o->set, o->n_set);
  if (!k->couple) return EXIT_FAULT;
  coupling_describe(k);
  if (!experiment_choose(o, k->description, &experiment)) return EXIT_USAGE;
  k->run.start = experiment.start;
  k->run.stop = experiment.stop;
  k->run.step = experiment.step;
  coupling_choose_step(k);
  k->run.has_tolerance = experiment.has_tolerance;
  k->run.tolerance = experiment.tolerance;
  if (!coupling_choose_variables(k)) return EXIT_FAULT;
  bool good = coupling_run(k);
  if (good)
    finite_watch_report(&k->finite, k->s, k->label, k->description,
                        k->variable);
  k->is_complete = good;
  bool is_drawn = coupling_draw(k);
  return coupling_status(k, good && is_drawn);
}

/* --- the command --- */

static bool coupling_check_usage(const Options *o)
{
  if (o->n_files != 1)
    return options_complain("couple needs exactly one .ssp or .ssd file");
  size_t n = strlen(o->file[0]);
  if (o->variant && n > 4 && strcmp(o->file[0] + n - 4, ".ssd") == 0)
    return options_complain("--variant chooses a description of an archive; "
                            "this is one description");
  if (coupling_writes_table(o) && (o->json || (o->n_plots && !o->plot_file)))
    return options_complain("--output - writes the results to standard output: "
                            "--json and plots in the terminal need a file");
  if (o->plot_file && o->n_plots == 0)
    return options_complain("--plot-file needs --plot: what should be drawn?");
  if (o->plot_file && !plot_file_is_known(o->plot_file))
    return options_complain("--plot-file must end in .svg, .png or .html");
  if (o->n_plots && !o->plot_file && o->json)
    return options_complain("--json and a plot in the terminal cannot be "
                            "combined; use --plot-file");
  return true;
}

static bool coupling_parse_plots(Coupling *k)
{
  const Options *o = k->options;
  if (o->n_plots == 0) return true;
  k->plot = arena_alloc(k->s->session_arena, sizeof *k->plot);
  for (int i = 0; i < o->n_plots; i++) {
    if (plot_add_picture(k->s, k->plot, o->plot[i])) continue;
    return options_complain("--plot needs names like a.x or b.y:a.x, not '%s'",
                            o->plot[i]);
  }
  return true;
}

int command_couple(Session *s, const Options *options)
{
  if (!coupling_check_usage(options)) return EXIT_USAGE;
  Coupling k = {.s = s, .options = options, .label = options->file[0]};
  if (!coupling_parse_plots(&k)) return EXIT_USAGE;
  FmuWardEnd end;
  double most = options->memory_limit.given ? options->memory_limit.value : 0;
  double longest = options->time_limit.given ? options->time_limit.value : 0;
  if (!fmu_ward_begin(s, k.label, most, longest, 0, &end)) {
    k.result.end = end.time;
    if (options->json && s->n_errors > 0) couple_report_json(&k);
    return end.status;
  }
  int status = coupling_read_and_run(&k);
  if (options->json && status != EXIT_USAGE)
    couple_report_json(&k);
  else if (k.is_complete && !options->quiet && !coupling_writes_table(options))
    couple_report_summary(&k);
  return status;
}
