/* reference.c: see reference.h. */
#include "flatten/expressions/reference.h"
#include "flatten/classes/foreign_word.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"

#include <assert.h>
#include <string.h>

#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/values/conversions.h"
#include "flatten/values/value_index.h"

/* --- subscripts --- */

static bool is_colon(const AstSubscript *subscript)
{
  return !subscript->expr || subscript->expr->kind == AST_COLON;
}

/* The number of a loop, as it is for this turn. */
static bool is_loop_number(Context context, const AstReference *name)
{
  if (name->n_parts != 1 || name->part[0].n_subscripts > 0) return false;
  for (const Iteration *i = context.iteration; i; i = i->next) {
    if (i->name != name->part[0].ident || i->unassigned) continue;
    const Value *v = i->value;
    return v && v->kind == VALUE_UNIFORM && v->rank == 0 &&
           v->element->kind == FLAT_EXPR_INTEGER;
  }
  return false;
}

bool reference_is_number(Context context, const AstExpr *e)
{
  switch (e->kind) {
  case AST_REAL:
  case AST_INTEGER:
  case AST_END: return true;
  case AST_REFERENCE: return is_loop_number(context, e->reference);
  case AST_UNARY: return reference_is_number(context, e->arg[0]);
  case AST_BINARY:
    return reference_is_number(context, e->arg[0]) &&
           reference_is_number(context, e->arg[1]);
  case AST_STRING:
  case AST_FALSE:
  case AST_TRUE:
  case AST_COLON:
  case AST_IF:
  case AST_RANGE:
  case AST_CALL:
  case AST_PARTIAL:
  case AST_ARRAY:
  case AST_MATRIX:
  case AST_TUPLE:
  case AST_SUBSCRIPTED: break;
  }
  return false;
}

/* The expressions of numbers are dropped with the Values of the equation: a
 * model of arrays would otherwise consist of them. */
static Value *subscript_value(const Flattening *f, Context context,
                              const AstExpr *expr)
{
  Flattening inside;
  if (!f->typing.values || !reference_is_number(context, expr)) {
    return expression_value(f, context, expr);
  }
  scope_number(&inside, f);
  return expression_value(&inside, context, expr);
}

static const Value **subscripts(const Flattening *f, Context context,
                                const AstSubscript *subscript, int n,
                                const int *dim, const IndexType *by,
                                FlatExpr *const *open, int rank, bool *good)
{
  const Value **sub =
      arena_array(session_scratch(f->s), (size_t)n, sizeof sub[0]);
  *good = true;
  for (int i = 0; i < n; i++) {
    if (is_colon(&subscript[i])) continue;
    EndBound end = {i < rank ? dim[i] : 0, i < rank && open ? open[i] : NULL,
                    i < rank && by ? &by[i] : NULL};
    context.end = &end;
    sub[i] = subscript_value(f, context, subscript[i].expr);
    *good = *good && sub[i];
  }
  return sub;
}

const Value **reference_subscripts(const Flattening *f, Context context,
                                   const AstSubscript *subscript, int n,
                                   const int *dim, const IndexType *by,
                                   int rank, bool *good)
{
  return subscripts(f, context, subscript, n, dim, by, NULL, rank, good);
}

const Value **reference_subscripts_of(const Flattening *f, Context context,
                                      const AstSubscript *subscript, int n,
                                      const Value *v, bool *good)
{
  return subscripts(f, context, subscript, n, v->dim, v->by,
                    open_is(v) ? v->open.size : NULL, v->rank, good);
}

/* --- arrays of components --- */

static void report_subscripts(const Flattening *f, const AstNamePart *part,
                              const Instance *instance)
{
  fault_error(f->faults, part->span, E213,
              "'%s' has %d dimension%s, %d subscripts are given",
              instance->path, instance->rank, instance->rank == 1 ? "" : "s",
              part->n_subscripts);
}

bool reference_check_plain(const Flattening *f, const AstNamePart *part,
                           const char *what)
{
  if (part->n_subscripts == 0) return true;
  fault_error(f->faults, part->span, E213, "'%s' is %s: it has no subscripts",
              part->ident, what);
  return false;
}

/* The chosen positions of each dimension; all where nothing is written, or
 * where the subscript is open. */
