/* instance.c: one component: its class and modifier; the elements of an array
 * whose size is known. Nothing here enters the flat model. */
#include "flatten/instances/instance.h"
#include "flatten/instances/instance_kind.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text/integer_text.h"
#include "base/vector.h"
#include "flatten/classes/constraint_keep.h"
#include "flatten/instances/component_family.h"

/* --- shells --- */

Instance *instance_make(const Flattening *f, Instance *parent, Name name,
                        Name path)
{
  Instance *instance = arena_alloc(f->arena, sizeof *instance);
  instance->id = f->tables->n_instances++;
  if (parent && parent->replica_of)
    f->tables->n_replicas--; /* it was left out */
  instance->parent = parent;
  instance->name = name;
  instance->path = path;
  instance->variable = (FlatVarId){-1};
  instance->variability = FLAT_CONTINUOUS;
  instance->n_elements = 1;
  return instance;
}

void instance_copy(Instance *instance, const Instance *like)
{
  Instance own = *instance;
  *instance = *like;
  instance->id = own.id;
  instance->first_part = own.first_part;
  instance->next_part = own.next_part;
  instance->n_parts = own.n_parts;
}

/* So many parts are looked for one by one: they were made together, and lie
 * together. */
enum { FEW_PARTS = 12 };

void instance_add_part(const Flattening *f, Instance *parent, Instance *part)
{
  assert(part->parent == parent && !part->next_part);
  if (parent->n_parts++ >= FEW_PARTS) {
    name_map_add(&f->tables->parts, parent->id, part->name, part);
    return;
  }
  part->next_part = parent->first_part;
  parent->first_part = part;
}

Instance *instance_find_part(const Flattening *f, const Instance *parent,
                             Name name)
{
  Instance *part = parent->first_part;
  while (part && part->name != name) part = part->next_part;
  if (part || parent->n_parts <= FEW_PARTS) return part;
  return name_map_find(&f->tables->parts, parent->id, name);
}

static Name join_path(const Flattening *f, const Instance *parent, Name name)
{
  if (parent->path[0] == 0) return name;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  size_t n_parent = strlen(parent->path), n_name = strlen(name);
  char *text = arena_alloc(session_scratch(f->s), n_parent + n_name + 2);
  memcpy(text, parent->path, n_parent);
  text[n_parent] = '.';
  memcpy(text + n_parent + 1, name, n_name);
  Name path = session_name(f->s, text);
  arena_release(mark);
  return path;
}

bool instance_is_variable(const Instance *instance)
{
  return instance->class_def && instance->class_def->kind == CLASS_BUILTIN;
}

AstRestriction instance_restriction(const Flattening *f,
                                    const Instance *instance)
{
  assert(instance->class_def);
  return lookup_true_restriction(f->lookup, instance->class_def);
}

bool instance_owns_equations(const Flattening *f, const Instance *instance)
{
  AstRestriction restriction = instance_restriction(f, instance);
  return restriction == AST_CLASS || restriction == AST_MODEL ||
         restriction == AST_BLOCK;
}

bool instance_is_expandable(const Flattening *f, const Instance *instance)
{
  return instance->class_def && instance->class_def->ast &&
         !instance_is_variable(instance) &&
         instance_restriction(f, instance) == AST_EXPANDABLE_CONNECTOR;
}

static FlatVariability prefix_variability(AstVariability variability)
{
  switch (variability) {
  case AST_CONSTANT: return FLAT_CONSTANT;
  case AST_PARAMETER: return FLAT_PARAMETER;
  case AST_DISCRETE: return FLAT_DISCRETE;
  case AST_CONTINUOUS: return FLAT_CONTINUOUS;
  }
  return FLAT_CONTINUOUS;
}

static FlatVariability instance_lower(FlatVariability a, FlatVariability b)
{
  return a < b ? a : b;
}

/* --- modifiers --- */

static Modifier *without_redeclaration(const Flattening *f,
                                       const Modifier *outer)
{
  if (!outer) return NULL;
  Modifier *copy = arena_alloc(f->arena, sizeof *copy);
  *copy = *outer;
  copy->next = NULL;
  copy->redeclare = NULL;
  copy->replaced = NULL;
  copy->below = NULL;
  copy->final = false;
  return copy;
}

/* Section 5.4: what is outer is declared, and modified, elsewhere. */
static void instance_check_outer(const Flattening *f, const Instance *instance,
                                 const Modifier *outer)
{
  const AstElement *element = instance->element;
  const AstModification *own = element->modification;
  if (!element->outer || element->inner) return;
  bool is_modified = own && (own->value || own->n_arguments > 0);
  if (!is_modified && (!outer || outer->is_removed)) return;
  fault_error(f->faults, outer ? outer->span : element->name_span, E211,
              "'%s' is outer and cannot be modified: modify the inner '%s'",
              instance->path, element->name);
}

