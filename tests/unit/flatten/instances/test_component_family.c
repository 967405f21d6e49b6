/* test_component_family.c: arrays of components whose elements are alike, and
 * the same models with each element made by itself. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/expressions/replicas.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/flattening.h"
#include "flatten/instances/component_family.h"
#include "flatten/instantiate.h"

/* --- with and without --- */

static char *flat_text(const char *text, const char *set, bool shares_nothing)
{
  FlattenOptions options = {
      .set = &set, .n_set = set ? 1 : 0, .shares_nothing = shares_nothing};
  FlatFixture *f = flat_fixture_options(text, &options);
  const char *messages = flat_fixture_messages(f);
  const char *model = f->flat ? flat_fixture_print(f) : "";
  size_t size = strlen(messages) + strlen(model) + 2;
  char *all = malloc(size);
  snprintf(all, size, "%s\n%s", messages, model);
  flat_fixture_destroy(f);
  return all;
}

static void expect_same(const char *text, const char *set)
{
  char *shared = flat_text(text, set, false);
  char *each = flat_text(text, set, true);
  assert_string_equal(shared, each);
  free(shared);
  free(each);
}

static const char *const models[] = {
    /* values by index, and values for each */
    "model A parameter Real k = 1; Real x(start = k); equation der(x) = -k*x;"
    " assert(x < k, \"large\"); end A;"
    "model M A a[5]; A b[5](k = {1, 2, 3, 4, 5}); A c[5](each k = 3);"
    " A d[2, 3](x(start = {{1, 2, 3}, {4, 5, 6}})); Real s = sum(b.x); end M;",
    /* sizes and conditions by index, and known from outside */
    "model A parameter Integer n = 2; Real x[n], y if n > 2; equation"
    " for i in 1:n loop x[i] = i*n; end for; end A;"
    "model M A a[5](n = {1, 2, 3, 2, 1}); A b[5](each n = 3); A c[4];"
    " Real z[c[3].n] = b[2].x[1:2]; end M;",
    /* an evaluated parameter, of all elements and of one */
    "model A parameter Integer n = 2; parameter Real k = n; Real x; equation"
    " if n == 2 then x = k; else x = time; end if; end A;"
    "model B parameter Integer n = 2; Real x = n; end B;"
    "model M A a[4]; B b[4]; Real y[b[1].n], z[b[3].n]; equation"
    " y = {1, 2}; z = {3, 4}; end M;",
    /* texts that are flattened for each element */
    "model A Real x(start = 0); Integer i(start = 0); discrete Real d;"
    " parameter String name = getInstanceName();"
    " function f input Real u; output Real y; protected Real q; algorithm"
    " q := u; for i in 1:3 loop q := q + i; end for; y := q; end f;"
    " equation der(x) = f(x); when x > 1 then d = pre(d) + 1; end when;"
    " assert(x < 9, name); algorithm when x > 2 then i := pre(i) + 1;"
    " end when; end A;"
    "model M A a[4]; end M;",
    /* connections inside, in loops, by slices, to what is outside */
    "connector P Real v; flow Real i; end P;"
    "model R P p, n; equation p.v - n.v = p.i; p.i + n.i = 0; end R;"
    "model S P p, n; R r[3]; equation connect(p, r[1].p);"
    " for k in 1:2 loop connect(r[k].n, r[k + 1].p); end for;"
    " connect(r[3].n, n); end S;"
    "model M S s[5]; R r[5]; P top; equation connect(top, s[1].p);"
    " for k in 1:4 loop connect(s[k].n, s[k + 1].p); end for;"
    " connect(s.p, r.p); end M;",
    /* loops over elements, of one dimension and of two */
    "connector P Real v; flow Real i; end P;"
    "model C P p, n; Real x; equation p.v - n.v = p.i; p.i + n.i = 0; end C;"
    "model M C c[6], m[4, 3]; P top[7], g; Real z[6]; equation"
    " for k in 1:6 loop c[k].x = k*z[k]; der(z[k]) = c[7 - k].p.v; end for;"
    " for k in 1:5 loop connect(c[k].n, c[k + 1].p); connect(c[k].n, g);"
    " end for; for k in 6:-1:1 loop connect(top[k], c[k].p); end for;"
    " for i in 1:4, j in 1:3 loop m[i, j].x = c[i].x + c[j].x; end for;"
    " for i in 1:4 loop connect(m[i, 1].p, m[i, 2].n); end for;"
    " for i in 1:3, j in 1:3 loop connect(m[i, j].p, m[i + 1, j].p); end for;"
    " end M;",
    /* a subscript that leaves the array in the last turn */
    "connector P Real v; flow Real i; end P; model C P p, n; end C;"
    "model M C c[6]; equation"
    " for k in 1:6 loop connect(c[k].n, c[k + 1].p); end for; end M;",
    /* one element is discrete because of what is outside */
    "model D Real x, y = 2*x; end D;"
    "model M D d[6]; Real z[6]; equation"
    " for k in 1:6 loop z[k] = d[k].x + d[k].y; end for;"
    " d[1].x = time; d[2].x = 2; for k in 4:6 loop d[k].x = k; end for;"
    " when time > 1 then d[3].x = pre(d[3].x) + 1; end when; end M;",
    /* loops inside of elements, over variables of the element and others */
    "model A parameter Real k = 1; Real x[6], q[7]; outer Real u[7]; equation"
    " q[1] = 0; for i in 2:6 loop q[i] = k*(x[i - 1] - x[i])*u[i]; end for;"
    " q[7] = u[1]; for i in 1:6 loop der(x[i]) = q[i] - q[i + 1]; end for;"
    " end A; model M A a[5]; A b[4](k = {1, 2, 3, 4}); inner Real u[7];"
    " equation for i in 1:7 loop u[i] = i*time; end for; end M;",
    /* a record for each, and one for all */
    "record Q Real a = 1, b; end Q;"
    "model A parameter Q q(b = 2); Q z = q; end A;"
    "model M A a[4](q = {Q(k, 2*k) for k in 1:4}); A b[4](each q = Q(7, 8));"
    " Q r[4] = {Q(k, 3) for k in 1:4}; Real y[4] = r.a; end M;",
    /* inner and outer */
    "model W parameter Real g = 1; Real T; end W;"
    "model A outer W w; Real x = w.g*w.T; end A;"
    "model B inner W w(g = 3, T = time); A a; end B;"
    "model M inner W w(T = 2); A a[4]; B b[4]; end M;",
    /* faults in all, in one, and at the places of connections */
    "model A Real x; parameter Real k = 1; equation x = nothing; end A;"
    "model M A a[5]; A b[5](k = {1, 2}); A c[5](q = 3); end M;",
    "model A parameter Real z = 1; final parameter Real k = 1/z; end A;"
    "model M A a[5](z = {1, 2, 0, 4, 5}); end M;",
    "connector O = output Real; connector I = input Real;"
    "block S O y, z; equation y = 1; z = 2; end S;"
    "block D I u; S s; O w; equation connect(s.y, u); connect(s.z, w); end D;"
    "model M D d[5]; S t; equation connect(t.y, d[4].w); end M;",
};

