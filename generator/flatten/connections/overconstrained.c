/* overconstrained.c: see overconstrained.h. */
#include "flatten/connections/overconstrained.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/connections/connection_graph.h"
#include "flatten/expressions/call_values.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/reference.h"
#include "flatten/flat/builtin_word.h"

/* Beside each edge of the graph. */
typedef struct EdgeOrigin {
  Span span;
  int32_t component;
  const Instance *place;
} EdgeOrigin;

/* Beside each node. */
typedef struct NodeOrigin {
  Instance *instance;
  Span span; /* of the first statement that names it */
} NodeOrigin;

struct Overconstrained {
  ConnectionGraph graph;
  NodeOrigin *node;
  int cap_nodes;
  EdgeOrigin *edge;
  int cap_edges;
  NameMap numbers; /* (instance, "") to its node + 1 */
  bool is_solved;
};

static Overconstrained *graph_of(const Flattening *f)
{
  if (f->tables->overconstrained) return f->tables->overconstrained;
  Overconstrained *o = arena_alloc(f->arena, sizeof *o);
  o->graph.arena = f->arena;
  name_map_init(&o->numbers, f->arena);
  f->tables->overconstrained = o;
  return o;
}

/* --- nodes and edges --- */

/* NULL: it has none. */
static InstClass *constraint_function(const Flattening *f,
                                      const Instance *instance)
{
  InstClass *c = instance->type;
  if (!c || c->kind == CLASS_BUILTIN) return NULL;
  Name name = session_name(f->s, "equalityConstraint");
  Member member;
  ClassPart *part = lookup_first_part(f->lookup, c);
  if (!lookup_member(f->lookup, part, name, &member)) return NULL;
  Found found = lookup_in_class(f->lookup, c, name);
  return found.kind == FOUND_CLASS ? found.class_def : NULL;
}

bool overconstrained_is(const Flattening *f, const Instance *instance)
{
  return constraint_function(f, instance) != NULL;
}

int overconstrained_count(const Flattening *f, Instance *instance)
{
  InstClass *function = constraint_function(f, instance);
  assert(function);
  if (function->kind == CLASS_BUILTIN) return -1;
  Components variables =
      instance_components(f, instance_constants(f, function));
  for (int i = 0; i < variables.n_items; i++) {
    Instance *residue = variables.item[i];
    if (residue->prefix.causality != AST_OUTPUT) continue;
    if (residue->broken || !instance_expand(f, residue)) return -1;
    return residue->n_elements;
  }
  return -1;
}

static int overconstrained_node_of(const Flattening *f, Instance *instance,
                                   Span span)
{
  Overconstrained *o = graph_of(f);
  Name key = session_name(f->s, "");
  intptr_t known = (intptr_t)name_map_find(&o->numbers, instance->id, key);
  if (known > 0) return (int)known - 1;
  int number = connection_graph_node(&o->graph);
  o->node = vector_grow(f->arena, o->node, &o->cap_nodes, number + 1,
                        sizeof o->node[0]);
  o->node[number] = (NodeOrigin){instance, span};
  name_map_add(&o->numbers, instance->id, key, (void *)((intptr_t)number + 1));
  return number;
}

static void overconstrained_add_edge(const Flattening *f, Instance *a,
                                     Instance *b, bool is_branch,
                                     EdgeOrigin origin)
{
  Overconstrained *o = graph_of(f);
  assert(!o->is_solved);
  int first = overconstrained_node_of(f, a, origin.span),
      second = overconstrained_node_of(f, b, origin.span);
  int number = connection_graph_edge(&o->graph, first, second, is_branch);
  o->edge = vector_grow(f->arena, o->edge, &o->cap_edges, number + 1,
                        sizeof o->edge[0]);
  origin.place = f->faults->log->place.component;
  o->edge[number] = origin;
}

void overconstrained_connect(const Flattening *f, Instance *a, Instance *b,
                             Span span, int32_t component)
{
  overconstrained_add_edge(f, a, b, false,
                           (EdgeOrigin){.span = span, .component = component});
}

/* --- statements --- */

bool overconstrained_is_statement(const AstReference *name)
{
  BuiltinWord word = builtin_word(name);
  return word == WORD_BRANCH || word == WORD_ROOT ||
         word == WORD_POTENTIAL_ROOT;
}

/* The overdetermined record or variable that an argument names; NULL after a
 * diagnostic, or where it is not there. */
