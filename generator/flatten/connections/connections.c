/* connections.c: union-find over (variable, face), then the equations.
 *
 * A node is made when a connect() names its variable for the first time, so
 * that the order of nodes is the order in which a reader meets them. All
 * output follows that order.
 */
#include "flatten/connections/connections.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/connections/connections_inside.h"
#include "flatten/connections/connector_match.h"

enum { MOST_LISTED = 8 };

/* The nodes of one set, in their order. */
typedef struct Set {
  const Connections *c;
  const int32_t *node;
  int n;
} Set;

Connections *connections_create(Session *s, const Faults *faults,
                                FlatModel *flat)
{
  Connections *c = arena_alloc(s->instance_arena, sizeof *c);
  c->s = s;
  c->faults = faults;
  c->arena = s->instance_arena;
  c->typing = (Typing){.faults = faults, .arena = s->flat_arena};
  c->flat = flat;
  c->values = connection_values_create(s, faults, flat);
  name_map_init(&c->counts, c->arena);
  return c;
}

static const FlatVar *connections_variable(const Connections *c, FlatVarId id)
{
  assert(id.i >= 0 && id.i < c->flat->n_vars);
  return &c->flat->var[id.i];
}

static Name node_name(const Connections *c, int32_t node)
{
  return connections_variable(c, c->node[node].variable)->name;
}

/* --- union-find --- */

static int32_t *node_slot(Connections *c, FlatVarId id, ConnectorFace face)
{
  int at = 2 * id.i + (int)face;
  c->node_of = vector_grow(c->arena, c->node_of, &c->cap_node_of, at + 1,
                           sizeof c->node_of[0]);
  return &c->node_of[at];
}

static int32_t connections_append_node(Connections *c, ConnectionNode node)
{
  assert(*node_slot(c, node.variable, node.face) == 0);
  c->node = vector_grow(c->arena, c->node, &c->cap_nodes, c->n_nodes + 1,
                        sizeof c->node[0]);
  int32_t number = c->n_nodes++;
  node.parent = number;
  node.size = 1;
  c->node[number] = node;
  *node_slot(c, node.variable, node.face) = number + 1;
  return number;
}

static int32_t connections_find_or_append(Connections *c, ConnectionNode node)
{
  int32_t known = *node_slot(c, node.variable, node.face);
  return known > 0 ? known - 1 : connections_append_node(c, node);
}

static int32_t find_root(Connections *c, int32_t node)
{
  assert(node >= 0 && node < c->n_nodes);
  while (c->node[node].parent != node) {
    /* path halving */
    c->node[node].parent = c->node[c->node[node].parent].parent;
    node = c->node[node].parent;
  }
  return node;
}

static void connections_unite(Connections *c, int32_t a, int32_t b)
{
  a = find_root(c, a);
  b = find_root(c, b);
  if (a == b) return;
  if (c->node[a].size < c->node[b].size) {
    int32_t larger = b;
    b = a;
    a = larger;
  }
  c->node[b].parent = a;
  c->node[a].size += c->node[b].size;
}

/* --- one connect() --- */

typedef struct Count {
  int n;
} Count;

static ConnectorUse connections_use_of(const ConnectorEnd *end)
{
  if (end->n_members == 0) return (ConnectorUse){.path = end->path};
  size_t n = strlen(end->member[0].name);
  return (ConnectorUse){.variable = end->member[0].variable,
                        .n_last = n > 0 ? (int32_t)n + 1 : 0};
}

void connections_add_use(Connections *c, ConnectorUse use)
{
  c->use = vector_grow(c->arena, c->use, &c->cap_uses, c->n_uses + 1,
                       sizeof c->use[0]);
  c->use[c->n_uses++] = use;
}

static Name use_path(const Connections *c, const ConnectorUse *use)
{
  if (use->path) return use->path;
  const char *name = connections_variable(c, use->variable)->name;
  assert(strlen(name) >= (size_t)use->n_last);
  return session_name_n(c->s, name, strlen(name) - (size_t)use->n_last);
}

