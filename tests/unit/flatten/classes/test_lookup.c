/* test_lookup.c: names in classes, bases and surrounding scopes. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/classes/lookup.h"
#include "flatten/flattening.h"

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
  const Lookup *l;
} LookupFixture;

static int set_up(void **state)
{
  LookupFixture *t = calloc(1, sizeof *t);
  t->f = flat_fixture_parse(library);
  LibraryOptions options = {0};
  t->l = flattening_create(t->f->s, t->f->ast, &options, NULL, false,
                           CLOCKS_ABSENT)
             ->lookup;
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

/* Inside of the class. */
static Context inside(const LookupFixture *t, const char *dotted)
{
  InstClass *c = lookup_full_name(t->l, dotted);
  assert_non_null(c);
  return lookup_context(lookup_first_part(t->l, c));
}

static void test_full_name(void **state)
{
  LookupFixture *t = *state;
  InstClass *m = lookup_full_name(t->l, "P.Q.M");
  assert_non_null(m);
  assert_string_equal(m->full_name, "P.Q.M");
  assert_ptr_equal(lookup_full_name(t->l, "P.Q.M"), m);
  assert_ptr_equal(lookup_full_name(t->l, "P.R.M")->ast, m->ast);
  assert_string_equal(lookup_full_name(t->l, "P.R.M")->full_name, "P.Q.M");
  assert_null(lookup_full_name(t->l, "P.Q.X"));
  assert_null(lookup_full_name(t->l, "P.c"));
  assert_null(lookup_full_name(t->l, ""));
  assert_null(lookup_full_name(t->l, "P..Q"));
  assert_null(lookup_full_name(t->l, "P."));
  assert_int_equal(t->f->s->n_errors, 0);
}

static void test_inherited(void **state)
{
  LookupFixture *t = *state;
  Member member;
  ClassPart *n = inside(t, "P.Q.N").part;
  assert_true(lookup_member(t->l, n, name(t, "y"), &member));
  assert_ptr_equal(member.part, n);
  assert_true(lookup_member(t->l, n, name(t, "x"), &member));
  assert_string_equal(member.part->class_name, "P.Q.M");
  assert_ptr_equal(member.part->whole, n->whole);
}

static void test_outward(void **state)
{
  LookupFixture *t = *state;
  Context n = inside(t, "P.Q.N");
  Found c = lookup_simple(t->l, n, name(t, "c"));
  assert_int_equal(c.kind, FOUND_COMPONENT);
  assert_string_equal(c.whole->full_name, "P");
  assert_true(c.is_enclosing);
  Found real = lookup_simple(t->l, n, name(t, "Real"));
  assert_ptr_equal(real.class_def, t->l->tables->builtin[FLAT_REAL]);
  assert_int_equal(lookup_simple(t->l, n, name(t, "z")).kind, FOUND_NOTHING);
}

static void test_encapsulated(void **state)
{
  LookupFixture *t = *state;
  Context closed = inside(t, "P.Q.Closed");
  assert_int_equal(lookup_simple(t->l, closed, name(t, "c")).kind,
                   FOUND_NOTHING);
  assert_int_equal(lookup_simple(t->l, closed, name(t, "T")).kind,
                   FOUND_NOTHING);
  assert_int_equal(lookup_simple(t->l, closed, name(t, "Boolean")).kind,
                   FOUND_CLASS);
}

static void test_references(void **state)
{
  LookupFixture *t = *state;
  Context from = inside(t, "T");
  AstElement **element = from.part->ast->element;
  assert_string_equal(lookup_class(t->l, from, element[0]->type)->full_name,
                      "P.Q.N");
  assert_null(lookup_class(t->l, from, element[1]->type));
  assert_null(lookup_class(t->l, from, element[2]->type));
  assert_string_equal(lookup_class(t->l, from, element[3]->type)->full_name,
                      "P.Q.M");
  assert_null(lookup_class(t->l, from, element[4]->type));
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
      cmocka_unit_test_setup_teardown(test_inherited, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_outward, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_encapsulated, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_references, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
