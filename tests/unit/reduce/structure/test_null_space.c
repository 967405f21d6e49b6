/* test_null_space.c: C D = 0 at random points, and D of full rank. */
#include "test.h"

#include "reduce/structure/null_space.h"
#include "symbolic/evaluate.h"

enum { MOST_COLUMNS = 8 };

/* Entries are variables of their own, or numbers: '.' zero, 'x' a variable,
 * digits a number. */
typedef struct Case {
  int n_rows, n_columns;
  const char *pattern; /* by rows */
  bool has_formula;
} Case;

typedef struct Made {
  Arena *arena;
  ExprTable *t;
  SymbolicMatrix c, d;
  bool ok;
} Made;

static Made make(const Case *k)
{
  Made m = {.arena = arena_create("test")};
  m.t = expr_table_create(m.arena);
  int n = k->n_rows * k->n_columns;
  m.c = (SymbolicMatrix){k->n_rows, k->n_columns,
                         arena_array(m.arena, (size_t)n, sizeof(ExprId))};
  for (int i = 0; i < n; i++) {
    char what = k->pattern[i];
    m.c.entry[i] = what == '.'   ? NO_EXPR
                   : what == 'x' ? expr_var(m.t, (VarId){i})
                                 : expr_const(m.t, what - '0');
  }
  m.ok = null_space_make(m.t, &m.c, &m.d, m.arena);
  return m;
}

static double value_of(const void *context, VarId var)
{
  return ((const double *)context)[var.i];
}

static void evaluate_all(const Made *m, const SymbolicMatrix *s,
                         const double *at, double *value)
{
  Walk *walk = walk_create(m->t, m->arena);
  EvaluatePoint point = {.var = value_of, .context = at};
  for (int i = 0; i < s->n_rows * s->n_columns; i++) {
    ExprId e = s->entry[i];
    value[i] = e.i >= 0 ? evaluate(walk, e, &point) : 0;
  }
}

/* Rank by elimination with complete pivoting; destroys a. */
static int rank_of(double *a, int n_rows, int n_columns)
{
  int rank = 0;
  bool used[MOST_COLUMNS] = {false};
  for (int c = 0; c < n_columns; c++) {
    int best = -1;
    for (int r = 0; r < n_rows; r++) {
      if (used[r]) continue;
      double size = fabs(a[r * n_columns + c]);
      if (best < 0 || size > fabs(a[best * n_columns + c])) best = r;
    }
    if (best < 0 || fabs(a[best * n_columns + c]) < 1e-9) continue;
    used[best] = true;
    rank++;
    for (int r = 0; r < n_rows; r++) {
      if (used[r]) continue;
      double f = a[r * n_columns + c] / a[best * n_columns + c];
      for (int j = 0; j < n_columns; j++) {
        a[r * n_columns + j] -= f * a[best * n_columns + j];
      }
    }
  }
  return rank;
}

static void check_at_random_point(const Made *m)
{
  double at[MOST_COLUMNS * MOST_COLUMNS], c[MOST_COLUMNS * MOST_COLUMNS],
      d[MOST_COLUMNS * MOST_COLUMNS];
  for (int i = 0; i < MOST_COLUMNS * MOST_COLUMNS; i++) {
    at[i] = (double)(rand() % 2000 - 1000) / 500;
  }
  evaluate_all(m, &m->c, at, c);
  evaluate_all(m, &m->d, at, d);
  int k = m->c.n_rows, n = m->c.n_columns, free = m->d.n_columns;
  for (int r = 0; r < k; r++) {
    for (int j = 0; j < free; j++) {
      double sum = 0;
      for (int i = 0; i < n; i++) sum += c[r * n + i] * d[i * free + j];
      assert_true(fabs(sum) < 1e-9);
    }
  }
  assert_int_equal(rank_of(d, n, free), free);
}

static const Case cases[] = {
    {1, 2, "xx", true},
    {1, 3, "xxx", false}, /* no direction is good everywhere */
    {1, 3, "xx3", true},
    {2, 3, "xx.xxx", true},
    {3, 4, "xx...xxxxx.x", true},
    {2, 4, "xx..xxxx", true},
    {3, 6, "xx....xxxx....xxxx", true}, /* a chain */
    {2, 4, "xxxxxxxx", false},
    {2, 5, "xxx....xxx", false},
    {2, 5, "xx2....xxx", true},
    {2, 5, "xx2..x..xx", true},
    {2, 4, "xxx2xxxx", false}, /* the first row leaves the other no column */
};

static void test_product_is_zero(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    Made m = make(&cases[k]);
    assert_int_equal(m.ok, cases[k].has_formula);
    for (int i = 0; m.ok && i < 20; i++) check_at_random_point(&m);
    arena_destroy(m.arena);
  }
}

/* (-y, x) of a circle, with no division at all. */
static void test_circle(void **state)
{
  (void)state;
  Case circle = {1, 2, "xx", true};
  Made m = make(&circle);
  assert_true(m.ok);
  assert_int_equal(expr_node(m.t, m.d.entry[0])->op, EXPR_NEG);
  assert_int_equal(expr_node(m.t, m.d.entry[1])->op, EXPR_VAR);
  arena_destroy(m.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_product_is_zero),
      cmocka_unit_test(test_circle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