static Modifier *element_modifier(const Flattening *f, Instance *instance,
                                  Modifier *outer, Context original)
{
  assert(instance->element && instance->original);
  const AstElement *element = instance->element;
  if (outer && instance->original->final) {
    Diagnostic *d =
        fault_error(f->faults, outer->span, E211,
                    "'%s' is final and cannot be modified", element->name);
    fault_note(f->faults, d, instance->original->name_span,
               "declared final here");
    outer = NULL;
  }
  const Modifications *m = f->modifications;
  bool is_redeclared = element != instance->original;
  Modifier *below = modification_of_constraint(m, instance->original, original,
                                               is_redeclared);
  Modifier *own;
  if (is_redeclared && outer) {
    below = modification_merge(m, modification_of_redeclared(m, outer), below);
    own = modification_of_new(m, outer);
    outer = without_redeclaration(f, outer);
  } else {
    own = modification_make(m, element->name, OF_COMPONENT,
                            element->modification, instance->context);
  }
  return modification_merge(m, outer, modification_merge(m, own, below));
}

/* --- the type of a component --- */

static void instance_add_prefix(AstTypePrefix *prefix,
                                const AstTypePrefix *more)
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

static void add_dimensions(const Flattening *f, Instance *instance,
                           const AstSubscript *written, int n, Context context)
{
  assert(n >= 0);
  Dimension *old = instance->dimension;
  int rank = instance->rank;
  if (n == 0) return;
  instance->dimension =
      arena_array(f->arena, (size_t)(rank + n), sizeof old[0]);
  for (int i = 0; i < rank; i++) instance->dimension[i] = old[i];
  for (int i = 0; i < n; i++) {
    instance->dimension[rank + i] = (Dimension){&written[i], context, NULL};
  }
  instance->rank = rank + n;
}

/* Section 4.4.2.2. */
static void check_causality(const Flattening *f, const Instance *instance,
                            const AstClass *type)
{
  static const char *const word[] = {
      [AST_INPUT] = "input", [AST_OUTPUT] = "output"};
  AstCausality own = instance->prefix.causality;
  AstCausality brought = type->base_prefix.causality;
  if (own == AST_CAUSALITY_NONE || brought == AST_CAUSALITY_NONE ||
      own == brought)
    return;
  Diagnostic *d =
      fault_error(f->faults, instance->element->name_span, E209,
                  "'%s' cannot be both %s and %s (section 4.4.2.2)",
                  instance->element->name, word[own], word[brought]);
  fault_note(f->faults, d, type->name_span, "'%s' is an %s", type->name,
             word[brought]);
}

/* Short classes on the way from the named type bring prefixes and sizes. */
static void follow_short(const Flattening *f, Instance *instance)
{
  ClassPart *part = instance->type->kind == CLASS_WRITTEN
                        ? lookup_first_part(f->lookup, instance->type)
                        : NULL;
  for (; part && !part->builtin; part = lookup_only_base(f->lookup, part)) {
    if (part->ast->form != AST_SHORT) continue;
    check_causality(f, instance, part->ast);
    instance_add_prefix(&instance->prefix, &part->ast->base_prefix);
    add_dimensions(f, instance, part->ast->base_subscript,
                   part->ast->n_base_subscripts, part->enclosing);
  }
}

static bool is_faulty_type(const Flattening *f, InstClass *c)
{
  ClassPart *part = lookup_first_part(f->lookup, c);
  while (part && !part->builtin && part->ast->form == AST_SHORT) {
    lookup_bases(f->lookup, part);
    part = part->n_bases == 1 ? part->base[0] : NULL;
  }
  return !part;
}

/* Classes that a modifier redeclares are looked up, used or not: they must
 * fit. */
static void find_redeclared(const Flattening *f, const Instance *instance)
{
  const Modifier *c = instance->modifier ? instance->modifier->first : NULL;
  for (; c; c = c->next) {
    if (c->redeclare && c->redeclare->kind == AST_ELEMENT_CLASS)
      lookup_in_class(f->lookup, instance->class_def, c->name);
  }
}

