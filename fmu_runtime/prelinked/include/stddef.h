/* stddef.h: for models that TinyCC compiles, on x86-64. */
#ifndef FOUCAULT_STDDEF_H
#define FOUCAULT_STDDEF_H

#ifdef _WIN32
typedef unsigned long long size_t;
typedef long long ptrdiff_t;
#else
typedef unsigned long size_t;
typedef long ptrdiff_t;
#endif
#define NULL ((void *)0)
#define offsetof(type, member) ((size_t) & ((type *)0)->member)

#endif
