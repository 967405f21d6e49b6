/* instantiate.c: classes on an explicit stack, components to variables.
 *
 * The stack holds a frame for each class whose elements are being visited: a
 * component's class, or a base class (same instance, other class). So the
 * depth of a model costs memory, not the C stack.
 */
#include "flatten/instantiate.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

#define DEEPEST_COMPONENT 1000  /* a.a.a. ... names grow with the depth */
#define MOST_COMPONENTS 2000000 /* a few lines can double them many times */

typedef struct Frame {
  Instance *instance;
  ClassScope *scope;
  Modifier *modifier;
  int next;      /* element to be visited next */
  int next_base; /* its number among the extends */
  bool is_protected;
  bool constants_only; /* the class is asked for its constants */
} Frame;

typedef struct Instantiation {
  Flattening *f;
  Arena *arena;
  Frame *frame;
  int n_frames, cap_frames;
} Instantiation;

Flattening *flattening_create(Session *s, const Ast *ast)
{
  Flattening *f = arena_alloc(s->instance_arena, sizeof *f);
  f->s = s;
  f->arena = s->instance_arena;
  f->faults = fault_create(s);
  f->lookup = lookup_create(f->faults, ast);
  f->typing = (Typing){.faults = f->faults, .arena = s->flat_arena};
  f->flat = arena_alloc(s->flat_arena, sizeof *f->flat);
  f->n_visible = -1;
  f->most_instances = MOST_COMPONENTS;
  modification_init(&f->modifications, f->faults);
  name_map_init(&f->children, f->arena);
  name_map_init(&f->bases, f->arena);
  return f;
}

Instance *instance_child(const Flattening *f, const Instance *instance,
                         Name name)
{
  return name_map_find(&f->children, instance->id, name);
}

/* --- instances --- */

static Instance *make_instance(Flattening *f, Instance *parent, Name path,
                               ClassScope *scope)
{
  Instance *instance = arena_alloc(f->arena, sizeof *instance);
  instance->id = f->n_instances++;
  instance->parent = parent;
  instance->path = path;
  instance->scope = scope;
  instance->variable = (FlatVarId){-1};
  instance->variability = FLAT_CONTINUOUS;
  return instance;
}

static Name join_path(Flattening *f, const Instance *parent, Name name)
{
  if (parent->path[0] == 0) return name;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Name path = session_name(
      f->s, arena_printf(session_scratch(f->s), "%s.%s", parent->path, name));
  arena_release(mark);
  return path;
}

static FlatVariability prefix_variability(AstVariability variability)
{
  switch (variability) {
  case AST_CONSTANT:
    return FLAT_CONSTANT;
  case AST_PARAMETER:
    return FLAT_PARAMETER;
  case AST_DISCRETE:
    return FLAT_DISCRETE;
  case AST_CONTINUOUS:
    return FLAT_CONTINUOUS;
  }
  return FLAT_CONTINUOUS;
}

static FlatVariability lower(FlatVariability a, FlatVariability b)
{
  return a < b ? a : b;
}

static Instance *make_component(Flattening *f, const Frame *frame,
                                const AstElement *element)
{
  Instance *parent = frame->instance;
  Instance *instance =
      make_instance(f, parent, join_path(f, parent, element->name), NULL);
  instance->element = element;
  instance->variability = lower(
      parent->variability, prefix_variability(element->prefix.variability));
  instance->depth = parent->depth + 1;
  instance->is_protected =
      parent->is_protected || frame->is_protected || element->is_protected;
  name_map_add(&f->children, parent->id, element->name, instance);
  return instance;
}

/* --- what is refused --- */

static const char *unsupported_component(const AstElement *element)
{
  if (element->n_subscripts > 0 || element->n_type_subscripts > 0) {
    return "array variable";
  }
  if (element->condition) return "conditional component";
  if (element->inner) return "inner";
  if (element->outer) return "outer";
  if (element->redeclare) return "redeclare";
  if (element->prefix.connection == AST_FLOW) return "flow variable";
  if (element->prefix.connection == AST_STREAM) return "stream variable";
  if (element->constraint && element->constraint->modification) {
    return "a modification in the constrainedby of";
  }
  return NULL;
}

