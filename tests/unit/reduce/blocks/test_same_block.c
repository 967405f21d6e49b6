/* test_same_block.c: blocks that initial and continuous system share. */
#include "test.h"

#include "model_text.h"

static bool is_shared(const ModelText *m, const char *name)
{
  const ReducedSystem *r = m->reduced;
  const ReducedBlock *now = model_text_block(m, &r->continuous, name);
  const ReducedBlock *first = model_text_block(m, &r->initial, name);
  assert_non_null(now);
  return first && first->unknown == now->unknown;
}

static void test_what_is_shared(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M parameter Real R = 2; Real x(start = 1, fixed = true), i, a, b; "
      "equation x = R*i; der(x) = -i; a + 0.1*b^3 = x; b + 0.1*a^3 = x; "
      "end M;");
  assert_true(is_shared(m, "i"));
  assert_true(is_shared(m, "der(x)"));
  assert_true(is_shared(m, "a"));
  /* while the model runs the parameter stays as it is */
  const ReducedBlock *first = model_text_block(m, &m->reduced->initial, "i");
  const ReducedBlock *now = model_text_block(m, &m->reduced->continuous, "i");
  assert_int_equal(first->n_tangents, 2);
  assert_int_equal(now->n_tangents, 1);
  assert_true(var_same(now->tangent[0].var, model_text_var(m, "x")));
  assert_true(expr_same(first->value, now->value));
  model_text_free(m);
}

/* The loop of z, der(b), der(a) is found in another order where a is no
 * unknown. */
static void test_in_another_order(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real a(start = 1), b(start = 0.5, fixed = true), z;"
      "equation der(a) = -a + b + z + sin(time); der(b) = -2*b + z;"
      "0 = a + time*b - cos(time); end M;");
  assert_true(is_shared(m, "z"));
  assert_int_equal(model_text_block(m, &m->reduced->continuous, "z")->n, 3);
  model_text_free(m);
}

/* Solved for something else in initialization, or with another residual. */
static void test_what_is_not(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x, y; initial equation der(x) = 1; "
                          "equation der(x) = 2*y - x; y = sin(time); end M;");
  assert_false(is_shared(m, "der(x)"));
  assert_true(is_shared(m, "y"));
  model_text_free(m);
  m = model_text_complete(
      "model M Real x(start = 1, fixed = true), y; equation "
      "der(x) = -y; y = homotopy(x^3, x); end M;");
  assert_false(is_shared(m, "y"));
  assert_true(is_shared(m, "der(x)"));
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_is_shared),
      cmocka_unit_test(test_in_another_order),
      cmocka_unit_test(test_what_is_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