static bool reference_choose(const Flattening *f, Context context,
                             const AstNamePart *part, const Selection *s,
                             Subscript *chosen, const Value **open)
{
  const Instance *array = s->item[0];
  bool good;
  if (part->n_subscripts > array->rank) {
    report_subscripts(f, part, array);
    return false;
  }
  const IndexType *by = evaluate_index_types(f, array);
  const Value **sub =
      reference_subscripts(f, context, part->subscript, part->n_subscripts,
                           array->dim, by, array->rank, &good);
  for (int i = 0; good && i < part->n_subscripts; i++) {
    good = value_check_index(&f->typing, by ? &by[i] : NULL, sub[i], i + 1);
  }
  for (int i = 0; good && i < array->rank; i++) {
    const Value *one = i < part->n_subscripts ? sub[i] : NULL;
    bool is_open = s->may_be_open && value_is_open_subscript(&f->typing, one);
    good = value_subscript(&f->typing, part->span, is_open ? NULL : one,
                           array->dim[i], i + 1, &chosen[i]);
    open[i] = is_open ? one : NULL;
  }
  return good;
}

/* Replaces the arrays in the selection by their chosen elements. */
static bool choose_elements(const Flattening *f, Context context,
                            const AstNamePart *part, Selection *s)
{
  const Instance *first = s->item[0];
  Subscript chosen[REFERENCE_RANK];
  const Value *open[REFERENCE_RANK];
  if (s->rank + first->rank > REFERENCE_RANK) {
    fault_error(f->faults, part->span, E213, "more than %d dimensions",
                REFERENCE_RANK);
    return false;
  }
  if (!reference_choose(f, context, part, s, chosen, open)) return false;
  int count = 1;
  for (int i = 0; i < first->rank; i++) count *= chosen[i].count;
  Instance **item = arena_array(session_scratch(f->s),
                                (size_t)(s->n_items * count), sizeof item[0]);
  for (int k = 0; k < s->n_items; k++) {
    if (s->item[k]->n_elements != first->n_elements) {
      fault_error(f->faults, part->span, E213,
                  "the arrays '%s' and '%s' differ in size", first->path,
                  s->item[k]->path);
      return false;
    }
    for (int j = 0; j < count; j++) {
      int rest = j, at = 0, stride = 1;
      for (int i = first->rank - 1; i >= 0; i--) {
        at += stride * value_subscript_at(&chosen[i], rest % chosen[i].count);
        stride *= first->dim[i];
        rest /= chosen[i].count;
      }
      item[k * count + j] = s->item[k]->array_element[at];
    }
  }
  for (int i = 0; i < first->rank; i++) {
    if (chosen[i].is_scalar) continue;
    s->open[s->rank] = open[i];
    s->has_open = s->has_open || open[i];
    s->dim[s->rank++] = chosen[i].count;
  }
  assert(s->rank <= REFERENCE_RANK);
  s->item = item;
  s->n_items *= count;
  return true;
}

/* --- from part to part --- */

static void report_no_part(const Flattening *f, const Instance *instance,
                           const AstNamePart *part)
{
  InstClass *c = instance->class_def;
  if (instance_is_variable(instance)) {
    fault_error(f->faults, part->span, E202,
                "'%s' is a %s and has no part '%s'", instance->path,
                c->full_name, part->ident);
    return;
  }
  if (lookup_is_incomplete_class(f->lookup, c)) return;
  Suggestion near = suggest_for(f->s, part->ident);
  lookup_offer_members(f->lookup, c, false, &near);
  fault_error(f->faults, part->span, E202,
              "'%s' of %s '%s' has no component '%s'%s", instance->path,
              lookup_restriction(c), c->full_name, part->ident,
              suggest_member_text(f->s, &near));
}

static bool take_instance(const Flattening *f, Instance **item, bool *is_absent)
{
  Instance *instance = instance_resolve(f, *item);
  if (!instance_expand(f, instance)) return false;
  if (instance->is_disabled) *is_absent = true;
  *item = instance;
  return true;
}

