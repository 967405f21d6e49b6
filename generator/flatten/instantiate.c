/* instantiate.c: the walk that takes components into the flat model.
 *
 * The stack holds a frame for each class text whose elements are being
 * visited: a component's class, or a base class (same instance, other part);
 * and for each array of components. So the depth of a model costs memory, not
 * the C stack.
 */
#include "flatten/instantiate.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/classes/class_content.h"
#include "flatten/classes/deselection.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/resizable.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/instance.h"

typedef struct Frame {
  Instance *instance;
  ClassPart *part; /* NULL: the elements of an array of components */
  int next;        /* element to be visited next */
  int next_base;   /* its number among the bases */
} Frame;

typedef struct Instantiation {
  const Flattening *f;
  Arena *arena;
  Frame *frame;
  int n_frames, cap_frames;
} Instantiation;

/* --- frames --- */

static void instantiate_push_frame(Instantiation *in, Instance *instance,
                                   ClassPart *part)
{
  in->frame = vector_grow(in->arena, in->frame, &in->cap_frames,
                          in->n_frames + 1, sizeof in->frame[0]);
  in->frame[in->n_frames++] = (Frame){.instance = instance, .part = part};
}

/* Its components are known when all connections are. */
static void defer(const Flattening *f, Instance *connector)
{
  f->tables->expandable = vector_grow(
      f->arena, f->tables->expandable, &f->tables->cap_expandables,
      f->tables->n_expandables + 1, sizeof f->tables->expandable[0]);
  f->tables->expandable[f->tables->n_expandables++] = connector;
}

static void enter_instance(Instantiation *in, Instance *instance)
{
  instance_number_component(in->f, instance);
  if (instance->parent && instance_is_expandable(in->f, instance)) {
    defer(in->f, instance);
    return;
  }
  instantiate_push_frame(in, instance,
                         lookup_first_part(in->f->lookup, instance->class_def));
}

static void instantiate_report_twice(const Flattening *f,
                                     const AstElement *inherited,
                                     const Instance *first)
{
  Diagnostic *d = fault_error(f->faults, first->original->name_span, E203,
                              "'%s' is declared twice", inherited->name);
  fault_note(f->faults, d, inherited->name_span,
             "the other declaration, inherited or own");
}

static bool is_of_library(const Flattening *f, Span span)
{
  return session_source(f->s, span.source)->is_library;
}

/* To the letter, and with the same modifications. Between two libraries this
 * is not asked: the standard library itself repeats declarations with other
 * defaults. */
static bool says_the_same(const Flattening *f, const Member *one,
                          const Member *two)
{
  const AstElement *a = one->element, *b = two->element;
  const Modifications *m = f->modifications;
  if (is_of_library(f, a->span) && is_of_library(f, b->span)) return true;
  return a->inner == b->inner && a->outer == b->outer && a->final == b->final &&
         lookup_is_protected(one) == lookup_is_protected(two) &&
         deselection_same_text(f, a->span, b->span) &&
         inherited_same_modifier(
             f, modification_find(m, one->part->modifier, a->name),
             modification_find(m, two->part->modifier, a->name));
}

/* Section 7.1: declarations that are inherited twice must be identical; then
 * one of them counts. */
static bool is_identical(const Flattening *f, const ClassPart *part,
                         const AstElement *element, const Instance *first)
{
  const AstElement *other = first->original;
  const Member one = {.element = element, .part = (ClassPart *)part},
               two = {.element = other, .part = first->original_part};
  if (element->prefix.variability != other->prefix.variability ||
      element->prefix.causality != other->prefix.causality ||
      element->prefix.connection != other->prefix.connection ||
      element->n_subscripts != other->n_subscripts ||
      element->n_type_subscripts != other->n_type_subscripts || !first->type ||
      !says_the_same(f, &one, &two)) {
    return false;
  }
  const InstClass *type =
      lookup_class(f->lookup, lookup_context(part), element->type);
  return type && type->ast == first->type->ast &&
         type->kind == first->type->kind && type->type == first->type->type;
}

/* Section 4.7 counts a class by itself: not where equations of one component
 * are about variables of another. */
static void instantiate_open(const Flattening *f, const Instance *at)
{
  for (int n = 0; at && n < 2; at = at->parent) {
    if (!at->parent || instance_owns_equations(f, at)) {
      if (at->component >= 0) f->flat->component[at->component].is_open = true;
      n++;
    }
  }
}

