/* interval.c: bounds contain what they should, and are narrow. */
#include "test.h"

#include "evaluate/interval.h"

static unsigned seed = 7;

/* Ends of all sizes, with zero and one among them. */
static double any_end(void)
{
  double size = pow(10, 6 * next_number(&seed) - 2), x = next_number(&seed);
  if (x > 0.9) return 0;
  if (x < -0.95) return 1;
  return size * next_number(&seed);
}

static Interval any_interval(void)
{
  double a = any_end(), b = any_end();
  if (next_number(&seed) > 0.8) b = a;
  if (next_number(&seed) > 0.5) b = a + 1e-3 * fabs(b);
  return a < b ? (Interval){a, b} : (Interval){b, a};
}

static double inside(Interval a)
{
  double part = (next_number(&seed) + 1) / 2;
  if (part < 0.1) return a.low;
  if (part > 0.9) return a.high;
  return fmin(fmax(a.low + part * (a.high - a.low), a.low), a.high);
}

typedef struct One {
  const char *name;
  Interval (*bounds)(Interval);
  double (*f)(double);
} One;

static double sign_of(double x)
{
  return (x > 0) - (x < 0);
}

static const One functions[] = {
    {"sin", interval_sin, sin},       {"cos", interval_cos, cos},
    {"tan", interval_tan, tan},       {"asin", interval_asin, asin},
    {"acos", interval_acos, acos},    {"atan", interval_atan, atan},
    {"sinh", interval_sinh, sinh},    {"cosh", interval_cosh, cosh},
    {"tanh", interval_tanh, tanh},    {"exp", interval_exp, exp},
    {"log", interval_log, log},       {"log10", interval_log10, log10},
    {"sqrt", interval_sqrt, sqrt},    {"abs", interval_abs, fabs},
    {"floor", interval_floor, floor}, {"ceil", interval_ceil, ceil},
    {"sign", interval_sign, sign_of}};

static double sum_of(double a, double b)
{
  return a + b;
}
static double difference_of(double a, double b)
{
  return a - b;
}
static double product_of(double a, double b)
{
  return a * b;
}
static double quotient_of(double a, double b)
{
  return a / b;
}

typedef struct Two {
  const char *name;
  Interval (*bounds)(Interval, Interval);
  double (*f)(double, double);
} Two;

static const Two operators[] = {{"+", interval_add, sum_of},
                                {"-", interval_subtract, difference_of},
                                {"*", interval_multiply, product_of},
                                {"/", interval_divide, quotient_of},
                                {"^", interval_power, pow},
                                {"atan2", interval_atan2, atan2},
                                {"min", interval_min, fmin},
                                {"max", interval_max, fmax}};

enum { N_CASES = 20000, N_POINTS = 5 };

/* The value at some points is there, in exact arithmetic as in doubles. */
static void test_functions_are_contained(void **unused)
{
  (void)unused;
  for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
    for (int c = 0; c < N_CASES; c++) {
      Interval a = any_interval(), v = functions[k].bounds(a);
      for (int i = 0; i < N_POINTS; i++) {
        double x = inside(a), y = functions[k].f(x);
        if (y != y || interval_has(v, y)) continue;
        fail_msg("%s(%.17g) = %.17g is not in [%.17g, %.17g]",
                 functions[k].name, x, y, v.low, v.high);
      }
    }
  }
}

static void test_operators_are_contained(void **unused)
{
  (void)unused;
  for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
    for (int c = 0; c < N_CASES; c++) {
      Interval a = any_interval(), b = any_interval();
      if (next_number(&seed) > 0.5) b = interval_of(floor(fmod(b.low, 10)));
      Interval v = operators[k].bounds(a, b);
      for (int i = 0; i < N_POINTS; i++) {
        double x = inside(a), y = inside(b), z = operators[k].f(x, y);
        if (!isfinite(z) || interval_has(v, z)) continue;
        fail_msg("%.17g %s %.17g = %.17g is not in [%.17g, %.17g]", x,
                 operators[k].name, y, z, v.low, v.high);
      }
    }
  }
}

static void test_bounds_are_narrow(void **unused)
{
  (void)unused;
  Interval v = interval_sin((Interval){0.1, 0.2});
  assert_true(fabs(v.low - sin(0.1)) < 1e-15 &&
              fabs(v.high - sin(0.2)) < 1e-15);
  v = interval_sin((Interval){1.5, 1.7});
  assert_true(v.high == 1 && fabs(v.low - sin(1.7)) < 1e-15);
  v = interval_cos((Interval){3, 3.3});
  assert_true(v.low == -1 && v.high < -0.98);
  v = interval_sin((Interval){1e6, 1e6 + 0.01});
  assert_true(v.high - v.low < 0.011);
  v = interval_power((Interval){-2, 1}, interval_of(2));
  assert_true(v.low == 0 && fabs(v.high - 4) < 1e-14);
  v = interval_multiply((Interval){0, 0}, interval_all());
  assert_true(interval_is_zero(v));
}

static void test_what_has_no_value_is_empty(void **unused)
{
  (void)unused;
  assert_true(interval_is_empty(interval_log((Interval){-3, -1})));
  assert_true(interval_is_empty(interval_sqrt((Interval){-3, -1})));
  assert_true(interval_is_empty(interval_asin((Interval){2, 3})));
  assert_true(
      interval_is_empty(interval_add(interval_empty(), interval_of(1))));
  Interval v = interval_log((Interval){-1, 1});
  assert_true(v.low == -HUGE_VAL && interval_has(v, 0) && v.high < 1e-300);
  v = interval_divide(interval_of(1), (Interval){-1, 1});
  assert_true(v.low == -HUGE_VAL && v.high == HUGE_VAL);
  v = interval_log((Interval){0, 0});
  assert_true(v.low == -HUGE_VAL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions_are_contained),
      cmocka_unit_test(test_operators_are_contained),
      cmocka_unit_test(test_bounds_are_narrow),
      cmocka_unit_test(test_what_has_no_value_is_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
