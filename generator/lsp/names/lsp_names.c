/* lsp_names.c: where names are declared and used: definition, typeDefinition,
 * references, documentHighlight. */
#include "lsp/names/lsp_names.h"

#include <assert.h>
#include <string.h>

#include "base/serve/kept_files.h"
#include "base/source_read.h"
#include "base/vector.h"
#include "lsp/document/lsp_files.h"
#include "lsp/lsp_method.h"
#include "parse/parse.h"

static LspTarget names_target(LspView *v, int32_t at)
{
  LspUse use;
  if (!lsp_use_at(v, at, &use)) return (LspTarget){.span = NO_SPAN};
  return lsp_target(v, &use);
}

static void names_put(LspView *v, JsonWriter *w, Span span)
{
  if (span.source >= 0)
    lsp_put_location(w, v, span);
  else
    json_null(w);
}

void lsp_definition(LspView *v, const JsonValue *params, int32_t at,
                    JsonWriter *w)
{
  (void)params;
  names_put(v, w, names_target(v, at).span);
}

void lsp_type_definition(LspView *v, const JsonValue *params, int32_t at,
                         JsonWriter *w)
{
  (void)params;
  LspTarget t = names_target(v, at);
  const InstClass *c = lsp_target_class(v, &t);
  names_put(v, w, c && c->ast ? c->ast->name_span : NO_SPAN);
}

/* --- all uses --- */

static bool names_is_same(Span a, Span b)
{
  return a.source == b.source && a.begin == b.begin;
}

static void names_look(LspWalk *walk, const LspUse *use)
{
  LspNames *search = walk->user;
  if (use->name != search->target.name) return;
  LspTarget t = lsp_target(walk->v, use);
  if (!names_is_same(t.span, search->target.span)) return;
  search->span =
      vector_grow(walk->v->s->session_arena, search->span, &search->cap,
                  search->n + 1, sizeof search->span[0]);
  search->span[search->n++] = use->span;
}

static bool names_hold(const char *text, const char *name)
{
  assert(name[0]);
  size_t n = strlen(name);
  for (const char *at = text; (at = strstr(at, name)); at += n) {
    bool begins = at == text || !strchr("_0123456789", at[-1]);
    if (begins) return true;
  }
  return false;
}

/* The classes of a file as the names see them: those of the document itself,
 * or of a file that its package stores. */
static void names_search_file(LspView *v, LspNames *search, const char *path)
{
  Session *s = v->s;
  int source = source_read(s, path);
  if (source < 0 || source == v->source) return;
  if (!names_hold(session_source(s, source)->bytes, search->target.name))
    return;
  Ast *ast = ast_create(s);
  if (!parse_source(s, ast, source)) return;
  LspWalk walk = {v, search, names_look, 0, INT32_MAX};
  for (int k = 0; k < ast->n_classes; k++) {
    const AstClass *c = ast->class_def[k];
    const char *name =
        c->within ? arena_printf(
                        s->session_arena, "%s.%s",
                        lookup_reference_text(s, c->within, c->within->n_parts),
                        c->name)
                  : c->name;
    const InstClass *seen = lookup_full_name(lsp_view_names(v)->lookup, name);
    if (!seen || !seen->ast || seen->ast->span.source < 0) continue;
    const SourceText *text = session_source(s, seen->ast->span.source);
    FileMark mark = file_mark(text->path), own = file_mark(path);
    if (mark.inode == own.inode && mark.device == own.device)
      lsp_walk_class(&walk, seen->ast);
  }
}

LspNames lsp_names_all(LspView *v, LspTarget target)
{
  LspNames search = {.target = target};
  LspWalk walk = {v, &search, names_look, 0, INT32_MAX};
  lsp_walk(&walk, v->ast);
  if (target.kind == LSP_OF_ITERATOR) return search;
  LspFiles files = lsp_files(v);
  for (int k = 0; k < files.n; k++)
    names_search_file(v, &search, files.path[k]);
  return search;
}

void lsp_references(LspView *v, const JsonValue *params, int32_t at,
                    JsonWriter *w)
{
  LspTarget target = names_target(v, at);
  bool with_declaration =
      json_member_is_true(json_member(params, "context"), "includeDeclaration");
  json_array_begin(w);
  if (target.span.source >= 0) {
    LspNames found = lsp_names_all(v, target);
    for (int k = 0; k < found.n; k++) {
      if (with_declaration || !names_is_same(found.span[k], target.span))
        lsp_put_location(w, v, found.span[k]);
    }
  }
  json_array_end(w);
}

void lsp_highlight(LspView *v, const JsonValue *params, int32_t at,
                   JsonWriter *w)
{
  (void)params;
  LspNames search = {.target = names_target(v, at)};
  LspWalk walk = {v, &search, names_look, 0, INT32_MAX};
  if (search.target.span.source >= 0) lsp_walk(&walk, v->ast);
  json_array_begin(w);
  for (int k = 0; k < search.n; k++) {
    json_object_begin(w);
    json_key(w, "range");
    lsp_put_range(w, &v->lines, search.span[k]);
    json_object_end(w);
  }
  json_array_end(w);
}
