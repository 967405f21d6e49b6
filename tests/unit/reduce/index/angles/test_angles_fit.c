/* test_angles_fit.c: where angles are taken without being asked for. */
#include "test.h"

#include "model_text.h"
#include "reduce/index/angles/angles_fit.h"

/* A mass in x and y; the text of the declarations, of a constraint and of what
 * else holds. */
static bool fits(const char *declared, const char *constraint, const char *more)
{
  char text[700];
  snprintf(text, sizeof text,
           "model M parameter Real L = 2; Real vx, vy, F; %s "
           "equation der(x) = vx; der(y) = vy; der(vx) = -F*x; "
           "der(vy) = -F*y - 9.81; %s; %s end M;",
           declared, constraint, more);
  ModelText *m = model_text_by_method(text, REDUCTION_DUMMY);
  bool found = angles_fit(m->sys, m->s);
  model_text_free(m);
  return found;
}

#define PLACE "Real x(start = 1), y(start = -1);"

static void test_circle(void **state)
{
  (void)state;
  assert_true(fits(PLACE, "x^2 + y^2 = L^2", ""));
  assert_true(fits(PLACE, "sqrt((x - 1)^2 + y^2) = L", ""));
  assert_true(fits(PLACE, "(x - sin(time))^2 + y^2 = L^2", ""));
}

/* What circles are of, or their radius, is more than a sum of unknowns. */
static void test_other_circles(void **state)
{
  (void)state;
  assert_false(fits(PLACE, "x^2 + 2*y^2 = L^2", ""));
  assert_false(fits(PLACE, "x^2 + y^2 = L^2 + sin(time)", ""));
  assert_false(fits(PLACE, "(x*y)^2 + y^2 = L^2", ""));
  assert_false(fits(PLACE, "(x*time)^2 + y^2 = L^2", ""));
}

/* Without start values nobody knows on which side the run begins; who wants a
 * state, or sets one, has it. */
static void test_wishes(void **state)
{
  (void)state;
  const char *circle = "x^2 + y^2 = L^2";
  assert_false(fits("Real x(start = 1), y;", circle, ""));
  assert_false(fits("Real x(start = 1, stateSelect = StateSelect.prefer), "
                    "y(start = 0);",
                    circle, ""));
  assert_false(
      fits(PLACE, circle, "when time > 1 then reinit(vx, 0); end when;"));
}

/* A second rod: hung from the first one there is no choice left; back to the
 * wall there is one. */
static void test_two_rods(void **state)
{
  (void)state;
  const char *place = PLACE "Real X(start = 2), Y(start = -2), u, v, G;";
  const char *forces = "der(X) = u; der(Y) = v; der(u) = -G*(X - x); "
                       "der(v) = -G*(Y - y) - 1; ";
  char text[400];
  snprintf(text, sizeof text, "%s (X - x)^2 + (Y - y)^2 = 1;", forces);
  assert_true(fits(place, "x^2 + y^2 = L^2", text));
  const char *wall = PLACE "Real X(start = 2), Y(start = -2), u, v, G, H;";
  snprintf(text, sizeof text,
           "der(X) = u; der(Y) = v; der(u) = -G*(X - x) - H*(X - 3); "
           "der(v) = -G*(Y - y) - H*Y - 1; (X - x)^2 + (Y - y)^2 = 1; "
           "(X - 3)^2 + Y^2 = 4;");
  assert_false(fits(wall, "x^2 + y^2 = L^2", text));
}

/* A slide beside the circle is a sum, a bowl is not. */
static void test_other_constraints(void **state)
{
  (void)state;
  const char *place = PLACE "Real z(start = 0), w, G;";
  assert_true(
      fits(place, "x^2 + y^2 = L^2", "der(z) = w; der(w) = G; z = 2*x + 1;"));
  assert_false(
      fits(place, "x^2 + y^2 = L^2", "der(z) = w; der(w) = G; z = x*y;"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_circle),
      cmocka_unit_test(test_other_circles),
      cmocka_unit_test(test_wishes),
      cmocka_unit_test(test_two_rods),
      cmocka_unit_test(test_other_constraints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
