/* connect.c: from references in connect statements to lists of variables. */
#include "flatten/connections/connect.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/connections/connections_repeat.h"
#include "flatten/connections/expandable.h"
#include "flatten/connections/overconstrained.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/operators.h"
#include "flatten/expressions/reference.h"
#include "flatten/instances/component_family.h"
#include "flatten/values/value_index.h"

/* A scalar connector. */
typedef struct Terminal {
  Instance *instance;
  int element; /* of an array of variables; else 0 */
} Terminal;

/* An argument of connect(): connectors in row-major order. */
typedef struct Argument {
  const AstReference *reference;
  ConnectorFace face;
  bool is_protected;
  bool is_absent; /* a condition on the way is false */
  bool is_outer;  /* of an outer element of the class */
  Terminal *terminal;
  int n_terminals;
  int rank;
  int dim[REFERENCE_RANK];
} Argument;

/* --- what is a connector --- */

/* `connector RealInput = input Real` is a variable whose type says so. */
static bool is_connector(const Flattening *f, const Instance *instance)
{
  const InstClass *c =
      instance_is_variable(instance) ? instance->type : instance->class_def;
  if (!c) return false;
  if (c->ast && (c->ast->restriction == AST_CONNECTOR ||
                 c->ast->restriction == AST_EXPANDABLE_CONNECTOR)) {
    return true;
  }
  AstRestriction end = lookup_true_restriction(f->lookup, instance->type);
  return end == AST_CONNECTOR || end == AST_EXPANDABLE_CONNECTOR;
}

static bool is_class_instance(const Flattening *f, const Instance *instance)
{
  if (instance_is_variable(instance)) return false;
  AstRestriction r = instance_restriction(f, instance);
  return r == AST_MODEL || r == AST_BLOCK || r == AST_CLASS;
}

/* --- arguments --- */

static void report_form(const Flattening *f, const AstReference *reference,
                        const Instance *instance)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Diagnostic *d =
      fault_error(f->faults, reference->span, E230, "'%s' is not a connector",
                  lookup_reference_text(f->s, reference, reference->n_parts));
  fault_note(f->faults, d, instance->element->name_span,
             "the declaration of '%s'", instance->path);
  fault_note(f->faults, d, NO_SPAN,
             "connect takes a connector of the class, or one of a component "
             "in it");
  arena_release(mark);
}

/* The forms of section 9.1: c1.c2...cn of connectors, or m.c. */
static bool check_form(const Flattening *f, const AstReference *reference,
                       const Instance *instance)
{
  int n_connectors = reference->n_parts > 1 ? reference->n_parts - 1 : 1;
  for (int i = 0; i < n_connectors; i++, instance = instance->parent) {
    if (is_connector(f, instance) || expandable_is_part(f, instance)) continue;
    report_form(f, reference, instance);
    return false;
  }
  if (reference->n_parts < 3 || is_connector(f, instance) ||
      expandable_is_part(f, instance))
    return true;
  fault_error(f->faults, reference->span, E230,
              "connect reaches a connector of a component, not what is inside "
              "of it (section 9.1); connect '%s' as a whole",
              lookup_reference_text(f->s, reference, 2));
  return false;
}

/* The place of the first name decides, before outer becomes inner. */
static void find_face(const Flattening *f, Context context, Argument *argument)
{
  Name name = argument->reference->part[0].ident;
  const Instance *first = instance_child(f, context.instance, name);
  bool is_outside = first && is_connector(f, first);
  argument->face = is_outside ? FACE_OUTSIDE : FACE_INSIDE;
  argument->is_protected = first && first->original->is_protected;
  argument->is_outer = first && first->element->outer;
}

/* Subscripts of variables, which the reference leaves to us; those that are
 * not written are `:`. */
