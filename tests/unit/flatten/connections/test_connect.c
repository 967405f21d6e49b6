/* test_connect.c: connectors of whole models: sets, faces, interfaces. */
#include "test.h"

#include "flat_fixture.h"

#define PIN "connector Pin Real v; flow Real i; end Pin;\n"
#define RESISTOR                                                               \
  "model R Pin p, n; equation p.i + n.i = 0; p.v - n.v = p.i; end R;\n"
#define SIGNALS                                                                \
  "connector In = input Real; connector Out = output Real;\n"                  \
  "block Gain In u; Out y; equation y = 2*u; end Gain;\n"

/* "a.p.i, b.p.i(outside)" of the set; owned by the caller. */
static char *set_text(const FlatFixture *f, int set)
{
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  const FlatConnectionSet *s = &f->flat->connection_set[set];
  for (int i = 0; i < s->n_members; i++) {
    fprintf(out, "%s%s%s", i > 0 ? ", " : "",
            f->flat->var[s->member[i].variable.i].name,
            s->member[i].is_outside ? "(outside)" : "");
  }
  fclose(out);
  return text;
}

static void expect_set(const FlatFixture *f, int set, const char *expected)
{
  assert_true(set < f->flat->n_connection_sets);
  char *text = set_text(f, set);
  assert_string_equal(text, expected);
  free(text);
}

static FlatFixture *accepted(const char *text)
{
  FlatFixture *f = flat_fixture_create(text);
  if (!f->flat) print_message("%s", flat_fixture_messages(f));
  assert_non_null(f->flat);
  return f;
}

static void refused(const char *text, const char *message)
{
  FlatFixture *f = flat_fixture_create(text);
  assert_null(f->flat);
  if (!strstr(flat_fixture_messages(f), message))
    print_message("%s", flat_fixture_messages(f));
  assert_non_null(strstr(flat_fixture_messages(f), message));
  flat_fixture_destroy(f);
}

static void test_faces(void **state)
{
  (void)state;
  FlatFixture *f =
      accepted(PIN RESISTOR "model Box Pin p; R r; equation connect(p, r.p);"
                            " end Box;\n"
                            "model M Box a, b; equation connect(a.p, b.p);"
                            " end M;");
  expect_set(f, 0, "a.p.v(outside), a.r.p.v");
  expect_set(f, 1, "a.p.i(outside), a.r.p.i");
  expect_set(f, 4, "a.p.v, b.p.v");
  expect_set(f, 5, "a.p.i, b.p.i");
  expect_set(f, 6, "a.r.n.i");
  flat_fixture_destroy(f);
}

/* Slices and whole arrays give pairs in row-major order. */
static void test_slices(void **state)
{
  (void)state;
  FlatFixture *f =
      accepted(PIN RESISTOR "model M R a[2, 3], b[3, 2]; equation\n"
                            "connect(a[:, 2:3].p, b[{1, 3}, :].n);\n"
                            "connect(a[end, 1].n, b[2, end].p); end M;");
  expect_set(f, 0, "a[1,2].p.v, b[1,1].n.v");
  expect_set(f, 2, "a[1,3].p.v, b[1,2].n.v");
  expect_set(f, 4, "a[2,2].p.v, b[3,1].n.v");
  expect_set(f, 6, "a[2,3].p.v, b[3,2].n.v");
  expect_set(f, 8, "a[2,1].n.v, b[2,2].p.v");
  flat_fixture_destroy(f);
}

/* Arrays of connectors that are variables, and of components around them. */
static void test_signal_arrays(void **state)
{
  (void)state;
  FlatFixture *f =
      accepted(SIGNALS "block Mux In u[3]; Out y; equation y = sum(u);"
                       " end Mux;\n"
                       "model M In u[3]; Gain g[3]; Mux m; equation\n"
                       "connect(g.u, u[3:-1:1]); connect(g.y, m.u);"
                       " end M;");
  expect_set(f, 0, "u[3](outside), g[1].u");
  expect_set(f, 2, "u[1](outside), g[3].u");
  expect_set(f, 4, "g[2].y, m.u[2]");
  flat_fixture_destroy(f);
}

/* The empty array connects nothing. */
static void test_empty(void **state)
{
  (void)state;
  FlatFixture *f = accepted(PIN RESISTOR "model M R a[0], b[0]; equation"
                                         " connect(a.p, b.n); end M;");
  assert_int_equal(f->flat->n_connection_sets, 0);
  flat_fixture_destroy(f);
}

