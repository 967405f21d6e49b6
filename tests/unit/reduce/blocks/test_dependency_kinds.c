/* test_dependency_kinds.c: by what factors unknowns depend on knowns. */
#include "test.h"

#include "model_text.h"
#include "reduce/blocks/model_structure.h"

static const char *const word[] = {"constant", "fixed", "tunable", "discrete",
                                   "free"};

/* "x:constant u:free" of the output or initial unknown. */
static void expect(const ModelText *m, bool initial, const char *name,
                   const char *wanted)
{
  const ReducedSystem *r = m->reduced;
  ModelStructure of =
      model_structure_find(r, m->s->reduced_arena, session_scratch(m->s));
  const ReducedUnknown *u = initial ? of.initial_unknown : of.output;
  int n = initial ? of.n_initial_unknowns : of.n_outputs;
  char got[300] = "";
  for (int k = 0; k < n; k++) {
    if (strcmp(r->var[u[k].var].name, name) != 0) continue;
    for (int i = 0; i < u[k].n_dependencies; i++) {
      size_t used = strlen(got);
      snprintf(got + used, sizeof got - used, "%s%s:%s", used ? " " : "",
               r->var[u[k].dependency[i]].name, word[u[k].kind[i]]);
    }
  }
  if (strcmp(got, wanted) != 0) print_message("%s\n", name);
  assert_string_equal(got, wanted);
}

static void test_assignments(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M parameter Real t = 2; parameter Real f = 0.1; discrete Real "
      "d(start = 1); input Real u; output Real a, b, c, e, g, h; Real "
      "x(start = f, fixed = true); equation der(x) = u; a = 3*x - u; "
      "b = t*x + 2*u; c = d*x; e = sin(x) + u; g = x*u; h = f*x + 2*time; "
      "when sample(0, f) then d = pre(d) + 1; end when; end M;");
  expect(m, false, "a", "u:constant x:constant");
  expect(m, false, "b", "u:constant x:tunable");
  expect(m, false, "c", "x:discrete");
  expect(m, false, "e", "u:constant x:free");
  expect(m, false, "g", "u:free x:free");
  expect(m, false, "h", "time:constant x:fixed");
  /* parameters are knowns of the initial system, also through a start */
  expect(m, true, "a", "f:free u:constant x:constant");
  expect(m, true, "b", "t:free f:free u:constant x:free");
  model_text_free(m);
}

/* The highest kind of all ways counts. */
static void test_ways(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M parameter Real p = 2; input Real u; output Real y, z; Real a, "
      "b, c; equation a = 2*u; b = p*u; c = a^2; y = a + b; z = a + c; end "
      "M;");
  expect(m, false, "y", "u:tunable");
  expect(m, false, "z", "u:free");
  model_text_free(m);
}

static void test_linear_systems(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M parameter Real p = 2; input Real u, v; output Real a, c, e, g; "
      "Real b, d, f, h; equation a + 2*b = u; a - b = v; c + 2*d = u; c - p*d "
      "= v; e + u*f = v; e - f = u; g + h^3 = u; g - h = v; end M;");
  expect(m, false, "a", "u:constant v:constant");
  expect(m, false, "c", "u:tunable v:tunable");
  expect(m, false, "e", "u:free v:free");
  expect(m, false, "g", "u:free v:free");
  model_text_free(m);
}

static void test_relations(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M input Real u, v; output Real y, z; equation "
      "y = if u > 1 then 2*u else 3*u; z = noEvent(if u > 1 "
      "then v else 2*v); end M;");
  expect(m, false, "y", "u:discrete");
  expect(m, false, "z", "u:free v:free");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assignments),
      cmocka_unit_test(test_ways),
      cmocka_unit_test(test_linear_systems),
      cmocka_unit_test(test_relations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
