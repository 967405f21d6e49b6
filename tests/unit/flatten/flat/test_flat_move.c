/* test_flat_move.c: expressions with other variables in them. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/flat/flat_move.h"

static const char *const text =
    "model M Real a, b, c, d, e; function f input Real u; output Real y;"
    " algorithm y := u; while y > 1 loop y := y/2; end while; end f;"
    " equation a = b*sin(c) + 3*e; b = 2; c = f(a); d = 1; e = time; end M;";

/* What has none of the variables is the same node. */
static void test_move(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(text);
  Arena *arena = f->s->flat_arena;
  FlatExpr *sum = f->flat->equation[0].right;
  FlatRange range = {1, 2}; /* b and c */
  FlatExpr *moved = flat_move(arena, sum, range, 2);
  assert_ptr_not_equal(moved, sum);
  assert_int_equal(moved->arg[0]->arg[0]->variable.i, 3);
  assert_int_equal(moved->arg[0]->arg[1]->arg[0]->variable.i, 4);
  assert_ptr_equal(moved->arg[1], sum->arg[1]);
  assert_int_equal(sum->arg[0]->arg[0]->variable.i, 1);
  assert_ptr_equal(flat_move(arena, sum, (FlatRange){3, 1}, 5), sum);
  assert_null(flat_move(arena, NULL, range, 1));
  flat_fixture_destroy(f);
}

static void test_can_move(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(text);
  assert_true(flat_can_move(NULL));
  assert_true(flat_can_move(f->flat->equation[0].right));
  assert_true(flat_can_move(f->flat->equation[2].right)); /* a call */
  FlatExpr local = {.kind = FLAT_EXPR_LOCAL};
  assert_false(flat_can_move(&local));
  FlatExpr *deep = f->flat->equation[0].right;
  for (int i = 0; i < 1000; i++) {
    FlatExpr *around = arena_alloc(f->s->flat_arena, sizeof *around);
    *around = (FlatExpr){.kind = FLAT_EXPR_CALL, .n_args = 1};
    around->arg = arena_array(f->s->flat_arena, 1, sizeof around->arg[0]);
    around->arg[0] = deep;
    deep = around;
  }
  assert_false(flat_can_move(deep));
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_move),
      cmocka_unit_test(test_can_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