/* By its declaration, or by the section of the extends that brings it. */
static bool reference_is_protected(const Instance *instance)
{
  if (instance->is_added) return false;
  if (instance->element->is_protected) return true;
  for (const ClassPart *p = instance->original_part; p; p = p->parent) {
    if (p->extends && p->extends->is_protected) return true;
  }
  return false;
}

static bool select_children(const Flattening *f, const AstNamePart *part,
                            Selection *s, bool *is_absent)
{
  Instance **item =
      arena_array(session_scratch(f->s), (size_t)s->n_items, sizeof item[0]);
  for (int i = 0; i < s->n_items; i++) {
    if (s->item[i]->broken) return false;
    item[i] = instance_child(f, s->item[i], part->ident);
    if (!item[i]) {
      report_no_part(f, s->item[i], part);
      return false;
    }
    if (reference_is_protected(item[i])) {
      fault_error(f->faults, part->span, E202, "'%s' is protected in '%s'",
                  part->ident, s->item[i]->path);
      return false;
    }
    if (!take_instance(f, &item[i], is_absent)) return false;
  }
  s->item = item;
  return true;
}

/* The subscripts of one part, after its components are known. */
static bool apply_part(const Flattening *f, Context context,
                       const AstNamePart *part, Selection *s)
{
  if (s->n_items == 0) return true;
  const Instance *first = s->item[0];
  s->last = NULL;
  if (instance_is_variable(first)) {
    s->last = part->n_subscripts > 0 ? part : NULL;
    return true;
  }
  if (first->array_element) return choose_elements(f, context, part, s);
  if (part->n_subscripts == 0) return true;
  report_subscripts(f, part, first);
  return false;
}

/* Section 5.4: an outer element is that part of the inner one which its own
 * class has. */
static bool check_seen_by_outer(const Flattening *f, const Instance *first,
                                const AstNamePart *part)
{
  Member member;
  if (!first->element || !first->element->outer || first->is_inner_side ||
      first->broken || !first->type || first->type->kind == CLASS_BUILTIN ||
      lookup_true_restriction(f->lookup, first->type) ==
          AST_EXPANDABLE_CONNECTOR ||
      lookup_member(f->lookup, lookup_first_part(f->lookup, first->type),
                    part->ident, &member) ||
      lookup_is_incomplete_class(f->lookup, first->type))
    return true;
  fault_error(f->faults, part->span, E202,
              "outer '%s' is declared as %s '%s', which has no component '%s' "
              "(section 5.4)",
              first->path, lookup_restriction(first->type),
              first->type->full_name, part->ident);
  return false;
}

static bool reference_walk(const Flattening *f, Context context,
                           const AstReference *name, int next, Selection *s,
                           bool *is_absent)
{
  assert(next > 0 && next <= name->n_parts && s->n_items == 1);
  *is_absent = false;
  if (next < name->n_parts &&
      !check_seen_by_outer(f, s->item[0], &name->part[next]))
    return false;
  if (!take_instance(f, &s->item[0], is_absent)) return false;
  if (*is_absent) return true;
  if (!apply_part(f, context, &name->part[next - 1], s)) return false;
  for (int i = next; i < name->n_parts && !*is_absent; i++) {
    if (s->last) {
      report_no_part(f, s->item[0], &name->part[i]);
      return false;
    }
    if (!select_children(f, &name->part[i], s, is_absent)) return false;
    if (!*is_absent && !apply_part(f, context, &name->part[i], s)) {
      return false;
    }
  }
  return true;
}

/* --- the first part --- */

static void reference_report_unknown(const Flattening *f, Context context,
                                     const AstReference *name)
{
  const AstNamePart *part = &name->part[0];
  if (lookup_is_incomplete(f->lookup, context)) return;
  /* the variable of a loop, which is assigned */
  if (fault_was_reported(f->faults, part->span, E243)) return;
  Suggestion near = suggest_for(f->s, part->ident);
  for (const Iteration *i = context.iteration; i; i = i->next)
    suggest_offer(&near, i->name);
  lookup_offer(f->lookup, context, name->n_parts > 1, &near);
  if (context.part) {
    lookup_offer_members(f->lookup, context.part->whole, false, &near);
  }
  suggest_offer(&near, "time");
  if (!near.best && name->n_parts > 1) {
    library_report_missing(f->library, f->faults, part->span, part->ident);
    return;
  }
  const char *hint = foreign_word_hint(part->ident);
  Diagnostic *d =
      fault_error(f->faults, part->span, E202, "unknown name '%s'%s",
                  part->ident, hint ? "" : suggest_text(f->s, &near));
  if (hint) fault_note(f->faults, d, NO_SPAN, "%s", hint);
}

