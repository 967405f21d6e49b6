/* test_connections.c: connection sets from hand-made connectors. */
#include "test.h"

#include "base/vector.h"
#include "flatten/connections/connections.h"
#include "flatten/flat/flat_check.h"
#include "flatten/print/flat_print.h"
#include "session_fixture.h"

/* Connectors by name, their variables made on first use. */
typedef struct Net {
  SessionFixture *fixture;
  Session *s;
  FlatModel flat;
  const Faults *faults;
  Connections *c;
  char *printed;
  int32_t at; /* place of the next connect() in the source text */
} Net;

static Net *net_create(void)
{
  Net *net = calloc(1, sizeof *net);
  net->fixture = session_fixture_create();
  net->s = net->fixture->s;
  session_fixture_source(net->fixture, "one two three four five six seven");
  net->flat.name = session_name(net->s, "M");
  net->faults = fault_create(net->s);
  net->c = connections_create(net->s, net->faults, &net->flat);
  return net;
}

static void net_destroy(Net *net)
{
  session_fixture_destroy(net->fixture);
  free(net->printed);
  free(net);
}

static FlatVarId net_variable(Net *net, const char *name)
{
  Name full = session_name(net->s, name);
  FlatModel *flat = &net->flat;
  for (int i = 0; i < flat->n_vars; i++) {
    if (flat->var[i].name == full) return (FlatVarId){i};
  }
  flat->var = vector_grow(net->s->flat_arena, flat->var, &flat->cap_vars,
                          flat->n_vars + 1, sizeof flat->var[0]);
  flat->var[flat->n_vars] = (FlatVar){
      .name = full, .span = {0, 4, 7}, .variability = FLAT_CONTINUOUS};
  return (FlatVarId){flat->n_vars++};
}

/* A connector with one member after the other: "v" is a potential, "flow i"
 * a flow, and so on; "" is a connector that is a variable. */
typedef struct MemberText {
  const char *name;
  MemberKind kind;
} MemberText;

static ConnectorEnd net_end(Net *net, const char *path, ConnectorFace face,
                            const MemberText *text, int n)
{
  ConnectorMember *member =
      arena_array(net->s->instance_arena, (size_t)n, sizeof *member);
  for (int i = 0; i < n; i++) {
    const char *full =
        text[i].name[0]
            ? arena_printf(net->s->instance_arena, "%s.%s", path, text[i].name)
            : path;
    member[i] = (ConnectorMember){session_name(net->s, text[i].name),
                                  net_variable(net, full), text[i].kind};
  }
  return (ConnectorEnd){.path = session_name(net->s, path),
                        .span = NO_SPAN,
                        .declaration = NO_SPAN,
                        .face = face,
                        .member = member,
                        .n_members = n};
}

static const MemberText pin_text[] = {{"v", MEMBER_POTENTIAL},
                                      {"i", MEMBER_FLOW}};

static ConnectorEnd pin(Net *net, const char *path, ConnectorFace face)
{
  return net_end(net, path, face, pin_text, 2);
}

static ConnectorEnd signal(Net *net, const char *path, ConnectorFace face,
                           MemberKind kind)
{
  MemberText text[] = {{"", kind}};
  return net_end(net, path, face, text, 1);
}

static bool join(Net *net, ConnectorEnd a, ConnectorEnd b)
{
  Span span = {0, net->at, net->at + 3};
  net->at += 4;
  return connections_add(net->c, 0, span, &a, &b);
}

/* connect() of two pins: names that begin with ':' are outside. */
static void join_pins(Net *net, const char *a, const char *b)
{
  ConnectorEnd end[2];
  const char *text[2] = {a, b};
  for (int k = 0; k < 2; k++) {
    bool is_outside = text[k][0] == ':';
    end[k] =
        pin(net, text[k] + is_outside, is_outside ? FACE_OUTSIDE : FACE_INSIDE);
  }
  assert_true(join(net, end[0], end[1]));
}

static void add_pin_flow(Net *net, const char *path)
{
  ConnectorEnd end = pin(net, path, FACE_INSIDE);
  connections_add_flow(net->c, end.member[1].variable, 0);
}

