/* lsp_view.c: see lsp_view.h. */
#include "lsp/document/lsp_view.h"

#include <assert.h>
#include <string.h>

#include "base/serve/kept_files.h"
#include "lsp/document/lsp_record.h"
#include "parse/parse.h"

void lsp_view_open(LspView *v, const LspState *state, Session *s,
                   const LspDocument *d)
{
  *v = (LspView){.s = s, .state = state, .document = d, .source = -1};
  for (int k = 0; k < state->n_documents; k++) {
    const LspDocument *one = state->document[k];
    int source = kept_files_open(s, one->path, one->text, (int32_t)one->length);
    if (one == d) v->source = source;
    session_set_library(s, source, one != d);
  }
  assert(v->source >= 0);
  s->is_tolerant = true;
  v->lines = lsp_lines(s->session_arena, d->text, d->length);
  v->ast = ast_create(s);
  parse_source(s, v->ast, v->source);
}

const Flattening *lsp_view_names(LspView *v)
{
  if (!v->f)
    v->f = flattening_create(v->s, v->ast, &v->state->library, NULL, false,
                             CLOCKS_ABSENT);
  return v->f;
}

void lsp_view_forget_faults(LspView *v)
{
  v->s->n_diagnostics = v->s->n_printed = v->s->n_errors = 0;
}

const char *lsp_view_top_name(const LspView *v, const AstClass *c)
{
  if (!c->within) return c->name;
  const char *around =
      lookup_reference_text(v->s, c->within, c->within->n_parts);
  return arena_printf(v->s->session_arena, "%s.%s", around, c->name);
}

const AstClass *lsp_view_class(const LspView *v, const char *name)
{
  const AstClass *found = NULL;
  const char *rest = NULL;
  for (int k = 0; k < v->ast->n_classes && !found; k++) {
    const char *top = lsp_view_top_name(v, v->ast->class_def[k]);
    size_t n = strlen(top);
    if (strncmp(top, name, n) != 0 || (name[n] != '.' && name[n])) continue;
    found = v->ast->class_def[k];
    rest = name + n;
  }
  while (found && *rest == '.') {
    size_t n = strcspn(++rest, ".");
    const AstClass *inner = NULL;
    for (int k = 0; k < found->n_elements; k++) {
      const AstElement *e = found->element[k];
      if (e->kind == AST_ELEMENT_CLASS &&
          strncmp(e->class_def->name, rest, n) == 0 && !e->class_def->name[n])
        inner = e->class_def;
    }
    found = inner;
    rest += n;
  }
  return found;
}

/* Those that the server has already are not read in a job. */
void lsp_view_tell_files(const LspView *v, FILE *out)
{
  const Session *s = v->s;
  for (int k = v->source + 1; k < s->n_sources; k++) {
    const SourceText *text = s->source[k];
    if (kept_files_of_source(s, k) || !text->is_from_library) continue;
    lsp_record(out, 'F', text->path, strlen(text->path));
  }
}

void lsp_view_tell_needs(const LspView *v, FILE *out)
{
  for (int k = 0; k < v->s->n_sources; k++) {
    const KeptFile *file = kept_files_of_source(v->s, k);
    if (!file || !file->is_open || !file->is_named || k == v->source) continue;
    lsp_record(out, 'N', file->path, strlen(file->path));
  }
}

void lsp_put_place(JsonWriter *w, const char *key, LspPlace place)
{
  json_key(w, key);
  json_object_begin(w);
  json_key(w, "line");
  json_int(w, place.line);
  json_key(w, "character");
  json_int(w, place.unit);
  json_object_end(w);
}

void lsp_put_range(JsonWriter *w, const LspLines *lines, Span span)
{
  assert(span.begin >= 0 && span.begin <= span.end);
  json_object_begin(w);
  lsp_put_place(w, "start", lsp_place(lines, (size_t)span.begin));
  lsp_put_place(w, "end", lsp_place(lines, (size_t)span.end));
  json_object_end(w);
}

void lsp_put_line_range(JsonWriter *w, const LspLines *line, int number)
{
  assert(line->n == 1 && number >= 0);
  json_object_begin(w);
  lsp_put_place(w, "start", (LspPlace){number, 0});
  lsp_put_place(w, "end",
                (LspPlace){number, lsp_units(line->text, line->length)});
  json_object_end(w);
}

const char *lsp_view_uri(const LspView *v, int source)
{
  const char *path = session_source(v->s, source)->path;
  for (int k = 0; k < v->state->n_documents; k++) {
    const LspDocument *d = v->state->document[k];
    if (strcmp(d->path, path) == 0) return d->uri;
  }
  return lsp_uri_of_path(v->s->session_arena, path);
}

void lsp_put_location(JsonWriter *w, const LspView *v, Span span)
{
  assert(span.source >= 0);
  bool is_own = span.source == v->source;
  const SourceText *text = session_source(v->s, span.source);
  LspLines lines = v->lines;
  if (!is_own)
    lines = lsp_lines(v->s->session_arena, text->bytes, (size_t)text->length);
  json_object_begin(w);
  json_key(w, "uri");
  json_string(w, lsp_view_uri(v, span.source));
  json_key(w, "range");
  lsp_put_range(w, &lines, span);
  json_object_end(w);
}

bool lsp_view_offset(const LspView *v, const JsonValue *params, int32_t *at)
{
  LspPlace place;
  assert(v->document);
  if (!lsp_place_read(json_member(params, "position"), &place)) return false;
  *at = (int32_t)lsp_offset(v->document->text, v->document->length, place);
  return true;
}
