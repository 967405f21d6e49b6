/* setjmp.h: for models that TinyCC compiles, on x86-64 with glibc or
 * Windows, where code that TinyCC has compiled cannot be left by longjmp():
 * the runtime has no setjmp() for it. */
#ifndef FOUCAULT_SETJMP_H
#define FOUCAULT_SETJMP_H

#ifdef _WIN32
typedef struct {
  unsigned long long word[32];
} __attribute__((aligned(16))) jmp_buf[1];
#else
typedef struct {
  unsigned long word[25];
} jmp_buf[1];
#endif

int _setjmp(jmp_buf here);
#define setjmp(here) _setjmp(here)

#endif
