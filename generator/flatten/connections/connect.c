/* connect.c: from references in connect statements to lists of variables. */
#include "flatten/connections/connect.h"

#include <assert.h>
#include <string.h>

#include "flatten/connections/connector_members.h"
#include "flatten/connections/expandable.h"
#include "flatten/connections/overconstrained.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/reference.h"
#include "flatten/instances/scope.h"
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
    if (connector_is(f, instance) || expandable_is_part(f, instance)) continue;
    report_form(f, reference, instance);
    return false;
  }
  if (reference->n_parts < 3 || connector_is(f, instance) ||
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
  bool is_outside = first && connector_is(f, first);
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
  *argument = (Argument){.reference = NULL};
  if (expr->kind != AST_REFERENCE || expr->reference->leading_dot) {
    fault_error(f->faults, expr->span, E230,
                "connect takes the names of two connectors");
    return false;
  }
  argument->reference = expr->reference;
  return find_terminals(f, context, argument);
}

/* --- connect --- */

static Name terminal_path(const Flattening *f, Terminal terminal)
{
  const Instance *instance = terminal.instance;
  if (!instance_is_variable(instance)) return instance->path;
  return session_name(f->s, connector_element_name(f->s, instance->path,
                                                   instance, terminal.element));
}

static ConnectorEnd make_end(const Flattening *f, const Argument *argument,
                             int i)
{
  assert(i >= 0 && i < argument->n_terminals);
  Terminal terminal = argument->terminal[i];
  ConnectorMembers members =
      connector_members(f, terminal.instance, terminal.element);
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

/* Section 4.4.5: with a component that is not there its connections go, and so
 * do faults of sizes and subscripts at their other ends. False: it goes, or a
 * fault is reported. */
static bool find_arguments(const Flattening *f, Context context,
                           const AstEquation *equation, Argument *a,
                           Argument *b)
{
  HeldFault held = {0};
  Attempt attempt;
  scope_hold(&attempt, f, &held);
  bool good = find_argument(&attempt.f, context, equation->left, a);
  good &= find_argument(&attempt.f, context, equation->right, b);
  if (a->is_absent || b->is_absent) return false;
  if (!held.is_set) return good;
  good = find_argument(f, context, equation->left, a);
  return find_argument(f, context, equation->right, b) && good;
}

void connect_statement(const Flattening *f, Context context,
                       const AstEquation *equation)
{
  assert(equation->kind == AST_EQ_CONNECT);
  if (expandable_left_out(f, context, equation)) return;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Argument a, b;
  if (find_arguments(f, context, equation, &a, &b) &&
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
