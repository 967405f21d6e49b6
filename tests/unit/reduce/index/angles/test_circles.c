/* test_circles.c: which constraints are circles. */
#include "test.h"

#include "model_text.h"
#include "reduce/index/angles/circles.h"

static ModelText *reduced(const char *text)
{
  return model_text_by_method(text, REDUCTION_ANGLES);
}

/* A mass in x and y that a constraint ties. */
static ModelText *tied(const char *constraint, const char *starts)
{
  char text[500];
  snprintf(text, sizeof text,
           "model M parameter Real L = 2, M = 3; Real x%s, y%s, vx, vy, F; "
           "equation der(x) = vx; der(y) = vy; der(vx) = -F*x; "
           "der(vy) = -F*y - 9.81; %s; end M;",
           starts, starts, constraint);
  return reduced(text);
}

static int angles_in(const char *constraint)
{
  ModelText *m = tied(constraint, "(start = 1)");
  int n = model_text_count(m, "angles.phi[");
  bool reported = strstr(model_text_messages(m), "W306") != NULL;
  assert_int_equal(reported, n == 0);
  assert_int_equal(circles_count(m->sys, m->s), 0); /* none is left */
  model_text_free(m);
  return n;
}

/* Counted without a change. */
static void test_count(void **state)
{
  (void)state;
  ModelText *m = model_text_by_method(model_text_pendulum, REDUCTION_DUMMY);
  assert_int_equal(circles_count(m->sys, m->s), 1);
  assert_int_equal(model_text_count(m, "angles."), 0);
  model_text_free(m);
}

static void test_circles(void **state)
{
  (void)state;
  static const char *const circle[] = {
      "x^2 + y^2 = L^2",          "x*x + y*y = L*L",
      "0 = L^2 - y^2 - x^2",      "sqrt(x^2 + y^2) = L",
      "L - sqrt(x^2 + y^2) = 0",  "(x/L)^2 + (y/M)^2 = 1",
      "0.5*(x^2 + y^2) = M",      "(x - 1)^2 + (y + x)^2 = L*M",
      "x^2 + y^2 = 2 + sin(time)"};
  static const char *const other[] = {
      "x^2 + 2*y^2 = L^2",  "x^2 - y^2 = L^2",  "x^2 + y^3 = L^2",
      "x^2 + y^2 + x = L",  "x*y = L",          "sqrt(x) + y^2 = L",
      "x^2 + y^2 = -1",     "x^2 + sin(y) = L", "exp(x^2 + y^2) = M",
      "x^2 + y^2 + x*y = 1"};
  for (size_t k = 0; k < sizeof circle / sizeof circle[0]; k++) {
    if (angles_in(circle[k]) != 1) fail_msg("no circle: %s", circle[k]);
  }
  for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
    if (angles_in(other[k]) != 0) fail_msg("a circle: %s", other[k]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_circles),
      cmocka_unit_test(test_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
