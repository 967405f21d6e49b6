/* test_null_factors.c: u^T J = 0 for matrices of expressions: by hand, and
 * random ones whose last row is a sum of the others with moving factors. */
#include "test.h"

#include "model_text.h"
#include "random_expr.h"
#include "reduce/structure/dependent/null_factors.h"

enum { N_POINTS = 4, MOST = 7 };

typedef struct Bench {
  ModelText *m;
  ExprTable *t;
  NullPoints points;
  StartPoint *point[N_POINTS];
} Bench;

/* Three variables a, b, c to make expressions of. */
static Bench *make_bench(void)
{
  ModelText *m = model_text_run(
      "model M Real a, b, c; equation a = time; b = a; c = a; end M;", "lower");
  assert_true(m->ok);
  Arena *arena = session_scratch(m->s);
  Bench *bench = arena_alloc(arena, sizeof *bench);
  bench->m = m;
  bench->t = m->sys->exprs;
  Walk *walk = walk_create(bench->t, arena);
  for (int p = 0; p < N_POINTS; p++) {
    bench->point[p] = start_point_make(m->sys, walk, p, arena);
  }
  bench->points = (NullPoints){walk, bench->point, N_POINTS};
  return bench;
}

static ExprId variable(const Bench *bench, int k)
{
  static const char *const name[] = {"a", "b", "c"};
  return expr_var(bench->t, model_text_var(bench->m, name[k]));
}

/* u^T J vanishes at all points, u does not. */
static void expect_null(const Bench *bench, const SymbolicMatrix *j,
                        const ExprId *u)
{
  for (int p = 0; p < N_POINTS; p++) {
    double length = 0;
    for (int c = 0; c < j->n_columns; c++) {
      double sum = 0, size = 0;
      for (int r = 0; r < j->n_rows; r++) {
        ExprId e = j->entry[r * j->n_columns + c];
        if (e.i < 0 || u[r].i < 0) continue;
        double v = evaluate(bench->points.walk, u[r], &bench->point[p]->point) *
                   evaluate(bench->points.walk, e, &bench->point[p]->point);
        sum += v;
        size += fabs(v);
      }
      assert_true(fabs(sum) <= 1e-9 * size);
      length += size;
    }
    assert_true(length > 0);
  }
}

/* (1, a; b, a*b): the number is a pivot, so that u has no minors. */
static void test_by_a_number(void **state)
{
  (void)state;
  Bench *bench = make_bench();
  ExprId a = variable(bench, 0), b = variable(bench, 1), u[2];
  ExprId entry[] = {expr_const(bench->t, 1), a, b, expr_mul(bench->t, a, b)};
  SymbolicMatrix j = {2, 2, entry};
  assert_null(null_factors_make(bench->t, &j, &bench->points, u,
                                session_scratch(bench->m->s)));
  expect_null(bench, &j, u);
  assert_string_equal(model_text_expr(bench->m, u[0]), "-b");
  assert_string_equal(model_text_expr(bench->m, u[1]), "1");
  model_text_free(bench->m);
}

/* (a, a^2; b, a*b): no number anywhere. */
static void test_core(void **state)
{
  (void)state;
  Bench *bench = make_bench();
  ExprTable *t = bench->t;
  ExprId a = variable(bench, 0), b = variable(bench, 1), u[2];
  ExprId entry[] = {a, expr_mul(t, a, a), b, expr_mul(t, a, b)};
  SymbolicMatrix j = {2, 2, entry};
  assert_null(null_factors_make(t, &j, &bench->points, u,
                                session_scratch(bench->m->s)));
  expect_null(bench, &j, u);
  model_text_free(bench->m);
}

static ExprId random_entry(const Bench *bench, Random *random)
{
  int which = random_below(random, 6);
  if (which < 3) return variable(bench, which);
  if (which == 3) return NO_EXPR;
  return expr_const(bench->t, 1 + random_below(random, 4));
}

/* The last row is the sum of the others, each times some entry. */
static void fill_random(const Bench *bench, Random *random,
                        const SymbolicMatrix *j)
{
  int n = j->n_columns;
  ExprId *last = j->entry + (j->n_rows - 1) * n;
  for (int c = 0; c < n; c++) last[c] = NO_EXPR;
  for (int r = 0; r < j->n_rows - 1; r++) {
    ExprId *row = j->entry + r * n;
    ExprId factor = variable(bench, random_below(random, 3));
    for (int c = 0; c < n; c++) {
      row[c] = c == r ? variable(bench, r % 3) : random_entry(bench, random);
      if (row[c].i < 0) continue;
      ExprId term = expr_mul(bench->t, factor, row[c]);
      last[c] = last[c].i < 0 ? term : expr_add(bench->t, last[c], term);
    }
  }
}

static void test_random(void **state)
{
  (void)state;
  Random random = {5};
  for (int trial = 0; trial < 60; trial++) {
    Bench *bench = make_bench();
    ExprId entry[MOST * MOST], u[MOST];
    int n = 2 + trial % (MOST - 1);
    SymbolicMatrix j = {n, n, entry};
    fill_random(bench, &random, &j);
    assert_null(null_factors_make(bench->t, &j, &bench->points, u,
                                  session_scratch(bench->m->s)));
    expect_null(bench, &j, u);
    model_text_free(bench->m);
  }
}

/* Independent rows have no such factors. */
static void test_independent(void **state)
{
  (void)state;
  Bench *bench = make_bench();
  ExprId a = variable(bench, 0), b = variable(bench, 1), u[2];
  ExprId entry[] = {a, b, b, a};
  SymbolicMatrix j = {2, 2, entry};
  assert_string_equal(null_factors_make(bench->t, &j, &bench->points, u,
                                        session_scratch(bench->m->s)),
                      "no factors fit everywhere");
  model_text_free(bench->m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_a_number),
      cmocka_unit_test(test_core),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_independent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