/* Only cardinality() wants to know the names: they are made when it does. */
static void connections_count_uses(Connections *c)
{
  for (; c->n_counted < c->n_uses; c->n_counted++) {
    Name path = use_path(c, &c->use[c->n_counted]);
    Count *count = name_map_find(&c->counts, 0, path);
    if (!count) {
      count = arena_alloc(c->arena, sizeof *count);
      name_map_add(&c->counts, 0, path, count);
    }
    count->n++;
  }
}

void connections_ask(Connections *c, bool are_asked)
{
  c->are_asked = are_asked;
}

bool connections_are_asked(const Connections *c)
{
  return c->are_asked;
}

int connections_cardinality(Connections *c, Name path)
{
  connections_count_uses(c);
  const Count *count = name_map_find(&c->counts, 0, path);
  return count ? count->n : 0;
}

/* A signal of an expandable connector has no sides: what it is connected to
 * on both of them is one set. */
static ConnectionNode connections_make_node(const Connections *c,
                                            int32_t component, Span span,
                                            const ConnectorEnd *end,
                                            const ConnectorMember *member)
{
  bool is_neutral = member->kind == MEMBER_SIGNAL;
  return (ConnectionNode){.variable = member->variable,
                          .face = is_neutral ? FACE_INSIDE : end->face,
                          .kind = member->kind,
                          .is_protected = end->is_protected,
                          .span = span,
                          .component = component,
                          .place = c->faults->log->place.component};
}

/* Section 9.1.3: expandable connectors can only be connected to their like. */
static bool check_ends(const Connections *c, Span span, const ConnectorEnd *a,
                       const ConnectorEnd *b)
{
  if (a->is_expandable == b->is_expandable) return true;
  const ConnectorEnd *end = a->is_expandable ? a : b;
  Diagnostic *d = fault_error(c->faults, span, E230,
                              "the expandable connector '%s' is connected to "
                              "one that is not expandable",
                              end->path);
  fault_note(c->faults, d, end->declaration, "the declaration of '%s'",
             end->path);
  return false;
}

void connections_add_pair(Connections *c, Span span, const ConnectedPair *pair)
{
  assert(connections_variable(c, pair->a.variable)->type ==
         connections_variable(c, pair->b.variable)->type);
  if (pair->is_value) {
    connection_values_add(c->values, span, pair->a.variable, pair->b.variable);
    return;
  }
  int32_t a = connections_find_or_append(c, pair->a);
  int32_t b = connections_find_or_append(c, pair->b);
  connections_unite(c, a, b);
}

bool connections_add(Connections *c, int32_t component, Span span,
                     const ConnectorEnd *a, const ConnectorEnd *b)
{
  ConnectorUse left = connections_use_of(a), right = connections_use_of(b);
  assert(use_path(c, &left) == a->path && use_path(c, &right) == b->path);
  connections_add_use(c, left);
  connections_add_use(c, right);
  connections_keep_connect(c, span, &left, &right);
  if (!check_ends(c, span, a, b)) return false;

  ArenaMark mark = arena_mark(session_scratch(c->s));
  ConnectorMatch match = {c->s, c->faults, c->flat};
  const ConnectorMember **partner =
      connector_match_members(&match, span, a, b, session_scratch(c->s));
  bool good = partner && (a->n_members == b->n_members ||
                          connector_match_members(&match, span, b, a,
                                                  session_scratch(c->s)));
  for (int i = 0; good && i < a->n_members; i++) {
    const ConnectorMember *ma = &a->member[i], *mb = partner[i];
    good = connector_match_kinds(&match, span, ma, mb);
    if (!good) break;
    if (ma->kind == MEMBER_OVERDETERMINED) {
      connections_keep_nothing(c); /* who calls continues with them */
      continue;
    }
    ConnectedPair pair = {.a = connections_make_node(c, component, span, a, ma),
                          .b =
                              connections_make_node(c, component, span, b, mb)};
    pair.is_value = ma->kind == MEMBER_PARAMETER || ma->kind == MEMBER_CONSTANT;
    connections_add_pair(c, span, &pair);
    connections_keep_pair(c, &pair);
  }
  arena_release(mark);
  return good;
}

