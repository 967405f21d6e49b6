/* lookup_part.c: the parts of a class: its own text, and places in them. */
#include <assert.h>

#include "base/vector.h"
#include "flatten/classes/lookup_inside.h"

ClassPart *lookup_make_part(const Lookup *l, InstClass *whole, InstClass *from)
{
  assert(from->kind == CLASS_BUILTIN || from->ast);
  ClassPart *part = arena_alloc(l->arena, sizeof *part);
  part->id = l->tables->n_parts++;
  part->whole = whole;
  part->source = from;
  part->class_name = from->full_name;
  part->enclosing = from->enclosing;
  part->ast = from->ast;
  if (from->kind == CLASS_BUILTIN) {
    part->builtin = from;
    part->bases_state = BASES_KNOWN;
  } else {
    part->text = lookup_text(l, from->ast);
  }
  return part;
}

ClassPart *lookup_first_part(const Lookup *l, InstClass *c)
{
  if (c->first) return c->first;
  assert(c->kind == CLASS_WRITTEN || !c->constraint);
  c->first = lookup_make_part(l, c, c);
  c->first->modifier = c->modifier;
  if (c->constraint && c->ast->form != AST_SHORT) {
    c->first->modifier =
        modification_merge(l->modifications, c->modifier, c->constraint);
  }
  return c->first;
}

Context lookup_context(const ClassPart *part)
{
  assert(part->whole);
  return (Context){.instance = part->whole->instance,
                   .part = (ClassPart *)part};
}

void lookup_push_bases(const Lookup *l, PartList *work, const ClassPart *part)
{
  assert(part->bases_state != BASES_ACTIVE || part->n_bases == 0);
  for (int i = part->n_bases - 1; i >= 0; i--) {
    ClassPart *base = part->base[i];
    if (!base) continue;
    work->item =
        vector_grow(session_scratch(l->s), work->item, &work->cap_items,
                    work->n_items + 1, sizeof work->item[0]);
    work->item[work->n_items++] = base;
  }
}
