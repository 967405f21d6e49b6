/* test_expressions.c: names to variables, chains without recursion. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/expressions/expressions.h"

/* The right side of the first equation of the model, as text. */
static void expect_right(const char *declarations, const char *expression,
                         const char *printed)
{
  char text[1000], *found = NULL;
  size_t length;
  snprintf(text, sizeof text, "model M %s equation 1.5 = %s; end M;",
           declarations, expression);
  FlatFixture *f = flat_fixture_create(text);
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  FILE *out = open_memstream(&found, &length);
  flat_print_expr(f->flat, f->flat->equation[0].right, out);
  fclose(out);
  assert_string_equal(found, printed);
  free(found);
  flat_fixture_destroy(f);
}

static void test_references(void **state)
{
  (void)state;
  expect_right("Real x;", "x", "x");
  expect_right("", "time", "time");
  expect_right("record R Real u; end R; R r;", "r.u", "'r.u'");
  expect_right("package P constant Real c = 2.5; end P;", "P.c", "2.5");
  expect_right("package P constant Integer c = 2; end P;", "P.c/4", "2/4");
  expect_right("record R Real u = 3.5; end R; package P constant R r; end P;",
               "P.r.u", "3.5");
}

static void test_operators(void **state)
{
  (void)state;
  expect_right("Real x;", "x .* 2 + (+x)", "x*2 + x");
  expect_right("Real x;", "if x > 1 then x elseif x > 0 then 1 else 2.5",
               "if x > 1 then x elseif x > 0 then 1.0 else 2.5");
  expect_right("Real x;", "homotopy(simplified = 1, actual = x)",
               "homotopy(x, 1)");
}

static void expect_error(const char *declarations, const char *expression,
                         const char *message)
{
  char text[1000];
  snprintf(text, sizeof text, "model M %s equation 1 = %s; end M;",
           declarations, expression);
  FlatFixture *f = flat_fixture_create(text);
  assert_null(f->flat);
  if (!strstr(flat_fixture_messages(f), message)) {
    fail_msg("%s", flat_fixture_messages(f));
  }
  assert_int_equal(f->s->n_errors, 1);
  flat_fixture_destroy(f);
}

static void test_errors(void **state)
{
  (void)state;
  expect_error("Real length;", "lenght", "did you mean 'length'?");
  expect_error("", "sinus(1)", "unknown function 'sinus'");
  expect_error("Real x;", "x.y", "'x' is a Real and has no part 'y'");
  expect_error("Real x;", "x(1)", "'x' is a variable, no function");
  expect_error("Real x;", "x[1]", "E213: 1 subscript for the scalar Real");
  expect_error("", "{1, 2}", "E213");
  expect_error("function f output Real y; end f;", "f()",
               "E209: the output 'y' of function 'M.f' gets no value");
  expect_error("", "spatialDistribution(1)",
               "E208: 'spatialDistribution' needs the argument 'in1'");
  expect_error("", "nthRoot(1, 3)", "E290: 'nthRoot'");
  expect_error("class P Real v; end P;", "P.v", "E209");
  expect_error("package P end P;", "P", "E204: 'M.P' is a package");
}

/* x + x + ... and x or x or ...: the parser leans them to the left. */
static void test_long_chain(void **state)
{
  (void)state;
  enum { TERMS = 200000 };
  const char *head = "model M Real x = 1; Real y = x", *tail = "; end M;";
  char *text = malloc(strlen(head) + 4 * TERMS + strlen(tail) + 1), *end = text;
  end += sprintf(end, "%s", head);
  for (int i = 0; i < TERMS; i++) end += sprintf(end, " + x");
  sprintf(end, "%s", tail);
  FlatFixture *f = flat_fixture_create(text);
  assert_non_null(f->flat);
  assert_true(strlen(flat_fixture_print(f)) > 4 * TERMS);
  flat_fixture_destroy(f);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_references),
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_long_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
