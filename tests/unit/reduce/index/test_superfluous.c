/* test_superfluous.c: which derivatives an implicit solver leaves out. */
#include "test.h"

#include "model_text.h"

/* So many equations stay; as many dummies as equations go. */
static ModelText *expect(const char *text, int before, int implicit)
{
  ModelText *m = model_text_at(text, "superfluous");
  int n_dummies = 0, n_eqs = 0;
  for (int i = 0; i < m->sys->n_vars; i++) {
    n_dummies += m->sys->var[i].superfluous;
    if (m->sys->var[i].superfluous) assert_true(m->sys->var[i].is_dummy);
  }
  for (int k = 0; k < m->sys->n_eqs; k++) {
    const Eq *eq = &m->sys->eq[k];
    n_eqs += eq->superfluous;
    /* the most differentiated version of a differentiated equation */
    if (eq->superfluous) assert_true(eq->integral.i >= 0);
    if (eq->superfluous) assert_true(eq->derivative.i < 0);
  }
  assert_int_equal(m->sys->n_eqs, before);
  assert_int_equal(m->sys->n_eqs - m->sys->n_superfluous, implicit);
  assert_int_equal(n_eqs, m->sys->n_superfluous);
  assert_int_equal(n_dummies, n_eqs);
  return m;
}

static void test_index_1_as_it_stands(void **state)
{
  (void)state;
  model_text_free(expect("model M Real x, y; equation der(x) + der(y) = 1; "
                         "x - 2*y = 0; end M;",
                         3, 2));
}

/* Mattsson and Soederlind, examples 1 and 2: 9 equations, then 6. */
static void test_linear_example(void **state)
{
  (void)state;
  ModelText *m =
      expect("model M Real x1, x2(start = 1, fixed = true), x3, x4, w1, w2, "
             "w3; equation x1 + x2 + sin(time) = 0; "
             "x1 + x2 + x3 + cos(time) = 0; x1 + x4 + sin(2*time) = 0; "
             "2*der(w1) + der(w2) + der(w3) + der(x4) + exp(-time) = 0; "
             "der(x1) = w1; der(x2) = w2; der(x3) = w3; end M;",
             9, 6);
  assert_true(model_text_info(m, "der(w1)")->superfluous);
  assert_true(model_text_info(m, "der(w3)")->superfluous);
  assert_true(model_text_info(m, "der(x4)")->superfluous);
  assert_false(model_text_info(m, "w1")->superfluous);
  model_text_free(m);
}

/* An algebraic unknown needs the derivative: index 2 without it. */
static void test_algebraic_unknowns_need_them(void **state)
{
  (void)state;
  model_text_free(expect("model M Real e1, e2, jV; equation "
                         "der(e1) + e1 - e2 + jV = 0; der(e2) = e1 - e2; "
                         "e1 = sin(time); end M;",
                         4, 4));
  /* by way of another derivative */
  model_text_free(expect("model M Real a, b, c; equation a = sin(time); "
                         "der(b) = 2*der(a); c = der(b) + b^2; end M;",
                         4, 4));
  model_text_free(expect("model M Real a, b, c; equation a = sin(time); "
                         "der(b) = 2*der(a); c = a + b^2; end M;",
                         4, 3));
}

static void test_pendulum_needs_all(void **state)
{
  (void)state;
  model_text_free(expect(
      "model M Real x(start = 0.6), y(start = -0.8), vx, vy, lam; equation "
      "der(x) = vx; der(y) = vy; der(vx) = -lam*x; der(vy) = -lam*y - 1; "
      "x^2 + y^2 = 1; end M;",
      5, 5));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_index_1_as_it_stands),
      cmocka_unit_test(test_linear_example),
      cmocka_unit_test(test_algebraic_unknowns_need_them),
      cmocka_unit_test(test_pendulum_needs_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
