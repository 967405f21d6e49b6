/* Saved states: refused with a reason, in both kinds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hand_model.h"
#include "saved_state.h"
#include <string.h>

static void test_refused_with_a_reason(void **state)
{
  (void)state;
  const fmi2Type types[] = {fmi2ModelExchange, fmi2CoSimulation};
  for (int k = 0; k < 2; k++) {
    HandLog log;
    Instance *inst = hand_running(&hand_decay, types[k], &log, 1e-6, 1);
    Mode mode = inst->mode;
    fmi2FMUstate saved = NULL;
    size_t size = 0;
    char byte = 0;
    assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2Error);
    assert_non_null(strstr(log.last_error, "canGetAndSetFMUstate"));
    assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2Error);
    assert_int_equal(fmi2SerializedFMUstateSize(inst, saved, &size), fmi2Error);
    assert_int_equal(fmi2SerializeFMUstate(inst, saved, &byte, 1), fmi2Error);
    assert_int_equal(fmi2DeSerializeFMUstate(inst, &byte, 1, &saved),
                     fmi2Error);
    assert_non_null(strstr(log.last_error, "fmi2DeSerializeFMUstate"));
    assert_int_equal(log.n_errors, 5);
    assert_null(saved);
    assert_int_equal(inst->mode, mode);
    instance_free(inst);
  }
}

static void test_freeing_nothing_succeeds(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&hand_decay, fmi2CoSimulation, &log);
  fmi2FMUstate saved = NULL;
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(inst, NULL), fmi2OK);
  int other = 0;
  saved = &other; /* never came from here */
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2Error);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused_with_a_reason),
      cmocka_unit_test(test_freeing_nothing_succeeds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
