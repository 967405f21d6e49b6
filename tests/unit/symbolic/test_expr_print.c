/* test_expr_print.c: as few parentheses as needed, and none too few: what is
 * printed means the same when the parser reads it. */
#include "test.h"

#include "model_text.h"
#include "random_expr.h"
#include "symbolic/expr_print.h"

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 5);
  *state = &world;
  return 0;
}

static const char *name_of(const void *context, VarId var)
{
  static const char *const name[RANDOM_VARS] = {"a", "b", "c", "d"};
  (void)context;
  return name[var.i];
}

/* From malloc. */
static char *printed(const RandomWorld *w, ExprId e)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  expr_print(w->t, e, name_of, NULL, out);
  fclose(out);
  return text;
}

static void expect(const RandomWorld *w, ExprId e, const char *wanted)
{
  char *text = printed(w, e);
  assert_string_equal(text, wanted);
  free(text);
}

static ExprId two(RandomWorld *w, ExprOp op, ExprId x, ExprId y)
{
  return random_raw_node(w->t, op, x, y, NO_EXPR);
}

static void test_numbers(void **state)
{
  RandomWorld *w = *state;
  expect(w, expr_const(w->t, 1), "1");
  expect(w, expr_const(w->t, 0.1), "0.1");
  expect(w, expr_const(w->t, -2.5), "-2.5");
  expect(w, expr_const(w->t, 1.0 / 3), "0.3333333333333333");
  expect(w, expr_const(w->t, 1e300), "1e+300");
  expect(w, expr_const(w->t, 20), "20");
  expect(w, expr_const(w->t, -1234567), "-1234567");
  expect(w, expr_time(w->t), "time");
  expect(w, expr_initial(w->t), "initial()");
}

static void test_associativity(void **state)
{
  RandomWorld *w = *state;
  ExprId a = random_var(w, 0), b = random_var(w, 1), c = random_var(w, 2);
  expect(w, two(w, EXPR_SUB, two(w, EXPR_SUB, a, b), c), "a - b - c");
  expect(w, two(w, EXPR_SUB, a, two(w, EXPR_SUB, b, c)), "a - (b - c)");
  expect(w, two(w, EXPR_ADD, a, two(w, EXPR_ADD, b, c)), "a + (b + c)");
  expect(w, two(w, EXPR_DIV, two(w, EXPR_DIV, a, b), c), "a/b/c");
  expect(w, two(w, EXPR_DIV, a, two(w, EXPR_MUL, b, c)), "a/(b*c)");
  expect(w, two(w, EXPR_POW, two(w, EXPR_POW, a, b), c), "(a^b)^c");
  expect(w, two(w, EXPR_POW, a, two(w, EXPR_POW, b, c)), "a^(b^c)");
}

static void test_precedence(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId a = random_var(w, 0), b = random_var(w, 1), c = random_var(w, 2);
  expect(w, two(w, EXPR_MUL, two(w, EXPR_ADD, a, b), c), "(a + b)*c");
  expect(w, two(w, EXPR_ADD, two(w, EXPR_MUL, a, b), c), "a*b + c");
  expect(w, two(w, EXPR_POW, two(w, EXPR_MUL, a, b), c), "(a*b)^c");
  expect(w, expr_unary(t, EXPR_SIN, two(w, EXPR_ADD, a, b)), "sin(a + b)");
  expect(w, two(w, EXPR_ATAN2, a, b), "atan2(a, b)");
}

