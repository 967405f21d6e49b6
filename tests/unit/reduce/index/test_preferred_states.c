/* test_preferred_states.c: a preferred state whose derivative occurs nowhere. */
#include "test.h"

#include "model_text.h"

#define PREFER "(stateSelect = StateSelect.prefer)"

static ModelText *chosen(const char *text)
{
  return model_text_at(text, "index");
}

static void expect_states(const char *text, const char *states)
{
  ModelText *m = chosen(text);
  assert_string_equal(model_text_states(m), states);
  assert_string_equal(model_text_messages(m), "");
  model_text_free(m);
}

/* Nothing was differentiated, and `name` says why. */
static void expect_refused(const char *text, const char *states,
                           const char *name, const char *why)
{
  ModelText *m = chosen(text);
  assert_string_equal(model_text_states(m), states);
  assert_string_equal(model_text_info(m, name)->why, why);
  assert_int_equal(m->sys->n_eqs, m->sys->n_given);
  assert_int_equal(m->sys->n_steps, 0);
  model_text_free(m);
}

#define MASSES(more)                                                           \
  "model M Real s1, v1, s2, v2, f, " more                                      \
  " der(s1) = v1; der(s2) = v2; der(v1) = f; 2*der(v2) = -f; "                 \
  "s_rel = s2 - s1; f = 10*s_rel + v_rel; end M;"

static void test_two_masses(void **state)
{
  (void)state;
  expect_states(MASSES("s_rel, v_rel; equation der(s_rel) = v_rel;"),
                "s1 v1 s2 v2");
  expect_states(
      MASSES("s_rel" PREFER ", v_rel" PREFER "; equation der(s_rel) = v_rel;"),
      "s1 v1 s_rel v_rel");
  /* the wish for s_rel alone, or for v_rel alone */
  expect_states(MASSES("s_rel" PREFER ", v_rel; equation der(s_rel) = v_rel;"),
                "s1 v1 s_rel v_rel");
  expect_states(MASSES("s_rel, v_rel" PREFER "; equation der(s_rel) = v_rel;"),
                "s1 v1 s_rel v_rel");
  /* no derivative at all: differentiated twice */
  expect_states(MASSES("s_rel" PREFER ", v_rel; equation v_rel = v2 - v1;"),
                "s1 v1 s_rel der(s_rel)");
}

static void test_index_is_that_of_the_model(void **state)
{
  (void)state;
  ModelText *m = model_text_run("model M Real z, e" PREFER
                                "; equation der(z) = -z; e = 2*z; end M;",
                                "reduced");
  assert_true(m->ok);
  assert_int_equal(m->reduced->index, 1);
  assert_int_equal(m->sys->n_steps, 1);
  assert_int_equal(m->sys->step[0].wanted.i, model_text_var(m, "e").i);
  assert_string_equal(model_text_states(m), "e");
  model_text_free(m);
}

/* Pressure and temperature instead of mass and energy. */
#define TANK(T)                                                                \
  "model M Real m(start = 1), U(start = 1), d, u, p(start = 1, stateSelect = " \
  "StateSelect.prefer), T(start = 1, " T                                       \
  "stateSelect = StateSelect.prefer); equation der(m) = 1; der(U) = 2 - T; "   \
  "m = 3*d; p = d*2*T; u = 5*T; U = m*u; end M;"

static void test_through_algebraic_equations(void **state)
{
  (void)state;
  expect_states(TANK("min = 0.1, "), "p T");
  ModelText *m = chosen(TANK("")); /* T might be zero: watched */
  assert_int_equal(m->sys->n_sets, 1);
  assert_int_equal(m->sys->set[0].n_states, 2);
  assert_true(model_text_info(m, "p")->set == 0);
  model_text_free(m);
}

static void test_what_forbids_it(void **state)
{
  (void)state;
  expect_refused("model M input Real u; Real z, e" PREFER
                 "; equation der(z) = -z; e = z + u; end M;",
                 "z", "e", "the derivative of 'u' is not known");
  expect_refused("model M function f input Real x; output Real y; external "
                 "\"C\" y = sin(x); end f; Real z, e" PREFER
                 "; equation der(z) = -z; e = z + f(z); end M;",
                 "z", "e", "it depends on a function that has no derivative");
  expect_refused("model M discrete Real k; Real z, e" PREFER
                 "; equation der(z) = -z; e = z + k; when time > 1 then k = 2; "
                 "end when; end M;",
                 "z", "e", "it may jump with 'k'");
  expect_refused("model M Real z, e" PREFER "; equation der(z) = -z; e = if z "
                 "> 0.5 then z else 2*z; end M;",
                 "z", "e", "it changes with an event");
}

