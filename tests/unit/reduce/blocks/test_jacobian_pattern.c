/* Structure and colours of d derivatives / d states. */
#include "test.h"

#include "model_text.h"
#include "reduce/blocks/jacobian_pattern.h"

static const char ladder[] =
    "model Ladder Real v[50](each start = 0, each fixed = true), i[50];"
    "equation sin(time) - v[1] = i[1];"
    "for k in 2:50 loop v[k - 1] - v[k] = i[k]; end for;"
    "for k in 1:49 loop der(v[k]) = i[k] - i[k + 1]; end for;"
    "der(v[50]) = i[50]; end Ladder;";

static void test_ladder_is_tridiagonal(void **state)
{
  (void)state;
  ModelText *m = model_text_run(ladder, "reduced");
  assert_true(m->ok && m->reduced->sparse);
  const SparsePattern *p = &m->reduced->jacobian;
  assert_int_equal(p->n_nonzeros, 3 * 50 - 2);
  assert_int_equal(p->n_colors, 3);
  for (int j = 0; j < 50; j++) {
    int first = j > 0 ? j - 1 : 0, last = j < 49 ? j + 1 : 49;
    assert_int_equal(p->column_start[j + 1] - p->column_start[j],
                     last - first + 1);
    for (int i = first; i <= last; i++) {
      assert_int_equal(p->row[p->column_start[j] + i - first], i);
    }
  }
  model_text_free(m);
}

/* Every column in one colour, and no two of a colour in one row. */
static void check_colours(const ReducedSystem *r)
{
  const SparsePattern *p = &r->jacobian;
  unsigned char seen[200] = {0};
  assert_int_equal(p->color_start[p->n_colors], p->n);
  for (int c = 0; c < p->n_colors; c++) {
    unsigned char in_row[200] = {0};
    for (int m = p->color_start[c]; m < p->color_start[c + 1]; m++) {
      int j = p->column[m];
      assert_int_equal(seen[j]++, 0);
      for (int k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
        assert_int_equal(in_row[p->row[k]]++, 0);
      }
    }
  }
}

static void test_colours_share_no_row(void **state)
{
  (void)state;
  ModelText *m = model_text_run(ladder, "reduced");
  check_colours(m->reduced);
  model_text_free(m);
  /* irregular: each state depends on another one and on the last but one */
  m = model_text_run("model M Real x[120](each start = 1, each fixed = true);"
                     "equation for k in 1:120 loop der(x[k]) = -x[k]"
                     " + x[1 + mod(7*k*k, 120)] - x[1 + mod(k, 10)];"
                     "end for; end M;",
                     "reduced");
  assert_true(m->ok && m->reduced->sparse);
  check_colours(m->reduced);
  assert_true(m->reduced->jacobian.n_colors < 60);
  model_text_free(m);
}

static bool has_entry(const SparsePattern *p, int i, int j)
{
  for (int k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
    if (p->row[k] == i) return true;
  }
  return false;
}

/* Eight pendulums that do not know of each other. Four candidates of each are
 * unknowns of the implicit form: first the velocities of a set, then its
 * positions. Rows: 32 of candidates, two constraints of each set. */
static void test_candidates_of_the_implicit_form(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M Real x[8](each start = 1), y[8](each start = 0), u[8], v[8],"
      " f[8]; equation for k in 1:8 loop der(x[k]) = u[k]; der(y[k]) = v[k];"
      " der(u[k]) = -f[k]*x[k]; der(v[k]) = -f[k]*y[k] - 1;"
      " x[k]^2 + y[k]^2 = 1; end for; end M;",
      "superfluous");
  assert_true(m->ok);
  m->sys->choice.ida = true;
  model_text_continue(m, "reduced");
  assert_true(m->reduced && m->reduced->sparse);
  const SparsePattern *p = &m->reduced->jacobian;
  assert_int_equal(m->reduced->sys->n_sets, 8);
  assert_int_equal(p->n, 32);
  check_colours(m->reduced);
  for (int set = 0; set < 8; set++) {
    int u = 4 * set, x = u + 2, rate = 32 + 2 * set, length = rate + 1;
    for (int c = 0; c < 2; c++) {
      assert_true(has_entry(p, x + c, u + c)); /* x' = u */
      assert_true(has_entry(p, x + c, x + c));
      assert_false(has_entry(p, x + c, u + 1 - c));
      assert_true(has_entry(p, u + c, x)); /* through the loop of u', v', f */
      assert_true(has_entry(p, rate, u + c) && has_entry(p, rate, x + c));
      assert_true(has_entry(p, length, x + c));
      assert_false(has_entry(p, length, u + c));
      assert_false(has_entry(p, (rate - 28) % 16 + 32, u + c));
    }
  }
  model_text_free(m);
}

/* States that all depend on each other through one long loop. */
static const char coupled[] =
    "model M parameter Integer n = %d;"
    "Real x[n](each start = 1, each fixed = true), u[n];"
    "equation der(x) = u; 3*u[1] - u[2] = -x[1]; 3*u[n] - u[n - 1] = x[n];"
    "for k in 2:n - 1 loop 3*u[k] - u[k - 1] - u[k + 1] = -x[k]; end for;"
    "end M;";

static ModelText *coupled_by(int n, bool cvode)
{
  char text[sizeof coupled + 20];
  snprintf(text, sizeof text, coupled, n);
  ModelText *m = model_text_run(text, "superfluous");
  assert_true(m->ok);
  m->sys->choice.cvode = cvode;
  model_text_continue(m, "reduced");
  assert_non_null(m->reduced);
  return m;
}

static void test_choice_of_the_integrator(void **state)
{
  (void)state;
  ModelText *m = coupled_by(MANY_STATES, false);
  assert_true(m->reduced->choice.ida && m->reduced->sparse);
  assert_int_equal(m->reduced->jacobian.n, 2 * MANY_STATES);
  model_text_free(m);
  m = coupled_by(MANY_STATES - 1, false);
  assert_false(m->reduced->choice.ida || m->reduced->sparse);
  model_text_free(m);
  m = coupled_by(MANY_STATES, true);
  assert_false(m->reduced->choice.ida || m->reduced->sparse);
  model_text_free(m);
}

static void test_small_or_dense_is_not_sparse(void **state)
{
  (void)state;
  ModelText *m =
      model_text_run("model M Real x[10](each start = 1, each fixed = true);"
                     "equation der(x) = -x; end M;",
                     "reduced");
  assert_true(m->ok && !m->reduced->sparse);
  model_text_free(m);
  m = model_text_run("model M Real x[40](each start = 1, each fixed = true);"
                     "equation for k in 1:40 loop der(x[k]) = k - sum(x);"
                     "end for; end M;",
                     "reduced");
  assert_true(m->ok && !m->reduced->sparse);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ladder_is_tridiagonal),
      cmocka_unit_test(test_colours_share_no_row),
      cmocka_unit_test(test_candidates_of_the_implicit_form),
      cmocka_unit_test(test_choice_of_the_integrator),
      cmocka_unit_test(test_small_or_dense_is_not_sparse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
