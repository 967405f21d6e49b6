/* limits.h: for models that TinyCC compiles, on x86-64. */
#ifndef FOUCAULT_LIMITS_H
#define FOUCAULT_LIMITS_H

#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define UCHAR_MAX 255
#define CHAR_MAX SCHAR_MAX
#define CHAR_MIN SCHAR_MIN
#define SHRT_MAX 32767
#define SHRT_MIN (-SHRT_MAX - 1)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#ifdef _WIN32
#define LONG_MAX 2147483647L
#else
#define LONG_MAX 9223372036854775807L
#endif
#define LONG_MIN (-LONG_MAX - 1L)

#endif
