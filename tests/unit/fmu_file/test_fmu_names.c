/* test_fmu_names.c: calls and status as the version spells them. */
#include "test.h"

#include "fmu_file/fmu_names.h"
#include "session_fixture.h"

static void calls_of_both_versions(void **state)
{
  (void)state;
  assert_string_equal(fmu_names_call(2, "fmi2GetReal"), "fmi2GetReal");
  assert_string_equal(fmu_names_call(3, "fmi2GetReal"), "fmi3GetFloat64");
  assert_string_equal(fmu_names_call(3, "fmi2DoStep"), "fmi3DoStep");
  assert_string_equal(fmu_names_call(3, "fmi2NewDiscreteStates"),
                      "fmi3UpdateDiscreteStates");
  assert_string_equal(fmu_names_call(3, "dlopen"), "dlopen");
}

static void status_of_both_versions(void **state)
{
  (void)state;
  assert_string_equal(fmu_names_status(2, fmi2Pending), "fmi2Pending");
  assert_string_equal(fmu_names_status(3, fmi2Discard), "fmi3Discard");
  assert_string_equal(fmu_names_status(3, (fmi2Status)77), "an unknown status");
}

static void words_in_a_text(void **state)
{
  SessionFixture *f = *state;
  Arena *arena = f->s->session_arena;
  assert_string_equal(
      fmu_names_text(arena, 3, "fmi2GetReal returned fmi2OK (fmi2Unknown)"),
      "fmi3GetFloat64 returned fmi3OK (fmi2Unknown)");
  assert_string_equal(fmu_names_text(arena, 2, "fmi2OK"), "fmi2OK");
  assert_string_equal(fmu_names_text(arena, 3, ""), "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_of_both_versions),
      cmocka_unit_test(status_of_both_versions),
      cmocka_unit_test_setup_teardown(words_in_a_text, session_fixture_set_up,
                                      session_fixture_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