static void append_flow(Connections *c, ConnectionFlow flow)
{
  assert(flow.component >= 0 && flow.variable.i < c->flat->n_vars);
  c->flow = vector_grow(c->arena, c->flow, &c->cap_flows, c->n_flows + 1,
                        sizeof c->flow[0]);
  c->flow[c->n_flows++] = flow;
}

void connections_add_flow(Connections *c, FlatVarId flow, int32_t component)
{
  append_flow(c, (ConnectionFlow){flow, FACE_INSIDE, component});
}

void connections_add_outside_flow(Connections *c, FlatVarId flow,
                                  int32_t component)
{
  append_flow(c, (ConnectionFlow){flow, FACE_OUTSIDE, component});
}

/* --- the sets --- */

static const ConnectionNode *set_node(const Set *set, int i)
{
  assert(i >= 0 && i < set->n);
  return &set->c->node[set->node[i]];
}

static const struct Instance *node_owner(const Connections *c,
                                         const ConnectionNode *node)
{
  if (node->replica == 0) return node->place;
  assert(c->place_of);
  return c->place_of(c->place_context, node->place, node->replica);
}

static const struct Instance *connections_place_of(const Set *set, int i)
{
  return node_owner(set->c, set_node(set, i));
}

/* "the connection set has a.y, b.u" */
static void note_set(const Set *set, Diagnostic *d)
{
  const Connections *c = set->c;
  ArenaMark mark = arena_mark(session_scratch(c->s));
  const char *list = "";
  for (int i = 0; i < set->n && i < MOST_LISTED; i++) {
    list = arena_printf(session_scratch(c->s), "%s%s%s%s", list,
                        i > 0 ? ", " : "", node_name(c, set->node[i]),
                        set_node(set, i)->face == FACE_OUTSIDE ? " (outside)"
                                                               : "");
  }
  if (set->n > MOST_LISTED) {
    list = arena_printf(session_scratch(c->s), "%s, ... (%d in all)", list,
                        set->n);
  }
  fault_note(c->faults, d, NO_SPAN, "the connection set has %s", list);
  arena_release(mark);
}

/* MLS 9.3: an output of a component, or an input of the class around. */
static bool connections_is_source(const ConnectionNode *node)
{
  if (node->kind == MEMBER_SIGNAL || node->kind == MEMBER_POTENTIAL)
    return false;
  return node->kind == MEMBER_OUTPUT
             ? node->face == FACE_INSIDE
             : node->face == FACE_OUTSIDE && !node->is_protected;
}

static void report_sources(const Set *set, int first, int second)
{
  const Connections *c = set->c;
  int later = second > first ? second : first;
  FaultPlace before = fault_enter(c->faults, connections_place_of(set, later));
  Diagnostic *d = fault_error(c->faults, set_node(set, later)->span, E232,
                              "the signal has two sources: '%s' and '%s'",
                              node_name(c, set->node[first]),
                              node_name(c, set->node[second]));
  for (int k = 0; k < 2; k++) {
    const ConnectionNode *node = set_node(set, k == 0 ? first : second);
    const FlatVar *var = connections_variable(c, node->variable);
    fault_note(c->faults, d, var->span, "'%s' is %s%s", var->name,
               connector_match_words(node->kind),
               node->face == FACE_INSIDE ? " of a component"
                                         : " of the class around");
  }
  note_set(set, d);
  fault_leave(c->faults, &before);
}

static void report_no_source(const Set *set)
{
  const Connections *c = set->c;
  FaultPlace before = fault_enter(c->faults, connections_place_of(set, 0));
  Diagnostic *d =
      fault_error(c->faults, set_node(set, 0)->span, E233,
                  "nothing gives '%s' its value: the connected signals have "
                  "no source",
                  node_name(c, set->node[0]));
  note_set(set, d);
  fault_note(c->faults, d, NO_SPAN,
             "a source is an output of a component, or an input of the class "
             "that holds the connect");
  fault_leave(c->faults, &before);
}

/* A protected connector may get its value from an equation of its class, if
 * it is connected to more than its like; among its like, the one that is
 * declared with a value. */
