/* streams.c: see streams.h. */
#include "flatten/connections/streams.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/connections/connector_check.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/replicas.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/instance.h"
#include "flatten/instances/scope.h"

/* Times the nominal flow: what counts as a small flow (section 15.2). Well
 * above the tolerance of the solvers of algebraic loops. */
#define SMALL_FLOW 1e-6

/* --- the variables of inStream() --- */

/* (0, name of the stream variable) to its number in f->tables->in_stream + 1. */
static InStream *find_in_stream(const Flattening *f, FlatVarId stream)
{
  Name name = f->flat->var[stream.i].name;
  intptr_t number = (intptr_t)name_map_find(&f->tables->in_streams, 0, name);
  return number > 0 ? &f->tables->in_stream[number - 1] : NULL;
}

/* "tank.port.h_inStream[2]"; one more underscore where the model has such a
 * name itself. */
static Name in_stream_name(const Flattening *f, const Variable *variable)
{
  const Instance *instance = variable->instance;
  Instance named = *instance;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  const char *suffix = "_inStream";
  Name own;
  do {
    own = session_name(f->s, arena_printf(session_scratch(f->s), "%s%s",
                                          instance->name, suffix));
    suffix = arena_printf(session_scratch(f->s), "_%s", suffix);
  } while (instance_child(f, instance->parent, own));
  size_t around = strlen(instance->path) - strlen(instance->name);
  named.path =
      session_name(f->s, arena_printf(session_scratch(f->s), "%.*s%s",
                                      (int)around, instance->path, own));
  Name name = instance_element_path(f, &named, variable->element);
  arena_release(mark);
  return name;
}

static FlatVarId streams_add_variable(const Flattening *f, FlatVarId stream)
{
  assert(stream.i >= 0 && stream.i < f->flat->n_vars);
  Variable variable = {replicas_instance(f, stream),
                       f->tables->variable[stream.i].element, false};
  FlatVar var = f->flat->var[stream.i];
  var.name = in_stream_name(f, &variable);
  var.causality = FLAT_LOCAL;
  var.binding = NULL;
  var.is_interface = false;
  FlatModel *flat = f->flat;
  flat->var = vector_grow(f->s->flat_arena, flat->var, &flat->cap_vars,
                          flat->n_vars + 1, sizeof flat->var[0]);
  f->tables->variable =
      vector_grow(f->arena, f->tables->variable, &f->tables->cap_variables,
                  flat->n_vars + 1, sizeof f->tables->variable[0]);
  f->tables->variable[flat->n_vars] = variable;
  flat->var[flat->n_vars] = var;
  return (FlatVarId){flat->n_vars++};
}

static FlatVarId streams_in_stream(const Flattening *f, FlatVarId stream,
                                   Span span)
{
  const InStream *known = find_in_stream(f, stream);
  if (known) return known->value;
  InStream made = {stream, streams_add_variable(f, stream), span};
  f->tables->in_stream =
      vector_grow(f->arena, f->tables->in_stream, &f->tables->cap_in_streams,
                  f->tables->n_in_streams + 1, sizeof f->tables->in_stream[0]);
  f->tables->in_stream[f->tables->n_in_streams++] = made;
  name_map_add(&f->tables->in_streams, 0, f->flat->var[stream.i].name,
               (void *)(intptr_t)f->tables->n_in_streams);
  return made.value;
}

/* --- calls --- */

static FlatExpr *variable_expr(const Flattening *f, Span span, FlatVarId id)
{
  return types_variable(&f->typing, span, id, &f->flat->var[id.i]);
}

static FlatExpr *stream_expr(const Flattening *f, Span span, FlatVarId stream,
                             bool is_actual)
{
  const Typing *t = &f->typing;
  FlatVarId flow;
  const Instance *instance = replicas_instance(f, stream);
  if (!connector_stream_flow(f, instance, span, &flow)) {
    return NULL;
  }
  FlatExpr *coming = variable_expr(f, span, streams_in_stream(f, stream, span));
  if (!is_actual) return coming;
  FlatExpr *is_coming =
      types_binary(t, span, FLAT_GREATER, variable_expr(f, span, flow),
                   types_real(t, span, 0));
  return types_if(t, span, is_coming, coming, variable_expr(f, span, stream));
}

/* Each element of the argument is a stream variable. */
static Value *map_streams(const Flattening *f, const AstExpr *call,
                          const Value *argument, bool is_actual)
{
  int n = argument->n_elements;
  FlatExpr **scalar =
      arena_array(value_arena(&f->typing), (size_t)n, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    const FlatExpr *at = value_at(&f->typing, argument, i);
    if (at->kind != FLAT_EXPR_VARIABLE) {
      fault_error(f->faults, call->arg[0]->span, E204,
                  "'%s' takes a stream variable, this is a value",
                  call->reference->part[0].ident);
      return NULL;
    }
    scalar[i] = stream_expr(f, call->span, at->variable, is_actual);
    if (!scalar[i]) return NULL;
  }
  if (argument->rank == 0) return value_of(&f->typing, scalar[0]);
  return value_array(&f->typing, call->span, FLAT_REAL, NULL, argument->rank,
                     argument->dim, scalar);
}

