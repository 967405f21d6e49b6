/* test_regular.c: dependent equations that the structure does not show. */
#include "test.h"

#include "model_text.h"
#include "random_expr.h"
#include "text_pile.h"

static void expect_good(const char *text)
{
  ModelText *m = model_text_at(text, "regular");
  model_text_free(m);
}

static void expect_dependent(const char *text, const char *message)
{
  ModelText *m = model_text_run(text, "regular");
  assert_false(m->ok);
  assert_string_equal(m->reached, "pantelides");
  if (!strstr(model_text_messages(m), message)) {
    fail_msg("%s", model_text_messages(m));
  }
  model_text_free(m);
}

/* The combination that took the place of equation `replaced` (from 0). */
static ModelText *mended(const char *text, int replaced, const char *residual)
{
  ModelText *m = model_text_at(text, "reduced");
  assert_int_equal(m->sys->n_combinations, 1);
  const Combination *c = &m->sys->combination[0];
  assert_int_equal(c->replaced.i, replaced);
  assert_string_equal(model_text_expr(m, c->residual), residual);
  assert_int_equal(m->sys->eq[replaced].residual.i, c->residual.i);
  return m;
}

/* By so many combinations; so many states are left. */
static void expect_cured(const char *text, int n_combinations, int n_states)
{
  ModelText *m = model_text_at(text, "reduced");
  assert_int_equal(m->sys->n_combinations, n_combinations);
  assert_int_equal(m->reduced->n_states, n_states);
  model_text_free(m);
}

static void expect_warning(ModelText *m, const char *message)
{
  if (!strstr(model_text_messages(m), message)) {
    fail_msg("no '%s' in\n%s", message, model_text_messages(m));
  }
}

/* x' + t y' = f1, x + t y = f2: the second differentiated repeats the
 * first's highest derivatives (Mattsson and Soederlind, example 5). */
static void test_dependent_derivatives(void **state)
{
  (void)state;
  ModelText *m = mended("model M Real x, y; equation "
                        "der(x) + time*der(y) = exp(-time); "
                        "x + time*y = sin(time); end M;",
                        0, "cos(time) - y - exp(-time)");
  const Combination *c = &m->sys->combination[0];
  assert_int_equal(c->n_terms, 2);
  assert_int_equal(c->term[0].eq.i, 1);
  assert_int_equal(c->term[0].order, 1);
  assert_string_equal(model_text_expr(m, c->term[0].factor), "-1");
  assert_int_equal(c->term[1].order, 0);
  assert_string_equal(model_text_expr(m, c->term[1].factor), "1");
  assert_int_equal(c->n_decided, 0);
  /* der(x) and der(y) are in no equation any more: nothing to differentiate */
  assert_int_equal(m->sys->n_eqs, 2);
  assert_int_equal(m->reduced->index, 1);
  assert_string_equal(model_text_states(m), "");
  assert_int_equal(model_text_info(m, "der(x)")->kind, VAR_ABSENT);
  for (int k = 0; k < m->reduced->n_vars; k++) {
    assert_string_not_equal(m->reduced->var[k].name, "der(x)");
  }
  model_text_free(m);
}

/* A constant block of rank 1 hides a pendulum: index 3, not 1. */
static void test_hidden_index(void **state)
{
  (void)state;
  ModelText *m =
      mended("model M Real x(start = 1), y, vx, vy, z1, z2; equation "
             "der(x) = vx; der(y) = vy; der(vx) = -2*x*z2 + 2*(z1 + z2); "
             "der(vy) = -2*y*z2 - 1; 0 = x + z1 + z2; "
             "0 = x + x^2 + y^2 - 1 + z1 + z2; end M;",
             3, "-x^2 - y^2 + 1");
  assert_int_equal(m->reduced->index, 3);
  assert_int_equal(m->reduced->n_states, 2);
  assert_int_equal(model_text_nu(m, 3), 2);
  model_text_free(m);
}

