/* lint_findings.c: see lint_findings.h. */
#include "commands/text/lint_findings.h"

#include <assert.h>
#include <string.h>

#include "base/text/json_text.h"
#include "base/vector.h"
#include "base/warning_word.h"

static bool lint_is_alike(const LintFinding *a, const LintFinding *b)
{
  return a->code == b->code && a->begin.line == b->begin.line &&
         a->begin.column == b->begin.column && !a->path == !b->path &&
         (!a->path || strcmp(a->path, b->path) == 0) &&
         strcmp(a->message, b->message) == 0;
}

static LintFinding lint_finding_of(LintFindings *f, Session *from,
                                   const Diagnostic *d)
{
  Arena *arena = f->s->session_arena;
  LintFinding item = {.code = d->code,
                      .severity = d->severity,
                      .message = arena_printf(arena, "%s", d->message)};
  const char *path = d->file;
  if (d->span.source >= 0) {
    const SourceText *text = session_source(from, d->span.source);
    path = text->path;
    item.begin = source_text_place(text, d->span.begin);
    item.end = source_text_place(text, d->span.end);
  }
  if (path) item.path = arena_printf(arena, "%s", path);
  return item;
}

void lint_findings_take(LintFindings *f, Session *from, bool is_silent)
{
  for (int k = 0; k < from->n_diagnostics; k++) {
    LintFinding item = lint_finding_of(f, from, from->diagnostic[k]);
    bool is_known = false;
    for (int i = 0; i < f->n_items && !is_known; i++)
      is_known = lint_is_alike(&item, &f->item[i]);
    if (is_known) continue;
    f->item = vector_grow(f->s->session_arena, f->item, &f->cap_items,
                          f->n_items + 1, sizeof f->item[0]);
    f->item[f->n_items++] = item;
    if (!is_silent) diagnostic_print(from, from->diagnostic[k]);
  }
}

/* --- JSON --- */

static void put_place(JsonWriter *w, const char *line, const char *column,
                      Place place)
{
  json_key(w, line);
  json_int(w, place.line);
  json_key(w, column);
  json_int(w, place.column);
}

void lint_findings_json(const LintFindings *f, FILE *out)
{
  JsonWriter w = json_begin(out);
  json_object_begin(&w);
  json_key(&w, "findings");
  json_array_begin(&w);
  for (int k = 0; k < f->n_items; k++) {
    const LintFinding *item = &f->item[k];
    json_object_begin(&w);
    json_key(&w, "code");
    json_string(&w, diagnostic_code_name(item->code));
    json_key(&w, "name");
    json_string(&w, warning_word(item->code));
    json_key(&w, "severity");
    json_string(&w, item->severity == SEVERITY_ERROR ? "error" : "warning");
    json_key(&w, "message");
    json_string(&w, item->message);
    json_key(&w, "file");
    json_string(&w, item->path);
    put_place(&w, "line", "column", item->begin);
    put_place(&w, "end_line", "end_column", item->end);
    json_object_end(&w);
  }
  json_array_end(&w);
  json_object_end(&w);
  json_end(&w);
}

/* --- SARIF --- */

static void lint_put_text(JsonWriter *w, const char *key, const char *text)
{
  json_key(w, key);
  json_object_begin(w);
  json_key(w, "text");
  json_string(w, text);
  json_object_end(w);
}

/* Each code that occurs. */
static void lint_put_rules(JsonWriter *w, const LintFindings *f)
{
  bool has[N_DIAGNOSTIC_CODES] = {false};
  for (int k = 0; k < f->n_items; k++) has[f->item[k].code] = true;
  json_key(w, "rules");
  json_array_begin(w);
  for (int code = 0; code < N_DIAGNOSTIC_CODES; code++) {
    if (!has[code]) continue;
    json_object_begin(w);
    json_key(w, "id");
    json_string(w, diagnostic_code_name((DiagnosticCode)code));
    const char *word = warning_word((DiagnosticCode)code);
    if (word) {
      json_key(w, "name");
      json_string(w, word);
    }
    lint_put_text(w, "shortDescription",
                  diagnostic_code_title((DiagnosticCode)code));
    json_object_end(w);
  }
  json_array_end(w);
}

static void put_location(JsonWriter *w, const LintFinding *item)
{
  json_key(w, "locations");
  json_array_begin(w);
  if (item->path) {
    json_object_begin(w);
    json_key(w, "physicalLocation");
    json_object_begin(w);
    json_key(w, "artifactLocation");
    json_object_begin(w);
    json_key(w, "uri");
    json_string(w, item->path);
    json_object_end(w);
    if (item->begin.line > 0) {
      json_key(w, "region");
      json_object_begin(w);
      put_place(w, "startLine", "startColumn", item->begin);
      put_place(w, "endLine", "endColumn", item->end);
      json_object_end(w);
    }
    json_object_end(w);
    json_object_end(w);
  }
  json_array_end(w);
}

void lint_findings_sarif(const LintFindings *f, FILE *out)
{
  JsonWriter w = json_begin(out);
  assert(f->n_items >= 0);
  json_object_begin(&w);
  json_key(&w, "$schema");
  json_string(&w, "https://json.schemastore.org/sarif-2.1.0.json");
  json_key(&w, "version");
  json_string(&w, "2.1.0");
  json_key(&w, "runs");
  json_array_begin(&w);
  json_object_begin(&w);
  json_key(&w, "tool");
  json_object_begin(&w);
  json_key(&w, "driver");
  json_object_begin(&w);
  json_key(&w, "name");
  json_string(&w, "foucault");
  lint_put_rules(&w, f);
  json_object_end(&w);
  json_object_end(&w);
  json_key(&w, "columnKind");
  json_string(&w, "unicodeCodePoints");
  json_key(&w, "results");
  json_array_begin(&w);
  for (int k = 0; k < f->n_items; k++) {
    const LintFinding *item = &f->item[k];
    json_object_begin(&w);
    json_key(&w, "ruleId");
    json_string(&w, diagnostic_code_name(item->code));
    json_key(&w, "level");
    json_string(&w, item->severity == SEVERITY_ERROR ? "error" : "warning");
    lint_put_text(&w, "message", item->message);
    put_location(&w, item);
    json_object_end(&w);
  }
  json_array_end(&w);
  json_object_end(&w);
  json_array_end(&w);
  json_object_end(&w);
  json_end(&w);
}