static bool check_component(Flattening *f, const AstElement *element)
{
  const char *construct = unsupported_component(element);
  if (!construct) return true;
  Span span = element->name_span;
  if (element->condition) span = element->condition->span;
  Diagnostic *d =
      fault_error(f->faults, span, E290, "%s '%s' is not supported yet",
                  construct, element->name);
  if (element->prefix.connection != AST_CONNECTION_NONE) {
    fault_note(f->faults, d, NO_SPAN, "flow and stream belong to connections");
  }
  return false;
}

static void report_not_a_component_type(Flattening *f, Span span,
                                        const ClassScope *scope)
{
  fault_error(f->faults, span, E204,
              "%s '%s' cannot be the type of a component",
              lookup_restriction(scope), scope->full_name);
}

/* What a class that is written in full may be as the type of a component. */
static bool check_component_class(Flattening *f, Span span,
                                  const ClassScope *scope)
{
  const AstClass *ast = scope->ast;
  switch (ast->restriction) {
  case AST_CLASS:
  case AST_MODEL:
  case AST_RECORD:
  case AST_BLOCK:
  case AST_CONNECTOR:
  case AST_TYPE:
    break;
  case AST_EXPANDABLE_CONNECTOR:
  case AST_OPERATOR_RECORD:
    fault_error(f->faults, span, E290, "%s '%s' is not supported yet",
                lookup_restriction(scope), scope->full_name);
    return false;
  case AST_PACKAGE:
  case AST_FUNCTION:
  case AST_OPERATOR_FUNCTION:
  case AST_OPERATOR:
    report_not_a_component_type(f, span, scope);
    return false;
  }
  if (!ast->is_partial) return true;
  Diagnostic *d =
      fault_error(f->faults, span, E204,
                  "partial %s '%s' cannot be the type of a component",
                  lookup_restriction(scope), scope->full_name);
  fault_note(f->faults, d, ast->name_span, "'%s' is declared here", ast->name);
  return false;
}

static bool check_form(Flattening *f, const ClassScope *scope)
{
  const AstClass *ast = scope->ast;
  switch (ast->form) {
  case AST_LONG:
  case AST_SHORT:
    break;
  case AST_ENUMERATION:
    fault_unsupported(f->faults, ast->name_span, "an enumeration");
    return false;
  case AST_LONG_EXTENDS:
    fault_unsupported(f->faults, ast->name_span, "'extends' as a class name");
    return false;
  case AST_SHORT_DER:
    fault_unsupported(f->faults, ast->name_span,
                      "a partial derivative function");
    return false;
  }
  if (ast->n_base_subscripts == 0) return true;
  fault_unsupported(f->faults, ast->name_span, "an array type");
  return false;
}

/* --- modifiers --- */

/* A class that is nothing but an extends, like a short one. */
static const AstElement *single_extends(const AstClass *ast)
{
  if (ast->form != AST_LONG || ast->n_elements != 1 || ast->n_sections > 0 ||
      ast->external) {
    return NULL;
  }
  const AstElement *element = ast->element[0];
  return element->kind == AST_ELEMENT_EXTENDS ? element : NULL;
}

/* Follows short classes and single extends as far as they go, or as their end
 * is known. NULL: a cycle or an unknown name. */
static ClassScope *type_end_scope(Flattening *f, ClassScope *scope)
{
  for (int steps = 0; scope; steps++) {
    if (scope->kind != CLASS_WRITTEN || scope->end != END_UNKNOWN) break;
    if (scope->ast->form != AST_SHORT && !single_extends(scope->ast)) break;
    if (steps > f->lookup->n_scopes) return NULL;
    lookup_bases(f->lookup, scope);
    scope = scope->n_bases == 1 ? scope->base[0] : NULL;
  }
  return scope;
}

/* What a type stands for in the end: a built-in type, a class, or nothing. The
 * answer is kept along the way, so that long chains are walked once. */
static TypeEnd type_end(Flattening *f, ClassScope *scope)
{
  const ClassScope *last = type_end_scope(f, scope);
  TypeEnd end = END_FAULTY;
  if (last && last->kind == CLASS_BUILTIN)
    end = END_BUILTIN;
  else if (last)
    end = last->end != END_UNKNOWN ? last->end : END_CLASS;
  while (scope && scope != last && scope->end == END_UNKNOWN) {
    scope->end = end;
    scope = scope->n_bases == 1 ? scope->base[0] : NULL;
  }
  return end;
}