static int find_protected(const Set *set)
{
  int found = -1, given = -1;
  bool has_other = false;
  for (int i = 0; i < set->n; i++) {
    const ConnectionNode *node = set_node(set, i);
    bool is_hidden = node->face == FACE_OUTSIDE && node->is_protected;
    if (!is_hidden) has_other = true;
    if (is_hidden && found < 0) found = i;
    if (is_hidden && connections_variable(set->c, node->variable)->binding)
      given = i;
  }
  return has_other ? found : given;
}

/* The member that gives the others their value; -1 after E232 or E233. */
static int connections_find_source(const Set *set)
{
  int source = -1;
  for (int i = 0; i < set->n; i++) {
    if (!connections_is_source(set_node(set, i))) continue;
    if (source >= 0) {
      report_sources(set, source, i);
      return -1;
    }
    source = i;
  }
  if (source < 0) source = find_protected(set);
  if (source < 0) report_no_source(set);
  return source;
}

/* --- equations --- */

static void connections_append_equation(Connections *c, FlatEquation equation)
{
  FlatModel *flat = c->flat;
  assert(flat->n_connection_sets > 0);
  flat->equation =
      vector_grow(c->s->flat_arena, flat->equation, &flat->cap_equations,
                  flat->n_equations + 1, sizeof flat->equation[0]);
  equation.connection_set = flat->n_connection_sets; /* + 1: it is the last */
  flat->equation[flat->n_equations++] = equation;
}

static FlatExpr *node_expr(Connections *c, const ConnectionNode *node,
                           Span span)
{
  return types_variable(&c->typing, span, node->variable,
                        connections_variable(c, node->variable));
}

/* Where a flow is not connected its declaration is the place. */
static Span node_place(const Connections *c, const ConnectionNode *node)
{
  return node->span.source >= 0 ? node->span
                                : connections_variable(c, node->variable)->span;
}

/* `a = b`, at the connect() that brought the later of them into the set. */
static void append_equality(Connections *c, const ConnectionNode *a,
                            const ConnectionNode *b,
                            const ConnectionNode *place)
{
  connections_append_equation(
      c, (FlatEquation){.span = place->span,
                        .left = node_expr(c, a, place->span),
                        .right = node_expr(c, b, place->span),
                        .component = place->component});
}

static void append_potentials(Connections *c, const Set *set)
{
  for (int i = 1; i < set->n; i++) {
    append_equality(c, set_node(set, 0), set_node(set, i), set_node(set, i));
  }
}

static void append_signals(Connections *c, const Set *set, int source)
{
  for (int i = 0; i < set->n; i++) {
    if (i == source) continue;
    int later = i > source ? i : source;
    append_equality(c, set_node(set, i), set_node(set, source),
                    set_node(set, later));
  }
}

static bool check_flow_type(const Connections *c, const ConnectionNode *node)
{
  const FlatVar *var = connections_variable(c, node->variable);
  if (var->type == FLAT_REAL) return true;
  fault_error(c->faults, var->span, E231,
              "'%s' is a flow of type %s; only a Real can be a flow", var->name,
              types_name(var->type));
  return false;
}

/* MLS 9.2: flows of components count as they are, flows of the connectors
 * around them with the other sign. */
static bool append_sum(Connections *c, const Set *set)
{
  const ConnectionNode *first = set_node(set, 0);
  Span span = node_place(c, first);
  if (!check_flow_type(c, first)) return false;
  FlatExpr *sum = node_expr(c, first, span);
  if (first->face == FACE_OUTSIDE) {
    sum = types_unary(&c->typing, span, FLAT_NEGATE, sum);
  }
  for (int i = 1; i < set->n; i++) {
    const ConnectionNode *node = set_node(set, i);
    sum = types_binary(&c->typing, span,
                       node->face == FACE_OUTSIDE ? FLAT_SUBTRACT : FLAT_ADD,
                       sum, node_expr(c, node, span));
  }
  connections_append_equation(
      c, (FlatEquation){.span = span,
                        .left = sum,
                        .right = types_real(&c->typing, span, 0),
                        .component = first->component});
  return true;
}

/* --- sets in the flat model --- */

