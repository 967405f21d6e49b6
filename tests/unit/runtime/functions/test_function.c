/* What is said about a function that fails: its arguments, the object that it
 * was to make; of several failures the first. How often a loop turns. */
#include "test.h"

#include <limits.h>

#include "hand_model.h"
#include "string_pool.h"

static const char *const object_name[] = {"tank.table", "pump.table"};
static const char *const input_name[] = {"fileName", "table[1]", "table[2]",
                                         "table[3]", "table[4]", "table[5]",
                                         "table[6]", "lines",    "number"};
static const ModelFunctionInfo constructor = {.name = "Table.constructor",
                                              .n_in = 9,
                                              .n_out = 1,
                                              .input = input_name,
                                              .text = "t--------",
                                              .makes_object = 1};

static Model with_names(void)
{
  Model m = hand_stateless;
  m.n_objects = 2;
  m.uses_strings = 1;
  m.object = object_name;
  return m;
}

static void test_constructor(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m = with_names();
  Instance *inst = hand_running(&m, fmi2CoSimulation, &log, 1e-6, 5);
  const ModelValues *v = &inst->values;
  double in[9] = {strings_number(v, "a.txt"), 1, 2, 3, 4, 5, 6, 7, 1}, out;
  inst->reason[0] = '\0';
  inst->function_failed = false;
  assert_int_equal(
      function_fail(v, &constructor, in, &out, "t.mo:3: t", "no file"), 1);
  assert_true(inst->function_failed && out != out);
  assert_non_null(
      strstr(inst->reason,
             "the external object pump.table cannot be made: no file, in the "
             "function Table.constructor(fileName = \"a.txt\", table[1] = 1, "
             "table[2] = 2, table[3] = 3, table[4] = 4, table[5] = 5, "
             "lines = 7, ...) (t.mo:3: t)"));
  instance_free(inst);
}

/* What comes after it follows from the first. */
static void test_first_is_the_cause(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m = with_names();
  static const ModelFunctionInfo plain = {.name = "f", .n_in = 2, .n_out = 1};
  Instance *inst = hand_running(&m, fmi2CoSimulation, &log, 1e-6, 5);
  double in[2] = {1, 2.5}, out;
  inst->reason[0] = '\0';
  inst->function_failed = false;
  function_fail(&inst->values, &plain, in, &out, "t.mo:3: t", "the cause");
  function_fail(&inst->values, &plain, in, &out, "t.mo:4: t", "a result");
  assert_non_null(strstr(inst->reason, "the function f(1, 2.5) fails: the "
                                       "cause (t.mo:3: t)"));
  inst->function_failed = false;
  function_fail(&inst->values, &plain, in, &out, "t.mo:5: t", "another one");
  assert_non_null(strstr(inst->reason, "another one"));
  instance_free(inst);
}

/* for i in first:step:last */
static void test_turns(void **state)
{
  (void)state;
  assert_int_equal(function_turns(2, 1, 4), 3);
  assert_int_equal(function_turns(3, -1, 1), 3);
  assert_int_equal(function_turns(1, 2, 4), 2);
  assert_int_equal(function_turns(5, 1, 5), 1);
  assert_int_equal(function_turns(2, 1, 1), 0);
  assert_int_equal(function_turns(0.1, 0.1, 1), 10); /* despite rounding */
  assert_int_equal(function_turns(1, 0, 2), 0);
  assert_int_equal(function_turns(1, 1, 1e300), INT_MAX);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constructor),
      cmocka_unit_test(test_first_is_the_cause),
      cmocka_unit_test(test_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