/* A component seen from outside of any instance of its class. */
static Instance *class_constant(const Flattening *f, const Found *found,
                                const AstNamePart *part)
{
  assert(found->kind == FOUND_COMPONENT);
  const AstElement *element = found->member.element;
  AstRestriction around = lookup_true_restriction(f->lookup, found->whole);
  bool is_field = !found->instance && !found->is_enclosing &&
                  (around == AST_RECORD || around == AST_OPERATOR_RECORD);
  if (element->prefix.variability != AST_CONSTANT && !is_field) {
    Diagnostic *d = fault_error(
        f->faults, part->span, E209,
        "'%s' belongs to %s '%s' and is not a constant: it cannot be used here",
        part->ident, lookup_restriction(found->whole), found->whole->full_name);
    fault_note(f->faults, d, element->name_span, "declared here");
    return NULL;
  }
  Instance *root =
      found->instance ? found->instance : instance_constants(f, found->whole);
  return instance_child(f, root, element->name); /* imports may rename it */
}

/* What a name begins with: a component, and the number of parts that lead to
 * it; or an enumeration literal. */
typedef struct Start {
  Instance *instance;
  int next;
  Value *literal;
} Start;

/* "it has red, green", the first ones. */
static void reference_note_literals(const Flattening *f, Diagnostic *d,
                                    const InstClass *c)
{
  enum { MOST_NAMED = 8 };
  const char *text = "";
  int n = c->enumeration ? c->enumeration->n_literals : 0;
  if (n == 0) return;
  for (int k = 0; k < n && k < MOST_NAMED; k++) {
    text = arena_printf(session_scratch(f->s), "%s%s%s", text,
                        k > 0 ? ", " : "", c->enumeration->literal[k]);
  }
  fault_note(f->faults, d, NO_SPAN, "it has %s%s", text,
             n > MOST_NAMED ? ", ..." : "");
}

static bool reference_enumeration_literal(const Flattening *f, InstClass *c,
                                          const AstReference *name, int part,
                                          Start *start)
{
  Name ident = name->part[part].ident;
  int ordinal = c->enumeration ? conversion_ordinal(c->enumeration, ident) : 0;
  if (c->enumeration && ordinal == 0) { /* section 4.8.5.1 */
    ordinal = strcmp(ident, "min") == 0   ? 1
              : strcmp(ident, "max") == 0 ? c->enumeration->n_literals
                                          : 0;
  }
  if (ordinal == 0 || part + 1 < name->n_parts) {
    Suggestion near = suggest_for(f->s, ident);
    lookup_offer_members(f->lookup, c, false, &near);
    Diagnostic *d = fault_error(
        f->faults, name->part[part].span, E202, "%s '%s' has no element '%s'%s",
        lookup_restriction(c), c->full_name, ident, suggest_text(f->s, &near));
    reference_note_literals(f, d, c);
    return false;
  }
  start->literal =
      conversion_literal(&f->typing, name->span, c->enumeration, ordinal);
  return start->literal != NULL;
}

static void reference_report_no_member(const Flattening *f, InstClass *c,
                                       const AstNamePart *part)
{
  if (lookup_is_incomplete_class(f->lookup, c)) return;
  Suggestion near = suggest_for(f->s, part->ident);
  lookup_offer_members(f->lookup, c, false, &near);
  fault_error(f->faults, part->span, E202, "%s '%s' has no element '%s'%s",
              lookup_restriction(c), c->full_name, part->ident,
              suggest_text(f->s, &near));
}

/* What a type stands for, where it has literals. */
static InstClass *type_end(const Flattening *f, InstClass *c)
{
  if (c->kind == CLASS_BUILTIN) return c;
  ClassPart *end = lookup_type_end(f->lookup, c);
  return end ? end->builtin : c;
}

