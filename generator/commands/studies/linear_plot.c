/* linear_plot.c: see linear_plot.h. */
#include "commands/studies/linear_plot.h"

#include <assert.h>
#include <math.h>

#include "plot/plot.h"
#include "studies/point/frequency.h"

/* Pairs of outputs and inputs: more lines cannot be told apart. */
enum { MOST_CURVES = 24, CROSS_POINTS = 6 };

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

static Chart draw_poles(Session *s, const LinearModel *m, const Pole *poles)
{
  Arena *arena = s->session_arena;
  int n = m->n_states;
  double wide = 0, high = 0, largest = 0;
  assert(n > 0 && poles);
  for (int i = 0; i < n; i++)
    largest = fmax(largest, hypot(poles[i].value.re, poles[i].value.im));
  for (int i = 0; i < n; i++) {
    wide = fmax(wide, fabs(clean_part(poles[i].value.re, largest)));
    high = fmax(high, fabs(clean_part(poles[i].value.im, largest)));
  }
  if (wide == 0) wide = high > 0 ? high : 1;
  if (high == 0) high = wide;
  double *x = arena_array(arena, (size_t)(n * CROSS_POINTS), sizeof(double));
  double *y = arena_array(arena, (size_t)(n * CROSS_POINTS), sizeof(double));
  for (int i = 0; i < n; i++) {
    put_cross(x + i * CROSS_POINTS, y + i * CROSS_POINTS,
              clean_part(poles[i].value.re, largest),
              clean_part(poles[i].value.im, largest), 0.015 * wide,
              0.03 * high);
  }
  DrawnCurve *curve = arena_array(arena, 1, sizeof *curve);
  *curve = (DrawnCurve){.label = "poles",
                        .y_name = "imaginary part",
                        .x_name = "real part",
                        .x_unit = "1/s",
                        .unit = "1/s",
                        .x = x,
                        .y = y,
                        .n = n * CROSS_POINTS};
  return (Chart){.curve = curve, .n_curves = 1, .is_phase = true};
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
