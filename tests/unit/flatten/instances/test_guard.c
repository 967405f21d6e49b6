/* test_guard.c: assertions count only where their branch is chosen. */
#include "test.h"

#include "flat_fixture.h"

static void test_assertions(void **state)
{
  (void)state;
  const char *text =
      "model M Boolean a = time > 1, b = time > 2; Real y; equation "
      "if a then y = 1; assert(y > 0, \"first\"); "
      "elseif b then y = 2; assert(y > 1, \"second\"); "
      "else y = 3; assert(y > 2, \"third\"); end if; end M;";
  flat_fixture_expect(text, "assert(not a or y > 0, \"first\")");
  flat_fixture_expect(text, "assert(not (not a and b) or y > 1, \"second\")");
  flat_fixture_expect(text,
                      "assert(not (not a and not b) or y > 2, \"third\")");
}

/* A branch inside of a branch; what stands after it is not guarded. */
static void test_nested(void **state)
{
  (void)state;
  const char *text =
      "model M Boolean a = time > 1, b = time > 2; Real y; equation "
      "if a then if b then y = 1; assert(y > 0, \"inner\"); else y = 2; "
      "end if; else y = 3; end if; assert(y > 5, \"after\"); end M;";
  flat_fixture_expect(text, "assert(not (a and b) or y > 0, \"inner\")");
  flat_fixture_expect(text, "  assert(y > 5, \"after\")");
}

static void test_subscripts(void **state)
{
  (void)state;
  flat_fixture_expect(
      "model M Integer i = if time > 1 then 2 else 1; Real x[3];"
      " Real y = if i > 1 then x[i - 1] else 0; end M;",
      "assert(not i > 1 or i - 1 >= 1 and i - 1 <= 3, ");
  flat_fixture_expect(
      "model M Integer i = if time > 1 then 2 else 1; Real x[0];"
      " Real y = x[i]; end M;",
      "E215: index 1 is out of bounds: dimension 1 has size 0");
  flat_fixture_expect(
      "model M type E = enumeration(a, b, c); E e = E.a; Real x[2];"
      " Real y = x[e]; end M;",
      "E204: ");
  flat_fixture_expect(
      "model M Integer i = if time > 1 then 2 else 1; Real x[100001];"
      " Real y = x[i]; end M;",
      "E290: a subscript that changes while the model runs");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assertions),
      cmocka_unit_test(test_nested),
      cmocka_unit_test(test_subscripts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
