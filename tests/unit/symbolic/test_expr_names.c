/* test_expr_names.c: a graph as text: whole, short, and each name explained
 * before it is used. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/expr_print.h"

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 7);
  *state = &world;
  return 0;
}

static const char *name_of(const void *context, VarId var)
{
  static const char *const name[RANDOM_VARS] = {"a", "b", "c", "d"};
  (void)context;
  return name[var.i];
}

/* Lines "t1 = ..." for what is new, then the expression. From malloc. */
static char *written(ExprNames *names, ExprId e)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  int k = expr_names_find(names, e) + 1;
  for (; k <= names->named->n_nodes; k++) {
    fprintf(out, "t%d = ", k);
    expr_print_meaning(names, k, name_of, NULL, out);
    fputc('\n', out);
  }
  expr_print_named(names, e, name_of, NULL, out);
  fclose(out);
  return text;
}

static int count(const char *text, const char *part)
{
  int n = 0;
  for (; (text = strstr(text, part)); text++) n++;
  return n;
}

static void expect(ExprNames *names, ExprId e, const char *wanted)
{
  char *text = written(names, e);
  assert_string_equal(text, wanted);
  free(text);
}

/* x*x + b, of that the same, and so on. */
static ExprId doubled(RandomWorld *w, ExprId x, int n_times)
{
  for (int k = 0; k < n_times; k++) {
    x = expr_add(w->t, expr_mul(w->t, x, x), random_var(w, 1));
  }
  return x;
}

static void test_small_is_a_tree(void **state)
{
  RandomWorld *w = *state;
  ExprId e = doubled(w, expr_add(w->t, random_var(w, 0), random_var(w, 1)), 2);
  ExprNames *names = expr_names_create(w->t, w->arena);
  expect(names, e, "((a + b)*(a + b) + b)*((a + b)*(a + b) + b) + b");
  assert_int_equal(names->named->n_nodes, 0);
}

static void test_shared_is_written_once(void **state)
{
  RandomWorld *w = *state;
  ExprId five = doubled(w, random_var(w, 0), 5), eight = doubled(w, five, 3);
  ExprNames *names = expr_names_create(w->t, w->arena);
  expect(names, eight,
         "t1 = a*a + b\nt2 = t1*t1 + b\nt3 = t2*t2 + b\nt4 = t3*t3 + b\n"
         "t5 = t4*t4 + b\nt6 = t5*t5 + b\nt7 = t6*t6 + b\nt7*t7 + b");
  expect(names, doubled(w, eight, 0), "t7*t7 + b"); /* known by now */
}

/* 2^40 terms as a tree; expr_print() stops on the way. */
static void test_doubling_ends(void **state)
{
  RandomWorld *w = *state;
  ExprId e = doubled(w, random_var(w, 0), 40);
  ExprNames *names = expr_names_create(w->t, w->arena);
  char *text = written(names, e);
  assert_int_equal(names->named->n_nodes, 39);
  assert_null(strstr(text, "..."));
  assert_true(strlen(text) < 1000);
  free(text);
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  expr_print(w->t, e, name_of, NULL, out);
  fclose(out);
  assert_non_null(strstr(text, "..."));
  assert_true(size < 100000);
  free(text);
}

static void test_deep_is_whole(void **state)
{
  RandomWorld *w = *state;
  ExprId e = random_var(w, 0), sum = e;
  for (int i = 0; i < 10010; i++) e = expr_unary(w->t, EXPR_SIN, e);
  for (int i = 0; i < 10000; i++) {
    sum = expr_add(w->t, sum, expr_mul(w->t, expr_const(w->t, i + 2), e));
    sum = expr_add(w->t, sum, random_var(w, i % 4));
  }
  ExprNames *names = expr_names_create(w->t, w->arena);
  char *text = written(names, sum);
  assert_null(strstr(text, "..."));
  assert_int_equal(count(text, "sin("), 10010);
  assert_int_equal(count(text, " + "), 20000);
  free(text);
}

int main(void)
{
#define WORLD(test)                                                            \
  cmocka_unit_test_setup_teardown(test, begin, random_world_tear_down)
  const struct CMUnitTest tests[] = {
      WORLD(test_small_is_a_tree),
      WORLD(test_shared_is_written_once),
      WORLD(test_doubling_ends),
      WORLD(test_deep_is_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
