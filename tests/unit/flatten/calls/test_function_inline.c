/* test_function_inline.c: statements carried out with expressions. */
#include "test.h"

#include "flat_fixture.h"

/* A function of u with the declarations and statements, and y = f(call) as
 * the flat model has it; or what is said about it. */
static void expect(const char *declarations, const char *statements,
                   const char *call, const char *expected)
{
  char text[2000], *found = NULL;
  size_t length;
  snprintf(text, sizeof text,
           "model M function f input Real u; %s algorithm %s end f; Real x; "
           "Real z[2]; parameter Integer k = 2; equation 1.5 = f(%s); end M;",
           declarations, statements, call);
  FlatFixture *f = flat_fixture_create(text);
  if (!f->flat) {
    if (!strstr(flat_fixture_messages(f), expected)) {
      fail_msg("%s", flat_fixture_messages(f));
    }
    flat_fixture_destroy(f);
    return;
  }
  FILE *out = open_memstream(&found, &length);
  flat_print_expr(f->flat, f->flat->equation[0].right, out);
  fclose(out);
  assert_string_equal(found, expected);
  free(found);
  flat_fixture_destroy(f);
}

static void test_assignments(void **state)
{
  (void)state;
  expect("output Real y;", "y := 2*u;", "x", "2*x");
  expect("output Real y;", "y := u; y := y + u; y := y*y;", "x",
         "(x + x)*(x + x)");
  expect("output Real y; protected Real s = u^2; constant Real c = 3;",
         "y := s + c;", "x", "x^2 + 3");
  expect("output Real y = 7;", "", "x", "7.0");
  expect("output Real y;", "y := sin(u);", "0", "0.0");
}

static void test_arguments(void **state)
{
  (void)state;
  expect("input Real v = 2*u; output Real y;", "y := u*v;", "x", "x*(2*x)");
  expect("input Real v = 2*u; output Real y;", "y := u*v;", "v = time, u = x",
         "x*time");
  expect("output Real y;", "y := u;", "1, 2",
         "'M.f' takes 1 argument, 2 given");
  expect("output Real y;", "y := u;", "w = 1", "'M.f' has no argument 'w'");
  expect("output Real y;", "y := u;", "true",
         "the value of 'u' must be a Real, this is a Boolean");
  expect("input Real v[:]; output Real y;", "y := v[1];", "x, x",
         "the argument 'v' has 1 dimensions, this is Real");
}

static void test_arrays(void **state)
{
  (void)state;
  expect("input Real v[:]; output Real y;",
         "y := 0; for i in 1:size(v, 1) loop y := y + v[i]; end for;", "x, z",
         "0 + 'z[1]' + 'z[2]'");
  expect("output Real y; protected Real w[2];",
         "w[1] := u; w[2] := 2*w[1]; y := sum(w);", "x", "x + 2*x");
  expect("output Real y; protected Real w[2, 2];",
         "w[:, 1] := {u, 2}; w[:, 2] := w[:, 1]; y := w[1, 2] + w[2, 2];", "x",
         "x + 2");
  expect("output Real y; protected Real w[2];", "w[3] := u; y := u;", "x",
         "index 3 is out of bounds");
  expect("output Real y;", "y := u*u;", "x, z", "2 given");
}

static void test_elementwise(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M function f input Real u, v; output Real y; algorithm "
      "y := u*v; end f; Real z[2] = f({time, 3}, 2); end M;");
  assert_non_null(f->flat);
  assert_non_null(strstr(flat_fixture_print(f), "'z[1]' = time*2;"));
  assert_non_null(strstr(flat_fixture_print(f), "'z[2]' = 6;"));
  flat_fixture_destroy(f);
}

static void test_if(void **state)
{
  const char *sign = "if u > 0 then y := 1; elseif u < 0 then y := -1; else "
                     "y := 0; end if;";
  (void)state;
  expect("output Real y;", sign, "x",
         "noEvent(if x > 0 then 1.0 elseif x < 0 then -1.0 else 0.0)");
  expect("output Real y;", sign, "-3", "-1.0");
  expect("output Real y = u;", "if u > 0 then y := 2*y; end if;", "x",
         "noEvent(if x > 0 then 2*x else x)");
  expect("output Real y;", "if u > 0 then y := 1; end if;", "x", "M.f(x)");
  expect("output Real y;", "if u then y := 1; end if;", "x",
         "the condition after 'if' must be a Boolean, this is a Real");
}

static void test_loops(void **state)
{
  (void)state;
  expect("input Integer n; output Real y = 1;",
         "for i in 1:n loop y := y*i; end for;", "x, 5", "120.0");
  expect("input Integer n; output Real y = 1;",
         "for i in 1:n loop if i > 3 then break; end if; y := y*i; end for;",
         "x, 9", "6.0");
  expect("output Real y = 100; protected Integer i = 0;",
         "while i < 3 loop y := y/10; i := i + 1; end while;", "x", "0.1");
  expect("output Real y = u;", "if 1 > 0 then return; end if; y := 2*u;", "x",
         "x");
  expect("output Real y = u;", "while y > 1 loop y := y/2; end while;", "x",
         "M.f(x)");
  expect("output Real y = 1;", "while true loop y := 1; end while;", "x",
         "M.f(x)");
}

static void test_refused(void **state)
{
  (void)state;
  expect("output Real y;", "y := f(u);", "x", "M.f(x)");
  expect("output Real y;", "", "x", "gets no value");
  expect("", "", "x", "has no output");
  expect("output Real y = u;", "u := 2;", "x",
         "'u' is an input of the function: it cannot be assigned");
  expect("output Real y = u;", "for i in 1:60 loop y := y + y; end for;", "x",
         "M.f(x)");
  expect("output Real y = u;", "assert(1 > 2, \"no\");", "x",
         "E216: the assertion fails");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assignments), cmocka_unit_test(test_arguments),
      cmocka_unit_test(test_arrays),      cmocka_unit_test(test_elementwise),
      cmocka_unit_test(test_if),          cmocka_unit_test(test_loops),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