static bool set_class(const Flattening *f, Instance *instance)
{
  InstClass *type = instance->type;
  if (type->kind == CLASS_WRITTEN && is_faulty_type(f, type)) return false;
  ClassPart *end =
      type->kind == CLASS_BUILTIN ? NULL : lookup_type_end(f->lookup, type);
  if (type->kind == CLASS_BUILTIN || end) {
    if (end) instance_check_type(f, type);
    instance->class_def = end ? end->builtin : type;
    if (!instance_check_object(f, instance)) return false;
    instance->modifier =
        modification_merge(f->modifications, instance->modifier,
                           end ? end->modifier : type->modifier);
    return true;
  }
  instance->class_def = type;
  if (!instance_check_class(f, instance)) return false;
  if (instance->element->outer) return true;
  instance_check_modifier(f, instance->modifier, type);
  if (instance->rank > 0) return true;
  instance->class_def =
      lookup_instance_class(f->lookup, type, instance, instance->modifier);
  find_redeclared(f, instance);
  return true;
}

/* A record, or a connector that stands for one: `output Complex`. */
static bool is_record(const Flattening *f, const Instance *instance)
{
  if (!instance->class_def || !instance->class_def->ast) return false;
  ClassPart *part = lookup_first_part(f->lookup, instance->class_def);
  while (part && part->ast) {
    AstRestriction r = part->ast->restriction;
    if (r == AST_RECORD || r == AST_OPERATOR_RECORD) return true;
    if (r != AST_CONNECTOR && r != AST_TYPE && r != AST_CLASS) return false;
    part = lookup_only_base(f->lookup, part);
  }
  return false;
}

/* Section 7.2.3: a record has a value as a whole or by its parts. */
static void check_clash(const Flattening *f, const Instance *instance)
{
  const Modifier *m = instance->modifier;
  if (!m || !m->value || !m->clash || instance_is_variable(instance) ||
      !is_record(f, instance))
    return;
  Diagnostic *d = fault_error(
      f->faults, m->clash->span, E211,
      "'%s' has a value as a whole: its part '%s' cannot get another one "
      "(section 7.2.3)",
      instance->path, m->clash->name);
  fault_note(f->faults, d, m->value->span, "the value of the whole");
}

/* False: its class is faulty, so nobody knows what its value is. */
static bool check_whole_value(const Flattening *f, Instance *instance)
{
  const Modifier *modifier = instance->modifier;
  if (!modifier || !modifier->value || instance_is_variable(instance) ||
      is_record(f, instance) ||
      instance_restriction(f, instance) == AST_FUNCTION) {
    return true; /* a function: the default of a functional input */
  }
  lookup_bases(f->lookup, lookup_first_part(f->lookup, instance->class_def));
  if (lookup_is_incomplete_class(f->lookup, instance->class_def)) return false;
  fault_error(f->faults, modifier->value->span, E204,
              "a value for the whole %s '%s': only records have one",
              lookup_restriction(instance->class_def), instance->path);
  return true;
}

static bool is_protected_part(const ClassPart *part)
{
  for (; part; part = part->parent) {
    if (part->extends && part->extends->is_protected) return true;
  }
  return false;
}

static bool resolve_type(const Flattening *f, Instance *instance,
                         Modifier *outer, Context original)
{
  const AstElement *element = instance->element;
  instance_check_outer(f, instance, outer);
  instance->modifier = element_modifier(f, instance, outer, original);
  instance->prefix = element->prefix;
  instance->type = lookup_class(f->lookup, instance->context, element->type);
  if (!instance->type) return false;
  bool is_library = session_source(f->s, element->name_span.source)->is_library;
  if (element->replaceable && !is_library)
    lookup_check_settled(f->lookup, instance->context,
                         element->constraint ? element->constraint->type
                                             : element->type);
  if (element->constraint)
    constraint_keep_own(f->lookup, element, instance->context, instance->type);
  if (element != instance->original) {
    constraint_keep(f->lookup, instance->original, original, outer,
                    instance->type);
  }
  add_dimensions(f, instance, element->subscript, element->n_subscripts,
                 instance->context);
  add_dimensions(f, instance, element->type_subscript,
                 element->n_type_subscripts, instance->context);
  const AstElement *before = instance->original;
  if (before != element) /* section 7.3 */
    instance_add_prefix(&instance->prefix, &before->prefix);
  if (before != element && instance->rank == 0) {
    add_dimensions(f, instance, before->subscript, before->n_subscripts,
                   original);
    add_dimensions(f, instance, before->type_subscript,
                   before->n_type_subscripts, original);
  }
  follow_short(f, instance);
  if (!set_class(f, instance)) return false;
  instance_kind_check(f, instance);
  instance->variability = instance_lower(
      instance->variability, prefix_variability(instance->prefix.variability));
  instance_check_each(f, instance);
  check_clash(f, instance);
  return check_whole_value(f, instance);
}

