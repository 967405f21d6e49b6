/* lsp_text.c: see lsp_text.h. */
#include "lsp/lsp_text.h"

#include <assert.h>
#include <string.h>

enum { TEXT_MOST = 160, TEXT_BASES = 50 };

/* Blanks and line breaks become one blank. */
static const char *text_in_a_line(const LspView *v, Span span)
{
  assert(span.source >= 0);
  const char *from = session_source(v->s, span.source)->bytes;
  Arena *arena = v->s->session_arena;
  char *made = arena_alloc(arena, TEXT_MOST + 8), *to = made;
  bool after_blank = false;
  for (int32_t k = span.begin; k < span.end; k++) {
    bool is_blank =
        from[k] == ' ' || from[k] == '\n' || from[k] == '\r' || from[k] == '\t';
    if (is_blank && after_blank) continue;
    bool is_full = to - made >= TEXT_MOST;
    if (is_full && ((unsigned char)from[k] & 0xC0) != 0x80) {
      memcpy(to, " ...", 5);
      return made;
    }
    *to++ = is_blank ? ' ' : from[k];
    after_blank = is_blank;
    if (to - made >= TEXT_MOST + 3) break;
  }
  return made;
}

static const char *text_prefix(const AstElement *e)
{
  static const char *const variability[] = {"", "discrete ", "parameter ",
                                            "constant "};
  return variability[e->prefix.variability];
}

static const char *text_direction(const AstElement *e)
{
  if (e->prefix.connection == AST_FLOW) return "flow ";
  if (e->prefix.connection == AST_STREAM) return "stream ";
  if (e->prefix.causality == AST_INPUT) return "input ";
  return e->prefix.causality == AST_OUTPUT ? "output " : "";
}

const char *lsp_declaration(const LspView *v, const AstElement *e)
{
  assert(e->kind == AST_ELEMENT_COMPONENT);
  const char *type =
      e->type ? lookup_reference_text(v->s, e->type, e->type->n_parts) : "";
  return arena_printf(v->s->session_arena, "%s%s%s%s%s %s",
                      e->inner ? "inner " : "", e->outer ? "outer " : "",
                      text_prefix(e), text_direction(e), type,
                      text_in_a_line(v, e->span));
}

/* --- attributes --- */

static const char *text_of_modification(const AstModification *m,
                                        const char *name)
{
  for (int k = 0; m && k < m->n_arguments; k++) {
    const AstArgument *a = m->argument[k];
    if (a->kind != AST_MODIFY || !a->name || a->name->n_parts != 1 ||
        strcmp(a->name->part[0].ident, name) != 0 || !a->modification)
      continue;
    const AstExpr *value = a->modification->value;
    if (value && value->kind == AST_STRING) return value->string;
  }
  return NULL;
}

const char *lsp_attribute(LspView *v, const LspTarget *t, const char *name)
{
  const Lookup *l = lsp_view_names(v)->lookup;
  assert(t->element);
  const char *found = text_of_modification(t->element->modification, name);
  const InstClass *c = found ? NULL : lsp_target_class(v, t);
  for (int k = 0; k < TEXT_BASES && !found && c && c->ast &&
                  c->ast->form == AST_SHORT && c->ast->base;
       k++) {
    found = text_of_modification(c->ast->base_modification, name);
    c = lookup_class(l, c->enclosing, c->ast->base);
  }
  return found;
}

/* --- functions --- */

bool lsp_is_input(const AstElement *e)
{
  return e->kind == AST_ELEMENT_COMPONENT && !e->is_protected &&
         e->prefix.causality == AST_INPUT;
}

const char *lsp_input_text(const LspView *v, const AstElement *e)
{
  const char *type =
      e->type ? lookup_reference_text(v->s, e->type, e->type->n_parts) : "";
  return arena_printf(v->s->session_arena, "%s %s", type,
                      text_in_a_line(v, e->span));
}

const char *lsp_signature_text(const LspView *v, const AstClass *c)
{
  Arena *arena = v->s->session_arena;
  const char *in = "", *out = "";
  for (int k = 0; k < c->n_elements; k++) {
    const AstElement *e = c->element[k];
    if (lsp_is_input(e))
      in = arena_printf(arena, "%s%s%s", in, *in ? ", " : "",
                        lsp_input_text(v, e));
    else if (e->kind == AST_ELEMENT_COMPONENT &&
             e->prefix.causality == AST_OUTPUT)
      out = arena_printf(arena, "%s%s%s", out, *out ? ", " : "",
                         lsp_input_text(v, e));
  }
  return arena_printf(arena, "%s(%s) => (%s)", c->name, in, out);
}
