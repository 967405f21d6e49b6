/* instantiate.c: classes on an explicit stack, components to variables.
 *
 * The stack holds a frame for each class text whose elements are being
 * visited: a component's class, or a base class (same instance, other part);
 * and for each array of components. So the depth of a model costs memory, not
 * the C stack.
 */
#include "flatten/instances/instances.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/classes/declared_type.h"
#include "flatten/classes/deselection.h"
#include "flatten/connections/connections_repeat.h"
#include "flatten/connections/expandable.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/guard.h"
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

/* --- components of the flat model --- */

bool instance_owns_equations(const Flattening *f, const Instance *instance)
{
  switch (instance_restriction(f, instance)) {
  case AST_CLASS:
  case AST_MODEL:
  case AST_BLOCK: return true;
  default: return false;
  }
}

static void number_component(const Flattening *f, Instance *instance)
{
  FlatModel *flat = f->flat;
  int32_t around = instance->parent ? instance->parent->component : -1;
  instance->component = around;
  if (around >= 0 && !instance_owns_equations(f, instance)) return;
  flat->component =
      vector_grow(f->s->flat_arena, flat->component, &flat->cap_components,
                  flat->n_components + 1, sizeof flat->component[0]);
  instance->component = flat->n_components++;
  flat->component[instance->component] = (FlatComponent){
      .path = instance->path,
      .class_name = instance->class_def->full_name,
      .span = instance->element ? instance->element->name_span
                                : instance->class_def->ast->name_span,
      .parent = around};
}

/* --- variables --- */

static bool is_true(const AstExpr *expr)
{
  return expr->kind == AST_TRUE;
}

static bool has_evaluate(const AstComment *comment)
{
  if (!comment || !comment->annotation) return false;
  for (int i = 0; i < comment->annotation->n_arguments; i++) {
    const AstArgument *a = comment->annotation->argument[i];
    if (a->kind == AST_MODIFY && a->name->n_parts == 1 && a->modification &&
        a->modification->value && is_true(a->modification->value) &&
        strcmp(a->name->part[0].ident, "Evaluate") == 0) {
      return true;
    }
  }
  return false;
}

static bool says_evaluate(const Instance *instance)
{
  return has_evaluate(instance->element->comment);
}

static bool says_final(const Instance *instance)
{
  return instance->element->final ||
         (instance->modifier && instance->modifier->final);
}

/* Does it say so, or a record around it? */
static bool is_said(const Flattening *f, const Instance *instance,
                    bool (*says)(const Instance *instance))
{
  for (const Instance *at = instance; at->element; at = at->parent) {
    if (says(at)) return true;
    AstRestriction around = instance_restriction(f, at->parent);
    if (around != AST_RECORD && around != AST_OPERATOR_RECORD) return false;
  }
  return false;
}

bool instance_is_to_be_evaluated(const Flattening *f, const Instance *instance)
{
  return instance->variability == FLAT_PARAMETER &&
         is_said(f, instance, says_evaluate);
}

/* The causality that counts: its own, or that of a component around it. */
static AstCausality inherited_causality(const Instance *instance)
{
  AstCausality causality = AST_CAUSALITY_NONE;
  for (const Instance *at = instance; at; at = at->parent) {
    if (at->prefix.causality != AST_CAUSALITY_NONE) {
      causality = at->prefix.causality;
    }
  }
  return causality;
}

/* Of the model itself, or of a connector or record of it. */
static bool is_top_level(const Flattening *f, const Instance *instance)
{
  const Instance *at = instance;
  while (at->parent && at->parent->parent) {
    at = at->parent;
    AstRestriction r = instance_restriction(f, at);
    if (r != AST_CONNECTOR && r != AST_RECORD && r != AST_OPERATOR_RECORD)
      return false;
  }
  return true;
}

static FlatCausality causality_of(const Flattening *f, const Instance *instance)
{
  AstCausality causality = inherited_causality(instance);
  if (causality == AST_CAUSALITY_NONE || instance->is_protected ||
      !is_top_level(f, instance)) {
    return FLAT_LOCAL;
  }
  return causality == AST_INPUT ? FLAT_INPUT : FLAT_OUTPUT;
}

/* Only Reals can vary continuously; an external object is made once. */
static FlatVariability variable_variability(const Instance *instance)
{
  FlatVariability v = instance->variability;
  bool is_real = instance->class_def->type == FLAT_REAL;
  bool is_object = instance->class_def->type == FLAT_OBJECT;
  if (is_object && v > FLAT_PARAMETER) return FLAT_PARAMETER;
  return is_real || v < FLAT_DISCRETE ? v : FLAT_DISCRETE;
}

