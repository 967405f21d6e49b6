/* instance_check.c: whether a component and its modifiers are allowed. */
#include <assert.h>

#include "flatten/classes/class_content.h"
#include "flatten/classes/deselection.h"
#include "flatten/instances/instance.h"

/* --- what is refused --- */

/* What a class that is written in full may be as the type of a component. */
static bool check_class(const Flattening *f, Span span, InstClass *c)
{
  switch (lookup_true_restriction(f->lookup, c)) {
  case AST_CLASS:
  case AST_MODEL:
  case AST_RECORD:
  case AST_OPERATOR_RECORD:
  case AST_BLOCK:
  case AST_CONNECTOR:
  case AST_EXPANDABLE_CONNECTOR:
  case AST_TYPE: break;
  case AST_PACKAGE:
  case AST_FUNCTION:
  case AST_OPERATOR_FUNCTION:
  case AST_OPERATOR:
    fault_error(f->faults, span, E204,
                "%s '%s' cannot be the type of a component",
                lookup_restriction(c), c->full_name);
    return false;
  }
  return true;
}

static bool check_partial(const Flattening *f, Span span, InstClass *c)
{
  assert(c->ast);
  if (!lookup_is_partial(f->lookup, c)) return true;
  Diagnostic *d =
      fault_error(f->faults, span, E204,
                  "partial %s '%s' cannot be the type of a component",
                  lookup_restriction(c), c->full_name);
  if (d) d->is_of_a_part = lookup_is_around_partial(c);
  fault_note(f->faults, d, c->ast->name_span, "'%s' is declared here",
             c->ast->name);
  return false;
}

bool instance_check_form(const Flattening *f, const InstClass *c)
{
  switch (c->ast->form) {
  case AST_LONG:
  case AST_SHORT:
  case AST_LONG_EXTENDS: return true;
  case AST_ENUMERATION:
    fault_error(f->faults, c->ast->name_span, E204,
                "enumeration(:) has no literals and no variables: redeclare "
                "'%s' (section 4.8.5.4)",
                c->ast->name);
    return false;
  case AST_SHORT_DER:
    fault_unsupported(f->faults, c->ast->name_span,
                      "a partial derivative function");
    return false;
  }
  return true;
}

/* A class inside itself would never end, unless it was put there in the
 * place of another. */
static bool check_recursion(const Flattening *f, const Instance *instance)
{
  assert(instance->type && instance->type->ast);
  const AstClass *ast = instance->type->ast;
  const Instance *at = instance->parent;
  if (instance->type->is_redeclared || instance->original != instance->element)
    return true;
  while (at && !(at->type && at->type->ast == ast)) {
    if (at->type && at->type->is_redeclared) return true;
    at = at->parent;
  }
  if (!at) return true;
  Diagnostic *d = fault_error(
      f->faults, instance->element->type->span, E206, "%s '%s' contains itself",
      lookup_restriction(instance->type), instance->type->full_name);
  int shown = 0;
  for (at = instance->parent; at && shown < 8; at = at->parent, shown++) {
    fault_note(f->faults, d, at->type->ast->name_span, "by way of '%s'",
               at->type->full_name);
    if (at->type->ast == ast) break;
  }
  return false;
}

bool instance_check_size(const Flattening *f, const Instance *instance)
{
  Span span = instance->element->name_span;
  if (instance->depth > f->s->limit[LIMIT_DEPTH]) {
    fault_error(f->faults, span, E122, "components nested more than %d deep",
                f->s->limit[LIMIT_DEPTH]);
    /* two of them at each level would be more than there is room for */
    if (!fault_is_unheard(f->faults)) f->tables->is_too_large = true;
    return false;
  }
  if (f->tables->n_instances + f->tables->n_replicas <
      f->tables->most_instances)
    return true;
  Diagnostic *d = fault_error(f->faults, span, E122,
                              "the model has more than %d components",
                              f->tables->most_instances);
  fault_note(f->faults, d, NO_SPAN, "--limit components=N permits more");
  f->tables->is_too_large = true;
  return false;
}

