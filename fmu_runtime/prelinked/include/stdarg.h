/* stdarg.h: for models that TinyCC compiles, on x86-64. Lists of arguments are
 * passed on and never read: TinyCC's own reading needs a library of its. */
#ifndef FOUCAULT_STDARG_H
#define FOUCAULT_STDARG_H

#ifdef _WIN32
typedef char *va_list;
#else
typedef struct {
  unsigned general, vector;
  void *overflow, *saved;
} va_list[1];
#endif

#endif
