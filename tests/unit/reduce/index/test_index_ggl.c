/* test_index_ggl.c: further equations and multipliers. */
#include "test.h"

#include "model_text.h"

static ModelText *reduced(const char *text)
{
  return model_text_by_method(text, REDUCTION_GGL);
}

/* g' becomes an equation, der(x) and der(y) get equations with mu. */
static void test_pendulum(void **state)
{
  (void)state;
  ModelText *m = reduced(model_text_pendulum);
  assert_int_equal(model_text_count(m, "ggl.mu["), 1);
  assert_int_equal(model_text_count(m, "ggl.v["), 0); /* vx, vy are there */
  assert_int_equal(m->sys->n_given, 3 + 1 + 2);
  assert_false(
      var_same(model_text_info(m, "x")->derivative, model_text_var(m, "vx")));
  assert_int_equal(m->sys->index, 3); /* of the model as written */
  model_text_free(m);
}

/* Order nu: nu - 1 hidden constraints with as many multipliers. */
static void test_order_three(void **state)
{
  (void)state;
  ModelText *m = reduced(
      "model M Real x(start = 1), y, a, b, p, q(start = 1), z; equation "
      "der(x) = a; der(y) = b; der(a) = p; der(b) = q; "
      "der(p) = -2*z*x; der(q) = -2*z*y - 1; x^2 + y^2 = 1; end M;");
  assert_int_equal(model_text_count(m, "ggl.mu["), 2);
  assert_int_equal(m->sys->n_given, 3 + 2 + 4);
  model_text_free(m);
}

/* Where the model has no variable for der(x): p is half of it. */
static void test_velocities_get_names(void **state)
{
  (void)state;
  ModelText *m = reduced("model M Real x(start = 1), y, p, q, z; equation "
                         "der(x) = 2*p; der(y) = 2*q; der(p) = -z*x; "
                         "der(q) = -z*y - 1; x^2 + y^2 = 1; end M;");
  assert_int_equal(model_text_count(m, "ggl.v["), 2);
  model_text_free(m);
}

/* What was differentiated once has its multiplier already. */
static void test_index_two_stays(void **state)
{
  (void)state;
  ModelText *m = reduced("model M Real x, y, z; equation der(x) = z + y; "
                         "der(y) = x - z; x + 2*y = sin(time); end M;");
  assert_int_equal(model_text_count(m, "ggl."), 0);
  assert_int_equal(m->sys->n_given, 3);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_order_three),
      cmocka_unit_test(test_velocities_get_names),
      cmocka_unit_test(test_index_two_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
