/* inner_outer.c: what an outer element stands for (MLS 3.6, section 5.4). */
#include <assert.h>

#include "flatten/instances/instance.h"

#include "base/vector.h"
#include "flatten/instances/constraint.h"

static Instance *find_inner(const Flattening *f, const Instance *outer)
{
  assert(outer->element->outer && outer->parent);
  for (Instance *at = outer->parent->parent; at; at = at->parent) {
    Instance *child = instance_child(f, at, outer->name);
    if (!child || !child->element->inner) continue;
    return child->inner_side ? child->inner_side : child;
  }
  return NULL;
}

static void give_class(const Flattening *f, Instance *inner)
{
  assert(inner->type);
  if (instance_is_variable(inner) || inner->rank > 0) return;
  inner->class_def =
      lookup_instance_class(f->lookup, inner->type, inner, inner->modifier);
}

/* What is added must be what all its outer components ask for. */
static void report_other_class(const Flattening *f, const Instance *outer,
                               const Instance *other)
{
  Diagnostic *d = fault_error(
      f->faults, outer->element->name_span, E202,
      "outer '%s' has no inner '%s' around it, and none can be added: the "
      "classes differ",
      outer->path, outer->name);
  fault_note(f->faults, d, other->element->name_span,
             "another '%s' without an inner, of the class '%s'", outer->name,
             other->type->full_name);
}

/* Section 5.4: an inner may be added to the model itself, with a message. */
static Instance *add_missing(const Flattening *f, Instance *outer)
{
  Instance *root = f->tables->root;
  Instance *inner = instance_child(f, root, outer->name);
  /* The model's own outer has nothing around it but itself. */
  if (inner && inner->inner_side) return inner->inner_side;
  if (inner && inner->type && inner->class_def->instance != inner) {
    give_class(f, inner);
  }
  if (inner) return inner;
  inner = instance_make(f, root, outer->name, outer->name);
  instance_copy(inner, outer);
  inner->parent = root;
  inner->path = outer->name;
  inner->depth = 1;
  inner->inner = NULL;
  instance_add_part(f, root, inner);
  give_class(f, inner);
  f->tables->missing =
      vector_grow(f->arena, f->tables->missing, &f->tables->cap_missing,
                  f->tables->n_missing + 1, sizeof f->tables->missing[0]);
  f->tables->missing[f->tables->n_missing++] = inner;
  return inner;
}

static bool can_be_added(const Flattening *f, const Instance *outer)
{
  return !instance_is_variable(outer) &&
         !lookup_is_partial(f->lookup, outer->type);
}

static Instance *resolve_missing(const Flattening *f, Instance *outer)
{
  assert(!outer->broken && outer->type);
  Span span = outer->element->name_span;
  if (!f->tables->root || !can_be_added(f, outer)) {
    fault_error(f->faults, span, E202, "outer '%s' has no inner '%s' around it",
                outer->path, outer->name);
    outer->broken = true;
    return outer;
  }
  Instance *known = instance_child(f, f->tables->root, outer->name);
  if (known && known->type && known->type->ast != outer->type->ast) {
    report_other_class(f, outer, known);
    return known;
  }
  Diagnostic *d = fault_warning(
      f->faults, span, W202,
      "outer '%s' has no inner '%s' around it: one is added to the model",
      outer->path, outer->name);
  fault_note(f->faults, d, NO_SPAN, "declare: inner %s %s;",
             outer->type->full_name, outer->name);
  return add_missing(f, outer);
}

/* -1: not written as a number. */
static int64_t inner_outer_size(const Instance *instance, int i)
{
  const AstExpr *e = instance->dimension[i].written->expr;
  return e && e->kind == AST_INTEGER ? e->integer : -1;
}

/* Section 5.4: the inner component is a subtype of the outer one. False after
 * a diagnostic. */
static bool inner_outer_check(const Flattening *f, const Instance *outer,
                              const Instance *inner)
{
  if (!constraint_check_outer(f->lookup, outer->element, outer->context,
                              inner->element, inner->type))
    return false;
  bool is_same = outer->rank == inner->rank;
  for (int i = 0; is_same && i < outer->rank; i++) {
    int64_t a = inner_outer_size(outer, i), b = inner_outer_size(inner, i);
    is_same = a < 0 || b < 0 || a == b;
  }
  if (is_same) return true;
  Diagnostic *d = fault_error(
      f->faults, inner->element->name_span, E211,
      "inner '%s' has other dimensions than the outer element (section 5.4)",
      inner->name);
  fault_note(f->faults, d, outer->element->name_span, "declared as outer here");
  return false;
}

/* What it stands for: itself, broken, if nothing fits. */
static Instance *inner_of(const Flattening *f, Instance *instance)
{
  Instance *inner = find_inner(f, instance);
  if (!inner) return resolve_missing(f, instance);
  if (inner->type && !inner_outer_check(f, instance, inner)) {
    instance->broken = true;
    return instance;
  }
  return inner;
}

Instance *instance_resolve(const Flattening *f, Instance *instance)
{
  if (!instance->element || !instance->element->outer || instance->broken ||
      instance->is_inner_side) {
    return instance;
  }
  if (!instance->inner) instance->inner = inner_of(f, instance);
  return instance->inner;
}

/* --- classes --- */

/* The class of that name in an instance around, if it is an inner one. */
static InstClass *inner_class_of(const Lookup *l, const Instance *around,
                                 Name name, Member *member)
{
  InstClass *c = around->class_def;
  if (!c || c->kind == CLASS_BUILTIN) return NULL;
  ClassPart *part = lookup_first_part(l, c);
  if (!lookup_member(l, part, name, member) || !member->element ||
      member->element->kind != AST_ELEMENT_CLASS || !member->element->inner) {
    return NULL;
  }
  return lookup_inner_class(l, c, member);
}

InstClass *inner_outer_class(const Lookup *l, Instance *instance,
                             const AstElement *outer, Member *inner)
{
  const AstClass *ast = outer->class_def;
  for (Instance *at = instance ? instance->parent : NULL; at; at = at->parent) {
    InstClass *c = inner_class_of(l, at, ast->name, inner);
    if (c) return c;
  }
  if (instance) {
    fault_error(l->faults, ast->name_span, E202,
                "the outer class '%s' of '%s' has no inner '%s' around it",
                ast->name, instance->path[0] ? instance->path : "the model",
                ast->name);
  } else {
    fault_error(l->faults, ast->name_span, E202,
                "the outer class '%s' is used outside of a component: it has "
                "no meaning there",
                ast->name);
  }
  return NULL;
}