static Instance *overconstrained_argument(const Flattening *f, Context context,
                                          const AstExpr *call, int i)
{
  bool is_absent;
  Selection selection;
  const AstExpr *written = i < call->n_args ? call->arg[i] : NULL;
  if (!written || written->kind != AST_REFERENCE) {
    fault_error(
        f->faults, call->span, E208,
        "'%s' needs the name of an overdetermined variable",
        lookup_reference_text(f->s, call->reference, call->reference->n_parts));
    return NULL;
  }
  if (!reference_select(f, context, written->reference, &selection,
                        &is_absent) ||
      is_absent || selection.n_items == 0) {
    return NULL;
  }
  Instance *instance = selection.item[0];
  if (overconstrained_is(f, instance)) return instance;
  Diagnostic *d =
      fault_error(f->faults, written->span, E204,
                  "'%s' is not overdetermined: its type has no function "
                  "equalityConstraint",
                  instance->path);
  fault_note(f->faults, d, instance->element->name_span, "declared here");
  return NULL;
}

static bool overconstrained_find_priority(const Flattening *f, Context context,
                                          const AstExpr *call, int *priority)
{
  const AstExpr *written = call->n_args > 1 ? call->arg[1] : NULL;
  for (int i = 0; i < call->n_named; i++) {
    if (strcmp(call->named[i].name, "priority") == 0)
      written = call->named[i].value;
  }
  *priority = 0;
  if (!written) return true;
  Value *value = evaluate_expression(f, context, written);
  return value && value_size(&f->typing, value, priority);
}

void overconstrained_statement(const Flattening *f, Context context,
                               const AstExpr *call)
{
  assert(overconstrained_is_statement(call->reference));
  const AstReference *name = call->reference;
  Instance *first = overconstrained_argument(f, context, call, 0);
  if (builtin_word(name) == WORD_BRANCH) {
    Instance *second = overconstrained_argument(f, context, call, 1);
    if (!first || !second) return;
    overconstrained_add_edge(f, first, second, true,
                             (EdgeOrigin){.span = call->span});
    return;
  }
  int priority;
  if (!first || !overconstrained_find_priority(f, context, call, &priority))
    return;
  int number = overconstrained_node_of(f, first, call->span);
  GraphNode *node = &graph_of(f)->graph.node[number];
  if (builtin_word(name) == WORD_ROOT) {
    node->is_definite = true;
  } else {
    node->is_potential = true;
    node->priority = priority;
  }
}

/* --- the graph --- */

static void report_branch(const Flattening *f, const GraphEdge *edge,
                          const EdgeOrigin *origin)
{
  const Overconstrained *o = f->tables->overconstrained;
  FaultPlace before = fault_enter(f->faults, origin->place);
  fault_error(f->faults, origin->span, E238,
              "the branch from '%s' to '%s' closes a loop of branches, or "
              "joins two roots",
              o->node[edge->a].instance->path, o->node[edge->b].instance->path);
  fault_leave(f->faults, &before);
}

static void report_no_root(const Flattening *f, const NodeOrigin *node)
{
  Diagnostic *d = fault_error(
      f->faults, node->span, E238,
      "no root reaches '%s': it needs Connections.root() or potentialRoot()",
      node->instance->path);
  fault_note(f->faults, d, node->instance->element->name_span,
             "'%s' is declared here", node->instance->path);
}

void overconstrained_solve(const Flattening *f)
{
  Overconstrained *o = graph_of(f);
  assert(!o->is_solved);
  connection_graph_solve(&o->graph, session_scratch(f->s));
  o->is_solved = true;
  for (int i = 0; i < o->graph.n_edges; i++) {
    const GraphEdge *edge = &o->graph.edge[i];
    if (edge->is_branch && edge->state == GRAPH_BROKEN)
      report_branch(f, edge, &o->edge[i]);
  }
  for (int i = 0; i < o->graph.n_nodes; i++) {
    if (o->graph.node[i].depth >= 0) continue;
    if (o->node[i].instance->n_elements == 0) continue; /* nothing to turn */
    report_no_root(f, &o->node[i]); /* the others would say the same */
    break;
  }
}

/* --- queries --- */

/* The other end of the only branch from the node; -1 after a diagnostic. */
static int branch_from(const Flattening *f, const AstExpr *call, int node)
{
  const ConnectionGraph *g = &f->tables->overconstrained->graph;
  assert(node >= 0 && node < g->n_nodes);
  int n = 0, other = -1;
  for (int i = 0; i < g->n_edges; i++) {
    if (!g->edge[i].is_branch || g->edge[i].a != node) continue;
    other = g->edge[i].b;
    n++;
  }
  if (n == 1) return other;
  fault_error(f->faults, call->span, E204,
              "'rooted' needs one branch that begins at its argument, there "
              "are %d",
              n);
  return -1;
}

Value *overconstrained_query(const Flattening *f, Context context,
                             const AstExpr *call)
{
  bool answer;
  Overconstrained *o = graph_of(f);
  if (f->mode == MODE_SHAPE) {
    return value_of(&f->typing, types_boolean(&f->typing, call->span, false));
  }
  if (!o->is_solved) {
    fault_error(f->faults, call->span, E205,
                "the roots are known when all connections are made: this is "
                "allowed in equations only");
    return NULL;
  }
  Instance *instance = overconstrained_argument(f, context, call, 0);
  if (!instance) return NULL;
  int n_nodes = o->graph.n_nodes;
  int number = overconstrained_node_of(f, instance, call->span);
  if (number >= n_nodes) { /* nobody connects it */
    answer = false;
  } else if (builtin_word(call->reference) == WORD_IS_ROOT) {
    answer = o->graph.node[number].is_root;
  } else {
    int other = branch_from(f, call, number);
    if (other < 0) return NULL;
    answer = o->graph.node[number].depth < o->graph.node[other].depth;
  }
  return value_of(&f->typing, types_boolean(&f->typing, call->span, answer));
}