/* Several rounds: of three equal equations two are replaced in turn. */
static void test_several_rounds(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M Real x, y, a, b, c; equation der(x) = 2*a; der(y) = 3*b; "
      "a + b + c = time; 2*a + 2*b + 2*c = x^3 + y + time; "
      "a + b + c = y + sin(time); end M;",
      "reduced");
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  assert_int_equal(m->sys->n_combinations, 2);
  model_text_free(m);
}

/* Factors that change with time: minors of the Jacobian. */
static void test_minors(void **state)
{
  (void)state;
  ModelText *m = mended("model M Real x, y; equation "
                        "der(x) + time*der(y) = -x; "
                        "x*exp(time) + time*exp(time)*y = sin(time); end M;",
                        0, "y*(exp(time) + time*exp(time)) - cos(time)");
  model_text_free(m);
}

/* What is too large is reported with the limit. */
static void test_limits(void **state)
{
  (void)state;
  expect_dependent("model M Real x[601], s[601]; equation for i in 1:601 loop "
                   "x[i] - x[mod(i, 601) + 1] = s[i]; der(s[i]) = x[i]; "
                   "end for; end M;",
                   "It was not found: there are more than 600 of them");
  expect_dependent("model M Real x[14], s[14], w[14](each start = 1); equation "
                   "for i in 1:14 loop w[i]*x[i] - "
                   "w[mod(i + 1, 14) + 1]*x[mod(i, 14) + 1] = s[i]; "
                   "der(s[i]) = x[i]; der(w[i]) = -i*w[i]; end for; end M;",
                   "It was not found: more than 12 of them have no number "
                   "among their coefficients");
}

static void test_dependent_loop(void **state)
{
  (void)state;
  expect_dependent("model M\n Real x, y;\nequation\n x + y = 1;\n"
                   " 2*x + 2*y = time;\nend M;",
                   "a.mo:4:2: error E305: these 2 equations are dependent");
  expect_dependent("model M Real x, y; equation x + y = 1; "
                   "2*x + 2*y = time; end M;",
                   "the sum is 0 = 2 - time, without any unknown");
  expect_dependent("model M Real x, y; equation x + y = 1; "
                   "2*x + 2*y = 2; end M;",
                   "the sum is 0 = 0: one of them says nothing new");
  expect_dependent("model M Real x, y; equation x + y = 1; "
                   "2*x + 2*y = 3; end M;",
                   "they do not determine x, y");
  expect_good("model M Real x, y; equation x + y = 1; 2*x - 2*y = time; "
              "end M;");
}

/* A parameter's value may be to blame: then it cannot be changed any more. */
/* The condition of a single equation: with p = 0 it does not hold v. */
static void test_parameter_condition(void **state)
{
  (void)state;
  static const char form[] =
      "model M parameter Real p = %d; Real i, j, k, v; "
      "equation der(i) = 1 - v; der(j) = v; i = j + k; "
      "if p <= 0 then k = 0; else k = p*v; end if; end M;";
  char text[300];
  snprintf(text, sizeof text, form, 2);
  expect_good(text);
  snprintf(text, sizeof text, form, 0);
  ModelText *m = model_text_run(text, "reduced");
  assert_true(m->ok);
  expect_warning(m, "W302: the value of 'p' decides which unknowns");
  assert_int_equal(model_text_info(m, "p")->kind, VAR_CONSTANT);
  assert_int_equal(m->reduced->n_states, 1);
  model_text_free(m);
}

