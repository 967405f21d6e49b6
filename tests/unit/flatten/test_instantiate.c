/* test_instantiate.c: components, bases and modifications of a class. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/flattening.h"
#include "flatten/instances/instances.h"
#include "flatten/instantiate.h"

/* The names of the variables in order, with blanks between. */
static void expect_names(const char *text, const char *names)
{
  FlatFixture *f = flat_fixture_create(text);
  char found[500] = "";
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  for (int i = 0; i < f->flat->n_vars; i++) {
    if (i > 0) strcat(found, " ");
    strcat(found, f->flat->var[i].name);
  }
  assert_string_equal(found, names);
  flat_fixture_destroy(f);
}

static void expect_error(const char *text, const char *message)
{
  FlatFixture *f = flat_fixture_create(text);
  assert_null(f->flat);
  if (!strstr(flat_fixture_messages(f), message)) {
    fail_msg("%s", flat_fixture_messages(f));
  }
  assert_int_equal(f->s->n_errors, 1);
  flat_fixture_destroy(f);
}

static void test_order(void **state)
{
  (void)state;
  expect_names("record R Real u, v; end R;"
               "model B Real x; end B;"
               "model M Real a; extends B; R r; Real b; end M;",
               "a x r.u r.v b");
}

static void test_two_ways(void **state)
{
  (void)state;
  expect_names("model A Real x; equation x = 1; end A;"
               "model B extends A; end B; model C extends A; end C;"
               "model M extends B; extends C; end M;",
               "x");
}

static void test_prefixes(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "connector In = input Real; record R Real x = 1; Integer n = 2; end R;"
      "model M In u; output Real y = 1; parameter R r; discrete Real d;"
      " Boolean b; constant Integer c = 1; block B In u; end B; B k;"
      " protected Real h; end M;");
  assert_int_equal(flat_fixture_var(f, "u")->causality, FLAT_INPUT);
  assert_int_equal(flat_fixture_var(f, "y")->causality, FLAT_OUTPUT);
  assert_int_equal(flat_fixture_var(f, "k.u")->causality, FLAT_LOCAL);
  assert_int_equal(flat_fixture_var(f, "r.x")->variability, FLAT_PARAMETER);
  assert_int_equal(flat_fixture_var(f, "r.n")->variability, FLAT_PARAMETER);
  assert_int_equal(flat_fixture_var(f, "d")->variability, FLAT_DISCRETE);
  assert_int_equal(flat_fixture_var(f, "b")->variability, FLAT_DISCRETE);
  assert_int_equal(flat_fixture_var(f, "c")->variability, FLAT_CONSTANT);
  assert_int_equal(flat_fixture_var(f, "u")->variability, FLAT_CONTINUOUS);
  assert_true(flat_fixture_var(f, "h")->is_protected);
  assert_false(flat_fixture_var(f, "u")->is_protected);
  flat_fixture_destroy(f);
}

/* The value of k in M, where several modifications meet. */
static void expect_k(const char *text, double value)
{
  FlatFixture *f = flat_fixture_create(text);
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  for (int i = 0; i < f->flat->n_vars; i++) {
    const char *name = f->flat->var[i].name;
    if (name[strlen(name) - 1] != 'k') continue;
    assert_true(f->flat->var[i].binding->real == value);
  }
  flat_fixture_destroy(f);
}

static void test_modifications(void **state)
{
  (void)state;
  expect_k("model A parameter Real k = 1; end A; model M A a; end M;", 1);
  expect_k("model A parameter Real k = 1; end A;"
           "model M A a(k = 2); end M;",
           2);
  expect_k("model A parameter Real k = 1; end A;"
           "model B = A(k = 3); model M B b; end M;",
           3);
  expect_k("model A parameter Real k = 1; end A;"
           "model B = A(k = 3); model M B b(k = 4); end M;",
           4);
  expect_k("model A parameter Real k = 1; end A;"
           "model B A a(k = 5); end B; model M B b(a(k = 6)); end M;",
           6);
  expect_k("model A parameter Real k = 1; end A;"
           "model B A a(k = 5); end B; model M B b(a.k = 7); end M;",
           7);
  expect_k("model A parameter Real k = 1; end A;"
           "model B extends A(k = 8); end B;"
           "model M extends B; end M;",
           8);
  expect_k("model A parameter Real k = 1; end A;"
           "model B extends A(k = 8); end B;"
           "model M extends B(k = 9); end M;",
           9);
}

