/* test_index_angles.c: what becomes of circles. */
#include "test.h"

#include "model_text.h"
#include "reduce/index/index_angles.h"

static ModelText *reduced(const char *text)
{
  return model_text_by_method(text, REDUCTION_ANGLES);
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

/* The constraint itself holds at the start, and so does its derivative; phi
 * is the angle of the place. The last derivatives stay as they are. */
static void test_start(void **state)
{
  (void)state;
  ModelText *m = reduced(model_text_pendulum);
  const System *sys = m->sys;
  EqId first = {2}, second = {sys->n_given - 1};
  assert_string_equal(model_text_expr(m, sys->eq[first.i].start_residual),
                      "x^2 + y^2 - 1");
  assert_string_equal(model_text_expr(m, sys->eq[second.i].start_residual),
                      "angles.phi[1] - atan2(y, x)");
  for (int k = 0; k < 2; k++) {
    EqId e = sys->eq[(k ? second : first).i].derivative;
    assert_true(e.i >= 0 && sys->eq[e.i].has_start_residual);
    e = sys->eq[e.i].derivative;
    assert_true(e.i >= 0 && !sys->eq[e.i].has_start_residual);
    assert_int_equal(sys->eq[e.i].derivative.i, -1);
  }
  model_text_free(m);
}

/* Rods that hang on each other. */
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
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_start),
      cmocka_unit_test(test_two_rods),
      cmocka_unit_test(test_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