static void test_same_model(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
    expect_same(models[i], NULL);
}

/* --set makes one element another one. */
static void test_set(void **state)
{
  (void)state;
  expect_same(models[0], "b[2].k=7");
  expect_same(models[0], "a[4].x=7");
  expect_same(models[0], "a[9].k=7");
  expect_same(models[1], "c[3].n=4");
  expect_same(models[1], "b[2].n=4");
}

/* --- what is shared --- */

static const Flattening *instantiate(FlatFixture *fixture, const char *model)
{
  const Flattening *f =
      flattening_create(fixture->s, fixture->ast, &(LibraryOptions){0}, NULL,
                        false, CLOCKS_ABSENT);
  instantiate_model(f, lookup_full_name(f->lookup, model));
  return f;
}

static const char *const cells =
    "model P Real v, i; end P;"
    "model C P p, n; parameter Real k = 1; equation p.v = k*n.v; end C;"
    "model M C c[1000]; end M;";

/* The elements have no parts until somebody asks for them. */
static void test_no_instances(void **state)
{
  (void)state;
  FlatFixture *fixture = flat_fixture_parse(cells);
  const Flattening *f = instantiate(fixture, "M");
  assert_int_equal(f->tables->n_families, 1);
  assert_int_equal(f->flat->n_vars, 5000);
  assert_in_range(f->tables->n_instances, 1000, 1020);
  assert_string_equal(f->flat->var[5 * 998 + 3].name, "c[999].n.i");
  int n = f->tables->n_instances;
  FlatVarId id = {5 * 998 + 3};
  Instance *replica = replicas_instance(f, id);
  assert_string_equal(replica->path, "c[999].n.i");
  assert_int_equal(replica->variable.i, id.i);
  assert_int_equal(f->tables->n_instances, n + 2); /* n, and i in it */
  assert_ptr_equal(replicas_instance(f, id), replica);
  assert_ptr_equal(component_family_like(f, (FlatVarId){3 + 5}),
                   f->tables->variable[3].instance);
  flat_fixture_destroy(fixture);
}

