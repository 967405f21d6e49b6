/* test_forcings.c: which parts of a model are driven by time alone. */
#include "test.h"

#include "model_text.h"
#include "reduce/tapes.h"

static void expect_forcings(const char *text, int n)
{
  ModelText *m = model_text_complete(text);
  assert_int_equal(m->reduced->tapes.n_forcings, n);
  for (int k = 0; k < n; k++) {
    assert_true(m->reduced->tapes.of_item[tapes_first_forcing(m->reduced) + k] >
                0);
  }
  model_text_free(m);
}

static void test_sums_are_taken_apart(void **state)
{
  (void)state;
  expect_forcings("model M parameter Real a = 2; Real x; equation "
                  "der(x) = -x + a*(sin(time) - exp(-time)/a) + 3*time; end M;",
                  2);
}

static void test_variables_are_looked_into(void **state)
{
  (void)state;
  expect_forcings("model M Real x, y, u = 2*v, v = cos(time); equation "
                  "der(x) = u; der(y) = -y*v; end M;",
                  1);
}

static void test_a_loop_is_driven(void **state)
{
  (void)state;
  expect_forcings("model M Real x, f; equation der(x) = f; "
                  "f + exp(f) = sin(time) + x; end M;",
                  1);
}

/* What no state depends on, and what changes at events only. */
static void test_what_does_not_drive(void **state)
{
  (void)state;
  expect_forcings("model M Real x, y = sin(time); Boolean b = time > 1; "
                  "equation der(x) = if b then 1 else -x; end M;",
                  0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums_are_taken_apart),
      cmocka_unit_test(test_variables_are_looked_into),
      cmocka_unit_test(test_a_loop_is_driven),
      cmocka_unit_test(test_what_does_not_drive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
