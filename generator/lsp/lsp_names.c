/* lsp_names.c: where names are declared and used: definition, typeDefinition,
 * references, documentHighlight, rename. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/serve/kept_files.h"
#include "base/source_read.h"
#include "base/vector.h"
#include "lsp/lsp_files.h"
#include "lsp/lsp_method.h"
#include "lsp/lsp_walk.h"
#include "parse/lexer.h"
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

typedef struct NamesSearch {
  LspTarget target;
  Span *span;
  int n, cap;
} NamesSearch;

static bool names_is_same(Span a, Span b)
{
  return a.source == b.source && a.begin == b.begin;
}

static void names_look(LspWalk *walk, const LspUse *use)
{
  NamesSearch *search = walk->user;
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
static void names_search_file(LspView *v, NamesSearch *search, const char *path)
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

/* In the document, in the other open ones, and in the folders of the editor. A
 * name that is not seen outside of its class is not looked for there. */
static NamesSearch names_all(LspView *v, LspTarget target)
{
  NamesSearch search = {.target = target};
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
    NamesSearch found = names_all(v, target);
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
  NamesSearch search = {.target = names_target(v, at)};
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

/* --- rename --- */

static bool names_is_identifier(LspView *v, const char *text)
{
  if (!text) return false;
  int source = session_add_source(v->s, "", text, (int32_t)strlen(text));
  Lexer lexer = lexer_make(v->s, source);
  Token token;
  lexer.quiet = true;
  lexer_next(&lexer, &token);
  if (token.kind != TOKEN_IDENT || (size_t)token.end != strlen(text))
    return false;
  return token.begin == 0;
}

/* Only in the folders of the editor and in open documents; a class that has a
 * file of its own would need another name of the file. */
static bool names_may_change(const LspView *v, const LspTarget *t)
{
  if (t->span.source < 0) return false;
  const char *path = session_source(v->s, t->span.source)->path;
  const char *name = strrchr(path, '/');
  name = name ? name + 1 : path;
  size_t n = strlen(t->name);
  assert(n > 0);
  bool is_file = strncmp(name, t->name, n) == 0 && strcmp(name + n, ".mo") == 0;
  bool is_folder = strcmp(name, "package.mo") == 0;
  const InstClass *c = t->class_def;
  bool is_top = c && c->ast && (c->ast->within || c->ast->has_within);
  if (t->kind == LSP_OF_CLASS && is_top && (is_file || is_folder)) return false;
  for (int k = 0; k < v->state->n_documents; k++) {
    if (strcmp(v->state->document[k]->path, path) == 0) return true;
  }
  for (int k = 0; k < v->state->n_folders; k++) {
    size_t length = strlen(v->state->folder[k]);
    if (strncmp(path, v->state->folder[k], length) == 0 && path[length] == '/')
      return true;
  }
  return false;
}

static int names_by_place(const void *a, const void *b)
{
  const Span *x = a, *y = b;
  if (x->source != y->source) return x->source - y->source;
  return x->begin - y->begin;
}

static void names_put_edits(LspView *v, JsonWriter *w, const NamesSearch *found,
                            const char *name)
{
  json_array_begin(w);
  for (int k = 0; k < found->n; k++) {
    int source = found->span[k].source;
    bool is_first = k == 0 || found->span[k - 1].source != source;
    bool is_last = k == found->n - 1 || found->span[k + 1].source != source;
    const SourceText *text = session_source(v->s, source);
    LspLines lines =
        lsp_lines(v->s->session_arena, text->bytes, (size_t)text->length);
    if (is_first) {
      json_object_begin(w);
      json_key(w, "textDocument");
      json_object_begin(w);
      json_key(w, "uri");
      json_string(w, lsp_view_uri(v, source));
      json_key(w, "version");
      json_null(w);
      json_object_end(w);
      json_key(w, "edits");
      json_array_begin(w);
    }
    json_object_begin(w);
    json_key(w, "range");
    lsp_put_range(w, &lines, found->span[k]);
    json_key(w, "newText");
    json_string(w, name);
    json_object_end(w);
    if (!is_last) continue;
    json_array_end(w);
    json_object_end(w);
  }
  json_array_end(w);
}

void lsp_rename(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  const char *name = json_member_text(params, "newName");
  LspTarget target = names_target(v, at);
  if (!names_is_identifier(v, name)) {
    v->refusal = "the new name is no identifier of Modelica";
  } else if (!names_may_change(v, &target)) {
    v->refusal = target.kind == LSP_OF_CLASS && target.span.source >= 0
                     ? "the name of this class is that of its file, or belongs "
                       "to a library"
                     : "this name cannot be changed from here";
  }
  if (v->refusal) {
    json_null(w);
    return;
  }
  NamesSearch found = names_all(v, target);
  qsort(found.span, (size_t)found.n, sizeof found.span[0], names_by_place);
  json_object_begin(w);
  json_key(w, "documentChanges");
  names_put_edits(v, w, &found, name);
  json_object_end(w);
}

void lsp_prepare_rename(LspView *v, const JsonValue *params, int32_t at,
                        JsonWriter *w)
{
  (void)params;
  LspUse use;
  bool is_found = lsp_use_at(v, at, &use);
  LspTarget t = {.span = NO_SPAN};
  if (is_found) t = lsp_target(v, &use);
  if (is_found && names_may_change(v, &t))
    lsp_put_range(w, &v->lines, use.span);
  else
    json_null(w);
}
