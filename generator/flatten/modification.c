/* modification.c: trees of modifiers from the syntax tree, and their merge.
 *
 * Recursion follows the nesting of the text, which the parser limits; dotted
 * names (a.b.c = 1) are limited here.
 */
#include "flatten/modification.h"

#include <assert.h>

#define MANY_CHILDREN 8 /* from here on children are found by hash */
#define DEEPEST_NAME 100

void modification_init(Modifications *m, Faults *faults)
{
  m->faults = faults;
  m->arena = faults->s->instance_arena;
  m->n_modifiers = 0;
  name_map_init(&m->index, m->arena);
}

static Modifier *make_modifier(Modifications *m, Name name, Span span)
{
  Modifier *modifier = arena_alloc(m->arena, sizeof *modifier);
  modifier->id = m->n_modifiers++;
  modifier->name = name;
  modifier->span = span;
  return modifier;
}

static void index_child(Modifications *m, const Modifier *parent,
                        Modifier *child)
{
  name_map_add(&m->index, parent->id, child->name, child);
}

static void append_child(Modifications *m, Modifier *parent, Modifier *child)
{
  assert(!child->next);
  if (parent->last)
    parent->last->next = child;
  else
    parent->first = child;
  parent->last = child;
  parent->n_children++;
  if (parent->n_children == MANY_CHILDREN) {
    for (Modifier *c = parent->first; c; c = c->next)
      index_child(m, parent, c);
  } else if (parent->n_children > MANY_CHILDREN) {
    index_child(m, parent, child);
  }
}

Modifier *modification_find(const Modifications *m, const Modifier *modifier,
                            Name name)
{
  if (!modifier) return NULL;
  if (modifier->n_children >= MANY_CHILDREN) {
    return name_map_find(&m->index, modifier->id, name);
  }
  for (Modifier *child = modifier->first; child; child = child->next) {
    if (child->name == name) return child;
  }
  return NULL;
}

/* --- from the syntax tree --- */

static Modifier *find_or_append(Modifications *m, Modifier *parent, Name name,
                                Span span)
{
  Modifier *child = modification_find(m, parent, name);
  if (child) return child;
  child = make_modifier(m, name, span);
  append_child(m, parent, child);
  return child;
}

static void fill(Modifications *m, Modifier *modifier,
                 const AstModification *written, Context context);

static bool check_argument(Modifications *m, const AstArgument *argument)
{
  switch (argument->kind) {
  case AST_MODIFY:
    break;
  case AST_REDECLARE_CLASS:
  case AST_REDECLARE_COMPONENT:
    fault_unsupported(m->faults, argument->span, "redeclare");
    return false;
  case AST_BREAK_CONNECT:
  case AST_BREAK_COMPONENT:
    fault_unsupported(m->faults, argument->span, "break in a modification");
    return false;
  }
  if (argument->name->n_parts <= DEEPEST_NAME) return true;
  fault_error(m->faults, argument->name->span, E122,
              "a name of more than %d parts", DEEPEST_NAME);
  return false;
}

static void add_argument(Modifications *m, Modifier *parent,
                         const AstArgument *argument, Context context)
{
  if (!check_argument(m, argument)) return;
  Modifier *at = parent;
  for (int i = 0; i < argument->name->n_parts; i++) {
    at = find_or_append(m, at, argument->name->part[i].ident, argument->span);
  }
  if (at->value && argument->modification && argument->modification->value) {
    Diagnostic *d = fault_error(m->faults, argument->span, E203,
                                "'%s' is modified twice", at->name);
    fault_note(m->faults, d, at->span, "first modified here");
    return;
  }
  at->final = at->final || argument->final;
  if (argument->modification) fill(m, at, argument->modification, context);
}

static void fill(Modifications *m, Modifier *modifier,
                 const AstModification *written, Context context)
{
  if (written->is_break) {
    fault_unsupported(m->faults, written->span, "'= break'");
  }
  if (written->value) {
    modifier->value = written->value;
    modifier->context = context;
  }
  for (int i = 0; i < written->n_arguments; i++) {
    add_argument(m, modifier, written->argument[i], context);
  }
}

Modifier *modification_make(Modifications *m, Name name,
                            const AstModification *written, Context context)
{
  if (!written) return NULL;
  Modifier *modifier = make_modifier(m, name, written->span);
  fill(m, modifier, written, context);
  return modifier;
}

/* --- merging --- */

static Modifier *copy_node(Modifications *m, const Modifier *from)
{
  Modifier *copy = make_modifier(m, from->name, from->span);
  copy->final = from->final;
  copy->value = from->value;
  copy->context = from->context;
  return copy;
}

/* A node has one parent only (`next` is inside it), its children may have
 * several: the copy shares them, and the id under which they are indexed. */
static Modifier *share(Modifications *m, const Modifier *from)
{
  Modifier *copy = arena_alloc(m->arena, sizeof *copy);
  *copy = *from;
  copy->next = NULL;
  return copy;
}

Modifier *modification_merge(Modifications *m, Modifier *outer, Modifier *inner)
{
  if (!outer) return inner;
  if (!inner) return outer;
  if (inner->final) {
    Diagnostic *d =
        fault_error(m->faults, outer->span, E211,
                    "'%s' is final and cannot be modified", inner->name);
    fault_note(m->faults, d, inner->span, "made final here");
    return inner;
  }
  Modifier *merged = copy_node(m, outer->value ? outer : inner);
  merged->final = outer->final;
  merged->span = outer->span;
  for (Modifier *c = inner->first; c; c = c->next) {
    Modifier *over = modification_find(m, outer, c->name);
    Modifier *both = modification_merge(m, over, c);
    append_child(m, merged, both == c || both == over ? share(m, both) : both);
  }
  for (Modifier *c = outer->first; c; c = c->next) {
    if (!modification_find(m, inner, c->name)) {
      append_child(m, merged, share(m, c));
    }
  }
  return merged;
}
