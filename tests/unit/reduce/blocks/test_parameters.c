/* test_parameters.c: dependent parameters in the order of need. */
#include "test.h"

#include "model_text.h"
#include "reduce/blocks/parameters.h"

static void test_order(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M parameter Real a = b + c; parameter Real b = 2*c; "
      "parameter Real c = 3*d; parameter Real d = 4; Real x = a; end M;",
      "reduced");
  assert_true(m->ok);
  const BlockSequence *q = &m->reduced->parameters;
  assert_int_equal(q->n_blocks, 3); /* d has a number */
  static const char *const order[] = {"c", "b", "a"};
  for (int k = 0; k < 3; k++) {
    assert_string_equal(m->sys->var[q->block[k].unknown[0].i].name, order[k]);
  }
  assert_string_equal(model_text_expr(m, q->block[2].value), "b + c");
  assert_true(parameter_is_dependent(m->sys, model_text_var(m, "a")));
  assert_false(parameter_is_dependent(m->sys, model_text_var(m, "d")));
  assert_false(parameter_is_dependent(m->sys, model_text_var(m, "x")));
  model_text_free(m);
}

/* The front end may find a cycle before: either way it is named. */
static void expect_cycle(const char *text, const char *name)
{
  ModelText *m = model_text_run(text, "reduced");
  assert_false(m->ok);
  if (!strstr(model_text_messages(m), name)) {
    fail_msg("%s", model_text_messages(m));
  }
  model_text_free(m);
}

static void test_cycles(void **state)
{
  (void)state;
  expect_cycle("model M parameter Real a = b; parameter Real b = a + 1; "
               "Real x = a; end M;",
               "'a'");
  expect_cycle("model M parameter Real a = 2*a; Real x = a; end M;", "'a'");
}

static void test_long_chain(void **state)
{
  (void)state;
  enum { N = 3000 };
  char *text = malloc(N * 60 + 200), *at = text;
  at += sprintf(at, "model M ");
  for (int k = 0; k < N; k++) {
    at += sprintf(at, "parameter Real p%d = p%d + 1;\n", k, k + 1);
  }
  sprintf(at, "parameter Real p%d = 0; Real x = p0; end M;", N);
  ModelText *m = model_text_at(text, "reduced");
  const BlockSequence *q = &m->reduced->parameters;
  assert_int_equal(q->n_blocks, N);
  assert_int_equal(q->block[N - 1].unknown[0].i, model_text_var(m, "p0").i);
  model_text_free(m);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_cycles),
      cmocka_unit_test(test_long_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
