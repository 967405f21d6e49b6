/* test_flat_function.c: what the rows say about functions of flat
 * expressions. */
#include "test.h"

#include "flatten/flat/flat_function.h"

static void test_names(void **state)
{
  (void)state;
  assert_string_equal(flat_function_name(FLAT_ADD), "+");
  assert_string_equal(flat_function_name(FLAT_NOT_EQUAL), "<>");
  assert_string_equal(flat_function_name(FLAT_ATAN2), "atan2");
  assert_string_equal(flat_function_name(FLAT_HOMOTOPY), "homotopy");
  for (int f = 0; f < N_FLAT_FUNCTIONS; f++) {
    assert_non_null(flat_function_name((FlatFunction)f));
  }
}

/* A word of a model is found, and stands for one function only. */
static void test_words(void **state)
{
  FlatFunction found;
  (void)state;
  for (FlatFunction f = 0; f < N_FLAT_FUNCTIONS; f++) {
    const FlatFunctionRow *row = flat_function(f);
    assert_true(row->least <= row->most);
    if (!row->is_word) continue;
    assert_true(flat_function_find(row->name, &found));
    assert_int_equal(found, f);
  }
  assert_false(flat_function_find("+", &found));
  assert_false(flat_function_find("Real", &found));
  assert_false(flat_function_find("when", &found));
  assert_false(flat_function_find("cbrt2", &found));
}

static void test_facts(void **state)
{
  (void)state;
  assert_int_equal(flat_function(FLAT_FLOOR)->events, FLAT_EVENTS_STEPS);
  assert_int_equal(flat_function(FLAT_MOD)->events, FLAT_EVENTS_JUMPS);
  assert_int_equal(flat_function(FLAT_SIGN)->events, FLAT_EVENTS_NO);
  assert_true(flat_function(FLAT_PRE)->is_of_model);
  assert_false(flat_function(FLAT_NO_EVENT)->is_of_model);
  assert_true(flat_function(FLAT_SIN)->is_smooth);
  assert_false(flat_function(FLAT_MIN)->is_smooth);
  assert_int_equal(flat_function(FLAT_DELAY)->least, 2);
  assert_int_equal(flat_function(FLAT_DELAY)->most, 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_words),
                                     cmocka_unit_test(test_facts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
