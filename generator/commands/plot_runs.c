/* plot_runs.c: foucault plot, curves of results that are there already. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text/json_text.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "plot/plot.h"
#include "report/report.h"
#include "results/run_table.h"

enum { MOST_DRAWN_UNASKED = 6, MOST_LISTED = 20 };

typedef struct PlotRuns {
  Session *s;
  const Options *options;
  RunTable **run;
  const char **label; /* [n_runs] in the legend */
  int n_runs;
  Plot *plot; /* what is asked for */
} PlotRuns;

/* --- names of runs --- */

static const char *file_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The file without folder and ending; with them where two would be called
 * the same. */
static void name_runs(PlotRuns *p)
{
  Arena *arena = p->s->session_arena;
  for (int k = 0; k < p->n_runs; k++) {
    const char *name = file_name(p->run[k]->path);
    const char *dot = strrchr(name, '.');
    size_t n = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    p->label[k] = arena_copy_text(arena, name, n);
  }
  for (int k = 0; k < p->n_runs; k++) {
    for (int i = 0; i < p->n_runs; i++) {
      if (i == k || strcmp(p->label[i], p->label[k]) != 0) continue;
      for (int j = 0; j < p->n_runs; j++) p->label[j] = p->run[j]->path;
      return;
    }
  }
}

/* --- variables --- */

/* "x, y, z and 20 more"; in the session arena. */
static const char *plot_runs_columns(Session *s, const RunTable *t)
{
  const char *list = "";
  int n = t->n_columns < MOST_LISTED ? t->n_columns : MOST_LISTED;
  for (int k = 0; k < n; k++)
    list = arena_printf(s->session_arena, "%s%s%s", list, k > 0 ? ", " : "",
                        t->column[k].name);
  if (n == t->n_columns) return list;
  return arena_printf(s->session_arena, "%s and %d more", list,
                      t->n_columns - n);
}

static int report_no_column(const PlotRuns *p, const RunTable *t,
                            const char *name)
{
  Suggestion near = suggest_for(p->s, name);
  for (int k = 0; k < t->n_columns; k++)
    suggest_offer(&near, t->column[k].name);
  Diagnostic *d =
      diagnostic_file_error(p->s, t->path, E609, "no variable '%s'%s", name,
                            suggest_text(p->s, &near));
  if (!near.best)
    diagnostic_note(p->s, d, NO_SPAN, "it has %s", plot_runs_columns(p->s, t));
  return -1;
}

static int report_no_time(const PlotRuns *p, const RunTable *t)
{
  Diagnostic *d = diagnostic_file_error(
      p->s, t->path, E609, "no column 'time': over what should be drawn?");
  diagnostic_note(p->s, d, NO_SPAN, "it has %s", plot_runs_columns(p->s, t));
  if (t->n_columns > 1)
    diagnostic_note(p->s, d, NO_SPAN,
                    "one variable over another one: --vars %s:%s",
                    t->column[1].name, t->column[0].name);
  return -1;
}

/* name NULL: time. -1 after E609. */
static int plotted_column(const PlotRuns *p, const RunTable *t,
                          const char *name)
{
  bool is_time = !name || strcmp(name, "time") == 0;
  int k = is_time ? run_table_time(t) : run_table_find(t, name);
  if (k < 0)
    return is_time ? report_no_time(p, t) : report_no_column(p, t, name);
  if (!t->column[k].is_text) return k;
  diagnostic_file_error(p->s, t->path, E609, "'%s' has texts, not numbers",
                        t->column[k].name);
  return -1;
}

