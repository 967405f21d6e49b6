/* test_index_dummy.c: which derivatives become dummies, which states stay. */
#include "test.h"

#include "model_text.h"
#include "random_dae.h"

static ModelText *selected(const char *text)
{
  return model_text_at(text, "index");
}

static int count_dummies(const ModelText *m)
{
  int n = 0;
  for (int i = 0; i < m->sys->n_vars; i++) n += m->sys->var[i].is_dummy;
  return n;
}

static void expect_states(const char *text, const char *states, int dummies)
{
  ModelText *m = selected(text);
  assert_string_equal(model_text_states(m), states);
  assert_int_equal(count_dummies(m), dummies);
  model_text_free(m);
}

static void test_plain_ode(void **state)
{
  (void)state;
  expect_states("model M Real x, v; equation der(x) = v; der(v) = -x; end M;",
                "x v", 0);
}

/* One dummy per differentiation; nothing is left to integrate. */
static void test_derivative_chain(void **state)
{
  (void)state;
  ModelText *m = selected("model M Real x, y, z; equation der(x) = 2*y; "
                          "der(y) = 3*z; x = sin(time); end M;");
  assert_string_equal(model_text_states(m), "");
  assert_int_equal(count_dummies(m), 3);
  assert_true(model_text_info(m, "der(x)")->is_dummy);
  assert_true(model_text_info(m, "der(x,2)")->is_dummy);
  assert_true(model_text_info(m, "der(y)")->is_dummy);
  model_text_free(m);
}

/* Only x1 or x2 with their derivatives may be states (Mattsson and
 * Soederlind, example 1). */
static void test_linear_example(void **state)
{
  (void)state;
  expect_states("model M Real x1, x2(start = 1, fixed = true), x3, x4, w1, "
                "w2, w3; equation x1 + x2 + sin(time) = 0; "
                "x1 + x2 + x3 + cos(time) = 0; x1 + x4 + sin(2*time) = 0; "
                "2*der(w1) + der(w2) + der(w3) + der(x4) + exp(-time) = 0; "
                "der(x1) = w1; der(x2) = w2; der(x3) = w3; end M;",
                "x2 w2", 5);
}

/* The column of b vanishes at the start: a is the dummy. */
static void test_pivots_at_the_start_values(void **state)
{
  (void)state;
  ModelText *m = selected("model M Real a, b, z; equation "
                          "der(a) = -a + 2*b + z; der(b) = -2*b + z; "
                          "a + time*b = cos(time); end M;");
  assert_true(model_text_info(m, "der(a)")->is_dummy);
  model_text_free(m);
}

/* A constant column is regular for ever: x2, although x1 is as large. */
static void test_constant_columns_first(void **state)
{
  (void)state;
  expect_states("model M Real x1(start = 0.5), x2, z; equation "
                "der(x1) = -x1 + x1^2; der(x2) = z + x1; x1^2 + x2 = 1; "
                "end M;",
                "x1", 1);
}

static void expect_preference(const char *ax, const char *ay,
                              const char *states)
{
  char text[400];
  snprintf(text, sizeof text,
           "model M Real x%s, y%s, z; equation der(x) = z + y; "
           "der(y) = z - 2*x; 2*x + 3*y = sin(time); end M;",
           ax, ay);
  expect_states(text, states, 1);
}

static void test_what_the_user_wants(void **state)
{
  (void)state;
  expect_preference("(stateSelect = StateSelect.prefer)", "", "x");
  expect_preference("", "(stateSelect = StateSelect.prefer)", "y");
  expect_preference("", "(stateSelect = StateSelect.avoid)", "x");
  expect_preference("(stateSelect = StateSelect.never)", "", "y");
  expect_preference("(start = 1, fixed = true)", "", "x");
  expect_preference("", "(start = 1, fixed = true)", "y");
  expect_preference("(stateSelect = StateSelect.always)",
                    "(start = 1, fixed = true)", "x");
}

/* An attribute does not save a column without a pivot. */
static void test_wishes_need_a_pivot(void **state)
{
  (void)state;
  expect_states("model M Real x(stateSelect = StateSelect.never), y, z; "
                "equation der(x) = z + y; der(y) = z - 2*x; "
                "0*x + 3*y + 1e-12*x = sin(time); end M;",
                "x", 1);
}

