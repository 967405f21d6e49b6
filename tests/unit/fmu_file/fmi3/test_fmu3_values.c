/* test_fmu3_values.c: elements of arrays, types, texts of FMI 3.0. */
#include "test.h"

#include "fake_fmu3.h"
#include "fmu_file/fmi3/fmu3_values.h"

/* Indices of variables: x[1] to x[3], i, w, s[1], s[2], b, c. */
enum { X = 0, I = 3, W, S, B = 7, C };

static void one_element_is_set(void **state)
{
  Fmu fmu;
  Fmi3Calls calls;
  Fmu3 *m = fake_instance(*state, &fmu, &calls, NULL);
  assert_non_null(m);
  fake.x[0] = 1;
  fake.x[2] = 3;
  const fmi2ValueReference second = X + 1, all[] = {X + 2, X, X + 1};
  const double value = 7;
  double found[3];
  assert_int_equal(fmu3_set_real(m, &second, 1, &value), fmi2OK);
  assert_int_equal(fmu3_get_real(m, all, 3, found), fmi2OK);
  assert_true(found[0] == 3 && found[1] == 1 && found[2] == 7);
  fmu.FreeInstance(m);
}

static void values_fit_their_types(void **state)
{
  Fmu fmu;
  Fmi3Calls calls;
  Fmu3 *m = fake_instance(*state, &fmu, &calls, NULL);
  const fmi2ValueReference i = I, w = W, c = C;
  const fmi2Integer small = -128, large = 128;
  const double wide = 0x1p53, part = 0.5;
  fmi2Integer found = 0;
  assert_int_equal(fmu3_set_integer(m, &i, 1, &small), fmi2OK);
  assert_int_equal(fmu3_get_integer(m, &i, 1, &found), fmi2OK);
  assert_int_equal(found, -128);
  assert_int_equal(fmu3_set_integer(m, &i, 1, &large), fmi2Error);
  assert_non_null(strstr(fake.said, "of i"));
  assert_int_equal(fmu3_set_real(m, &w, 1, &wide), fmi2OK);
  assert_true(fake.w == (uint64_t)1 << 53);
  assert_int_equal(fmu3_set_real(m, &w, 1, &part), fmi2Error);
  assert_int_equal(fmu3_get_real(m, &w, 1, (double[1]){0}), fmi2Error);
  assert_non_null(strstr(fake.said, "fmi3GetUInt64"));
  assert_int_equal(fmu3_set_integer(m, &c, 1, &large), fmi2Error);
  fmu.FreeInstance(m);
}

static void texts_and_bytes(void **state)
{
  Fmu fmu;
  Fmi3Calls calls;
  Fmu3 *m = fake_instance(*state, &fmu, &calls, NULL);
  const fmi2ValueReference s = S + 1, b = B;
  const char *text = "two", *bytes = "00fF", *odd = "0", *letters = "xy";
  fmi2String found = NULL;
  fake.s[0] = "one";
  assert_int_equal(fmu3_set_string(m, &s, 1, &text), fmi2OK);
  assert_string_equal(fake.s[0], "one");
  assert_int_equal(fmu3_get_string(m, &s, 1, &found), fmi2OK);
  assert_string_equal(found, "two");
  assert_int_equal(fmu3_set_string(m, &b, 1, &bytes), fmi2OK);
  assert_int_equal(fake.n_b, 2);
  assert_int_equal(fmu3_get_string(m, &b, 1, &found), fmi2OK);
  assert_string_equal(found, "00ff");
  assert_int_equal(fmu3_set_string(m, &b, 1, &odd), fmi2Error);
  assert_int_equal(fmu3_set_string(m, &b, 1, &letters), fmi2Error);
  fmu.FreeInstance(m);
}

static void derivatives_of_elements(void **state)
{
  Fmu fmu;
  Fmi3Calls calls;
  Fmu3 *m = fake_instance(*state, &fmu, &calls, NULL);
  const fmi2ValueReference unknown[] = {X + 2, X + 1}, known = X + 1;
  const double seed = 5;
  double found[2] = {1, 1};
  assert_int_equal(fmu3_directional(m, unknown, 2, &known, 1, &seed, found),
                   fmi2OK);
  assert_true(found[0] == 0 && found[1] == 10);
  assert_int_equal(fmu3_adjoint(m, unknown, 2, &known, 1, found, found),
                   fmi2Error);
  fmu.FreeInstance(m);
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {
      TEST(one_element_is_set),
      TEST(values_fit_their_types),
      TEST(texts_and_bytes),
      TEST(derivatives_of_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