static const char *copy_description(const Flattening *f,
                                    const AstComment *comment)
{
  if (!comment || !comment->text) return NULL;
  return arena_copy_text(f->s->flat_arena, comment->text,
                         strlen(comment->text));
}

static FlatVar common_variable(const Flattening *f, const Instance *instance)
{
  const AstElement *element = instance->element;
  FlatVar var = {.span = element->name_span};
  var.state_select = FLAT_STATE_DEFAULT;
  var.type = instance->class_def->type;
  var.enumeration = instance->class_def->enumeration;
  var.declared_type = declared_type(f, instance);
  var.variability = variable_variability(instance);
  var.causality = causality_of(f, instance);
  var.is_protected = instance->is_protected;
  var.description = copy_description(f, element->comment);
  var.evaluated =
      var.variability == FLAT_PARAMETER &&
      (is_said(f, instance, says_final) || is_said(f, instance, says_evaluate));
  var.component = instance->parent->component;
  return var;
}

void instance_reserve_variables(const Flattening *f, int more)
{
  FlatModel *flat = f->flat;
  int needed = flat->n_vars + more;
  flat->var = vector_grow(f->s->flat_arena, flat->var, &flat->cap_vars, needed,
                          sizeof flat->var[0]);
  f->tables->variable =
      vector_grow(f->arena, f->tables->variable, &f->tables->cap_variables,
                  needed, sizeof f->tables->variable[0]);
}

void instance_list(const Flattening *f, Listed listed)
{
  f->tables->listed =
      vector_grow(f->arena, f->tables->listed, &f->tables->cap_listed,
                  f->tables->n_listed + 1, sizeof f->tables->listed[0]);
  f->tables->listed[f->tables->n_listed++] = listed;
}

static void make_variables(const Flattening *f, Instance *instance)
{
  FlatVar common = common_variable(f, instance);
  if (instance->n_elements > MOST_VARIABLES - f->flat->n_vars) {
    fault_error(f->faults, instance->element->name_span, E214,
                "'%s' has %d elements: the model would have more than %d "
                "variables",
                instance->path, instance->n_elements, MOST_VARIABLES);
    f->tables->is_too_large = instance->broken = true;
    return;
  }
  instance_reserve_variables(f, instance->n_elements);
  instance->variable = (FlatVarId){f->flat->n_vars};
  for (int i = 0; i < instance->n_elements; i++) {
    common.name = instance_element_text(f, instance, i);
    f->tables->variable[f->flat->n_vars] = (Variable){instance, i, false};
    f->flat->var[f->flat->n_vars++] = common;
  }
  instance_list(f, (Listed){.instance = instance});
}

/* --- frames --- */

static void push_frame(Instantiation *in, Instance *instance, ClassPart *part)
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
  number_component(in->f, instance);
  if (instance->parent && expandable_is(in->f, instance)) {
    defer(in->f, instance);
    return;
  }
  push_frame(in, instance,
             lookup_first_part(in->f->lookup, instance->class_def));
}

static void report_twice(const Flattening *f, const AstElement *inherited,
                         const Instance *first)
{
  Diagnostic *d = fault_error(f->faults, first->original->name_span, E203,
                              "'%s' is declared twice", inherited->name);
  fault_note(f->faults, d, inherited->name_span,
             "the other declaration, inherited or own");
}

/* Section 7.1: declarations that are inherited twice must be identical; then
 * one of them counts. */
static bool is_identical(const Flattening *f, const ClassPart *part,
                         const AstElement *element, const Instance *first)
{
  const AstElement *other = first->original;
  if (element->prefix.variability != other->prefix.variability ||
      element->prefix.causality != other->prefix.causality ||
      element->prefix.connection != other->prefix.connection ||
      element->n_subscripts != other->n_subscripts || !first->type) {
    return false;
  }
  const InstClass *type =
      lookup_class(f->lookup, lookup_context(part), element->type);
  return type && type->ast == first->type->ast &&
         type->kind == first->type->kind && type->type == first->type->type;
}

/* Takes a component into the flat model. */
static void list(Instantiation *in, Instance *instance)
{
  const Flattening *f = in->f;
  if (instance->is_listed || instance->broken) return;
  instance->is_listed = true;
  if (instance->element->outer && !instance->is_inner_side) {
    const Instance *inner = instance_resolve(f, instance);
    if (instance->inner_side) list(in, instance->inner_side);
    /* An outer of the model itself stands for itself. */
    if (inner != instance) return;
  }
  if (!instance_expand(f, instance) || instance->is_disabled) return;
  if (instance_is_variable(instance)) {
    make_variables(f, instance);
  } else if (instance->array_element) {
    push_frame(in, instance, NULL);
  } else {
    enter_instance(in, instance);
  }
}