bool instance_check_class(const Flattening *f, const Instance *instance)
{
  Span span = instance->element->type->span;
  InstClass *type = instance->type;
  /* A function as an input of a function (section 12.4.2). */
  if (instance->element->prefix.causality == AST_INPUT &&
      lookup_true_restriction(f->lookup, type) == AST_FUNCTION) {
    return instance_check_size(f, instance);
  }
  if (!check_class(f, span, type) || !instance_check_form(f, type) ||
      !instance_check_size(f, instance)) {
    return false;
  }
  return instance->element->outer ||
         (check_partial(f, span, type) && check_recursion(f, instance));
}

/* --- modifiers --- */

/* What a modifier puts in the place of an element. */
typedef struct Redeclaration {
  const AstElement *element;
  Context context;
  Span span;
} Redeclaration;

/* Section 7.3.3: another variability or other sizes of the same type need no
 * `replaceable`. */
static bool is_same_type(const Flattening *f, const Member *member,
                         const Redeclaration *r)
{
  const AstElement *before = member->element;
  if (before->kind != AST_ELEMENT_COMPONENT ||
      r->element->kind != AST_ELEMENT_COMPONENT)
    return false;
  InstClass *a =
      lookup_class(f->lookup, lookup_context(member->part), before->type);
  InstClass *b =
      a ? lookup_class(f->lookup, r->context, r->element->type) : NULL;
  return b && a->kind == b->kind && a->ast == b->ast && a->type == b->type &&
         a->enumeration == b->enumeration;
}

static void instance_check_replaceable(const Flattening *f,
                                       const Member *member,
                                       const Redeclaration *r)
{
  const AstElement *before = member->element;
  if (!before || before->replaceable || before->redeclare ||
      is_same_type(f, member, r)) {
    return;
  }
  bool is_class = before->kind == AST_ELEMENT_CLASS;
  Diagnostic *d =
      fault_error(f->faults, r->span, E211,
                  "'%s' is not replaceable and cannot be redeclared",
                  is_class ? before->class_def->name : before->name);
  fault_note(f->faults, d,
             is_class ? before->class_def->name_span : before->name_span,
             "declared here");
}

void instance_check_redeclared(const Flattening *f, ClassPart *part,
                               const AstElement *element)
{
  assert(element->kind == AST_ELEMENT_COMPONENT && element->redeclare);
  Member member;
  if (!lookup_member(f->lookup, part, element->name, &member)) return;
  Redeclaration r = {element, lookup_context(part), element->name_span};
  instance_check_replaceable(f, &member, &r);
}

/* Section 7.2.6: all elements of a final class are final. False after a
 * diagnostic; `base` is the part that is modified. */
static bool check_not_final(const Flattening *f, Span span, Name name,
                            const Member *member, const ClassPart *base)
{
  for (const ClassPart *p = member->part; p; p = p->parent) {
    if (p->source && p->source->is_final) {
      fault_error(f->faults, span, E211,
                  "'%s' belongs to the final class '%s' and cannot be modified "
                  "(section 7.2.6)",
                  name, p->class_name);
      return false;
    }
    if (p == base) break;
  }
  return true;
}

/* Section 7.3: a class takes the place of a class, a component that of a
 * component. False after a diagnostic. */
static bool check_same_sort(const Flattening *f, const Member *member,
                            const Redeclaration *r)
{
  const AstElement *before = member->element;
  if (!before || before->kind == r->element->kind) return true;
  bool is_class = before->kind == AST_ELEMENT_CLASS;
  fault_error(f->faults, r->span, E211,
              is_class
                  ? "'%s' is a class and cannot be redeclared as a component"
                  : "'%s' is a component and cannot be redeclared as a class",
              is_class ? before->class_def->name : before->name);
  return false;
}

/* Section 7.4: what a clause on the way leaves out is not there to be modified.
 * False after a diagnostic. */
static bool check_not_left_out(const Flattening *f, Span span,
                               const AstModification *written,
                               const Member *member, const ClassPart *base,
                               Name name)
{
  const AstArgument *out = deselection_of(written, member, base, name);
  if (!out) return true;
  Diagnostic *d = fault_error(f->faults, span, E202,
                              "'%s' cannot be modified: 'break' leaves it out "
                              "(section 7.4)",
                              name);
  fault_note(f->faults, d, out->span, "left out here");
  return false;
}

/* Section 7.3: what takes the place of a class says so. False after a
 * diagnostic. */
