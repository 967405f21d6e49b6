/* csv_text.c: see csv_text.h. */
#include "base/text/csv_text.h"

#include <string.h>

void csv_text_put(FILE *out, const char *text)
{
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
