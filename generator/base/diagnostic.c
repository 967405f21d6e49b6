/* diagnostic.c: keeps the diagnostics of a run and prints them.
 *
 * A diagnostic waits until the next one comes or diagnostic_flush() is
 * called, so that notes can still be added; at most one is waiting.
 * Nothing that comes from a file or a path reaches the terminal raw: control
 * characters and marks that reorder text are replaced.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/diagnostic.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/session.h"
#include "base/text/harmless.h"
#include "base/text/utf8.h"
#include "base/vector.h"

#define PRINTED_ERRORS 100 /* later errors are counted only */
#define LINE_WIDTH 100     /* characters shown of a source line */
#define LEFT_CONTEXT 40    /* characters before the caret in a cut line */
#define TAB_WIDTH 4

static const struct {
  const char *name, *title;
} codes[] = {
#define DIAGNOSTIC_CODE(code, title) {#code, title},
#include "base/diagnostic_codes.def"
#undef DIAGNOSTIC_CODE
};

DiagnosticCode diagnostic_code_find(const char *name)
{
  int code = 0;
  while (code < N_DIAGNOSTIC_CODES &&
         strcmp(name, diagnostic_code_name((DiagnosticCode)code)) != 0) {
    code++;
  }
  return (DiagnosticCode)code;
}

const char *diagnostic_code_name(DiagnosticCode code)
{
  assert((int)code >= 0 && code < N_DIAGNOSTIC_CODES);
  return codes[code].name;
}

const char *diagnostic_code_title(DiagnosticCode code)
{
  assert((int)code >= 0 && code < N_DIAGNOSTIC_CODES);
  return codes[code].title;
}

/* --- printing --- */

typedef enum Style {
  STYLE_PLACE,
  STYLE_ERROR,
  STYLE_WARNING,
  STYLE_NOTE,
  STYLE_CARET,
  STYLE_OFF
} Style;

typedef struct Printer {
  const Session *s;
  FILE *out;
  bool color;
} Printer;

/* A terminal that shows colours, and a user who wants them (no-color.org). */
static bool shows_color(FILE *out)
{
  const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");
  return isatty(fileno(out)) && !(refused && *refused) &&
         !(kind && strcmp(kind, "dumb") == 0);
}

static Printer diagnostic_make_printer(const Session *s)
{
  bool color = s->color == COLOR_ALWAYS ||
               (s->color == COLOR_AUTO && shows_color(s->messages));
  return (Printer){s, s->messages, color};
}

static void put_style(const Printer *p, Style style)
{
  static const char *const sequence[] = {
      [STYLE_PLACE] = "\033[1m",      [STYLE_ERROR] = "\033[1;31m",
      [STYLE_WARNING] = "\033[1;35m", [STYLE_NOTE] = "\033[1;36m",
      [STYLE_CARET] = "\033[1;32m",   [STYLE_OFF] = "\033[0m",
  };
  if (p->color) fputs(sequence[style], p->out);
}

static void diagnostic_put_text(const Printer *p, const char *text)
{
  harmless_put(p->out, text);
}

/* --- the source line with its caret --- */

/* The part of one source line that is shown. */
typedef struct Excerpt {
  const char *bytes;
  int32_t begin, end; /* byte offsets in the source */
  bool cut_left, cut_right;
} Excerpt;

static bool is_continuation(const char *byte)
{
  return ((unsigned char)*byte & 0xC0) == 0x80;
}

/* Moves the offset over up to n characters, not beyond the limit. */
static int32_t forward(const char *bytes, int32_t from, int32_t limit, int n)
{
  int32_t i = from;
  while (i < limit && n-- > 0) {
    i++;
    while (i < limit && is_continuation(bytes + i)) i++;
  }
  return i;
}

static int32_t backward(const char *bytes, int32_t from, int32_t limit, int n)
{
  int32_t i = from;
  while (i > limit && n-- > 0) {
    i--;
    while (i > limit && is_continuation(bytes + i)) i--;
  }
  return i;
}

static Excerpt find_excerpt(const SourceText *text, int line, int32_t caret)
{
  int32_t begin = text->line_start[line - 1];
  int32_t end =
      line < text->n_lines ? text->line_start[line] - 1 : text->length;
  if (end > begin && text->bytes[end - 1] == '\r') end--;
  if (begin == 0 && end >= 3 && memcmp(text->bytes, "\xEF\xBB\xBF", 3) == 0) {
    begin = 3;
  }
  if (caret < begin) caret = begin;
  if (caret > end) caret = end;

  Excerpt e = {.bytes = text->bytes, .begin = begin};
  if (forward(text->bytes, begin, end, LINE_WIDTH) < end &&
      forward(text->bytes, begin, end, LINE_WIDTH - LEFT_CONTEXT) < caret) {
    e.begin = backward(text->bytes, caret, begin, LEFT_CONTEXT);
  }
  e.end = forward(text->bytes, e.begin, end, LINE_WIDTH);
  e.cut_left = e.begin > begin;
  e.cut_right = e.end < end;
  return e;
}