/* name->part[0] is the class; what follows leads to a constant in it. */
static bool start_in_class(const Flattening *f, InstClass *c,
                           const AstReference *name, Start *start)
{
  for (int i = 1; i < name->n_parts; i++) {
    c = type_end(f, c);
    if (!reference_check_plain(f, &name->part[i - 1], "a class")) return false;
    if (c->kind == CLASS_BUILTIN) {
      return reference_check_plain(f, &name->part[i],
                                   "a literal of an enumeration") &&
             reference_enumeration_literal(f, c, name, i, start);
    }
    Found found = lookup_in_class(f->lookup, c, name->part[i].ident);
    if (found.kind == FOUND_NOTHING)
      reference_report_no_member(f, c, &name->part[i]);
    if (found.kind == FOUND_NOTHING || found.kind == FOUND_FAULTY) return false;
    bool is_variable = found.kind == FOUND_COMPONENT &&
                       found.member.element->prefix.variability != AST_CONSTANT;
    if (!is_variable &&
        !lookup_may_pass(f->lookup, c, &found, &name->part[i])) {
      return false;
    }
    if (found.kind == FOUND_COMPONENT) {
      start->instance = class_constant(f, &found, &name->part[i]);
      start->next = i + 1;
      return start->instance != NULL;
    }
    c = found.class_def;
  }
  fault_error(f->faults, name->span, E204, "'%s' is a %s, a value is needed",
              c->full_name, lookup_restriction(c));
  return false;
}

static bool find_start(const Flattening *f, Context context,
                       const AstReference *name, Start *start)
{
  Name first = name->part[0].ident;
  Found found = name->leading_dot ? lookup_top(f->lookup, first)
                                  : lookup_simple(f->lookup, context, first);
  *start = (Start){.next = 1};
  if (!lookup_check_limited(f->lookup, context, &found, name)) return false;
  switch (found.kind) {
  case FOUND_NOTHING: reference_report_unknown(f, context, name); return false;
  case FOUND_FAULTY: return false;
  case FOUND_CLASS: return start_in_class(f, found.class_def, name, start);
  case FOUND_COMPONENT: break;
  }
  bool is_own = !found.is_enclosing && found.instance &&
                found.instance == context.instance;
  start->instance = is_own ? instance_child(f, context.instance, first)
                           : class_constant(f, &found, &name->part[0]);
  return start->instance != NULL;
}

bool reference_select(const Flattening *f, Context context,
                      const AstReference *name, Selection *selection,
                      bool *is_absent)
{
  Start start;
  *is_absent = false;
  if (!find_start(f, context, name, &start)) return false;
  if (start.literal) {
    fault_error(f->faults, name->span, E204,
                "a component is needed, this is a value");
    return false;
  }
  *selection = (Selection){.n_items = 1};
  selection->item =
      arena_array(session_scratch(f->s), 1, sizeof selection->item[0]);
  selection->item[0] = start.instance;
  return reference_walk(f, context, name, start.next, selection, is_absent);
}

bool reference_select_records(const Flattening *f, Context context,
                              const AstExpr *expr, Selection *selection)
{
  Attempt attempt;
  bool is_absent;
  if (expr->kind != AST_REFERENCE) return false;
  scope_try(&attempt, f);
  if (!reference_select(&attempt.f, context, expr->reference, selection,
                        &is_absent) ||
      is_absent || selection->last || selection->has_open ||
      selection->n_items == 0)
    return false;
  const Instance *first = selection->item[0];
  return first->class_def && !instance_is_variable(first);
}

/* --- values --- */

static Value *item_value(const Flattening *f, Context context,
                         const Selection *s, int i, Span span)
{
  assert(i >= 0 && i < s->n_items);
  Instance *instance = s->item[i];
  Value *value = instance_value(f, instance, span);
  if (!value || !s->last) return value;
  bool good;
  const Value **sub = reference_subscripts(f, context, s->last->subscript,
                                           s->last->n_subscripts, value->dim,
                                           value->by, value->rank, &good);
  if (!good) return NULL;
  return value_index(&f->typing, span, value, sub, s->last->n_subscripts);
}