/* The equations, one a line. */
static const char *net_equations(Net *net)
{
  size_t length;
  free(net->printed);
  FILE *out = open_memstream(&net->printed, &length);
  for (int i = 0; i < net->flat.n_equations; i++) {
    flat_print_expr(&net->flat, net->flat.equation[i].left, out);
    fputs(" = ", out);
    flat_print_expr(&net->flat, net->flat.equation[i].right, out);
    fputs("\n", out);
  }
  fclose(out);
  flat_check(&net->flat);
  return net->printed;
}

static const char *net_messages(Net *net)
{
  return session_fixture_messages(net->fixture);
}

/* --- potentials and flows --- */

static void test_two_pins(void **state)
{
  (void)state;
  Net *net = net_create();
  join_pins(net, "a.p", "b.p");
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net), "'a.p.v' = 'b.p.v'\n"
                                          "'a.p.i' + 'b.p.i' = 0.0\n");
  assert_int_equal(net->flat.n_connection_sets, 2);
  assert_int_equal(net->flat.equation[1].connection_set, 2);
  net_destroy(net);
}

/* The same set, however it is put together; loops add nothing. */
static void test_star_chain_loop(void **state)
{
  (void)state;
  Net *net = net_create();
  join_pins(net, "a.p", "b.p");
  join_pins(net, "d.p", "c.p");
  join_pins(net, "b.p", "d.p");
  join_pins(net, "c.p", "a.p");
  join_pins(net, "a.p", "a.p");
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net),
                      "'a.p.v' = 'b.p.v'\n"
                      "'a.p.v' = 'd.p.v'\n"
                      "'a.p.v' = 'c.p.v'\n"
                      "'a.p.i' + 'b.p.i' + 'd.p.i' + 'c.p.i' = 0.0\n");
  net_destroy(net);
}

/* Example of MLS 9.2: Circuit with ground, load and resistor. */
static void test_inside_outside(void **state)
{
  (void)state;
  static const char *const flows[] = {
      "load.p",          "load.n",     "ground.p",  "load.resistor.p",
      "load.resistor.n", "resistor.p", "resistor.n"};
  Net *net = net_create();
  for (int i = 0; i < 7; i++) add_pin_flow(net, flows[i]);
  join_pins(net, ":load.p", "load.resistor.p");
  join_pins(net, "load.resistor.n", ":load.n");
  join_pins(net, "load.p", "ground.p");
  join_pins(net, "resistor.p", "ground.p");
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net),
                      "'load.p.v' = 'load.resistor.p.v'\n"
                      "-'load.p.i' + 'load.resistor.p.i' = 0.0\n"
                      "'load.resistor.n.v' = 'load.n.v'\n"
                      "'load.resistor.n.i' - 'load.n.i' = 0.0\n"
                      "'load.p.v' = 'ground.p.v'\n"
                      "'load.p.v' = 'resistor.p.v'\n"
                      "'load.p.i' + 'ground.p.i' + 'resistor.p.i' = 0.0\n"
                      "'load.n.i' = 0.0\n"
                      "'resistor.n.i' = 0.0\n");
  assert_int_equal(net->flat.n_connection_sets, 9 - 1);
  assert_true(net->flat.connection_set[1].member[0].is_outside);
  assert_false(net->flat.connection_set[1].member[1].is_outside);
  net_destroy(net);
}

/* Connectors of the model itself are not connected from outside. */
static void test_top_connector(void **state)
{
  (void)state;
  Net *net = net_create();
  add_pin_flow(net, "p");
  add_pin_flow(net, "r.p");
  join_pins(net, ":p", "r.p");
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net), "'p.v' = 'r.p.v'\n"
                                          "-'p.i' + 'r.p.i' = 0.0\n"
                                          "'p.i' = 0.0\n");
  net_destroy(net);
}

static void test_two_outside(void **state)
{
  (void)state;
  Net *net = net_create();
  join_pins(net, ":p", ":n");
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net), "'p.v' = 'n.v'\n"
                                          "-'p.i' - 'n.i' = 0.0\n");
  net_destroy(net);
}

