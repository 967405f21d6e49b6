/* stdio.h: for models that TinyCC compiles. Functions with any number of
 * arguments, and streams, have other names in the runtime (c_library.h). */
#ifndef FOUCAULT_STDIO_H
#define FOUCAULT_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct FoucaultFile FILE;

#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#ifdef _WIN32
#define _IOFBF 0
#define _IOLBF 64
#define _IONBF 4
#define BUFSIZ 512
#define FILENAME_MAX 260
#else
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#endif

FILE *foucault_stream(int number);
#define stdin foucault_stream(0)
#define stdout foucault_stream(1)
#define stderr foucault_stream(2)

int foucault_printf(const char *format, ...);
int foucault_fprintf(FILE *out, const char *format, ...);
int foucault_sprintf(char *text, const char *format, ...);
int foucault_sscanf(const char *text, const char *format, ...);
int foucault_fscanf(FILE *in, const char *format, ...);
#define printf foucault_printf
#define fprintf foucault_fprintf
#define sprintf foucault_sprintf
#define sscanf foucault_sscanf
#define fscanf foucault_fscanf
int snprintf(char *text, size_t size, const char *format, ...);
int vfprintf(FILE *out, const char *format, va_list list);
int vprintf(const char *format, va_list list);
int vsnprintf(char *text, size_t size, const char *format, va_list list);
int vsprintf(char *text, const char *format, va_list list);

void clearerr(FILE *file);
int fclose(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
int fflush(FILE *file);
int fgetc(FILE *file);
char *fgets(char *text, int size, FILE *file);
FILE *fopen(const char *path, const char *mode);
int fputc(int c, FILE *file);
int fputs(const char *text, FILE *file);
size_t fread(void *to, size_t size, size_t n, FILE *file);
int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
size_t fwrite(const void *from, size_t size, size_t n, FILE *file);
int getc(FILE *file);
void perror(const char *text);
int putc(int c, FILE *file);
int putchar(int c);
int puts(const char *text);
int remove(const char *path);
int rename(const char *from, const char *to);
void rewind(FILE *file);
int setvbuf(FILE *file, char *buffer, int mode, size_t size);
FILE *tmpfile(void);
int ungetc(int c, FILE *file);

#endif