static void test_roles(void **state)
{
  (void)state;
  ModelText *m = selected("model M Real x, v, y; equation der(x) = v; "
                          "der(v) = -x; y = 2*v; end M;");
  assert_int_equal(model_text_info(m, "x")->role, ROLE_STATE);
  assert_int_equal(model_text_info(m, "v")->role, ROLE_STATE);
  assert_int_equal(model_text_info(m, "der(v)")->role, ROLE_DERIVATIVE);
  assert_int_equal(model_text_info(m, "y")->role, ROLE_ALGEBRAIC);
  model_text_free(m);
}

/* The pendulum's choice may fail on the way: a set, chosen while running. */
static void test_pendulum_is_watched(void **state)
{
  (void)state;
  ModelText *m = selected(
      "model M Real x(start = 0.6), y(start = -0.8), vx, vy, lam; equation "
      "der(x) = vx; der(y) = vy; der(vx) = -lam*x; der(vy) = -lam*y - 1; "
      "x^2 + y^2 = 1; end M;");
  assert_int_equal(m->sys->n_sets, 1);
  const SelectionSet *set = &m->sys->set[0];
  assert_int_equal(set->n_rows, 1);
  assert_int_equal(set->order[0], 2);
  assert_int_equal(set->n_columns, 2);
  assert_int_equal(set->n_levels, 2);
  assert_int_equal(set->n_states, 2);
  /* at the start y is larger: it is the dummy of both levels */
  for (int c = 0; c < 2; c++) {
    VarId v = system_integral(m->sys, set->column[c], 2);
    bool is_y = strcmp(m->sys->var[v.i].name, "y") == 0;
    assert_int_equal(set->chosen[c], is_y);
    assert_int_equal(set->chosen[2 + c], is_y);
  }
  model_text_free(m);
}

/* First-order forms are chains: a coordinate is a state together with its
 * velocity, never crossed (x with the velocity of y). */
static void test_natural_pairs(void **state)
{
  (void)state;
  ModelText *m = selected(
      "model M Real x(start = 0.8), y(start = 0.7), s(start = 1), lam, vx, vy, "
      "beta; equation der(x) = vx; der(y) = vy; "
      "der(vx) = s*lam/sqrt(1 + s^2) - 0.1*lam^2*beta; "
      "der(vy) = -1 - lam/sqrt(1 + s^2); "
      "der(beta) = (vx + s*vy)/sqrt(1 + s^2) - beta; "
      "(y - s^2/2 - s*(x - s))/sqrt(1 + s^2) = 0.25; "
      "x - s + s*(y - s^2/2) = 0; end M;");
  assert_int_equal(m->sys->n_sets, 1);
  const SelectionSet *set = &m->sys->set[0];
  assert_int_equal(set->n_levels, 2);
  for (int c = 0; c < set->n_columns; c++) {
    VarId position = system_integral(m->sys, set->column[c], 2);
    assert_true(position.i >= 0);
    assert_int_equal(set->chosen[c], set->chosen[set->n_columns + c]);
  }
  model_text_free(m);
}

static void test_random_known_states(void **state)
{
  (void)state;
  static RandomDae d;
  Random random = {1994};
  for (int trial = 0; trial < 120; trial++) {
    random_dae_make(&random, &d);
    ModelText *m = model_text_run(d.text, "reduced");
    if (!m->ok) fail_msg("%s\n%s", d.text, model_text_messages(m));
    assert_int_equal(count_dummies(m), m->sys->n_eqs - m->sys->n_given);
    if (m->reduced->n_states != d.n_states || m->reduced->index != d.index) {
      fail_msg("index %d, %d states, not %d, %d:\n%s", m->reduced->index,
               m->reduced->n_states, d.index, d.n_states, d.text);
    }
    model_text_free(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain_ode),
      cmocka_unit_test(test_derivative_chain),
      cmocka_unit_test(test_linear_example),
      cmocka_unit_test(test_pivots_at_the_start_values),
      cmocka_unit_test(test_constant_columns_first),
      cmocka_unit_test(test_what_the_user_wants),
      cmocka_unit_test(test_wishes_need_a_pivot),
      cmocka_unit_test(test_roles),
      cmocka_unit_test(test_pendulum_is_watched),
      cmocka_unit_test(test_natural_pairs),
      cmocka_unit_test(test_random_known_states),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
