/* linear_plot.c: see linear_plot.h. */
#include "commands/studies/linear_plot.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "plot/plot.h"
#include "studies/point/frequency.h"

/* Pairs of outputs and inputs: more lines cannot be told apart. */
enum { MOST_CURVES = 24, CROSS_POINTS = 6, AXES_POINTS = 5 };

/* Half of a cross, as a part of the frame: about as wide as it is high. */
#define CROSS_WIDTH 0.008
#define CROSS_HEIGHT 0.02

/* One curve for each output and input. */
static Chart draw_answers(Session *s, const LinearModel *m,
                          const FrequencyAnswer *g, const double *value,
                          const char *name, const char *unit)
{
  int n = m->n_outputs * m->n_inputs;
  if (n > MOST_CURVES) n = MOST_CURVES;
  Chart chart = {
      .curve = arena_array(s->session_arena, (size_t)n, sizeof chart.curve[0]),
      .n_curves = n,
      .is_phase = true};
  for (int i = 0; i < n; i++) {
    const char *label = arena_printf(s->session_arena, "%s / %s",
                                     m->output[i / m->n_inputs].name,
                                     m->input[i % m->n_inputs].name);
    chart.curve[i] = (DrawnCurve){.label = label,
                                  .y_name = name,
                                  .x_name = "lg(frequency / Hz)",
                                  .unit = unit,
                                  .x = g->decade,
                                  .y = value + i * g->n,
                                  .n = g->n,
                                  .colour = i % DRAWING_COLOURS,
                                  .dash = i / DRAWING_COLOURS % DRAWING_DASHES};
  }
  return chart;
}

/* A cross of two strokes, with a gap between them and behind. */
static void put_cross(double *x, double *y, double re, double im, double wide,
                      double high)
{
  const double a[CROSS_POINTS] = {-1, 1, NAN, -1, 1, NAN};
  const double b[CROSS_POINTS] = {-1, 1, NAN, 1, -1, NAN};
  for (int i = 0; i < CROSS_POINTS; i++) {
    x[i] = re + a[i] * wide;
    y[i] = im + b[i] * high;
  }
}

/* Less than this part of the largest pole is rounding. */
static double clean_part(double part, double largest)
{
  return fabs(part) < 1e-9 * largest ? 0 : part;
}

/* The frame of all poles and of the imaginary axis. */
typedef struct PoleFrame {
  double left, right, high; /* from -high to high */
  double largest;           /* size of a pole */
} PoleFrame;

static PoleFrame frame_poles(const Pole *poles, int n)
{
  PoleFrame f = {0};
  for (int i = 0; i < n; i++)
    f.largest = fmax(f.largest, hypot(poles[i].value.re, poles[i].value.im));
  for (int i = 0; i < n; i++) {
    double re = clean_part(poles[i].value.re, f.largest);
    f.left = fmin(f.left, re);
    f.right = fmax(f.right, re);
    f.high = fmax(f.high, fabs(clean_part(poles[i].value.im, f.largest)));
  }
  double least = f.largest > 0 ? f.largest / 4 : 1;
  double margin = fmax(0.05 * (f.right - f.left), least - f.right + f.left);
  f.left -= margin;
  f.right += margin;
  f.high = 1.1 * fmax(f.high, least);
  return f;
}

/* The real axis, a gap, and the imaginary axis: poles to the left of it fade. */
static DrawnCurve draw_axes(Arena *arena, const PoleFrame *f)
{
  const double x[AXES_POINTS] = {f->left, f->right, NAN, 0, 0};
  const double y[AXES_POINTS] = {0, 0, NAN, -f->high, f->high};
  double *at = arena_array(arena, (size_t)(2 * AXES_POINTS), sizeof at[0]);
  assert(f->high > 0 && f->left <= 0 && f->right >= 0);
  memcpy(at, x, sizeof x);
  memcpy(at + AXES_POINTS, y, sizeof y);
  return (DrawnCurve){.label = "axes",
                      .x = at,
                      .y = at + AXES_POINTS,
                      .n = AXES_POINTS,
                      .colour = 1,
                      .dash = 1};
}

static Chart draw_poles(Session *s, const LinearModel *m, const Pole *poles)
{
  Arena *arena = s->session_arena;
  int n = m->n_states;
  assert(n > 0 && poles);
  PoleFrame f = frame_poles(poles, n);
  double *x = arena_array(arena, (size_t)(n * CROSS_POINTS), sizeof(double));
  double *y = arena_array(arena, (size_t)(n * CROSS_POINTS), sizeof(double));
  for (int i = 0; i < n; i++) {
    put_cross(x + i * CROSS_POINTS, y + i * CROSS_POINTS,
              clean_part(poles[i].value.re, f.largest),
              clean_part(poles[i].value.im, f.largest),
              CROSS_WIDTH * (f.right - f.left), CROSS_HEIGHT * 2 * f.high);
  }
  DrawnCurve *curve = arena_array(arena, 2, sizeof *curve);
  curve[0] =
      (DrawnCurve){.label = "poles", .x = x, .y = y, .n = n * CROSS_POINTS};
  curve[1] = draw_axes(arena, &f);
  for (int k = 0; k < 2; k++) {
    curve[k].y_name = "imaginary part";
    curve[k].x_name = "real part";
    curve[k].x_unit = curve[k].unit = "1/s";
  }
  return (Chart){.curve = curve, .n_curves = 2, .is_phase = true};
}

bool linear_plot_draw(Session *s, const char *title, const LinearModel *m,
                      const Pole *poles, const char *path)
{
  Chart chart[3];
  Drawing drawing = {.title = title, .chart = chart};
  FrequencyAnswer answer;
  if (m->n_inputs > 0 && m->n_outputs > 0) {
    if (!frequency_answer(s, m, poles, &answer)) {
      diagnostic_file_error(s, path, E606,
                            "the frequency response of more than %d states is "
                            "not drawn",
                            FREQUENCY_MOST_STATES);
      return false;
    }
    chart[drawing.n_charts++] =
        draw_answers(s, m, &answer, answer.decibel, "magnitude", "dB");
    chart[drawing.n_charts++] =
        draw_answers(s, m, &answer, answer.degree, "phase", "deg");
  }
  if (m->n_states > 0 && poles)
    chart[drawing.n_charts++] = draw_poles(s, m, poles);
  if (drawing.n_charts > 0) return plot_draw_drawing(s, &drawing, path);
  diagnostic_file_error(s, path, E606,
                        "the model has no states, and no inputs with outputs: "
                        "there is nothing to be drawn");
  return false;
}
