/* modification.c: trees of modifiers from the syntax tree, and their merge.
 *
 * Recursion follows the nesting of the text, which the parser limits; dotted
 * names (a.b.c = 1) are limited here.
 */
#include "flatten/classes/modification.h"

#include <assert.h>

#define MANY_CHILDREN 8 /* from here on children are found by hash */
#define DEEPEST_NAME 100

Modifications modification_create(const Faults *faults)
{
  Arena *arena = faults->s->instance_arena;
  Modifications m = {faults, arena, arena_alloc(arena, sizeof *m.table)};
  name_map_init(&m.table->index, arena);
  return m;
}

static Modifier *make_modifier(const Modifications *m, Name name, Span span)
{
  Modifier *modifier = arena_alloc(m->arena, sizeof *modifier);
  modifier->id = m->table->n_modifiers++;
  modifier->name = name;
  modifier->span = span;
  return modifier;
}

static void index_child(const Modifications *m, const Modifier *parent,
                        Modifier *child)
{
  name_map_add(&m->table->index, parent->id, child->name, child);
}

static void append_child(const Modifications *m, Modifier *parent,
                         Modifier *child)
{
  assert(!child->next && child != parent);
  if (parent->last)
    parent->last->next = child;
  else
    parent->first = child;
  parent->last = child;
  parent->n_children++;
  if (parent->n_children == MANY_CHILDREN) {
    for (Modifier *c = parent->first; c; c = c->next) index_child(m, parent, c);
  } else if (parent->n_children > MANY_CHILDREN) {
    index_child(m, parent, child);
  }
}

Modifier *modification_find(const Modifications *m, const Modifier *modifier,
                            Name name)
{
  if (!modifier) return NULL;
  if (modifier->n_children >= MANY_CHILDREN) {
    return name_map_find(&m->table->index, modifier->id, name);
  }
  for (Modifier *child = modifier->first; child; child = child->next) {
    if (child->name == name) return child;
  }
  return NULL;
}

/* --- from the syntax tree --- */

/* The node that is being filled, and what its children get. */
typedef struct Filling {
  const Modifications *m;
  Context context;
  bool is_constraint;        /* it stands after `constrainedby` */
  struct ClassPart *of_type; /* the short class that is written */
} Filling;

static Modifier *modification_find_or_append(const Modifications *m,
                                             Modifier *parent, Name name,
                                             Span span)
{
  Modifier *child = modification_find(m, parent, name);
  if (child) return child;
  child = make_modifier(m, name, span);
  child->n_levels = parent->n_levels + 1;
  child->n_each = parent->n_each;
  append_child(m, parent, child);
  return child;
}

static void modification_fill(Filling *filling, Modifier *modifier,
                              const AstModification *written);

static void modification_report_twice(const Modifications *m,
                                      const AstArgument *argument,
                                      const Modifier *first)
{
  Diagnostic *d = fault_error(m->faults, argument->span, E203,
                              "'%s' is modified twice", first->name);
  fault_note(m->faults, d, first->span, "first modified here");
}

static Name modification_element_name(const AstElement *element)
{
  return element->kind == AST_ELEMENT_CLASS ? element->class_def->name
                                            : element->name;
}

static void set_each(Modifier *at)
{
  assert(at->n_levels > 0);
  at->n_each = at->n_levels - 1;
  at->is_each = true;
}

static void set_redeclaration(Modifier *at, const AstElement *element,
                              Context context)
{
  assert(!at->redeclare);
  at->redeclare = element;
  at->redeclare_context = context;
  at->redeclare_levels = at->n_levels;
  at->redeclare_each = at->n_each;
}

static void add_redeclaration(Filling *filling, Modifier *parent,
                              const AstArgument *argument)
{
  const Modifications *m = filling->m;
  Name name = modification_element_name(argument->element);
  Modifier *at = modification_find_or_append(m, parent, name, argument->span);
  if (at->redeclare) {
    modification_report_twice(m, argument, at);
    return;
  }
  if (argument->each) set_each(at);
  at->final = at->final || argument->final;
  set_redeclaration(at, argument->element, filling->context);
  at->is_of_constraint = filling->is_constraint;
}

static void add_break(Filling *filling, Modifier *parent,
                      const AstArgument *argument)
{
  Name name = argument->name->part[0].ident;
  Modifier *at =
      modification_find_or_append(filling->m, parent, name, argument->span);
  at->is_removed = true;
}

