/* test_plan.c: blocks, their order, exact Jacobians. */
#include "test.h"

#include "model_text.h"

static void expect_assignment(const ModelText *m, const char *name,
                              const char *value)
{
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, name);
  assert_non_null(b);
  assert_int_equal(b->kind, BLOCK_ASSIGN);
  assert_string_equal(model_text_expr(m, b->value), value);
}

static void test_assignments_in_order(void **state)
{
  (void)state;
  ModelText *m = model_text_complete("model M Real x, y, z; equation z = 2*y; "
                                     "3*y + x = time; x = sin(time); end M;");
  const BlockSequence *q = &m->reduced->continuous;
  assert_int_equal(q->n_blocks, 3);
  static const char *const order[] = {"x", "y", "z"};
  for (int k = 0; k < 3; k++) {
    assert_string_equal(m->sys->var[q->block[k].unknown[0].i].name, order[k]);
    assert_int_equal(q->block[k].n_columns, 1);
    assert_true(q->block[k].equation[0].i >= 0);
  }
  expect_assignment(m, "x", "sin(time)");
  expect_assignment(m, "y", "-(x - time)/3");
  model_text_free(m);
}

static void test_linear_loop(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M parameter Real p = 3; Real x, y; equation "
                          "x + p*y = 1; 2*x - y = time; end M;");
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, "x");
  assert_int_equal(b->kind, BLOCK_SOLVE);
  assert_int_equal(b->n, 2);
  assert_true(b->linear);
  assert_int_equal(b->n_entries, 4);
  for (int k = 1; k < 4; k++) { /* by column, then row */
    int last = 2 * b->entry[k - 1].column + b->entry[k - 1].row;
    assert_int_equal(2 * b->entry[k].column + b->entry[k].row, last + 1);
  }
  model_text_free(m);
}

static void test_nonlinear_equation(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x; equation x + sin(x) = time; end M;");
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, "x");
  assert_int_equal(b->kind, BLOCK_SOLVE);
  assert_false(b->linear);
  assert_int_equal(b->n_entries, 1);
  assert_string_equal(model_text_expr(m, b->entry[0].value), "1 + cos(x)");
  model_text_free(m);
}

/* Entries are constant, but sign(x) jumps: not linear. */
static void test_steps_are_not_linear(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x, y; equation x + sign(x) + y = 1; "
                          "x - y = time; end M;");
  assert_false(model_text_block(m, &m->reduced->continuous, "x")->linear);
  model_text_free(m);
  /* with an event the value is frozen: linear between events */
  m = model_text_complete(
      "model M Real x, y; equation "
      "x + (if x > 0 then 1 else 2) + y = 1; x - y = time; end M;");
  assert_true(model_text_block(m, &m->reduced->continuous, "x")->linear);
  model_text_free(m);
}

/* States are known: they tie no blocks together. */
static void test_states_cut_loops(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 1, fixed = true), y; "
                          "equation der(x) = y - x; y = 2*x; end M;");
  expect_assignment(m, "y", "2*x");
  expect_assignment(m, "der(x)", "y - x");
  model_text_free(m);
}

static void test_discrete_rows(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Integer i; Boolean b; Real x; equation "
                          "x = i + 1; i = if b then 1 else 2; b = time > 1; "
                          "end M;");
  const BlockSequence *q = &m->reduced->continuous;
  assert_int_equal(q->n_blocks, 3);
  assert_string_equal(m->sys->var[q->block[0].unknown[0].i].name, "b");
  assert_string_equal(m->sys->var[q->block[1].unknown[0].i].name, "i");
  assert_string_equal(m->sys->var[q->block[2].unknown[0].i].name, "x");
  model_text_free(m);
}

static void expect_refused(const char *text, const char *message)
{
  ModelText *m = model_text_run(text, "reduced");
  assert_false(m->ok);
  if (!strstr(model_text_messages(m), message)) {
    fail_msg("%s", model_text_messages(m));
  }
  model_text_free(m);
}

static void test_discrete_loops(void **state)
{
  (void)state;
  expect_refused("model M Integer i, j; equation i = j + 1; j = 2*i; end M;",
                 "E306: the discrete variable 'i' depends on itself");
  expect_refused("model M Integer i; equation i = i + 1; end M;",
                 "E306: the discrete variable 'i' depends on itself");
}

/* A ladder of 200 resistors: one loop that no order can cut. */
static void test_large_linear_loop(void **state)
{
  (void)state;
  enum { N = 200 };
  char *text = malloc(N * 200), *at = text;
  at += sprintf(at, "model M Real v0, v1");
  for (int k = 2; k <= N; k++) at += sprintf(at, ", v%d", k);
  at += sprintf(at, "; equation v0 = time; v%d = 0;", N);
  for (int k = 1; k < N; k++) {
    at += sprintf(at, " v%d - 2.5*v%d + v%d = 0;", k - 1, k, k + 1);
  }
  sprintf(at, " end M;");
  ModelText *m = model_text_complete(text);
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, "v1");
  assert_int_equal(b->n, N - 1);
  assert_true(b->linear);
  assert_int_equal(b->n_entries, 3 * (N - 1) - 2);
  model_text_free(m);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assignments_in_order),
      cmocka_unit_test(test_linear_loop),
      cmocka_unit_test(test_nonlinear_equation),
      cmocka_unit_test(test_steps_are_not_linear),
      cmocka_unit_test(test_states_cut_loops),
      cmocka_unit_test(test_discrete_rows),
      cmocka_unit_test(test_discrete_loops),
      cmocka_unit_test(test_large_linear_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
