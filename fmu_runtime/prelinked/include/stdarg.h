/* stdarg.h: for models that TinyCC compiles, on x86-64. They pass lists of
 * arguments on and never read them. */
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
