/* inherited.c: a class that comes by two ways of inheritance.
 *
 * Section 7.1: elements that are inherited twice must be identical; then one
 * of them counts. Of the same class they are if both ways modify them alike:
 * with the same text, whose names mean the same at both places.
 */
#include "flatten/instances/instance.h"

#include <string.h>

#include "base/vector.h"
#include "flatten/classes/deselection.h"

/* --- values --- */

typedef struct ExprList {
  Arena *scratch;
  const AstExpr **item;
  int n_items, cap_items;
} ExprList;

static void inherited_push(ExprList *list, const AstExpr *e)
{
  if (!e) return;
  list->item = vector_grow(list->scratch, list->item, &list->cap_items,
                           list->n_items + 1, sizeof list->item[0]);
  list->item[list->n_items++] = e;
}

static void push_subscripts(ExprList *list, const AstSubscript *s, int n)
{
  for (int i = 0; i < n; i++) inherited_push(list, s[i].expr);
}

static void push_inside(ExprList *list, const AstExpr *e)
{
  for (int i = 0; i < e->n_args; i++) inherited_push(list, e->arg[i]);
  for (int i = 0; i < e->n_named; i++) inherited_push(list, e->named[i].value);
  for (int i = 0; i < e->n_iterators; i++)
    inherited_push(list, e->iterator[i].range);
  if (e->kind == AST_SUBSCRIPTED) {
    push_subscripts(list, e->subscript, e->n_subscripts);
  }
  if (e->kind == AST_MATRIX) {
    for (int i = 0; i < e->n_rows; i++) {
      for (int k = 0; k < e->row[i].n_items; k++) {
        inherited_push(list, e->row[i].item[k]);
      }
    }
  }
}

/* Components of one instance with one name are compared where they are
 * declared. */
static bool is_same_name(const Flattening *f, Name name, Context a, Context b)
{
  Found x = lookup_simple(f->lookup, a, name);
  Found y = lookup_simple(f->lookup, b, name);
  if (x.kind != y.kind) return false;
  if (x.kind == FOUND_CLASS) return x.class_def->ast == y.class_def->ast;
  if (x.kind != FOUND_COMPONENT) return true;
  return x.instance == y.instance &&
         (x.instance || x.member.element == y.member.element);
}

static bool is_same_reference(const Flattening *f, ExprList *list,
                              const AstReference *r, Context a, Context b)
{
  for (int i = 0; i < r->n_parts; i++) {
    push_subscripts(list, r->part[i].subscript, r->part[i].n_subscripts);
  }
  return r->leading_dot || is_same_name(f, r->part[0].ident, a, b);
}

static bool means_the_same(const Flattening *f, const AstExpr *value, Context a,
                           Context b)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  ExprList list = {.scratch = session_scratch(f->s)};
  bool is_same = true;
  inherited_push(&list, value);
  while (is_same && list.n_items > 0) {
    const AstExpr *e = list.item[--list.n_items];
    push_inside(&list, e);
    bool has_name = e->kind == AST_REFERENCE || e->kind == AST_CALL ||
                    e->kind == AST_PARTIAL;
    if (has_name && e->reference) {
      is_same = is_same_reference(f, &list, e->reference, a, b);
    }
  }
  arena_release(mark);
  return is_same;
}

static bool is_same_value(const Flattening *f, const Modifier *a,
                          const Modifier *b)
{
  if (!a->value || !b->value) return !a->value && !b->value;
  if (a->n_levels != b->n_levels || a->n_each != b->n_each) return false;
  if (a->value == b->value && a->context.part == b->context.part) return true;
  return deselection_same_text(f, a->value->span, b->value->span) &&
         means_the_same(f, a->value, a->context, b->context);
}

/* --- modifications --- */

static const AstReference *redeclared_type(const AstElement *element)
{
  return element->kind == AST_ELEMENT_CLASS ? element->class_def->base
                                            : element->type;
}

/* Names in modifications of the new declaration are not compared: it must
 * have none when it is written in two classes. */