/* Without --vars: all, if they are few. */
static bool choose_few(PlotRuns *p)
{
  const RunTable *t = p->run[0];
  int time = run_table_time(t), n = 0;
  for (int k = 0; k < t->n_columns; k++)
    n += k != time && !t->column[k].is_text;
  if (n == 0 || n > MOST_DRAWN_UNASKED) {
    options_complain("what should be drawn? --vars x,y; %s has %s", t->path,
                     plot_runs_columns(p->s, t));
    return false;
  }
  for (int k = 0; k < t->n_columns; k++) {
    if (k == time || t->column[k].is_text) continue;
    Plot *plot = p->plot;
    plot->curve =
        vector_grow(p->s->session_arena, plot->curve, &plot->cap_curves,
                    plot->n_curves + 1, sizeof plot->curve[0]);
    plot->curve[plot->n_curves++] = (PlotCurve){.y = t->column[k].name};
  }
  return true;
}

static bool choose_curves(PlotRuns *p)
{
  const Options *o = p->options;
  p->plot = arena_alloc(p->s->session_arena, sizeof *p->plot);
  if (o->n_plots == 0) return choose_few(p);
  for (int k = 0; k < o->n_plots; k++) {
    if (plot_add_picture(p->s, p->plot, o->plot[k])) continue;
    return options_complain("--vars needs names like x,y or y:x, not '%s'",
                            o->plot[k]);
  }
  return true;
}

/* --- curves --- */

static int curves_in(const Plot *plot, int picture)
{
  int n = 0;
  for (int k = 0; k < plot->n_curves; k++)
    n += plot->curve[k].picture == picture;
  return n;
}

/* Not all files have units: what one of them says counts for all. */
static const char *known_unit(const PlotRuns *p, const char *name)
{
  for (int r = 0; r < p->n_runs; r++) {
    const RunTable *t = p->run[r];
    int k = name ? run_table_find(t, name) : run_table_time(t);
    if (k >= 0 && t->column[k].unit) return t->column[k].unit;
  }
  return name ? NULL : "s";
}

/* One variable: a colour for each run. Several: a colour for each variable.
 * Later runs are dashed, so that a curve below is seen where they agree. */
static bool make_run_curve(const PlotRuns *p, const PlotCurve *c, int number,
                           int r, DrawnCurve *curve)
{
  const RunTable *t = p->run[r];
  int x = plotted_column(p, t, c->x), y = plotted_column(p, t, c->y);
  if (x < 0 || y < 0) return false;
  bool is_one = curves_in(p->plot, c->picture) == 1;
  const char *label = c->y;
  if (p->n_runs > 1)
    label =
        is_one ? p->label[r]
               : arena_printf(p->s->session_arena, "%s, %s", c->y, p->label[r]);
  *curve = (DrawnCurve){.label = label,
                        .y_name = c->y,
                        .x_name = c->x ? c->x : "time",
                        .x_unit = known_unit(p, c->x),
                        .unit = known_unit(p, c->y),
                        .x = t->column[x].value,
                        .y = t->column[y].value,
                        .n = t->n_rows,
                        .colour = (is_one ? r : number) % DRAWING_COLOURS,
                        .dash = p->n_runs > 1 ? r % DRAWING_DASHES
                                              : number / DRAWING_COLOURS %
                                                    DRAWING_DASHES};
  return true;
}

static bool fill_chart(const PlotRuns *p, int picture, Chart *chart)
{
  size_t room = (size_t)(p->plot->n_curves * p->n_runs);
  chart->curve = arena_array(p->s->session_arena, room, sizeof chart->curve[0]);
  for (int k = 0, number = 0; k < p->plot->n_curves; k++) {
    const PlotCurve *c = &p->plot->curve[k];
    if (c->picture != picture) continue;
    for (int r = 0; r < p->n_runs; r++) {
      DrawnCurve *curve = &chart->curve[chart->n_curves++];
      if (!make_run_curve(p, c, number, r, curve)) return false;
    }
    if (c->x) chart->is_phase = true;
    number++;
  }
  return true;
}

