/* test_plot.c: what --plot asks for; the drawings are tested on the program.
 */
#include "test.h"

#include "plot/plot.h"

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

static void curves_over_time_and_over_others(void **state)
{
  Plot *plot = plot_parse(*state, "x,y:x,time");
  assert_non_null(plot);
  assert_int_equal(plot->n_curves, 3);
  assert_string_equal(plot->curve[0].y, "x");
  assert_null(plot->curve[0].x);
  assert_string_equal(plot->curve[1].y, "y");
  assert_string_equal(plot->curve[1].x, "x");
}

static void names_may_hold_commas_and_colons(void **state)
{
  Plot *plot = plot_parse(*state, "a[1,2]:der(b[3,4]),'odd,name:'");
  assert_non_null(plot);
  assert_int_equal(plot->n_curves, 2);
  assert_string_equal(plot->curve[0].y, "a[1,2]");
  assert_string_equal(plot->curve[0].x, "der(b[3,4])");
  assert_string_equal(plot->curve[1].y, "'odd,name:'");
}

static void empty_names_are_refused(void **state)
{
  static const char *const bad[] = {"", ",", "x,", ",x", "x:", ":x", "a:b:c"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_null(plot_parse(*state, bad[i]));
  }
}

static void endings(void **state)
{
  (void)state;
  assert_true(plot_file_is_known("a.svg"));
  assert_true(plot_file_is_known("b.c/a.png"));
  assert_true(plot_file_is_known("a.html"));
  assert_false(plot_file_is_known("a.pdf"));
  assert_false(plot_file_is_known(".svg"));
  assert_false(plot_file_is_known("svg"));
}

static void rows_are_kept_in_order(void **state)
{
  Plot *plot = plot_parse(*state, "x");
  plot->n_columns = 2;
  for (int i = 0; i < 1000; i++) {
    double row[2] = {i, -i};
    plot_add_row(*state, plot, row);
  }
  assert_int_equal(plot->n_values, 2000);
  assert_true(plot->value[1998] == 999 && plot->value[1999] == -999);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(curves_over_time_and_over_others),
      TEST(names_may_hold_commas_and_colons),
      TEST(empty_names_are_refused),
      TEST(endings),
      TEST(rows_are_kept_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