/* Takes a component into the flat model. */
static void instantiate_list(Instantiation *in, Instance *instance)
{
  const Flattening *f = in->f;
  if (instance->is_listed || instance->broken) return;
  instance->is_listed = true;
  if (instance->element->outer && !instance->is_inner_side) {
    /* Section 5.4: one that is not there asks for nothing. */
    if (instance->element->condition &&
        (!instance_expand(f, instance) || instance->is_disabled))
      return;
    const Instance *inner = instance_resolve(f, instance);
    instantiate_open(f, instance->parent);
    if (instance->inner_side) instantiate_list(in, instance->inner_side);
    /* An outer of the model itself stands for itself. */
    if (inner != instance) return;
  }
  if (!instance_expand(f, instance) || instance->is_disabled) return;
  if (instance_is_variable(instance)) {
    instance_make_variables(f, instance);
  } else if (instance->array_element) {
    instantiate_push_frame(in, instance, NULL);
  } else {
    enter_instance(in, instance);
  }
}

/* Without descriptions, where it is short. */
static bool instantiate_same_class(const Flattening *f, const AstClass *a,
                                   const AstClass *b)
{
  if (is_of_library(f, a->span) && is_of_library(f, b->span)) return true;
  if (a->form != AST_SHORT || b->form != AST_SHORT)
    return deselection_same_text(f, a->span, b->span);
  Span p = a->base->span, q = b->base->span;
  if (a->base_modification) p.end = a->base_modification->span.end;
  if (b->base_modification) q.end = b->base_modification->span.end;
  return a->restriction == b->restriction && deselection_same_text(f, p, q);
}

/* Section 7.1: a class that is there twice is the same; it is looked for by
 * its name in the whole. */
static void check_class_once(const Flattening *f, const Frame *frame,
                             const AstElement *element)
{
  const AstClass *c = element->class_def;
  Member member;
  ClassPart *whole = lookup_first_part(f->lookup, frame->instance->class_def);
  if (!lookup_member(f->lookup, whole, c->name, &member) || !member.element ||
      member.element == element)
    return;
  const AstElement *other = member.element;
  bool is_class = other->kind == AST_ELEMENT_CLASS;
  if (is_class && instantiate_same_class(f, c, other->class_def)) return;
  Span span = is_class ? other->class_def->name_span : other->name_span;
  Diagnostic *d =
      fault_error(f->faults, span, E203, "'%s' is declared twice", c->name);
  fault_note(f->faults, d, c->name_span,
             "the other declaration, inherited or own");
}

/* Section 7.3: there must be a class to be redeclared, as visible as it. */
static void check_class_inherited(const Flattening *f, const Frame *frame,
                                  const AstElement *element)
{
  const AstClass *c = element->class_def;
  Member member;
  bool is_found = lookup_member(f->lookup, frame->part, c->name, &member);
  if (!is_found && lookup_is_incomplete_class(f->lookup, frame->part->whole))
    return;
  const AstElement *before = is_found ? member.element : NULL;
  const char *why = NULL;
  if (!is_found || member.part == frame->part)
    why = "nothing of that name is inherited (section 7.3)";
  else if (before && before->kind != AST_ELEMENT_CLASS)
    why = "what is inherited is a component (section 7.3)";
  else if (lookup_is_protected(&member) != element->is_protected)
    why = element->is_protected ? "what is public stays public (section 7.3.3)"
                                : "what is protected stays protected (section "
                                  "7.3.3)";
  if (!why) return;
  fault_error(f->faults, c->name_span, E211, "'%s' is redeclared, but %s",
              c->name, why);
}

static void report_base(const Flattening *f, const ClassPart *base,
                        const ClassPart *part)
{
  if (!base->builtin) {
    fault_error(f->faults, base->extends->type->span, E204,
                "'%s' is an array: a class that extends it can have nothing "
                "else (section 4.5.2)",
                base->class_name);
    return;
  }
  const ClassPart *at = base; /* or the short classes on the way to it */
  while (!at->extends && at->parent) at = at->parent;
  fault_error(
      f->faults, at->extends ? at->extends->type->span : part->ast->name_span,
      E204, "a class that extends %s can have nothing else", base->class_name);
}

/* A class of the user's is looked at even where nothing uses it: what it
 * extends must be there, and must be all of it where it is a predefined type
 * or an array. */
static void check_class_bases(const Flattening *f, const Frame *frame,
                              const AstElement *element)
{
  const AstClass *c = element->class_def;
  if (is_of_library(f, element->span) || element->replaceable ||
      (c->form != AST_LONG && c->form != AST_SHORT) ||
      class_content_is_object(c) || f->s->n_errors > 0)
    return;
  Found found = lookup_in_class(f->lookup, frame->instance->class_def, c->name);
  ClassPart *part = found.kind == FOUND_CLASS && found.class_def->ast == c
                        ? lookup_first_part(f->lookup, found.class_def)
                        : NULL;
  if (!part || part->builtin || f->s->n_errors > 0) return;
  lookup_bases(f->lookup, part);
  bool is_alone = c->form != AST_LONG || c->n_sections == 0;
  for (int i = 0; i < c->n_elements && c->form == AST_LONG; i++)
    is_alone &= c->element[i]->kind != AST_ELEMENT_COMPONENT;
  for (int i = 0; i < part->n_bases && !is_alone; i++) {
    const ClassPart *base = part->base[i];
    if (base && base->extends &&
        (base->builtin ||
         (base->ast->form == AST_SHORT && base->ast->n_base_subscripts > 0)))
      report_base(f, base, part);
  }
}