Value *streams_value(const Flattening *f, Context context, const AstExpr *call,
                     bool is_actual)
{
  if (call->n_args != 1 || call->n_named > 0) {
    fault_error(f->faults, call->span, E208, "'%s' takes one stream variable",
                call->reference->part[0].ident);
    return NULL;
  }
  if (call->arg[0]->kind == AST_CALL) {
    fault_error(f->faults, call->arg[0]->span, E204,
                "'%s' takes a stream variable, this is a call (section 15.2)",
                call->reference->part[0].ident);
    return NULL;
  }
  Value *argument = expression_value(f, context, call->arg[0]);
  if (!argument || f->mode != MODE_FLATTEN) return argument;
  if (argument->kind == VALUE_RECORD || argument->type != FLAT_REAL) {
    fault_error(f->faults, call->arg[0]->span, E204,
                "'%s' takes a stream variable, this is %s",
                call->reference->part[0].ident,
                value_type_text(&f->typing, argument));
    return NULL;
  }
  return map_streams(f, call, argument, is_actual);
}

/* --- mixtures --- */

/* One way into the connection: what flows there, positive if it comes in, and
 * what it carries then. */
typedef struct Source {
  FlatExpr *flow, *carried;
} Source;

typedef struct Mixture {
  const Flattening *f;
  Span span;
  Source *source;
  int n_sources;
  double small; /* flow */
} Mixture;

static FlatExpr *streams_real(const Mixture *m, double value)
{
  return types_real(&m->f->typing, m->span, value);
}

static FlatExpr *streams_binary(const Mixture *m, FlatFunction function,
                                FlatExpr *a, FlatExpr *b)
{
  return types_binary(&m->f->typing, m->span, function, a, b);
}

static FlatExpr *streams_sum(const Mixture *m, FlatExpr *sum_before,
                             FlatExpr *more)
{
  return sum_before ? streams_binary(m, FLAT_ADD, sum_before, more) : more;
}

/* What is added to each weight: nothing where the sum s of the flows is not
 * small; (small - s)^2/small below, which goes over smoothly. */
static FlatExpr *streams_share(const Mixture *m, FlatExpr *s)
{
  assert(m->small > 0);
  FlatExpr *small = streams_real(m, m->small);
  FlatExpr *rest = streams_binary(m, FLAT_SUBTRACT, small, s);
  FlatExpr *square = streams_binary(m, FLAT_POWER, rest, streams_real(m, 2));
  return types_if(
      &m->f->typing, m->span, streams_binary(m, FLAT_LESS, s, small),
      streams_binary(m, FLAT_DIVIDE, square, small), streams_real(m, 0));
}

/* sum(w_j h_j)/sum(w_j) with w_j = max(flow_j, 0) + share. */
static FlatExpr *mix_without_events(const Mixture *m)
{
  assert(m->n_sources > 1);
  FlatExpr *flows = NULL, *carried = NULL, *values = NULL;
  for (int i = 0; i < m->n_sources; i++) {
    const Source *source = &m->source[i];
    FlatExpr *flow =
        streams_binary(m, FLAT_MAX, source->flow, streams_real(m, 0));
    flows = streams_sum(m, flows, flow);
    carried = streams_sum(
        m, carried, streams_binary(m, FLAT_MULTIPLY, flow, source->carried));
    values = streams_sum(m, values, source->carried);
  }
  FlatExpr *more = streams_share(m, flows);
  FlatExpr *above = streams_binary(
      m, FLAT_ADD, carried, streams_binary(m, FLAT_MULTIPLY, more, values));
  FlatExpr *below = streams_binary(
      m, FLAT_ADD, flows,
      streams_binary(m, FLAT_MULTIPLY, more, streams_real(m, m->n_sources)));
  return streams_binary(m, FLAT_DIVIDE, above, below);
}

static FlatExpr *streams_mix(const Mixture *m)
{
  Flattening no_event;
  Mixture inside = *m;
  if (m->n_sources == 1) return m->source[0].carried;
  scope_no_event(&no_event, m->f);
  inside.f = &no_event;
  return types_unary(&m->f->typing, m->span, FLAT_NO_EVENT,
                     mix_without_events(&inside));
}

/* --- sets --- */

static bool is_literal_number(const FlatExpr *expr, double *value)
{
  if (!expr || !types_is_literal(expr)) return false;
  if (expr->kind == FLAT_EXPR_REAL) *value = expr->real;
  if (expr->kind == FLAT_EXPR_INTEGER) *value = (double)expr->integer;
  return expr->kind == FLAT_EXPR_REAL || expr->kind == FLAT_EXPR_INTEGER;
}

/* By its min or max nothing ever comes into the connection that way. */
static bool never_comes(const FlatVar *flow, bool is_outside)
{
  double bound;
  if (is_outside) return is_literal_number(flow->max, &bound) && bound <= 0;
  return is_literal_number(flow->min, &bound) && bound >= 0;
}