static bool find_subscripts(const Flattening *f, Context context, Span span,
                            const Selection *selection, Subscript *sub)
{
  const Instance *array = selection->item[0];
  const AstNamePart *part = selection->last;
  int n = part ? part->n_subscripts : 0;
  if (n == 0 && instance_is_sizeless(array)) {
    fault_error(f->faults, span, E213,
                "'%s' has no size: it is connected with subscripts (section "
                "9.1.3)",
                array->path);
    return false;
  }
  if (n > array->rank) {
    fault_error(f->faults, part->span, E213,
                "'%s' has %d dimension%s, %d subscripts are given", array->path,
                array->rank, array->rank == 1 ? "" : "s", n);
    return false;
  }
  bool good = true;
  const IndexType *by = evaluate_index_types(f, array);
  const Value **value =
      n > 0 ? reference_subscripts(f, context, part->subscript, n, array->dim,
                                   by, array->rank, &good)
            : NULL;
  for (int i = 0; good && i < n; i++) {
    good = value_check_index(&f->typing, by ? &by[i] : NULL, value[i], i + 1);
  }
  for (int i = 0; good && i < array->rank; i++) {
    Span place = i < n ? part->subscript[i].span : NO_SPAN;
    good = value_subscript(&f->typing, place, i < n ? value[i] : NULL,
                           array->dim[i], i + 1, &sub[i]);
  }
  return good;
}

/* The number of the k-th selected element. */
static int selected_element(const Instance *array, const Subscript *sub, int k)
{
  int element = 0, stride = 1;
  for (int i = array->rank - 1; i >= 0; i--) {
    element += stride * value_subscript_at(&sub[i], k % sub[i].count);
    k /= sub[i].count;
    stride *= array->dim[i];
  }
  assert(k == 0 && element < array->n_elements);
  return element;
}

/* The elements of arrays of variables, as terminals. */
static bool take_elements(const Flattening *f, Context context,
                          const Selection *selection, Argument *argument)
{
  const Instance *first = selection->item[0];
  Subscript sub[REFERENCE_RANK];
  if (argument->rank + first->rank > REFERENCE_RANK) {
    fault_error(f->faults, argument->reference->span, E213,
                "more than %d dimensions", REFERENCE_RANK);
    return false;
  }
  if (!find_subscripts(f, context, argument->reference->span, selection, sub))
    return false;
  int count = 1;
  for (int i = 0; i < first->rank; i++) {
    count *= sub[i].count;
    if (!sub[i].is_scalar) argument->dim[argument->rank++] = sub[i].count;
  }
  argument->n_terminals = selection->n_items * count;
  argument->terminal =
      arena_array(session_scratch(f->s), (size_t)argument->n_terminals,
                  sizeof argument->terminal[0]);
  for (int i = 0, at = 0; i < selection->n_items; i++) {
    Instance *instance = selection->item[i];
    if (instance->n_elements != first->n_elements) {
      fault_error(f->faults, argument->reference->span, E213,
                  "the arrays '%s' and '%s' differ in size", first->path,
                  instance->path);
      return false;
    }
    for (int k = 0; k < count; k++) {
      argument->terminal[at++] =
          (Terminal){instance, selected_element(first, sub, k)};
    }
  }
  return true;
}

static void take_connectors(const Flattening *f, const Selection *selection,
                            Argument *argument)
{
  argument->n_terminals = selection->n_items;
  argument->terminal =
      arena_array(session_scratch(f->s), (size_t)selection->n_items,
                  sizeof argument->terminal[0]);
  for (int i = 0; i < selection->n_items; i++)
    argument->terminal[i] = (Terminal){selection->item[i], 0};
}

/* False after a diagnostic. */
static bool find_terminals(const Flattening *f, Context context,
                           Argument *argument)
{
  Selection selection;
  if (!reference_select(f, context, argument->reference, &selection,
                        &argument->is_absent)) {
    return false;
  }
  find_face(f, context, argument);
  argument->rank = selection.rank;
  memcpy(argument->dim, selection.dim, sizeof argument->dim);
  if (argument->is_absent || selection.n_items == 0) return true;
  if (!check_form(f, argument->reference, selection.item[0])) return false;
  if (instance_is_variable(selection.item[0]))
    return take_elements(f, context, &selection, argument);
  take_connectors(f, &selection, argument);
  return true;
}

static bool find_argument(const Flattening *f, Context context,
                          const AstExpr *expr, Argument *argument)
{
  if (expr->kind != AST_REFERENCE || expr->reference->leading_dot) {
    fault_error(f->faults, expr->span, E230,
                "connect takes the names of two connectors");
    return false;
  }
  *argument = (Argument){.reference = expr->reference};
  return find_terminals(f, context, argument);
}

/* --- members --- */

/* What the prefixes of components around a variable make of it. */
typedef struct Traits {
  AstConnection connection;
  AstCausality causality;
  bool is_overdetermined;
  bool is_of_bus;    /* in an expandable connector */
  bool is_in_inside; /* in a connector that is none, in an expandable one */
} Traits;