static void test_minus(void **state)
{
  RandomWorld *w = *state;
  ExprId a = random_var(w, 0), b = random_var(w, 1);
  ExprId minus_a = two(w, EXPR_NEG, a, NO_EXPR);
  expect(w, minus_a, "-a");
  expect(w, two(w, EXPR_ADD, minus_a, b), "-a + b");
  expect(w, two(w, EXPR_ADD, b, minus_a), "b + (-a)");
  expect(w, two(w, EXPR_MUL, b, minus_a), "b*(-a)");
  expect(w, two(w, EXPR_POW, minus_a, b), "(-a)^b");
  expect(w, two(w, EXPR_NEG, two(w, EXPR_POW, a, b), NO_EXPR), "-a^b");
  expect(w, two(w, EXPR_NEG, two(w, EXPR_ADD, a, b), NO_EXPR), "-(a + b)");
  expect(w, two(w, EXPR_POW, expr_const(w->t, -2), b), "(-2)^b");
  expect(w, two(w, EXPR_MUL, a, expr_const(w->t, -2)), "a*(-2)");
}

static void test_logic(void **state)
{
  RandomWorld *w = *state;
  ExprId a = random_var(w, 0), b = random_var(w, 1);
  ExprId less = two(w, EXPR_LT, a, b), equal = two(w, EXPR_EQ, a, b);
  ExprId either = two(w, EXPR_OR, less, equal);
  expect(w, either, "a < b or a == b");
  expect(w, two(w, EXPR_AND, either, less), "(a < b or a == b) and a < b");
  expect(w, two(w, EXPR_NOT, less, NO_EXPR), "not a < b");
  expect(w, two(w, EXPR_NOT, either, NO_EXPR), "not (a < b or a == b)");
  ExprId choice = random_raw_node(w->t, EXPR_IF, less, a, b);
  expect(w, choice, "if a < b then a else b");
  expect(w, two(w, EXPR_ADD, choice, a), "(if a < b then a else b) + a");
  expect(w, random_raw_node(w->t, EXPR_IF, less, choice, choice),
         "if a < b then (if a < b then a else b) else if a < b then a else b");
}

static void test_deep_is_cut(void **state)
{
  RandomWorld *w = *state;
  ExprId e = random_var(w, 0);
  for (int i = 0; i < 100000; i++) e = expr_unary(w->t, EXPR_SIN, e);
  char *text = printed(w, e);
  assert_true(strlen(text) < 2000);
  assert_non_null(strstr(text, "sin(...)"));
  free(text);
}

/* Printed, read by the real front end, lowered: the same value. */
static void compare_read_back(RandomWorld *w, ExprId e, int *compared)
{
  char *text = printed(w, e), *model = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&model, &size);
  fprintf(out, "model M Real a, b, c, d, r; equation r = %s; end M;", text);
  fclose(out);
  ModelText *m = model_text_run(model, "lower");
  if (m->ok) { /* faults in constant parts are refused: 1/0 */
    assert_int_equal(m->sys->n_eqs, 1);
    Walk *walk = walk_create(m->sys->exprs, m->s->scratch_arena);
    EvaluatePoint point = {random_var_value, w, 1.25, false, NULL, NULL};
    double got = evaluate(walk, m->sys->eq[0].right, &point);
    double wanted = random_value_of(w, e, 1.25);
    if (got != wanted) fail_msg("%s: %.17g not %.17g", text, got, wanted);
    (*compared)++;
  }
  model_text_free(m);
  free(model);
  free(text);
}

static void test_read_back(void **state)
{
  RandomWorld *w = *state;
  int compared = 0;
  for (int trial = 0; trial < 400; trial++) {
    ExprId raw = random_raw(w, 2 + random_below(&w->random, 10), true);
    random_new_point(w);
    if (!random_is_ordinary(w, raw, 1.25)) continue;
    ExprId e = random_simplified(w, raw);
    walk_from(w->walk, e, false);
    if (w->walk->n_nodes > 40) continue;
    compare_read_back(w, e, &compared);
  }
  assert_true(compared > 150);
}

int main(void)
{
#define WORLD(test)                                                            \
  cmocka_unit_test_setup_teardown(test, begin, random_world_tear_down)
  const struct CMUnitTest tests[] = {
      WORLD(test_numbers),   WORLD(test_associativity), WORLD(test_precedence),
      WORLD(test_minus),     WORLD(test_logic),         WORLD(test_deep_is_cut),
      WORLD(test_read_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
