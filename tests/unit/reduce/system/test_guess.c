/* test_guess.c: first values of iterated unknowns from the start of others. */
#include "test.h"

#include "model_text.h"

/* The start value the FMU would show. */
static double start_of(const ModelText *m, const char *name)
{
  VarId v = model_text_var(m, name);
  for (int k = 0; k < m->reduced->n_vars; k++) {
    const ReducedVar *rv = &m->reduced->var[k];
    if (var_same(rv->var, v) && rv->initial == FMI_APPROX) return rv->start;
  }
  fail_msg("'%s' is not guessed", name);
  return NAN;
}

/* dy is iterated for; y and its start say where it must be. */
static void test_a_difference(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M parameter Real y0 = 3; "
                          "Real y(start = -0.8), dy; "
                          "equation dy = y - y0; exp(dy) + dy^3 = 1; end M;");
  assert_true(fabs(start_of(m, "dy") + 3.8) < 1e-12);
  assert_int_equal(m->reduced->n_starts, 1); /* it follows the parameter */
  model_text_free(m);
}

static void test_a_given_start_stays(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real y(start = -0.8), dy(start = 0.1); "
                          "equation dy = y - 3; exp(dy) + dy^3 = 1; end M;");
  assert_true(start_of(m, "dy") == 0.1);
  model_text_free(m);
}

static void test_nothing_to_go_by(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real y, dy; "
                          "equation dy = y - 3; exp(dy) + dy^3 = 1; end M;");
  assert_true(start_of(m, "dy") == 0);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_difference),
      cmocka_unit_test(test_a_given_start_stays),
      cmocka_unit_test(test_nothing_to_go_by),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
