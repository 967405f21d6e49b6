/* lookup_offer.c: what messages about unknown names say. */
#include "flatten/classes/lookup_inside.h"

#include <assert.h>
#include <string.h>

const char *lookup_reference_text(Session *s, const AstReference *name,
                                  int n_parts)
{
  assert(n_parts > 0 && n_parts <= name->n_parts);
  Arena *arena = session_scratch(s);
  size_t length = 2;
  for (int i = 0; i < n_parts; i++) length += strlen(name->part[i].ident) + 1;
  char *text = arena_alloc(arena, length), *end = text;
  if (name->leading_dot) *end++ = '.';
  for (int i = 0; i < n_parts; i++) {
    if (i > 0) *end++ = '.';
    size_t n = strlen(name->part[i].ident);
    memcpy(end, name->part[i].ident, n);
    end += n;
  }
  assert(end < text + length);
  *end = 0;
  return text;
}

static void offer_part(const Lookup *l, const ClassPart *part,
                       bool classes_only, Suggestion *near)
{
  if (!part->ast) return;
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    if (element->kind == AST_ELEMENT_CLASS) {
      suggest_offer(near, element->class_def->name);
    } else if (element->kind != AST_ELEMENT_COMPONENT || classes_only) {
      continue;
    } else if (element->is_protected) {
      suggest_offer_hidden(near, element->name);
    } else {
      suggest_offer(near, element->name);
    }
  }
  int n;
  const Name *child = library_child_names(l->library, part->ast, &n);
  for (int i = 0; i < n; i++) suggest_offer(near, child[i]);
}

/* Helps with messages only: what is not resolved yet stays so. */
static void offer_parts(const Lookup *l, ClassPart *part, bool classes_only,
                        Suggestion *near)
{
  if (near->distance == 0) return;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  PartList work = {0};
  offer_part(l, part, classes_only, near);
  lookup_push_bases(l, &work, part);
  while (work.n_items > 0) {
    ClassPart *base = work.item[--work.n_items];
    offer_part(l, base, classes_only, near);
    lookup_push_bases(l, &work, base);
  }
  arena_release(mark);
}

void lookup_offer_members(const Lookup *l, InstClass *c, bool classes_only,
                          Suggestion *near)
{
  if (c->kind == CLASS_BUILTIN) {
    for (int i = 0; c->enumeration && i < c->enumeration->n_literals; i++)
      suggest_offer(near, c->enumeration->literal[i]);
    return;
  }
  offer_parts(l, lookup_first_part(l, c), classes_only, near);
}

static void offer_top_level(const Lookup *l, Suggestion *near)
{
  int n;
  const Name *name = library_top_names(l->library, &n);
  for (int i = 0; i < n; i++) suggest_offer(near, name[i]);
  for (int i = 0; i < 4; i++)
    suggest_offer(near, l->tables->builtin[i]->full_name);
}

void lookup_offer(const Lookup *l, Context from, bool classes_only,
                  Suggestion *near)
{
  for (Context at = from; at.part; at = at.part->enclosing) {
    offer_parts(l, at.part, classes_only, near);
  }
  offer_top_level(l, near);
}

static bool has_faulty_base(const Lookup *l, ClassPart *part)
{
  ArenaMark mark = arena_mark(session_scratch(l->s));
  PartList work = {0};
  bool faulty = false;
  for (const ClassPart *at = part; at && !faulty;) {
    faulty = at->ast && at->ast->is_incomplete;
    for (int i = 0; i < at->n_bases; i++) faulty = faulty || !at->base[i];
    lookup_push_bases(l, &work, at);
    at = work.n_items > 0 ? work.item[--work.n_items] : NULL;
  }
  arena_release(mark);
  return faulty;
}

bool lookup_is_incomplete(const Lookup *l, Context from)
{
  for (Context at = from; at.part; at = at.part->enclosing) {
    if (has_faulty_base(l, at.part)) return true;
  }
  return false;
}

bool lookup_is_incomplete_class(const Lookup *l, InstClass *c)
{
  return c->kind == CLASS_WRITTEN &&
         has_faulty_base(l, lookup_first_part(l, c));
}
