/* lsp_target.c: what a name means (lsp_walk.h). */
#include <assert.h>
#include <string.h>

#include "lsp/names/lsp_walk.h"

/* --- steps --- */

static LspTarget target_of_class(InstClass *c)
{
  LspTarget t = {.kind = LSP_OF_CLASS, .span = NO_SPAN, .class_def = c};
  if (!c) return (LspTarget){.span = NO_SPAN};
  t.name = c->full_name;
  if (c->ast) {
    t.name = c->ast->name;
    t.span = c->ast->name_span;
  }
  return t;
}

static LspTarget target_of_found(const Found *found)
{
  const AstElement *e = found->member.element;
  if (found->kind == FOUND_CLASS) return target_of_class(found->class_def);
  if (found->kind != FOUND_COMPONENT || !e || e->kind != AST_ELEMENT_COMPONENT)
    return (LspTarget){.span = NO_SPAN};
  return (LspTarget){.kind = LSP_OF_COMPONENT,
                     .name = e->name,
                     .span = e->name_span,
                     .element = e,
                     .part = found->member.part};
}

static const AstClass *target_enumeration(const InstClass *c)
{
  return c && c->ast && c->ast->form == AST_ENUMERATION ? c->ast : NULL;
}

/* The predefined type that a class stands for in the end; else NULL. */
static InstClass *target_end(LspView *v, InstClass *c)
{
  if (!c || c->kind == CLASS_BUILTIN) return c;
  ClassPart *end = lookup_type_end(lsp_view_names(v)->lookup, c);
  return end ? end->builtin : NULL;
}

static bool target_is_attribute(Name name)
{
  static const char *const word[] = {
      "quantity", "unit",  "displayUnit", "min",         "max",
      "start",    "fixed", "nominal",     "stateSelect", "unbounded"};
  for (size_t k = 0; k < sizeof word / sizeof word[0]; k++) {
    if (strcmp(word[k], name) == 0) return true;
  }
  return false;
}

static LspTarget target_literal(InstClass *c, const AstClass *text, Name name)
{
  for (int k = 0; text && k < text->n_literals; k++) {
    if (text->literal[k].name != name) continue;
    return (LspTarget){.kind = LSP_OF_LITERAL,
                       .name = name,
                       .span = text->literal[k].span,
                       .class_def = c,
                       .literal = &text->literal[k]};
  }
  return (LspTarget){.span = NO_SPAN};
}

LspTarget lsp_target_member(LspView *v, InstClass *c, Name name)
{
  const Lookup *l = lsp_view_names(v)->lookup;
  if (!c || !name) return (LspTarget){.span = NO_SPAN};
  LspTarget t = target_literal(c, target_enumeration(c), name);
  if (t.kind != LSP_NO_TARGET) return t;
  if (c->kind == CLASS_WRITTEN) {
    Found found = lookup_in_class(l, c, name);
    t = target_of_found(&found);
    if (t.kind != LSP_NO_TARGET) return t;
  }
  InstClass *end = target_end(v, c);
  t = target_literal(end, target_enumeration(end), name);
  if (t.kind == LSP_NO_TARGET && end && target_is_attribute(name))
    t = (LspTarget){.kind = LSP_OF_ATTRIBUTE,
                    .name = name,
                    .span = NO_SPAN,
                    .class_def = end};
  return t;
}

InstClass *lsp_target_class(LspView *v, const LspTarget *t)
{
  const Lookup *l = lsp_view_names(v)->lookup;
  if (t->kind == LSP_OF_CLASS) return t->class_def;
  if (t->kind != LSP_OF_COMPONENT || !t->part) return NULL;
  return lookup_class(l, lookup_context(t->part), t->element->type);
}

/* --- names --- */

static LspTarget target_iterator(const LspLoop *loop, Name name)
{
  for (; loop; loop = loop->outer) {
    for (int k = 0; k < loop->n; k++) {
      const AstIterator *i = &loop->iterator[k];
      if (i->name != name) continue;
      Span span = i->span;
      span.end = span.begin + (int32_t)strlen(name);
      return (LspTarget){
          .kind = LSP_OF_ITERATOR, .name = name, .span = span, .iterator = i};
    }
  }
  return (LspTarget){.span = NO_SPAN};
}