static Traits connect_add_prefix(Traits traits, AstTypePrefix prefix)
{
  if (prefix.connection != AST_CONNECTION_NONE)
    traits.connection = prefix.connection;
  if (prefix.causality != AST_CAUSALITY_NONE)
    traits.causality = prefix.causality;
  return traits;
}

/* Prefixes of the connectors and records around. */
static Traits traits_around(const Flattening *f, const Instance *instance)
{
  Traits traits = {AST_CONNECTION_NONE, AST_CAUSALITY_NONE, false, false,
                   false};
  for (; instance && instance->element && !is_class_instance(f, instance);
       instance = instance->parent) {
    if (traits.connection == AST_CONNECTION_NONE)
      traits.connection = instance->prefix.connection;
    if (traits.causality == AST_CAUSALITY_NONE)
      traits.causality = instance->prefix.causality;
    if (instance_is_expandable(f, instance)) traits.is_of_bus = true;
    if (!traits.is_of_bus && !instance_is_variable(instance) &&
        is_connector(f, instance)) {
      traits.is_in_inside = true;
    }
  }
  return traits;
}

static MemberKind member_kind(const Instance *instance, Traits traits)
{
  if (instance->variability == FLAT_CONSTANT) return MEMBER_CONSTANT;
  if (instance->variability == FLAT_PARAMETER) return MEMBER_PARAMETER;
  if (traits.connection == AST_FLOW) return MEMBER_FLOW;
  if (traits.is_overdetermined) return MEMBER_OVERDETERMINED;
  if (traits.connection == AST_STREAM) return MEMBER_STREAM;
  if (traits.is_of_bus &&
      (!traits.is_in_inside || traits.causality != AST_CAUSALITY_NONE)) {
    return MEMBER_SIGNAL;
  }
  if (traits.causality == AST_INPUT) return MEMBER_INPUT;
  if (traits.causality == AST_OUTPUT) return MEMBER_OUTPUT;
  return MEMBER_POTENTIAL;
}

typedef struct Members {
  ConnectorMember *item;
  int n_items, cap_items;
} Members;

/* A part of the connector that waits to be taken apart. */
typedef struct Rest {
  Instance *instance;
  const char *name; /* relative to the connector */
  Traits traits;
} Rest;

typedef struct RestStack {
  Rest *item;
  int n_items, cap_items;
} RestStack;

/* "[2,1]" after the name; row-major, from 1. */
static const char *connect_element_name(Session *s, const char *name,
                                        const Instance *array, int element)
{
  assert(element >= 0 && element < array->n_elements);
  if (array->rank == 0) return name;
  char *subscripts = "";
  for (int i = array->rank - 1; i >= 0; i--) {
    subscripts =
        arena_printf(session_scratch(s), "%d%s%s", element % array->dim[i] + 1,
                     i < array->rank - 1 ? "," : "", subscripts);
    element /= array->dim[i];
  }
  return arena_printf(session_scratch(s), "%s[%s]", name, subscripts);
}

static void connect_add_member(const Flattening *f, Members *members,
                               const char *name, const Instance *instance,
                               int element, Traits traits)
{
  members->item =
      vector_grow(session_scratch(f->s), members->item, &members->cap_items,
                  members->n_items + 1, sizeof members->item[0]);
  assert(instance->variable.i >= 0 &&
         instance->variable.i + element < f->flat->n_vars);
  members->item[members->n_items++] =
      (ConnectorMember){session_name(f->s, name),
                        {instance->variable.i + element},
                        member_kind(instance, traits)};
}

static void push_rest(const Flattening *f, RestStack *stack, Rest rest)
{
  stack->item =
      vector_grow(session_scratch(f->s), stack->item, &stack->cap_items,
                  stack->n_items + 1, sizeof stack->item[0]);
  stack->item[stack->n_items++] = rest;
}

/* All elements of a part, the first on top. */
static void push_elements(const Flattening *f, RestStack *stack,
                          Instance *child, const char *name, Traits traits)
{
  assert(child->array_element);
  for (int e = child->n_elements - 1; e >= 0; e--) {
    push_rest(f, stack,
              (Rest){child->array_element[e],
                     connect_element_name(f->s, name, child, e), traits});
  }
}

