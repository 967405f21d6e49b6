/* test_reference.c: names with dots and subscripts to values. */
#include "test.h"

#include "flat_fixture.h"

/* A part on the way that is an array gives an array of parts. */
static void test_slices(void **state)
{
  (void)state;
  flat_fixture_expect(
      "record R Real u; end R; model M R r[3]; Real s = sum(r.u); end M;",
      "s = 'r[1].u' + 'r[2].u' + 'r[3].u'");
  flat_fixture_expect(
      "record R Real u; end R; model M R r[3]; Real s = sum(r[2:end].u);"
      " end M;",
      "s = 'r[2].u' + 'r[3].u'");
  flat_fixture_expect(
      "record R Real u[2]; end R; model M R r[2]; Real s = r[2].u[end];"
      " end M;",
      "s = 'r[2].u[2]'");
}

/* Of the classes around only constants are seen. */
static void test_enclosing(void **state)
{
  (void)state;
  flat_fixture_expect(
      "package P constant Integer n = 2; model A Real x = n; end A; end P;"
      " model M P.A a; end M;",
      "'a.x' = 2;");
  flat_fixture_expect(
      "model M parameter Real p = 1; model A Real x = p; end A; A a; end M;",
      "E209");
}

static void test_faults(void **state)
{
  (void)state;
  flat_fixture_expect("model M Real x[3]; Real y = x[4]; end M;", "E215");
  flat_fixture_expect(
      "record R Real u; end R; model M R r; Real y = r[1].u; end M;",
      "E213: 'r' has 0 dimensions");
  flat_fixture_expect("model M Real x if false; Real y = x; end M;",
                      "E205: 'x' is not there");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slices),
      cmocka_unit_test(test_enclosing),
      cmocka_unit_test(test_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
