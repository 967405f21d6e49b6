/* lsp_fix.c: edits that mend what a diagnostic reports (lsp_finding.h). */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "lsp/lsp_finding.h"

/* The one that is meant, if it can be known. */
static void fix_put(const LspView *v, JsonWriter *w, const char *title,
                    Span span, const char *text)
{
  lsp_fix_put(v, w, title, span, text, true);
}

/* What stands in quotes after these words; NULL: they are not there. */
static const char *fix_quoted(const LspView *v, const char *message,
                              const char *words)
{
  const char *at = strstr(message, words);
  if (!at) return NULL;
  at += strlen(words);
  const char *end = strchr(at, '\'');
  if (!end || end == at) return NULL;
  return arena_copy_text(v->s->session_arena, at, (size_t)(end - at));
}

static bool fix_is_letter(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

/* The last word of that name before the end of the fault's line. */
static Span fix_find_word(const LspView *v, const char *word, int32_t end)
{
  const char *text = v->document->text;
  int32_t n = (int32_t)strlen(word);
  for (int32_t at = end - n; at >= 0 && end - at < 500; at--) {
    if (memcmp(text + at, word, (size_t)n) == 0 &&
        (at == 0 || !fix_is_letter(text[at - 1])) &&
        !fix_is_letter(text[at + n]))
      return (Span){v->source, at, at + n};
  }
  return NO_SPAN;
}

/* The name that the fault stands at: without subscripts, of a.b the one that
 * is not known. */
static Span fix_name_at(const LspView *v, Span span)
{
  const char *text = v->document->text;
  int32_t at = span.begin;
  while (at < span.end && fix_is_letter(text[at])) at++;
  return (Span){v->source, span.begin, at};
}

static void fix_spelling(const LspView *v, JsonWriter *w, const Diagnostic *d,
                         const char *message)
{
  const char *meant = fix_quoted(v, message, "did you mean '");
  const char *instead = fix_quoted(v, message, "' instead of '");
  if (!meant) return;
  Span span = instead ? fix_find_word(v, instead, d->span.end)
                      : fix_name_at(v, d->span);
  if (span.source < 0 || span.end <= span.begin) return;
  fix_put(v, w, arena_printf(v->s->session_arena, "write '%s'", meant), span,
          meant);
}

/* After the last word before the place. */
static void fix_semicolon(const LspView *v, JsonWriter *w, const Diagnostic *d)
{
  const char *text = v->document->text;
  int32_t at = d->span.begin;
  while (at > 0 && isspace((unsigned char)text[at - 1])) at--;
  fix_put(v, w, "put ';' here", (Span){v->source, at, at}, ";");
}

/* At the name that is modified. */
static void fix_each(const LspView *v, JsonWriter *w, Span span)
{
  if (span.source != v->source) return;
  fix_put(v, w, "write 'each'", (Span){v->source, span.begin, span.begin},
          "each ");
}

void lsp_fixes(const LspView *v, JsonWriter *w, const Diagnostic *d,
               const FlatModel *flat)
{
  json_array_begin(w);
  if (d->span.source == v->source) {
    fix_spelling(v, w, d, d->message);
    if (strncmp(d->message, "expected ';' before", 19) == 0)
      fix_semicolon(v, w, d);
    if (strstr(d->message, "needs 'each'")) fix_each(v, w, d->span);
    for (int k = 0; k < d->n_notes; k++) {
      fix_spelling(v, w, d, d->note[k].text);
      if (strstr(d->note[k].text, "write 'each'"))
        fix_each(v, w, d->note[k].span);
    }
  }
  if (flat) lsp_missing_equations(v, w, d, flat);
  json_array_end(w);
}
