/* options_complain.c: one line on stderr. */
#include "commands/options/options_complain.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

bool options_complain(const char *format, ...)
{
  assert(format[0] != '\0');
  va_list args;
  va_start(args, format);
  fputs("foucault: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  return false;
}
