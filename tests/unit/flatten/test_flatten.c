/* test_flatten.c: which model, its equations, how faults end it. */
#include "test.h"

#include "flat_fixture.h"

static FlatFixture *flatten_named(const char *text, const char *name)
{
  FlattenOptions options = {.model = name};
  return flat_fixture_options(text, &options);
}

static void expect_model(const char *text, const char *option, const char *name)
{
  FlatFixture *f = flatten_named(text, option);
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  assert_string_equal(f->flat->name, name);
  flat_fixture_destroy(f);
}

static void expect_error(const char *text, const char *option,
                         const char *message)
{
  FlatFixture *f = flatten_named(text, option);
  assert_null(f->flat);
  if (!strstr(flat_fixture_messages(f), message)) {
    fail_msg("%s", flat_fixture_messages(f));
  }
  flat_fixture_destroy(f);
}

static const char library[] =
    "model First end First; block Second end Second;"
    "partial model Third end Third;"
    "package P model In end In; function f end f; end P; type T = Real;";

static void test_choice(void **state)
{
  (void)state;
  expect_model(library, NULL, "Second");
  expect_model(library, "First", "First");
  expect_model(library, "P.In", "P.In");
  expect_error(library, "Frist", "did you mean 'First'?");
  expect_error(library, "P.Im", "did you mean 'In'?");
  expect_error(library, "Third", "E201: 'Third' is partial");
  expect_error(library, "P", "E201: 'P' is a package");
  expect_error(library, "P.f", "E201: 'P.f' is a function");
  expect_error(library, "Real", "E201: there is no model 'Real'");
  expect_error(library, "", "E201");
  expect_error("package P model In end In; end P;", NULL, "'P' has P.In");
}

/* The last file decides, not the last model of all. */
static void test_last_file(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_parse("model A end A;");
  assert_true(parse_source(
      f->s, f->ast, session_fixture_source(f->fixture, "type T = Real;")));
  FlattenOptions options = {0};
  assert_null(flatten_model(f->s, f->ast, &options));
  assert_non_null(strstr(flat_fixture_messages(f), "E201"));
  flat_fixture_destroy(f);
}

static void test_no_class(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_parse("model A end A;");
  Ast empty = {0};
  FlattenOptions options = {0};
  assert_null(flatten_model(f->s, &empty, &options));
  assert_non_null(strstr(flat_fixture_messages(f), "E201"));
  flat_fixture_destroy(f);
}

static void test_equations(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model B Real y; equation y = 2; end B;"
      "model M Integer n; Real x; B b; initial equation x = 1;"
      " equation der(x) = n; n = 3; end M;");
  assert_int_equal(f->flat->n_equations, 4);
  assert_int_equal(f->flat->equation[0].left->type, FLAT_REAL); /* b.y */
  assert_true(f->flat->equation[1].is_initial);
  assert_int_equal(f->flat->equation[2].right->function, FLAT_TO_REAL);
  assert_int_equal(f->flat->equation[3].left->type, FLAT_INTEGER);
  assert_int_equal(f->flat->equation[0].span.begin, 25);
  flat_fixture_destroy(f);
}

static void test_several_errors(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M Real x = a; Real y(b = 1); equation c = 1; x = true;"
      " when 1 then x = 1; end when; end M;");
  assert_null(f->flat);
  assert_int_equal(f->s->n_errors, 5);
  flat_fixture_destroy(f);
}

/* The result outlives the syntax tree and the instances. */
static void test_lifetime(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M \"what it is\" parameter String s = \"text\" \"why\";"
      " Real x(unit = \"m\") = time; end M;");
  arena_destroy(f->s->syntax_arena);
  arena_destroy(f->s->instance_arena);
  f->s->syntax_arena = f->s->instance_arena = NULL;
  assert_string_equal(flat_fixture_print(f),
                      "model M \"what it is\"\n"
                      "  parameter String s = \"text\" \"why\";\n"
                      "  Real x(unit = \"m\") = time;\n"
                      "end M;\n");
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_choice),         cmocka_unit_test(test_last_file),
      cmocka_unit_test(test_no_class),       cmocka_unit_test(test_equations),
      cmocka_unit_test(test_several_errors), cmocka_unit_test(test_lifetime),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
