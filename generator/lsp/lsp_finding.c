/* lsp_finding.c: see lsp_finding.h. */
#define _POSIX_C_SOURCE 200809L
#include "lsp/lsp_finding.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "flatten/flatten_part.h"
#include "lsp/lsp_job.h"

/* DiagnosticSeverity, DiagnosticTag of the protocol. */
enum { FINDING_ERROR = 1, FINDING_WARNING = 2, FINDING_INFORMATION = 3 };
enum { TAG_UNNECESSARY = 1 };

static bool finding_is_lint(DiagnosticCode code)
{
  return strncmp(diagnostic_code_name(code), "W7", 2) == 0;
}

/* E217: the language server runs no C code. */
static int finding_severity(const Diagnostic *d, bool is_part)
{
  if (d->code == E217 || d->code == E244 || finding_is_lint(d->code))
    return FINDING_INFORMATION;
  if (is_part && flatten_part_may_have(d)) return FINDING_INFORMATION;
  return d->severity == SEVERITY_WARNING ? FINDING_WARNING : FINDING_ERROR;
}

/* Notes without a place belong to the message. */
static const char *finding_message(const LspView *v, const Diagnostic *d)
{
  Arena *arena = v->s->session_arena;
  const char *text = d->message;
  if (d->span.source < 0 && d->file)
    text = arena_printf(arena, "%s: %s", d->file, text);
  for (int k = 0; k < d->n_notes; k++) {
    if (d->note[k].span.source >= 0) continue;
    text = arena_printf(arena, "%s\nnote: %s", text, d->note[k].text);
  }
  return text;
}

static void finding_put_related(const LspView *v, JsonWriter *w, Span span,
                                const char *text)
{
  json_object_begin(w);
  json_key(w, "location");
  lsp_put_location(w, v, span);
  json_key(w, "message");
  json_string(w, text);
  json_object_end(w);
}

static void finding_put_links(const LspView *v, JsonWriter *w,
                              const Diagnostic *d)
{
  bool is_elsewhere = d->span.source >= 0 && d->span.source != v->source;
  bool has_any = is_elsewhere;
  for (int k = 0; k < d->n_notes; k++) has_any |= d->note[k].span.source >= 0;
  if (!has_any) return;
  json_key(w, "relatedInformation");
  json_array_begin(w);
  if (is_elsewhere) finding_put_related(v, w, d->span, "here");
  for (int k = 0; k < d->n_notes; k++) {
    if (d->note[k].span.source < 0) continue;
    finding_put_related(v, w, d->note[k].span, d->note[k].text);
  }
  json_array_end(w);
}

/* What is missing at a place has no letter there: the one before it. */
static Span finding_span(const LspView *v, const Diagnostic *d, Span home)
{
  Span span = d->span.source == v->source ? d->span : home;
  if (span.end > span.begin || span.begin == 0) return span;
  const char *text = v->document->text;
  span.begin--;
  while (span.begin > 0 && ((unsigned char)text[span.begin] & 0xC0) == 0x80)
    span.begin--;
  return span;
}

static void finding_put(const LspView *v, JsonWriter *w, const Diagnostic *d,
                        Span home, bool is_part)
{
  assert(d->message);
  json_object_begin(w);
  json_key(w, "range");
  lsp_put_range(w, &v->lines, finding_span(v, d, home));
  json_key(w, "severity");
  json_int(w, finding_severity(d, is_part));
  json_key(w, "code");
  json_string(w, diagnostic_code_name(d->code));
  json_key(w, "source");
  json_string(w, "foucault");
  json_key(w, "message");
  json_string(w, finding_message(v, d));
  if (d->code == W702 || d->code == W703) {
    json_key(w, "tags");
    json_array_begin(w);
    json_int(w, TAG_UNNECESSARY);
    json_array_end(w);
  }
  finding_put_links(v, w, d);
  json_object_end(w);
}

/* A warning about another file is that file's. */
static bool finding_is_shown(const LspView *v, const Diagnostic *d)
{
  if (d->severity == SEVERITY_ERROR) return true;
  return !v->s->quiet && d->span.source == v->source;
}

void lsp_findings(const LspView *v, int from, Span home, bool is_part,
                  const FlatModel *flat, FILE *out)
{
  for (int k = from; k < v->s->n_diagnostics; k++) {
    const Diagnostic *d = v->s->diagnostic[k];
    if (!finding_is_shown(v, d)) continue;
    char *text = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&text, &n);
    if (!stream) abort();
    JsonWriter w = json_begin(stream);
    w.is_compact = true;
    json_object_begin(&w);
    json_key(&w, "diagnostic");
    finding_put(v, &w, d, home, is_part);
    json_key(&w, "fixes");
    lsp_fixes(v, &w, d, flat);
    json_object_end(&w);
    json_end(&w);
    fclose(stream);
    lsp_record(out, 'D', text, n);
    free(text);
  }
}
