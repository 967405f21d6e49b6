/* test_monitor.c: residuals of constraints as variables. */
#include "test.h"

#include "model_text.h"

static ModelText *watched(const char *text)
{
  return model_text_by_method(text, REDUCTION_NONE);
}

/* g and g', not g'', which holds. */
static void test_versions(void **state)
{
  (void)state;
  ModelText *m = watched(model_text_pendulum);
  assert_int_equal(m->sys->n_monitors, 2);
  const Monitor *g = &m->sys->monitor[0], *der_g = &m->sys->monitor[1];
  assert_string_equal(m->sys->var[g->var.i].name, "drift[1].g");
  assert_string_equal(m->sys->var[der_g->var.i].name, "drift[1].der_g");
  assert_string_equal(model_text_expr(m, g->residual), "x^2 + y^2 - 1");
  assert_string_equal(model_text_expr(m, der_g->residual), "2*x*vx + 2*y*vy");
  assert_int_equal(g->level, 0);
  assert_int_equal(der_g->level, 1);
  assert_true(eq_same(g->given, der_g->given));
  model_text_free(m);
}

/* Numbered by constraint; a model with such a name gets another. */
static void test_names(void **state)
{
  (void)state;
  ModelText *m = watched("model M Real x, y, z, w, drift; equation "
                         "der(x) = z; der(y) = w; x = sin(time); "
                         "y = cos(time); drift = x + y; end M;");
  assert_int_equal(m->sys->n_monitors, 2);
  model_text_var(m, "drift_2[1].g");
  model_text_var(m, "drift_2[2].g");
  assert_int_equal(m->sys->monitor[1].constraint, 1);
  model_text_free(m);
}

/* They stand in no equation, and the FMU has them. */
static void test_calculated(void **state)
{
  (void)state;
  ModelText *m = watched(model_text_pendulum);
  VarId v = m->sys->monitor[0].var;
  for (int k = 0; k < m->sys->n_eqs; k++) {
    const char *text = model_text_expr(m, m->sys->eq[k].residual);
    assert_null(strstr(text, "drift"));
  }
  assert_non_null(model_text_block(m, &m->reduced->continuous, "drift[1].g"));
  assert_int_equal(m->sys->var[v.i].kind, VAR_MONITOR);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_versions),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_calculated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
