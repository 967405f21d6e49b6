/* fuzz_log.c: any bytes as what an FMU hands to its logger, and as the texts
 * that it gives (fmu_file/fmu_log.h).
 *
 * They become notes of a message on a terminal, and texts of a JSON document:
 * nothing of them moves a cursor there, and the document is UTF-8.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/json_text.h"
#include "base/text/utf8.h"
#include "fmu_file/fmu_log.h"
#include "fuzz.h"

static void log_text(char *text, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fmu_log_read(text, format, args);
  va_end(args);
}

static void look_at(const char *text, size_t n, const char *promise)
{
  for (size_t k = 0; k < n; k++) {
    unsigned char c = (unsigned char)text[k],
                  after = (unsigned char)text[k + 1];
    bool is_ascii = (c < ' ' && c != '\n' && c != '\t') || c == 0x7f;
    if (is_ascii || (c == 0xc2 && after >= 0x80 && after < 0xa0))
      fuzz_fail(promise);
  }
  if (utf8_valid_prefix(text, n) < n) fuzz_fail("messages are UTF-8");
}

/* As a user sees it. */
static void show(const FmuNotes *given, const char *text)
{
  FmuNotes notes = *given;
  Session *s = fuzz_session();
  char *shown = NULL;
  size_t n = 0;
  FILE *before = s->messages, *out = open_memstream(&shown, &n);
  if (!out) abort();
  s->messages = out;
  Diagnostic *d = diagnostic_file_error(s, "a.fmu", E604, "%s", text);
  fmu_log_note_all(s, d, &notes);
  diagnostic_flush(s);
  s->messages = before;
  fclose(out);
  look_at(shown, n, "a message moves no cursor");
  free(shown);
  fuzz_session_end(s);
}

static void put_into_json(const char *text)
{
  char *shown = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&shown, &n);
  if (!out) abort();
  JsonWriter w = json_begin(out);
  json_string(&w, text);
  json_end(&w);
  fclose(out);
  look_at(shown, n, "a JSON document moves no cursor");
  free(shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  FmuNotes notes = {.n = 0};
  char *line = malloc(size + 1), text[FMU_LOG_LONGEST] = "";
  if (!line) abort();
  /* each zero ends a message */
  for (size_t at = 0; at < size;) {
    size_t n = strnlen((const char *)data + at, size - at);
    memcpy(line, data + at, n);
    line[n] = '\0';
    log_text(text, "%s", line);
    if (strlen(text) >= sizeof text) fuzz_fail("it has an end");
    fmu_log_keep(&notes, n % 2 ? fmi2Error : fmi2Warning, text);
    put_into_json(line);
    at += n + 1;
  }
  show(&notes, text);
  free(line);
  return 0;
}