/* Among signals of expandable connectors alone there is no source. */
static FlatConnectionKind set_kind(const Set *set)
{
  MemberKind kind = set_node(set, 0)->kind;
  if (kind == MEMBER_SIGNAL || kind == MEMBER_POTENTIAL) {
    kind = MEMBER_POTENTIAL;
    for (int i = 0; i < set->n; i++) {
      MemberKind other = set_node(set, i)->kind;
      if (other == MEMBER_INPUT || other == MEMBER_OUTPUT) kind = other;
    }
  }
  switch (kind) {
  case MEMBER_FLOW: return FLAT_CONNECTION_FLOW;
  case MEMBER_STREAM: return FLAT_CONNECTION_STREAM;
  case MEMBER_POTENTIAL: return FLAT_CONNECTION_POTENTIAL;
  case MEMBER_INPUT:
  case MEMBER_OUTPUT:
  case MEMBER_SIGNAL:
  case MEMBER_PARAMETER:
  case MEMBER_CONSTANT:
  case MEMBER_OVERDETERMINED: break;
  }
  return FLAT_CONNECTION_SIGNAL;
}

/* `source` comes first; -1: the order of the nodes. */
static void connections_keep_set(Connections *c, const Set *set, int source)
{
  FlatModel *flat = c->flat;
  FlatConnectionSet kept = {.kind = set_kind(set), .n_members = set->n};
  kept.member =
      arena_array(c->s->flat_arena, (size_t)set->n, sizeof kept.member[0]);
  int at = source >= 0 ? 1 : 0;
  for (int i = 0; i < set->n; i++) {
    const ConnectionNode *node = set_node(set, i);
    kept.member[i == source ? 0 : at++] = (FlatConnectionMember){
        node->variable, node->face == FACE_OUTSIDE, node->span};
  }
  assert(at == set->n && source < set->n);
  flat->connection_set = vector_grow(
      c->s->flat_arena, flat->connection_set, &flat->cap_connection_sets,
      flat->n_connection_sets + 1, sizeof flat->connection_set[0]);
  flat->connection_set[flat->n_connection_sets++] = kept;
}

void connections_set_merge(Connections *c, ConnectionMerge *merge,
                           const void *context)
{
  c->merge = merge;
  c->merge_context = context;
}

/* Several sources that take turns: one of the others gets the value of the
 * source whose turn it is, the rest get its value. False: they do not. */
static bool append_merged(Connections *c, const Set *set)
{
  FlatVarId *source =
      arena_array(session_scratch(c->s), (size_t)set->n, sizeof source[0]);
  int n = 0, sink = -1, last = 0;
  for (int i = 0; i < set->n; i++) {
    if (connections_is_source(set_node(set, i))) {
      source[n++] = set_node(set, i)->variable;
      last = i;
    } else if (sink < 0) {
      sink = i;
    }
  }
  if (n < 2 || !c->merge || sink < 0) return false;
  const ConnectionNode *to = set_node(set, sink);
  const ConnectionNode *place = set_node(set, last > sink ? last : sink);
  FlatExpr *value =
      c->merge(c->merge_context, place->span, to->variable, source, n);
  if (!value) return false;
  connections_keep_set(c, set, -1);
  connections_append_equation(
      c, (FlatEquation){.span = place->span,
                        .left = node_expr(c, to, place->span),
                        .right = value,
                        .component = place->component});
  for (int i = sink + 1; i < set->n; i++) {
    if (!connections_is_source(set_node(set, i)))
      append_equality(c, set_node(set, i), to, set_node(set, i));
  }
  return true;
}

static bool finish_set(Connections *c, const Set *set)
{
  if (set_kind(set) == FLAT_CONNECTION_SIGNAL && append_merged(c, set))
    return true;
  FlatConnectionKind kind = set_kind(set);
  int source =
      kind == FLAT_CONNECTION_SIGNAL ? connections_find_source(set) : -1;
  if (kind == FLAT_CONNECTION_SIGNAL && source < 0) return false;
  connections_keep_set(c, set, source);
  switch (kind) {
  case FLAT_CONNECTION_POTENTIAL: append_potentials(c, set); break;
  case FLAT_CONNECTION_FLOW: return append_sum(c, set);
  case FLAT_CONNECTION_SIGNAL: append_signals(c, set, source); break;
  case FLAT_CONNECTION_STREAM: break; /* streams.c */
  }
  return true;
}

