/* test_constant_eval.c: values of constants, seen through whole models. */
#include "test.h"

#include "flat_fixture.h"

/* The literal that `constant <type> c = <text>` becomes; aborts if refused. */
static FlatExpr constant_of(const char *type, const char *text)
{
  char model[500];
  snprintf(model, sizeof model, "model M constant %s c = %s; end M;", type,
           text);
  FlatFixture *f = flat_fixture_create(model);
  FlatExpr value = *flat_fixture_var(f, "c")->binding;
  flat_fixture_destroy(f);
  return value;
}

static double real(const char *text)
{
  return constant_of("Real", text).real;
}

static int64_t integer(const char *text)
{
  return constant_of("Integer", text).integer;
}

static bool boolean(const char *text)
{
  return constant_of("Boolean", text).boolean;
}

static void test_real(void **state)
{
  (void)state;
  assert_true(real("1 + 2*3 - 4/8") == 6.5);
  assert_true(real("2^10") == 1024);
  assert_true(real("-3.5") == -3.5);
  assert_true(real("sin(0.5)") == sin(0.5));
  assert_true(real("atan2(1, -1)") == atan2(1, -1));
  assert_true(real("sqrt(2)*exp(1) + log10(1000)") ==
              sqrt(2) * exp(1) + log10(1000));
  assert_true(real("min(1.5, -2) + max(3, 4.5)") == 2.5);
  assert_true(real("noEvent(2.5) + smooth(0, 1.0) + homotopy(3, 4)") == 6.5);
  assert_true(real("if 1 > 2 then 1/0 else 7") == 7);
}

static void test_rounding(void **state)
{
  (void)state;
  assert_true(real("mod(-1.4, 1)") == -1.4 - floor(-1.4));
  assert_true(real("rem(-1.4, 1)") == -1.4 - trunc(-1.4));
  assert_true(real("div(7.5, -2)") == -3);
  assert_true(real("ceil(-1.5)") == -1);
  assert_true(real("floor(-1.5)") == -2);
  assert_int_equal(integer("integer(-1.5)"), -2);
  assert_int_equal(integer("mod(-7, 3)"), 2);
  assert_int_equal(integer("mod(7, -3)"), -2);
  assert_int_equal(integer("rem(-7, 3)"), -1);
  assert_int_equal(integer("div(-7, 3)"), -2);
  assert_int_equal(integer("abs(-7) + sign(-0.5) + sign(0)"), 6);
}

static void test_boolean(void **state)
{
  (void)state;
  assert_true(boolean("1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3"));
  assert_true(boolean("1 == 1 and 1 <> 2 and not false"));
  assert_true(boolean("false < true and true or 1/0 > 1"));
  assert_false(boolean("false and 1/0 > 1"));
}

static void refused(const char *type, const char *text, const char *message)
{
  char model[500];
  snprintf(model, sizeof model, "model M constant %s c = %s; end M;", type,
           text);
  FlatFixture *f = flat_fixture_create(model);
  assert_null(f->flat);
  if (!strstr(flat_fixture_messages(f), message)) {
    fail_msg("%s: %s", text, flat_fixture_messages(f));
  }
  assert_int_equal(f->s->n_errors, 1);
  flat_fixture_destroy(f);
}

static void test_no_value(void **state)
{
  (void)state;
  refused("Real", "1/0", "E212: division by zero");
  refused("Real", "0.0/0.0", "E212: division by zero");
  refused("Integer", "div(1, 0)", "E212: division by zero");
  refused("Real", "asin(2)", "E212: 'asin' has no finite value at 2");
  refused("Real", "1e300*1e300", "E212");
  refused("Real", "(-1)^0.5", "E212");
  refused("Integer", "2147483647 + 1", "32 bits");
  refused("Integer", "-2147483648 - 1", "32 bits");
  refused("Integer", "integer(3e9)", "32 bits");
  refused("Boolean", "initial()", "E209");
  refused("Real", "time", "E209");
}

static void test_order(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M constant Real a = b + c; constant Real b = 2*c;"
      " constant Real c = 3; Real x(fixed = a > 8) = 1; end M;");
  assert_true(flat_fixture_var(f, "a")->binding->real == 9);
  assert_true(flat_fixture_var(f, "x")->fixed->boolean);
  flat_fixture_destroy(f);
}

static void test_cycle(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M constant Real a = b; constant Real b = a; "
      "constant Real self = self; constant Real c = a; end M;");
  assert_null(f->flat);
  assert_int_equal(f->s->n_errors, 2);
  assert_non_null(strstr(flat_fixture_messages(f), "'b' needs 'a'"));
  flat_fixture_destroy(f);
}

/* A final parameter is known, unless it follows one that is not. */
static void test_evaluated(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M parameter Real p = 1; final parameter Real a = 2*b;"
      " parameter Real b = 3 annotation(Evaluate = true);"
      " final parameter Real c = p + a; end M;");
  assert_true(flat_fixture_var(f, "a")->evaluated);
  assert_true(flat_fixture_var(f, "a")->binding->real == 6);
  assert_true(flat_fixture_var(f, "b")->evaluated);
  assert_false(flat_fixture_var(f, "c")->evaluated);
  assert_int_equal(flat_fixture_var(f, "c")->binding->kind, FLAT_EXPR_CALL);
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_real),      cmocka_unit_test(test_rounding),
      cmocka_unit_test(test_boolean),   cmocka_unit_test(test_no_value),
      cmocka_unit_test(test_order),     cmocka_unit_test(test_cycle),
      cmocka_unit_test(test_evaluated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
