/* test_equations.c: sections to equations of scalars. */
#include "test.h"

#include "flat_fixture.h"

static void test_values(void **state)
{
  (void)state;
  flat_fixture_expect(
      "model M Real x[2], y[2]; equation x = 2*y; y = {1, 2}; end M;",
      "'x[2]' = 2*'y[2]';");
  flat_fixture_expect("record R Real a; Real b; end R;"
                      " model M R r, s; equation r = s; s = R(1, 2); end M;",
                      "'r.b' = 's.b';");
  flat_fixture_expect("model M Real x[2]; equation x = {1, 2, 3}; end M;",
                      "E213");
}

/* The first iterator is the outermost loop; the second may need it. */
static void test_loops(void **state)
{
  (void)state;
  flat_fixture_expect(
      "model M Real x; equation for i in 1:2, j in i:2 loop x = 10*i + j;"
      " end for; end M;",
      "x = 10*1 + 1;\n  x = 10*1 + 2;\n  x = 10*2 + 2;");
  flat_fixture_expect(
      "model M Real x; equation for i in 1:0 loop x = i; end for; x = 5;"
      " end M;",
      "equation\n  x = 5;");
}

static void test_branches(void **state)
{
  (void)state;
  flat_fixture_expect(
      "model M parameter Integer n = 1; Real x; equation if n > 1 then x = 1;"
      " x = 2; elseif n > 0 then x = 3; end if; end M;",
      "equation\n  x = 3;");
  flat_fixture_expect(
      "model M Real x; equation if time > 1 then x = 1; else x = 2; end if;"
      " end M;",
      "x = if time > 1 then 1.0 else 2.0;");
  flat_fixture_expect("model M parameter Real k = 1; Real x, y; equation x = 1;"
                      " if k > 1 then x + y = 1; else y = 2; end if; end M;",
                      "0 = if k > 1 then x + y - 1 else y - 2;");
  flat_fixture_expect(
      "model M Real x; equation if time > 1 then x = 1; end if; end M;",
      "E236");
}

/* cardinality() counts connections that are written after it. */
static void test_connections_first(void **state)
{
  (void)state;
  flat_fixture_expect(
      "connector C Real v; flow Real i; end C; model M C a, b; Real n;"
      " equation n = cardinality(a); a.v = 1; connect(a, b); end M;",
      "n = 1;");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_connections_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
