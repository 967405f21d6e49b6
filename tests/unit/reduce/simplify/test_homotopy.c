/* test_homotopy.c: simplified expressions count in initialization only. */
#include "test.h"

#include "model_text.h"

static const ReducedBlock *block_of(const ModelText *m, bool initial,
                                    const char *name)
{
  const BlockSequence *sequence =
      initial ? &m->reduced->initial : &m->reduced->continuous;
  const ReducedBlock *b = model_text_block(m, sequence, name);
  assert_non_null(b);
  return b;
}

/* y is a loop with z at the start, where the simplified equation holds z. */
static void test_two_structures(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 1, fixed = true), y, z; "
                          "equation der(x) = -x; y = homotopy(2*x, z); z = "
                          "exp(-y); end M;");
  assert_int_equal(block_of(m, false, "y")->kind, BLOCK_ASSIGN);
  assert_string_equal(model_text_expr(m, block_of(m, false, "y")->value),
                      "2*x");
  assert_int_equal(block_of(m, true, "y")->kind, BLOCK_SOLVE);
  assert_int_equal(block_of(m, true, "y")->n, 2);
  model_text_free(m);
}

/* y = x would be an alias, but not at the start. */
static void test_no_alias(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real x(start = 1, fixed = true), y; equation "
      "der(x) = -x; y = homotopy(x, 3); end M;");
  assert_true(m->sys->var[model_text_var(m, "y").i].alias_of.i < 0);
  model_text_free(m);
}

/* Parameters have their actual value. */
static void test_parameter(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M parameter Real p = 2; parameter Real q = "
                          "homotopy(3*p, 1); Real x(start = q, fixed = true); "
                          "equation der(x) = -q; end M;");
  assert_string_equal(model_text_expr(m, model_text_info(m, "q")->binding),
                      "3*p");
  model_text_free(m);
}

/* initial() stays in what defines a discrete Real until it is computed: the
 * when-equation is active at the start. */
static void test_discrete(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real x(start = 1, fixed = true), e; discrete Real d(start = 0); "
      "equation der(x) = -x; when initial() then d = homotopy(2*x, x); "
      "end when; e = if initial() then 5 else homotopy(3*d, d); end M;");
  assert_string_equal(model_text_expr(m, block_of(m, true, "d")->value),
                      "if homotopy() < 1 then (if homotopy() <= 0 then x else "
                      "homotopy()*(2*x) + (1 - homotopy())*x) else 2*x");
  assert_string_equal(model_text_expr(m, block_of(m, true, "e")->value), "5");
  assert_string_equal(model_text_expr(m, block_of(m, false, "d")->value),
                      "pre(d)");
  assert_string_equal(model_text_expr(m, block_of(m, false, "e")->value),
                      "3*d");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_structures),
      cmocka_unit_test(test_no_alias),
      cmocka_unit_test(test_parameter),
      cmocka_unit_test(test_discrete),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
