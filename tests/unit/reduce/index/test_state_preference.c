/* test_state_preference.c: stateSelect is granted where the constraints allow it. */
#include "test.h"

#include "model_text.h"

static void expect(const char *text, const char *states, const char *warning)
{
  ModelText *m = model_text_at(text, "index");
  assert_string_equal(model_text_states(m), states);
  const char *messages = model_text_messages(m);
  if (warning && !strstr(messages, warning)) fail_msg("%s", messages);
  if (!warning && *messages) fail_msg("%s", messages);
  model_text_free(m);
}

#define WISH(w) "(stateSelect = StateSelect." w ")"

/* T follows from u, whose derivative the balance gives: a block before. */
static void expect_tank(const char *u, const char *T, const char *states)
{
  char text[400];
  snprintf(text, sizeof text,
           "model M Real u%s, T%s, w; equation der(u) = time - T; "
           "w = 2*der(T); u = 3*T + 0.1*T^3; end M;",
           u, T);
  expect(text, states, NULL);
}

static void test_blocks_are_joined(void **state)
{
  (void)state;
  expect_tank("", "", "u");
  expect_tank("", WISH("prefer"), "T");
  expect_tank(WISH("prefer"), "", "u");
  expect_tank(WISH("never"), "", "T");
  expect_tank(WISH("avoid"), "", "T");
}

/* p = L + e is solved for L and e, which are wanted less; m, which leads from
 * one to the other, belongs to the same block. */
static void test_between_joined_blocks(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M Real x" WISH("avoid") ", L, m" WISH("never") ", e" WISH(
          "never") ", p" WISH("prefer") ", q = der(p); equation "
                                        "der(x) = -x; L = x^2 + 1; m = L^3; e "
                                        "= m + sin(m); p = L + e; end M;",
      "index");
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  assert_int_equal(m->sys->n_sets, 1);
  assert_int_equal(m->sys->set[0].n_rows, 4);
  assert_int_equal(m->sys->set[0].n_columns, 5);
  model_text_free(m);
}

/* The derivative of an `always` need not occur. */
static void test_always_makes_a_state(void **state)
{
  (void)state;
  expect("model M Real z, e" WISH("always") "; equation der(z) = -z; "
                                            "e = 2*z + time; end M;",
         "e", NULL);
}

/* Factors that come from units alone do not outweigh a wish. */
static void test_units(void **state)
{
  (void)state;
  expect("model M Real u, T" WISH("prefer") "; equation der(u) = -T; "
                                            "u = 4184*T; end M;",
         "T", NULL);
}

/* What was joined wants as much as its strongest part. */
static void test_joined_through_others(void **state)
{
  (void)state;
  expect("model M Real u, w, T" WISH("prefer") "; equation der(u) = -T; "
                                               "w = 2*u; T = 3*w; end M;",
         "T", NULL);
}

static void test_weak_pivots(void **state)
{
  (void)state;
  static const char form[] =
      "model M Real x%s, y%s, z; equation der(x) = z + y; "
      "der(y) = z - 2*x; %s*x + y = sin(time); end M;";
  char text[400];
  snprintf(text, sizeof text, form, WISH("never"), "", "0.001");
  expect(text, "y", NULL);
  snprintf(text, sizeof text, form, WISH("avoid"), "", "0.01");
  expect(text, "y", NULL);
  /* a constant factor says in which unit x is measured, nothing else */
  snprintf(text, sizeof text, form, WISH("avoid"), "", "1e-6");
  expect(text, "y", NULL);
  snprintf(text, sizeof text, form, "", WISH("always"), "0.001");
  expect(text, "y", NULL);
}

static void test_what_cannot_be_granted(void **state)
{
  (void)state;
  expect("model M Real x" WISH("never") "; equation der(x) = -x; end M;", "x",
         "W304: 'x' has stateSelect = StateSelect.never, but nothing else");
  expect("model M Real a" WISH("always") ", b" WISH(
             "always") ", c; equation "
                       "der(a) = c; der(b) = 2*c + 1; a = 2*b + 1; end M;",
         "a", "W303: 'b' has stateSelect = StateSelect.always");
  expect("model M Real x" WISH("always") "; equation x = sin(time); end M;", "",
         "W303");
}