static const char *why_absent(const Flattening *f, const Instance *absent)
{
  if (absent->modifier && absent->modifier->is_removed)
    return "'break' leaves it out (section 7.4)";
  const Instance *bus = absent->parent;
  if (!absent->element->condition && bus && bus->element &&
      instance_is_expandable(f, bus))
    return "nothing is connected to it, and an expandable connector has only "
           "what is connected (section 9.1.3)";
  return "a condition on the way is false";
}

static void report_absent(const Flattening *f, const AstReference *name,
                          const Selection *s)
{
  assert(s->n_items > 0);
  const Instance *absent = s->item[0];
  for (int i = 0; i < s->n_items; i++)
    if (s->item[i]->is_disabled) absent = s->item[i];
  fault_error(f->faults, name->span, E205, "'%s' is not there: %s",
              lookup_reference_text(f->s, name, name->n_parts),
              why_absent(f, absent));
}

/* Section 4.4.5: a component with a condition is for connections and modifiers,
 * whatever the condition says. False after a diagnostic. */
static bool reference_is_there_always(const Flattening *f, Context context,
                                      const AstReference *name,
                                      const Instance *first,
                                      const Instance *last)
{
  const Instance *outside = first->parent;
  (void)context;
  for (const Instance *at = last; at && at != outside; at = at->parent) {
    if (!at->element || !at->element->condition) continue;
    Diagnostic *d = fault_error(
        f->faults, name->span, E242,
        "'%s' has a condition: it can be connected, but not used in an "
        "expression (section 4.4.5)",
        at->path);
    fault_note(f->faults, d, at->element->name_span, "declared here");
    return false;
  }
  return true;
}

Instance *reference_scalar_component(const Flattening *f, Context context,
                                     const AstReference *name, int n_parts)
{
  assert(n_parts > 0 && n_parts <= name->n_parts);
  AstReference components = *name;
  Selection s;
  bool is_absent;
  components.n_parts = n_parts;
  components.span.end = name->part[n_parts - 1].span.end;
  if (!reference_select(f, context, &components, &s, &is_absent)) return NULL;
  const Instance *first = s.item[0];
  for (int i = 1; i < n_parts && first->parent; i++) first = first->parent;
  if (s.n_items > 0 &&
      !reference_is_there_always(f, context, &components, first, s.item[0]))
    return NULL;
  if (s.n_items == 1 && s.rank == 0 && !instance_is_variable(s.item[0]))
    return s.item[0];
  fault_error(f->faults, components.span, E204,
              "'%s' is not one component: a function is called through a "
              "scalar one (section 5.3.2)",
              lookup_reference_text(f->s, name, n_parts));
  return NULL;
}

/* Section 9.1.3: what is read of an expandable connector is declared there,
 * and an array without a size is read by its elements. False after a
 * diagnostic. */
static bool reference_is_declared(const Flattening *f, const AstReference *name,
                                  const Instance *first, const Selection *s)
{
  const Instance *outside = first->parent, *last = s->item[0];
  for (const Instance *at = last; at && at != outside; at = at->parent) {
    Member member;
    const Instance *bus = at->parent;
    if (!bus || !bus->element || !instance_is_expandable(f, bus)) continue;
    if (!lookup_member(f->lookup, lookup_first_part(f->lookup, bus->class_def),
                       at->name, &member)) {
      fault_error(f->faults, name->span, E202,
                  "'%s' came by a connection; what is read of an expandable "
                  "connector must be declared in it (section 9.1.3)",
                  at->path);
      return false;
    }
  }
  if (!instance_is_sizeless(last)) return true;
  bool is_whole = !s->last || s->last->n_subscripts < last->rank;
  for (int i = 0; !is_whole && i < s->last->n_subscripts; i++)
    is_whole = is_colon(&s->last->subscript[i]);
  if (is_whole)
    fault_error(f->faults, name->span, E213,
                "'%s' has no size: it is used with subscripts that choose "
                "elements (section 9.1.3)",
                last->path);
  return !is_whole;
}

