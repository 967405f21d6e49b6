/* test_flat_repeat.c: the sides of a turn, and those of a model unfolded. */
#include "test.h"

#include "flatten/flat/flat_repeat.h"

/* x[i] = 2*x[i + 1] */
typedef struct World {
  Arena *arena;
  FlatExpr *left, *two, *moved;
  FlatModel flat;
} World;

static FlatExpr *make(World *w, FlatExprKind kind)
{
  FlatExpr *e = arena_alloc(w->arena, sizeof *e);
  e->kind = kind;
  return e;
}

static World begin(void)
{
  World w = {.arena = arena_create("test")};
  w.left = make(&w, FLAT_EXPR_VARIABLE);
  w.two = make(&w, FLAT_EXPR_REAL);
  w.moved = make(&w, FLAT_EXPR_VARIABLE);
  FlatExpr *product = make(&w, FLAT_EXPR_CALL);
  product->function = FLAT_MULTIPLY;
  product->n_args = 2;
  product->arg = arena_array(w.arena, 2, sizeof product->arg[0]);
  product->arg[0] = w.two;
  product->arg[1] = w.moved;
  FlatRepeat *repeat = arena_alloc(w.arena, sizeof *repeat);
  repeat->moving = arena_array(w.arena, 2, sizeof repeat->moving[0]);
  repeat->moving[0] = (FlatMoving){w.left, 0, 1, 0};
  repeat->moving[1] = (FlatMoving){w.moved, 11, 2, 0};
  repeat->n_moving = 2;
  repeat->n_turns = 3;
  repeat->left = w.left;
  repeat->right = product;
  for (int turn = 0; turn < 3; turn++) {
    flat_add_equation(&w.flat, w.arena,
                      (FlatEquation){.left = w.left,
                                     .right = product,
                                     .repeat = turn > 0 ? repeat : NULL,
                                     .position = turn});
  }
  return w;
}

static void expect_turn(const FlatEquation *equation, int left, int right)
{
  FlatSides sides = flat_sides(equation);
  assert_int_equal(sides.left->variable.i, left);
  assert_int_equal(sides.right->arg[1]->variable.i, right);
}

static void test_sides(void **state)
{
  (void)state;
  World w = begin();
  expect_turn(&w.flat.equation[2], 2, 15);
  expect_turn(&w.flat.equation[1], 1, 13);
  arena_destroy(w.arena);
}

static void test_unfolded(void **state)
{
  (void)state;
  World w = begin();
  const FlatModel *made = flat_unfolded(&w.flat, w.arena);
  expect_turn(&w.flat.equation[1], 1, 13); /* that is still folded */
  for (int k = 1; k < 3; k++) {
    const FlatEquation *equation = &made->equation[k];
    assert_null(equation->repeat);
    assert_non_null(w.flat.equation[k].repeat);
    assert_ptr_not_equal(equation->left, w.left);
    expect_turn(equation, k, 11 + 2 * k);
  }
  flat_unfold(&w.flat, w.arena);
  expect_turn(&w.flat.equation[1], 1, 13);
  expect_turn(&w.flat.equation[2], 2, 15);
  assert_null(w.flat.equation[2].repeat);
  arena_destroy(w.arena);
}

/* Position 3 * k + turn is that turn in element k of an array of components,
 * whose variables are those up to 29. */
static void test_elements(void **state)
{
  (void)state;
  World w = begin();
  FlatEquation *equation = &w.flat.equation[2];
  flat_repeat_extend(w.arena, equation->repeat, (FlatRange){0, 30});
  expect_turn(equation, 2, 15);
  equation->position = 3 * 4 + 1;
  expect_turn(equation, 4 * 30 + 1, 4 * 30 + 13);
  arena_destroy(w.arena);
}

/* What does not move from turn to turn may do so from element to element. */
static void test_own_variable(void **state)
{
  (void)state;
  World w = begin();
  FlatRepeat *repeat = w.flat.equation[2].repeat;
  repeat->n_moving = 1; /* the right side has variable 11 in all turns */
  w.moved->variable.i = 11;
  flat_repeat_extend(w.arena, repeat, (FlatRange){11, 1});
  FlatEquation at = {.repeat = repeat, .position = 3 * 5 + 2};
  expect_turn(&at, 2, 16);
  arena_destroy(w.arena);
}

/* An equation alone is position 0, and keeps its own sides. */
static void test_make(void **state)
{
  (void)state;
  World w = begin();
  FlatEquation *equation = &w.flat.equation[0];
  w.left->variable.i = 5;
  w.moved->variable.i = 40;
  assert_true(flat_repeat_can(equation));
  flat_repeat_make(&w.flat, w.arena, equation, (FlatRange){0, 10});
  assert_int_equal(w.flat.n_repeats, 1);
  FlatEquation third = *equation;
  third.position = 3;
  expect_turn(&third, 35, 40);
  expect_turn(equation, 5, 40);
  assert_int_equal(w.left->variable.i, 5);
  arena_destroy(w.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sides), cmocka_unit_test(test_unfolded),
      cmocka_unit_test(test_elements), cmocka_unit_test(test_own_variable),
      cmocka_unit_test(test_make)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