/* In a set a demanded state takes no part, the others go on as candidates. */
static void test_sets(void **state)
{
  (void)state;
  static const char form[] =
      "model M Real x(start = 0.6%s), y(start = -0.8%s), z(start = 0.1), lam, "
      "vx, vy, vz; equation der(x) = vx; der(y) = vy; der(z) = vz; "
      "der(vx) = -lam*x; der(vy) = -lam*y - 1; der(vz) = -lam*z; "
      "x^2 + y^2 + z^2 = 1; end M;";
  char text[500];
  snprintf(text, sizeof text, form, ", stateSelect = StateSelect.always", "");
  ModelText *m = model_text_run(text, "index");
  assert_true(m->ok);
  assert_int_equal(m->sys->n_sets, 1);
  assert_int_equal(m->sys->set[0].n_columns, 2);
  assert_int_equal(model_text_info(m, "x")->role, ROLE_STATE);
  assert_int_equal(model_text_info(m, "x")->set, -1);
  assert_int_equal(model_text_info(m, "vx")->role, ROLE_STATE);
  assert_null(strstr(model_text_messages(m), "W303"));
  model_text_free(m);
  snprintf(text, sizeof text, form, "", ", stateSelect = StateSelect.never");
  m = model_text_run(text, "index");
  assert_true(m->ok);
  assert_non_null(strstr(model_text_messages(m),
                         "'y' has stateSelect = StateSelect.never, but "
                         "becomes a state where the others"));
  model_text_free(m);
}

/* A wheel rolls: x and phi are states whatever the choice, and of their speeds
 * the one that is asked for itself. */
static void test_own_wish_before_inherited(void **state)
{
  (void)state;
  static const char form[] =
      "model M Real x%s, phi%s, v%s, w%s, f; equation der(x) = v; "
      "der(phi) = w; 2*der(v) = f; der(w) = time - f; v = 3*w; end M;";
  char text[500];
  const char *always = WISH("always"), *prefer = WISH("prefer");
  snprintf(text, sizeof text, form, always, always, "", always);
  expect(text, "x phi w", NULL);
  snprintf(text, sizeof text, form, always, always, always, "");
  expect(text, "x phi v", NULL);
  snprintf(text, sizeof text, form, prefer, "", WISH("avoid"), "");
  expect(text, "x phi w", NULL);
  snprintf(text, sizeof text, form, "", prefer, "", "");
  expect(text, "x phi w", NULL);
}

/* What is demanded leaves no choice at the second level either: nothing has
 * to be watched, although the factor of p may vanish. */
static void test_demanded_below(void **state)
{
  (void)state;
  expect("model M Real x" WISH("always") ", phi" WISH("always") ", v, w" WISH(
             "always") ", p, f; equation der(x) = v; der(phi) = w; "
                       "der(v) + der(der(p)) = f; der(w) = time - f; "
                       "v = 3*w; p*(phi + 3) = x; end M;",
         "x phi w", NULL);
}

static void test_reasons(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M Real x" WISH("prefer") ", y, z, a(start = 1), b, c, k; "
                                      "equation der(x) = z + y; der(y) = z - "
                                      "2*x; x + y = sin(time); "
                                      "der(a) = c + b; der(b) = c - a; a + b = "
                                      "cos(time); der(k) = -k; end M;",
      "index");
  assert_true(m->ok);
  assert_string_equal(model_text_info(m, "der(y)")->why,
                      "stateSelect or reinit() decides");
  assert_string_equal(model_text_info(m, "x")->why, "stateSelect asks for it");
  assert_string_equal(model_text_info(m, "der(b)")->why,
                      "no start value is given for it");
  assert_string_equal(model_text_info(m, "k")->why,
                      "no constraint ties it to others");
  model_text_free(m);
}

/* reinit() makes a state of what it sets (section 8.3.6); a reader who wrote
 * no stateSelect is reported, also where the variable is an alias. */
static void test_reinit_is_the_reason(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M Real r(start = 1), z, v, w, u, f; equation der(r) = v; "
      "der(z) = w; der(v) = -f*r; der(w) = -f*z - 1; r^2 + z^2 = 2; u = v; "
      "when time > 1 then reinit(u, 0); end when; end M;",
      "index");
  assert_true(m->ok);
  assert_string_equal(model_text_info(m, "r")->why, "reinit() asks for it");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reinit_is_the_reason),
      cmocka_unit_test(test_blocks_are_joined),
      cmocka_unit_test(test_between_joined_blocks),
      cmocka_unit_test(test_always_makes_a_state),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_joined_through_others),
      cmocka_unit_test(test_weak_pivots),
      cmocka_unit_test(test_what_cannot_be_granted),
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_own_wish_before_inherited),
      cmocka_unit_test(test_demanded_below),
      cmocka_unit_test(test_reasons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