/* A part of a hierarchical connector is connected by itself. */
static void test_nested_connector(void **state)
{
  (void)state;
  static const MemberText plug[] = {{"pin[1].v", MEMBER_POTENTIAL},
                                    {"pin[1].i", MEMBER_FLOW},
                                    {"pin[2].v", MEMBER_POTENTIAL},
                                    {"pin[2].i", MEMBER_FLOW}};
  Net *net = net_create();
  assert_true(join(net, net_end(net, "a", FACE_INSIDE, plug, 4),
                   net_end(net, "b", FACE_INSIDE, plug, 4)));
  assert_true(join(net, pin(net, "b.pin[2]", FACE_INSIDE),
                   pin(net, "g.p", FACE_INSIDE)));
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net),
                      "'a.pin[1].v' = 'b.pin[1].v'\n"
                      "'a.pin[1].i' + 'b.pin[1].i' = 0.0\n"
                      "'a.pin[2].v' = 'b.pin[2].v'\n"
                      "'a.pin[2].v' = 'g.p.v'\n"
                      "'a.pin[2].i' + 'b.pin[2].i' + 'g.p.i' = 0.0\n");
  net_destroy(net);
}

/* The members of a class may come in another order. */
static void test_member_order(void **state)
{
  (void)state;
  static const MemberText turned[] = {{"i", MEMBER_FLOW},
                                      {"v", MEMBER_POTENTIAL}};
  Net *net = net_create();
  assert_true(join(net, pin(net, "a", FACE_INSIDE),
                   net_end(net, "b", FACE_INSIDE, turned, 2)));
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net), "'a.v' = 'b.v'\n"
                                          "'a.i' + 'b.i' = 0.0\n");
  net_destroy(net);
}

/* Each equation points at the connect() that made it needed. */
static void test_spans(void **state)
{
  (void)state;
  Net *net = net_create();
  join_pins(net, "a", "b");
  join_pins(net, "b", "c");
  assert_true(connections_equations(net->c));
  assert_int_equal(net->flat.equation[0].span.begin, 0);
  assert_int_equal(net->flat.equation[1].span.begin, 4);
  assert_int_equal(net->flat.equation[2].span.begin, 0);
  net_destroy(net);
}

static void test_cardinality(void **state)
{
  (void)state;
  Net *net = net_create();
  join_pins(net, "a", "b");
  join_pins(net, "a", ":c");
  assert_int_equal(connections_cardinality(net->c, session_name(net->s, "a")),
                   2);
  assert_int_equal(connections_cardinality(net->c, session_name(net->s, "c")),
                   1);
  assert_int_equal(connections_cardinality(net->c, session_name(net->s, "d")),
                   0);
  net_destroy(net);
}

/* Sets of thousands, in an order that is bad for naive merging. */
static void test_many(void **state)
{
  (void)state;
  enum { N = 3000 };
  Net *net = net_create();
  FlatModel *flat = &net->flat;
  flat->var = vector_grow(net->s->flat_arena, NULL, &flat->cap_vars, 2 * N,
                          sizeof flat->var[0]);
  ConnectorEnd *end = calloc(N, sizeof *end);
  ConnectorMember *member = calloc(2 * N, sizeof *member);
  for (int i = 0; i < N; i++) {
    size_t n = 0;
    for (int k = 0; k < 2; k++) {
      char name[30];
      n = (size_t)snprintf(name, sizeof name, "r%d.%s", i, pin_text[k].name);
      flat->var[flat->n_vars] = (FlatVar){.name = session_name(net->s, name),
                                          .variability = FLAT_CONTINUOUS};
      member[2 * i + k] =
          (ConnectorMember){session_name(net->s, pin_text[k].name),
                            {flat->n_vars++},
                            pin_text[k].kind};
    }
    end[i] = (ConnectorEnd){
        .path = session_name_n(net->s, flat->var[2 * i].name, n - 2),
        .member = member + 2 * i,
        .n_members = 2};
  }
  for (int i = N - 1; i > 0; i--)
    assert_true(connections_add(net->c, 0, NO_SPAN, &end[i], &end[i - 1]));
  assert_true(connections_equations(net->c));
  assert_int_equal(flat->n_equations, N - 1 + 1);
  assert_int_equal(flat->n_connection_sets, 2);
  assert_int_equal(flat->connection_set[1].n_members, N);
  flat_check(flat);
  free(end);
  free(member);
  net_destroy(net);
}

/* --- against exhaustive search --- */

enum { N_PINS = 12 };

static uint32_t next_random(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

/* The smallest pin reachable from each, by repeated passes. */
static void label_pins(int (*edge)[2], int n_edges, int *label)
{
  for (int i = 0; i < N_PINS; i++) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (int k = 0; k < n_edges; k++) {
      int *a = &label[edge[k][0]], *b = &label[edge[k][1]];
      if (*a == *b) continue;
      *a = *b = *a < *b ? *a : *b;
      changed = true;
    }
  }
}

