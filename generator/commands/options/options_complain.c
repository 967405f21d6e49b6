/* options_complain.c: one line on stderr. */
#include "commands/options/options_complain.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text/harmless.h"

enum { LONGEST = 8192 }; /* two paths, and what is said of them */

bool options_complain(const char *format, ...)
{
  assert(format[0] != '\0');
  char text[LONGEST];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fputs("foucault: ", stderr);
  harmless_put(stderr, text);
  fputc('\n', stderr);
  return false;
}
