/* c_library.h: what the headers in include/ call by another name than C does,
 * since system libraries have it by a name of their own or as a variable. For
 * models that TinyCC compiles.
 */
#ifndef FOUCAULT_PRELINKED_C_LIBRARY_H
#define FOUCAULT_PRELINKED_C_LIBRARY_H

#include <stdio.h>

int foucault_printf(const char *format, ...);
int foucault_fprintf(FILE *out, const char *format, ...);
int foucault_sprintf(char *text, const char *format, ...);
int foucault_sscanf(const char *text, const char *format, ...);
int foucault_fscanf(FILE *in, const char *format, ...);
/* 0: stdin, 1: stdout, 2: stderr */
FILE *foucault_stream(int number);
int *foucault_errno(void);
/* Ends the program, as assert() does. */
void foucault_assert_failed(const char *condition, const char *file, int line);

#endif