static void push_parts(const Flattening *f, RestStack *stack, const Rest *rest)
{
  Components parts = instance_components(f, rest->instance);
  for (int i = parts.n_items - 1; i >= 0; i--) {
    Instance *child = instance_resolve(f, parts.item[i]);
    if (!child || child->broken || !instance_expand(f, child) ||
        child->is_disabled) {
      continue;
    }
    const char *name = rest->name[0]
                           ? arena_printf(session_scratch(f->s), "%s.%s",
                                          rest->name, child->name)
                           : child->name;
    Traits traits = connect_add_prefix(rest->traits, child->prefix);
    traits.is_overdetermined |= overconstrained_is(f, child);
    if (traits.is_of_bus && !instance_is_variable(child) &&
        is_connector(f, child) && !instance_is_expandable(f, child)) {
      traits.is_in_inside = true;
    }
    if (child->array_element)
      push_elements(f, stack, child, name, traits);
    else
      push_rest(f, stack, (Rest){child, name, traits});
  }
}

/* The variables of a connector, in the order of declaration. */
static Members list_members(const Flattening *f, Terminal terminal)
{
  Members members = {0};
  Instance *connector = terminal.instance;
  Traits around = traits_around(f, connector);
  if (instance_is_variable(connector)) {
    connect_add_member(f, &members, "", connector, terminal.element, around);
    return members;
  }
  RestStack stack = {0};
  push_rest(f, &stack, (Rest){connector, "", around});
  while (stack.n_items > 0) {
    Rest rest = stack.item[--stack.n_items];
    if (!instance_is_variable(rest.instance)) {
      push_parts(f, &stack, &rest);
      continue;
    }
    for (int e = 0; e < rest.instance->n_elements; e++) {
      connect_add_member(
          f, &members, connect_element_name(f->s, rest.name, rest.instance, e),
          rest.instance, e, rest.traits);
    }
  }
  return members;
}

/* --- connect --- */

static Name terminal_path(const Flattening *f, Terminal terminal)
{
  const Instance *instance = terminal.instance;
  if (!instance_is_variable(instance)) return instance->path;
  return session_name(f->s, connect_element_name(f->s, instance->path, instance,
                                                 terminal.element));
}

static ConnectorEnd make_end(const Flattening *f, const Argument *argument,
                             int i)
{
  assert(i >= 0 && i < argument->n_terminals);
  Terminal terminal = argument->terminal[i];
  Members members = list_members(f, terminal);
  const Instance *instance = terminal.instance;
  return (ConnectorEnd){.path = terminal_path(f, terminal),
                        .class_name = instance->type->full_name,
                        .span = argument->reference->span,
                        .declaration = instance->element->name_span,
                        .face = argument->face,
                        .is_protected = argument->is_protected,
                        .is_expandable = instance_is_expandable(f, instance),
                        .member = members.item,
                        .n_members = members.n_items};
}

static const char *size_text(Session *s, const Argument *argument)
{
  if (argument->rank == 0) return "one connector";
  const char *text = "";
  for (int i = 0; i < argument->rank; i++) {
    text = arena_printf(session_scratch(s), "%s%s%d", text, i > 0 ? ", " : "",
                        argument->dim[i]);
  }
  return arena_printf(session_scratch(s), "an array [%s] of connectors", text);
}

static bool connect_check_sizes(const Flattening *f,
                                const AstEquation *equation, const Argument *a,
                                const Argument *b)
{
  bool same = a->rank == b->rank;
  for (int i = 0; same && i < a->rank; i++) same = a->dim[i] == b->dim[i];
  if (same) return true;
  fault_error(f->faults, equation->span, E213, "'%s' is %s, '%s' is %s",
              lookup_reference_text(f->s, a->reference, a->reference->n_parts),
              size_text(f->s, a),
              lookup_reference_text(f->s, b->reference, b->reference->n_parts),
              size_text(f->s, b));
  return false;
}

/* Section 9.3: such a connection would be made once in each component that
 * sees both. */
static bool connect_check_outer(const Flattening *f,
                                const AstEquation *equation, const Argument *a,
                                const Argument *b)
{
  if (!a->is_outer || !b->is_outer) return true;
  Diagnostic *d = fault_error(
      f->faults, equation->span, E230,
      "'%s' and '%s' are both outer and cannot be connected here",
      lookup_reference_text(f->s, a->reference, a->reference->n_parts),
      lookup_reference_text(f->s, b->reference, b->reference->n_parts));
  fault_note(f->faults, d, NO_SPAN,
             "connect them where the inner ones are declared");
  return false;
}

