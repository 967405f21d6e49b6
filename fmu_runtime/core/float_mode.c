/* float_mode.c: the control registers of x86-64 and ARM; nothing elsewhere. */
#include "float_mode.h"

#if defined(__SSE2__)

#include <xmmintrin.h>

/* Intel's manual, MXCSR: operands (6) and results (15) that are denormal. */
static const unsigned flush_bits = 1u << 6 | 1u << 15;

FloatMode float_mode_flush(void)
{
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | flush_bits);
  return before;
}

void float_mode_restore(FloatMode before)
{
  unsigned bits = (unsigned)before & flush_bits;
  _mm_setcsr((_mm_getcsr() & ~flush_bits) | bits); /* keep what was raised */
}

#elif defined(__aarch64__) && defined(__GNUC__)

static const uint64_t flush_bits = (uint64_t)1 << 24; /* FPCR.FZ */

FloatMode float_mode_flush(void)
{
  uint64_t before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | flush_bits));
  return before;
}

void float_mode_restore(FloatMode before)
{
  __asm__ volatile("msr fpcr, %0" : : "r"(before));
}

#else

FloatMode float_mode_flush(void)
{
  return 0;
}

void float_mode_restore(FloatMode before)
{
  (void)before;
}

#endif
