/* test_divisors.c: which divisions are guarded, and where. */
#include "test.h"

#include "model_text.h"

/* wanted NULL: no guard. */
static void expect_guard(const ModelText *m, const char *unknown,
                         const char *wanted)
{
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, unknown);
  assert_non_null(b);
  assert_int_equal(b->kind, BLOCK_ASSIGN);
  assert_int_equal(b->divisor.i >= 0, wanted != NULL);
  if (wanted) assert_string_equal(model_text_expr(m, b->divisor), wanted);
}

static void test_kinds(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M parameter Real L = 1; Real x, y, z, u, w; "
                          "equation L*x = time; (time - 1)*y = x; "
                          "(1 + x^2)*z = y; 2*u = z; w = x/y; end M;");
  expect_guard(m, "x", NULL); /* looked at with the parameters */
  expect_guard(m, "y", "time - 1");
  expect_guard(m, "z", NULL); /* never zero */
  expect_guard(m, "u", NULL);
  expect_guard(m, "w", NULL); /* the model's own division */
  assert_int_equal(m->reduced->n_divisors, 1);
  assert_string_equal(model_text_expr(m, m->reduced->divisor[0].value), "L");
  model_text_free(m);
}

static void test_each_once(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M parameter Real a = 1, b = 2; Real x, y, z; "
                          "equation a*x = time; a*y = x; (a + b)*z = y; "
                          "end M;");
  assert_int_equal(m->reduced->n_divisors, 2);
  model_text_free(m);
}

/* What initialization determines is known later than the parameters. */
static void test_free_parameter(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M parameter Real a(fixed = false, start = 1); "
                          "Real x; equation a*x = time; "
                          "initial equation x = 2 + time; end M;");
  expect_guard(m, "x", "a");
  assert_int_equal(m->reduced->n_divisors, 0);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_each_once),
      cmocka_unit_test(test_free_parameter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
