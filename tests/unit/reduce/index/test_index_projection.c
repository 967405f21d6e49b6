/* test_index_projection.c: velocities along the constraints. */
#include "test.h"

#include "model_text.h"

static ModelText *reduced(const char *text)
{
  return model_text_by_method(text, REDUCTION_PROJECTION);
}

/* x' = D u with D of two rows and one column replaces g, which is left to the
 * start. */
static void test_pendulum(void **state)
{
  (void)state;
  ModelText *m = reduced(model_text_pendulum);
  assert_string_equal(model_text_states(m), "x y projection.u[1]");
  assert_int_equal(m->sys->n_initial_eqs, 1);
  assert_int_equal(m->sys->n_sets, 0);
  assert_true(m->sys->monitor[0].drifts);  /* g */
  assert_false(m->sys->monitor[1].drifts); /* g' */
  model_text_free(m);
}

/* C D = 0: with x' = D u the differentiated constraint is 0 for all u. */
static void test_velocities_are_tangents(void **state)
{
  (void)state;
  ModelText *m = reduced(model_text_pendulum);
  double u = model_text_value(
      m, expr_var(m->sys->exprs, model_text_var(m, "projection.u[1]")), 0);
  double sum = 0;
  for (int k = 0; k < m->sys->n_given; k++) {
    const char *text = model_text_expr(m, m->sys->eq[k].residual);
    if (!strstr(text, "projection.u[1]")) continue;
    /* the residual is a velocity less its entry of D times u */
    bool is_x = strstr(text, "vx") != NULL;
    const char *v = is_x ? "vx" : "vy", *p = is_x ? "x" : "y";
    ExprTable *t = m->sys->exprs;
    double velocity = model_text_value(m, expr_var(t, model_text_var(m, v)), 0);
    double position = model_text_value(m, expr_var(t, model_text_var(m, p)), 0);
    double entry =
        (velocity - model_text_value(m, m->sys->eq[k].residual, 0)) / u;
    sum += position * entry;
  }
  assert_true(sum < 1e-12 && sum > -1e-12);
  model_text_free(m);
}

/* A factor of time alone: positions along the rod, nothing drifts. */
static void test_factors_of_time(void **state)
{
  (void)state;
  ModelText *m = reduced("model M Real x(start = 1), y, vx, vy, z; equation "
                         "der(x) = vx; der(y) = vy; der(vx) = -sin(time)*z; "
                         "der(vy) = cos(time)*z - 1; "
                         "0 = cos(time)*y - sin(time)*x; end M;");
  assert_int_equal(model_text_count(m, "projection.u["), 1);
  assert_int_equal(m->reduced->n_states, 2);
  for (int k = 0; k < m->sys->n_monitors; k++) {
    assert_false(m->sys->monitor[k].drifts);
  }
  model_text_free(m);
}

/* Differentiated once: as dummy derivatives do it. */
static void test_index_two_stays(void **state)
{
  (void)state;
  ModelText *m = reduced("model M Real x, y, z; equation der(x) = z; "
                         "der(y) = x - z; x + 2*y = sin(time); end M;");
  assert_int_equal(model_text_count(m, "projection."), 0);
  assert_int_equal(m->reduced->n_states, 1);
  model_text_free(m);
}

/* A sphere and a plane through it: the row of the plane has numbers alone and
 * is solved for a coordinate, whichever of the two is written first. */
static void test_row_of_numbers(void **state)
{
  (void)state;
  static const char form[] =
      "model M Real x(start = 0.3), y(start = -0.7), z, vx, vy, vz, a, b; "
      "equation der(x) = vx; der(y) = vy; der(z) = vz; "
      "der(vx) = -2*a*x + 2*b; der(vy) = -2*a*y - 1; der(vz) = -2*a*z - b; "
      "%s end M;";
  static const char *const constraints[] = {"x^2 + y^2 + z^2 = 1; z = 2*x;",
                                            "z = 2*x; x^2 + y^2 + z^2 = 1;"};
  for (int k = 0; k < 2; k++) {
    char text[400];
    snprintf(text, sizeof text, form, constraints[k]);
    ModelText *m = reduced(text);
    assert_int_equal(model_text_count(m, "projection.u["), 1);
    assert_int_equal(m->reduced->n_states, 3); /* two coordinates and u */
    model_text_free(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_velocities_are_tangents),
      cmocka_unit_test(test_factors_of_time),
      cmocka_unit_test(test_index_two_stays),
      cmocka_unit_test(test_row_of_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
