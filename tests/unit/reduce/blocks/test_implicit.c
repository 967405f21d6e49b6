/* test_implicit.c: what an implicit solver is given in place of the derivatives
 * of equations. */
#include "test.h"

#include "model_text.h"

static int n_kept(const ReducedSystem *r)
{
  int n = 0;
  for (int k = 0; k < r->continuous.n_blocks; k++) n += r->implicit.keeps[k];
  return n;
}

/* So many blocks are still computed. */
static void expect(const char *text, int kept, int slopes, int dummies,
                   int rows)
{
  ModelText *m = model_text_at(text, "reduced");
  const ReducedImplicit *form = &m->reduced->implicit;
  assert_true(form->exists);
  assert_int_equal(n_kept(m->reduced), kept);
  assert_int_equal(form->n_slopes, slopes);
  assert_int_equal(form->n_dummies, dummies);
  assert_int_equal(form->rows.n, rows);
  for (int k = 0; k < form->rows.n; k++) {
    assert_false(m->sys->eq[form->rows.equation[k].i].superfluous);
  }
  for (int k = 0; k < form->n_slopes; k++) {
    assert_true(m->sys->var[form->slope[k].i].integral.i >= 0);
  }
  model_text_free(m);
}

static void expect_none(const char *text)
{
  ModelText *m = model_text_at(text, "reduced");
  assert_false(m->reduced->implicit.exists);
  assert_int_equal(m->reduced->implicit.rows.n, 0);
  model_text_free(m);
}

static void test_both_as_they_stand(void **state)
{
  (void)state;
  expect("model M Real x, y(start = 1, fixed = true); equation "
         "der(x) + der(y) = 1; x = 2*y; end M;",
         0, 2, 1, 2);
}

/* Of 9 equations 6 are left: w1 and w3 are computed, four are rows. */
static void test_linear_example(void **state)
{
  (void)state;
  expect("model M Real x1, x2(start = 1, fixed = true), x3, x4, w1, "
         "w2(start = 0, fixed = true), w3; equation x1 + x2 + sin(time) = 0; "
         "x1 + x2 + x3 + cos(time) = 0; x1 + x4 + sin(2*time) = 0; "
         "2*der(w1) + der(w2) + der(w3) + der(x4) + exp(-time) = 0; "
         "der(x1) = w1; der(x2) = w2; der(x3) = w3; end M;",
         2, 4, 3, 4);
}

static void test_what_nobody_reads(void **state)
{
  (void)state;
  expect("model M Real x, y, z; equation x = sin(time); der(x) = y; "
         "der(y) = z; end M;",
         2, 0, 0, 0);
}

/* ... but another state does. */
static void test_what_a_state_reads(void **state)
{
  (void)state;
  expect("model M Real x, a(start = 0, fixed = true); equation x = sin(time); "
         "der(a) = 2*der(x) - a; end M;",
         1, 1, 1, 1);
}

/* One of two candidates is chosen by its level: one row for the other. */
static void test_selection_set(void **state)
{
  (void)state;
  expect("model M Real x(start = 1, fixed = true), y; equation "
         "x*der(y) - y*der(x) = 1; x^2 + y^2 = 1; end M;",
         1, 2, 0, 1);
}

static void test_explicit_form_stays(void **state)
{
  (void)state;
  expect_none("model M Real x(start = 1, fixed = true); equation "
              "der(x) = -x; end M;");
  expect_none("model M Real x, y(start = 1, fixed = true); equation "
              "der(x) + der(y) = 1; x = 2*y; when time > 1 then "
              "reinit(y, 3); end when; end M;");
}

/* Nothing reads v but a delay, while the solver runs: as a slope of the solver
 * it would move what the delay gives, and Newton's matrix would not know.
 * Without the delay it is not computed at all. */
static void test_delay_time(void **state)
{
  (void)state;
  expect("model M Real x, v; Real w(start = 1, fixed = true); equation "
         "x = sin(time); v = der(x); der(w) = -w; end M;",
         2, 0, 0, 0);
  expect_none(
      "model M Real x, v, y; Real w(start = 1, fixed = true); equation "
      "x = sin(time); v = der(x); der(w) = -y; y = delay(w, v, 1); end M;");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_both_as_they_stand),
      cmocka_unit_test(test_linear_example),
      cmocka_unit_test(test_what_nobody_reads),
      cmocka_unit_test(test_what_a_state_reads),
      cmocka_unit_test(test_selection_set),
      cmocka_unit_test(test_explicit_form_stays),
      cmocka_unit_test(test_delay_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
