/* test_differentiate_again.c: the same derivatives, whether they are repeated
 * or not. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/differentiate_again.h"

/* The second variable is the derivative of the first, the last is constant,
 * and the one before it has none where `is_closed`. */
typedef struct Chains {
  ExprTable *t;
  bool is_closed;
} Chains;

static ExprId derivative(void *context, VarId var)
{
  const Chains *c = context;
  assert_int_equal(RANDOM_VARS, 4);
  if (var.i == 0) return expr_var(c->t, (VarId){1});
  if (var.i == 3) return expr_const(c->t, 0);
  if (var.i == 2 && c->is_closed) return NO_EXPR;
  return expr_var(c->t, (VarId){RANDOM_VARS + var.i});
}

static void expect_same(Replay *replay, RandomWorld *w, ReplayFrom from)
{
  for (int closed = 0; closed < 2; closed++) {
    Chains chains = {w->t, closed};
    ExprId made =
        differentiate_time_again(replay, w->walk, from, derivative, &chains);
    ExprId meant = differentiate_time(w->walk, from.e, derivative, &chains);
    assert_int_equal(made.i, meant.i);
  }
}

static void test_renamed(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 1618);
  Walk *other = walk_create(w.t, w.scratch);
  Replay *replay = replay_create(w.arena);
  int n_found = 0;
  for (int k = 0; k < 2000; k++) {
    ExprId e = random_raw(&w, 1 + random_below(&w.random, 6), true);
    for (int i = 0; i < 6; i++) {
      /* those of a family need not be alike */
      ReplayFrom from = replay_of(random_renamed(&w, other, e), k % 5);
      n_found += replay_finds(replay, w.walk, from);
      expect_same(replay, &w, from);
    }
    if (k == 1000) replay_forget(replay);
  }
  assert_true(n_found > 2000);
  random_world_end(&w);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_renamed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
