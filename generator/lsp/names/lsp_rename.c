/* lsp_rename.c: textDocument/rename and prepareRename. A class that has a file
 * or a folder of its own takes it along, and the line of package.order. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lsp/lsp_method.h"
#include "lsp/names/lsp_names.h"
#include "parse/lexer.h"

enum { RENAME_ORDER_LINE = 4096 };

/* What one renaming changes. */
typedef struct Rename {
  LspView *v;
  LspTarget target;
  const char *name;      /* the new one; NULL: not known yet */
  const char *from, *to; /* the file or folder that goes along; NULL: none */
} Rename;

static bool rename_is_identifier(LspView *v, const char *text)
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

/* --- paths --- */

static const char *rename_last(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The folder that a path is in; NULL: it tells none. */
static const char *rename_folder(const LspView *v, const char *path)
{
  const char *slash = strrchr(path, '/');
  if (!slash || slash == path) return NULL;
  return arena_copy_text(v->s->session_arena, path, (size_t)(slash - path));
}

/* What follows the name in that of its file or folder, as " 1.2.mo"; NULL: the
 * file is not called after it. */
static const char *rename_ending(const char *file, const char *name)
{
  size_t n = strlen(name);
  if (strncmp(file, name, n) != 0) return NULL;
  bool is_whole = !file[n] || file[n] == ' ' || strcmp(file + n, ".mo") == 0;
  return is_whole ? file + n : NULL;
}

static bool rename_is_in_folder(const LspView *v, const char *path)
{
  for (int k = 0; k < v->state->n_folders; k++) {
    size_t n = strlen(v->state->folder[k]);
    if (strncmp(path, v->state->folder[k], n) == 0 && path[n] == '/')
      return true;
  }
  return false;
}

static bool rename_is_open(const LspView *v, const char *path)
{
  for (int k = 0; k < v->state->n_documents; k++) {
    if (strcmp(v->state->document[k]->path, path) == 0) return true;
  }
  return false;
}

static bool rename_exists(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0;
}

/* --- what may be renamed --- */

/* The class around the declaration; NULL: it stands at the top. */
static InstClass *rename_around(const LspTarget *t)
{
  if (t->kind == LSP_OF_CLASS && t->class_def)
    return t->class_def->enclosing.part ? t->class_def->enclosing.part->whole
                                        : NULL;
  if (t->kind == LSP_OF_LITERAL) return t->class_def;
  return t->part ? t->part->whole : NULL;
}

/* A class that its text does not show inside of another one. */
static bool rename_is_stored(const LspTarget *t)
{
  const InstClass *around = rename_around(t);
  if (t->kind != LSP_OF_CLASS || !t->class_def || !t->class_def->ast)
    return false;
  return !around || !around->ast ||
         around->ast->span.source != t->class_def->ast->span.source;
}

/* A text with one class at its top, or one that says where it belongs. */
static bool rename_is_of_class(const LspView *v, const AstClass *c)
{
  bool is_own = c->span.source == v->source;
  return c->within || c->has_within || !is_own || v->ast->n_classes == 1;
}

/* Finds the file or folder that has the name of the class. */
static void rename_find_file(Rename *r)
{
  const LspView *v = r->v;
  if (!rename_is_stored(&r->target) ||
      !rename_is_of_class(v, r->target.class_def->ast))
    return;
  const char *path = session_source(v->s, r->target.span.source)->path;
  bool is_folder = strcmp(rename_last(path), "package.mo") == 0;
  const char *own = is_folder ? rename_folder(v, path) : path;
  const char *ending =
      own ? rename_ending(rename_last(own), r->target.name) : NULL;
  const char *place = own ? rename_folder(v, own) : NULL;
  if (!ending || !place || !rename_exists(own)) return;
  r->from = own;
  if (r->name)
    r->to =
        arena_printf(v->s->session_arena, "%s/%s%s", place, r->name, ending);
}

/* Why the file cannot go along; NULL: it can. */
static const char *rename_file_refusal(const Rename *r)
{
  const LspView *v = r->v;
  if (!v->state->renames_files)
    return "the class has a file of its own, and this editor cannot rename "
           "files for the language server";
  for (int k = 0; k < v->state->n_folders; k++) {
    if (strcmp(v->state->folder[k], r->from) == 0)
      return "the folder of this package is the one that the editor has open";
  }
  if (!r->to) return NULL;
  if (r->name[0] == '\'')
    return "the class has a file of its own, whose name cannot be in quotes";
  if (rename_exists(r->to))
    return arena_printf(v->s->session_arena, "there is already '%s'", r->to);
  return NULL;
}

/* Why the name stays; NULL: it may change. Only names in the folders of the
 * editor and in open documents do. */
static const char *rename_refusal(Rename *r)
{
  LspView *v = r->v;
  const LspTarget *t = &r->target;
  if (t->kind == LSP_NO_TARGET || t->span.source < 0)
    return "this name is predefined, or not known";
  const char *path = session_source(v->s, t->span.source)->path;
  if (!rename_is_open(v, path) && !rename_is_in_folder(v, path))
    return "this name belongs to a library outside of the folders of the "
           "editor";
  if (r->name && strcmp(r->name, t->name) != 0) {
    LspTarget other =
        lsp_target_member(v, rename_around(t), session_name(v->s, r->name));
    if (other.kind == LSP_OF_CLASS || other.kind == LSP_OF_COMPONENT ||
        other.kind == LSP_OF_LITERAL)
      return arena_printf(v->s->session_arena, "'%s' is declared there already",
                          r->name);
  }
  rename_find_file(r);
  const char *why = r->from ? rename_file_refusal(r) : NULL;
  bool is_free = r->from && !t->class_def->ast->within &&
                 !t->class_def->ast->has_within &&
                 strcmp(rename_last(path), "package.mo") != 0;
  if (!why || !is_free || v->state->renames_files) return why;
  r->from = r->to = NULL; /* nothing says that the file must follow */
  return NULL;
}

/* --- the edits --- */

/* The edits of one text after the other, as the client takes them. */
typedef struct RenameEdits {
  const Rename *r;
  JsonWriter *w;
} RenameEdits;

static void rename_begin_text(const RenameEdits *e, const char *uri)
{
  JsonWriter *w = e->w;
  if (!e->r->v->state->takes_changes) {
    json_key(w, uri);
    json_array_begin(w);
    return;
  }
  json_object_begin(w);
  json_key(w, "textDocument");
  json_object_begin(w);
  json_key(w, "uri");
  json_string(w, uri);
  json_key(w, "version");
  json_null(w);
  json_object_end(w);
  json_key(w, "edits");
  json_array_begin(w);
}

static void rename_end_text(const RenameEdits *e)
{
  json_array_end(e->w);
  if (e->r->v->state->takes_changes) json_object_end(e->w);
}

static void rename_put_edit(const RenameEdits *e, const LspLines *lines,
                            Span span)
{
  json_object_begin(e->w);
  json_key(e->w, "range");
  lsp_put_range(e->w, lines, span);
  json_key(e->w, "newText");
  json_string(e->w, e->r->name);
  json_object_end(e->w);
}

static int rename_by_place(const void *a, const void *b)
{
  const Span *x = a, *y = b;
  if (x->source != y->source) return x->source - y->source;
  return x->begin - y->begin;
}

static void rename_put_texts(const RenameEdits *e, const LspNames *found)
{
  LspView *v = e->r->v;
  LspLines lines = {0};
  for (int k = 0; k < found->n; k++) {
    int source = found->span[k].source;
    bool is_first = k == 0 || found->span[k - 1].source != source;
    bool is_last = k == found->n - 1 || found->span[k + 1].source != source;
    const SourceText *text = session_source(v->s, source);
    if (is_first) {
      lines = lsp_lines(v->s->session_arena, text->bytes, (size_t)text->length);
      rename_begin_text(e, lsp_view_uri(v, source));
    }
    rename_put_edit(e, &lines, found->span[k]);
    if (is_last) rename_end_text(e);
  }
}

/* --- package.order --- */

/* The file that lists what is in the package around the name; NULL: none. */
static const char *rename_order_file(const Rename *r)
{
  const LspView *v = r->v;
  const InstClass *around = rename_around(&r->target);
  if (!around || !around->ast) return NULL;
  const char *path = session_source(v->s, around->ast->span.source)->path;
  const char *folder = rename_folder(v, path);
  if (!folder || strcmp(rename_last(path), "package.mo") != 0 ||
      !rename_ending(rename_last(folder), around->ast->name))
    return NULL;
  return arena_printf(v->s->session_arena, "%s/package.order", folder);
}

/* The name is a line of its own there. */
static void rename_put_order(const RenameEdits *e)
{
  const Rename *r = e->r;
  const char *path = rename_order_file(r);
  FILE *in = path ? fopen(path, "rb") : NULL;
  char line[RENAME_ORDER_LINE];
  size_t n = strlen(r->target.name);
  for (int number = 0; in && fgets(line, sizeof line, in); number++) {
    if (strncmp(line, r->target.name, n) != 0 ||
        line[n + strspn(line + n, " \t\r\n")])
      continue;
    Arena *arena = r->v->s->session_arena;
    LspLines lines = lsp_lines(arena, line, n);
    RenameEdits here = *e;
    rename_begin_text(&here, lsp_uri_of_path(arena, path));
    json_object_begin(e->w);
    json_key(e->w, "range");
    lsp_put_line_range(e->w, &lines, number);
    json_key(e->w, "newText");
    json_string(e->w, r->name);
    json_object_end(e->w);
    rename_end_text(&here);
    break;
  }
  if (in) fclose(in);
}

/* Last, since the edits name the texts as they were. */
static void rename_put_file(const RenameEdits *e)
{
  const Rename *r = e->r;
  Arena *arena = r->v->s->session_arena;
  if (!r->to) return;
  assert(r->from && r->v->state->takes_changes);
  int source = r->target.span.source;
  bool is_file = strcmp(session_source(r->v->s, source)->path, r->from) == 0;
  const char *uri =
      is_file ? lsp_view_uri(r->v, source) : lsp_uri_of_path(arena, r->from);
  size_t n = strlen(uri) - strlen(rename_last(uri));
  const char *to = lsp_uri_of_path(arena, r->to);
  json_object_begin(e->w);
  json_key(e->w, "kind");
  json_string(e->w, "rename");
  json_key(e->w, "oldUri");
  json_string(e->w, uri);
  json_key(e->w, "newUri");
  json_string(e->w,
              arena_printf(arena, "%.*s%s", (int)n, uri, rename_last(to)));
  json_object_end(e->w);
}

static void rename_put(Rename *r, JsonWriter *w)
{
  LspNames found = lsp_names_all(r->v, r->target);
  RenameEdits e = {r, w};
  bool is_list = r->v->state->takes_changes;
  if (found.n > 0)
    qsort(found.span, (size_t)found.n, sizeof found.span[0], rename_by_place);
  json_object_begin(w);
  json_key(w, is_list ? "documentChanges" : "changes");
  (is_list ? json_array_begin : json_object_begin)(w);
  rename_put_texts(&e, &found);
  rename_put_order(&e);
  rename_put_file(&e);
  (is_list ? json_array_end : json_object_end)(w);
  json_object_end(w);
}

/* --- requests --- */

void lsp_rename(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  LspUse use;
  Rename r = {.v = v,
              .target = {.span = NO_SPAN},
              .name = json_member_text(params, "newName")};
  if (lsp_use_at(v, at, &use)) r.target = lsp_target(v, &use);
  if (!rename_is_identifier(v, r.name))
    v->refusal = "the new name is no identifier of Modelica";
  else
    v->refusal = rename_refusal(&r);
  if (v->refusal)
    json_null(w);
  else
    rename_put(&r, w);
}

void lsp_prepare_rename(LspView *v, const JsonValue *params, int32_t at,
                        JsonWriter *w)
{
  (void)params;
  LspUse use;
  Rename r = {.v = v, .target = {.span = NO_SPAN}};
  if (!lsp_use_at(v, at, &use)) {
    json_null(w);
    return;
  }
  r.target = lsp_target(v, &use);
  v->refusal = rename_refusal(&r);
  if (v->refusal)
    json_null(w);
  else
    lsp_put_range(w, &v->lines, use.span);
}