/* flow and input before a record belong to all its variables. */
static void test_prefixes(void **state)
{
  (void)state;
  FlatFixture *f =
      accepted("record Vector Real x, y; end Vector;\n"
               "connector Frame Vector r; flow Vector f; end Frame;\n"
               "model Body Frame a; equation a.r.x = 1; a.r.y = 2; end Body;\n"
               "model M Body b, c; equation connect(b.a, c.a); end M;");
  assert_int_equal(f->flat->connection_set[0].kind, FLAT_CONNECTION_POTENTIAL);
  assert_int_equal(f->flat->connection_set[2].kind, FLAT_CONNECTION_FLOW);
  expect_set(f, 3, "b.a.f.y, c.a.f.y");
  flat_fixture_destroy(f);
}

static void test_interfaces(void **state)
{
  (void)state;
  FlatFixture *f = accepted(
      PIN SIGNALS
      "model A Pin p; In u; Out y; input Real given = 1; input Real open;\n"
      "protected Pin hidden; end A;\n"
      "model M A a(open = 2); end M;");
  assert_true(flat_fixture_var(f, "a.p.i")->is_interface);
  assert_true(flat_fixture_var(f, "a.u")->is_interface);
  assert_false(flat_fixture_var(f, "a.open")->is_interface);
  assert_true(flat_fixture_var(f, "a.open")->is_given_outside);
  assert_false(flat_fixture_var(f, "a.p.v")->is_interface);
  assert_false(flat_fixture_var(f, "a.y")->is_interface);
  assert_false(flat_fixture_var(f, "a.given")->is_interface);
  assert_false(flat_fixture_var(f, "a.hidden.i")->is_interface);
  assert_int_equal(f->flat->n_components, 2);
  assert_string_equal(f->flat->component[1].path, "a");
  assert_int_equal(flat_fixture_var(f, "a.p.v")->component, 1);
  flat_fixture_destroy(f);
}

/* Flows of a record or model outside of connectors are not set to zero. */
static void test_flow_without_connector(void **state)
{
  (void)state;
  FlatFixture *f = accepted("model Data flow Real i; end Data;\n"
                            "model M Data d; equation d.i = 1; end M;");
  assert_int_equal(f->flat->n_connection_sets, 0);
  flat_fixture_destroy(f);
}

/* An outer connector is the inner one, seen from outside of the component. */
static void test_inner_connector(void **state)
{
  (void)state;
  FlatFixture *f = accepted(
      PIN RESISTOR
      "model Load outer Pin bus; R r; equation connect(bus, r.p); end Load;\n"
      "model M inner Pin bus; Load a, b; equation bus.v = 1; end M;");
  expect_set(f, 0, "bus.v(outside), a.r.p.v, b.r.p.v");
  expect_set(f, 1, "bus.i(outside), a.r.p.i, b.r.p.i");
  expect_set(f, 2, "bus.i");
  flat_fixture_destroy(f);
}

static void test_refused(void **state)
{
  (void)state;
  refused(PIN "model M Pin p; Real x; equation connect(p, x); end M;",
          "E230: 'x' is not a connector");
  refused(PIN "model M Pin p[2], q[3]; equation connect(p, q); end M;",
          "E213: 'p' is an array [2] of connectors, 'q' is an array [3]");
  refused(SIGNALS "model M In u[2]; Gain g; equation connect(u[3], g.u);"
                  " end M;",
          "E215");
  refused(SIGNALS "model M In u[2]; Gain g; equation connect(u[1, 1], g.u);"
                  " end M;",
          "E213: 'u' has 1 dimension, 2 subscripts are given");
  refused(PIN "model A Pin p; end A; model B A a; end B;\n"
              "model M B b; Pin q; equation connect(b.a.p, q); end M;",
          "E230: 'b.a.p' is not a connector");
}

static void test_unequal_connector(void **state)
{
  (void)state;
  refused("connector Odd Real v, w; flow Real i; end Odd;\n"
          "model A Odd o; end A;\n"
          "model M A a, b; equation connect(a.o, b.o); end M;",
          "E247: connector 'Odd' has 1 flow and 2 potentials");
  FlatFixture *f = accepted("connector Odd Real v, w; end Odd;\n"
                            "model A Odd o; end A;\n"
                            "model M A a, b; equation connect(a.o, b.o);"
                            " end M;");
  assert_non_null(strstr(flat_fixture_messages(f),
                         "W230: connector 'Odd' has 0 flows and 2 potentials"));
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_faces),
      cmocka_unit_test(test_slices),
      cmocka_unit_test(test_signal_arrays),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_prefixes),
      cmocka_unit_test(test_interfaces),
      cmocka_unit_test(test_flow_without_connector),
      cmocka_unit_test(test_inner_connector),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_unequal_connector),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
