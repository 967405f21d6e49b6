/* report.c: diagnostics as JSON. */
#include "report/report.h"

#include <assert.h>
#include <string.h>

#include "base/text/harmless.h"

static void report_put_place(JsonWriter *w, const Session *s,
                             const Diagnostic *d)
{
  json_key(w, "file");
  if (d->span.source < 0) {
    json_string(w, d->file);
    json_key(w, "line");
    json_null(w);
    json_key(w, "column");
    json_null(w);
    return;
  }
  const SourceText *text = session_source(s, d->span.source);
  Place place = source_text_place(text, d->span.begin);
  json_string(w, text->path);
  json_key(w, "line");
  json_int(w, place.line);
  json_key(w, "column");
  json_int(w, place.column);
}

/* A note with a place reads like a message: "file:line:column: text". */
static void report_put_note(JsonWriter *w, Session *s,
                            const DiagnosticNote *note)
{
  if (note->span.source < 0) {
    json_string(w, note->text);
    return;
  }
  const SourceText *text = session_source(s, note->span.source);
  Place place = source_text_place(text, note->span.begin);
  ArenaMark mark = arena_mark(session_scratch(s));
  json_string(w, arena_printf(session_scratch(s), "%s:%d:%d: %s", text->path,
                              place.line, place.column, note->text));
  arena_release(mark);
}

static void report_put_diagnostic(JsonWriter *w, Session *s,
                                  const Diagnostic *d)
{
  json_object_begin(w);
  json_key(w, "severity");
  json_string(w, d->severity == SEVERITY_ERROR ? "error" : "warning");
  json_key(w, "code");
  json_string(w, diagnostic_code_name(d->code));
  report_put_place(w, s, d);
  json_key(w, "message");
  json_string(w, d->message);
  json_key(w, "notes");
  json_array_begin(w);
  for (int i = 0; i < d->n_notes; i++) report_put_note(w, s, &d->note[i]);
  json_array_end(w);
  json_object_end(w);
}

void report_diagnostics(JsonWriter *w, Session *s)
{
  diagnostic_flush(s);
  json_key(w, "diagnostics");
  json_array_begin(w);
  for (int i = 0; i < s->n_diagnostics; i++) {
    report_put_diagnostic(w, s, s->diagnostic[i]);
  }
  json_array_end(w);
}

const char *report_clean(Session *s, const char *text)
{
  char *copy = arena_copy_text(session_scratch(s), text, strlen(text));
  harmless_copy(copy, copy, false);
  return copy;
}

const char *report_count(Session *s, long n, const char *word)
{
  assert(n >= 0);
  return arena_printf(session_scratch(s), "%ld %s%s", n, word,
                      n == 1 ? "" : "s");
}
