/* test_index_none.c: all that has a derivative is a state. */
#include "test.h"

#include "model_text.h"

static ModelText *reduced(const char *text)
{
  return model_text_by_method(text, REDUCTION_NONE);
}

/* Three versions of the constraint: the highest one holds, the others at the
 * start. */
static void test_pendulum(void **state)
{
  (void)state;
  ModelText *m = reduced(model_text_pendulum);
  assert_string_equal(model_text_states(m), "x y vx vy");
  assert_int_equal(m->sys->n_eqs, 5);
  for (int k = 0; k < m->sys->n_eqs; k++) {
    bool is_lower = m->sys->eq[k].derivative.i >= 0;
    assert_int_equal(m->sys->eq[k].start_only, is_lower);
  }
  assert_int_equal(m->sys->n_monitors, 2);
  assert_true(m->sys->monitor[0].drifts && m->sys->monitor[1].drifts);
  assert_int_equal(m->sys->n_sets, 0);
  model_text_free(m);
}

/* A chain without anything to integrate: its integrals are states here. */
static void test_chain(void **state)
{
  (void)state;
  ModelText *m = reduced("model M Real x, y, z; equation der(x) = 2*y; "
                         "der(y) = 3*z; x = sin(time); end M;");
  assert_string_equal(model_text_states(m), "x y der(x)");
  model_text_free(m);
}

/* Only what a constraint ties may not be set. */
static void expect_reinit(const char *what, bool allowed)
{
  char text[300];
  snprintf(text, sizeof text,
           "model M Real x, y, z, w(start = 1, fixed = true); equation "
           "der(x) = z; der(y) = x - z; x + 2*y = sin(time); der(w) = -w; "
           "when time > 1 then reinit(%s, 3); end when; end M;",
           what);
  ModelText *m = model_text_method(text, REDUCTION_NONE);
  assert_int_equal(m->ok, allowed);
  if (!allowed) assert_non_null(strstr(model_text_messages(m), "E308"));
  model_text_free(m);
}

static void test_reinit(void **state)
{
  (void)state;
  expect_reinit("w", true);
  expect_reinit("x", false);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_chain),
      cmocka_unit_test(test_reinit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