static void add_modification(Filling *filling, Modifier *parent,
                             const AstArgument *argument)
{
  const Modifications *m = filling->m;
  if (argument->name->n_parts > DEEPEST_NAME) {
    fault_error(m->faults, argument->name->span, E122,
                "a name of more than %d parts", DEEPEST_NAME);
    return;
  }
  Modifier *at = parent;
  for (int i = 0; i < argument->name->n_parts; i++) {
    at = modification_find_or_append(m, at, argument->name->part[i].ident,
                                     argument->span);
  }
  bool has_text = argument->comment && argument->comment->text;
  if ((at->value && argument->modification && argument->modification->value) ||
      (at->is_described && has_text)) {
    modification_report_twice(m, argument, at);
    return;
  }
  at->is_described = at->is_described || has_text;
  if (argument->each) set_each(at);
  at->final = at->final || argument->final;
  if (argument->modification)
    modification_fill(filling, at, argument->modification);
  if (at->value && !at->clash) {
    for (const Modifier *c = at->first; c; c = c->next)
      if (c->value) at->clash = c;
  }
}

static void add_argument(Filling *filling, Modifier *parent,
                         const AstArgument *argument)
{
  switch (argument->kind) {
  case AST_MODIFY: add_modification(filling, parent, argument); break;
  case AST_REDECLARE_CLASS:
  case AST_REDECLARE_COMPONENT:
    add_redeclaration(filling, parent, argument);
    break;
  case AST_BREAK_COMPONENT: add_break(filling, parent, argument); break;
  case AST_BREAK_CONNECT:
    break; /* equations.c looks for it where the connection is made */
  }
}

static void modification_fill(Filling *filling, Modifier *modifier,
                              const AstModification *written)
{
  if (written->is_break) modifier->is_break = true;
  if (written->value) {
    modifier->value = written->value;
    modifier->context = filling->context;
    modifier->of_type = filling->of_type;
  }
  for (int i = 0; i < written->n_arguments; i++) {
    add_argument(filling, modifier, written->argument[i]);
  }
}

static Modifier *make_tree(const Filling *start, Name name,
                           const AstModification *written, int n_levels,
                           int n_each)
{
  if (!written) return NULL;
  Modifier *modifier = make_modifier(start->m, name, written->span);
  modifier->n_levels = n_levels;
  modifier->n_each = n_each;
  Filling filling = *start;
  modification_fill(&filling, modifier, written);
  return modifier;
}

Modifier *modification_make(const Modifications *m, Name name,
                            ModifierRoot root, const AstModification *written,
                            Context context)
{
  Filling filling = {.m = m, .context = context};
  return make_tree(&filling, name, written, root == OF_COMPONENT ? 1 : 0, 0);
}

Modifier *modification_make_of_type(const Modifications *m,
                                    struct ClassPart *type, ModifierRoot root,
                                    const AstClass *ast, Context context)
{
  Filling filling = {.m = m, .context = context, .of_type = type};
  return make_tree(&filling, ast->name, ast->base_modification,
                   root == OF_COMPONENT ? 1 : 0, 0);
}

Modifier *modification_of_new(const Modifications *m, const Modifier *modifier)
{
  assert(modifier->redeclare &&
         modifier->redeclare->kind == AST_ELEMENT_COMPONENT);
  Filling filling = {.m = m, .context = modifier->redeclare_context};
  return make_tree(&filling, modifier->name, modifier->redeclare->modification,
                   modifier->redeclare_levels, modifier->redeclare_each);
}

Modifier *modification_of_constraint(const Modifications *m,
                                     const AstElement *element, Context context,
                                     bool is_redeclared)
{
  bool is_class = element->kind == AST_ELEMENT_CLASS;
  if (!element->constraint && !is_redeclared) return NULL;
  const AstModification *written =
      element->constraint ? element->constraint->modification
      : is_class          ? element->class_def->base_modification
                          : element->modification;
  Filling filling = {.m = m, .context = context, .is_constraint = true};
  return make_tree(&filling, is_class ? NULL : element->name, written,
                   is_class ? 0 : 1, 0);
}

Modifier *modification_of_redeclared(const Modifications *m,
                                     const Modifier *modifier)
{
  if (!modifier || !modifier->redeclare) return NULL;
  const AstElement *element = modifier->redeclare;
  bool is_class = element->kind == AST_ELEMENT_CLASS;
  Modifier *own = NULL;
  if (element->constraint) {
    Filling filling = {
        .m = m, .context = modifier->redeclare_context, .is_constraint = true};
    own = make_tree(&filling, is_class ? NULL : element->name,
                    element->constraint->modification,
                    is_class ? 0 : modifier->redeclare_levels,
                    is_class ? 0 : modifier->redeclare_each);
  }
  return modification_merge(m, own, modifier->below);
}