/* MLS 9.2: each flow is an element of a set as inside connector, be it the
 * only one. */
static void add_unconnected(Connections *c)
{
  for (int i = 0; i < c->n_flows; i++) {
    ConnectionFlow flow = c->flow[i];
    connections_find_or_append(c,
                               (ConnectionNode){.variable = flow.variable,
                                                .face = flow.face,
                                                .kind = MEMBER_FLOW,
                                                .span = NO_SPAN,
                                                .component = flow.component});
  }
}

/* The nodes grouped by set, sets in the order of their first nodes: `begin`
 * gets where each set begins and, after the last, the number of nodes. */
static int32_t *group_nodes(Connections *c, Arena *scratch, int32_t *begin,
                            int *n_sets)
{
  size_t n = (size_t)c->n_nodes;
  int32_t *set_of = arena_array(scratch, n, sizeof *set_of); /* root: + 1 */
  int32_t *grouped = arena_array(scratch, n, sizeof *grouped);
  int32_t *fill = arena_array(scratch, n, sizeof *fill);
  *n_sets = 0;
  int32_t at = 0;
  for (int32_t i = 0; i < c->n_nodes; i++) {
    int32_t root = find_root(c, i);
    if (set_of[root] == 0) {
      set_of[root] = ++*n_sets;
      begin[*n_sets - 1] = fill[*n_sets - 1] = at;
      at += c->node[root].size;
    }
    grouped[fill[set_of[root] - 1]++] = i;
  }
  assert(at == c->n_nodes);
  begin[*n_sets] = at;
  return grouped;
}

/* --- elements of growing arrays --- */

void connections_add_optional(Connections *c, FlatVarId variable,
                              int32_t component)
{
  c->optional = vector_grow(c->arena, c->optional, &c->cap_optionals,
                            c->n_optionals + 1, sizeof c->optional[0]);
  c->optional[c->n_optionals++] =
      (ConnectionFlow){.variable = variable, .component = component};
}

static FlatExpr *default_of(const Connections *c, const FlatVar *var)
{
  switch (var->type) {
  case FLAT_REAL: return types_real(&c->typing, var->span, 0);
  case FLAT_INTEGER: return types_integer(&c->typing, var->span, 0);
  case FLAT_BOOLEAN: return types_boolean(&c->typing, var->span, false);
  case FLAT_STRING: return types_string(&c->typing, var->span, "");
  case FLAT_ENUMERATION:
    return types_enumeration(&c->typing, var->span, var->enumeration, 1);
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  return NULL;
}

/* What is optional and has no value yet: 1; all others: 0. A set gives the
 * value of one member to all. */
static void spread_values(const Connections *c, const int32_t *grouped,
                          const int32_t *begin, int n_sets, char *is_open)
{
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (int i = 0; i < n_sets; i++) {
      int n_open = 0, n = begin[i + 1] - begin[i];
      for (int k = 0; k < n; k++)
        n_open += is_open[c->node[grouped[begin[i] + k]].variable.i];
      if (n_open == 0 || n_open == n) continue;
      for (int k = 0; k < n; k++)
        is_open[c->node[grouped[begin[i] + k]].variable.i] = 0;
      is_new = true;
    }
  }
}

/* Section 9.1.3: elements beside those that are connected have a default
 * value. */
static void append_defaults(Connections *c, const int32_t *grouped,
                            const int32_t *begin, int n_sets)
{
  if (c->n_optionals == 0) return;
  char *is_open = arena_array(session_scratch(c->s), (size_t)c->flat->n_vars,
                              sizeof *is_open);
  for (int i = 0; i < c->n_optionals; i++)
    is_open[c->optional[i].variable.i] = 1;
  for (int i = 0; i < c->n_optionals; i++) {
    ConnectionFlow one = c->optional[i];
    spread_values(c, grouped, begin, n_sets, is_open);
    const FlatVar *var = connections_variable(c, one.variable);
    FlatExpr *value = is_open[one.variable.i] ? default_of(c, var) : NULL;
    is_open[one.variable.i] = 0;
    if (!value) continue;
    FlatEquation equation = {
        .span = var->span,
        .left = types_variable(&c->typing, var->span, one.variable, var),
        .right = value,
        .component = one.component};
    c->flat->equation = vector_grow(
        c->s->flat_arena, c->flat->equation, &c->flat->cap_equations,
        c->flat->n_equations + 1, sizeof c->flat->equation[0]);
    c->flat->equation[c->flat->n_equations++] = equation;
  }
}

