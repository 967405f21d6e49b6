/* test_function_memo.c: which functions keep their results. */
#include "test.h"

#include "emit/function/function_memo.h"
#include "model_text.h"

/* How many rows the function has, as M calls it. */
static int rows(const char *purity, const char *declarations,
                const char *statements)
{
  char text[1200];
  int n = snprintf(text, sizeof text,
                   "model M %s function f input Real u; output Real y = 0; %s "
                   "algorithm %s annotation(Inline = false); end f; "
                   "Real y; equation when time > 1 then y = f(time); end when; "
                   "end M;",
                   purity, declarations, statements);
  assert_true(n < (int)sizeof text);
  ModelText *m = model_text_at(text, "lower");
  const FunctionTable *table = m->sys->functions;
  Arena *arena = m->s->session_arena;
  bool wanted[8] = {true};
  int size;
  assert_true(table->n_functions < 8);
  const FunctionMemo *memo = function_memo(
      table, wanted, walk_create(table->exprs, arena), arena, &size);
  int n_rows = memo[0].n_rows;
  assert_int_equal(size, n_rows * 3); /* a mark, u and y */
  model_text_free(m);
  return n_rows;
}

#define MANY_TURNS "for i in 1:100 loop y := y + exp(i*u); end for;"

static void test_dear_ones(void **state)
{
  (void)state;
  assert_int_equal(rows("", "", MANY_TURNS), 256);
  assert_int_equal(rows("", "",
                        "while y < u loop for i in 1:20 loop "
                        "y := y + exp(i*u); end for; end while;"),
                   256);
}

static void test_cheap_ones(void **state)
{
  (void)state;
  assert_int_equal(rows("", "", "y := exp(u)*sin(u);"), 0);
  assert_int_equal(
      rows("", "", "for i in 1:3 loop y := y + exp(i*u); end for;"), 0);
}

/* They do more than to give a result. */
static void test_effects(void **state)
{
  (void)state;
  assert_int_equal(rows("impure", "", MANY_TURNS), 0);
  assert_int_equal(rows("", "",
                        MANY_TURNS
                        "assert(u > 0, \"low\", AssertionLevel.warning);"),
                   0);
  assert_int_equal(rows("", "", MANY_TURNS "assert(u > 0, \"low\");"), 256);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dear_ones),
      cmocka_unit_test(test_cheap_ones),
      cmocka_unit_test(test_effects),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