static LspTarget target_first(LspView *v, InstClass *here, const LspLoop *loop,
                              const AstReference *name)
{
  const Lookup *l = lsp_view_names(v)->lookup;
  Name first = name->part[0].ident;
  if (!name->leading_dot) {
    LspTarget t = target_iterator(loop, first);
    if (t.kind != LSP_NO_TARGET) return t;
  }
  bool is_inside = here && here->kind == CLASS_WRITTEN && !name->leading_dot;
  Found found =
      is_inside
          ? lookup_simple(l, lookup_context(lookup_first_part(l, here)), first)
          : lookup_top(l, first);
  return target_of_found(&found);
}

LspTarget lsp_target_of_name(LspView *v, InstClass *here, const LspLoop *loop,
                             const AstReference *name, int n_parts)
{
  assert(n_parts <= name->n_parts);
  LspTarget t = {.span = NO_SPAN};
  if (n_parts == 0 || !name->part[0].ident) return t;
  t = target_first(v, here, loop, name);
  for (int k = 1; k < n_parts && t.kind != LSP_NO_TARGET; k++)
    t = lsp_target_member(v, lsp_target_class(v, &t), name->part[k].ident);
  return t;
}

LspTarget lsp_target(LspView *v, const LspUse *use)
{
  LspTarget t = {.name = use->name, .span = use->span};
  switch (use->kind) {
  case LSP_USE_PART:
    return lsp_target_of_name(v, use->here, use->loop, use->reference,
                              use->part + 1);
  case LSP_USE_MEMBER: return lsp_target_member(v, use->of, use->name);
  case LSP_USE_CLASS:
    t.kind = LSP_OF_CLASS;
    t.span = use->class_def->name_span;
    t.class_def = lsp_class_of_text(v, use->here, use->class_def);
    return t;
  case LSP_USE_ELEMENT:
    t.kind = LSP_OF_COMPONENT;
    t.element = use->element;
    if (use->here && use->here->kind == CLASS_WRITTEN)
      t.part = lookup_first_part(lsp_view_names(v)->lookup, use->here);
    return t;
  case LSP_USE_ITERATOR:
    t.kind = LSP_OF_ITERATOR;
    t.iterator = use->iterator;
    return t;
  case LSP_USE_LITERAL:
    t.kind = LSP_OF_LITERAL;
    t.literal = &use->class_def->literal[use->part];
    return t;
  }
  return t;
}

/* --- classes of the document --- */

static InstClass *target_top_class(LspView *v, const AstClass *c)
{
  const Flattening *f = lsp_view_names(v);
  const char *name = c->name;
  if (c->within)
    name = arena_printf(
        v->s->session_arena, "%s.%s",
        lookup_reference_text(v->s, c->within, c->within->n_parts), c->name);
  InstClass *found = lookup_full_name(f->lookup, name);
  return found && found->ast == c ? found : NULL;
}

InstClass *lsp_class_of_text(LspView *v, InstClass *around, const AstClass *c)
{
  const Lookup *l = lsp_view_names(v)->lookup;
  assert(c->name);
  if (!around) return target_top_class(v, c);
  if (around->kind != CLASS_WRITTEN) return NULL;
  Found found = lookup_in_class(l, around, c->name);
  if (found.kind == FOUND_CLASS && found.class_def->ast == c)
    return found.class_def;
  return lookup_written(l, c, lookup_context(lookup_first_part(l, around)));
}

/* As deep as classes are nested. */
static InstClass *target_class_at(LspView *v, InstClass *around,
                                  const AstClass *c, int32_t at)
{
  InstClass *self = lsp_class_of_text(v, around, c);
  for (int k = 0; self && k < c->n_elements; k++) {
    const AstElement *e = c->element[k];
    if (e->kind != AST_ELEMENT_CLASS || at <= e->class_def->name_span.end ||
        at > e->class_def->span.end)
      continue;
    InstClass *inner = target_class_at(v, self, e->class_def, at);
    return inner ? inner : self;
  }
  return self;
}

InstClass *lsp_class_at(LspView *v, int32_t at)
{
  for (int k = 0; k < v->ast->n_classes; k++) {
    const AstClass *c = v->ast->class_def[k];
    if (at > c->name_span.end && at <= c->span.end)
      return target_class_at(v, NULL, c, at);
  }
  return NULL;
}