static int pin_of(FlatVarId id)
{
  return id.i / 2;
}

/* All members of a set have one label, and no pin is in two sets. */
static void check_partition(const FlatModel *flat, const int *label)
{
  int set_of[N_PINS];
  memset(set_of, -1, sizeof set_of);
  for (int i = 0; i < flat->n_connection_sets; i++) {
    const FlatConnectionSet *set = &flat->connection_set[i];
    if (set->kind != FLAT_CONNECTION_FLOW) continue;
    int first = pin_of(set->member[0].variable);
    for (int k = 0; k < set->n_members; k++) {
      int p = pin_of(set->member[k].variable);
      assert_int_equal(label[p], label[first]);
      assert_int_equal(set_of[p], -1);
      set_of[p] = i;
    }
  }
  for (int p = 0; p < N_PINS; p++) {
    for (int q = 0; q < p; q++) {
      assert_true((label[p] == label[q]) == (set_of[p] == set_of[q]));
    }
  }
}

static void test_random(void **state)
{
  (void)state;
  uint32_t seed = 7;
  for (int round = 0; round < 200; round++) {
    Net *net = net_create();
    int edge[2 * N_PINS][2], label[N_PINS];
    int n_edges = (int)(next_random(&seed) % (2 * N_PINS));
    ConnectorEnd end[N_PINS];
    for (int i = 0; i < N_PINS; i++) {
      char name[16];
      snprintf(name, sizeof name, "r%d", i);
      end[i] = pin(net, name, FACE_INSIDE);
      connections_add_flow(net->c, end[i].member[1].variable, 0);
    }
    for (int k = 0; k < n_edges; k++) {
      edge[k][0] = (int)(next_random(&seed) % N_PINS);
      edge[k][1] = (int)(next_random(&seed) % N_PINS);
      assert_true(connections_add(net->c, 0, NO_SPAN, &end[edge[k][0]],
                                  &end[edge[k][1]]));
    }
    assert_true(connections_equations(net->c));
    label_pins(edge, n_edges, label);
    check_partition(&net->flat, label);
    /* one equation for each pin, however they are connected */
    assert_int_equal(net->flat.n_equations, N_PINS);
    net_destroy(net);
  }
}

/* --- signals --- */

static void test_signal(void **state)
{
  (void)state;
  Net *net = net_create();
  assert_true(join(net, signal(net, "gain.u", FACE_INSIDE, MEMBER_INPUT),
                   signal(net, "sine.y", FACE_INSIDE, MEMBER_OUTPUT)));
  assert_true(join(net, signal(net, "y", FACE_OUTSIDE, MEMBER_OUTPUT),
                   signal(net, "sine.y", FACE_INSIDE, MEMBER_OUTPUT)));
  assert_true(join(net, signal(net, "u", FACE_OUTSIDE, MEMBER_INPUT),
                   signal(net, "add.u1", FACE_INSIDE, MEMBER_INPUT)));
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net), "'gain.u' = 'sine.y'\n"
                                          "y = 'sine.y'\n"
                                          "'add.u1' = u\n");
  const FlatConnectionSet *set = &net->flat.connection_set[0];
  assert_int_equal(set->kind, FLAT_CONNECTION_SIGNAL);
  assert_string_equal(net->flat.var[set->member[0].variable.i].name, "sine.y");
  net_destroy(net);
}

static void test_two_sources(void **state)
{
  (void)state;
  Net *net = net_create();
  assert_true(join(net, signal(net, "a.y", FACE_INSIDE, MEMBER_OUTPUT),
                   signal(net, "g.u", FACE_INSIDE, MEMBER_INPUT)));
  assert_true(join(net, signal(net, "u", FACE_OUTSIDE, MEMBER_INPUT),
                   signal(net, "g.u", FACE_INSIDE, MEMBER_INPUT)));
  assert_false(connections_equations(net->c));
  assert_non_null(strstr(net_messages(net),
                         "a.mo:1:5: error E232: the signal has two sources: "
                         "'a.y' and 'u'"));
  assert_non_null(strstr(net_messages(net),
                         "the connection set has a.y, g.u, u (outside)"));
  net_destroy(net);
}