/* The length in bytes of the character at i, and its columns if the line is
 * at `column` now: a tab reaches to the next stop. */
static int32_t character_at(const Excerpt *e, int32_t i, int column,
                            int *columns)
{
  uint32_t code_point;
  int length = utf8_decode(e->bytes + i, (size_t)(e->end - i), &code_point);
  *columns = e->bytes[i] == '\t' ? TAB_WIDTH - column % TAB_WIDTH : 1;
  return length == 0 ? 1 : length;
}

static void put_excerpt(const Printer *p, const Excerpt *e)
{
  if (e->cut_left) fputs("...", p->out);
  int column = 0;
  for (int32_t i = e->begin; i < e->end;) {
    int columns;
    int32_t length = character_at(e, i, column, &columns);
    if (e->bytes[i] == '\t')
      fprintf(p->out, "%*s", columns, "");
    else
      harmless_put_first(p->out, e->bytes + i, (size_t)length);
    column += columns;
    i += length;
  }
  if (e->cut_right) fputs("...", p->out);
}

static void put_repeated(FILE *out, char c, int n)
{
  for (int i = 0; i < n; i++) fputc(c, out);
}

/* Spaces up to the span, then ^~~~ below what is shown of it. */
static void put_caret(const Printer *p, const Excerpt *e, Span span)
{
  int column = 0;
  int indent = 0;
  int marked = 0;
  for (int32_t i = e->begin; i < e->end && i < span.end;) {
    int columns;
    int32_t length = character_at(e, i, column, &columns);
    if (i < span.begin)
      indent += columns;
    else
      marked += columns;
    column += columns;
    i += length;
  }
  put_repeated(p->out, ' ', indent + (e->cut_left ? 3 : 0));
  put_style(p, STYLE_CARET);
  fputc('^', p->out);
  put_repeated(p->out, '~', marked - 1);
  put_style(p, STYLE_OFF);
}

static void put_source_line(const Printer *p, const SourceText *text, int line,
                            Span span)
{
  Excerpt e = find_excerpt(text, line, span.begin);
  fprintf(p->out, "%5d | ", line);
  put_excerpt(p, &e);
  fprintf(p->out, "\n      | ");
  put_caret(p, &e, span);
  fputc('\n', p->out);
}

/* --- one diagnostic --- */

/* "path:line:col: ", "path: " or nothing. */
static void diagnostic_put_place(const Printer *p, Span span, const char *file)
{
  if (span.source < 0 && !file) return;
  put_style(p, STYLE_PLACE);
  if (span.source >= 0) {
    const SourceText *text = session_source(p->s, span.source);
    Place place = source_text_place(text, span.begin);
    diagnostic_put_text(p, text->path);
    fprintf(p->out, ":%d:%d: ", place.line, place.column);
  } else {
    diagnostic_put_text(p, file);
    fputs(": ", p->out);
  }
  put_style(p, STYLE_OFF);
}

static void put_quote(const Printer *p, Span span)
{
  if (span.source < 0) return;
  const SourceText *text = session_source(p->s, span.source);
  put_source_line(p, text, source_text_place(text, span.begin).line, span);
}

static void diagnostic_put_note(const Printer *p, const DiagnosticNote *note)
{
  diagnostic_put_place(p, note->span, NULL);
  put_style(p, STYLE_NOTE);
  fputs("note:", p->out);
  put_style(p, STYLE_OFF);
  fputc(' ', p->out);
  diagnostic_put_text(p, note->text);
  fputc('\n', p->out);
  put_quote(p, note->span);
}

static void diagnostic_put_diagnostic(const Printer *p, const Diagnostic *d)
{
  bool error = d->severity == SEVERITY_ERROR;
  diagnostic_put_place(p, d->span, d->file);
  put_style(p, error ? STYLE_ERROR : STYLE_WARNING);
  fprintf(p->out, "%s %s:", error ? "error" : "warning",
          diagnostic_code_name(d->code));
  put_style(p, STYLE_OFF);
  fputc(' ', p->out);
  diagnostic_put_text(p, d->message);
  fputc('\n', p->out);
  put_quote(p, d->span);
  for (int i = 0; i < d->n_notes; i++) diagnostic_put_note(p, &d->note[i]);
}