static bool check_has_value(const Flattening *f, Span span,
                            const Member *member, Name name)
{
  if (member->element && member->element->kind != AST_ELEMENT_CLASS)
    return true;
  const AstClass *ast =
      member->element ? member->element->class_def : member->stored;
  Diagnostic *d = fault_error(
      f->faults, span, E211,
      "'%s' is a class and has no value: 'redeclare %s %s = ...' puts another "
      "class in its place (section 7.3)",
      name, lookup_restriction_word(ast->restriction), name);
  fault_note(f->faults, d, ast->name_span, "declared here");
  return false;
}

/* Every child names an element of the class (section 7.2). Protected ones may
 * be modified by extends only. */
static void check_child(const Flattening *f, const Modifier *c,
                        InstClass *class_def)
{
  Member member;
  ClassPart *part = lookup_first_part(f->lookup, class_def);
  if (!lookup_member(f->lookup, part, c->name, &member)) {
    if (lookup_is_incomplete_class(f->lookup, class_def)) return;
    Suggestion near = suggest_for(f->s, c->name);
    lookup_offer_members(f->lookup, class_def, false, &near);
    fault_error(f->faults, c->span, E202, "%s '%s' has no component '%s'%s",
                lookup_restriction(class_def), class_def->full_name, c->name,
                suggest_member_text(f->s, &near));
  } else if (lookup_is_protected(&member)) {
    fault_error(f->faults, c->span, E211,
                "'%s' is protected in '%s' and cannot be modified", c->name,
                class_def->full_name);
  } else if (check_not_left_out(f, c->span, NULL, &member, NULL, c->name) &&
             (!c->value || check_has_value(f, c->span, &member, c->name)) &&
             check_not_final(f, c->span, c->name, &member, NULL) &&
             c->redeclare) {
    Redeclaration r = {c->redeclare, c->redeclare_context, c->span};
    if (check_same_sort(f, &member, &r))
      instance_check_replaceable(f, &member, &r);
  }
}

/* Modifiers of the type itself were checked where its bases were found. */
void instance_check_modifier(const Flattening *f, const Modifier *modifier,
                             InstClass *class_def)
{
  if (!modifier) return;
  for (const Modifier *c = modifier->first; c; c = c->next)
    check_child(f, c, class_def);
}

/* Libraries write it where it does nothing. */
static void report_each(const Flattening *f, Span span, Name name)
{
  if (session_source(f->s, span.source)->is_from_library) return;
  fault_error(f->faults, span, E213,
              "'each' for '%s', but nothing around it is an array", name);
}

/* One of the components that the names of the modifier lead through. */
static bool goes_through_array(const Instance *instance, int n_levels)
{
  for (; instance && n_levels > 0; instance = instance->parent, n_levels--) {
    if (instance->rank > 0 || instance->array) return true;
  }
  return false;
}

/* Section 7.2.5. The modifier of an array type (type T = Real[3](each ...))
 * has no names before it: the array is the instance. */
void instance_check_each(const Flattening *f, const Instance *instance)
{
  const Modifier *c = instance->modifier ? instance->modifier->first : NULL;
  for (; c; c = c->next) {
    int n_levels = c->n_each > 0 ? c->n_each : 1;
    if (!c->is_each || goes_through_array(instance, n_levels)) continue;
    report_each(f, c->span, c->name);
  }
}

/* The array may be declared further down: type V = Real[3], W = V(each ...). */
static bool is_array_type(const Flattening *f, ClassPart *part)
{
  for (; part && !part->builtin; part = lookup_only_base(f->lookup, part)) {
    if (part->ast->n_base_subscripts > 0) return true;
  }
  return false;
}

static void check_type_each(const Flattening *f, const AstModification *written,
                            ClassPart *part)
{
  for (int i = 0; written && i < written->n_arguments; i++) {
    const AstArgument *a = written->argument[i];
    if (a->each && a->kind == AST_MODIFY && !is_array_type(f, part))
      report_each(f, a->span, a->name->part[0].ident);
  }
}

void instance_check_type(const Flattening *f, InstClass *type)
{
  ClassPart *part = lookup_first_part(f->lookup, type), *base;
  for (; !part->builtin; part = base) {
    base = lookup_only_base(f->lookup, part);
    if (!base) return;
    check_type_each(f,
                    base->extends ? base->extends->modification
                                  : part->ast->base_modification,
                    part);
  }
}