static void test_no_source(void **state)
{
  (void)state;
  Net *net = net_create();
  assert_true(join(net, signal(net, "a.u", FACE_INSIDE, MEMBER_INPUT),
                   signal(net, "b.u", FACE_INSIDE, MEMBER_INPUT)));
  assert_true(join(net, signal(net, "y", FACE_OUTSIDE, MEMBER_OUTPUT),
                   signal(net, "z", FACE_OUTSIDE, MEMBER_OUTPUT)));
  assert_false(connections_equations(net->c));
  assert_non_null(strstr(net_messages(net), "a.mo:1:1: error E233"));
  assert_non_null(strstr(net_messages(net), "a.mo:1:5: error E233"));
  net_destroy(net);
}

/* A protected connector may get its value by an equation. */
static void test_protected(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd hidden = signal(net, "u_internal", FACE_OUTSIDE, MEMBER_INPUT);
  hidden.is_protected = true;
  assert_true(join(net, signal(net, "g.u", FACE_INSIDE, MEMBER_INPUT), hidden));
  ConnectorEnd other = signal(net, "v_internal", FACE_OUTSIDE, MEMBER_INPUT);
  other.is_protected = true;
  assert_true(join(net, signal(net, "v", FACE_OUTSIDE, MEMBER_INPUT), other));
  assert_true(connections_equations(net->c));
  assert_string_equal(net_equations(net), "'g.u' = u_internal\n"
                                          "v_internal = v\n");
  net_destroy(net);
}

static void test_protected_alone(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd a = signal(net, "a", FACE_OUTSIDE, MEMBER_INPUT);
  ConnectorEnd b = signal(net, "b", FACE_OUTSIDE, MEMBER_INPUT);
  a.is_protected = b.is_protected = true;
  assert_true(join(net, a, b));
  assert_false(connections_equations(net->c));
  assert_non_null(strstr(net_messages(net), "E233"));
  net_destroy(net);
}

/* --- what does not fit --- */

static void test_missing_member(void **state)
{
  (void)state;
  static const MemberText flange[] = {{"s", MEMBER_POTENTIAL},
                                      {"f", MEMBER_FLOW}};
  static const MemberText more[] = {
      {"v", MEMBER_POTENTIAL}, {"i", MEMBER_FLOW}, {"T", MEMBER_POTENTIAL}};
  Net *net = net_create();
  ConnectorEnd p = pin(net, "r.p", FACE_INSIDE);
  p.class_name = session_name(net->s, "Pin");
  assert_false(join(net, p, net_end(net, "m.a", FACE_INSIDE, flange, 2)));
  assert_false(join(net, p, net_end(net, "h.p", FACE_INSIDE, more, 3)));
  const char *messages = net_messages(net);
  assert_non_null(strstr(messages, "E230: 'r.p' and 'm.a' cannot be "
                                   "connected: 'm.a' has no 'v'"));
  assert_non_null(strstr(messages, "'r.p', a Pin, has v, i"));
  assert_non_null(strstr(messages, "'m.a' has s, f"));
  assert_non_null(strstr(messages, "'r.p' has no 'T'"));
  net_destroy(net);
}

static void test_different_kinds(void **state)
{
  (void)state;
  static const MemberText odd[] = {{"v", MEMBER_POTENTIAL},
                                   {"i", MEMBER_POTENTIAL}};
  Net *net = net_create();
  assert_false(join(net, pin(net, "a", FACE_INSIDE),
                    net_end(net, "b", FACE_INSIDE, odd, 2)));
  ConnectorEnd c = signal(net, "c", FACE_INSIDE, MEMBER_INPUT);
  ConnectorEnd d = signal(net, "d", FACE_INSIDE, MEMBER_OUTPUT);
  net->flat.var[d.member[0].variable.i].type = FLAT_BOOLEAN;
  assert_false(join(net, c, d));
  ConnectorEnd e = signal(net, "e", FACE_INSIDE, MEMBER_POTENTIAL);
  assert_false(join(net, c, e));
  const char *messages = net_messages(net);
  assert_non_null(strstr(messages, "E231: 'a.i' is a flow, 'b.i' is a "
                                   "potential"));
  assert_non_null(strstr(messages, "'c' is a Real, 'd' is a Boolean"));
  assert_non_null(strstr(messages, "'c' is an input, 'e' is a potential"));
  net_destroy(net);
}

