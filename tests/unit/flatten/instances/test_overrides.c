/* test_overrides.c: --set name=value. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/instances/overrides.h"

static const char model[] =
    "model Part parameter Real k = 1; end Part;"
    "model M parameter Real p = 2*q; parameter Real q = 1; Real x(start = 1);"
    " parameter Integer n = 1; parameter Boolean b = true; constant Real c = 1;"
    " final parameter Real e = q; parameter String s = \"a\"; Part part;"
    " equation der(x) = p; end M;";

static FlatFixture *set(const char *option)
{
  FlattenOptions options = {.set = &option, .n_set = 1};
  return flat_fixture_options(model, &options);
}

static void test_real(void **state)
{
  (void)state;
  FlatFixture *f = set("p=-2.5e1");
  assert_true(flat_fixture_var(f, "p")->binding->real == -25);
  flat_fixture_destroy(f);
  f = set("part.k=3");
  assert_true(flat_fixture_var(f, "part.k")->binding->real == 3);
  flat_fixture_destroy(f);
}

static void test_start(void **state)
{
  (void)state;
  FlatFixture *f = set("x=4");
  assert_true(flat_fixture_var(f, "x")->start->real == 4);
  assert_null(flat_fixture_var(f, "x")->binding);
  flat_fixture_destroy(f);
}

static void test_other_types(void **state)
{
  (void)state;
  FlatFixture *f = set("n=-7");
  assert_int_equal(flat_fixture_var(f, "n")->binding->integer, -7);
  flat_fixture_destroy(f);
  f = set("b=false");
  assert_false(flat_fixture_var(f, "b")->binding->boolean);
  flat_fixture_destroy(f);
  f = set("s=a=b");
  assert_string_equal(flat_fixture_var(f, "s")->binding->string, "a=b");
  flat_fixture_destroy(f);
}

static void test_refused(void **state)
{
  (void)state;
  static const char *const bad[] = {
      "",       "p",     "=1",      "p=",           "p=1x",   "p=0x10",
      "p=inf",  "p=nan", "p=1e999", "p= 1",         "p=1 ",   "p=+-1",
      "p=true", "n=1.0", "n=9e9",   "n=",           "n=-",    "b=1",
      "b=True", "c=2",   "e=2",     "n=3000000000", "part=1", "nothing=1",
      "p=e"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    FlatFixture *f = set(bad[i]);
    if (f->flat) fail_msg("accepted: %s", bad[i]);
    assert_non_null(strstr(flat_fixture_messages(f), "E210"));
    flat_fixture_destroy(f);
  }
}

static void test_suggestion(void **state)
{
  (void)state;
  FlatFixture *f = set("part.K=2");
  assert_non_null(strstr(flat_fixture_messages(f), "did you mean 'part.k'?"));
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_real),        cmocka_unit_test(test_start),
      cmocka_unit_test(test_other_types), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_suggestion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