/* Twice the same declaration comes by two ways of inheritance: one variable. */
static void visit_component(Instantiation *in, const Frame *frame,
                            const AstElement *element)
{
  const Flattening *f = in->f;
  if (element->redeclare) return; /* it is where it was first declared */
  Instance *instance = instance_child(f, frame->instance, element->name);
  if (!instance) return;
  Member member;
  bool is_own = lookup_member(f->lookup, frame->part, element->name, &member);
  if (is_own && member.element != element) return; /* reported with the text */
  if (instance->original != element) {
    if (!is_identical(f, frame->part, element, instance)) {
      report_twice(f, element, instance);
    }
    return;
  }
  list(in, instance);
}

static void enter_base(Instantiation *in, Instance *instance, ClassPart *base)
{
  const Flattening *f = in->f;
  const ClassPart *part = base->parent;
  if (base->builtin) {
    fault_error(
        f->faults,
        base->extends ? base->extends->type->span : part->ast->name_span, E204,
        "a class that extends %s can have nothing else", base->class_name);
    return;
  }
  if (base->extends) {
    instance_check_extends(f, base->extends->modification, false, base);
    deselection_check(f, base->extends->modification, base);
  } else if (part->ast->form == AST_SHORT) {
    instance_check_extends(f, part->ast->base_modification,
                           part->ast->n_base_subscripts > 0, base);
  }
  if (!instance_check_form(f, base->whole)) return;
  if (inherited_again(f, instance, base)) return;
  push_frame(in, instance, base);
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
  case AST_ELEMENT_IMPORT:
  case AST_ELEMENT_CLASS: break;
  case AST_ELEMENT_EXTENDS: visit_base(in, frame); break;
  case AST_ELEMENT_COMPONENT: {
    Frame copy = *frame; /* entering a class may move the frames */
    visit_component(in, &copy, element);
    break;
  }
  }
}

void instance_add_body(const Flattening *f, Body body)
{
  f->tables->body =
      vector_grow(f->arena, f->tables->body, &f->tables->cap_bodies,
                  f->tables->n_bodies + 1, sizeof f->tables->body[0]);
  f->tables->body[f->tables->n_bodies++] = body;
}

static void leave(Instantiation *in, const Frame *frame)
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
    leave(in, frame);
  else
    enter_instance(in, array->array_element[frame->next++]);
}

static void step(Instantiation *in)
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
    leave(in, &copy);
  }
}

static void run(Instantiation *in)
{
  const Flattening *f = in->f;
  while (in->n_frames > 0 && !f->tables->is_too_large) {
    FaultPlace before =
        fault_enter(f->faults, in->frame[in->n_frames - 1].instance);
    step(in);
    fault_leave(f->faults, &before);
  }
}

/* --- roots --- */

static Instance *make_root(const Flattening *f, InstClass *class_def, Name path)
{
  Instance *root = instance_make(f, NULL, path, path);
  root->type = class_def;
  root->is_expanded = true;
  root->component = -1;
  return root;
}

Instance *instantiate_model(const Flattening *f, InstClass *class_def)
{
  if (!instance_check_form(f, class_def)) return NULL;
  Instance *root = make_root(f, class_def, session_name(f->s, ""));
  root->class_def = lookup_instance_class(f->lookup, class_def, root, NULL);
  f->tables->root = root;
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  Instantiation in = {.f = f, .arena = scratch};
  enter_instance(&in, root);
  run(&in);
  for (int i = 0; i < f->tables->n_missing && !f->tables->is_too_large; i++) {
    Instance *inner = f->tables->missing[i];
    inner->is_listed = true;
    if (instance_expand(f, inner)) enter_instance(&in, inner);
    run(&in);
  }
  arena_release(mark);
  return root;
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
    expandable_finish(f, connector);
    Components parts = instance_components(f, connector);
    for (int k = 0; k < parts.n_items; k++) {
      list(&in, parts.item[k]);
      run(&in);
    }
  }
  arena_release(mark);
}

/* Other components of a package do not exist outside of its instances; they
 * are refused where they are used. */
Instance *instantiate_constants(const Flattening *f, InstClass *class_def)
{
  assert(class_def->kind == CLASS_WRITTEN);
  if (!class_def->constants) {
    Instance *root = make_root(f, class_def, class_def->full_name);
    root->class_def = class_def;
    root->is_package = true;
    class_def->constants = root;
  }
  return class_def->constants;
}
