/* test_solve_again.c: the same solutions, whether they are repeated or not. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/solve_again.h"

static const SolveKnown NOTHING = {0};

/* For each variable; how many of them can be solved for? */
static int expect_same(Replay *replay, RandomWorld *w, ReplayFrom from)
{
  int n_solved = 0;
  for (int x = 0; x < RANDOM_VARS; x++) {
    ExprId divisor, meant_divisor;
    ExprId made =
        solve_for_again(replay, w->walk, from, (VarId){x}, &NOTHING, &divisor);
    ExprId meant =
        solve_for_known(w->walk, from.e, (VarId){x}, &NOTHING, &meant_divisor);
    assert_int_equal(made.i, meant.i);
    assert_int_equal(divisor.i, meant_divisor.i);
    n_solved += made.i >= 0;
  }
  return n_solved;
}

static void test_renamed(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 2718);
  Walk *other = walk_create(w.t, w.scratch);
  Replay *replay = replay_create(w.arena);
  int n_solved = 0, n_found = 0;
  for (int k = 0; k < 2000; k++) {
    ExprId e = random_raw(&w, 1 + random_below(&w.random, 5), true);
    for (int i = 0; i < 6; i++) {
      /* those of a family need not be alike */
      ReplayFrom from = replay_of(random_renamed(&w, other, e), k % 5);
      from.about = random_var(&w, 0);
      n_found += replay_finds(replay, w.walk, from);
      n_solved += expect_same(replay, &w, from);
    }
  }
  assert_true(n_found > 2000);
  assert_true(n_solved > 2000);
  random_world_end(&w);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_renamed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