/* A signal of a bus has no sides: one set from the source to the sink, although
 * the bus is seen from both sides. */
static void test_expandable(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd source = signal(net, "a.y", FACE_INSIDE, MEMBER_OUTPUT);
  ConnectorEnd outside = signal(net, "bus.x", FACE_OUTSIDE, MEMBER_SIGNAL);
  ConnectorEnd inside = outside;
  inside.face = FACE_INSIDE;
  ConnectorEnd sink = signal(net, "b.u", FACE_INSIDE, MEMBER_INPUT);
  assert_true(join(net, source, outside));
  assert_true(join(net, inside, sink));
  assert_true(connections_equations(net->c));
  assert_int_equal(net->flat.n_connection_sets, 1);
  assert_int_equal(net->flat.n_equations, 2);
  net_destroy(net);
}

static void test_expandable_with_others(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd bus = signal(net, "bus", FACE_INSIDE, MEMBER_POTENTIAL);
  ConnectorEnd plain = bus;
  bus.is_expandable = true;
  assert_false(join(net, bus, plain));
  const char *messages = net_messages(net);
  assert_non_null(strstr(messages, "the expandable connector 'bus'"));
  net_destroy(net);
}

/* Streams make no equations here: the set is kept. */
static void test_streams(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd a = signal(net, "a.h", FACE_INSIDE, MEMBER_STREAM);
  ConnectorEnd b = signal(net, "b.h", FACE_OUTSIDE, MEMBER_STREAM);
  assert_true(join(net, a, b));
  assert_true(connections_equations(net->c));
  assert_int_equal(net->flat.n_equations, 0);
  assert_int_equal(net->flat.n_connection_sets, 1);
  assert_int_equal(net->flat.connection_set[0].kind, FLAT_CONNECTION_STREAM);
  net_destroy(net);
}

static void test_flow_type(void **state)
{
  (void)state;
  Net *net = net_create();
  FlatVarId id = net_variable(net, "a.i");
  net->flat.var[id.i].type = FLAT_INTEGER;
  connections_add_flow(net->c, id, 0);
  assert_false(connections_equations(net->c));
  assert_non_null(strstr(net_messages(net), "'a.i' is a flow of type Integer"));
  net_destroy(net);
}

/* --- constants, parameters, quantities --- */

static ConnectorEnd value_end(Net *net, const char *path, MemberKind kind,
                              double value)
{
  MemberText text[] = {{"n", kind}};
  ConnectorEnd end = net_end(net, path, FACE_INSIDE, text, 1);
  FlatVar *var = &net->flat.var[end.member[0].variable.i];
  Typing typing = {.faults = net->faults, .arena = net->s->flat_arena};
  var->variability = kind == MEMBER_CONSTANT ? FLAT_CONSTANT : FLAT_PARAMETER;
  var->binding = types_real(&typing, NO_SPAN, value);
  return end;
}

static bool check_values(Net *net)
{
  ConstantTable *constants = constant_table_create(net->faults, &net->flat);
  return connections_check_values(net->c, constants);
}

static void test_equal_values(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd p = value_end(net, "p", MEMBER_PARAMETER, 3);
  assert_true(join(net, value_end(net, "a", MEMBER_CONSTANT, 2),
                   value_end(net, "b", MEMBER_CONSTANT, 2)));
  assert_true(join(net, p, value_end(net, "q", MEMBER_PARAMETER, 3)));
  assert_true(connections_equations(net->c));
  assert_int_equal(net->flat.n_equations, 0);
  assert_true(check_values(net));
  assert_true(net->flat.var[p.member[0].variable.i].evaluated);
  net_destroy(net);
}

static void test_different_values(void **state)
{
  (void)state;
  Net *net = net_create();
  assert_true(join(net, value_end(net, "a", MEMBER_CONSTANT, 2),
                   value_end(net, "b", MEMBER_CONSTANT, 2.5)));
  assert_true(join(net, value_end(net, "p", MEMBER_PARAMETER, 3),
                   value_end(net, "q", MEMBER_PARAMETER, 4)));
  assert_true(connections_equations(net->c));
  assert_false(check_values(net));
  const char *messages = net_messages(net);
  assert_non_null(strstr(messages, "E234: 'a.n' is 2, 'b.n' is 2.5"));
  assert_non_null(strstr(messages, "E234: 'p.n' is 3, 'q.n' is 4"));
  net_destroy(net);
}

