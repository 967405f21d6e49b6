/* test_instance_value.c: values of components and what is bound to them. */
#include "test.h"

#include "flat_fixture.h"

/* A value for an array of components is split among its elements. */
static void test_split(void **state)
{
  (void)state;
  flat_fixture_expect(
      "model A parameter Real k = 1; end A; model M A a[2](k = {5, 6});"
      " end M;",
      "'a[2].k' = 6;");
  flat_fixture_expect(
      "model A parameter Real k = 1; end A; model M A a[2](each k = 7);"
      " end M;",
      "'a[2].k' = 7;");
  flat_fixture_expect(
      "model A parameter Real k = 1; end A; model B A a[2]; end B;"
      " model M B b[2](a(k = [1, 2; 3, 4])); end M;",
      "'b[2].a[1].k' = 3;");
  flat_fixture_expect(
      "model A parameter Real k = 1; end A; model M A a[2](k = 3); end M;",
      "write 'each'");
  flat_fixture_expect(
      "model A parameter Real k = 1; end A; model M A a[2](k = {1, 2, 3});"
      " end M;",
      "which has 2");
}

static void test_records(void **state)
{
  (void)state;
  flat_fixture_expect("record R Real a = 9; Real b; end R;"
                      " model M R r = s; R s(a = 1, b = 2); end M;",
                      "'r.a' = 's.a';");
  flat_fixture_expect("record R Real a; end R; record Q R r[2]; end Q;"
                      " model M Q q = p; Q p; end M;",
                      "'q.r[2].a' = 'p.r[2].a';");
  flat_fixture_expect("model A Real x; end A; model M A a = 1; end M;", "E204");
}

/* A size of `:` comes from the value. */
static void test_sizes(void **state)
{
  (void)state;
  flat_fixture_expect("model M parameter Real a[:, :] = [1, 2; 3, 4; 5, 6];"
                      " Real x[size(a, 1)]; end M;",
                      "'x[3]'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_split),
      cmocka_unit_test(test_records),
      cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
