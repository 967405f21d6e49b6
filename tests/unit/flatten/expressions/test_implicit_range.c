/* test_implicit_range.c: iterators without `in`. */
#include "test.h"

#include "flat_fixture.h"

static void test_reductions(void **state)
{
  (void)state;
  flat_fixture_expect("model M Real x[3]; Real s = sum(x[i]^2 for i); end M;",
                      "s = 'x[1]'^2 + 'x[2]'^2 + 'x[3]'^2;");
  flat_fixture_expect(
      "model M Real A[2, 3]; Real s[2] = {sum(A[i, j] for j) for i in 1:2};"
      "end M;",
      "'s[2]' = 'A[2,1]' + 'A[2,2]' + 'A[2,3]';");
  flat_fixture_expect("model M record R Real v[2]; end R; R r[3];"
                      "Real s = sum(r[i].v[j] for i, j); end M;",
                      "'r[1].v[1]' + 'r[2].v[1]' + 'r[3].v[1]' + ('r[1].v[2]'");
}

static void test_equations(void **state)
{
  (void)state;
  flat_fixture_expect(
      "model M Real x[2], y[2]; equation for i loop x[i] = i*y[i]; end for;"
      "end M;",
      "'x[2]' = 2*'y[2]';");
  flat_fixture_expect(
      "model M model A Real u; end A; A a[2]; equation for i loop"
      " a[i].u = i; end for; end M;",
      "'a[2].u' = 2;");
  flat_fixture_expect(
      "model M Real A[2, 3]; equation for i, j loop A[i, j] = i*j; end for;"
      "end M;",
      "'A[2,3]' = 2*3;");
}

static void test_hidden(void **state)
{
  (void)state;
  /* the inner i is another one */
  flat_fixture_expect("model M Real x[2], y[3]; equation for i loop"
                      " x[i] = sum(y[i] for i in 1:3); end for; end M;",
                      "'x[2]' = 'y[1]' + 'y[2]' + 'y[3]';");
}

static void test_refused(void **state)
{
  (void)state;
  flat_fixture_expect(
      "model M Real x[2], y[3]; equation for i loop x[i] = y[i]; end for;"
      "end M;",
      "'i' subscripts dimensions of sizes ");
  flat_fixture_expect(
      "model M Real s = sum(2*i for i); end M;",
      "'i' has no range and subscripts nothing that would determine it");
  flat_fixture_expect("model M Real x; Real s = sum(x[i] for i); end M;",
                      "'x' has no dimension 1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reductions),
      cmocka_unit_test(test_equations),
      cmocka_unit_test(test_hidden),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
