/* test_lower_family.c: equations of one text are a family. */
#include "test.h"

#include "model_text.h"

/* Every `step`th equation from `first` on: they are positions 0, 1 ... of one
 * family, which is returned; 0: of none. */
static int family_from(const System *sys, int first, int step, int n)
{
  int family = sys->eq[first].family;
  for (int k = 0; k < n; k++) {
    const Eq *eq = &sys->eq[first + k * step];
    assert_int_equal(eq->family, family);
    assert_int_equal(eq->position, family > 0 ? k : 0);
  }
  return family;
}

static ModelText *lower(const char *text)
{
  ModelText *m = model_text_run(text, "lower");
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  return m;
}

static void test_arrays(void **state)
{
  (void)state;
  ModelText *m = lower("model M Real x[20], y[20] = 2*x, z[15]; equation\n"
                       "  der(x) = -y; z = x[1:15]; end M;");
  int bindings = family_from(m->sys, 0, 1, 20);
  int sides = family_from(m->sys, 20, 1, 20);
  assert_true(bindings > 0 && sides > 0 && bindings != sides);
  assert_int_equal(family_from(m->sys, 40, 1, 15), 0); /* too few */
  assert_int_equal(m->sys->n_families, 2);
  model_text_free(m);
}

/* The numbers differ: the loop is not repeated, but its equations have one
 * text each. */
static void test_in_turn(void **state)
{
  (void)state;
  ModelText *m = lower("model M Real x[20], y[20]; equation\n"
                       "  for k in 1:20 loop\n"
                       "    der(x[k]) = -k*x[k]; y[k] = k + sin(x[k]);\n"
                       "  end for; end M;");
  int first = family_from(m->sys, 0, 2, 20);
  int second = family_from(m->sys, 1, 2, 20);
  assert_true(first > 0 && second > 0 && first != second);
  model_text_free(m);
}

static void test_connections(void **state)
{
  (void)state;
  ModelText *m = lower(
      "model M connector C Real v; flow Real i; end C;\n"
      "  model R C p, n; equation p.v - n.v = p.i; p.i + n.i = 0; end R;\n"
      "  R a[21]; equation a[1].p.v = 0; a[21].n.v = time;\n"
      "  for k in 1:20 loop connect(a[k].n, a[k + 1].p); end for; end M;");
  int first = 0; /* potential, flow, potential ... from there on */
  while (!m->sys->eq[first].is_potential) first++;
  int potentials = family_from(m->sys, first, 2, 20);
  int flows = family_from(m->sys, first + 1, 2, 20);
  assert_true(m->sys->eq[first + 1].is_flow);
  assert_true(potentials > 0 && flows > 0 && potentials != flows);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_in_turn),
      cmocka_unit_test(test_connections),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
