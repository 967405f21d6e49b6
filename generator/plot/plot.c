/* plot.c: what is asked for, and who draws it. */
#include "plot/plot.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/temporary.h"
#include "base/vector.h"
#include "plot/gnuplot.h"
#include "plot/page.h"
#include "plot/svg.h"

/* --- the request --- */

/* The length of the name at the front: up to a comma or colon that is not
 * inside brackets, parentheses or quotes. */
static size_t name_length(const char *text)
{
  int depth = 0;
  bool quoted = false;
  size_t n = 0;
  for (; text[n]; n++) {
    char c = text[n];
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '[') depth++;
    if ((c == ')' || c == ']') && depth > 0) depth--;
    if (depth == 0 && (c == ',' || c == ':')) break;
  }
  return n;
}

static const char *take_name(Session *s, const char **text)
{
  size_t n = name_length(*text);
  const char *name = arena_copy_text(s->session_arena, *text, n);
  *text += n;
  return n > 0 ? name : NULL;
}

static bool take_curve(Session *s, const char **text, Plot *plot, int picture)
{
  PlotCurve curve = {.y = take_name(s, text), .picture = picture};
  if (!curve.y) return false;
  if (**text == ':') {
    ++*text;
    curve.x = take_name(s, text);
    if (!curve.x || **text == ':') return false;
    if (strcmp(curve.x, "time") == 0) curve.x = NULL;
  }
  plot->curve = vector_grow(s->session_arena, plot->curve, &plot->cap_curves,
                            plot->n_curves + 1, sizeof plot->curve[0]);
  plot->curve[plot->n_curves++] = curve;
  return true;
}

/* The pictures stand in their order. */
int plot_count_pictures(const Plot *plot)
{
  return plot->n_curves > 0 ? plot->curve[plot->n_curves - 1].picture + 1 : 0;
}

bool plot_add_picture(Session *s, Plot *plot, const char *text)
{
  const char *rest = text;
  int picture = plot_count_pictures(plot);
  for (;;) {
    if (!take_curve(s, &rest, plot, picture)) break;
    if (!*rest) return true;
    rest++; /* the comma */
  }
  return false;
}

Plot *plot_parse(Session *s, const char *text)
{
  Plot *plot = arena_alloc(s->session_arena, sizeof *plot);
  return plot_add_picture(s, plot, text) ? plot : NULL;
}

void plot_add_row(Session *s, Plot *plot, const double *row)
{
  assert(plot->n_columns > 0 && plot->n_values % plot->n_columns == 0);
  int n = plot->n_columns;
  plot->value = vector_grow(s->session_arena, plot->value, &plot->cap_values,
                            plot->n_values + n, sizeof plot->value[0]);
  memcpy(plot->value + plot->n_values, row, (size_t)n * sizeof row[0]);
  plot->n_values += n;
}

/* --- kinds of output --- */

static bool plot_ends_with(const char *text, const char *ending)
{
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

bool plot_file_is_known(const char *file)
{
  return plot_ends_with(file, ".svg") || plot_ends_with(file, ".png") ||
         plot_ends_with(file, ".html");
}

static bool plot_write_text(Session *s, const Drawing *drawing,
                            const char *file, const char *partial)
{
  FILE *out = fopen(partial, "w");
  bool good = out != NULL;
  if (out && plot_ends_with(file, ".html")) {
    good = page_write(s, drawing, out);
  } else if (out) {
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    svg_write(s->session_arena, drawing, out);
  }
  if (out && ferror(out)) good = false;
  if (out && fclose(out) != 0) good = false;
  if (!good && s->n_errors == 0)
    diagnostic_file_error(s, file, E606, "the plot cannot be written: %s",
                          strerror(errno));
  return good;
}

bool plot_draw_drawing(Session *s, const Drawing *drawing, const char *file)
{
  assert(!file || plot_file_is_known(file));
  if (!file) return gnuplot_draw(s, drawing, NULL);
  const char *partial = temporary_beside(s, file);
  if (!partial) return false;
  bool good = plot_ends_with(file, ".png")
                  ? gnuplot_draw(s, drawing, partial)
                  : plot_write_text(s, drawing, file, partial);
  return good && temporary_publish(s, partial, file);
}

/* --- from rows to curves --- */

static const double *plot_take_column(Session *s, const Plot *plot, int column)
{
  int n = plot->n_values / plot->n_columns;
  double *to = arena_array(s->session_arena, (size_t)n + 1, sizeof to[0]);
  assert(column >= 0 && column < plot->n_columns);
  for (int k = 0; k < n; k++) to[k] = plot->value[k * plot->n_columns + column];
  return to;
}

static DrawnCurve plot_make_curve(Session *s, const Plot *plot, int k,
                                  int number)
{
  const PlotCurve *c = &plot->curve[k];
  return (DrawnCurve){.label = c->y,
                      .y_name = c->y,
                      .x_name = c->x ? c->x : "time",
                      .x_unit = c->x ? c->x_unit : "s",
                      .unit = c->y_unit,
                      .x = plot_take_column(s, plot, c->x_column),
                      .y = plot_take_column(s, plot, c->y_column),
                      .n = plot->n_values / plot->n_columns,
                      .colour = number % DRAWING_COLOURS,
                      .dash = number / DRAWING_COLOURS % DRAWING_DASHES};
}

bool plot_draw(Session *s, const Plot *plot, const char *file)
{
  assert(plot->n_curves > 0 && plot->n_columns > 0);
  Arena *arena = s->session_arena;
  size_t n = (size_t)plot->n_curves;
  Drawing d = {.title = plot->title,
               .chart = arena_array(arena, n, sizeof(Chart)),
               .n_charts = plot_count_pictures(plot)};
  DrawnCurve *curve = arena_array(arena, n, sizeof curve[0]);
  for (int k = 0; k < plot->n_curves; k++) {
    Chart *chart = &d.chart[plot->curve[k].picture];
    if (chart->n_curves == 0) chart->curve = &curve[k];
    curve[k] = plot_make_curve(s, plot, k, chart->n_curves++);
    if (plot->curve[k].x) chart->is_phase = true;
  }
  return plot_draw_drawing(s, &d, file);
}
