/* test_replay.c: what is kept of one expression, and what another one gets. */
#include "test.h"

#include "symbolic/replay.h"

typedef struct World {
  Arena *arena;
  ExprTable *t;
  Walk *walk;
  Replay *replay;
} World;

static World begin(void)
{
  World w = {.arena = arena_create("test")};
  w.t = expr_table_create(w.arena);
  w.walk = walk_create(w.t, w.arena);
  w.replay = replay_create(w.arena);
  return w;
}

static ExprId var(World *w, int i)
{
  return expr_var(w->t, (VarId){i});
}

/* x[i]*x[j] + number */
static ExprId example(World *w, int i, int j, double number)
{
  return expr_add(w->t, expr_mul(w->t, var(w, i), var(w, j)),
                  expr_const(w->t, number));
}

/* sin(x[i]*x[j])*x[k]; x[k] is given. */
static ExprId made_of(World *w, int i, int j, int k)
{
  ExprId product = expr_mul(w->t, var(w, i), var(w, j));
  return expr_mul(w->t, expr_unary(w->t, EXPR_SIN, product), var(w, k));
}

/* Twice, for what comes once is not kept. */
static void keep_example(World *w)
{
  ExprId e = example(w, 0, 1, 5), given = var(w, 2);
  ReplayPart part = {0, made_of(w, 0, 1, 2)};
  for (int k = 0; k < 2; k++) {
    assert_false(replay_finds(w->replay, w->walk, replay_of(e, 0)));
    walk_from(w->walk, e, true);
    replay_keep(w->replay, w->walk, &part, 1, &given, 1);
  }
}

static void test_other_variables(void **state)
{
  (void)state;
  World w = begin();
  keep_example(&w);
  assert_true(
      replay_finds(w.replay, w.walk, replay_of(example(&w, 7, 8, 5), 0)));
  ExprId given = var(&w, 9);
  int n = 0;
  const ReplayPart *part = replay_parts(w.replay, w.walk, &given, &n);
  assert_non_null(part);
  assert_int_equal(n, 1);
  assert_int_equal(part->position, 0);
  assert_int_equal(part->value.i, made_of(&w, 7, 8, 9).i);
  arena_destroy(w.arena);
}

static bool finds(World *w, ExprId e, int family)
{
  return replay_finds(w->replay, w->walk, replay_of(e, family));
}

/* Of a family the first is kept already, for the family alone. */
static void test_family(void **state)
{
  (void)state;
  World w = begin();
  ExprId e = example(&w, 0, 1, 5), other = expr_unary(w.t, EXPR_SIN, e);
  ReplayPart part = {0, made_of(&w, 0, 1, 2)};
  ExprId given = var(&w, 2);
  assert_false(finds(&w, e, 3));
  walk_from(w.walk, e, true);
  replay_keep(w.replay, w.walk, &part, 1, &given, 1);
  assert_true(finds(&w, example(&w, 7, 8, 5), 3));
  assert_false(finds(&w, other, 3)); /* not every member is like the first */
  assert_false(finds(&w, example(&w, 7, 8, 5), 2));
  assert_false(finds(&w, example(&w, 7, 8, 5), 0));
  arena_destroy(w.arena);
}

/* Another number, or one variable in two places, is another expression. */
static void test_not_alike(void **state)
{
  (void)state;
  World w = begin();
  keep_example(&w);
  assert_false(
      replay_finds(w.replay, w.walk, replay_of(example(&w, 7, 8, 6), 0)));
  assert_false(
      replay_finds(w.replay, w.walk, replay_of(example(&w, 7, 7, 5), 0)));
  assert_true(
      replay_finds(w.replay, w.walk, replay_of(example(&w, 1, 0, 5), 0)));
  arena_destroy(w.arena);
}

/* It was no part of the expression, and no number. */
static void test_given_not_alike(void **state)
{
  (void)state;
  World w = begin();
  keep_example(&w);
  ExprId not_alike[] = {var(&w, 8), expr_const(w.t, 2)};
  int n;
  for (int k = 0; k < 2; k++) {
    assert_true(
        replay_finds(w.replay, w.walk, replay_of(example(&w, 7, 8, 5), 0)));
    assert_null(replay_parts(w.replay, w.walk, &not_alike[k], &n));
  }
  arena_destroy(w.arena);
}

/* Nothing is kept of conditions, nor of parts made of what is not known. */
static void test_not_kept(void **state)
{
  (void)state;
  World w = begin();
  ExprId x = var(&w, 0);
  ExprId condition = expr_relation(w.t, EXPR_LT, x, var(&w, 1), -1);
  ExprId choice = expr_if(w.t, condition, x, var(&w, 2));
  ReplayPart part = {0, x}, strange = {0, expr_add(w.t, x, var(&w, 3))};
  for (int k = 0; k < 3; k++) {
    assert_false(replay_finds(w.replay, w.walk, replay_of(choice, 0)));
    walk_from(w.walk, choice, true);
    replay_keep(w.replay, w.walk, &part, 1, NULL, 0);
    assert_false(
        replay_finds(w.replay, w.walk, replay_of(example(&w, 0, 1, 5), 0)));
    walk_from(w.walk, example(&w, 0, 1, 5), true);
    replay_keep(w.replay, w.walk, &strange, 1, NULL, 0);
  }
  arena_destroy(w.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_other_variables), cmocka_unit_test(test_family),
      cmocka_unit_test(test_not_alike), cmocka_unit_test(test_given_not_alike),
      cmocka_unit_test(test_not_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
