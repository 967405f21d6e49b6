/* limits.h: for models that TinyCC compiles, on x86-64. */
#ifndef FOUCAULT_LIMITS_H
#define FOUCAULT_LIMITS_H

#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-LONG_MAX - 1L)

#endif