/* The overdetermined parts of two connectors of the same structure. */
static void connect_overdetermined(const Flattening *f, Instance *a,
                                   Instance *b, Span span, int32_t component)
{
  Components parts = instance_components(f, a);
  for (int i = 0; i < parts.n_items; i++) {
    Instance *left = parts.item[i];
    Instance *right = instance_child(f, b, left->name);
    if (!right || left->is_disabled || right->is_disabled) continue;
    bool is_node = overconstrained_is(f, left);
    bool is_array = left->array_element && right->array_element;
    if (!is_node && instance_is_variable(left)) continue;
    int n = is_array ? left->n_elements : 1;
    for (int k = 0; k < n && (!is_array || k < right->n_elements); k++) {
      Instance *x = is_array ? left->array_element[k] : left;
      Instance *y = is_array ? right->array_element[k] : right;
      if (is_node)
        overconstrained_connect(f, x, y, span, component);
      else
        connect_overdetermined(f, x, y, span, component);
    }
  }
}

static bool has_overdetermined(const ConnectorEnd *end)
{
  for (int i = 0; i < end->n_members; i++) {
    if (end->member[i].kind == MEMBER_OVERDETERMINED) return true;
  }
  return false;
}

static void connect_pairs(const Flattening *f, Context context,
                          const AstEquation *equation, const Argument *a,
                          const Argument *b)
{
  assert(a->n_terminals == b->n_terminals);
  for (int i = 0; i < a->n_terminals; i++) {
    ArenaMark mark = arena_mark(session_scratch(f->s));
    ConnectorEnd left = make_end(f, a, i), right = make_end(f, b, i);
    bool good = connections_add(f->connections, context.instance->component,
                                equation->span, &left, &right);
    if (good && has_overdetermined(&left)) {
      connect_overdetermined(f, a->terminal[i].instance,
                             b->terminal[i].instance, equation->span,
                             context.instance->component);
    }
    arena_release(mark);
    if (!good) return; /* the other elements would say the same */
  }
}

void connect_statement(const Flattening *f, Context context,
                       const AstEquation *equation)
{
  assert(equation->kind == AST_EQ_CONNECT);
  if (expandable_left_out(f, context, equation)) return;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Argument a, b;
  bool good = find_argument(f, context, equation->left, &a);
  good &= find_argument(f, context, equation->right, &b);
  if (good && !a.is_absent && !b.is_absent &&
      connect_check_outer(f, equation, &a, &b) &&
      connect_check_sizes(f, equation, &a, &b)) {
    connect_pairs(f, context, equation, &a, &b);
  }
  arena_release(mark);
}

Name connect_connector_path(const Flattening *f, Context context,
                            const AstReference *reference)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Argument a = {.reference = reference};
  Name path = NULL;
  if (find_terminals(f, context, &a)) {
    if (a.n_terminals == 1 && a.rank == 0 && !a.is_absent) {
      path = terminal_path(f, a.terminal[0]);
    } else {
      fault_error(f->faults, reference->span, E204,
                  "cardinality() takes one connector that exists");
    }
  }
  arena_release(mark);
  return path;
}

/* --- interfaces --- */

/* The outermost connector around a variable, or NULL; `owner` gets the model
 * or block that declares it. */
static const Instance *find_connector(const Flattening *f,
                                      const Instance *variable,
                                      const Instance **owner)
{
  const Instance *connector = NULL, *at = variable;
  for (; at->element && !is_class_instance(f, at); at = at->parent) {
    if (is_connector(f, at)) connector = at;
  }
  *owner = at;
  return connector;
}

/* --- what a connector may hold --- */

/* How many flows a connector has; `flow` gets the last. */
static int count_flows(const Flattening *f, Instance *connector,
                       FlatVarId *flow)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Members members = list_members(f, (Terminal){connector, 0});
  int n = 0;
  for (int i = 0; i < members.n_items; i++) {
    if (members.item[i].kind != MEMBER_FLOW) continue;
    *flow = members.item[i].variable;
    n++;
  }
  arena_release(mark);
  return n;
}

/* The overdetermined parts of a connector, counted as section 9.3.1 says; -1:
 * not known. The recursion follows the nesting of connectors. */