/* Both take the value of one parameter that can still be changed. */
static void test_same_origin(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd a = value_end(net, "a", MEMBER_PARAMETER, 3);
  ConnectorEnd b = value_end(net, "b", MEMBER_PARAMETER, 3);
  ConnectorEnd n = value_end(net, "n", MEMBER_PARAMETER, 3);
  Typing typing = {.faults = net->faults, .arena = net->s->flat_arena};
  FlatVar *var = net->flat.var;
  FlatVarId origin = n.member[0].variable;
  FlatExpr *use = types_variable(&typing, NO_SPAN, origin, &var[origin.i]);
  var[a.member[0].variable.i].binding = use;
  var[b.member[0].variable.i].binding = use;
  assert_true(join(net, a, b));
  assert_true(check_values(net));
  assert_false(var[origin.i].evaluated);

  net_destroy(net);
}

/* What connected parameters depend on can no longer be changed. */
static void test_frozen(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd a = value_end(net, "a", MEMBER_PARAMETER, 3);
  ConnectorEnd b = value_end(net, "b", MEMBER_PARAMETER, 6);
  ConnectorEnd n = value_end(net, "n", MEMBER_PARAMETER, 2);
  Typing typing = {.faults = net->faults, .arena = net->s->flat_arena};
  FlatVar *var = net->flat.var;
  FlatVarId origin = n.member[0].variable;
  var[a.member[0].variable.i].binding = types_binary(
      &typing, NO_SPAN, FLAT_MULTIPLY, types_real(&typing, NO_SPAN, 3),
      types_variable(&typing, NO_SPAN, origin, &var[origin.i]));
  assert_true(join(net, a, b));
  assert_true(check_values(net));
  assert_true(var[origin.i].evaluated);
  net_destroy(net);
}

/* A parameter without a value is compared while running. */
static void test_unknown_value(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd a = value_end(net, "a", MEMBER_PARAMETER, 3);
  net->flat.var[a.member[0].variable.i].binding = NULL;
  assert_true(join(net, a, value_end(net, "b", MEMBER_PARAMETER, 3)));
  assert_true(check_values(net));
  assert_int_equal(net->flat.n_assertions, 1);
  net_destroy(net);
}

static void test_quantities(void **state)
{
  (void)state;
  Net *net = net_create();
  join_pins(net, "a", "b");
  join_pins(net, "b", "c");
  net->flat.var[net_variable(net, "a.v").i].quantity = "Voltage";
  net->flat.var[net_variable(net, "b.v").i].quantity = "";
  assert_true(connections_equations(net->c));
  assert_true(connections_check_quantities(net->c));
  net->flat.var[net_variable(net, "c.v").i].quantity = "Pressure";
  assert_false(connections_check_quantities(net->c));
  assert_non_null(strstr(net_messages(net),
                         "a.mo:1:5: error E235: 'a.v' has the quantity "
                         "\"Voltage\", 'c.v' has \"Pressure\""));
  net_destroy(net);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_pins),
      cmocka_unit_test(test_star_chain_loop),
      cmocka_unit_test(test_inside_outside),
      cmocka_unit_test(test_top_connector),
      cmocka_unit_test(test_two_outside),
      cmocka_unit_test(test_nested_connector),
      cmocka_unit_test(test_member_order),
      cmocka_unit_test(test_spans),
      cmocka_unit_test(test_cardinality),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_signal),
      cmocka_unit_test(test_two_sources),
      cmocka_unit_test(test_no_source),
      cmocka_unit_test(test_protected),
      cmocka_unit_test(test_protected_alone),
      cmocka_unit_test(test_missing_member),
      cmocka_unit_test(test_different_kinds),
      cmocka_unit_test(test_expandable),
      cmocka_unit_test(test_expandable_with_others),
      cmocka_unit_test(test_streams),
      cmocka_unit_test(test_flow_type),
      cmocka_unit_test(test_equal_values),
      cmocka_unit_test(test_different_values),
      cmocka_unit_test(test_same_origin),
      cmocka_unit_test(test_frozen),
      cmocka_unit_test(test_unknown_value),
      cmocka_unit_test(test_quantities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