static Value *selected_value(const Flattening *f, Context context,
                             const AstReference *name, Start *start)
{
  bool is_absent;
  Instance *first[1] = {start->instance};
  Selection s = {.item = first, .n_items = 1, .may_be_open = true};
  if (!reference_walk(f, context, name, start->next, &s, &is_absent))
    return NULL;
  if (is_absent) {
    report_absent(f, name, &s);
    return NULL;
  }
  if (!reference_is_there_always(f, context, name, start->instance, s.item[0]))
    return NULL;
  if (f->tables->n_expandables > 0 && s.n_items > 0 &&
      !reference_is_declared(f, name, start->instance, &s))
    return NULL;
  if (s.rank == 0) return item_value(f, context, &s, 0, name->span);
  Value **item =
      arena_array(session_scratch(f->s), (size_t)s.n_items, sizeof item[0]);
  for (int i = 0; i < s.n_items; i++) {
    item[i] = item_value(f, context, &s, i, name->span);
    if (!item[i]) return NULL;
  }
  Value *all =
      value_stack(&f->typing, name->span, item, s.n_items, s.rank, s.dim);
  return s.has_open ? value_index(&f->typing, name->span, all, s.open, s.rank)
                    : all;
}

/* The subscripts of one part of a name. */
static Value *reference_subscripted(const Flattening *f, Context context,
                                    const Value *value, const AstNamePart *part)
{
  bool good;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  const Value **sub = reference_subscripts_of(f, context, part->subscript,
                                              part->n_subscripts, value, &good);
  Value *chosen =
      good ? value_index(&f->typing, part->span, value, sub, part->n_subscripts)
           : NULL;
  arena_release(mark);
  return chosen;
}

/* A slot is known by its declaration; faults are reported at the place that
 * reads it. */
static Value *used_here(const Flattening *f, const Value *value, Span span)
{
  if (value->kind == VALUE_RECORD || value->rank > 0) {
    return value_with_span(&f->typing, value, span);
  }
  const FlatExpr *slot = value_at(&f->typing, value, 0);
  if (slot->kind != FLAT_EXPR_LOCAL) {
    return value_with_span(&f->typing, value, span);
  }
  return value_of(&f->typing, types_local(&f->typing, span, slot->type,
                                          slot->enumeration, slot->slot));
}

/* Iterators may run over records; variables of functions may be anything. */
static Value *iterator_value(const Flattening *f, Context context,
                             const Iteration *iteration,
                             const AstReference *name)
{
  const Value *value = iteration->value;
  for (int i = 0; value && i < name->n_parts; i++) {
    const AstNamePart *part = &name->part[i];
    const Value *around = value;
    if (i > 0) {
      value = around->kind == VALUE_RECORD ? value_field(around, part->ident)
                                           : NULL;
    }
    if (!value) {
      fault_error(f->faults, part->span, E202, "%s has no field '%s'",
                  value_type_text(&f->typing, around), part->ident);
      return NULL;
    }
    if (part->n_subscripts > 0)
      value = reference_subscripted(f, context, value, part);
  }
  if (value && value->kind == VALUE_FUNCTION) {
    fault_error(f->faults, name->span, E204,
                "'%s' is a function, a value is needed",
                lookup_reference_text(f->s, name, name->n_parts));
    return NULL;
  }
  return value ? used_here(f, value, name->span) : NULL;
}

static bool reference_is_in_function(const Flattening *f, Context context)
{
  if (!context.part || !context.part->whole->ast) return false;
  AstRestriction kind = lookup_true_restriction(f->lookup, context.part->whole);
  return kind == AST_FUNCTION || kind == AST_OPERATOR_FUNCTION;
}

Value *reference_value(const Flattening *f, Context context,
                       const AstReference *name)
{
  Name first = name->part[0].ident;
  for (const Iteration *i = context.iteration; i; i = i->next) {
    if (i->name != first || i->unassigned) continue;
    return iterator_value(f, context, i, name);
  }
  if (name->n_parts == 1 && strcmp(first, "time") == 0) {
    if (reference_is_in_function(f, context)) {
      fault_error(f->faults, name->span, E209,
                  "a function cannot use 'time': make it an argument (section "
                  "12.2)");
      return NULL;
    }
    if (!reference_check_plain(f, &name->part[0], "a scalar")) return NULL;
    return value_of(&f->typing, types_time(&f->typing, name->span));
  }
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Start start;
  Value *value = NULL;
  if (find_start(f, context, name, &start)) {
    value = start.literal ? start.literal
                          : selected_value(f, context, name, &start);
  }
  arena_release(mark);
  return value;
}