static int count_overdetermined(const Flattening *f, Instance *around)
{
  int n = 0;
  Components parts = instance_components(f, around);
  for (int i = 0; i < parts.n_items && n >= 0; i++) {
    Instance *part = parts.item[i];
    if (part->broken || part->is_disabled || !instance_expand(f, part))
      continue;
    bool is_node = overconstrained_is(f, part);
    if (!is_node && instance_is_variable(part)) continue;
    int n_elements = part->array_element ? part->n_elements : 1;
    if (is_node && instance_is_variable(part)) {
      for (int k = 0; k < part->element->n_subscripts && k < part->rank; k++)
        n_elements *= part->dim[k];
    }
    for (int e = 0; e < n_elements && n >= 0; e++) {
      Instance *one = part->array_element ? part->array_element[e] : part;
      int more = is_node ? overconstrained_count(f, one)
                         : count_overdetermined(f, one);
      n = more < 0 ? -1 : n + more;
    }
  }
  return n;
}

/* Section 9.3.1: otherwise connections give too many or too few equations. */
static void check_balance(const Flattening *f, Instance *connector)
{
  if (f->s->n_errors > 0) return; /* it may follow from another fault */
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Members members = list_members(f, (Terminal){connector, 0});
  int n_flows = 0, n_potentials = 0;
  bool is_overdetermined = false;
  for (int i = 0; i < members.n_items; i++) {
    MemberKind kind = members.item[i].kind;
    is_overdetermined |= kind == MEMBER_OVERDETERMINED;
    n_flows += kind == MEMBER_FLOW;
    n_potentials += kind == MEMBER_POTENTIAL;
  }
  arena_release(mark);
  if (is_overdetermined) {
    int more = count_overdetermined(f, connector);
    if (more < 0) return;
    n_potentials += more;
  }
  if (n_flows == n_potentials) return;
  if (n_flows == 0) { /* many models exchange values so */
    fault_warning(f->faults, connector->type->ast->name_span, W230,
                  "connector '%s' has 0 flows and %d potential%s; there "
                  "should be as many of each",
                  connector->type->full_name, n_potentials,
                  n_potentials == 1 ? "" : "s");
    return;
  }
  Diagnostic *d = fault_error(
      f->faults, connector->type->ast->name_span, E247,
      "connector '%s' has %d flow%s and %d potential%s; there must be as many "
      "of each (section 9.3.1)",
      connector->type->full_name, n_flows, n_flows == 1 ? "" : "s",
      n_potentials, n_potentials == 1 ? "" : "s");
  fault_note(f->faults, d, connector->element->name_span, "'%s' is one",
             connector->path);
}

/* Section 9.2: the sum of flows is made by the operators of their record. */
static void check_flow_operators(const Flattening *f, const Instance *variable)
{
  const Instance *record = variable->parent;
  while (record->element && instance_restriction(f, record) == AST_RECORD)
    record = record->parent;
  if (!record->element ||
      instance_restriction(f, record) != AST_OPERATOR_RECORD)
    return;
  const char *missing = !operators_exists(f, record->type, "'+'", 2) ? "'+'"
                        : !operators_exists(f, record->type, "'-'", 1)
                            ? "'-' (negation)"
                        : !operators_exists(f, record->type, "'0'", 0) ? "'0'"
                                                                       : NULL;
  if (!missing) return;
  fault_error(f->faults, record->element->name_span, E247,
              "'%s' is a flow, but operator record '%s' has no operator %s to "
              "make the sum of flows (section 9.2)",
              record->element->name, record->type->full_name, missing);
}

/* Section 9.4.1. */
static void check_flow_overdetermined(const Flattening *f,
                                      const Instance *variable)
{
  const Instance *at = variable;
  while (at->element && !overconstrained_is(f, at) &&
         (at == variable || instance_restriction(f, at) == AST_RECORD))
    at = at->parent;
  if (!at->element || !overconstrained_is(f, at)) return;
  fault_error(f->faults, variable->element->name_span, E247,
              "'%s' is a flow of an overdetermined type, which '%s' is by its "
              "function equalityConstraint (section 9.4.1)",
              variable->path, at->type->full_name);
}

/* Section 15.1. */
static void check_stream(const Flattening *f, const Instance *variable,
                         Instance *connector)
{
  FlatVarId flow;
  int n = count_flows(f, connector, &flow);
  if (n == 1) return;
  fault_error(f->faults, connector->type->ast->name_span, E247,
              "connector '%s' has the stream variable '%s' and %d flows; it "
              "must have one, which is a scalar (section 15.1)",
              connector->type->full_name, variable->name, n);
}

