/* test_index_method.c: the table of methods, and models that need
 * none. */
#include "test.h"

#include "model_text.h"
#include "reduce/index/index_method.h"

static const char *const plain =
    "model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;";

/* The words of --reduction, each once. */
static void test_names(void **state)
{
  (void)state;
  for (int k = 0; k < N_REDUCTIONS; k++) {
    const IndexMethod *method = index_method((Reduction)k);
    assert_non_null(method->select);
    for (int i = 0; i < k; i++) {
      assert_string_not_equal(method->name, index_method((Reduction)i)->name);
    }
  }
  assert_string_equal(index_method(REDUCTION_MINIMAL_EXTENSION)->name,
                      "minimal-extension");
}

/* Nothing is to be reduced: it is reported, and the same states come out. */
static void test_nothing_to_reduce(void **state)
{
  (void)state;
  for (int k = 0; k < N_REDUCTIONS; k++) {
    ModelText *m = model_text_method(plain, (Reduction)k);
    assert_true(m->ok);
    assert_string_equal(model_text_states(m), "x");
    assert_int_equal(m->sys->n_monitors, 0);
    bool reported = strstr(model_text_messages(m), "W306") != NULL;
    assert_int_equal(reported, k != REDUCTION_DUMMY);
    model_text_free(m);
  }
}

/* Degrees of freedom: the same by all methods that keep the constraints. */
static void test_degrees_of_freedom(void **state)
{
  (void)state;
  const char *text = "model M Real a, b(start = 0.5), z; equation "
                     "der(a) = b + z - a; der(b) = z - 2*b; "
                     "a + 3*b = cos(time); end M;";
  for (int k = 0; k < N_REDUCTIONS; k++) {
    ModelText *m = model_text_method(text, (Reduction)k);
    assert_true(m->ok);
    bool leaves = k == REDUCTION_NONE || k == REDUCTION_BAUMGARTE;
    assert_int_equal(m->reduced->n_states, leaves ? 2 : 1);
    bool keeps = k == REDUCTION_DUMMY || k == REDUCTION_ANGLES;
    assert_int_equal(m->sys->n_monitors, keeps ? 0 : 1);
    model_text_free(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_nothing_to_reduce),
      cmocka_unit_test(test_degrees_of_freedom),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
