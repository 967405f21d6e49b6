/* svg.c: charts one below the other, 720 units wide. */
#include "plot/svg.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "plot/axis.h"
#include "report/html_text.h"

enum {
  WIDTH = 720,
  FRAME_HEIGHT = 330,
  TITLE_HEIGHT = 34,
  TOP = 14,
  RIGHT = 20,
  BELOW = 56,  /* numbers and the name of the axis */
  LETTER = 13, /* width, at the larger size of letters */
  LINE = 28,   /* of the legend */
  SAMPLE = 30, /* the piece of line in the legend */
  GAP = 22,
  LEAST_LEFT = 58,
  LONGEST_LABEL = 52 /* letters; longer ones are cut in the legend */
};

/* As in the pages of the site: docs/site/chart.py has the same colours. */
static const char style[] =
    "<style>\n"
    ".fp-back { fill: #fff; }\n"
    ".fp-grid { stroke: #e4e8ec; stroke-width: 1; }\n"
    ".fp-frame { fill: none; stroke: #c8d0d8; stroke-width: 1; }\n"
    ".fp-text { font: 14px system-ui, \"Liberation Sans\", Arial, sans-serif; "
    "fill: #57606a; }\n"
    ".fp-title { font-weight: 600; font-size: 16px; fill: #1b1f24; }\n"
    ".fp-name { fill: #1b1f24; }\n"
    ".fp-line { fill: none; stroke-width: 2; stroke-linejoin: round; }\n"
    ".fp-c0 { stroke: #0b5fa5; } .fp-c1 { stroke: #c2410c; } "
    ".fp-c2 { stroke: #15803d; }\n"
    ".fp-c3 { stroke: #7e22ce; } .fp-c4 { stroke: #a16207; } "
    ".fp-c5 { stroke: #be185d; }\n"
    ".fp-d1 { stroke-dasharray: 9 5; } .fp-d2 { stroke-dasharray: 2 4; } "
    ".fp-d3 { stroke-dasharray: 12 4 2 4; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  .fp-back { fill: #14181d; } .fp-grid { stroke: #2b333c; }\n"
    "  .fp-frame { stroke: #48525d; } .fp-text { fill: #a0a9b4; }\n"
    "  .fp-title, .fp-name { fill: #e4e7ea; }\n"
    "  .fp-c0 { stroke: #6cb6ff; } .fp-c1 { stroke: #ff9a5c; } "
    ".fp-c2 { stroke: #5fd38d; }\n"
    "  .fp-c3 { stroke: #c99bff; } .fp-c4 { stroke: #e3b341; } "
    ".fp-c5 { stroke: #ff7eb6; }\n"
    "}\n"
    "@media (max-width: 500px) { .fp-text { font-size: 20px; } }\n"
    "</style>\n";

/* One chart and where its parts are. */
typedef struct Frame {
  Arena *arena;
  FILE *out;
  const Chart *chart;
  double left, top; /* of the inner frame */
  Axis across, up;
} Frame;

/* --- text --- */

static int letters(const char *text)
{
  int n = 0;
  for (const char *c = text; *c; c++) n += ((unsigned char)*c & 0xC0) != 0x80;
  return n;
}

/* The first letters of a long text, and dots. */
static const char *svg_cut(Arena *arena, const char *text, int most)
{
  int n = 0;
  for (const char *c = text; *c; c++) {
    n += ((unsigned char)*c & 0xC0) != 0x80;
    if (n > most)
      return arena_printf(arena, "%.*s\xE2\x80\xA6", (int)(c - text), text);
  }
  return text;
}

static void put_text(const Frame *f, double x, double y, const char *anchor,
                     const char *kind, const char *text)
{
  fprintf(f->out,
          "<text class=\"fp-text%s\" x=\"%.1f\" y=\"%.1f\" "
          "style=\"text-anchor: %s\">",
          kind, x, y, anchor);
  html_put(f->out, text);
  fputs("</text>\n", f->out);
}

/* --- the frame --- */

