/* test_fmu_inputs.c: curves of inputs, for an FMU that keeps them. */
#include "test.h"

#include "fmu_file/run/fmu_inputs.h"

/* What the last calls have set. */
typedef struct Received {
  double real, slope;
  int integer;
  int n_slopes;
} Received;

static fmi2Status set_real(fmi2Component c, const fmi2ValueReference vr[],
                           size_t n, const fmi2Real value[])
{
  (void)vr;
  assert_int_equal(n, 1);
  ((Received *)c)->real = value[0];
  return fmi2OK;
}

static fmi2Status set_slope(fmi2Component c, const fmi2ValueReference vr[],
                            size_t n, const fmi2Integer order[],
                            const fmi2Real value[])
{
  (void)vr;
  assert_int_equal(n, 1);
  assert_int_equal(order[0], 1);
  ((Received *)c)->slope = value[0];
  ((Received *)c)->n_slopes++;
  return fmi2OK;
}

static fmi2Status set_integer(fmi2Component c, const fmi2ValueReference vr[],
                              size_t n, const fmi2Integer value[])
{
  (void)vr;
  assert_int_equal(n, 1);
  ((Received *)c)->integer = value[0];
  return value[0] < 0 ? fmi2Error : fmi2OK;
}

static FmuVariable variables[] = {
    {.type = FMU_REAL, .variability = FMU_CONTINUOUS},
    {.type = FMU_INTEGER, .variability = FMU_DISCRETE},
};
static const char *capabilities[] = {"canInterpolateInputs=true",
                                     "canBeStopped=false"};
static FmuDescription description = {
    .variable = variables,
    .n_variables = 2,
    .co_simulation = {.capability = capabilities, .n_capabilities = 2}};
static const Fmu fmu = {.description = &description,
                        .SetReal = set_real,
                        .SetInteger = set_integer,
                        .SetRealInputDerivatives = set_slope};

/* A jump at 1. */
static double times[] = {0, 1, 1, 3};
static double curve[] = {0, 2, 5, 1};
static double steps[] = {1, 1, 2, -1};
static FmuInputColumn columns[] = {{.variable = 0, .number = curve},
                                   {.variable = 1, .number = steps}};
static const FmuInputs table = {times, 4, columns, 2};

static Received set_at(double time, bool has_slopes)
{
  Received received = {0};
  const char *call = NULL;
  assert_int_equal(
      fmu_inputs_set(&table, &fmu, &received, time, has_slopes, &call), fmi2OK);
  return received;
}

static void values_between_rows(void **state)
{
  (void)state;
  Received received = set_at(0.25, true);
  assert_true(received.real == 0.5 && received.slope == 2 &&
              received.integer == 1);
  received = set_at(2, true);
  assert_true(received.real == 3 && received.slope == -2 &&
              received.integer == 2);
  assert_int_equal(set_at(2, false).n_slopes, 0);
}

static void after_a_jump(void **state)
{
  (void)state;
  Received received = set_at(1, true);
  assert_true(received.real == 5 && received.slope == -2 &&
              received.integer == 2);
  received = set_at(1 - 1e-15, true); /* rounding of the importer's time */
  assert_true(received.integer == 2);
}

static void before_the_first_row(void **state)
{
  (void)state;
  Received received = set_at(-1, true);
  assert_true(received.real == 0 && received.slope == 0 &&
              received.integer == 1);
}

static void a_call_that_fails_is_named(void **state)
{
  (void)state;
  Received received = {0};
  const char *call = NULL;
  assert_int_equal(fmu_inputs_set(&table, &fmu, &received, 4, true, &call),
                   fmi2Error);
  assert_string_equal(call, "fmi2SetInteger");
  assert_true(received.real == 1 &&
              received.slope == 0); /* after the last row */
}

static void steps_end_at_rows(void **state)
{
  (void)state;
  assert_true(fmu_inputs_next(&table, 0, 0.5) == 0.5);
  assert_true(fmu_inputs_next(&table, 0.5, 2) == 1);
  assert_true(fmu_inputs_next(&table, 1, 2) == 2);
  assert_true(fmu_inputs_next(&table, 1, 4) == 3);
  assert_true(fmu_inputs_next(&table, 3, 4) == 4);
  assert_true(fmu_inputs_next(&table, -1, 4) == 0);
  assert_true(fmu_inputs_next(&table, 0.5, 1 + 1e-14) == 1 + 1e-14);
}

static void capabilities_by_name(void **state)
{
  (void)state;
  assert_true(fmu_inputs_can(&fmu, "canInterpolateInputs"));
  assert_false(fmu_inputs_can(&fmu, "canBeStopped"));
  assert_false(fmu_inputs_can(&fmu, "canInterpolate"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_between_rows),
      cmocka_unit_test(after_a_jump),
      cmocka_unit_test(before_the_first_row),
      cmocka_unit_test(a_call_that_fails_is_named),
      cmocka_unit_test(steps_end_at_rows),
      cmocka_unit_test(capabilities_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
