/* test_connections_repeat.c: recorded connect() statements with other
 * variables. */
#include "test.h"

#include "base/vector.h"
#include "flatten/connections/connections_repeat.h"
#include "session_fixture.h"

enum { N_PINS = 8 };

/* Pins p0.v, p0.i, p1.v, ... */
typedef struct Net {
  SessionFixture *fixture;
  Session *s;
  FlatModel flat;
  Connections *c;
  ConnectorMember member[N_PINS][2];
  ConnectorEnd pin[N_PINS];
} Net;

static Net *net_create(void)
{
  static const char *const part[] = {"v", "i"};
  Net *net = calloc(1, sizeof *net);
  net->fixture = session_fixture_create();
  net->s = net->fixture->s;
  net->c = connections_create(net->s, fault_create(net->s), &net->flat);
  FlatModel *flat = &net->flat;
  flat->var = vector_grow(net->s->flat_arena, NULL, &flat->cap_vars, 2 * N_PINS,
                          sizeof flat->var[0]);
  for (int i = 0; i < N_PINS; i++) {
    char path[20];
    snprintf(path, sizeof path, "p%d", i);
    for (int k = 0; k < 2; k++) {
      char *name = arena_printf(net->s->session_arena, "%s.%s", path, part[k]);
      net->member[i][k] =
          (ConnectorMember){session_name(net->s, part[k]),
                            {flat->n_vars},
                            k == 0 ? MEMBER_POTENTIAL : MEMBER_FLOW};
      flat->var[flat->n_vars++] =
          (FlatVar){.name = name, .variability = FLAT_CONTINUOUS};
    }
    net->pin[i] = (ConnectorEnd){.path = session_name(net->s, path),
                                 .member = net->member[i],
                                 .n_members = 2};
  }
  return net;
}

static void net_destroy(Net *net)
{
  session_fixture_destroy(net->fixture);
  free(net);
}

static ConnectionRecord *record(Net *net, int a, int b)
{
  ConnectionRecord *r = connections_record(net->c);
  assert_true(connections_is_recording(net->c));
  assert_true(connections_add(net->c, 0, NO_SPAN, &net->pin[a], &net->pin[b]));
  assert_true(connections_recorded(net->c));
  return r;
}

static bool always(void *context, FlatVarId first, FlatVarId next)
{
  (void)first;
  (void)next;
  return *(bool *)context;
}

/* p0 - p1, p1 - p2, ... is one set. */
static void test_steps(void **state)
{
  (void)state;
  Net *net = net_create();
  bool moves = true;
  ConnectionSides both = {true, true};
  ConnectionRecord *first = record(net, 0, 1), *next = record(net, 1, 2);
  assert_true(connections_record_steps(first, next, &both, 1, always, &moves));
  for (int turn = 2; turn < 6; turn++)
    connections_repeat(net->c, first, turn, false);
  assert_int_equal(connections_cardinality(net->c, net->pin[3].path), 2);
  assert_int_equal(connections_cardinality(net->c, net->pin[6].path), 1);
  assert_int_equal(connections_cardinality(net->c, net->pin[7].path), 0);
  assert_true(connections_equations(net->c));
  assert_int_equal(net->flat.n_connection_sets, 2);
  assert_int_equal(net->flat.connection_set[0].n_members, 7);
  assert_int_equal(net->flat.connection_set[1].member[6].variable.i, 13);
  net_destroy(net);
}

/* One side moves where it should not, or may not. */
static void test_no_steps(void **state)
{
  (void)state;
  Net *net = net_create();
  bool moves = true, stays = false;
  ConnectionSides left = {true, false}, both = {true, true};
  ConnectionRecord *first = record(net, 0, 1), *next = record(net, 1, 2);
  assert_false(connections_record_steps(first, next, &left, 1, always, &moves));
  assert_false(connections_record_steps(first, next, &both, 1, always, &stays));
  assert_false(connections_record_steps(first, next, &both, 2, always, &moves));
  ConnectionRecord *fixed = record(net, 5, 2);
  assert_true(connections_record_steps(next, fixed, &left, 1, always, &moves));
  net_destroy(net);
}

/* p0 - p1 inside of the first element, then p2 - p3, ... */
static void test_ranges(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectionRecord *r = record(net, 0, 1);
  connections_record_ranges(r, (FlatRange){0, 4}, (FlatRange){1, 1});
  for (int turn = 1; turn < 4; turn++)
    connections_repeat(net->c, r, turn, true);
  connections_add_flow(net->c, (FlatVarId){1}, 0);
  assert_int_equal(connections_count_flows(net->c), 1);
  connections_repeat_flow(net->c, 0, (FlatRange){0, 4}, (FlatRange){1, 1}, 2);
  assert_int_equal(connections_count_flows(net->c), 2);
  assert_true(connections_equations(net->c));
  assert_int_equal(net->flat.n_connection_sets, 8);
  for (int i = 0; i < 8; i++)
    assert_int_equal(net->flat.connection_set[i].n_members, 2);
  net_destroy(net);
}

/* A connector without variables cannot move. */
static void test_empty(void **state)
{
  (void)state;
  Net *net = net_create();
  ConnectorEnd empty = {.path = session_name(net->s, "e")};
  connections_record(net->c);
  connections_add(net->c, 0, NO_SPAN, &empty, &empty);
  assert_false(connections_recorded(net->c));
  assert_int_equal(connections_cardinality(net->c, empty.path), 2);
  net_destroy(net);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_no_steps),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
