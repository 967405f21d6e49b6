/* test_function_constant.c: what is known of results where an argument is not. */
#include "test.h"

#include "function/function_constant.h"
#include "model_text.h"

/* The results y and z of F.f(a, b) with a = 2, b = 0 and c not known: numbers, ?
 * where they are not known, "none" where nothing is. */
static void expect(const char *function, const char *expected)
{
  char text[2000], found[64] = "none";
  snprintf(text, sizeof text,
           "package F function g input Real u; input Real v; output Real w; "
           "algorithm if v > 1 then w := u/v; else w := u*v; end if; "
           "annotation(Inline = false); end g; "
           "function f input Real a; input Real b; input Real c; "
           "output Real y; output Real z; %s "
           "annotation(Inline = false); end f; end F; "
           "model M Real x, r; equation (x, r) = F.f(time, time, time); "
           "end M;",
           function);
  ModelText *m = model_text_at(text, "lower");
  FunctionTable *table = m->sys->functions;
  for (int k = 0; k < table->n_functions; k++) {
    if (strcmp(table->function[k]->name, "F.f") != 0) continue;
    double value[] = {2, 0, 7}, result[2];
    bool is_given[] = {true, true, false}, is_known[2];
    if (!function_constant(table, k, (PartlyKnown){value, is_given},
                           (PartlyKnown){result, is_known}))
      continue;
    int n = 0;
    for (int i = 0; i < 2; i++) {
      if (is_known[i])
        n += snprintf(found + n, sizeof found - (size_t)n, "%g ", result[i]);
      else
        n += snprintf(found + n, sizeof found - (size_t)n, "? ");
    }
  }
  assert_string_equal(found, expected);
  model_text_free(m);
}

static void test_values(void **state)
{
  (void)state;
  expect("algorithm y := b*c; z := a + c;", "0 ? ");
  expect("algorithm y := sqrt(a + 2); z := c - c;", "2 0 ");
  expect("algorithm y := c; y := 3; z := y*a;", "3 6 ");
}

static void test_branches(void **state)
{
  (void)state;
  expect("algorithm if c > 0 then y := b; z := 1; else y := b*c; z := 2; "
         "end if;",
         "0 ? ");
  expect("algorithm if a > 0 then y := 1; else y := c; end if; z := y;",
         "1 1 ");
  expect("algorithm y := 1; z := 1; if c > 0 then y := 2; return; end if;",
         "none");
}

static void test_loops_and_elements(void **state)
{
  (void)state;
  expect("protected Real t[3]; algorithm t := {a, b, c}; y := 0; z := 0; "
         "for i in 1:3 loop y := y + t[i]*b; z := z + t[i]; end for;",
         "0 ? ");
  expect("protected Real t[3]; algorithm t := {a, b, c}; y := b; "
         "z := t[integer(c)];",
         "none");
  expect("algorithm y := b; z := 0; while z < c loop z := z + 1; end while;",
         "none");
}

static void test_calls(void **state)
{
  (void)state;
  expect("algorithm y := g(b, c); z := g(a, c);", "0 ? ");
  expect("algorithm y := b; z := 0; assert(c > 0, \"c\");", "none");
  expect("algorithm y := b; z := 0; assert(a > 0, \"a\");", "0 0 ");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values), cmocka_unit_test(test_branches),
      cmocka_unit_test(test_loops_and_elements), cmocka_unit_test(test_calls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
