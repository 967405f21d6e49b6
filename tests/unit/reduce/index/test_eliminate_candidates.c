/* test_eliminate_candidates.c: what is left of selection sets. */
#include "test.h"

#include "model_text.h"
#include "symbolic/walk.h"

static ModelText *eliminated(const char *text)
{
  return model_text_at(text, "eliminate_candidates");
}

static bool is_candidate(const ModelText *m, const char *name)
{
  return model_text_info(m, name)->set >= 0;
}

/* Does a row of the set hold the variable, at any level? */
static bool rows_hold(const ModelText *m, int index, const char *name)
{
  const SelectionSet *set = &m->sys->set[index];
  VarId v = model_text_var(m, name);
  Walk *walk = walk_create(m->sys->exprs, session_scratch(m->s));
  bool holds = false;
  for (int level = 1; level <= set->n_levels; level++) {
    for (int r = 0; r < selection_rows(set, level); r++) {
      ExprId e = selection_residual(m->sys, set, level, r);
      holds |= walk_contains(walk, e, v);
    }
  }
  return holds;
}

/* Two masses on rods, by the differences of their places: each rod chooses for
 * itself, and the second mass follows. */
static void test_rods_apart(void **state)
{
  (void)state;
  ModelText *m = eliminated(
      "model M Real x(start = 0.6), y(start = 0.8), vx, vy, a(start = 1.2),"
      "b(start = 1.6), va, vb, u(start = 0.6), w(start = 0.8), k, l;"
      "equation der(x) = vx; der(y) = vy; der(a) = va; der(b) = vb;"
      "u = a - x; w = b - y; x^2 + y^2 = 1; u^2 + w^2 = 1;"
      "der(vx) = l*u - k*x; der(vy) = l*w - k*y - 1; der(va) = -l*u;"
      "der(vb) = -l*w - 1; end M;");
  assert_int_equal(m->sys->n_sets, 2);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(m->sys->set[k].n_rows, 1);
    assert_int_equal(m->sys->set[k].n_columns, 2);
    assert_int_equal(m->sys->set[k].n_states, 2);
  }
  assert_int_equal(is_candidate(m, "a") + is_candidate(m, "b"), 0);
  assert_true(is_candidate(m, "u") && is_candidate(m, "w"));
  assert_string_equal(model_text_info(m, "stateSet1.x[4]")->name,
                      m->sys->var[m->sys->set[1].state[1].i].name);
  model_text_free(m);
}

#define CRANK(attributes)                                                      \
  "model M Real phi(start = 0.5), w, s(start = 1.5), v, x" attributes          \
  ", y, f;"                                                                    \
  "equation der(phi) = w; der(s) = v; x = cos(phi); y = sin(phi);"             \
  "(s - x)^2 + y^2 = 1.2; der(w) = f*y*s; der(v) = -1 + 2*f*(s - x); end M;"

/* A crank: x and y are given by the angle, whichever is chosen. */
static void test_crank(void **state)
{
  (void)state;
  ModelText *m = eliminated(CRANK(""));
  assert_int_equal(m->sys->n_sets, 1);
  const SelectionSet *set = &m->sys->set[0];
  assert_int_equal(set->n_rows, 1);
  assert_int_equal(set->n_columns, 2);
  assert_int_equal(set->n_eliminated, 2);
  assert_int_equal(set->n_states, 2);
  assert_true(is_candidate(m, "phi") && is_candidate(m, "s"));
  assert_int_equal(is_candidate(m, "x") + is_candidate(m, "y"), 0);
  assert_false(rows_hold(m, 0, "der(x)"));
  assert_true(rows_hold(m, 0, "phi"));
  model_text_free(m);
  m = model_text_run(CRANK(""), "reduced");
  assert_true(m->ok);
  assert_int_equal(model_text_block(m, &m->reduced->continuous, "x")->kind,
                   BLOCK_ASSIGN);
  model_text_free(m);
}

/* What the user wants as state is left to choose. */
static void test_wanted(void **state)
{
  (void)state;
  ModelText *m = eliminated(CRANK("(stateSelect = StateSelect.prefer)"));
  assert_true(is_candidate(m, "x"));
  assert_false(is_candidate(m, "y"));
  model_text_free(m);
}

/* q is tied to x by z alone: with z taken out nothing holds it. */
static void test_state_of_its_own(void **state)
{
  (void)state;
  ModelText *m = eliminated(
      "model M Real x(start = 0.6), y(start = 0.8), vx, vy, l, k;"
      "Real q, vq, z, vz;"
      "equation der(x) = vx; der(y) = vy; der(q) = vq; der(z) = vz;"
      "der(vx) = -l*x + k; der(vy) = -1 - l*y; der(vq) = k; der(vz) = -k - z;"
      "x^2 + y^2 = 1; z = x + q; end M;");
  assert_int_equal(m->sys->n_sets, 1);
  assert_int_equal(m->sys->set[0].n_states, 2);
  assert_int_equal(is_candidate(m, "q") + is_candidate(m, "z"), 0);
  assert_int_equal(model_text_info(m, "q")->role, ROLE_STATE);
  assert_int_equal(model_text_info(m, "stateSet1.x[2]")->kind, VAR_SELECTED);
  assert_int_equal(model_text_info(m, "stateSet1.x[3]")->kind, VAR_ABSENT);
  model_text_free(m);
}

/* Nothing to take out: the set is as it was. */
static void test_pendulum(void **state)
{
  (void)state;
  ModelText *m = eliminated(model_text_pendulum);
  assert_int_equal(m->sys->n_sets, 1);
  assert_int_equal(m->sys->set[0].n_columns, 2);
  assert_null(m->sys->set[0].residual);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rods_apart), cmocka_unit_test(test_crank),
      cmocka_unit_test(test_wanted), cmocka_unit_test(test_state_of_its_own),
      cmocka_unit_test(test_pendulum)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