/* `*last` is the connector that was looked at last. */
static void check_connectors(const Flattening *f, const Instance *variable,
                             Traits traits, const Instance **last)
{
  bool is_nearest = true;
  for (Instance *at = variable->parent;
       at && at->element && !is_class_instance(f, at); at = at->parent) {
    if (!is_connector(f, at)) continue;
    if (instance_is_expandable(f, at) || expandable_is_part(f, at)) return;
    if (is_nearest && traits.connection == AST_STREAM)
      check_stream(f, variable, at);
    if (at == *last) return;
    if (is_nearest) *last = at;
    is_nearest = false;
    check_balance(f, at);
  }
}

static void mark_interface(const Flattening *f, const Instance *variable,
                           const Instance **last)
{
  const Instance *owner;
  const Instance *connector = find_connector(f, variable, &owner);
  Traits traits = traits_around(f, variable);
  if (variable->variability <= FLAT_PARAMETER) return;
  if (connector) check_connectors(f, variable, traits, last);
  if (traits.connection == AST_FLOW) {
    check_flow_operators(f, variable);
    check_flow_overdetermined(f, variable);
  }
  if (traits.connection == AST_STREAM && !connector) {
    fault_error(f->faults, variable->element->name_span, E231,
                "the stream '%s' is not in a connector", variable->path);
  }
  bool is_flow = connector && traits.connection == AST_FLOW;
  bool is_input = traits.causality == AST_INPUT && !traits.is_of_bus;
  const Instance *declared = connector ? connector : variable;
  bool is_public = declared->original && !declared->original->is_protected;
  bool is_given = !connector && binding_exists(variable);
  assert(owner->component >= 0 && owner->component < f->flat->n_components);
  int32_t parent = f->flat->component[owner->component].parent;
  for (int e = 0; e < variable->n_elements; e++) {
    FlatVarId id = {variable->variable.i + e};
    FlatVar *var = &f->flat->var[id.i];
    var->is_interface = is_public && (is_flow || (is_input && !is_given));
    if (instance_is_sizeless(variable))
      connections_add_optional(f->connections, id, owner->component);
    if (is_flow)
      connections_add_flow(f->connections, id, parent < 0 ? 0 : parent);
    if (is_flow && traits.is_of_bus)
      connections_add_outside_flow(f->connections, id, owner->component);
  }
}

/* The replicas of a family have the interfaces of the prototype, whose flows
 * are those from first_flow on. */
static void connect_mark_replicas(const Flattening *f,
                                  const ComponentFamily *family, int first_flow)
{
  int n_flows = connections_count_flows(f->connections);
  assert(first_flow <= n_flows);
  FlatVar *var = &f->flat->var[family->variable.first];
  int n = family->variable.n;
  assert(family->variable.first + (family->n_replicas + 1) * n <=
         f->flat->n_vars);
  for (int k = 1; k <= family->n_replicas; k++) {
    for (int i = 0; i < n; i++)
      var[k * n + i].is_interface = var[i].is_interface;
    for (int i = first_flow; i < n_flows; i++) {
      connections_repeat_flow(f->connections, i, family->variable,
                              family->component, k);
    }
  }
}

void connect_interfaces(const Flattening *f)
{
  int first_flow = 0; /* of the family that is at work */
  const Instance *last = NULL;
  for (int i = 0; i < f->tables->n_listed; i++) {
    const Listed *listed = &f->tables->listed[i];
    if (listed->family && listed->family->first_listed == i)
      first_flow = connections_count_flows(f->connections);
    if (listed->instance)
      mark_interface(f, listed->instance, &last);
    else
      connect_mark_replicas(f, listed->family, first_flow);
  }
}

/* --- streams --- */

bool connect_stream_flow(const Flattening *f, const Instance *variable,
                         Span span, FlatVarId *flow)
{
  if (traits_around(f, variable).connection != AST_STREAM) {
    fault_error(f->faults, span, E204, "'%s' is not a stream variable",
                variable->path);
    return false;
  }
  Instance *at = variable->parent;
  while (at->element && !is_connector(f, at)) at = at->parent;
  int n = at->element ? count_flows(f, at, flow) : 0;
  if (n == 1) return true;
  fault_error(f->faults, variable->element->name_span, E231,
              "the stream variable '%s' needs a connector with one flow; it "
              "has %d",
              variable->path, n);
  return false;
}