Modifier *modification_redeclare(const Modifications *m, Modifier *to,
                                 const AstElement *element, Context context)
{
  Modifier *parent = to ? to : make_modifier(m, NULL, element->span);
  Modifier *at = modification_find_or_append(
      m, parent, modification_element_name(element), element->span);
  at->final = element->final;
  if (at->redeclare) {
    Diagnostic *d =
        fault_error(m->faults, element->span, E203,
                    "'%s' is redeclared twice in one class", at->name);
    fault_note(m->faults, d, at->redeclare->span, "redeclared here first");
    return to;
  }
  set_redeclaration(at, element, context);
  return parent;
}

/* --- merging --- */

/* The value of one node, or that it has none. */
static void modification_take_value(Modifier *to, const Modifier *from)
{
  to->value = from->value;
  to->is_break = from->is_break;
  to->context = from->context;
  to->n_levels = from->n_levels;
  to->n_each = from->n_each;
  to->is_each = from->is_each;
  to->of_type = from->of_type;
}

static void take_redeclaration(Modifier *to, const Modifier *from)
{
  to->redeclare = from->redeclare;
  to->redeclare_context = from->redeclare_context;
  to->redeclare_levels = from->redeclare_levels;
  to->redeclare_each = from->redeclare_each;
  to->replaced = from->replaced;
  to->below = from->below;
  to->earlier = from->earlier;
  to->is_of_constraint = from->is_of_constraint;
}

/* A node has one parent only (`next` is inside it), its children may have
 * several: the copy shares them, and the id under which they are indexed. */
static Modifier *modification_share(const Modifications *m,
                                    const Modifier *from)
{
  Modifier *copy = arena_alloc(m->arena, sizeof *copy);
  *copy = *from;
  copy->next = NULL;
  return copy;
}

static void report_final(const Modifications *m, const Modifier *outer,
                         const Modifier *inner)
{
  Diagnostic *d =
      fault_error(m->faults, outer->span, E211,
                  "'%s' is final and cannot be modified", inner->name);
  fault_note(m->faults, d, inner->span, "made final here");
}

static bool modification_is_same_reference(const AstReference *a,
                                           const AstReference *b)
{
  if (a->n_parts != b->n_parts || a->leading_dot != b->leading_dot)
    return false;
  int k = 0;
  while (k < a->n_parts && a->part[k].ident == b->part[k].ident) k++;
  return k == a->n_parts;
}

/* Both declarations name the same class, in the same words. */
static bool modification_is_same_class(const AstElement *a, const AstElement *b)
{
  if (a->kind != b->kind) return false;
  if (a->kind == AST_ELEMENT_COMPONENT)
    return modification_is_same_reference(a->type, b->type);
  return a->class_def->form == AST_SHORT && b->class_def->form == AST_SHORT &&
         modification_is_same_reference(a->class_def->base, b->class_def->base);
}

/* Section 7.3.3: who redeclares says whether that can be done again. Where a
 * library says the same once more, it is clear what is meant. */
static void report_not_replaceable(const Modifications *m,
                                   const Modifier *outer, const Modifier *inner)
{
  if (inner->is_of_constraint) return;
  bool is_clear =
      fault_is_from_library(m->faults, outer->span) &&
      modification_is_same_class(outer->redeclare, inner->redeclare);
  Diagnostic *d = (is_clear ? fault_warning : fault_error)(
      m->faults, outer->span, is_clear ? W210 : E211,
      "'%s' was redeclared without 'replaceable'%s", inner->name,
      is_clear ? ", as the same class (section 7.3.3)"
               : " and cannot be redeclared again");
  fault_note(m->faults, d, inner->span, "redeclared here first");
}

/* `final` of a redeclaration forbids another one, not modifications. */
static bool is_forbidden(const Modifier *outer, const Modifier *inner)
{
  if (!inner->final) return false;
  return !inner->redeclare || outer->redeclare;
}

/* A child with a value; NULL: none. */
static const Modifier *valued_child(const Modifier *modifier)
{
  const Modifier *c = modifier->first;
  while (c && !c->value) c = c->next;
  return c;
}

static const Modifier *clash_of(const Modifier *outer, const Modifier *inner)
{
  if (outer->clash) return outer->clash;
  if (outer->value) return NULL;
  const Modifier *part =
      inner->value && !outer->is_break ? valued_child(outer) : NULL;
  return part ? part : inner->clash;
}

static Modifier *merge_nodes(const Modifications *m, const Modifier *outer,
                             const Modifier *inner)
{
  assert(!outer->redeclare);
  Modifier *merged = make_modifier(m, inner->name, outer->span);
  bool outer_decides = outer->value || outer->is_break || outer->redeclare;
  modification_take_value(merged, outer_decides ? outer : inner);
  take_redeclaration(merged, outer->redeclare ? outer : inner);
  merged->is_removed = outer->is_removed || inner->is_removed;
  merged->innermost = inner->innermost ? inner->innermost
                      : inner->value   ? inner
                                       : outer->innermost;
  merged->clash = clash_of(outer, inner);
  merged->final = outer->final || (inner->redeclare && inner->final);
  return merged;
}