/* --- annotations of connectors (section 18.5.2) --- */

void connections_demand(Connections *c, FlatVarId flow, bool is_once,
                        const char *message, Span span)
{
  assert(message);
  c->demand = vector_grow(c->arena, c->demand, &c->cap_demands,
                          c->n_demands + 1, sizeof c->demand[0]);
  c->demand[c->n_demands++] = (ConnectionDemand){flow, is_once, message, span};
}

/* How many of the set may have a negative flow: a sensor has none. */
static int connections_count_flowing(const Connections *c, int32_t root)
{
  int n = 0;
  for (int i = 0; i < c->n_nodes; i++) {
    int32_t at = i;
    while (c->node[at].parent != at) at = c->node[at].parent;
    const FlatExpr *min = connections_variable(c, c->node[i].variable)->min;
    bool is_above = min && min->kind == FLAT_EXPR_REAL && min->real >= 0;
    if (at == root && !is_above) n++;
  }
  return n;
}

/* Needs all nodes: one that is not connected is a set of its own. */
static bool connections_check_demands(Connections *c)
{
  bool good = true;
  for (int i = 0; i < c->n_demands; i++) {
    const ConnectionDemand *d = &c->demand[i];
    int node = c->node_of[2 * d->variable.i] - 1;
    assert(node >= 0 && node < c->n_nodes);
    while (c->node[node].parent != node) node = c->node[node].parent;
    int size = c->node[node].size;
    if (d->is_once ? size <= 2 || connections_count_flowing(c, node) <= 2
                   : size > 1)
      continue;
    good = false;
    fault_error(c->faults, d->span, E230,
                d->is_once ? "a connector may only be connected once, and is "
                             "more often: %s (section 18.5.2)"
                           : "a connector must be connected, and is not: %s "
                             "(section 18.5.2)",
                d->message);
  }
  return good;
}

bool connections_equations(Connections *c)
{
  assert(c->flat->n_connection_sets == 0);
  add_unconnected(c);
  if (!connections_check_demands(c)) return false;
  ArenaMark mark = arena_mark(session_scratch(c->s));
  Arena *scratch = session_scratch(c->s);
  int32_t *begin = arena_array(scratch, (size_t)c->n_nodes + 1, sizeof *begin);
  int n_sets;
  const int32_t *grouped = group_nodes(c, scratch, begin, &n_sets);
  bool good = true;
  for (int i = 0; i < n_sets; i++) {
    Set set = {c, grouped + begin[i], begin[i + 1] - begin[i]};
    if (!finish_set(c, &set)) good = false;
  }
  append_defaults(c, grouped, begin, n_sets);
  arena_release(mark);
  return good;
}

/* --- values --- */

bool connections_check_values(Connections *c, ConstantTable *constants)
{
  return connection_values_check(c->values, constants);
}

/* The node that became a member of a set. */
static const ConnectionNode *member_node(const Connections *c,
                                         const FlatConnectionMember *member)
{
  int at = 2 * member->variable.i + (member->is_outside ? 1 : 0);
  assert(c->node_of[at] > 0 && c->node_of[at] <= c->n_nodes);
  return &c->node[c->node_of[at] - 1];
}

bool connections_check_quantities(const Connections *c)
{
  bool good = true;
  for (int i = 0; i < c->flat->n_connection_sets; i++) {
    const FlatConnectionSet *set = &c->flat->connection_set[i];
    int other = connection_values_other_quantity(c->values, set);
    if (other < 0) continue;
    const ConnectionNode *node = member_node(c, &set->member[other]);
    FaultPlace before = fault_enter(c->faults, node_owner(c, node));
    connection_values_report_quantity(c->values, set, other);
    fault_leave(c->faults, &before);
    good = false;
  }
  return good;
}
