/* test_drawing.c: ticks, labels, and curves of fewer points. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/axis.h"
#include "plot/drawing.h"
#include "plot/svg.h"

static int set_up(void **state)
{
  *state = session_create();
  return 0;
}

static int tear_down(void **state)
{
  session_destroy(*state);
  return 0;
}

static void ticks_are_round(void **state)
{
  (void)state;
  static const double range[][2] = {
      {0, 10}, {-0.31, 0.77}, {1e-9, 2e-9},  {-3e8, 1e8},    {5, 5},
      {0, 0},  {NAN, NAN},    {INFINITY, 1}, {-1e300, 1e300}};
  for (size_t k = 0; k < sizeof range / sizeof range[0]; k++) {
    Axis a = axis_of(range[k][0], range[k][1], 0.04, 100, 0, 5);
    assert_true(a.low < a.high && a.n_ticks >= 2);
    for (int i = 0; i < a.n_ticks; i++) {
      double part = a.tick[i] / a.step;
      assert_true(fabs(part - round(part)) < 1e-6);
      assert_true(a.tick[i] >= a.low - 1e-6 * a.step &&
                  a.tick[i] <= a.high + 1e-6 * a.step);
    }
    double lead = a.step / pow(10, floor(log10(a.step) + 1e-9));
    assert_true(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 ||
                fabs(lead - 5) < 1e-6);
  }
}

static void ticks_close_together_differ(void **state)
{
  (void)state;
  Axis a = axis_of(1000.00001, 1000.00005, 0, 0, 1, 5);
  char text[AXIS_TICK_SIZE], before[AXIS_TICK_SIZE] = "";
  for (int k = 0; k < a.n_ticks; k++) {
    axis_tick_text(&a, k, text);
    assert_string_not_equal(text, before);
    strcpy(before, text);
  }
  a = axis_of(-1, 1, 0, 0, 1, 2);
  axis_tick_text(&a, 0, text);
  assert_string_equal(text, "\xE2\x88\x92"
                            "1");
}

static void peaks_and_gaps_stay(void **state)
{
  Session *s = *state;
  enum { N = 100000 };
  double *x = arena_array(s->session_arena, N, sizeof *x);
  double *y = arena_array(s->session_arena, N, sizeof *y);
  for (int k = 0; k < N; k++) x[k] = k;
  y[31415] = 7;
  y[31416] = -5;
  y[60000] = NAN;
  DrawnCurve c = {.x = x, .y = y, .n = N};
  DrawnCurve thin = drawing_thin(s->session_arena, &c, 1000);
  assert_true(thin.n <= 1004 && thin.x[0] == 0 && thin.x[thin.n - 1] == N - 1);
  bool high = false, low = false, gap = false;
  for (int k = 0; k < thin.n; k++) {
    high |= thin.x[k] == 31415 && thin.y[k] == 7;
    low |= thin.x[k] == 31416 && thin.y[k] == -5;
    gap |= isnan(thin.y[k]);
    assert_true(k == 0 || thin.x[k] > thin.x[k - 1]);
  }
  assert_true(high && low && gap);
  assert_ptr_equal(drawing_thin(s->session_arena, &c, N).x, x);
}

static void units_stand_where_they_are_common(void **state)
{
  Session *s = *state;
  Arena *arena = s->session_arena;
  DrawnCurve curve[2] = {
      {.label = "x",
       .y_name = "x",
       .x_name = "time",
       .x_unit = "s",
       .unit = "m"},
      {.label = "y", .y_name = "y", .x_name = "time", .unit = "m"}};
  Chart chart = {.curve = curve, .n_curves = 2};
  assert_string_equal(drawing_x_label(arena, &chart), "time [s]");
  assert_string_equal(drawing_y_label(arena, &chart), "[m]");
  assert_string_equal(drawing_legend(arena, &chart, 1), "y");
  curve[1].unit = "K";
  assert_string_equal(drawing_y_label(arena, &chart), "");
  assert_string_equal(drawing_legend(arena, &chart, 1), "y [K]");
  curve[1] = curve[0];
  curve[1].label = "another run";
  assert_string_equal(drawing_y_label(arena, &chart), "x [m]");
}

/* Names are text in the picture, whatever they hold. */
static void names_are_escaped(void **state)
{
  Session *s = *state;
  double x[] = {0, 1}, y[] = {NAN, 2};
  DrawnCurve curve = {.label = "<b>&'",
                      .y_name = "<b>&'",
                      .x_name = "\"t\"",
                      .x = x,
                      .y = y,
                      .n = 2};
  Chart chart = {.curve = &curve, .n_curves = 1};
  Drawing d = {.title = "</svg>", .chart = &chart, .n_charts = 1};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  svg_write(s->session_arena, &d, out);
  fclose(out);
  assert_non_null(strstr(text, "&lt;b&gt;&amp;"));
  assert_null(strstr(text, "<b>"));
  assert_true(strstr(text, "</svg>") == text + size - strlen("</svg>\n"));
  assert_null(strstr(text, "nan"));
  free(text);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(ticks_are_round),     TEST(ticks_close_together_differ),
      TEST(peaks_and_gaps_stay), TEST(units_stand_where_they_are_common),
      TEST(names_are_escaped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
