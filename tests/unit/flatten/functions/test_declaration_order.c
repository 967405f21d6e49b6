/* test_declaration_order.c: values of a function's variables, whatever the
 * order of their declarations. */
#include "test.h"

#include "flat_fixture.h"

/* c = f(3), with these declarations in f; all of them are constants then. */
static FlatFixture *called(const char *declarations)
{
  char text[800];
  snprintf(text, sizeof text,
           "model M function f input Real x; %s algorithm end f; "
           "constant Real c = f(3); end M;",
           declarations);
  return flat_fixture_create(text);
}

static void expect(const char *declarations, double value)
{
  FlatFixture *f = called(declarations);
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  assert_true(flat_fixture_var(f, "c")->binding->real == value);
  flat_fixture_destroy(f);
}

static void test_order_of_the_text(void **state)
{
  (void)state;
  expect("public output Real y = a + x; protected Real a = 1;", 4);
  expect("protected Real a = x; Real b = 2*a; Real c = a + b; "
         "public output Real y = c;",
         9);
}

static void test_values_behind(void **state)
{
  (void)state;
  expect("output Real y = a + b; protected Real a = 2*b; Real b = x + 1;", 12);
  expect("output Real y = a; protected Real a = b + d; Real b = d; "
         "Real d = e + 1; Real e = x;",
         8);
}

static void test_sizes_behind(void **state)
{
  (void)state;
  expect("output Real y = sum(v); protected Real v[n] = fill(x, n); "
         "Integer n = 2*m; Integer m = 2;",
         12);
}

/* A name of its own inside hides the variable. */
static void test_iterators(void **state)
{
  (void)state;
  expect("output Real y = sum(a*x for a in 1:3); protected Real a = y;", 18);
}

static void test_circles(void **state)
{
  (void)state;
  FlatFixture *f =
      called("output Real y = a; protected Real a = b; Real b = a + x;");
  assert_null(f->flat);
  const char *reported = flat_fixture_messages(f);
  if (!strstr(reported, "error E")) fail_msg("%s", reported);
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_of_the_text),
      cmocka_unit_test(test_values_behind),
      cmocka_unit_test(test_sizes_behind),
      cmocka_unit_test(test_iterators),
      cmocka_unit_test(test_circles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