/* A modifier belongs to the class in which it is written. */
static void test_modifier_scope(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model A parameter Real p = 1; parameter Real k = p; end A;"
      "model M parameter Real p = 2; A a(k = p); end M;");
  const FlatExpr *value = flat_fixture_var(f, "a.k")->binding;
  assert_string_equal(f->flat->var[value->variable.i].name, "p");
  flat_fixture_destroy(f);
}

static void test_recursion(void **state)
{
  (void)state;
  expect_error("model M Real x; M m; end M;",
               "E206: model 'M' contains itself");
  expect_error("model M extends M; end M;", "E206");
  expect_error("type T = U; type U = T; model M T x; end M;", "E206");
}

static void test_refused(void **state)
{
  (void)state;
  expect_error("model M stream Real x; end M;", "E231: the stream 'x'");
  expect_error("model M outer Real x; end M;", "E202: outer 'x' has no inner");
  expect_error("model M Real x[-1]; end M;", "E214");
  expect_error("model M Real x[n]; parameter Integer n = size(x, 1); end M;",
               "E206");
  expect_error("package P end P; model M P p; end M;", "E204");
  expect_error("model M Real x, x; end M;", "E203");
}

/* One broken component is one message, however often it is used. */
static void test_no_cascade(void **state)
{
  (void)state;
  expect_error("model M Nothing a; Real x = a.b + a.c; equation a.d = 1;"
               " x = a; end M;",
               "unknown type 'Nothing'");
  expect_error("type T = Real(colour = 1); model M T x, y, z; end M;", "E207");
}

/* 2^40 components in 41 classes: refused before the memory is gone. */
static void test_explosion(void **state)
{
  (void)state;
  char text[4000];
  size_t n = (size_t)snprintf(text, sizeof text, "model A0 Real x; end A0;");
  for (int i = 1; i <= 40; i++) {
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "model A%d A%d a, b; end A%d;", i, i - 1, i);
  }
  FlatFixture *fixture = flat_fixture_parse(text);
  const Flattening *f =
      flattening_create(fixture->s, fixture->ast, &(LibraryOptions){0}, NULL,
                        false, CLOCKS_ABSENT);
  f->tables->most_instances = 1000;
  instantiate_model(f, lookup_full_name(f->lookup, "A40"));
  assert_true(f->tables->is_too_large);
  assert_in_range(f->tables->n_instances, 1000, 1100);
  assert_non_null(strstr(flat_fixture_messages(fixture),
                         "E122: the model has more than 1000 components"));
  flat_fixture_destroy(fixture);
}

/* 1500 classes, each with a component of the next. */
static void test_depth(void **state)
{
  (void)state;
  enum { DEPTH = 1500, ROOM = 60 * DEPTH };
  char *text = malloc(ROOM);
  size_t n = (size_t)snprintf(text, ROOM, "model A0 Real x; end A0;");
  for (int i = 1; i <= DEPTH; i++) {
    n += (size_t)snprintf(text + n, ROOM - n, "model A%d A%d a; end A%d;", i,
                          i - 1, i);
  }
  expect_error(text, "E122: components nested more than");
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_two_ways),
      cmocka_unit_test(test_prefixes),
      cmocka_unit_test(test_modifications),
      cmocka_unit_test(test_modifier_scope),
      cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_no_cascade),
      cmocka_unit_test(test_explosion),
      cmocka_unit_test(test_depth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
