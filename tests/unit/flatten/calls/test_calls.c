/* test_calls.c: built-in functions, conversions, record constructors. */
#include "test.h"

#include "flat_fixture.h"

/* The last iterator is the outermost loop. */
static void test_reductions(void **state)
{
  (void)state;
  flat_fixture_expect(
      "model M parameter Real a[3, 2] = {10*i + j for i in 1:2, j in 1:3};"
      " end M;",
      "'a[1,2]' = 10*2 + 1;");
  flat_fixture_expect("model M Real x = max(i for i in {3, 5, 4}); end M;",
                      "Real x =");
  flat_fixture_expect("model M Real x = sin(i for i in 1:3); end M;", "E204");
}

/* A default may name the fields before it. */
static void test_constructors(void **state)
{
  (void)state;
  flat_fixture_expect("record R parameter Real a = 1; Real b = 2*a; end R;"
                      " model M R r = R(a = 3); end M;",
                      "'r.b' = 2.0*3.0");
  flat_fixture_expect("record R Real a; end R; model M R r = R(c = 3); end M;",
                      "E208: record 'R' has no field 'c'");
  flat_fixture_expect("record R Real a; end R; model M R r = R(1, 2); end M;",
                      "E208");
}

static void test_conversions(void **state)
{
  (void)state;
  flat_fixture_expect(
      "type E = enumeration(a, b); model M parameter Integer n = Integer(E.b);"
      " end M;",
      "n = 2;");
  flat_fixture_expect(
      "model M parameter String s = String(12) + \"x\"; Real x = 1; end M;",
      "12x");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reductions),
      cmocka_unit_test(test_constructors),
      cmocka_unit_test(test_conversions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