bool instance_check_object(const Flattening *f, const Instance *instance)
{
  const InstClass *c = instance->class_def;
  if (c->type != FLAT_OBJECT) return true;
  if (!c->enumeration) {
    fault_error(f->faults, instance->element->type->span, E204,
                "ExternalObject is partial: name a class that extends it");
    return false;
  }
  const AstClass *ast = instance->type->ast;
  if (ast && !class_content_is_object(ast)) {
    fault_error(f->faults, ast->name_span, E241,
                "'%s' is made of an external object: its class cannot be "
                "extended or have another name (section 12.9.7)",
                ast->name);
    return false;
  }
  if (instance->prefix.variability != AST_CONSTANT) return true;
  fault_error(f->faults, instance->element->name_span, E205,
              "an external object is made while running, it cannot be a "
              "constant");
  return false;
}

/* The element that an argument is about; NULL: none. */
static Name argument_name(const AstArgument *a)
{
  switch (a->kind) {
  case AST_MODIFY:
  case AST_BREAK_COMPONENT: return a->name->part[0].ident;
  case AST_REDECLARE_CLASS: return a->element->class_def->name;
  case AST_REDECLARE_COMPONENT: return a->element->name;
  case AST_BREAK_CONNECT: break;
  }
  return NULL;
}

/* Section 7.4: only models, blocks and connectors are left out. */
static void check_left_out(const Flattening *f, const AstArgument *a,
                           const Member *member)
{
  assert(a->kind == AST_BREAK_COMPONENT);
  const AstElement *element = member->element;
  InstClass *c = NULL;
  if (element && element->kind == AST_ELEMENT_COMPONENT) {
    c = lookup_class(f->lookup, lookup_context(member->part), element->type);
    if (!c) return;
    AstRestriction r = c->kind == CLASS_BUILTIN
                           ? AST_TYPE
                           : lookup_true_restriction(f->lookup, c);
    if (r == AST_MODEL || r == AST_BLOCK || r == AST_CLASS ||
        r == AST_CONNECTOR || r == AST_EXPANDABLE_CONNECTOR)
      return;
  }
  fault_error(f->faults, a->span, E211,
              "'%s' is a %s: only components that are models, blocks or "
              "connectors can be left out (section 7.4)",
              a->name->part[0].ident,
              !c                         ? "class"
              : c->kind == CLASS_BUILTIN ? c->full_name
                                         : lookup_restriction(c));
}

static void check_extends_argument(const Flattening *f,
                                   const AstModification *written,
                                   const AstArgument *a, ClassPart *base)
{
  Member member;
  Name name = argument_name(a);
  if (!lookup_member(f->lookup, base, name, &member)) {
    if (lookup_is_incomplete(f->lookup, lookup_context(base))) return;
    Suggestion near = suggest_for(f->s, name);
    lookup_offer(f->lookup, lookup_context(base), false, &near);
    fault_error(f->faults, a->span, E202, "%s '%s' has no component '%s'%s",
                lookup_restriction(base->whole), base->class_name, name,
                suggest_text(f->s, &near));
    return;
  }
  bool is_break = a->kind == AST_BREAK_COMPONENT;
  if (!check_not_left_out(f, a->span, is_break ? NULL : written, &member, base,
                          name) ||
      !check_not_final(f, a->span, name, &member, base))
    return;
  if (is_break) check_left_out(f, a, &member);
  if (a->kind == AST_MODIFY && a->modification && a->modification->value &&
      a->name->n_parts == 1)
    check_has_value(f, a->span, &member, name);
  if (a->kind != AST_REDECLARE_CLASS && a->kind != AST_REDECLARE_COMPONENT)
    return;
  Redeclaration r = {a->element,
                     base->extends ? lookup_context(base->parent)
                                   : base->parent->enclosing,
                     a->span};
  if (check_same_sort(f, &member, &r))
    instance_check_replaceable(f, &member, &r);
}

void instance_check_extends(const Flattening *f, const AstModification *written,
                            bool is_array, ClassPart *base)
{
  if (!written || base->builtin) return;
  for (int i = 0; i < written->n_arguments; i++) {
    const AstArgument *a = written->argument[i];
    Name name = argument_name(a);
    if (!name) continue;
    if (a->each && !is_array) report_each(f, a->span, name);
    check_extends_argument(f, written, a, base);
  }
}
