/* test_lookup.c: names in classes, bases and surrounding scopes. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flat_fixture.h"
#include "flatten/lookup.h"

static const char library[] =
    "package P\n"
    "  constant Real c = 1;\n"
    "  package Q\n"
    "    model M Real x; end M;\n"
    "    model N extends M; Real y; end N;\n"
    "    encapsulated model Closed Real z; end Closed;\n"
    "  end Q;\n"
    "  package R = Q;\n"
    "protected\n"
    "  model Hidden end Hidden;\n"
    "end P;\n"
    "model T\n"
    "  P.Q.N n;\n"
    "  P.Q.Nothing a;\n"
    "  P.Hidden b;\n"
    "  .P.R.M c;\n"
    "  P.c d;\n"
    "end T;\n";

typedef struct LookupFixture {
  FlatFixture *f;
  Lookup *l;
} LookupFixture;

static int set_up(void **state)
{
  LookupFixture *t = calloc(1, sizeof *t);
  t->f = flat_fixture_parse(library);
  t->l = lookup_create(fault_create(t->f->s), t->f->ast);
  *state = t;
  return 0;
}

static int tear_down(void **state)
{
  LookupFixture *t = *state;
  flat_fixture_destroy(t->f);
  free(t);
  return 0;
}

static Name name(const LookupFixture *t, const char *text)
{
  return session_name(t->f->s, text);
}

static void test_full_name(void **state)
{
  LookupFixture *t = *state;
  ClassScope *m = lookup_full_name(t->l, "P.Q.M");
  assert_non_null(m);
  assert_string_equal(m->full_name, "P.Q.M");
  assert_ptr_equal(lookup_full_name(t->l, "P.R.M"), m);
  assert_null(lookup_full_name(t->l, "P.Q.X"));
  assert_null(lookup_full_name(t->l, "P.c"));
  assert_null(lookup_full_name(t->l, ""));
  assert_null(lookup_full_name(t->l, "P..Q"));
  assert_null(lookup_full_name(t->l, "P."));
  assert_int_equal(t->f->s->n_errors, 0);
}

static void test_own_and_inherited(void **state)
{
  LookupFixture *t = *state;
  ClassScope *n = lookup_full_name(t->l, "P.Q.N");
  assert_non_null(lookup_own(t->l, n, name(t, "y")));
  assert_null(lookup_own(t->l, n, name(t, "x")));
  const Entry *x = lookup_member(t->l, n, name(t, "x"));
  assert_non_null(x);
  assert_string_equal(x->owner->full_name, "P.Q.M");
}

static void test_outward(void **state)
{
  LookupFixture *t = *state;
  ClassScope *where;
  ClassScope *n = lookup_full_name(t->l, "P.Q.N");
  const Entry *c = lookup_simple(t->l, n, name(t, "c"), &where);
  assert_non_null(c);
  assert_string_equal(where->full_name, "P");
  const Entry *real = lookup_simple(t->l, n, name(t, "Real"), &where);
  assert_ptr_equal(real->class_scope, t->l->builtin[FLAT_REAL]);
  assert_null(lookup_simple(t->l, n, name(t, "z"), &where));
}

static void test_encapsulated(void **state)
{
  LookupFixture *t = *state;
  ClassScope *where;
  ClassScope *closed = lookup_full_name(t->l, "P.Q.Closed");
  assert_null(lookup_simple(t->l, closed, name(t, "c"), &where));
  assert_null(lookup_simple(t->l, closed, name(t, "T"), &where));
  assert_non_null(lookup_simple(t->l, closed, name(t, "Boolean"), &where));
}

static void test_references(void **state)
{
  LookupFixture *t = *state;
  ClassScope *scope = lookup_full_name(t->l, "T");
  AstElement **element = scope->ast->element;
  assert_string_equal(lookup_class(t->l, scope, element[0]->type)->full_name,
                      "P.Q.N");
  assert_null(lookup_class(t->l, scope, element[1]->type));
  assert_null(lookup_class(t->l, scope, element[2]->type));
  assert_string_equal(lookup_class(t->l, scope, element[3]->type)->full_name,
                      "P.Q.M");
  assert_null(lookup_class(t->l, scope, element[4]->type));
  const char *messages = flat_fixture_messages(t->f);
  assert_non_null(strstr(messages, "package 'P.Q' has no class 'Nothing'"));
  assert_non_null(strstr(messages, "'Hidden' is protected in 'P'"));
  assert_non_null(strstr(messages, "'c' is a variable, a type is needed"));
  assert_int_equal(t->f->s->n_errors, 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_full_name, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_own_and_inherited, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(test_outward, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_encapsulated, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_references, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
