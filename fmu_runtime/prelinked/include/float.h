/* float.h: for models that TinyCC compiles, on x86-64. */
#ifndef FOUCAULT_FLOAT_H
#define FOUCAULT_FLOAT_H

#define FLT_RADIX 2
#define FLT_DIG 6
#define FLT_EPSILON 0x1p-23f
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1p-126f
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MAX_EXP 1024
#define DBL_MIN_EXP (-1021)
#define DBL_MAX_10_EXP 308
#define DBL_MIN_10_EXP (-307)
#define DBL_EPSILON 0x1p-52
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1p-1022

#endif
