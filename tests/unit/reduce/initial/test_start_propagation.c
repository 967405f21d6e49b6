/* test_start_propagation.c: start values carried to unknowns that have none. */
#include "test.h"

#include "model_text.h"

static const ReducedBlock *loop_of(const ModelText *m, const char *unknown)
{
  const ReducedBlock *b = model_text_block(m, &m->reduced->initial, unknown);
  assert_non_null(b);
  assert_int_equal(b->kind, BLOCK_SOLVE);
  return b;
}

/* value NULL: the unknown keeps what it has. */
static void expect_first(const ModelText *m, const char *unknown,
                         const char *value)
{
  const ReducedBlock *b = loop_of(m, unknown);
  VarId var = model_text_var(m, unknown);
  for (int k = 0; b->how->first && k < b->how->first->n; k++) {
    if (!var_same(b->unknown[b->how->first->column[k]], var)) continue;
    if (!value) fail_msg("%s is computed", unknown);
    assert_string_equal(model_text_expr(m, b->how->first->value[k]), value);
    return;
  }
  if (value) fail_msg("%s is not computed", unknown);
}

/* `a` is not part of the loop, and known when it begins. */
static void test_a_chain(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real a, x(start = 2), y, z; "
                          "equation a = cos(time); y = x + a; z = y*y; "
                          "exp(z) + x^3 = 9; end M;");
  expect_first(m, "x", NULL);
  expect_first(m, "y", "x + a");
  expect_first(m, "z", "y*y");
  model_text_free(m);
}

static void test_what_a_part_says_counts_less(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model Part Real y(start = 0), z(start = 5); "
                          "equation exp(z) + y^3 = 9; end Part; "
                          "model M Part p; Real x(start = 2); "
                          "equation p.y = x + cos(time); p.z = x^3 + p.y; "
                          "end M;");
  expect_first(m, "x", NULL);
  expect_first(m, "p.y", "x + cos(time)");
  expect_first(m, "p.z", "x^3 + p.y");
  model_text_free(m);
}

static void test_nothing_to_go_by(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x, y; "
                          "equation y = x + cos(time); exp(y) + x^3 = 9; "
                          "end M;");
  assert_null(loop_of(m, "x")->how->first);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_chain),
      cmocka_unit_test(test_what_a_part_says_counts_less),
      cmocka_unit_test(test_nothing_to_go_by),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