static void test_what_gains_nothing(void **state)
{
  (void)state;
  expect_refused("model M Real z, e" PREFER
                 "; equation der(z) = -z; e = sin(time); end M;",
                 "z", "e", "no other state could be computed from it");
  expect_refused("model M Real z" PREFER ", e" PREFER
                 "; equation der(z) = -z; e = 2*z; end M;",
                 "z", "e",
                 "the states that determine it are preferred as much");
  /* e follows from der(z): its equation would be differentiated too */
  expect_refused("model M Real z, e" PREFER
                 "; equation der(z) = -z; e = z + 2*der(z); end M;",
                 "z", "e", "no other state could be computed from it");
}

/* The second differentiation fails: the first one is taken back. */
static void test_all_or_nothing(void **state)
{
  (void)state;
  expect_refused("model M input Real u; Real s, v, w, e" PREFER
                 "; equation der(s) = v; der(v) = -s; w = u; e = s + w; end M;",
                 "s v", "e", "the derivative of 'u' is not known");
  expect_refused("model M function f input Real x; output Real y; algorithm y "
                 ":= x^2; annotation(Inline = false, derivative = df); end f; "
                 "function df input Real x; input Real dx; output Real y; "
                 "external \"C\" y = atan2(x, dx); end df; "
                 "Real s, v, e" PREFER
                 "; equation der(s) = v; der(v) = -s; e = f(s); end M;",
                 "s v", "e", "it depends on a function that has no derivative");
}

/* A pendulum, so that there is something to reduce, and beside it z or e. */
static const char beside_pendulum[] =
    "model M Real z, e" PREFER "; Real x(start = 1), y, vx, vy, lam; "
    "equation der(z) = -z; e = 2*z; der(x) = vx; der(y) = vy; "
    "der(vx) = -lam*x; der(vy) = -lam*y - 9.81; x^2 + y^2 = 1; end M;";

static void expect_state(Reduction reduction, const char *state,
                         const char *other)
{
  ModelText *m = model_text_method(beside_pendulum, reduction);
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  assert_int_equal(model_text_info(m, state)->role, ROLE_STATE);
  assert_int_not_equal(model_text_info(m, other)->role, ROLE_STATE);
  model_text_free(m);
}

static void test_other_methods(void **state)
{
  (void)state;
  expect_state(REDUCTION_GGL, "e", "z");
  expect_state(REDUCTION_PROJECTION, "e", "z");
  expect_state(REDUCTION_MINIMAL_EXTENSION, "e", "z");
  expect_state(REDUCTION_ANGLES, "e", "z");
  /* what has a derivative is a state, and nothing else */
  expect_state(REDUCTION_NONE, "z", "e");
  expect_state(REDUCTION_BAUMGARTE, "z", "e");
}

/* What is wanted is the first variable, what gives way the first equation. */
static void test_first_of_all(void **state)
{
  (void)state;
  expect_states("model M Real e" PREFER ", z; equation der(z) = -z; e = 2*z; "
                "end M;",
                "e");
  expect_states("model M Real e" PREFER ", z, y; equation e = 2*z; "
                "der(z) = -y; y = sin(z); end M;",
                "e");
  /* the constraint can be solved for der(z): nothing more is to be done */
  ModelText *m = model_text_at("model M Real z, e" PREFER
                               ", w; equation der(z) = -z; der(e) = w; "
                               "e = 2*z; end M;",
                               "preferred_states");
  assert_null(model_text_info(m, "e")->why);
  model_text_continue(m, "index");
  assert_string_equal(model_text_states(m), "e");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_masses),
      cmocka_unit_test(test_index_is_that_of_the_model),
      cmocka_unit_test(test_through_algebraic_equations),
      cmocka_unit_test(test_what_forbids_it),
      cmocka_unit_test(test_what_gains_nothing),
      cmocka_unit_test(test_all_or_nothing),
      cmocka_unit_test(test_other_methods),
      cmocka_unit_test(test_first_of_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
