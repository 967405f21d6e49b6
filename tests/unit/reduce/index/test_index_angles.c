/* test_index_angles.c: which constraints are circles, and what becomes of
 * them. */
#include "test.h"

#include "model_text.h"
#include "reduce/index/index_angles.h"

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
  assert_int_equal(index_angles_count(m->sys, m->s), 0); /* none is left */
  model_text_free(m);
  return n;
}

/* Two equations for one; the angle and its derivative are the states. */
static void test_pendulum(void **state)
{
  (void)state;
  ModelText *m = reduced(model_text_pendulum);
  assert_string_equal(model_text_states(m), "angles.phi[1] der(angles.phi[1])");
  assert_int_equal(m->sys->n_given, 3 + 1);
  assert_int_equal(m->sys->n_sets, 0);
  assert_int_equal(m->sys->index, 3); /* of the model as written */
  assert_true(m->sys->eq[2].is_rewritten);
  assert_false(m->sys->eq[0].is_rewritten);
  model_text_free(m);
}

/* Counted without a change. */
static void test_count(void **state)
{
  (void)state;
  ModelText *m = model_text_by_method(model_text_pendulum, REDUCTION_DUMMY);
  assert_int_equal(index_angles_count(m->sys, m->s), 1);
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

static void expect_start(const char *starts, const char *text)
{
  ModelText *m = tied("x^2 + y^2 = L^2", starts);
  const Var *phi = model_text_info(m, "angles.phi[1]");
  assert_string_equal(model_text_expr(m, phi->start), text);
  model_text_free(m);
}

/* From the start values, or what the circle leaves of them. */
static void test_start(void **state)
{
  (void)state;
  expect_start("(start = 1)", "atan2(L, L)");
  expect_start("", "atan2(L*sqrt(max(L*L - sqrt(max(0.5*(L*L), 0))*"
                   "sqrt(max(0.5*(L*L), 0)), 0)), L*sqrt(max(0.5*(L*L), 0)))");
}

/* Rods that hang on each other: dx has its start from x1 and x2. */
static void test_two_rods(void **state)
{
  (void)state;
  ModelText *m =
      reduced("model M Real x1(start = 1), y1(start = 0), x2(start = 1), "
              "y2(start = -1), dx, dy, u1, v1, u2, v2, F, G; equation "
              "der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2; "
              "dx = x2 - x1; dy = y2 - y1; x1^2 + y1^2 = 1; dx^2 + dy^2 = 1; "
              "der(u1) = G*dx - F*x1; der(v1) = G*dy - F*y1 - 1; "
              "der(u2) = -G*dx; der(v2) = -G*dy - 1; end M;");
  assert_int_equal(model_text_count(m, "angles.phi["), 2);
  assert_string_equal(
      model_text_states(m),
      "angles.phi[1] angles.phi[2] der(angles.phi[1]) der(angles.phi[2])");
  double start;
  const Var *phi = model_text_info(m, "angles.phi[2]");
  assert_true(expr_is_const(m->sys->exprs, phi->start, &start));
  assert_true(fabs(start + asin(1)) < 1e-15); /* hangs straight down */
  model_text_free(m);
}

/* A wish for x is granted, and a radius that moves is none. */
static void test_left_alone(void **state)
{
  (void)state;
  ModelText *m = reduced(
      "model M Real x(start = 1, stateSelect = StateSelect.prefer), y, u, v, "
      "F; equation der(x) = u; der(y) = v; der(u) = -F*x; der(v) = -F*y - 1; "
      "x^2 + y^2 = 4; end M;");
  assert_int_equal(model_text_count(m, "angles."), 0);
  model_text_free(m);
  m = reduced("model M Real x(start = 1), y, r, u, v, F; equation "
              "der(x) = u; der(y) = v; der(u) = -F*x; der(v) = -F*y - 1; "
              "x^2 + y^2 = r^2; r = 2 + sin(time); end M;");
  assert_int_equal(model_text_count(m, "angles."), 0);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum), cmocka_unit_test(test_circles),
      cmocka_unit_test(test_count),    cmocka_unit_test(test_start),
      cmocka_unit_test(test_two_rods), cmocka_unit_test(test_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
