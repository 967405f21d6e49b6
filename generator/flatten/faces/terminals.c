/* terminals.c: walks the connectors of the model. */
#include "flatten/faces/terminals.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/connections/connector_members.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/faces/icon_read.h"
#include "flatten/faces/placement.h"

/* Connectors nested deeper are taken for records. */
enum { TERMINALS_MOST_DEPTH = 24 };

static bool terminals_has(const Flattening *f, Instance *part)
{
  return part && !part->broken && instance_expand(f, part) &&
         !part->is_disabled;
}

static const char *terminals_text(const Flattening *f, const char *text)
{
  return text ? arena_copy_text(f->s->session_arena, text, strlen(text)) : NULL;
}

/* --- variables --- */

static TerminalRole terminals_role(const Flattening *f,
                                   const Instance *variable)
{
  switch (connector_traits(f, variable).connection) {
  case AST_FLOW: return TERMINAL_FLOW;
  case AST_STREAM: return TERMINAL_STREAM;
  case AST_CONNECTION_NONE: break;
  }
  return TERMINAL_POTENTIAL;
}

static void terminals_add_member(const Flattening *f, Terminal *terminal,
                                 const char *name, const Instance *variable)
{
  if (variable->variability == FLAT_CONSTANT) return; /* nothing to connect */
  Arena *arena = f->s->session_arena;
  int *dim = arena_array(arena, (size_t)variable->rank, sizeof dim[0]);
  for (int k = 0; k < variable->rank; k++) dim[k] = variable->dim[k];
  terminal->member =
      vector_grow(arena, terminal->member, &terminal->cap_members,
                  terminal->n_members + 1, sizeof terminal->member[0]);
  terminal->member[terminal->n_members++] =
      (TerminalMember){.name = terminals_text(f, name),
                       .variable = terminals_text(f, variable->path),
                       .dim = dim,
                       .rank = variable->rank,
                       .role = terminals_role(f, variable)};
}

/* --- connectors --- */

static TerminalForm terminals_form(const Flattening *f, const Instance *at)
{
  if (instance_is_variable(at)) return TERMINAL_SINGLE;
  return instance_is_expandable(f, at) ? TERMINAL_BUS : TERMINAL_PLUG;
}

static Terminal *terminals_more(const Flattening *f, Terminal **list, int *n,
                                int *capacity)
{
  *list = vector_grow(f->s->session_arena, *list, capacity, *n + 1,
                      sizeof list[0][0]);
  return &(*list)[(*n)++];
}

static void terminals_fill(const Flattening *f, Terminal *terminal,
                           Instance *around, const char *prefix);

/* One connector that is no array of connectors. */
static Terminal terminals_make(const Flattening *f, Instance *connector)
{
  const AstComment *comment = connector->element->comment;
  const char *path = connector->path;
  size_t n_around = strlen(connector->parent->path);
  Terminal terminal = {
      .name = terminals_text(f, n_around > 0 ? path + n_around + 1 : path),
      .class_name = terminals_text(f, connector->type->full_name),
      .description = terminals_text(f, comment ? comment->text : NULL),
      .form = terminals_form(f, connector)};
  if (instance_is_variable(connector))
    terminals_add_member(f, &terminal, connector->name, connector);
  else
    terminals_fill(f, &terminal, connector, "");
  return terminal;
}

static void terminals_take(const Flattening *f, Terminal *terminal,
                           Instance *part, const char *prefix)
{
  const char *name =
      arena_printf(session_scratch(f->s), "%s%s", prefix, part->name);
  if (instance_is_variable(part)) {
    /* a bus has signals, whatever class they are declared with */
    terminals_add_member(f, terminal, name, part);
  } else if (connector_is(f, part) && part->depth <= TERMINALS_MOST_DEPTH) {
    Terminal inside = terminals_make(f, part);
    *terminals_more(f, &terminal->inside, &terminal->n_inside,
                    &terminal->cap_inside) = inside;
  } else { /* a record */
    terminals_fill(f, terminal, part,
                   arena_printf(session_scratch(f->s), "%s.", name));
  }
}

/* The name of an element of an array ends in its subscripts. */
static void terminals_take_all(const Flattening *f, Terminal *terminal,
                               Instance *part, const char *prefix)
{
  if (!part->array_element) {
    terminals_take(f, terminal, part, prefix);
    return;
  }
  for (int e = 0; e < part->n_elements; e++) {
    Instance *element = part->array_element[e];
    if (connector_is(f, part)) {
      terminals_take(f, terminal, element, prefix);
    } else {
      const char *name = connector_element_name(f->s, part->name, part, e);
      terminals_fill(
          f, terminal, element,
          arena_printf(session_scratch(f->s), "%s%s.", prefix, name));
    }
  }
}

/* The recursion follows the nesting of connectors and records. */
static void terminals_fill(const Flattening *f, Terminal *terminal,
                           Instance *around, const char *prefix)
{
  Components parts = instance_components(f, around);
  for (int k = 0; k < parts.n_items; k++) {
    Instance *part = instance_resolve(f, parts.item[k]);
    if (terminals_has(f, part)) terminals_take_all(f, terminal, part, prefix);
  }
}

/* --- the model --- */

static bool terminals_is_public(const Flattening *f, const Instance *part)
{
  return !part->is_protected && part->element && !part->element->outer &&
         connector_is(f, part);
}

static void terminals_add(const Flattening *f, ModelFace *face, Instance *at)
{
  Terminal made = terminals_make(f, at);
  if (made.n_members == 0 && made.n_inside == 0) return;
  placement_read(f, at, &made);
  *terminals_more(f, &face->terminal, &face->n_terminals,
                  &face->cap_terminals) = made;
}

ModelFace *terminals_collect(const Flattening *f, Instance *model)
{
  assert(model && !model->parent);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  ModelFace *face = arena_alloc(f->s->session_arena, sizeof *face);
  *face = (ModelFace){0};
  Components parts = instance_components(f, model);
  for (int k = 0; k < parts.n_items; k++) {
    Instance *part = parts.item[k];
    if (!terminals_has(f, part) || !terminals_is_public(f, part)) continue;
    int n = part->array_element ? part->n_elements : 1;
    for (int e = 0; e < n; e++)
      terminals_add(f, face,
                    part->array_element ? part->array_element[e] : part);
  }
  face->icon = icon_read(f, model->class_def, model, NULL);
  arena_release(mark);
  return face;
}
