/* string.h: for models that TinyCC compiles. */
#ifndef FOUCAULT_STRING_H
#define FOUCAULT_STRING_H

#include <stddef.h>

int memcmp(const void *a, const void *b, size_t n);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
char *strcat(char *to, const char *from);
int strcmp(const char *a, const char *b);
char *strcpy(char *to, const char *from);
size_t strlen(const char *text);
int strncmp(const char *a, const char *b, size_t n);

#endif