/* The record around it, if its value is given as a whole. */
static Instance *binder(const Flattening *f, Instance *parent)
{
  if (parent->bound_by) return parent->bound_by;
  const Modifier *m = parent->modifier;
  return m && m->value && is_record(f, parent) ? parent : NULL;
}

Instance *instance_make_part(const Flattening *f, Instance *parent, Name name)
{
  Instance *made = instance_make(f, parent, name, join_path(f, parent, name));
  instance_add_part(f, parent, made);
  return made;
}

/* `inner outer` is two declarations of one name: the inner one, which is seen
 * from inside, becomes instance->inner_side. */
static void add_inner_side(const Flattening *f, Instance *instance)
{
  Instance *inner = instance_make(f, NULL, NULL, NULL);
  instance_copy(inner, instance);
  inner->is_inner_side = true;
  instance->inner_side = inner;
  if (instance->broken || instance_is_variable(inner) || inner->rank > 0) {
    return;
  }
  inner->class_def =
      lookup_instance_class(f->lookup, inner->type, inner, inner->modifier);
}

static Instance *make_child(const Flattening *f, Instance *parent,
                            const Member *member)
{
  assert(member->element && member->element->kind == AST_ELEMENT_COMPONENT);
  const AstElement *element = member->element;
  Context original = lookup_context(member->part);
  Instance *instance = instance_make_part(f, parent, element->name);
  Modifier *outer = modification_find(f->modifications, member->part->modifier,
                                      element->name);
  instance->element = instance->original = element;
  instance->context = original;
  instance->original_part = member->part;
  if (outer && outer->redeclare &&
      outer->redeclare->kind == AST_ELEMENT_COMPONENT) {
    instance->element = outer->redeclare;
    instance->context = outer->redeclare_context;
  }
  instance->variability = parent->variability;
  instance->depth = parent->depth + 1;
  instance->is_protected = parent->is_protected || element->is_protected ||
                           is_protected_part(member->part);
  instance->is_disabled = outer && outer->is_removed;
  instance->is_package = parent->is_package;
  instance->bound_by = binder(f, parent);
  FaultPlace before = fault_enter(f->faults, parent);
  instance->broken = !resolve_type(f, instance, outer, original);
  fault_leave(f->faults, &before);
  if (instance->element->inner && instance->element->outer) {
    add_inner_side(f, instance);
  }
  Instance *prototype =
      parent->replica_of
          ? instance_find_part(f, parent->replica_of, element->name)
          : NULL;
  if (prototype) component_family_adopt(f, instance, prototype);
  return instance;
}

Instance *instance_child(const Flattening *f, Instance *instance, Name name)
{
  Instance *child = instance_find_part(f, instance, name);
  if (child) return child;
  if (instance->broken || !instance->class_def ||
      instance->class_def->kind == CLASS_BUILTIN) {
    return NULL;
  }
  Member member;
  ClassPart *part = lookup_first_part(f->lookup, instance->class_def);
  if (!lookup_member(f->lookup, part, name, &member)) return NULL;
  if (!member.element || member.element->kind != AST_ELEMENT_COMPONENT) {
    return NULL;
  }
  return make_child(f, instance, &member);
}

/* --- elements of arrays --- */

/* "a.x[2,1]", without a zero at its end: *n bytes in the arena. */
static const char *indexed_text(Arena *arena, const char *name,
                                const int *index, int rank, size_t *n)
{
  size_t size = strlen(name) + 12 * (size_t)rank + 3, used = strlen(name);
  char *text = arena_alloc(arena, size);
  memcpy(text, name, used);
  for (int i = 0; i < rank; i++) {
    text[used++] = i == 0 ? '[' : ',';
    used += integer_text(index[i], text + used);
  }
  text[used++] = ']';
  assert(used < size);
  *n = used;
  return text;
}

static Name indexed_name(const Flattening *f, const char *name,
                         const int *index, int rank)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  size_t n;
  const char *text = indexed_text(session_scratch(f->s), name, index, rank, &n);
  Name result = session_name_n(f->s, text, n);
  arena_release(mark);
  return result;
}

void instance_index(const Instance *instance, int element, int *index)
{
  assert(element >= 0 && element < instance->n_elements);
  for (int i = instance->rank - 1; i >= 0; i--) {
    index[i] = element % instance->dim[i] + 1;
    element /= instance->dim[i];
  }
}

