/* test_set_depth.c: how far inside of the model start values are written. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/flat/set_depth.h"

static void expect_depth(FlatFixture *f, const char *name, int depth)
{
  assert_non_null(f->flat);
  int found = flat_fixture_var(f, name)->set_depth;
  if (found != depth) fail_msg("%s: %d, not %d", name, found, depth);
}

static void test_the_text_counts(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "type Warm = Real(start = 288.15); "
      "model Part Real x(start = 1), y(start = 1); Warm t, u(start = 1); "
      "end Part; "
      "model Whole Part p(y(start = 2)); end Whole; "
      "model M Whole w(p(t(start = 300))); end M;");
  expect_depth(f, "w.p.x", 2);
  expect_depth(f, "w.p.y", 1);
  expect_depth(f, "w.p.t", 0);
  expect_depth(f, "w.p.u", 2);
  flat_fixture_destroy(f);
}

static void test_types_count_least(void **state)
{
  (void)state;
  FlatFixture *f =
      flat_fixture_create("package P type Warm = Real(start = 288.15); "
                          "model Part Warm t; end Part; end P; "
                          "model M P.Part p; P.Warm t; end M;");
  expect_depth(f, "p.t", SET_BY_TYPE);
  expect_depth(f, "t", SET_BY_TYPE);
  flat_fixture_destroy(f);
}

/* The parameter of `b` is set in the model itself, that of `a` nowhere. */
static void test_parameters_are_followed(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model Inner parameter Real x0 = 4; Real x(start = x0); "
      "Real half(start = x0/2); end Inner; "
      "model Outer parameter Real x0 = 4; Inner i(x0 = x0); end Outer; "
      "model M Inner a; Outer b(x0 = 3); end M;");
  expect_depth(f, "a.x", 1);
  expect_depth(f, "b.i.x", 0);
  expect_depth(f, "b.i.half", 2);
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_text_counts),
      cmocka_unit_test(test_types_count_least),
      cmocka_unit_test(test_parameters_are_followed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
