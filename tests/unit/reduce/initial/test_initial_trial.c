/* test_initial_trial.c: the initial system with numbers, at translation. */
#include "test.h"

#include "model_text.h"
#include "reduce/initial/initial_changes.h"
#include "reduce/initial/initial_trial.h"

static const StartPoint *trial(const ModelText *m)
{
  Arena *arena = m->s->session_arena;
  bool *pinned = arena_array(arena, (size_t)m->sys->n_vars, sizeof(bool));
  for (int k = 1; k < m->reduced->n_vars; k++) {
    const ReducedVar *rv = &m->reduced->var[k];
    pinned[rv->var.i] = rv->initial == FMI_EXACT;
  }
  Walk *walk = walk_create(m->sys->exprs, arena);
  return initial_trial(m->sys, walk, &m->reduced->initial, pinned, arena);
}

static void expect(const ModelText *m, const StartPoint *point,
                   const char *name, double value)
{
  assert_non_null(point);
  double found = point->value[model_text_var(m, name).i];
  if (!(fabs(found - value) <= 1e-10)) fail_msg("%s is %.12g", name, found);
}

static void test_steady_state(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M parameter Real q = 2; Real h(start = 100), "
                          "out; initial equation der(h) = 0; equation der(h) = "
                          "q - out; out = 0.5*sqrt(h); end M;");
  expect(m, trial(m), "h", 16);
  model_text_free(m);
}

/* What has no start value and keeps it is zero. */
static void test_default_start(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real x, y; equation der(x) = 1; y = x + 3; end M;");
  expect(m, trial(m), "y", 3);
  model_text_free(m);
}

static void test_smallest_change(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real x(start = 1.2), y(start = -1.6), vx(start = 1), "
      "vy(start = 0.5), l; equation der(x) = vx; der(y) = vy; der(vx) "
      "= -2*l*x; der(vy) = -2*l*y - 9.81; x^2 + y^2 = 1; end M;");
  const StartPoint *point = trial(m);
  expect(m, point, "x", 0.6);
  expect(m, point, "y", -0.8);
  expect(m, point, "vx", 0.88);
  expect(m, point, "vy", 0.66);
  expect(m, point, "l", 4.529);
  InitialChanges changes = initial_changes(m->reduced, m->s->session_arena);
  assert_true(changes.is_known);
  assert_int_equal(changes.n_changes, 4);
  assert_true(changes.change[0].start == 1.2);
  assert_true(fabs(changes.change[0].value - 0.6) <= 1e-10);
  model_text_free(m);
}

static void test_no_solution(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 1); initial equation x^2 = "
                          "-1; equation der(x) = -x; end M;");
  assert_null(trial(m));
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steady_state),
      cmocka_unit_test(test_default_start),
      cmocka_unit_test(test_smallest_change),
      cmocka_unit_test(test_no_solution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
