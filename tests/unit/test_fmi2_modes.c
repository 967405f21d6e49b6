/* The table of modes against rows of the standard, read by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fmi2_modes.h"
#include "model.h"
#include <string.h>

static const Mode every_mode[] = {
    MODE_INSTANTIATED,  MODE_INITIALIZATION, MODE_EVENT, MODE_CONTINUOUS,
    MODE_STEP_COMPLETE, MODE_TERMINATED,     MODE_ERROR};
enum { N_MODES = sizeof every_mode / sizeof every_mode[0] };

/* One letter a mode, in the order above; '-' means refused. */
static void assert_row(Call call, fmi2Type type, const char *row)
{
  assert_int_equal(strlen(row), N_MODES);
  for (int k = 0; k < N_MODES; k++) {
    bool expected = row[k] != '-';
    if (fmi2_modes_allow(call, type, every_mode[k]) != expected) {
      fail_msg("%s in %s", fmi2_modes_call_name(call),
               fmi2_modes_name(every_mode[k]));
    }
  }
}

static void test_model_exchange(void **state)
{
  (void)state;
  fmi2Type me = fmi2ModelExchange;
  assert_row(CALL_SET_DEBUG_LOGGING, me, "xxxx-xx");
  assert_row(CALL_SETUP_EXPERIMENT, me, "x------");
  assert_row(CALL_ENTER_INITIALIZATION_MODE, me, "x------");
  assert_row(CALL_EXIT_INITIALIZATION_MODE, me, "-x-----");
  assert_row(CALL_TERMINATE, me, "--xx--x");
  assert_row(CALL_RESET, me, "xxxx-xx");
  assert_row(CALL_GET_REAL, me, "-xxx-xx");
  assert_row(CALL_GET_STRING, me, "-xxx-xx");
  assert_row(CALL_SET_REAL, me, "xxxx---");
  assert_row(CALL_SET_INTEGER, me, "xxx----");
  assert_row(CALL_SET_BOOLEAN, me, "xxx----");
  assert_row(CALL_ENTER_EVENT_MODE, me, "--xx---");
  assert_row(CALL_NEW_DISCRETE_STATES, me, "--x----");
  assert_row(CALL_ENTER_CONTINUOUS_TIME_MODE, me, "--x----");
  assert_row(CALL_COMPLETED_INTEGRATOR_STEP, me, "---x---");
  assert_row(CALL_SET_TIME, me, "--xx---");
  assert_row(CALL_SET_CONTINUOUS_STATES, me, "---x---");
  assert_row(CALL_GET_EVENT_INDICATORS, me, "-xxx-xx");
  assert_row(CALL_GET_CONTINUOUS_STATES, me, "-xxx-xx");
  assert_row(CALL_GET_DERIVATIVES, me, "-xxx-xx");
  assert_row(CALL_GET_NOMINALS, me, "xxxx-xx");
  assert_row(CALL_DO_STEP, me, "-------");
  assert_row(CALL_GET_REAL_STATUS, me, "-------");
}

static void test_co_simulation(void **state)
{
  (void)state;
  fmi2Type cs = fmi2CoSimulation;
  assert_row(CALL_SET_DEBUG_LOGGING, cs, "xx--xxx");
  assert_row(CALL_SETUP_EXPERIMENT, cs, "x------");
  assert_row(CALL_EXIT_INITIALIZATION_MODE, cs, "-x-----");
  assert_row(CALL_TERMINATE, cs, "----x-x");
  assert_row(CALL_RESET, cs, "xx--xxx");
  assert_row(CALL_GET_REAL, cs, "-x--xxx");
  assert_row(CALL_SET_REAL, cs, "xx--x--");
  assert_row(CALL_SET_REAL_INPUT_DERIVATIVES, cs, "xx--x--");
  assert_row(CALL_GET_REAL_OUTPUT_DERIVATIVES, cs, "----xxx");
  assert_row(CALL_DO_STEP, cs, "----x--");
  assert_row(CALL_GET_REAL_STATUS, cs, "----xxx");
  assert_row(CALL_GET_BOOLEAN_STATUS, cs, "----xxx");
  assert_row(CALL_SET_TIME, cs, "-------");
  assert_row(CALL_NEW_DISCRETE_STATES, cs, "-------");
}

/* Only the importer's own calls belong to one kind alone. */
static void test_every_call_has_a_name_and_a_kind(void **state)
{
  (void)state;
  for (int k = 0; k < N_CALLS; k++) {
    Call call = (Call)k;
    assert_memory_equal(fmi2_modes_call_name(call), "fmi2", 4);
    assert_true(fmi2_modes_exist(call, fmi2ModelExchange) ||
                fmi2_modes_exist(call, fmi2CoSimulation));
  }
  assert_string_equal(fmi2_modes_call_name(CALL_GET_STRING_STATUS),
                      "fmi2GetStringStatus");
  assert_string_equal(fmi2_modes_call_name(CALL_GET_NOMINALS),
                      "fmi2GetNominalsOfContinuousStates");
}

static void test_settable(void **state)
{
  (void)state;
  unsigned start = MODE_INSTANTIATED | MODE_INITIALIZATION;
  assert_int_equal(fmi2_modes_settable(VARIABLE_PARAMETER), start);
  assert_int_equal(fmi2_modes_settable(VARIABLE_EXACT), start);
  assert_int_equal(fmi2_modes_settable(VARIABLE_APPROX), start);
  assert_int_equal(fmi2_modes_settable(VARIABLE_INPUT),
                   start | MODE_EVENT | MODE_CONTINUOUS | MODE_STEP_COMPLETE);
  assert_int_equal(fmi2_modes_settable(VARIABLE_TIME), 0);
  assert_int_equal(fmi2_modes_settable(VARIABLE_CONSTANT), 0);
  assert_int_equal(fmi2_modes_settable(VARIABLE_DEPENDENT), 0);
  assert_int_equal(fmi2_modes_settable(VARIABLE_CALCULATED), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model_exchange),
      cmocka_unit_test(test_co_simulation),
      cmocka_unit_test(test_every_call_has_a_name_and_a_kind),
      cmocka_unit_test(test_settable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
