/* test_function_expand.c: what becomes of calls of functions after the index
 * reduction. */
#include "test.h"

#include "function/function_expand.h"
#include "model_text.h"

/* f is kept whole by its derivative until the index is reduced; `annotation`
 * says more about it. */
#define WRITTEN                                                                \
  "function f input Real u; input Real v; input Integer n; output Real y; "    \
  "%s annotation(%s derivative = f1); end f; "                                 \
  "function f1 input Real u; input Real v; input Integer n; input Real du; "   \
  "input Real dv; output Real dy; algorithm dy := du + dv; end f1; "           \
  "function g input Real a; output Real b; algorithm b := a; "                 \
  "for i in 1:2 loop b := b*a; end for; annotation(Inline = false); end g; "

/* What x = M.f(a, b, n) is computed by, where a and b are states. */
static void expect_with(const char *annotation, const char *n, const char *body,
                        const char *expected)
{
  char text[2000];
  snprintf(text, sizeof text,
           "model M " WRITTEN "Real a(start = 1), b(start = 2), x; equation "
           "der(a) = -a; der(b) = -b; x = f(a, b, %s); end M;",
           body, annotation, n);
  ModelText *m = model_text_at(text, "reduced");
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, "x");
  assert_int_equal(b->kind, BLOCK_ASSIGN);
  assert_string_equal(model_text_expr(m, b->value), expected);
  model_text_free(m);
}

static void expect(const char *body, const char *expected)
{
  expect_with("", "3", body, expected);
}

static void test_assignments(void **state)
{
  (void)state;
  expect("protected Real t[2]; algorithm t := {u, 0}; t[2] := 2*v; "
         "y := t*{t[2], u};",
         "a*(2*b) + 2*b*a");
}

/* Branches, loops and subscripts of what is known. */
static void test_known_way(void **state)
{
  (void)state;
  expect("algorithm if n > 2 then y := u; else y := v; end if;", "a");
  expect("algorithm y := u; for i in 2:n loop y := y*v; end for;", "a*b*b");
  expect("protected Real t[3]; algorithm t := {u, v, u + v}; y := t[n];",
         "a + b");
  expect("algorithm assert(n > 0, \"n\"); y := u; return; y := v;", "a");
}

static void test_unknown_way(void **state)
{
  (void)state;
  expect("algorithm y := v; if u > 0 then y := u; end if;", "M.f(a, b, 0)");
  expect("algorithm assert(u > 0, \"u\"); y := v;", "M.f(a, b, 0)");
  expect("algorithm y := u; while y < v loop y := 2*y; end while;",
         "M.f(a, b, 0)");
}

/* What the function calls may stay a call. */
static void test_calls_inside(void **state)
{
  (void)state;
  expect("algorithm y := u*g(v);", "a*M.g(b)");
}

static void test_kept(void **state)
{
  (void)state;
  expect_with("Inline = false,", "3", "algorithm y := u;", "M.f(a, 0, 0)");
}

/* Two hundred rounds are more than an expression should hold. */
static void test_large(void **state)
{
  (void)state;
  expect_with("", "200",
              "algorithm y := u; for i in 2:n loop y := y*v; end for;",
              "M.f(a, b, 200)");
}

/* The derivative of the text was taken before: it is not that of the body. */
static void test_derivative_of_text(void **state)
{
  (void)state;
  char text[2000];
  snprintf(text, sizeof text,
           "model M " WRITTEN "Real a(start = 1), b(start = 2), x, z; equation "
           "der(a) = -a; der(b) = -b; x = f(a, b, 3); z = der(x); end M;",
           "algorithm y := u*v;", "");
  ModelText *m = model_text_at(text, "reduced");
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, "z");
  assert_string_equal(model_text_expr(m, b->value), "der(a) + der(b)");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assignments),
      cmocka_unit_test(test_known_way),
      cmocka_unit_test(test_unknown_way),
      cmocka_unit_test(test_calls_inside),
      cmocka_unit_test(test_kept),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_derivative_of_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
