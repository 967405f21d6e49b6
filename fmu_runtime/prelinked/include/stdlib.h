/* stdlib.h: for models that TinyCC compiles. */
#ifndef FOUCAULT_STDLIB_H
#define FOUCAULT_STDLIB_H

#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#ifdef _WIN32
#define RAND_MAX 32767
#else
#define RAND_MAX 2147483647
#endif

void abort(void);
int abs(int n);
double atof(const char *text);
int atoi(const char *text);
long atol(const char *text);
void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *a, const void *b));
void *calloc(size_t n, size_t size);
void exit(int status);
void free(void *memory);
char *getenv(const char *name);
long labs(long n);
void *malloc(size_t size);
void qsort(void *base, size_t n, size_t size,
           int (*compare)(const void *a, const void *b));
int rand(void);
void *realloc(void *memory, size_t size);
void srand(unsigned seed);
double strtod(const char *text, char **end);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);

#endif
