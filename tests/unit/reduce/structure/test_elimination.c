/* test_elimination.c: ranks and choices by hand, random matrices against a
 * dense elimination, and work that grows with the size only. */
#include "test.h"

#include "random_expr.h"
#include "reduce/structure/elimination.h"

enum { MOST = 12 };

/* The entries of a dense matrix that are not zero. */
static SparseMatrix sparse(Arena *arena, const double *a, int m, int n)
{
  SparseMatrix s = {.n_rows = m, .n_columns = n};
  s.entry = arena_array(arena, (size_t)(m * n), sizeof s.entry[0]);
  for (int k = 0; k < m * n; k++) {
    if (a[k] == 0) continue;
    s.entry[s.n_entries++] = (SparseEntry){k / n, k % n, a[k], false};
  }
  return s;
}

static void swap(double *a, double *b)
{
  double t = *a;
  *a = *b;
  *b = t;
}

/* Complete pivoting, the matrix destroyed. */
static int dense_rank(double *a, int m, int n)
{
  int rank = 0;
  for (; rank < m && rank < n; rank++) {
    int best = rank * n + rank;
    for (int r = rank; r < m; r++) {
      for (int c = rank; c < n; c++) {
        if (fabs(a[r * n + c]) > fabs(a[best])) best = r * n + c;
      }
    }
    if (fabs(a[best]) < 1e-9) break;
    int row = best / n, column = best % n;
    for (int c = 0; c < n; c++) swap(&a[rank * n + c], &a[row * n + c]);
    for (int r = 0; r < m; r++) swap(&a[r * n + rank], &a[r * n + column]);
    for (int r = rank + 1; r < m; r++) {
      double factor = a[r * n + rank] / a[rank * n + rank];
      for (int c = 0; c < n; c++) a[r * n + c] -= factor * a[rank * n + c];
    }
  }
  return rank;
}

static void test_by_hand(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  static const double a[] = {1, 2, 0, 0, /* */ 0, 3, 1, 0};
  SparseMatrix s = sparse(arena, a, 2, 4);
  int chosen[2];
  assert_int_equal(elimination_choose(&s, 1e-9, arena, chosen), 2);
  /* columns 0 and 2 cause no fill, 1 is larger but does; 3 is empty */
  assert_int_equal(chosen[0], 0);
  assert_int_equal(chosen[1], 1);
  arena_destroy(arena);
}

/* A preferred column is taken, unless its entry is much too small. */
static void test_preference(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  static const int wish[] = {1, 0};
  int chosen[1];
  static const double good[] = {1, 0.2}, bad[] = {1, 0.05};
  SparseMatrix s = sparse(arena, good, 1, 2);
  s.preference = wish;
  assert_int_equal(elimination_choose(&s, 1e-9, arena, chosen), 1);
  assert_int_equal(chosen[0], 1);
  s = sparse(arena, bad, 1, 2);
  s.preference = wish;
  assert_int_equal(elimination_choose(&s, 1e-9, arena, chosen), 1);
  assert_int_equal(chosen[0], 0);
  arena_destroy(arena);
}

/* Equal in everything: the tie decides. */
static void test_tie(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  static const double a[] = {1, 1, 1};
  static const int tie[] = {4, 9, 7};
  int chosen[1];
  SparseMatrix s = sparse(arena, a, 1, 3);
  elimination_choose(&s, 1e-9, arena, chosen);
  assert_int_equal(chosen[0], 2);
  s.tie = tie;
  elimination_choose(&s, 1e-9, arena, chosen);
  assert_int_equal(chosen[0], 1);
  arena_destroy(arena);
}

/* Rows of very different scale are as good as others; a row that is a sum of
 * two others is not, and no rounding makes it one. */
static void test_dependent(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  static const double scaled[] = {1e-20, 0, /* */ 3e15, 1e15};
  static const double sum[] = {0.1,       0.7, 0,  /* */ 0, 0.3, 1.1,
                               /* */ 0.1, 1.0, 1.1};
  SparseMatrix s = sparse(arena, scaled, 2, 2);
  assert_int_equal(elimination_choose(&s, 1e-9, arena, NULL), 2);
  s = sparse(arena, sum, 3, 3);
  assert_int_equal(elimination_choose(&s, 1e-9, arena, NULL), 2);
  s = sparse(arena, NULL, 0, 3);
  assert_int_equal(elimination_choose(&s, 1e-9, arena, NULL), 0);
  arena_destroy(arena);
}