/* What was left out counts: the limit is the same. */
static void test_limit(void **state)
{
  (void)state;
  FlatFixture *fixture = flat_fixture_parse(cells);
  const Flattening *f =
      flattening_create(fixture->s, fixture->ast, &(LibraryOptions){0}, NULL,
                        false, CLOCKS_ABSENT);
  f->tables->most_instances = 4000;
  instantiate_model(f, lookup_full_name(f->lookup, "M"));
  assert_true(f->tables->is_too_large);
  flat_fixture_destroy(fixture);
}

static int count_families(const char *text)
{
  FlatFixture *fixture = flat_fixture_parse(text);
  int n = instantiate(fixture, "M")->tables->n_families;
  flat_fixture_destroy(fixture);
  return n;
}

/* A size that depends on the index; too few; `inner outer`. */
static void test_no_family(void **state)
{
  (void)state;
  assert_int_equal(count_families("model A parameter Integer n; Real x[n];"
                                  " end A; model M A a[4](n = {1, 2, 1, 1});"
                                  " end M;"),
                   0);
  assert_int_equal(count_families("model A parameter Real n; Real x; end A;"
                                  "model M A a[4](n = {1, 2, 1, 1}); end M;"),
                   1);
  assert_int_equal(count_families("model A Real x; end A;"
                                  "model M A a[3]; end M;"),
                   0);
  assert_int_equal(count_families("model W Real T; end W;"
                                  "model A inner outer W w; end A;"
                                  "model M inner W w; A a[4]; end M;"),
                   0);
}

/* The equations of the elements are turns of those of the first. */
static void test_repeats(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(cells);
  assert_int_equal(f->flat->n_equations, 1000);
  assert_int_equal(f->flat->n_repeats, 1);
  const FlatEquation *last = &f->flat->equation[999];
  assert_int_equal(last->position, 999);
  FlatSides sides = flat_sides(last);
  assert_int_equal(sides.left->variable.i, 5 * 999);
  assert_string_equal(f->flat->component[last->component].path, "c[1000]");
  flat_fixture_destroy(f);
}

static int count_procedures(const char *more, const char *modifier)
{
  char text[1000];
  snprintf(text, sizeof text,
           "model A constant Real k = 1; parameter Real p = 1; function f"
           " input Real x; output Real y; algorithm y := k*x; while y > 1 loop"
           " y := y/2; end while; end f; Real y = f(p*time), z; equation"
           " z = f(y); %s end A; model M A a[5](%s); end M;",
           more, modifier);
  FlatFixture *f = flat_fixture_create(text);
  assert_non_null(f->flat);
  int n = f->flat->n_procedures;
  flat_fixture_destroy(f);
  return n;
}

/* A function is that of all elements, unless it reads what is by index. */
static void test_functions(void **state)
{
  (void)state;
  /* a text that is flattened for each element */
  const char *when = "when time > 1 then reinit(z, f(z)); end when;";
  assert_int_equal(count_procedures("", "each k = 3"), 1);
  assert_int_equal(count_procedures("", "p = {1, 2, 3, 4, 5}"), 1);
  assert_int_equal(count_procedures("", "k = {1, 2, 3, 4, 5}"), 5);
  assert_int_equal(count_procedures(when, "each k = 3"), 1);
  assert_int_equal(count_procedures(when, "k = {1, 2, 3, 4, 5}"), 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_model),   cmocka_unit_test(test_set),
      cmocka_unit_test(test_no_instances), cmocka_unit_test(test_limit),
      cmocka_unit_test(test_no_family),    cmocka_unit_test(test_repeats),
      cmocka_unit_test(test_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