Name instance_element_path(const Flattening *f, const Instance *instance,
                           int element)
{
  if (instance->rank == 0) return instance->path;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  int *index = arena_array(session_scratch(f->s), (size_t)instance->rank,
                           sizeof index[0]);
  instance_index(instance, element, index);
  Name path = indexed_name(f, instance->path, index, instance->rank);
  arena_release(mark);
  return path;
}

const char *instance_element_text(const Flattening *f, const Instance *instance,
                                  int element)
{
  if (instance->rank == 0) return instance->path;
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  int *index = arena_array(scratch, (size_t)instance->rank, sizeof index[0]);
  instance_index(instance, element, index);
  size_t n;
  const char *text =
      indexed_text(scratch, instance->path, index, instance->rank, &n);
  const char *kept = arena_copy_text(f->s->session_arena, text, n);
  arena_release(mark);
  return kept;
}

static Instance *make_element(const Flattening *f, Instance *array, int i)
{
  assert(array->rank > 0 && i < array->n_elements);
  int *index = arena_array(f->arena, (size_t)array->rank, sizeof index[0]);
  instance_index(array, i, index);
  Instance *element =
      instance_make(f, array->parent, array->name,
                    indexed_name(f, array->path, index, array->rank));
  Name path = element->path;
  instance_copy(element, array);
  element->path = path;
  element->rank = 0;
  element->n_elements = 1;
  element->array = array;
  element->index = index;
  element->is_expanded = true;
  element->array_element = NULL;
  element->class_def =
      lookup_instance_class(f->lookup, array->type, element, array->modifier);
  return element;
}

bool instance_make_elements(const Flattening *f, Instance *array)
{
  assert(array->rank > 0 && !instance_is_variable(array));
  array->array_element = arena_array(f->arena, (size_t)array->n_elements,
                                     sizeof array->array_element[0]);
  for (int i = 0; i < array->n_elements; i++) {
    if (!instance_check_size(f, array)) return false;
    array->array_element[i] = make_element(f, array, i);
  }
  if (array->replica_of) component_family_adopt(f, array, array->replica_of);
  return true;
}

/* --- all components --- */

/* What is inherited in two ways is there once. */
static void instance_add_component(const Flattening *f, Components *list,
                                   Instance *item)
{
  for (int i = 0; i < list->n_items; i++) {
    if (list->item[i] == item) return;
  }
  list->item = vector_grow(f->arena, list->item, &list->cap_items,
                           list->n_items + 1, sizeof list->item[0]);
  list->item[list->n_items++] = item;
}

/* Bases come at the place of their extends; recursion is as deep as the
 * inheritance, which lookup.c limits. */
static void instance_add_class_text(const Flattening *f, Components *list,
                                    Instance *instance, ClassPart *part)
{
  int next_base = part->ast->form == AST_LONG ? 0 : 1;
  lookup_bases(f->lookup, part);
  if (next_base == 1 && part->n_bases > 0 && part->base[0] &&
      !part->base[0]->builtin) {
    instance_add_class_text(f, list, instance, part->base[0]);
  }
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    if (element->kind == AST_ELEMENT_EXTENDS) {
      ClassPart *base =
          next_base < part->n_bases ? part->base[next_base] : NULL;
      next_base++;
      if (base && !base->builtin)
        instance_add_class_text(f, list, instance, base);
    } else if (element->kind == AST_ELEMENT_COMPONENT && !element->redeclare) {
      Instance *child = instance_child(f, instance, element->name);
      if (child) instance_add_component(f, list, child);
    }
  }
}

Components instance_components(const Flattening *f, Instance *instance)
{
  Components list = {0};
  if (instance->broken || !instance->class_def ||
      instance->class_def->kind == CLASS_BUILTIN) {
    return list;
  }
  instance_add_class_text(f, &list, instance,
                          lookup_first_part(f->lookup, instance->class_def));
  const Components *added = instance->added;
  for (int i = 0; added && i < added->n_items; i++)
    instance_add_component(f, &list, added->item[i]);
  return list;
}

/* --- roots --- */

Instance *instance_make_root(const Flattening *f, InstClass *class_def,
                             Name path)
{
  Instance *root = instance_make(f, NULL, path, path);
  root->type = class_def;
  root->is_expanded = true;
  root->component = -1;
  return root;
}

/* Other components of a package do not exist outside of its instances; they
 * are refused where they are used. */
Instance *instance_constants(const Flattening *f, InstClass *class_def)
{
  assert(class_def->kind == CLASS_WRITTEN);
  if (!class_def->constants) {
    Instance *root = instance_make_root(f, class_def, class_def->full_name);
    root->class_def = class_def;
    root->is_package = true;
    class_def->constants = root;
  }
  return class_def->constants;
}