static void find_range(const Chart *chart, bool of_y, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (int k = 0; k < chart->n_curves; k++) {
    const DrawnCurve *c = &chart->curve[k];
    for (int i = 0; i < c->n; i++) {
      if (!isfinite(c->x[i]) || !isfinite(c->y[i])) continue;
      double value = of_y ? c->y[i] : c->x[i];
      *low = fmin(*low, value);
      *high = fmax(*high, value);
    }
  }
}

static int widest_tick(const Axis *axis)
{
  int most = 0;
  for (int k = 0; k < axis->n_ticks; k++) {
    char text[AXIS_TICK_SIZE];
    axis_tick_text(axis, k, text);
    int n = letters(text);
    if (n > most) most = n;
  }
  return most;
}

/* A circle in a phase plot is to look like one, if that does not make it
 * tiny. */
static void make_units_equal(Axis *a, Axis *b, int n_ticks)
{
  double unit_a = fabs(a->last - a->first) / (a->high - a->low);
  double unit_b = fabs(b->last - b->first) / (b->high - b->low);
  if (unit_a / unit_b < 0.25 || unit_a / unit_b > 4) return;
  Axis *wide = unit_a > unit_b ? a : b;
  double grow = unit_a > unit_b ? unit_a / unit_b : unit_b / unit_a;
  *wide = axis_of(wide->low, wide->high, (grow - 1) / 2, wide->first,
                  wide->last, n_ticks);
}

static Frame make_frame(Arena *arena, const Chart *chart, double top, FILE *out)
{
  Frame f = {.arena = arena, .out = out, .chart = chart, .top = top + TOP};
  double low, high;
  double bottom = f.top + FRAME_HEIGHT;
  find_range(chart, true, &low, &high);
  f.up = axis_of(low, high, 0.04, bottom, f.top, 5);
  int room = widest_tick(&f.up) * LETTER + 12;
  bool named = *drawing_y_label(arena, chart) != '\0';
  f.left = (room > LEAST_LEFT ? room : LEAST_LEFT) + (named ? 24 : 0);
  find_range(chart, false, &low, &high);
  f.across =
      axis_of(low, high, chart->is_phase ? 0.03 : 0, f.left, WIDTH - RIGHT, 5);
  if (chart->is_phase) make_units_equal(&f.across, &f.up, 5);
  return f;
}

static void put_grid(const Frame *f)
{
  double bottom = f->up.first, right = f->across.last;
  char text[AXIS_TICK_SIZE];
  for (int k = 0; k < f->across.n_ticks; k++) {
    double x = axis_place(&f->across, f->across.tick[k]);
    axis_tick_text(&f->across, k, text);
    fprintf(f->out,
            "<line class=\"fp-grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" "
            "y2=\"%.1f\"/>\n",
            x, x, f->top, bottom);
    put_text(f, x, bottom + 21, "middle", "", text);
  }
  for (int k = 0; k < f->up.n_ticks; k++) {
    double y = axis_place(&f->up, f->up.tick[k]);
    axis_tick_text(&f->up, k, text);
    fprintf(f->out,
            "<line class=\"fp-grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" "
            "y2=\"%.1f\"/>\n",
            f->left, right, y, y);
    put_text(f, f->left - 8, y + 5, "end", "", text);
  }
  fprintf(f->out,
          "<rect class=\"fp-frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
          "height=\"%.1f\"/>\n",
          f->left, f->top, right - f->left, bottom - f->top);
}

static void put_axis_names(const Frame *f)
{
  double bottom = f->up.first;
  put_text(f, (f->left + f->across.last) / 2, bottom + 46, "middle", " fp-name",
           drawing_x_label(f->arena, f->chart));
  const char *name = drawing_y_label(f->arena, f->chart);
  if (!*name) return;
  fprintf(f->out,
          "<text class=\"fp-text fp-name\" style=\"text-anchor: middle\" "
          "transform=\"translate(18 %.1f) rotate(-90)\">",
          (f->top + bottom) / 2);
  html_put(f->out, svg_cut(f->arena, name, 30));
  fputs("</text>\n", f->out);
}