static bool extends_replaced(const AstElement *redeclare)
{
  return redeclare->kind == AST_ELEMENT_CLASS &&
         redeclare->class_def->form == AST_LONG_EXTENDS;
}

/* What a node says about the members of the element: a modification of a
 * replaceable element is one of its constraining type too (section 7.3.2), and
 * so holds for what takes its place, as does a value that the component around
 * gives it. NULL: nothing. */
static Modifier *modification_of_members(const Modifications *m,
                                         const Modifier *modifier,
                                         bool is_class)
{
  if (modifier->n_children == 0 && (is_class || !modifier->value)) return NULL;
  if (is_class) {
    Modifier *copy = modification_of_class(m, modifier);
    copy->name = NULL;
    return copy;
  }
  Modifier *copy = modification_share(m, modifier);
  copy->is_break = copy->final = false;
  copy->redeclare = NULL;
  copy->replaced = copy->below = NULL;
  return copy;
}

/* A redeclaration that is overridden constrains what overrides it. */
static bool modification_is_constrained(const Modifier *modifier)
{
  const Modifier *before = modifier->earlier;
  while (before && !before->redeclare->constraint) before = before->earlier;
  return before != NULL;
}

/* What was there is gone, but for its constraint, unless the new class extends
 * it. */
static Modifier *modification_replace(const Modifications *m, Modifier *outer,
                                      Modifier *inner)
{
  assert(outer->redeclare);
  bool is_class = outer->redeclare->kind == AST_ELEMENT_CLASS;
  bool is_extended = extends_replaced(outer->redeclare);
  if (!is_extended && !inner->redeclare && inner->n_children == 0 &&
      !inner->value)
    return outer;
  Modifier *copy = modification_share(m, outer);
  Modifier *below = modification_of_redeclared(m, inner);
  if (is_extended)
    copy->replaced = modification_merge(m, outer->replaced, inner);
  else
    below = modification_merge(m, modification_of_members(m, inner, is_class),
                               below);
  copy->below = modification_merge(m, outer->below, below);
  if (inner->redeclare && !modification_is_constrained(copy))
    copy->earlier = inner;
  return copy;
}

/* What stands after `constrainedby` is asked of all classes that take the
 * place; a class that has chosen for good keeps its choice, and a declaration
 * overrides it (section 7.3.2). */
Modifier *modification_merge(const Modifications *m, Modifier *outer,
                             Modifier *inner)
{
  if (!outer) return inner;
  if (!inner) return outer;
  if (is_forbidden(outer, inner)) {
    report_final(m, outer, inner);
    return inner;
  }
  if (outer->redeclare && inner->redeclare && !inner->redeclare->replaceable) {
    if (outer->is_of_constraint) return inner;
    report_not_replaceable(m, outer, inner);
  }
  if (outer->redeclare) return modification_replace(m, outer, inner);
  Modifier *merged = merge_nodes(m, outer, inner);
  for (Modifier *c = inner->first; c; c = c->next) {
    Modifier *over = modification_find(m, outer, c->name);
    Modifier *both = modification_merge(m, over, c);
    append_child(m, merged,
                 both == c || both == over ? modification_share(m, both)
                                           : both);
  }
  for (Modifier *c = outer->first; c; c = c->next) {
    if (!modification_find(m, inner, c->name)) {
      append_child(m, merged, modification_share(m, c));
    }
  }
  return merged;
}

/* The copy of a node and of all below it; n_each names are left out. */
static Modifier *without_levels(const Modifications *m, const Modifier *from,
                                int n_each)
{
  Modifier *copy = make_modifier(m, from->name, from->span);
  int32_t id = copy->id;
  *copy = *from;
  copy->id = id;
  copy->first = copy->last = copy->next = NULL;
  copy->n_children = 0;
  if (copy->n_each < n_each) copy->n_each = n_each;
  if (copy->redeclare_each < n_each) copy->redeclare_each = n_each;
  for (const Modifier *c = from->first; c; c = c->next)
    append_child(m, copy, without_levels(m, c, n_each));
  assert(copy->n_children == from->n_children);
  return copy;
}

Modifier *modification_of_class(const Modifications *m,
                                const Modifier *modifier)
{
  if (!modifier) return NULL;
  Modifier *copy = without_levels(m, modifier, modifier->n_levels);
  copy->redeclare = NULL;
  copy->replaced = NULL;
  copy->below = NULL;
  copy->final = false;
  return copy;
}
