/* test_index_minimal_extension.c: no derivatives that the model does not
 * hold, and how many hidden constraints it has. */
#include "test.h"

#include "model_text.h"
#include "reduce/index/index_minimal_extension.h"

static ModelText *reduced(const char *text)
{
  return model_text_by_method(text, REDUCTION_MINIMAL_EXTENSION);
}

/* Equations that are solved, and what counting says. */
static void expect(const char *text, int n_eqs, int given, int minimal)
{
  ModelText *m = reduced(text);
  assert_int_equal(m->sys->n_eqs, n_eqs);
  model_text_free(m);
  m = model_text_run(text, "reduced");
  FirstOrderSize size =
      index_minimal_extension_size(m->sys, m->s, m->reduced->n_states);
  assert_int_equal(size.given, given);
  assert_int_equal(size.minimal, minimal);
  model_text_free(m);
}

/* n_p + 3 n_c = 4 + 3; solved as 3 equations of second order and two more. */
static void test_pendulum(void **state)
{
  (void)state;
  expect(model_text_pendulum, 3 + 2, 5, 4 + 3);
}

/* der(z3,2) is put into the others (Kunkel and Mehrmann, strangeness 2). */
static void test_condensed_form(void **state)
{
  (void)state;
  expect("model M Real a, b(start = 0, fixed = true), z2, z3, z4, z5, z6; "
         "equation der(a) = z5 + z6 + sin(time); der(b) = 2*z5 + z6; "
         "der(z2) = a + z5 + cos(time); der(z3) = a + 2*b + sin(2*time); "
         "0 = z4 + exp(-time); 0 = z2 + cos(2*time); 0 = z3 + sin(3*time); "
         "end M;",
         10, 7, 10);
}

/* The sum around the loop: e1' and e2' stand in three differentiated
 * equations, none of them is left; one equation more, as in the theory. */
static const char loop[] =
    "model M Real e1, e2, u1, u2(start = 0, fixed = true), i, j; equation "
    "u1 = e1 - e2; u2 = e2; e1 = sin(time); i = 2*der(u1); "
    "i - j = 3*der(u2); j = 5*e2 + 7*u2; end M;";

static void test_loop_of_capacitors(void **state)
{
  (void)state;
  expect(loop, 5 + 1, 6, 7); /* e2 = u2 is gone before */
  ModelText *m = reduced(loop);
  for (int k = 0; k < m->sys->n_eqs; k++) {
    const char *text = model_text_expr(m, m->sys->eq[k].residual);
    assert_null(strstr(text, "der(e1)"));
  }
  model_text_free(m);
}

/* Rows that hold the same derivative beside their own: what is put in makes a
 * factor vanish, and the rest is matched again. */
static void test_matched_anew(void **state)
{
  (void)state;
  ModelText *m = reduced(
      "model M Real a, b, c, p, q(start = 0, fixed = true), z; equation "
      "der(p) = z - p; der(q) = z + q; a + b = p; a - b = q; "
      "c = a + 2*b; c = sin(time); end M;");
  for (int k = 0; k < m->sys->n_eqs; k++) {
    VarId v = m->sys->eq_var[k];
    if (v.i < 0) continue;
    const char *text = model_text_expr(m, m->sys->eq[k].residual);
    assert_non_null(strstr(text, m->sys->var[v.i].name));
  }
  assert_int_equal(m->reduced->n_states, 1);
  model_text_free(m);
}

/* A long chain of substitutions ends: not all derivatives are put in. */
static void test_long_chains(void **state)
{
  (void)state;
  char text[6000];
  int n = 60, used = snprintf(text, sizeof text,
                              "model M Real x, z; Real e[%d]; equation "
                              "der(x) = z; x = e[%d]; e[1] = sin(time);",
                              n, n);
  for (int k = 2; k <= n; k++) {
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "e[%d] = 2*e[%d] + cos(%d*time);", k, k - 1, k);
  }
  snprintf(text + used, sizeof text - (size_t)used, "end M;");
  ModelText *m = reduced(text);
  assert_true(m->sys->n_eqs > n + 1 + 3);
  assert_true(m->sys->n_eqs < n + 1 + 12);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_condensed_form),
      cmocka_unit_test(test_loop_of_capacitors),
      cmocka_unit_test(test_matched_anew),
      cmocka_unit_test(test_long_chains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
