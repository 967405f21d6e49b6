/* test_fmu3.c: steps, events and clocks of an FMU of FMI 3.0. */
#include "test.h"

#include "fake_fmu3.h"

static struct {
  double time[20];
  int n;
} seen;

static void take_event(void *environment, double time)
{
  (void)environment;
  if (seen.n < 20) seen.time[seen.n++] = time;
}

static void start_run(const Fmu *fmu, Fmu3 *m)
{
  seen.n = 0;
  assert_non_null(m);
  assert_int_equal(fmu->SetupExperiment(m, 0, 0, 0, 0, 0), fmi2OK);
  assert_int_equal(fmu->EnterInitializationMode(m), fmi2OK);
  assert_int_equal(fmu->ExitInitializationMode(m), fmi2OK);
}

static void clocks_divide_a_step(void **state)
{
  Fmu fmu;
  Fmi3Calls calls;
  Fmu3 *m = fake_instance(*state, &fmu, &calls, take_event);
  start_run(&fmu, m);
  assert_int_equal(fmu.DoStep(m, 0, 1, 1), fmi2OK); /* 0.25, 0.75, 1 */
  assert_int_equal(fake.n_steps, 3);
  assert_int_equal(fake.n_ticks, 2);
  assert_int_equal(seen.n, 4); /* both sides */
  assert_true(seen.time[0] == 0.25 && seen.time[3] == 0.75);
  assert_int_equal(fmu.DoStep(m, 1, 0.25, 1), fmi2OK);
  const fmi2ValueReference clock = 8;
  fmi2Boolean ticks = fmi2False;
  assert_int_equal(fmu.GetBoolean(m, &clock, 1, &ticks), fmi2OK);
  assert_true(ticks && fake.n_ticks == 3); /* at the end of the step */
  fmu.FreeInstance(m);
}

static void early_return_goes_on(void **state)
{
  Fmu fmu;
  Fmi3Calls calls;
  Fmu3 *m = fake_instance(*state, &fmu, &calls, take_event);
  start_run(&fmu, m);
  fake.wants_event = true;
  assert_int_equal(fmu.DoStep(m, 0, 0.2, 1), fmi2OK);
  assert_int_equal(fake.n_steps, 2);
  assert_int_equal(seen.n, 2);
  assert_true(seen.time[0] == 0.1);
  assert_true(fake.time == 0.2);
  fmu.FreeInstance(m);
}

static void discrete_inputs_enter_event_mode(void **state)
{
  Fmu fmu;
  Fmi3Calls calls;
  Fmu3 *m = fake_instance(*state, &fmu, &calls, NULL);
  start_run(&fmu, m);
  int before = fake.n_events;
  const fmi2ValueReference i = 3;
  const fmi2Integer same = 0, other = 5;
  assert_int_equal(fmu.SetInteger(m, &i, 1, &same), fmi2OK);
  assert_int_equal(m->mode, FMU3_STEP);
  assert_int_equal(fmu.SetInteger(m, &i, 1, &other), fmi2OK);
  assert_int_equal(m->mode, FMU3_EVENT);
  assert_int_equal(fmu.DoStep(m, 0, 0.1, 1), fmi2OK);
  assert_int_equal(fake.n_events, before + 1);
  assert_int_equal(fake.i, 5);
  fmu.FreeInstance(m);
}

static void what_is_missing_is_said(void **state)
{
  Fmu fmu;
  Fmi3Calls calls;
  Fmu3 *m = fake_instance(*state, &fmu, &calls, NULL);
  fmi2FMUstate saved = NULL;
  assert_int_equal(fmu.GetFMUstate(m, &saved), fmi2Error);
  assert_non_null(strstr(fake.said, "fmi3GetFMUState"));
  assert_int_equal(fmu.Reset(m), fmi2OK);
  fmu.FreeInstance(m);
  fmi2CallbackFunctions callbacks = {.logger = fake_logger};
  assert_null(fmu3_instantiate(&fmu, "a", fmi2CoSimulation, "other", &callbacks,
                               fmi2False, NULL));
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {
      TEST(clocks_divide_a_step),
      TEST(early_return_goes_on),
      TEST(discrete_inputs_enter_event_mode),
      TEST(what_is_missing_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
