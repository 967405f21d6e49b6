/* stdio.h: for models that TinyCC compiles. */
#ifndef FOUCAULT_STDIO_H
#define FOUCAULT_STDIO_H

#include <stddef.h>

int snprintf(char *text, size_t size, const char *format, ...);

#endif
