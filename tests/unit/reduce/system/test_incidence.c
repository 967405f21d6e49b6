/* test_incidence.c: which unknowns count, in rising order, each once. */
#include "test.h"

#include "model_text.h"
#include "reduce/system/incidence.h"
#include "symbolic/expr_memo.h"

typedef enum Kind { ALL, WITH_DISCRETE, SOLVABLE } Kind;

static IntList list_of(const System *sys, Walk *walk, Kind kind, Arena *arena)
{
  ExprId e = sys->eq[0].residual;
  bool discrete = kind == WITH_DISCRETE;
  if (kind == SOLVABLE) return incidence_solvable(sys, walk, e, arena);
  return sys->residual_memo
             ? incidence_of_residual(sys, walk, e, discrete, arena)
             : incidence_of(sys, walk, e, discrete, arena);
}

static void expect_names(const System *sys, IntList list, const char *names)
{
  char got[200] = "";
  size_t n = 0;
  for (int k = 0; k < list.n; k++) {
    assert_true(k == 0 || list.item[k - 1] < list.item[k]);
    n += (size_t)snprintf(got + n, sizeof got - n, "%s%s", k > 0 ? " " : "",
                          sys->var[list.item[k]].name);
    assert_true(n < sizeof got);
  }
  assert_string_equal(got, names);
}

/* The unknowns of the first equation: "x y". */
static void expect(const char *equation, Kind kind, const char *names)
{
  char text[400];
  snprintf(text, sizeof text,
           "model M parameter Real p = 1; constant Real c = 2; input Real u; "
           "Real x, y, z; discrete Real d; Integer i; equation %s; end M;",
           equation);
  ModelText *m = model_text_at(text, "lower");
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  expect_names(m->sys, list_of(m->sys, walk, kind, arena), names);
  /* made and read */
  m->sys->residual_memo = expr_memo_create(arena);
  expect_names(m->sys, list_of(m->sys, walk, kind, arena), names);
  expect_names(m->sys, list_of(m->sys, walk, kind, arena), names);
  model_text_free(m);
}

static void test_continuous_unknowns(void **state)
{
  (void)state;
  expect("x = y*y + sin(y)*x", ALL, "x y");
  expect("z + p*u = c*x + time", ALL, "x z");
  expect("der(x) = x", ALL, "x der(x)");
  expect("p = 3", ALL, "");
  expect("x = d + i", ALL, "x");
  expect("x = d + i", WITH_DISCRETE, "x d i");
}

/* The operands of event relations do not count, those in noEvent do. */
static void test_relations(void **state)
{
  (void)state;
  expect("x = if y > 0 then z else 1", ALL, "x z");
  expect("x = noEvent(if y > 0 then z else 1)", ALL, "x y z");
}

static void test_solvable(void **state)
{
  (void)state;
  expect("x = sign(y) + noEvent(floor(z))", SOLVABLE, "x");
  expect("x = noEvent(if y > 0 then z else 1)", SOLVABLE, "x z");
  expect("x = sign(y) + y", SOLVABLE, "x y");
  expect("x = abs(y) + min(z, 1)", SOLVABLE, "x y z");
  expect("x = sign(y*z)*z", SOLVABLE, "x z");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_continuous_unknowns),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_solvable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
