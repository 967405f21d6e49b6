/* connections_repeat.c: see connections_repeat.h. */
#include "flatten/connections/connections_repeat.h"

#include <assert.h>
#include <string.h>

#include "flatten/connections/connections_inside.h"

/* --- what is another one in each turn --- */

static int32_t connections_repeat_step_of(FlatRange range, int32_t i)
{
  return flat_range_has(range, i) ? range.n : 0;
}

void connections_record_ranges(ConnectionRecord *r, FlatRange variables,
                               FlatRange components)
{
  assert(variables.n >= 0 && components.n >= 0);
  for (int i = 0; i < r->n_pairs; i++) {
    ConnectedPair *pair = &r->pair[i];
    pair->step_a = connections_repeat_step_of(variables, pair->a.variable.i);
    pair->step_b = connections_repeat_step_of(variables, pair->b.variable.i);
  }
  for (int i = 0; i < r->n_connects; i++) {
    RecordedConnect *connect = &r->connect[i];
    connect->step_left =
        connections_repeat_step_of(variables, connect->left.variable.i);
    connect->step_right =
        connections_repeat_step_of(variables, connect->right.variable.i);
    if (connect->n_pairs == 0) continue;
    int32_t component = r->pair[connect->first_pair].a.component;
    connect->step_component = connections_repeat_step_of(components, component);
  }
}

/* A look at two turns. */
typedef struct Turns {
  ConnectionMoves *moves;
  void *context;
} Turns;

/* *step gets how far the next turn is; false: it may not be. */
static bool find_step(const Turns *t, FlatVarId first, FlatVarId next,
                      bool is_to_move, int32_t *step)
{
  *step = next.i - first.i;
  if ((*step != 0) != is_to_move) return false;
  return *step == 0 || t->moves(t->context, first, next);
}

static bool is_alike(const ConnectionNode *a, const ConnectionNode *b)
{
  return a->face == b->face && a->kind == b->kind &&
         a->is_protected == b->is_protected && a->component == b->component &&
         a->place == b->place;
}

static bool find_pair_steps(const Turns *t, ConnectedPair *pair,
                            const ConnectedPair *next, ConnectionSides sides)
{
  return is_alike(&pair->a, &next->a) && is_alike(&pair->b, &next->b) &&
         pair->is_value == next->is_value &&
         find_step(t, pair->a.variable, next->a.variable, sides.left_moves,
                   &pair->step_a) &&
         find_step(t, pair->b.variable, next->b.variable, sides.right_moves,
                   &pair->step_b);
}

static bool find_use_step(const Turns *t, const ConnectorUse *use,
                          const ConnectorUse *next, bool is_to_move,
                          int32_t *step)
{
  return use->n_last == next->n_last &&
         find_step(t, use->variable, next->variable, is_to_move, step);
}

static bool find_steps(const Turns *t, ConnectionRecord *r, int i,
                       const ConnectionRecord *next, ConnectionSides sides)
{
  assert(i < r->n_connects && i < next->n_connects);
  RecordedConnect *connect = &r->connect[i];
  const RecordedConnect *other = &next->connect[i];
  if (memcmp(&connect->span, &other->span, sizeof connect->span) != 0 ||
      connect->n_pairs == 0 || connect->n_pairs != other->n_pairs ||
      !find_use_step(t, &connect->left, &other->left, sides.left_moves,
                     &connect->step_left) ||
      !find_use_step(t, &connect->right, &other->right, sides.right_moves,
                     &connect->step_right)) {
    return false;
  }
  for (int k = 0; k < connect->n_pairs; k++) {
    if (!find_pair_steps(t, &r->pair[connect->first_pair + k],
                         &next->pair[other->first_pair + k], sides)) {
      return false;
    }
  }
  return true;
}

bool connections_record_steps(ConnectionRecord *r, const ConnectionRecord *next,
                              const ConnectionSides *sides, int n,
                              ConnectionMoves *moves, void *context)
{
  Turns turns = {moves, context};
  if (r->n_connects != n || next->n_connects != n) return false;
  for (int i = 0; i < n; i++) {
    if (!find_steps(&turns, r, i, next, sides[i])) return false;
  }
  return true;
}

/* --- turns --- */

static void repeat_use(Connections *c, ConnectorUse use, int by)
{
  use.variable.i += by;
  connections_add_use(c, use);
}

static void move_node(ConnectionNode *node, int variable, int component,
                      int replica)
{
  node->variable.i += variable;
  node->component += component;
  node->replica = replica;
}

void connections_repeat(Connections *c, const ConnectionRecord *r, int turn,
                        bool is_replica)
{
  assert(turn >= 0 && r != c->record);
  int replica = is_replica ? turn : 0;
  for (int i = 0; i < r->n_connects; i++) {
    const RecordedConnect *connect = &r->connect[i];
    repeat_use(c, connect->left, turn * connect->step_left);
    repeat_use(c, connect->right, turn * connect->step_right);
    for (int k = 0; k < connect->n_pairs; k++) {
      ConnectedPair pair = r->pair[connect->first_pair + k];
      int component = turn * connect->step_component;
      move_node(&pair.a, turn * pair.step_a, component, replica);
      move_node(&pair.b, turn * pair.step_b, component, replica);
      connections_add_pair(c, connect->span, &pair);
    }
  }
}

int connections_count_flows(const Connections *c)
{
  return c->n_flows;
}

void connections_repeat_flow(Connections *c, int flow, FlatRange variables,
                             FlatRange components, int turn)
{
  assert(flow >= 0 && flow < c->n_flows && turn > 0);
  ConnectionFlow from = c->flow[flow];
  FlatVarId id = {from.variable.i + turn * connections_repeat_step_of(
                                               variables, from.variable.i)};
  int32_t component = from.component + turn * connections_repeat_step_of(
                                                  components, from.component);
  if (from.face == FACE_OUTSIDE)
    connections_add_outside_flow(c, id, component);
  else
    connections_add_flow(c, id, component);
  for (int i = 0, n = c->n_demands; i < n && id.i != from.variable.i; i++) {
    ConnectionDemand d = c->demand[i];
    if (d.variable.i == from.variable.i)
      connections_demand(c, id, d.is_once, d.message, d.span);
  }
}

void connections_set_places(Connections *c, ConnectionPlace *place,
                            const void *context)
{
  c->place_of = place;
  c->place_context = context;
}