static bool is_modified(const AstElement *element)
{
  return element->kind == AST_ELEMENT_CLASS
             ? element->class_def->base_modification != NULL
             : element->modification || element->n_subscripts > 0;
}

static bool is_same_redeclaration(const Flattening *f, const Modifier *a,
                                  const Modifier *b)
{
  const AstElement *x = a->redeclare, *y = b->redeclare;
  if (!x || !y) return !x && !y;
  Context p = a->redeclare_context, q = b->redeclare_context;
  if (x == y && p.part == q.part) return true;
  if (x->kind != y->kind) return false;
  if (!deselection_same_text(f, x->span, y->span)) return false;
  if (p.part == q.part) return true;
  const AstReference *type = redeclared_type(x);
  return type && !is_modified(x) &&
         (type->leading_dot || is_same_name(f, type->part[0].ident, p, q));
}

/* The recursion is as deep as the modification is written. */
bool inherited_same_modifier(const Flattening *f, const Modifier *a,
                             const Modifier *b)
{
  if (a == b) return true;
  if (!a || !b) return false;
  if (a->final != b->final || a->is_break != b->is_break ||
      a->is_removed != b->is_removed || a->n_children != b->n_children) {
    return false;
  }
  if (!is_same_value(f, a, b) || !is_same_redeclaration(f, a, b)) return false;
  for (const Modifier *child = a->first; child; child = child->next) {
    const Modifier *other = modification_find(f->modifications, b, child->name);
    if (!inherited_same_modifier(f, child, other)) return false;
  }
  return true;
}

/* --- classes --- */

static Span inherited_place_of(const ClassPart *base, const Modifier *modifier)
{
  if (modifier) return modifier->span;
  return base->extends ? base->extends->span : base->parent->ast->name_span;
}

static void report_different(const Flattening *f, Name name,
                             const ClassPart *first, const Modifier *one,
                             const ClassPart *second, const Modifier *other)
{
  Diagnostic *d = fault_error(
      f->faults, inherited_place_of(second, other), E203,
      "'%s' of '%s' is inherited twice, with different modifications", name,
      second->class_name);
  fault_note(f->faults, d, inherited_place_of(first, one),
             one ? "the other modification" : "not modified here");
}

/* False: one child of `a` is another one in `b`. What belongs to other bases
 * of the same class is in the modifier too and does not count. */
static bool check_children(const Flattening *f, ClassPart *a, ClassPart *b,
                           bool is_second_way)
{
  const Modifications *m = f->modifications;
  const Modifier *child = a->modifier ? a->modifier->first : NULL;
  for (; child; child = child->next) {
    Member member;
    if (!lookup_member(f->lookup, a, child->name, &member)) continue;
    const Modifier *other = modification_find(m, b->modifier, child->name);
    if (inherited_same_modifier(f, child, other)) continue;
    if (is_second_way)
      report_different(f, child->name, b, other, a, child);
    else
      report_different(f, child->name, a, child, b, other);
    return false;
  }
  return true;
}

static const AstModification *written_in(const ClassPart *base)
{
  return base->extends ? base->extends->modification : NULL;
}

/* What one way leaves out the other one does too. */
static bool check_breaks(const Flattening *f, const ClassPart *a,
                         const ClassPart *b)
{
  const AstArgument *only =
      deselection_surplus(f, written_in(a), written_in(b));
  if (!only) only = deselection_surplus(f, written_in(b), written_in(a));
  if (!only) return true;
  Diagnostic *d = fault_error(
      f->faults, inherited_place_of(b, NULL), E203,
      "'%s' is inherited twice, with and without a connection", b->class_name);
  fault_note(f->faults, d, only->span, "one of the two leaves it out here");
  return false;
}

bool inherited_again(const Flattening *f, const Instance *instance,
                     ClassPart *base)
{
  ClassPart *first =
      name_map_find(&f->tables->bases, instance->id, base->class_name);
  if (!first) {
    name_map_add(&f->tables->bases, instance->id, base->class_name, base);
    return false;
  }
  if (check_breaks(f, first, base) && check_children(f, first, base, false)) {
    check_children(f, base, first, true);
  }
  return true;
}