/* n_errors counts the waiting diagnostic already, if it is an error. */
static bool diagnostic_is_shown(const Session *s, const Diagnostic *d)
{
  if (d->severity == SEVERITY_ERROR) return s->n_errors <= PRINTED_ERRORS;
  return !s->quiet && s->n_errors < PRINTED_ERRORS;
}

void diagnostic_print(Session *s, const Diagnostic *d)
{
  Printer p = diagnostic_make_printer(s);
  diagnostic_put_diagnostic(&p, d);
  fflush(p.out);
}

void diagnostic_flush(Session *s)
{
  assert(s->n_diagnostics - s->n_printed <= 1);
  if (s->n_printed == s->n_diagnostics) return;

  const Diagnostic *d = s->diagnostic[s->n_printed++];
  if (!diagnostic_is_shown(s, d)) return;
  Printer p = diagnostic_make_printer(s);
  diagnostic_put_diagnostic(&p, d);
  if (s->n_errors == PRINTED_ERRORS) {
    fprintf(p.out, "note: %d errors; more of them are not shown\n",
            PRINTED_ERRORS);
  }
  fflush(p.out);
}

/* --- reporting --- */

/* Warnings about how something is declared: whoever uses a library can neither
 * mend nor judge what is in it. */
static bool is_about_declaration(DiagnosticCode code)
{
  static const DiagnosticCode about[] = {W210, W301, W302, W304,
                                         W305, W307, W308, W309};
  for (size_t k = 0; k < sizeof about / sizeof about[0]; k++) {
    if (about[k] == code) return true;
  }
  return false;
}

static bool diagnostic_is_left_out(const Session *s, const Diagnostic *d)
{
  if (s->silent[d->code]) return true;
  if (s->library_warnings || d->span.source < 0) return false;
  return is_about_declaration(d->code) &&
         session_source(s, d->span.source)->is_library;
}

static Diagnostic *diagnostic_report(Session *s, Diagnostic contents,
                                     const char *format, va_list args)
{
  diagnostic_flush(s);
  Diagnostic *d = arena_alloc(s->session_arena, sizeof *d);
  *d = contents;
  d->message = arena_vprintf(s->session_arena, format, args);
  if (d->severity == SEVERITY_WARNING && diagnostic_is_left_out(s, d)) return d;
  if (s->refused[d->code]) d->severity = SEVERITY_ERROR;
  s->diagnostic =
      vector_grow(s->session_arena, s->diagnostic, &s->cap_diagnostics,
                  s->n_diagnostics + 1, sizeof s->diagnostic[0]);
  s->diagnostic[s->n_diagnostics++] = d;
  if (d->severity == SEVERITY_ERROR) s->n_errors++;
  return d;
}

Diagnostic *diagnostic_error(Session *s, Span span, DiagnosticCode code,
                             const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diagnostic d = {.severity = SEVERITY_ERROR, .code = code, .span = span};
  Diagnostic *reported = diagnostic_report(s, d, format, args);
  va_end(args);
  return reported;
}

Diagnostic *diagnostic_warning(Session *s, Span span, DiagnosticCode code,
                               const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diagnostic d = {.severity = SEVERITY_WARNING, .code = code, .span = span};
  Diagnostic *reported = diagnostic_report(s, d, format, args);
  va_end(args);
  return reported;
}

static Diagnostic *report_file(Session *s, Severity severity,
                               DiagnosticCode code, const char *file,
                               const char *format, va_list args)
{
  Diagnostic d = {.severity = severity, .code = code, .span = NO_SPAN};
  d.file = arena_copy_text(s->session_arena, file, strlen(file));
  return diagnostic_report(s, d, format, args);
}

Diagnostic *diagnostic_file_error(Session *s, const char *file,
                                  DiagnosticCode code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diagnostic *reported =
      report_file(s, SEVERITY_ERROR, code, file, format, args);
  va_end(args);
  return reported;
}

Diagnostic *diagnostic_file_warning(Session *s, const char *file,
                                    DiagnosticCode code, const char *format,
                                    ...)
{
  va_list args;
  va_start(args, format);
  Diagnostic *reported =
      report_file(s, SEVERITY_WARNING, code, file, format, args);
  va_end(args);
  return reported;
}

void diagnostic_note(Session *s, Diagnostic *d, Span span, const char *format,
                     ...)
{
  d->note = vector_grow(s->session_arena, d->note, &d->cap_notes,
                        d->n_notes + 1, sizeof d->note[0]);
  va_list args;
  va_start(args, format);
  const char *text = arena_vprintf(s->session_arena, format, args);
  va_end(args);
  d->note[d->n_notes++] = (DiagnosticNote){span, text};
}