/* --- curves --- */

static void put_curve(const Frame *f, const DrawnCurve *given)
{
  DrawnCurve c = drawing_thin(f->arena, given, SVG_MOST_POINTS);
  fprintf(f->out, "<path class=\"fp-line fp-c%d fp-d%d\" d=\"", c.colour,
          c.dash);
  bool pen_is_up = true;
  for (int i = 0; i < c.n; i++) {
    if (!isfinite(c.x[i]) || !isfinite(c.y[i])) {
      pen_is_up = true;
      continue;
    }
    fprintf(f->out, "%s%.1f %.1f", pen_is_up ? "M" : "L",
            axis_place(&f->across, c.x[i]), axis_place(&f->up, c.y[i]));
    pen_is_up = false;
  }
  fputs("\"/>\n", f->out);
}

/* Entries one after the other, in as many lines as they need; returns how
 * many. out NULL: they are only counted. A single curve is named at the axis.
 */
static int put_legend(Arena *arena, const Chart *chart, double top, FILE *out)
{
  if (chart->n_curves < 2) return 0;
  Frame f = {.arena = arena, .out = out, .chart = chart};
  double x = LEAST_LEFT;
  int line = 0;
  for (int k = 0; k < chart->n_curves; k++) {
    const DrawnCurve *c = &chart->curve[k];
    const char *text =
        svg_cut(arena, drawing_legend(arena, chart, k), LONGEST_LABEL);
    double width = SAMPLE + 8 + letters(text) * LETTER;
    if (x > LEAST_LEFT && x + width > WIDTH - RIGHT) {
      x = LEAST_LEFT;
      line++;
    }
    double y = top + line * LINE + 14;
    if (out) {
      fprintf(out,
              "<line class=\"fp-line fp-c%d fp-d%d\" x1=\"%.1f\" x2=\"%.1f\" "
              "y1=\"%.1f\" y2=\"%.1f\"/>\n",
              c->colour, c->dash, x, x + SAMPLE, y, y);
      put_text(&f, x + SAMPLE + 8, y + 5, "start", " fp-name", text);
    }
    x += width + GAP;
  }
  return line + 1;
}

static double chart_height(Arena *arena, const Chart *chart)
{
  return TOP + FRAME_HEIGHT + BELOW + put_legend(arena, chart, 0, NULL) * LINE +
         6;
}

static void put_chart(Arena *arena, const Chart *chart, double top, FILE *out)
{
  assert(chart->n_curves > 0);
  Frame f = make_frame(arena, chart, top, out);
  put_grid(&f);
  for (int k = 0; k < chart->n_curves; k++) put_curve(&f, &chart->curve[k]);
  put_axis_names(&f);
  put_legend(arena, chart, f.up.first + BELOW, out);
}

void svg_write(Arena *arena, const Drawing *drawing, FILE *out)
{
  assert(drawing->n_charts > 0);
  double height = drawing->title ? TITLE_HEIGHT : 0;
  double top = height;
  for (int k = 0; k < drawing->n_charts; k++)
    height += chart_height(arena, &drawing->chart[k]);
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" "
          "style=\"display: block; max-width: 60rem; margin: 0 auto; "
          "color-scheme: light dark\" role=\"img\">\n<title>",
          WIDTH, height);
  html_put(out, drawing->title ? drawing->title : "plot");
  fprintf(out,
          "</title>\n%s<rect class=\"fp-back\" width=\"%d\" "
          "height=\"%.0f\"/>\n",
          style, WIDTH, height);
  if (drawing->title) {
    Frame f = {.arena = arena, .out = out};
    put_text(&f, WIDTH / 2.0, 24, "middle", " fp-title",
             svg_cut(arena, drawing->title, 56));
  }
  for (int k = 0; k < drawing->n_charts; k++) {
    put_chart(arena, &drawing->chart[k], top, out);
    top += chart_height(arena, &drawing->chart[k]);
  }
  fputs("</svg>\n", out);
}
