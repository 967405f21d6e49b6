/* call_bytes.h: any bytes as arguments of calls. */
#ifndef FOUCAULT_TESTS_FUZZ_CALL_BYTES_H
#define FOUCAULT_TESTS_FUZZ_CALL_BYTES_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CallBytes {
  const uint8_t *data;
  size_t size, at;
} CallBytes;

/* Zeros after the end. */
static inline uint8_t call_bytes_next(CallBytes *c)
{
  return c->at < c->size ? c->data[c->at++] : 0;
}

/* Half of them ordinary. */
static inline double call_bytes_real(CallBytes *c)
{
  static const double strange[] = {
      0,   -0.0,     1,         -1,      0.01,   0.1,     1e-300, 1e300,
      NAN, INFINITY, -INFINITY, DBL_MIN, 5e-324, DBL_MAX, 1e-9,   0.5};
  uint8_t b = call_bytes_next(c);
  if (b < 128) return b / 64.0 - 1;
  return strange[b % (sizeof strange / sizeof *strange)];
}

/* Null pointers where the byte says so. */
static inline void *call_bytes_maybe(CallBytes *c, void *pointer)
{
  return call_bytes_next(c) % 32 == 31 ? NULL : pointer;
}

#endif
