/* html_text.c: the five characters that mean something in HTML. */
#include "report/html_text.h"

void html_put(FILE *out, const char *text)
{
  for (; *text; text++) {
    switch (*text) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\'': fputs("&#39;", out); break;
    default: fputc(*text, out);
    }
  }
}