typedef enum ModifierPlace { ON_COMPONENT, ON_BASE } ModifierPlace;

/* Every child names a component of the class (section 7.2). Protected ones
 * may be modified by extends only. */
static void check_modifier(Flattening *f, const Modifier *modifier,
                           ClassScope *scope, ModifierPlace place)
{
  if (!modifier || type_end(f, scope) != END_CLASS) return;
  for (const Modifier *c = modifier->first; c; c = c->next) {
    const Entry *entry = lookup_member(f->lookup, scope, c->name);
    if (!entry && lookup_is_incomplete(f->lookup, scope)) continue;
    if (!entry) {
      Suggestion near = suggest_for(f->s, c->name);
      lookup_offer_members(f->lookup, scope, false, &near);
      fault_error(f->faults, c->span, E202, "%s '%s' has no component '%s'%s",
                  lookup_restriction(scope), scope->full_name, c->name,
                  suggest_text(f->s, &near));
    } else if (entry->class_scope) {
      fault_unsupported(f->faults, c->span, "modifying a class inside a class");
    } else if (place == ON_COMPONENT && entry->element->is_protected) {
      fault_error(f->faults, c->span, E211,
                  "'%s' is protected in '%s' and cannot be modified", c->name,
                  scope->full_name);
    }
  }
}

static Modifier *element_modifier(Flattening *f, const Frame *frame,
                                  const AstElement *element)
{
  Modifier *outer =
      modification_find(&f->modifications, frame->modifier, element->name);
  Context context = {frame->instance, frame->scope};
  Modifier *own = modification_make(&f->modifications, element->name,
                                    element->modification, context);
  if (outer && element->final) {
    Diagnostic *d =
        fault_error(f->faults, outer->span, E211,
                    "'%s' is final and cannot be modified", element->name);
    fault_note(f->faults, d, element->name_span, "declared final here");
    outer = NULL;
  }
  return modification_merge(&f->modifications, outer, own);
}

/* --- the type of a component --- */

typedef struct ComponentType {
  ClassScope *scope; /* built in, or written in full */
  Modifier *modifier;
  AstTypePrefix prefix; /* of the component and of short classes */
} ComponentType;

static void add_prefix(AstTypePrefix *prefix, const AstTypePrefix *more)
{
  if (more->variability > prefix->variability) {
    prefix->variability = more->variability;
  }
  if (prefix->causality == AST_CAUSALITY_NONE) {
    prefix->causality = more->causality;
  }
  if (prefix->connection == AST_CONNECTION_NONE) {
    prefix->connection = more->connection;
  }
}

static void report_cyclic_type(Flattening *f, const ClassScope *scope)
{
  fault_error(f->faults, scope->ast->name_span, E206,
              "%s '%s' is defined by itself", lookup_restriction(scope),
              scope->full_name);
}

/* One step from a short class to what it stands for. */
static bool follow_base(Flattening *f, ComponentType *type)
{
  ClassScope *scope = type->scope;
  const AstClass *ast = scope->ast;
  const AstElement *extends = single_extends(ast);
  Context context = {NULL, extends ? scope : scope->enclosing};
  lookup_bases(f->lookup, scope);
  ClassScope *base = scope->n_bases == 1 ? scope->base[0] : NULL;
  if (!base || !check_form(f, scope)) return false;
  Modifier *own = modification_make(
      &f->modifications, ast->name,
      extends ? extends->modification : ast->base_modification, context);
  check_modifier(f, own, base, ON_BASE);
  type->modifier = modification_merge(&f->modifications, type->modifier, own);
  add_prefix(&type->prefix, &ast->base_prefix);
  type->scope = base;
  return true;
}

