/* test_jumps.c: which differentiated equations may jump. */
#include "test.h"

#include "model_text.h"

static const char *name_of(const ModelText *m, int k)
{
  return m->sys->var[m->sys->jump[k].impulse.i].name;
}

/* A discrete variable, an event relation: the chain has an impulse, and its
 * most differentiated equation holds it. Linear ones that it reaches have
 * none of their own. */
static void test_sources(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M Real a(start = 0, fixed = true), b, i, V; equation "
      "V = if time < 1 then 0 else 3; der(a) = i; 2*der(b) = i; a + b = V; "
      "end M;",
      "jumps");
  assert_int_equal(m->sys->n_jumps, 1);
  assert_string_equal(name_of(m, 0), "impulse[1]");
  EqId top = m->sys->eq[m->sys->jump[0].below.i].derivative;
  assert_string_equal(model_text_expr(m, m->sys->eq[top.i].residual),
                      "der(V) - impulse[1]");
  model_text_free(m);
}

/* A nonlinear constraint that the jump reaches has one too. */
static void test_nonlinear(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M Real a(start = 0, fixed = true), b, q, i; discrete Real V; "
      "equation when sample(1, 1) then V = 3; end when; der(a) = i; "
      "q = b^3 + b; der(q) = i; a + b = V; end M;",
      "jumps");
  assert_int_equal(m->sys->n_jumps, 2);
  model_text_free(m);
}

/* What only moves has none, and the equations are as they were. */
static void test_smooth(void **state)
{
  (void)state;
  ModelText *m = model_text_at(model_text_pendulum, "jumps");
  assert_int_equal(m->sys->n_jumps, 0);
  model_text_free(m);
  m = model_text_at("model M Real x, y, z; equation x = sin(time); "
                    "y = der(x); der(z) = if time < 1 then 1 else 2; end M;",
                    "jumps");
  assert_int_equal(m->sys->n_jumps, 0);
  model_text_free(m);
}

/* Every version below the highest is a row; only the one right below it may
 * jump. */
static void test_rows(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M Real x(start = 0, fixed = true), v(start = 0, fixed = true), "
      "y, F; equation der(x) = v; der(v) = F; 2*der(der(y)) = -F; "
      "x - y = if time < 1 then 0 else time - 1; end M;",
      "reduced");
  const ReducedJumps *j = &m->reduced->jumps;
  assert_int_equal(m->sys->n_jumps, 1);
  assert_int_equal(j->rows.n, 2);
  assert_false(j->is_deep[0]);
  assert_true(j->is_deep[1]);
  assert_int_equal(j->n_variables, 4);
  assert_int_equal(j->n_jumping, 2);
  assert_int_equal(j->n_factors, 0);
  model_text_free(m);
}

/* Factors that change by the same event are listed, with all of their
 * equation. */
static void test_factors(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M Real a(start = 0, fixed = true), b, i, V, E, P; equation "
      "V = if time < 1 then 0 else 3; der(a) = i; 2*der(b) = i; a + b = V; "
      "P = V*i; der(E) = P; end M;",
      "reduced");
  const ReducedJumps *j = &m->reduced->jumps;
  assert_int_equal(j->law.n, 1);
  assert_int_equal(j->n_factors, 2);
  model_text_free(m);
}

/* What stays: the impulses are eliminated from the equations with der(), here
 * through a node at which two currents meet. Only where it is asked for. */
static void test_laws(void **state)
{
  (void)state;
  const char *text =
      "model M parameter Real C = 2; Real a(start = 0, fixed = true), b, c, "
      "i, j, k, V; equation V = if time < 1 then 0 else 3; C*der(a) = i; "
      "der(b) = j; 3*der(c) = k; i = j + k; a + b = V; b = c; end M;";
  ModelText *m = model_text_at(text, "reduced");
  assert_int_equal(m->reduced->jumps.n_leapers, 0);
  model_text_free(m);
  m = model_text_at(text, "lower");
  m->sys->choice.circuit = true;
  model_text_continue(m, "reduced");
  assert_true(m->ok);
  const ReducedJumps *j = &m->reduced->jumps;
  assert_int_equal(j->n_leapers, 3); /* a, b = c, V */
  assert_int_equal(j->n_law_sums, 1);
  assert_string_equal(model_text_expr(m, j->law_sum[0]), "C*a - 4*b");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sources), cmocka_unit_test(test_nonlinear),
      cmocka_unit_test(test_smooth),  cmocka_unit_test(test_rows),
      cmocka_unit_test(test_factors), cmocka_unit_test(test_laws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
