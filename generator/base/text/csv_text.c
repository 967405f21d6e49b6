/* csv_text.c: see csv_text.h. */
#include "base/text/csv_text.h"

#include <stdbool.h>
#include <string.h>

#include "base/text/harmless.h"

static void csv_text_show(FILE *out, const char *text)
{
  bool is_quoted = strpbrk(text, ",\"\r\n");
  if (is_quoted) fputc('"', out);
  harmless_put(out, text);
  if (is_quoted) fputc('"', out);
}

void csv_text_put(FILE *out, const char *text)
{
  if (harmless_is_terminal(out)) {
    csv_text_show(out, text);
    return;
  }
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (const char *c = text; *c; c++) {
    if (*c == '"') fputc('"', out);
    fputc(*c, out);
  }
  fputc('"', out);
}
