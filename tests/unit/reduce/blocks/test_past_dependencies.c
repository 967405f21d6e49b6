/* test_past_dependencies.c: what is read from the past depends on what decides
 * how far back, and in initialization on what has no past yet. */
#include "test.h"

#include "model_text.h"
#include "reduce/blocks/past_dependencies.h"
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

static ModelText *run(const char *text)
{
  ModelText *m = model_text_run(text, "reduced");
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  return m;
}

static Dependencies *running(ModelText *m)
{
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  Dependencies *d =
      dependencies_make(m->sys, walk, NULL, &m->reduced->continuous, arena);
  past_dependencies_add(m->sys, d, false, arena);
  return d;
}

static Dependencies *initial(ModelText *m)
{
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  Dependencies *d = dependencies_make(m->sys, walk, &m->reduced->parameters,
                                      &m->reduced->initial, arena);
  past_dependencies_add(m->sys, d, true, arena);
  return d;
}

static void test_delay(void **state)
{
  (void)state;
  ModelText *m = run("model M input Real u, T, w; Real x, y, z; equation "
                     "x = 2*u; y = delay(x, T, 2); z = 3*y + w; end M;");
  Dependencies *now = running(m);
  expect(m, now, "y", "T time");
  expect(m, now, "z", "T w time");
  Dependencies *first = initial(m);
  expect(m, first, "y", "u"); /* there is no past: y = x */
  expect(m, first, "z", "u w");
  model_text_free(m);
}

/* a and y are merged: what is delayed has the slot of its representative. */
static void test_alias(void **state)
{
  (void)state;
  ModelText *m = run("model M input Real u; Real x, a, y; equation "
                     "x = 2*u; a = x; y = delay(a, 1); end M;");
  expect(m, running(m), "y", "$longest1 time");
  expect(m, initial(m), "y", "u");
  model_text_free(m);
}

/* x depends on its own delayed value: the search ends. */
static void test_circle(void **state)
{
  (void)state;
  ModelText *m = run("model M input Real u; Real x, y; equation "
                     "x = u + 0.5*y; y = delay(x, 1); end M;");
  expect(m, running(m), "x", "u $longest1 time");
  expect(m, initial(m), "x", "u");
  model_text_free(m);
}

static void test_transport(void **state)
{
  (void)state;
  ModelText *m = run(
      "model M input Real a, b, v; parameter Real p = 3; "
      "Real x(start = 0, fixed = true), y, z; equation der(x) = v; "
      "(y, z) = spatialDistribution(a, b, x, v > 0, {0, 1}, {p, 5}); end M;");
  expect(m, running(m), "y", "v x time");
  expect(m, initial(m), "y", "p $point1_1 $point1_2 $value1_2");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_delay),
      cmocka_unit_test(test_alias),
      cmocka_unit_test(test_circle),
      cmocka_unit_test(test_transport),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