static void test_parameter_values(void **state)
{
  (void)state;
  static const char form[] =
      "model M parameter Real A = %s; parameter Real B = 2*A; Real u2, u3; "
      "equation B*der(u2) - 2*der(u3) = sin(time) - u2; u3 = %s*u2; end M;";
  char text[300];
  snprintf(text, sizeof text, form, "1", "2");
  expect_good(text);
  snprintf(text, sizeof text, form, "2", "2");
  ModelText *m = model_text_run(text, "reduced");
  assert_true(m->ok);
  expect_warning(m, "W302: for the value of 'B' some equations are dependent");
  expect_warning(m, "nor can that of 'A'");
  assert_int_equal(model_text_info(m, "A")->kind, VAR_CONSTANT);
  assert_string_equal(model_text_states(m), "");
  model_text_free(m);
  /* the same for every value of A: it stays a parameter */
  snprintf(text, sizeof text, form, "2", "A");
  m = model_text_run(text, "reduced");
  assert_true(m->ok);
  assert_int_equal(model_text_info(m, "A")->kind, VAR_PARAMETER);
  assert_int_equal(m->sys->n_combinations, 1);
  model_text_free(m);
}

/* A capacitance of zero makes no state. */
static void test_zero_factor(void **state)
{
  (void)state;
  static const char form[] =
      "model M parameter Real C0 = %s, C = C0; Real v(start = 0), i; "
      "equation C*der(v) = i; sin(time) - v = 2*i; end M;";
  char text[300];
  snprintf(text, sizeof text, form, "0.5");
  expect_good(text);
  snprintf(text, sizeof text, form, "0");
  ModelText *m = model_text_run(text, "reduced");
  assert_true(m->ok);
  expect_warning(m, "W302: the value of 'C' decides which unknowns");
  expect_warning(m, "nor can that of 'C0'");
  assert_int_equal(m->reduced->n_states, 0);
  model_text_free(m);
}

/* A pendulum whose constraint is hidden in k equations of rank k-1 between
 * k multipliers, mixed by random factors: index 3 and 2 states always. */
static void test_random_hidden_constraints(void **state)
{
  (void)state;
  Random random = {17};
  for (int trial = 0; trial < 30; trial++) {
    int k = 2 + random_below(&random, 4);
    TextPile text = {.n = 0};
    text_pile_add(&text,
                  "model M Real x(start = 0.6), y(start = -0.8), vx, vy");
    for (int j = 0; j < k; j++) text_pile_add(&text, ", z%d", j);
    text_pile_add(&text, "; equation der(x) = vx; der(y) = vy; "
                         "der(vx) = -2*x*z0 + 0.5; der(vy) = -2*y*z0 - 1;");
    double row[5][5], last[5] = {0};
    for (int i = 0; i < k - 1; i++) {
      double factor = (1 + random_below(&random, 8)) / 4.0;
      text_pile_add(&text, " 0 = sin(x)");
      for (int j = 0; j < k; j++) {
        /* numbers that the text holds exactly */
        row[i][j] = (1 + random_below(&random, 64)) / 32.0;
        text_pile_add(&text, " + %.17g*z%d", row[i][j], j);
      }
      text_pile_add(&text, ";");
      for (int j = 0; j < k; j++) last[j] += factor * row[i][j];
    }
    text_pile_add(&text, " 0 = x^2 + y^2 - 1");
    for (int j = 0; j < k; j++)
      text_pile_add(&text, " + %.17g*z%d", last[j], j);
    text_pile_add(&text, "; end M;");
    ModelText *m = model_text_run(text.text, "reduced");
    if (!m->ok) fail_msg("%s\n%s", text.text, model_text_messages(m));
    assert_int_equal(m->sys->n_combinations, 1);
    assert_int_equal(m->reduced->index, 3);
    assert_int_equal(m->reduced->n_states, 2);
    model_text_free(m);
  }
}

/* A coefficient that changes: with time, with x, or not at all. */
static void add_coefficient(TextPile *pile, Random *random, int n)
{
  switch (random_below(random, 4)) {
  case 0: text_pile_add(pile, "(%d + sin(time))", 2 + n % 3); break;
  case 1: text_pile_add(pile, "x%d", random_below(random, n)); break;
  case 2: text_pile_add(pile, "exp(x%d)", random_below(random, n)); break;
  default: text_pile_add(pile, "%d", 1 + random_below(random, 5)); break;
  }
}