/* Sparse matrices of small integers, every third row a combination. */
static void random_matrix(Random *seed, double *a, int m, int n)
{
  for (int k = 0; k < m * n; k++) {
    a[k] = random_below(seed, 3) ? 0 : (double)random_below(seed, 9) - 4;
  }
  for (int r = 2; r < m; r += 3) {
    for (int c = 0; c < n; c++) {
      a[r * n + c] = a[(r - 2) * n + c] - 2 * a[(r - 1) * n + c];
    }
  }
}

static void test_against_dense(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  Random seed = {7};
  for (int trial = 0; trial < 3000; trial++) {
    ArenaMark mark = arena_mark(arena);
    int m = 1 + random_below(&seed, MOST), n = 1 + random_below(&seed, MOST);
    double a[MOST * MOST], picked[MOST * MOST];
    int chosen[MOST];
    random_matrix(&seed, a, m, n);
    SparseMatrix s = sparse(arena, a, m, n);
    int rank = elimination_choose(&s, 1e-9, arena, chosen);
    assert_int_equal(elimination_choose(&s, 1e-9, arena, NULL), rank);
    for (int r = 0; r < m; r++) { /* the chosen columns are independent */
      for (int c = 0; c < rank; c++) {
        picked[r * rank + c] = a[r * n + chosen[c]];
      }
    }
    assert_int_equal(dense_rank(picked, m, rank), rank);
    assert_int_equal(rank, dense_rank(a, m, n));
    arena_release(mark);
  }
  arena_destroy(arena);
}

/* A chain of n links: row k holds two columns of its own and two of the link
 * before. */
static int64_t chain_work(int n, bool chooses)
{
  Arena *arena = arena_create("test");
  SparseMatrix s = {.n_rows = n, .n_columns = 2 * n};
  s.entry = arena_array(arena, (size_t)(4 * n), sizeof s.entry[0]);
  for (int k = 0; k < n; k++) {
    for (int i = k > 0 ? -2 : 0; i < 2; i++) {
      s.entry[s.n_entries++] =
          (SparseEntry){k, 2 * k + i, 1 + 0.3 * ((7 * k + i) % 5), false};
    }
  }
  int *chosen =
      chooses ? arena_array(arena, (size_t)n, sizeof chosen[0]) : NULL;
  assert_int_equal(elimination_choose(&s, 1e-9, arena, chosen), n);
  arena_destroy(arena);
  return s.work;
}

static void test_work_is_linear(void **state)
{
  (void)state;
  for (int chooses = 0; chooses < 2; chooses++) {
    int64_t small = chain_work(500, chooses), large = chain_work(4000, chooses);
    assert_true(small > 500 && large < 9 * small);
  }
}

/* Row 3 is row 0 less twice row 2, row 4 is row 1: row 5 stands alone. */
static void test_dependent_rows(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  const double a[6 * 6] = {1, 2, 0, 0, 0, 0, /**/ 0, 0, 0,  3, 0, 0, /**/
                           0, 1, 1, 0, 0, 0, /**/ 1, 0, -2, 0, 0, 0, /**/
                           0, 0, 0, 6, 0, 0, /**/ 0, 1, 0,  0, 5, 0};
  SparseMatrix s = sparse(arena, a, 6, 6);
  bool takes_part[6];
  assert_int_equal(elimination_dependent(&s, 1e-10, arena, takes_part), 2);
  for (int r = 0; r < 6; r++) assert_int_equal(takes_part[r], r < 5);
  s = sparse(arena, a, 3, 6);
  assert_int_equal(elimination_dependent(&s, 1e-10, arena, takes_part), 0);
  for (int r = 0; r < 3; r++) assert_false(takes_part[r]);
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_preference),
      cmocka_unit_test(test_tie),
      cmocka_unit_test(test_dependent),
      cmocka_unit_test(test_dependent_rows),
      cmocka_unit_test(test_against_dense),
      cmocka_unit_test(test_work_is_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
