/* test_expose.c: which variables an importer sees. */
#include "test.h"

#include "model_text.h"
#include "reduce/blocks/model_structure.h"
#include "reduce/system/expose.h"

static const char model[] =
    "model M parameter Real p = 2; final parameter String t = \"a\"; "
    "parameter String f = \"c\"; input Real u; "
    "output Real y; Real x(start = 1, fixed = true), z[2]; Real q; protected "
    "parameter Real pp = 3; final parameter String tt = \"b\"; Real s(start = "
    "0, "
    "fixed = true), h; equation der(x) = u*p; der(s) = x; h = pp*s; y = h; "
    "z[1] = x^2; z[2] = x^3; q = h + 1; end M;";

/* The names that are seen, with blanks between. */
static void expect(const char **pattern, int n, const char *wanted)
{
  char seen[400] = "";
  ModelText *m = model_text_run(model, "reduced");
  assert_true(m->ok);
  ReducedSystem r = *m->reduced;
  r.n_texts = m->sys->n_texts;
  for (int k = 0; k < r.n_texts; k++) r.text[k] = m->sys->text[k];
  ExposeChoice choice = {pattern, n, n};
  assert_true(expose_variables(m->s, &choice, &r));
  for (int k = 1; k < r.n_vars; k++) {
    if (r.var[k].is_hidden) continue;
    strcat(seen, r.var[k].name);
    strcat(seen, " ");
  }
  for (int k = 0; k < r.n_texts; k++) {
    strcat(seen, r.text[k].name);
    strcat(seen, " ");
  }
  assert_string_equal(seen, wanted);
  model_text_free(m);
}

/* s is protected, but a state. */
static void test_public(void **state)
{
  (void)state;
  expect(NULL, 0, "p f u y x z[1] z[2] q s der(x) der(s) t ");
}

static void test_all(void **state)
{
  (void)state;
  const char *all[] = {"all"};
  expect(all, 1, "p f u y x z[1] z[2] q pp s h der(x) der(s) t tt ");
}

static void test_interface(void **state)
{
  (void)state;
  const char *interface[] = {"interface"};
  expect(interface, 1, "p f u y x s der(x) der(s) ");
}

static void test_patterns(void **state)
{
  (void)state;
  const char *one[] = {"z[?]"}, *two[] = {"*2]", "h"}, *text[] = {"t*"};
  expect(one, 1, "p f u y x z[1] z[2] s der(x) der(s) ");
  expect(two, 2, "p f u y x z[2] s h der(x) der(s) ");
  expect(text, 1, "p f u y x s der(x) der(s) t tt ");
}

static void test_no_match(void **state)
{
  (void)state;
  ModelText *m = model_text_run(model, "reduced");
  ReducedSystem r = *m->reduced;
  const char *pattern[] = {"z*", "zz*", "?z"};
  ExposeChoice choice = {pattern, 3, 3};
  assert_false(expose_variables(m->s, &choice, &r));
  assert_non_null(strstr(model_text_messages(m), "'zz*'"));
  assert_non_null(strstr(model_text_messages(m), "'?z'"));
  assert_null(strstr(model_text_messages(m), "'z*'"));
  model_text_free(m);
}

/* What is not seen is not a known of the ModelStructure. */
static void test_structure(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M output Real y; protected parameter Real p = 2; equation y = p; "
      "end M;",
      "reduced");
  ModelStructure of = model_structure_find(m->reduced, m->s->reduced_arena,
                                           session_scratch(m->s));
  assert_int_equal(of.n_initial_unknowns, 1);
  assert_int_equal(of.initial_unknown[0].n_dependencies, 0);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_public),    cmocka_unit_test(test_all),
      cmocka_unit_test(test_interface), cmocka_unit_test(test_patterns),
      cmocka_unit_test(test_no_match),  cmocka_unit_test(test_structure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