static void add_source(Mixture *m, const FlatConnectionMember *member)
{
  const Flattening *f = m->f;
  FlatVarId flow, stream = member->variable;
  const Instance *instance = replicas_instance(f, stream);
  if (!connector_stream_flow(f, instance, m->span, &flow)) return;
  double nominal = 1;
  if (is_literal_number(f->flat->var[flow.i].nominal, &nominal) &&
      nominal > 0 && nominal * SMALL_FLOW < m->small) {
    m->small = nominal * SMALL_FLOW;
  }
  if (never_comes(&f->flat->var[flow.i], member->is_outside)) return;
  Source *source = &m->source[m->n_sources++];
  if (member->is_outside) {
    source->carried =
        variable_expr(f, m->span, streams_in_stream(f, stream, m->span));
    source->flow = variable_expr(f, m->span, flow);
  } else {
    source->carried = variable_expr(f, m->span, stream);
    source->flow = types_unary(&f->typing, m->span, FLAT_NEGATE,
                               variable_expr(f, m->span, flow));
  }
}

/* What flows out of the connection at member `own`; NULL: nothing comes in
 * anywhere else. */
static FlatExpr *mixture_at(const Flattening *f, const FlatConnectionSet *set,
                            int own, Span span)
{
  assert(own >= 0 && own < set->n_members);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Mixture m = {.f = f, .span = span, .small = SMALL_FLOW};
  m.source = arena_array(session_scratch(f->s), (size_t)set->n_members,
                         sizeof m.source[0]);
  for (int i = 0; i < set->n_members; i++) {
    if (i != own) add_source(&m, &set->member[i]);
  }
  FlatExpr *mixed = m.n_sources > 0 ? streams_mix(&m) : NULL;
  arena_release(mark);
  return mixed;
}

/* Section 15.2: one equation for each stream variable of an outside
 * connector. */
static void outside_equations(const Flattening *f, int number)
{
  assert(f->flat->connection_set[number].kind == FLAT_CONNECTION_STREAM);
  FlatModel *flat = f->flat;
  FlatConnectionSet set = flat->connection_set[number];
  for (int i = 0; i < set.n_members; i++) {
    if (!set.member[i].is_outside) continue;
    FlatVarId id = set.member[i].variable;
    Span span = set.member[i].span;
    FlatExpr *mixed = mixture_at(f, &set, i, span);
    if (!mixed) mixed = types_real(&f->typing, span, 0);
    flat_add_equation(flat, f->s->flat_arena,
                      (FlatEquation){.span = span,
                                     .left = variable_expr(f, span, id),
                                     .right = mixed,
                                     .component = flat->var[id.i].component,
                                     .connection_set = number + 1});
  }
}

/* Where each stream variable is a member as inside connector. */
typedef struct Membership {
  int32_t set, member; /* set + 1; 0: in none */
} Membership;

static Membership *find_members(const Flattening *f, Arena *arena)
{
  const FlatModel *flat = f->flat;
  Membership *of = arena_array(arena, (size_t)flat->n_vars, sizeof of[0]);
  for (int i = 0; i < flat->n_connection_sets; i++) {
    const FlatConnectionSet *set = &flat->connection_set[i];
    if (set->kind != FLAT_CONNECTION_STREAM) continue;
    for (int k = 0; k < set->n_members; k++) {
      if (set->member[k].is_outside) continue;
      of[set->member[k].variable.i] = (Membership){i + 1, k};
    }
  }
  return of;
}

/* An unconnected port gives back what it would send out. */
static void bind_in_stream(const Flattening *f, const Membership *of, int i)
{
  InStream in = f->tables->in_stream[i];
  Membership at = of[in.stream.i];
  FlatExpr *value = NULL;
  if (at.set > 0) {
    FlatConnectionSet set = f->flat->connection_set[at.set - 1];
    value = mixture_at(f, &set, at.member, in.span);
  }
  if (!value) value = variable_expr(f, in.span, in.stream);
  assert(!f->flat->var[in.value.i].binding);
  f->flat->var[in.value.i].binding = value;
}

void streams_equations(const Flattening *f)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  const Membership *of = find_members(f, session_scratch(f->s));
  for (int i = 0; i < f->flat->n_connection_sets; i++) {
    if (f->flat->connection_set[i].kind == FLAT_CONNECTION_STREAM)
      outside_equations(f, i);
  }
  /* Values of connectors one level up may be asked for on the way. */
  for (int i = 0; i < f->tables->n_in_streams; i++) bind_in_stream(f, of, i);
  arena_release(mark);
}

void streams_finish(const Flattening *f)
{
  for (int i = 0; i < f->tables->n_in_streams; i++) {
    const FlatVar *stream = &f->flat->var[f->tables->in_stream[i].stream.i];
    FlatVar *value = &f->flat->var[f->tables->in_stream[i].value.i];
    value->unit = stream->unit;
    value->display_unit = stream->display_unit;
    value->quantity = stream->quantity;
    value->nominal = stream->nominal;
    value->start = stream->start;
  }
}
