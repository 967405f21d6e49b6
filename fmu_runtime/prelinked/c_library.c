/* c_library.c: see c_library.h. */
#include "prelinked/c_library.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

/* Calls the one that takes a list. */
#define PASS_ON(last, call)                                                    \
  va_list list;                                                                \
  va_start(list, last);                                                        \
  int result = call;                                                           \
  va_end(list);                                                                \
  return result

int foucault_printf(const char *format, ...)
{
  PASS_ON(format, vprintf(format, list));
}

int foucault_fprintf(FILE *out, const char *format, ...)
{
  PASS_ON(format, vfprintf(out, format, list));
}

int foucault_sprintf(char *text, const char *format, ...)
{
  PASS_ON(format, vsprintf(text, format, list));
}

int foucault_sscanf(const char *text, const char *format, ...)
{
  PASS_ON(format, vsscanf(text, format, list));
}

int foucault_fscanf(FILE *in, const char *format, ...)
{
  PASS_ON(format, vfscanf(in, format, list));
}

FILE *foucault_stream(int number)
{
  return number == 0 ? stdin : number == 1 ? stdout : stderr;
}

int *foucault_errno(void)
{
  return &errno;
}

void foucault_assert_failed(const char *condition, const char *file, int line)
{
  fprintf(stderr, "%s:%d: assertion '%s' failed\n", file, line, condition);
  abort();
}
