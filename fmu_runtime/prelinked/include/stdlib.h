/* stdlib.h: for models that TinyCC compiles. */
#ifndef FOUCAULT_STDLIB_H
#define FOUCAULT_STDLIB_H

#include <stddef.h>

void *calloc(size_t n, size_t size);
void free(void *memory);
void *malloc(size_t size);
void *realloc(void *memory, size_t size);

#endif
