/* test_dependencies.c: what an unknown depends on, through all blocks. */
#include "test.h"

#include "model_text.h"
#include "reduce/blocks/dependencies.h"
#include "text_pile.h"

/* "x u time": in the order of declaration, time last. */
static void expect(ModelText *m, Dependencies *d, const char *name,
                   const char *wanted)
{
  TextPile got = {.n = 0};
  DependencyList list = dependencies_of(d, model_text_var(m, name));
  for (int i = 0; i < m->sys->n_vars; i++) {
    for (int k = 0; k < list.n_vars; k++) {
      if (list.var[k].i != i) continue;
      text_pile_add(&got, "%s%s", got.n > 0 ? " " : "", m->sys->var[i].name);
    }
  }
  if (list.time) text_pile_add(&got, got.n > 0 ? " time" : "time");
  assert_string_equal(got.text, wanted);
}

static void test_through_blocks(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M parameter Real p = 2*q; parameter Real q = 1; "
      "input Real u; Real x(start = 1, fixed = true), y, z, w, a, b; "
      "equation der(x) = y; y + sin(y) = u + p*x; z = y + time; w = 3; "
      "a + 2*b = x; a - b = w; end M;",
      "reduced");
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  Dependencies *now =
      dependencies_make(m->sys, walk, NULL, &m->reduced->continuous, arena);
  expect(m, now, "y", "p u x");
  expect(m, now, "z", "p u x time");
  expect(m, now, "w", "");
  expect(m, now, "a", "x"); /* both of the loop depend on all of it */
  expect(m, now, "b", "x");
  expect(m, now, "x", "x");     /* no block computes it: itself */
  expect(m, now, "y", "p u x"); /* asked again: the same */
  Dependencies *first = dependencies_make(m->sys, walk, &m->reduced->parameters,
                                          &m->reduced->initial, arena);
  expect(m, first, "y", "q u x"); /* p is computed from q */
  model_text_free(m);
}

/* An event changes the value: operands of relations count here. */
static void test_relations_count(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M input Real u; Real x(start = 1, fixed = true), y; equation "
      "der(x) = 1; y = if x > u then 1 else 2; end M;",
      "reduced");
  assert_true(m->ok);
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  Dependencies *now =
      dependencies_make(m->sys, walk, NULL, &m->reduced->continuous, arena);
  expect(m, now, "y", "u x");
  model_text_free(m);
}

static void test_added_nodes(void **state)
{
  (void)state;
  ModelText *m = model_text_run("model M input Real u, w; Real x, y, z; "
                                "equation x = u; y = time; z = 2*w; end M;",
                                "reduced");
  assert_true(m->ok);
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  Dependencies *d =
      dependencies_make(m->sys, walk, NULL, &m->reduced->continuous, arena);
  expect(m, d, "z", "w");
  VarId leaf[2] = {model_text_var(m, "x"), model_text_var(m, "y")};
  dependencies_add(d, model_text_var(m, "w"), leaf, 2);
  expect(m, d, "w", "u time");
  expect(m, d, "z", "u time");
  dependencies_add_same(d, model_text_var(m, "u"), model_text_var(m, "y"));
  expect(m, d, "u", "time");
  expect(m, d, "z", "time");
  model_text_free(m);
}

/* A chain of 3000: the lists together would have 4.5 million members. What
 * comes first is listed in full, the rest is said to be unknown. */
static void test_effort_is_bounded(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M input Real u[3000]; Real x[3000]; equation x[1] = u[1]; "
      "for k in 2:3000 loop x[k] = x[k - 1] + u[k]; end for; end M;",
      "reduced");
  assert_true(m->ok);
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  Dependencies *d =
      dependencies_make(m->sys, walk, NULL, &m->reduced->continuous, arena);
  VarId x1 = model_text_var(m, "x[1]");
  int n_known = 0;
  for (int k = 0; k < 3000; k++) {
    DependencyList list = dependencies_of(d, (VarId){x1.i + k});
    if (!list.is_known) continue;
    assert_int_equal(list.n_vars, k + 1);
    assert_int_equal(n_known++, k);
  }
  assert_in_range(n_known, 1000, 2900);
  model_text_free(m);
}

/* The same chain with kinds: where one list would be too long, and after it,
 * nothing more is looked at. */
static void test_long_lists_are_not_made(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M input Real u[30000]; Real x[30000]; equation x[1] = u[1]; "
      "for k in 2:30000 loop x[k] = x[k - 1] + u[k]; end for; end M;",
      "reduced");
  assert_true(m->ok);
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  Dependencies *d =
      dependencies_make(m->sys, walk, NULL, &m->reduced->continuous, arena);
  VarId x1 = model_text_var(m, "x[1]");
  assert_int_equal(dependencies_with_kinds(d, (VarId){x1.i + 9}).n_vars, 10);
  for (int k = 15000; k < 30000; k++) {
    assert_false(dependencies_with_kinds(d, (VarId){x1.i + k}).is_known);
  }
  /* so there is effort left, and what asks without kinds is answered */
  assert_int_equal(dependencies_of(d, (VarId){x1.i + 29999}).n_vars, 30000);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_through_blocks),
      cmocka_unit_test(test_relations_count),
      cmocka_unit_test(test_added_nodes),
      cmocka_unit_test(test_effort_is_bounded),
      cmocka_unit_test(test_long_lists_are_not_made),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
