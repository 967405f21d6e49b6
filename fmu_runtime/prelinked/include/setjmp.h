/* setjmp.h: for models that TinyCC compiles, on x86-64 with glibc. */
#ifndef FOUCAULT_SETJMP_H
#define FOUCAULT_SETJMP_H

typedef struct {
  unsigned long word[25];
} jmp_buf[1];

int _setjmp(jmp_buf here);
#define setjmp(here) _setjmp(here)

#endif
