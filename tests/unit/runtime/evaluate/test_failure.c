/* What is said about a solver's failure. */
#include "test.h"

#include "evaluate/failure.h"
#include "hand_model.h"

/* y^2 = 1 - x and x = time have no solution after time 1. */
static void test_look_ahead(void **state)
{
  (void)state;
  HandLog log = {0};
  Instance *inst =
      hand_running(&hand_dead_end, fmi2CoSimulation, &log, 1e-6, 5);
  snprintf(inst->reason, sizeof inst->reason, "a solver's words");
  failure_look_ahead(inst, 0.1);
  assert_string_equal(inst->reason, "a solver's words");
  failure_look_ahead(inst, 5);
  const char *equation = strstr(inst->reason, "deadend.mo:5: y^2 = 1 - x");
  assert_non_null(equation);
  assert_non_null(strstr(equation, "\na solver's words"));
  assert_false(inst->near_only);
  instance_free(inst);
}

static void test_fastest(void **state)
{
  (void)state;
  HandLog log = {0};
  char words[200] = "";
  LogText text = {words, sizeof words, 0};
  Instance *inst =
      hand_running(&hand_not_finite, fmi2CoSimulation, &log, 1e-6, 5);
  failure_append_fastest(inst, &text);
  assert_string_equal(words, ": what moves fastest is x = 0, by der(x) = 1: "
                             "notfinite.mo:4: der(x) = 1/sqrt(1 - x) (x = 0)");
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_look_ahead),
      cmocka_unit_test(test_fastest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