/* Several runs of one variable: its name is the title of the chart. */
static const char *plot_runs_title(const PlotRuns *p)
{
  if (p->n_runs == 1) return p->label[0];
  if (p->plot->n_curves == 1) return p->plot->curve[0].y;
  const char *title = p->label[0];
  for (int r = 1; r < p->n_runs; r++)
    title = arena_printf(p->s->session_arena, "%s, %s", title, p->label[r]);
  return title;
}

/* --- the command --- */

/* Runs that do not cover the same time are drawn as they are, and said. */
static void say_ends(const PlotRuns *p)
{
  double first = NAN, low = INFINITY, high = -INFINITY;
  for (int r = 0; r < p->n_runs; r++) {
    int time = run_table_time(p->run[r]);
    if (time < 0) return;
    const RunTable *t = p->run[r];
    double end = t->column[time].value[t->n_rows - 1];
    if (r == 0) first = end;
    low = fmin(low, end);
    high = fmax(high, end);
  }
  if (p->n_runs < 2 || high - low <= 1e-6 * fmax(fabs(first), fabs(high)))
    return;
  printf("the runs end at different times:");
  for (int r = 0; r < p->n_runs; r++) {
    const RunTable *t = p->run[r];
    printf("%s %s at %.6g", r > 0 ? "," : "", p->label[r],
           t->column[run_table_time(t)].value[t->n_rows - 1]);
  }
  printf("\n");
}

static bool read_runs(PlotRuns *p)
{
  const Options *o = p->options;
  size_t n = (size_t)o->n_files;
  p->run = arena_array(p->s->session_arena, n, sizeof p->run[0]);
  p->label = arena_array(p->s->session_arena, n, sizeof p->label[0]);
  for (int k = 0; k < o->n_files; k++) {
    RunTable *t = run_table_read(p->s, o->file[k]);
    if (t && t->n_rows == 0) {
      diagnostic_file_error(p->s, o->file[k], E609, "it has no points");
      t = NULL;
    }
    if (!t) return false;
    p->run[p->n_runs++] = t;
  }
  return true;
}

static bool draw_runs(PlotRuns *p)
{
  Drawing d = {.title = plot_runs_title(p),
               .n_charts = plot_count_pictures(p->plot)};
  d.chart =
      arena_array(p->s->session_arena, (size_t)d.n_charts, sizeof d.chart[0]);
  for (int k = 0; k < d.n_charts; k++) {
    if (!fill_chart(p, k, &d.chart[k])) return false;
  }
  return plot_draw_drawing(p->s, &d, p->options->output);
}

static void plot_runs_json(const PlotRuns *p, bool good)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "plot");
  json_string(&w, good ? p->options->output : NULL);
  json_key(&w, "runs");
  json_array_begin(&w);
  for (int r = 0; r < p->n_runs; r++) {
    json_object_begin(&w);
    json_key(&w, "name");
    json_string(&w, p->label[r]);
    json_key(&w, "file");
    json_string(&w, p->run[r]->path);
    json_key(&w, "points");
    json_int(&w, p->run[r]->n_rows);
    json_object_end(&w);
  }
  json_array_end(&w);
  report_diagnostics(&w, p->s);
  json_object_end(&w);
  json_end(&w);
}

int command_plot(Session *s, const Options *options)
{
  const char *file = options->output;
  PlotRuns p = {.s = s, .options = options};
  if (file && !plot_file_is_known(file)) {
    options_complain("--output must end in .svg, .png or .html");
    return EXIT_USAGE;
  }
  if (!file && options->json) {
    options_complain("--json needs --output: the plot goes to the terminal");
    return EXIT_USAGE;
  }
  bool good = read_runs(&p);
  if (good) {
    name_runs(&p);
    if (!choose_curves(&p)) return EXIT_USAGE;
    good = draw_runs(&p);
  }
  if (options->json) {
    plot_runs_json(&p, good);
  } else if (good && file && !options->quiet) {
    say_ends(&p);
    printf("%s: %s\n", file, report_count(s, p.n_runs, "run"));
  }
  return good ? EXIT_DONE : EXIT_FAULT;
}
