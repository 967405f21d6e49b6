/* imports.c: what the code of a model may call beside the runtime.
 *
 * The runtime that is linked before there is a model (lib/runtime.so) has a
 * word with the address of each such function; the compiled model jumps
 * through it (generator/emit/fast/fast_link.h). Its headers are in include/:
 * no other ones are needed on the machine that compiles.
 */
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void Function(void);

/* include/setjmp.h has its own: the same size, or frames would overlap. */
typedef char
    jmp_buf_has_the_size_of_the_header[sizeof(jmp_buf) == 200 ? 1 : -1];

#define ADDRESS(name) (Function *)(name)

Function *const foucault_imports[] = {
    /* math.h */
    ADDRESS(acos), ADDRESS(asin), ADDRESS(atan), ADDRESS(atan2), ADDRESS(ceil),
    ADDRESS(cos), ADDRESS(cosh), ADDRESS(exp), ADDRESS(fabs), ADDRESS(floor),
    ADDRESS(fmax), ADDRESS(fmin), ADDRESS(fmod), ADDRESS(hypot), ADDRESS(log),
    ADDRESS(log10), ADDRESS(pow), ADDRESS(round), ADDRESS(sin), ADDRESS(sinh),
    ADDRESS(sqrt), ADDRESS(tan), ADDRESS(tanh), ADDRESS(trunc),
    /* setjmp.h */
    ADDRESS(_setjmp),
    /* stdio.h */
    ADDRESS(snprintf),
    /* stdlib.h */
    ADDRESS(calloc), ADDRESS(free), ADDRESS(malloc), ADDRESS(realloc),
    /* string.h */
    ADDRESS(memcmp), ADDRESS(memcpy), ADDRESS(memmove), ADDRESS(memset),
    ADDRESS(strcat), ADDRESS(strcmp), ADDRESS(strcpy), ADDRESS(strlen),
    ADDRESS(strncmp)};

/* --- what TinyCC calls for conversions of unsigned numbers --- */

#define HIGHEST_BIT ((uint64_t)1 << 63)

uint64_t __fixunsdfdi(double x);
double __floatundidf(uint64_t n);

uint64_t __fixunsdfdi(double x)
{
  if (x < 0x1p63) return (uint64_t)(int64_t)x;
  return (uint64_t)(int64_t)(x - 0x1p63) ^ HIGHEST_BIT;
}

/* An odd last bit decides how the half is rounded. */
double __floatundidf(uint64_t n)
{
  if (n < HIGHEST_BIT) return (double)(int64_t)n;
  return 2 * (double)(int64_t)(n >> 1 | (n & 1));
}
