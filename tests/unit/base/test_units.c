/* test_units.c: unit strings of Modelica in SI base units. */
#include "test.h"

#include "base/units.h"

#define PI 3.14159265358979323846

/* clang-format off */
static const struct {
  const char *text;
  double factor, offset;
  int exponent[N_UNIT_BASES]; /* kg m s A K mol cd rad */
} known[] = {
  {"m",          1,        0,      { 0,  1,  0,  0,  0, 0, 0, 0}},
  {"m/s2",       1,        0,      { 0,  1, -2,  0,  0, 0, 0, 0}},
  {"N.m",        1,        0,      { 1,  2, -2,  0,  0, 0, 0, 0}},
  {"kg.m2/s2",   1,        0,      { 1,  2, -2,  0,  0, 0, 0, 0}},
  {"kg",         1,        0,      { 1,  0,  0,  0,  0, 0, 0, 0}},
  {"rad/s",      1,        0,      { 0,  0, -1,  0,  0, 0, 0, 1}},
  {"1/s",        1,        0,      { 0,  0, -1,  0,  0, 0, 0, 0}},
  {"1",          1,        0,      { 0,  0,  0,  0,  0, 0, 0, 0}},
  {"V",          1,        0,      { 1,  2, -3, -1,  0, 0, 0, 0}},
  {"Ohm",        1,        0,      { 1,  2, -3, -2,  0, 0, 0, 0}},
  {"kOhm",       1e3,      0,      { 1,  2, -3, -2,  0, 0, 0, 0}},
  {"F",          1,        0,      {-1, -2,  4,  2,  0, 0, 0, 0}},
  {"uF",         1e-6,     0,      {-1, -2,  4,  2,  0, 0, 0, 0}},
  {"degC",       1,        273.15, { 0,  0,  0,  0,  1, 0, 0, 0}},
  {"W/degC",     1,        0,      { 1,  2, -3,  0, -1, 0, 0, 0}},
  {"K",          1,        0,      { 0,  0,  0,  0,  1, 0, 0, 0}},
  {"deg",        PI / 180, 0,      { 0,  0,  0,  0,  0, 0, 0, 1}},
  {"bar",        1e5,      0,      { 1, -1, -2,  0,  0, 0, 0, 0}},
  {"mbar",       1e2,      0,      { 1, -1, -2,  0,  0, 0, 0, 0}},
  {"kW",         1e3,      0,      { 1,  2, -3,  0,  0, 0, 0, 0}},
  {"mm2",        1e-6,     0,      { 0,  2,  0,  0,  0, 0, 0, 0}},
  {"min",        60,       0,      { 0,  0,  1,  0,  0, 0, 0, 0}},
  {"l/min",      1e-3 / 60, 0,     { 0,  3, -1,  0,  0, 0, 0, 0}},
  {"dam",        10,       0,      { 0,  1,  0,  0,  0, 0, 0, 0}},
  {"dm",         0.1,      0,      { 0,  1,  0,  0,  0, 0, 0, 0}},
  {"Pa",         1,        0,      { 1, -1, -2,  0,  0, 0, 0, 0}},
  {"J/(kg.K)",   1,        0,      { 0,  2, -2,  0, -1, 0, 0, 0}},
  {"W/(m2.K4)",  1,        0,      { 1,  0, -3,  0, -4, 0, 0, 0}},
  {"m-1",        1,        0,      { 0, -1,  0,  0,  0, 0, 0, 0}},
  {"s+2",        1,        0,      { 0,  0,  2,  0,  0, 0, 0, 0}},
  {"((m))",      1,        0,      { 0,  1,  0,  0,  0, 0, 0, 0}},
  {"kmol/m3",    1e3,      0,      { 0, -3,  0,  0,  0, 1, 0, 0}},
  {"%",          1e-2,     0,      { 0,  0,  0,  0,  0, 0, 0, 0}},
};
/* clang-format on */

static void test_known(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    Unit u;
    if (!units_parse(known[k].text, &u)) fail_msg("%s", known[k].text);
    assert_true(fabs(u.factor - known[k].factor) <= 1e-15 * known[k].factor);
    assert_true(u.offset == known[k].offset);
    assert_memory_equal(u.exponent, known[k].exponent, sizeof u.exponent);
  }
}

static void test_exact_decimal_factors(void **state)
{
  (void)state;
  Unit u;
  assert_true(units_parse("mm2", &u) && u.factor == 1e-6);
  assert_true(units_parse("uF", &u) && u.factor == 1e-6);
  assert_true(units_parse("mbar", &u) && u.factor == 100);
}

static void test_unknown(void **state)
{
  (void)state;
  static const char *const unknown[] = {
      "",        "furlong", "m/",
      "/s",      "m/s/s",   "m..s",
      "m s",     "(m",      "m)",
      "2",       "10",      "m^2",
      "ft",      "m/(s",    "kdegC",
      "m1000",   "m+",      "((((((((((((m))))))))))))",
      "m99.m99", "1.5",     "h100",
      "h-100"};
  for (size_t k = 0; k < sizeof unknown / sizeof unknown[0]; k++) {
    Unit u;
    if (units_parse(unknown[k], &u)) fail_msg("%s", unknown[k]);
  }
}

static void test_convert(void **state)
{
  (void)state;
  Unit kelvin, celsius, radian, degree, metre;
  double factor, offset;
  assert_true(units_parse("K", &kelvin) && units_parse("degC", &celsius));
  assert_true(units_parse("rad", &radian) && units_parse("deg", &degree));
  assert_true(units_parse("m", &metre));
  assert_true(units_convert(&kelvin, &celsius, &factor, &offset));
  assert_true(factor == 1 && offset == -273.15);
  assert_true(units_convert(&radian, &degree, &factor, &offset));
  assert_true(fabs(factor - 180 / PI) < 1e-13);
  assert_true(offset == 0);
  assert_false(units_convert(&radian, &metre, &factor, &offset));
  Unit large, small; /* factors whose quotient is beyond all numbers */
  assert_true(units_parse("atm50", &large) && units_parse("mPa50", &small));
  assert_false(units_convert(&large, &small, &factor, &offset));
  assert_false(units_convert(&small, &large, &factor, &offset));
}

static void test_invert(void **state)
{
  (void)state;
  Unit ohm, siemens, kelvin, celsius, one, period;
  double factor;
  assert_true(units_parse("kOhm", &ohm) && units_parse("mS", &siemens));
  assert_true(units_parse("K", &kelvin) && units_parse("1/degC", &celsius));
  assert_true(units_parse("1", &one) && units_parse("h", &period));
  assert_true(units_invert(&ohm, &siemens, &factor)); /* 1 kOhm is 1 mS */
  assert_true(fabs(factor - 1) < 1e-15);
  assert_false(units_invert(&ohm, &ohm, &factor));
  assert_false(units_invert(&one, &one, &factor));
  assert_false(units_invert(&period, &ohm, &factor));
  assert_true(units_parse("degC", &celsius));
  assert_false(units_invert(&celsius, &kelvin, &factor));
  assert_true(units_parse("Hz", &kelvin));
  assert_true(units_invert(&period, &kelvin, &factor)); /* 1 h */
  assert_true(fabs(factor * 3600 - 1) < 1e-15);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_exact_decimal_factors),
      cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_convert),
      cmocka_unit_test(test_invert),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