static void visit_class(const Flattening *f, const Frame *frame,
                        const AstElement *element)
{
  check_class_bases(f, frame, element);
  bool is_extended = element->class_def->form == AST_LONG_EXTENDS;
  if (element->redeclare || is_extended)
    check_class_inherited(f, frame, element);
  else
    check_class_once(f, frame, element);
}

/* Section 7.3: there must be something to be redeclared. */
static void check_is_inherited(const Flattening *f, const Frame *frame,
                               const AstElement *element)
{
  const Instance *instance = instance_child(f, frame->instance, element->name);
  bool is_own = instance && instance->original != element &&
                instance->original_part == frame->part;
  if (instance && instance->original != element && !is_own) {
    instance_check_redeclared(f, frame->part, element);
    return;
  }
  if (!instance && f->s->n_errors > 0) return; /* its class may be faulty */
  fault_error(f->faults, element->name_span, E211,
              "'%s' is redeclared, but nothing of that name is inherited "
              "(section 7.3)",
              element->name);
}

/* Section 7.4: left out by `break`, so that another one may have its name. */
static bool instantiate_is_removed(const Flattening *f, const ClassPart *part,
                                   const AstElement *element)
{
  const Modifier *m =
      modification_find(f->modifications, part->modifier, element->name);
  return m && m->is_removed;
}

/* Twice the same declaration comes by two ways of inheritance: one variable. */
static void visit_component(Instantiation *in, const Frame *frame,
                            const AstElement *element)
{
  const Flattening *f = in->f;
  if (element->redeclare) { /* it is where it was first declared */
    check_is_inherited(f, frame, element);
    return;
  }
  Instance *instance = instance_child(f, frame->instance, element->name);
  if (!instance) return;
  Member member;
  bool is_own = lookup_member(f->lookup, frame->part, element->name, &member);
  if (is_own && member.element != element) return; /* reported with the text */
  if (instance->original != element) {
    if (!instantiate_is_removed(f, frame->part, element) &&
        !is_identical(f, frame->part, element, instance)) {
      instantiate_report_twice(f, element, instance);
    }
    return;
  }
  instantiate_list(in, instance);
}

/* Do the classes around consist of nothing but this base? */
static bool stands_alone(const Flattening *f, const ClassPart *base)
{
  for (; base->parent; base = base->parent) {
    if (lookup_only_base(f->lookup, base->parent) != base) return false;
  }
  return true;
}

/* What extends redeclares is looked up, used or not: it must fit. */
static void visit_redeclared(const Flattening *f, const Instance *instance,
                             const AstModification *written)
{
  for (int i = 0; written && i < written->n_arguments; i++) {
    const AstArgument *a = written->argument[i];
    if (a->kind == AST_REDECLARE_CLASS)
      lookup_in_class(f->lookup, instance->class_def,
                      a->element->class_def->name);
  }
}

static void enter_base(Instantiation *in, Instance *instance, ClassPart *base)
{
  const Flattening *f = in->f;
  const ClassPart *part = base->parent;
  if (base->builtin ||
      (base->extends && base->ast->form == AST_SHORT &&
       base->ast->n_base_subscripts > 0 && !stands_alone(f, base))) {
    report_base(f, base, part);
    return;
  }
  if (base->extends) {
    instance_check_extends(f, base->extends->modification, false, base);
    visit_redeclared(f, instance, base->extends->modification);
    deselection_check(f, base->extends->modification, base);
  } else if (part->ast->form == AST_SHORT) {
    instance_check_extends(f, part->ast->base_modification,
                           part->ast->n_base_subscripts > 0, base);
  }
  if (!instance_check_form(f, base->whole)) return;
  if (inherited_again(f, instance, base)) return;
  instantiate_push_frame(in, instance, base);
}

static void visit_base(Instantiation *in, Frame *frame)
{
  Instance *instance = frame->instance;
  int number = frame->next_base++;
  ClassPart *base =
      number < frame->part->n_bases ? frame->part->base[number] : NULL;
  if (base) enter_base(in, instance, base);
}

