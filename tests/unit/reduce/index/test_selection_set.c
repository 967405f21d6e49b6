/* test_selection_set.c: which choices must be watched while running? */
#include "test.h"

#include "model_text.h"
#include "reduce/index/selection_set.h"

static ModelText *selected(const char *text)
{
  return model_text_at(text, "index");
}

static void expect_sets(const char *text, int n_sets)
{
  ModelText *m = selected(text);
  assert_int_equal(m->sys->n_sets, n_sets);
  model_text_free(m);
}

static const char circle[] =
    "model M Real x(start = 0.6%s), y(start = -0.8), vx%s, vy, lam; equation "
    "der(x) = vx; der(y) = vy; der(vx) = -lam*x; der(vy) = -lam*y - 1; "
    "x^2 + y^2 = 1; end M;";

static void test_when_to_watch(void **state)
{
  (void)state;
  char text[500];
  snprintf(text, sizeof text, circle, "", "");
  expect_sets(text, 1);
  /* there is no choice of demanded states */
  snprintf(text, sizeof text, circle, ", stateSelect = StateSelect.always",
           "(stateSelect = StateSelect.always)");
  expect_sets(text, 0);
  /* constant columns: 2 x + 3 y */
  expect_sets("model M Real x, y, z; equation der(x) = z + y; "
              "der(y) = z - 2*x; 2*x + 3*y = sin(time); end M;",
              0);
  /* x2 alone is constant, and chosen */
  expect_sets("model M Real x1(start = 0.5), x2, z; equation "
              "der(x1) = -x1 + x1^2; der(x2) = z + x1; x1^2 + x2 = 1; "
              "end M;",
              0);
  /* no other choice: one constraint, one unknown */
  expect_sets("model M Real x(start = 1), z; equation der(x) = z + x; "
              "x^3 = 1 + time; end M;",
              0);
  /* the column of a is constant, that of b is not */
  expect_sets("model M Real a, b, z; equation der(a) = -a + 2*b + z; "
              "der(b) = -2*b + z; a + time*b = cos(time); end M;",
              0);
  /* at the level of speeds there is no choice, at that of places there is */
  expect_sets("model M Real x(start = 1), y, w(start = 1); "
              "Real v = der(x), a = der(v); equation x^2 + y^2 = 1; "
              "w = x*der(y) - y*der(x); der(w) = 0; end M;",
              1);
  /* time moves the pivot */
  expect_sets("model M Real a, b, z; equation der(a) = -a + 2*b + z; "
              "der(b) = -2*b + z; sin(time)*a + cos(time)*b = 1; end M;",
              1);
}

static void test_names(void **state)
{
  (void)state;
  char text[500];
  snprintf(text, sizeof text, circle, "", "");
  ModelText *m = selected(text);
  const SelectionSet *set = &m->sys->set[0];
  assert_int_equal(set->n_states, 2);
  static const char *const name[] = {"stateSet1.x[1]", "stateSet1.x[2]"};
  for (int k = 0; k < 2; k++) {
    const Var *v = &m->sys->var[set->state[k].i];
    assert_string_equal(v->name, name[k]);
    assert_int_equal(v->kind, VAR_SELECTED);
    assert_int_equal(m->sys->var[set->derivative[k].i].kind, VAR_SELECTED);
  }
  assert_int_equal(model_text_info(m, "x")->set, 0);
  assert_int_equal(model_text_info(m, "x")->level, 2);
  assert_int_equal(model_text_info(m, "vy")->level, 1);
  assert_int_equal(model_text_info(m, "lam")->set, -1);
  model_text_free(m);
}

/* The model's own stateSet1 is left alone. */
static void test_taken_names(void **state)
{
  (void)state;
  ModelText *m = selected(
      "model M Real stateSet1(start = 0.6), y(start = -0.8), vx, vy, lam; "
      "equation der(stateSet1) = vx; der(y) = vy; der(vx) = -lam*stateSet1; "
      "der(vy) = -lam*y - 1; stateSet1^2 + y^2 = 1; end M;");
  VarId v = m->sys->set[0].state[0];
  assert_string_equal(m->sys->var[v.i].name, "stateSet2.x[1]");
  model_text_free(m);
}

/* Two separate pendulums are two sets. */
static void test_two_sets(void **state)
{
  (void)state;
  ModelText *m = selected(
      "model M Real x(start = 0.6), y(start = -0.8), l, a(start = 0.6), "
      "b(start = -0.8), k, vx, vy, va, vb; equation "
      "der(x) = vx; der(y) = vy; der(vx) = -l*x; der(vy) = -l*y - 1; "
      "der(a) = va; der(b) = vb; der(va) = -k*a; der(vb) = -k*b - 1; "
      "x^2 + y^2 = 1; a^2 + b^2 = 1; end M;");
  assert_int_equal(m->sys->n_sets, 2);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(m->sys->set[k].n_states, 2);
    assert_int_equal(selection_rows(&m->sys->set[k], 1), 1);
    assert_int_equal(selection_rows(&m->sys->set[k], 2), 1);
    assert_int_equal(selection_rows(&m->sys->set[k], 3), 0);
  }
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_when_to_watch),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_taken_names),
      cmocka_unit_test(test_two_sets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
