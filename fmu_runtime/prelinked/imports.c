/* imports.c: what the code of a model may call beside the runtime.
 *
 * The runtime that is linked before there is a model (lib/runtime.so) has a
 * word with the address of each such function; the compiled model jumps
 * through it (generator/emit/fast/fast_link.h). Its headers are in include/:
 * no other ones are needed on the machine that compiles.
 */
#define _DEFAULT_SOURCE /* strdup(), _setjmp() */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "prelinked/c_library.h"

typedef void Function(void);

/* include/setjmp.h has its own: the same size, or frames would overlap. */
typedef char
    jmp_buf_has_the_size_of_the_header[sizeof(jmp_buf) == 200 ? 1 : -1];

Function *const foucault_imports[] = {
    (Function *)_setjmp,
#define FUNCTION(name) (Function *)(name),
#include "prelinked/functions.def"
};

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