static bool follow_type(Flattening *f, ComponentType *type)
{
  for (int steps = 0; type->scope->kind == CLASS_WRITTEN; steps++) {
    ClassScope *scope = type->scope;
    bool is_short = scope->ast->form == AST_SHORT;
    if (!is_short && type_end(f, scope) != END_BUILTIN) break;
    if (steps > f->lookup->n_scopes) {
      report_cyclic_type(f, scope);
      return false;
    }
    if (!follow_base(f, type)) return false;
  }
  return true;
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

static FlatCausality causality_of(const Instance *instance,
                                  const AstTypePrefix *prefix)
{
  if (instance->parent->parent || prefix->causality == AST_CAUSALITY_NONE) {
    return FLAT_LOCAL;
  }
  return prefix->causality == AST_INPUT ? FLAT_INPUT : FLAT_OUTPUT;
}

/* Only Reals can vary continuously. */
static FlatVariability variable_variability(const Instance *instance,
                                            FlatType type)
{
  if (type == FLAT_REAL) return instance->variability;
  return lower(instance->variability, FLAT_DISCRETE);
}

static FlatVar *append_variable(Flattening *f, Instance *instance,
                                Modifier *modifier)
{
  FlatModel *flat = f->flat;
  flat->var = vector_grow(f->s->flat_arena, flat->var, &flat->cap_vars,
                          flat->n_vars + 1, sizeof flat->var[0]);
  f->variable = vector_grow(f->arena, f->variable, &f->cap_variables,
                            flat->n_vars + 1, sizeof f->variable[0]);
  f->variable[flat->n_vars] =
      (Variable){.instance = instance, .modifier = modifier};
  instance->variable = (FlatVarId){flat->n_vars};
  return &flat->var[flat->n_vars++];
}

static const char *copy_description(Flattening *f, const AstComment *comment)
{
  if (!comment || !comment->text) return NULL;
  return arena_copy_text(f->s->flat_arena, comment->text,
                         strlen(comment->text));
}

static void make_variable(Flattening *f, Instance *instance,
                          const ComponentType *type)
{
  const AstElement *element = instance->element;
  FlatVar *var = append_variable(f, instance, type->modifier);
  bool is_final = element->final || (type->modifier && type->modifier->final);
  *var = (FlatVar){.name = instance->path, .span = element->name_span};
  var->state_select = FLAT_STATE_DEFAULT;
  var->type = type->scope->type;
  var->variability = variable_variability(instance, var->type);
  var->causality = causality_of(instance, &type->prefix);
  var->is_protected = instance->is_protected;
  var->description = copy_description(f, element->comment);
  var->evaluated = var->variability == FLAT_PARAMETER &&
                   (is_final || has_evaluate(element->comment));
  if (var->type == FLAT_STRING && var->variability > FLAT_PARAMETER) {
    fault_unsupported(f->faults, element->name_span, "a String variable");
    instance->broken = true;
  }
}

/* --- frames --- */

/* Room for all components at once, so that large models are not copied. */
static void reserve_variables(Flattening *f, const AstClass *ast)
{
  FlatModel *flat = f->flat;
  int needed = flat->n_vars + ast->n_elements;
  flat->var = vector_grow(f->s->flat_arena, flat->var, &flat->cap_vars, needed,
                          sizeof flat->var[0]);
  f->variable = vector_grow(f->arena, f->variable, &f->cap_variables, needed,
                            sizeof f->variable[0]);
}

static void push_frame(Instantiation *in, Frame frame)
{
  reserve_variables(in->f, frame.scope->ast);
  in->frame = vector_grow(in->arena, in->frame, &in->cap_frames,
                          in->n_frames + 1, sizeof in->frame[0]);
  in->frame[in->n_frames++] = frame;
  frame.scope->active++;
}

/* A class inside itself would never end. */
static bool check_recursion(Instantiation *in, Span span,
                            const ClassScope *scope, const char *what)
{
  if (scope->active == 0) return true;
  Diagnostic *d =
      fault_error(in->f->faults, span, E206, "%s '%s' %s itself",
                  lookup_restriction(scope), scope->full_name, what);
  int shown = 0;
  for (int i = in->n_frames - 1; i >= 0 && shown < 8; i--, shown++) {
    const ClassScope *around = in->frame[i].scope;
    fault_note(in->f->faults, d, around->ast->name_span, "by way of '%s'",
               around->full_name);
    if (around == scope) break;
  }
  return false;
}

static bool check_size(Flattening *f, const Instance *instance)
{
  Span span = instance->element->name_span;
  if (instance->depth > DEEPEST_COMPONENT) {
    fault_error(f->faults, span, E122, "components nested more than %d deep",
                DEEPEST_COMPONENT);
    return false;
  }
  if (f->n_instances < f->most_instances) return true;
  fault_error(f->faults, span, E122, "the model has more than %d components",
              f->most_instances);
  f->is_too_large = true;
  return false;
}

static void enter_component(Instantiation *in, Instance *instance,
                            const ComponentType *type)
{
  Flattening *f = in->f;
  const AstElement *element = instance->element;
  bool good = check_component_class(f, element->type->span, type->scope) &&
              check_form(f, type->scope) && check_size(f, instance) &&
              check_recursion(in, element->type->span, type->scope, "contains");
  if (!good) {
    instance->broken = true;
    return;
  }
  if (type->modifier && type->modifier->value) {
    fault_error(f->faults, type->modifier->value->span, E290,
                "a value for the whole %s '%s' is not supported yet",
                lookup_restriction(type->scope), instance->path);
  }
  check_modifier(f, type->modifier, type->scope, ON_COMPONENT);
  Frame frame = {.instance = instance, .scope = type->scope};
  frame.modifier = type->modifier;
  push_frame(in, frame);
}

static void report_twice(Flattening *f, const AstElement *element,
                         const Instance *first)
{
  Diagnostic *d = fault_error(f->faults, element->name_span, E203,
                              "'%s' is declared twice", element->name);
  fault_note(f->faults, d, first->element->name_span,
             "the other declaration, inherited or own");
}

static bool resolve_type(Flattening *f, const Frame *frame,
                         const AstElement *element, ComponentType *type)
{
  type->scope = lookup_class(f->lookup, frame->scope, element->type);
  if (!type->scope) return false;
  type->prefix = element->prefix;
  type->modifier = element_modifier(f, frame, element);
  return follow_type(f, type);
}

/* Twice the same declaration comes by two ways of inheritance: one variable. */
static void visit_component(Instantiation *in, const Frame *frame,
                            const AstElement *element)
{
  Flattening *f = in->f;
  const Instance *first = instance_child(f, frame->instance, element->name);
  if (first) {
    if (first->element != element) report_twice(f, element, first);
    return;
  }
  Instance *instance = make_component(f, frame, element);
  ComponentType type;
  if (!check_component(f, element) || !resolve_type(f, frame, element, &type)) {
    instance->broken = true;
    return;
  }
  instance->scope = type.scope;
  instance->variability =
      lower(instance->variability, prefix_variability(type.prefix.variability));
  if (type.prefix.connection != element->prefix.connection) {
    fault_unsupported(f->faults, element->name_span,
                      "flow or stream in a type");
    instance->broken = true;
  } else if (type.scope->kind == CLASS_BUILTIN) {
    make_variable(f, instance, &type);
  } else {
    enter_component(in, instance, &type);
  }
}

/* The same class by two ways of inheritance counts once (section 7.1.1). */
static bool is_inherited_again(Flattening *f, const Instance *instance,
                               const AstElement *element, ClassScope *base)
{
  if (!name_map_find(&f->bases, instance->id, base->full_name)) {
    name_map_add(&f->bases, instance->id, base->full_name, base);
    return false;
  }
  if (element->modification && element->modification->n_arguments > 0) {
    fault_unsupported(f->faults, element->span,
                      "inheriting the same class again with modifications");
  }
  return true;
}

static void enter_base(Instantiation *in, const Frame *frame,
                       const AstElement *element, ClassScope *base)
{
  Flattening *f = in->f;
  Context context = {frame->instance, frame->scope};
  if (base->kind != CLASS_WRITTEN) {
    fault_error(f->faults, element->type->span, E204,
                "a class that extends %s can have nothing else",
                base->full_name);
    return;
  }
  if (!check_recursion(in, element->type->span, base, "extends")) return;
  if (is_inherited_again(f, frame->instance, element, base)) return;
  Modifier *own = modification_make(&f->modifications, frame->scope->ast->name,
                                    element->modification, context);
  check_modifier(f, own, base, ON_BASE);
  Frame next = {.instance = frame->instance, .scope = base};
  next.modifier = modification_merge(&f->modifications, frame->modifier, own);
  next.is_protected = frame->is_protected || element->is_protected;
  next.constants_only = frame->constants_only;
  push_frame(in, next);
}

/* extends a short class: extends what it stands for, modified. */
static void enter_short_base(Instantiation *in, const Frame *frame)
{
  Flattening *f = in->f;
  ComponentType type = {.scope = frame->scope, .modifier = frame->modifier};
  if (!follow_base(f, &type)) return;
  if (type.scope->kind != CLASS_WRITTEN) {
    fault_error(f->faults, frame->scope->ast->name_span, E204,
                "'%s' is a type, no class with components",
                frame->scope->full_name);
    return;
  }
  if (!check_recursion(in, frame->scope->ast->name_span, type.scope,
                       "extends")) {
    return;
  }
  Frame next = *frame;
  next.scope = type.scope;
  next.modifier = type.modifier;
  next.next = next.next_base = 0;
  push_frame(in, next);
}

static bool is_skipped(const Frame *frame, const AstElement *element)
{
  return frame->constants_only && element->kind != AST_ELEMENT_EXTENDS &&
         !(element->kind == AST_ELEMENT_COMPONENT &&
           element->prefix.variability == AST_CONSTANT);
}

static void visit_element(Instantiation *in, Frame *frame)
{
  Flattening *f = in->f;
  const AstElement *element = frame->scope->ast->element[frame->next++];
  if (is_skipped(frame, element)) return;
  switch (element->kind) {
  case AST_ELEMENT_IMPORT:
    fault_unsupported(f->faults, element->span, "import");
    break;
  case AST_ELEMENT_CLASS:
    if (element->redeclare) {
      fault_unsupported(f->faults, element->class_def->name_span, "redeclare");
    }
    break;
  case AST_ELEMENT_EXTENDS: {
    Frame copy = *frame;
    lookup_bases(f->lookup, frame->scope);
    int number = frame->next_base++;
    ClassScope *base =
        number < frame->scope->n_bases ? frame->scope->base[number] : NULL;
    if (base) enter_base(in, &copy, element, base);
    break;
  }
  case AST_ELEMENT_COMPONENT: {
    Frame copy = *frame; /* entering a class may move the frames */
    visit_component(in, &copy, element);
    break;
  }
  }
}

static void leave(Instantiation *in, const Frame *frame)
{
  Flattening *f = in->f;
  if (!frame->constants_only) {
    f->body = vector_grow(f->arena, f->body, &f->cap_bodies, f->n_bodies + 1,
                          sizeof f->body[0]);
    f->body[f->n_bodies++] = (Body){frame->instance, frame->scope};
  }
  frame->scope->active--;
  in->n_frames--;
}

static void run(Instantiation *in)
{
  while (in->n_frames > 0 && !in->f->is_too_large) {
    Frame *frame = &in->frame[in->n_frames - 1];
    const AstClass *ast = frame->scope->ast;
    lookup_own(in->f->lookup, frame->scope, ast->name); /* E203 */
    if (ast->form == AST_SHORT && frame->next == 0) {
      frame->next = 1;
      Frame copy = *frame;
      enter_short_base(in, &copy);
    } else if (frame->next < ast->n_elements) {
      visit_element(in, frame);
    } else {
      Frame copy = *frame;
      leave(in, &copy);
    }
  }
}

static Instance *instantiate(Flattening *f, ClassScope *scope,
                             bool constants_only)
{
  Name path = constants_only ? scope->full_name : session_name(f->s, "");
  Instance *instance = make_instance(f, NULL, path, scope);
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  Instantiation in = {.f = f, .arena = scratch};
  Frame frame = {.instance = instance, .scope = scope};
  frame.constants_only = constants_only;
  push_frame(&in, frame);
  run(&in);
  arena_release(mark);
  return instance;
}

Instance *instantiate_model(Flattening *f, ClassScope *scope)
{
  if (!check_form(f, scope)) return NULL;
  return instantiate(f, scope, false);
}

Instance *instantiate_constants(Flattening *f, ClassScope *scope)
{
  assert(f->n_visible >= 0 && scope->kind == CLASS_WRITTEN);
  if (!scope->constants) {
    scope->constants = instantiate(f, scope, true);
  }
  return scope->constants;
}