/* --- equations --- */

static void overconstrained_add_equation(const Flattening *f,
                                         const EdgeOrigin *origin,
                                         FlatExpr *left, FlatExpr *right)
{
  flat_add_equation(f->flat, f->s->flat_arena,
                    (FlatEquation){.span = origin->span,
                                   .left = left,
                                   .right = right,
                                   .component = origin->component});
}

/* Field by field, as deep as the record. */
static void add_equality(const Flattening *f, const EdgeOrigin *origin,
                         const Value *a, const Value *b)
{
  if (a->kind == VALUE_RECORD) {
    for (int i = 0; i < a->record->n_fields; i++) {
      const Value *same = value_field(b, a->record->field[i]);
      if (same) add_equality(f, origin, a->field[i], same);
    }
    return;
  }
  if (a->variability <= FLAT_PARAMETER) return;
  for (int i = 0; i < a->n_elements && i < b->n_elements; i++) {
    overconstrained_add_equation(f, origin, value_at(&f->typing, a, i),
                                 value_at(&f->typing, b, i));
  }
}

/* An output of size 0 constrains nothing: the function need not be called. */
static bool has_residue(const Flattening *f, InstClass *function)
{
  Instance *root = instance_constants(f, function);
  Components variables = instance_components(f, root);
  for (int i = 0; i < variables.n_items; i++) {
    Instance *output = variables.item[i];
    if (output->prefix.causality != AST_OUTPUT) continue;
    return instance_expand(f, output) && output->n_elements > 0;
  }
  return false;
}

static int add_constraint(const Flattening *f, const EdgeOrigin *origin,
                          Instance *instance, Value *a, Value *b)
{
  InstClass *function = constraint_function(f, instance);
  Value *both[] = {a, b};
  if (!has_residue(f, function)) return 0;
  Value *residue = call_values(f, origin->span, function, both, 2);
  if (!residue || residue->kind == VALUE_RECORD) return 0;
  if (residue->type != FLAT_REAL && residue->type != FLAT_INTEGER) {
    fault_error(f->faults, function->ast->name_span, E204,
                "'equalityConstraint' gives numbers, this is %s",
                value_type_text(&f->typing, residue));
    return 0;
  }
  for (int i = 0; i < residue->n_elements; i++) {
    FlatExpr *rest = value_at(&f->typing, residue, i);
    overconstrained_add_equation(f, origin,
                                 types_real(&f->typing, origin->span, 0),
                                 types_convert(&f->typing, rest, FLAT_REAL));
  }
  return residue->n_elements;
}

static void keep_broken(const Flattening *f, Instance *a, Instance *b,
                        Span span, int n_equations)
{
  FlatModel *flat = f->flat;
  flat->broken_edge =
      vector_grow(f->s->flat_arena, flat->broken_edge, &flat->cap_broken_edges,
                  flat->n_broken_edges + 1, sizeof flat->broken_edge[0]);
  flat->broken_edge[flat->n_broken_edges++] =
      (FlatBrokenEdge){a->path, b->path, span, n_equations};
}

static void edge_equations(const Flattening *f, const GraphEdge *edge,
                           const EdgeOrigin *origin)
{
  assert(!edge->is_branch && edge->state != GRAPH_REPEATED);
  const Overconstrained *o = f->tables->overconstrained;
  Instance *a = o->node[edge->a].instance, *b = o->node[edge->b].instance;
  Value *left = instance_value(f, a, origin->span);
  Value *right = instance_value(f, b, origin->span);
  if (!left || !right) return;
  if (edge->state == GRAPH_TREE) {
    add_equality(f, origin, left, right);
    return;
  }
  int n = add_constraint(f, origin, a, left, right);
  keep_broken(f, a, b, origin->span, n);
}

void overconstrained_equations(const Flattening *f)
{
  const Overconstrained *o = f->tables->overconstrained;
  assert(o && o->is_solved);
  for (int i = 0; i < o->graph.n_edges; i++) {
    const GraphEdge *edge = &o->graph.edge[i];
    if (edge->is_branch || edge->state == GRAPH_REPEATED) continue;
    ArenaMark mark = arena_mark(f->typing.values);
    FaultPlace before = fault_enter(f->faults, o->edge[i].place);
    edge_equations(f, edge, &o->edge[i]);
    fault_leave(f->faults, &before);
    arena_release(mark);
  }
}