/* n - 1 equations with three derivatives each, and a last one that is the
 * sum of all, each with a factor that changes, and the constraint
 * x0 + ... = 1: it must be found, so that n - 1 states are left. Or the
 * equations are refused as dependent. */
static void random_moving_sum(Random *random, int n, int *n_cured)
{
  TextPile text = {.n = 0}, sum = {.n = 0};
  text_pile_add(&text, "model M Real x0(start = 0.3)");
  for (int j = 1; j < n; j++) text_pile_add(&text, ", x%d(start = 0.2)", j);
  text_pile_add(&text, "; equation");
  for (int i = 0; i < n - 1; i++) {
    TextPile left = {.n = 0};
    text_pile_add(&left, "der(x%d)", i);
    for (int k = 1; k < 3; k++) {
      text_pile_add(&left, " + ");
      add_coefficient(&left, random, n);
      text_pile_add(&left, "*der(x%d)", (i + k) % n);
    }
    text_pile_add(&text, " %s = cos(%d*time);", left.text, i);
    text_pile_add(&sum, " - ");
    add_coefficient(&sum, random, n);
    text_pile_add(&sum, "*(%s - cos(%d*time))", left.text, i);
  }
  text_pile_add(&text, " 0 = time - 1 + x0");
  for (int j = 1; j < n; j++) text_pile_add(&text, " + x%d", j);
  text_pile_add(&text, "%s; end M;", sum.text);
  ModelText *m = model_text_run(text.text, "reduced");
  if (m->ok) {
    assert_int_equal(m->sys->n_combinations, 1);
    assert_int_equal(m->reduced->n_states, n - 1);
    ++*n_cured;
  } else if (!strstr(model_text_messages(m), "E305: these")) {
    fail_msg("%s\n%s", text.text, model_text_messages(m));
  }
  model_text_free(m);
}

static void test_random_moving_factors(void **state)
{
  (void)state;
  Random random = {23};
  int n_cured = 0, n_trials = 0;
  for (int n = 3; n <= 9; n++) {
    for (int trial = 0; trial < 3; trial++, n_trials++) {
      random_moving_sum(&random, n, &n_cured);
    }
  }
  assert_int_equal(n_cured, n_trials);
}

/* A block of any size: two equations in a ring of many depend on each other,
 * with a factor that changes. */
static void test_large_block(void **state)
{
  (void)state;
  expect_cured("model M Real x[400](each start = 0.1), y(start = 1), z; "
               "equation for i in 1:399 loop "
               "der(x[i]) + 0.3*der(x[i + 1]) = -x[i]; end for; "
               "der(x[400]) + 0.2*der(x[1]) + 0.1*der(y) = -x[400]; "
               "der(y) + time*der(z) + 0.1*der(x[2]) = -y; "
               "exp(time)*(der(y) + time*der(z) + 0.1*der(x[2]) + y) "
               "+ z + y = 1; end M;",
               1, 401);
}

/* What holds while a switch is open only is no reason to change equations. */
static void test_switches(void **state)
{
  (void)state;
  expect_good("model M Real x, y; equation x + y = 1; "
              "x + (if time > 1 then 2 else 1)*y = sin(time); end M;");
}

/* Singular at the start values only: that is no reason to refuse. */
static void test_singular_points(void **state)
{
  (void)state;
  expect_good("model M Real x(start = 0), y(start = 0); equation "
              "x*y = sin(time); x^2 + y^2 = 1; end M;");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dependent_derivatives),
      cmocka_unit_test(test_hidden_index),
      cmocka_unit_test(test_several_rounds),
      cmocka_unit_test(test_minors),
      cmocka_unit_test(test_switches),
      cmocka_unit_test(test_random_hidden_constraints),
      cmocka_unit_test(test_random_moving_factors),
      cmocka_unit_test(test_large_block),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_dependent_loop),
      cmocka_unit_test(test_parameter_values),
      cmocka_unit_test(test_parameter_condition),
      cmocka_unit_test(test_zero_factor),
      cmocka_unit_test(test_singular_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