static void visit_element(Instantiation *in, Frame *frame)
{
  const AstElement *element = frame->part->ast->element[frame->next++];
  switch (element->kind) {
  case AST_ELEMENT_IMPORT: break;
  case AST_ELEMENT_CLASS: visit_class(in->f, frame, element); break;
  case AST_ELEMENT_EXTENDS: visit_base(in, frame); break;
  case AST_ELEMENT_COMPONENT: {
    Frame copy = *frame; /* entering a class may move the frames */
    visit_component(in, &copy, element);
    break;
  }
  }
}

static void instantiate_leave(Instantiation *in, const Frame *frame)
{
  if (frame->part) {
    instance_add_body(in->f, (Body){frame->instance, frame->part, NULL});
  }
  in->n_frames--;
}

/* A short class, or one that extends what it replaces, begins with a base. */
static bool begins_with_base(const Frame *frame)
{
  return frame->next_base == 0 && frame->part->ast->form != AST_LONG &&
         frame->part->n_bases > 0;
}

/* All elements after the first may be known from it. */
static void step_array(Instantiation *in, Frame *frame)
{
  Instance *array = frame->instance;
  bool is_done = frame->next >= array->n_elements;
  if (frame->next == 0 && !is_done) component_family_begin(in->f, array);
  if (frame->next == 1)
    is_done = component_family_make(in->f, array) || is_done;
  if (is_done)
    instantiate_leave(in, frame);
  else
    enter_instance(in, array->array_element[frame->next++]);
}

static void instantiate_step(Instantiation *in)
{
  Frame *frame = &in->frame[in->n_frames - 1];
  if (!frame->part) {
    step_array(in, frame);
    return;
  }
  lookup_bases(in->f->lookup, frame->part);
  if (begins_with_base(frame)) {
    visit_base(in, frame);
  } else if (frame->next < frame->part->ast->n_elements) {
    visit_element(in, frame);
  } else {
    Frame copy = *frame;
    instantiate_leave(in, &copy);
  }
}

static void instantiate_run(Instantiation *in)
{
  const Flattening *f = in->f;
  while (in->n_frames > 0 && !f->tables->is_too_large) {
    FaultPlace before =
        fault_enter(f->faults, in->frame[in->n_frames - 1].instance);
    instantiate_step(in);
    fault_leave(f->faults, &before);
  }
}

/* --- roots --- */

/* First, so that sizes can name them. */
static void instantiate_structural(Instantiation *in)
{
  const FlattenTables *t = in->f->tables;
  resizable_begin(in->f, t->wanted, t->n_wanted);
  for (int i = 0; i < t->n_structural; i++)
    instantiate_list(in, t->structural[i]);
}

/* The components that they are in have numbers by now. */
static void number_structural(const Flattening *f)
{
  for (int i = 0; i < f->tables->n_structural; i++) {
    const Instance *parameter = f->tables->structural[i];
    if (parameter->variable.i < 0) continue; /* reported */
    f->flat->var[parameter->variable.i].component =
        parameter->parent->component;
  }
}

Instance *instantiate_model(const Flattening *f, InstClass *class_def)
{
  if (!instance_check_form(f, class_def)) return NULL;
  Instance *root = instance_make_root(f, class_def, session_name(f->s, ""));
  root->class_def = lookup_instance_class(f->lookup, class_def, root, NULL);
  f->tables->root = root;
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  Instantiation in = {.f = f, .arena = scratch};
  instantiate_structural(&in);
  enter_instance(&in, root);
  instantiate_run(&in);
  for (int i = 0; i < f->tables->n_missing && !f->tables->is_too_large; i++) {
    Instance *inner = f->tables->missing[i];
    inner->is_listed = true;
    if (instance_expand(f, inner)) enter_instance(&in, inner);
    instantiate_run(&in);
  }
  number_structural(f);
  arena_release(mark);
  return root;
}

static bool instantiate_is_there(const Instance *instance)
{
  return instance->is_present || instance->variability <= FLAT_PARAMETER;
}

/* What is declared in an expandable connector and connected nowhere is as if
 * its condition were false. */
static void disable_unconnected(const Flattening *f, Instance *connector)
{
  Components parts = instance_components(f, connector);
  for (int i = 0; i < parts.n_items; i++) {
    Instance *part = parts.item[i];
    if (!part->broken && !instantiate_is_there(part)) part->is_disabled = true;
  }
}

void instantiate_expanded(const Flattening *f)
{
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  Instantiation in = {.f = f, .arena = scratch};
  f->tables->shares_nothing =
      true; /* what they have is not part of a prototype */
  for (int i = 0; i < f->tables->n_expandables && !f->tables->is_too_large;
       i++) {
    Instance *connector =
        f->tables->expandable[i]; /* those inside come after it */
    disable_unconnected(f, connector);
    Components parts = instance_components(f, connector);
    for (int k = 0; k < parts.n_items; k++) {
      instantiate_list(&in, parts.item[k]);
      instantiate_run(&in);
    }
  }
  arena_release(mark);
}
