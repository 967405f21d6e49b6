/* lsp_lens.c: textDocument/codeLens and inlayHint: sizes of models, sizes of
 * arrays and units that the text does not show. */
#include <assert.h>
#include <string.h>

#include "lsp/lsp_facts.h"
#include "lsp/lsp_method.h"
#include "lsp/lsp_text.h"

/* --- code lens --- */

static void lens_put(LspView *v, JsonWriter *w, const AstClass *c,
                     const LspModelFacts *facts)
{
  json_object_begin(w);
  json_key(w, "range");
  lsp_put_range(w, &v->lines, c->name_span);
  json_key(w, "command");
  json_object_begin(w);
  json_key(w, "title");
  json_string(
      w, arena_printf(v->s->session_arena,
                      "%d equation%s, %d unknown%s, index %d, %d "
                      "state%s",
                      facts->n_equations, facts->n_equations == 1 ? "" : "s",
                      facts->n_unknowns, facts->n_unknowns == 1 ? "" : "s",
                      facts->index, facts->n_states,
                      facts->n_states == 1 ? "" : "s"));
  json_key(w, "command");
  json_string(w, "");
  json_object_end(w);
  json_object_end(w);
}

/* As deep as classes are nested. */
static void lens_class(LspView *v, JsonWriter *w, const AstClass *c,
                       const char *name)
{
  LspModelFacts facts = lsp_facts_of(v, name);
  if (facts.is_reduced) lens_put(v, w, c, &facts);
  for (int k = 0; k < c->n_elements; k++) {
    const AstElement *e = c->element[k];
    if (e->kind != AST_ELEMENT_CLASS) continue;
    lens_class(
        v, w, e->class_def,
        arena_printf(v->s->session_arena, "%s.%s", name, e->class_def->name));
  }
}

void lsp_lens(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  (void)params, (void)at;
  json_array_begin(w);
  for (int k = 0; k < v->ast->n_classes; k++) {
    const AstClass *c = v->ast->class_def[k];
    lens_class(v, w, c, lsp_view_top_name(v, c));
  }
  json_array_end(w);
}

/* --- inlay hints --- */

typedef struct LensHints {
  JsonWriter *w;
  int32_t from, to;
} LensHints;

static void lens_put_hint(const LspView *v, JsonWriter *w, int32_t at,
                          const char *text)
{
  json_object_begin(w);
  lsp_put_place(w, "position", lsp_place(&v->lines, (size_t)at));
  json_key(w, "label");
  json_string(w, text);
  json_key(w, "kind");
  json_int(w, 1);
  json_key(w, "paddingLeft");
  json_bool(w, true);
  json_object_end(w);
}

static bool lens_is_open(const AstElement *e)
{
  for (int k = 0; k < e->n_subscripts; k++) {
    if (!e->subscript[k].expr) return true;
  }
  return false;
}

static bool lens_says_unit(const AstModification *m)
{
  for (int k = 0; m && k < m->n_arguments; k++) {
    const AstReference *name = m->argument[k]->name;
    if (name && name->n_parts == 1 && strcmp(name->part[0].ident, "unit") == 0)
      return true;
  }
  return false;
}

static void lens_look(LspWalk *walk, const LspUse *use)
{
  const LensHints *h = walk->user;
  LspView *v = walk->v;
  const AstElement *e = use->element;
  if (use->kind != LSP_USE_ELEMENT || !use->here || !use->here->full_name ||
      use->span.begin < h->from || use->span.end > h->to)
    return;
  if (lens_is_open(e)) {
    const char *size = lsp_fact_size(v, use->here->full_name, e->name);
    int32_t at = e->subscript[e->n_subscripts - 1].span.end + 1;
    if (size)
      lens_put_hint(v, h->w, at,
                    arena_printf(v->s->session_arena, "[%s]", size));
  }
  LspTarget t = lsp_target(v, use);
  const char *unit = lens_says_unit(e->modification) || !t.part
                         ? NULL
                         : lsp_attribute(v, &t, "unit");
  if (unit && *unit && strcmp(unit, "1") != 0)
    lens_put_hint(v, h->w, e->name_span.end,
                  arena_printf(v->s->session_arena, "in %s", unit));
}

void lsp_hints(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  (void)at;
  LspRange range;
  LensHints h = {w, 0, (int32_t)v->document->length};
  if (lsp_range_read(json_member(params, "range"), &range)) {
    const LspDocument *d = v->document;
    h.from = (int32_t)lsp_offset(d->text, d->length, range.begin);
    h.to = (int32_t)lsp_offset(d->text, d->length, range.end);
  }
  assert(h.from >= 0);
  LspWalk walk = {v, &h, lens_look, h.from, h.to};
  json_array_begin(w);
  lsp_walk(&walk, v->ast);
  json_array_end(w);
}
