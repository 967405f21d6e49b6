/* sobol.c: see sobol.h. */
#include "studies/sobol.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "studies/counter_random.h"

enum { MOST_DEGREE = 12, MOST_TRIES = 10000 };

/* Bit k of a polynomial is the factor of x^k. Is x a generator of the field
 * with 2^degree elements that it makes? */
static bool is_primitive(uint32_t polynomial, int degree)
{
  uint32_t order = (UINT32_C(1) << degree) - 1, power = 1, n = 0;
  do {
    power <<= 1;
    if (power >> degree & 1) power ^= polynomial;
    n++;
  } while (power != 1 && n <= order && power != 0);
  return power == 1 && n == order;
}

/* The next primitive polynomial after this one, by degree and value. */
static uint32_t next_primitive(uint32_t polynomial, int *degree)
{
  for (;;) {
    polynomial += 2; /* the last factor is one */
    if (polynomial >> (*degree + 1)) (*degree)++;
    assert(*degree <= MOST_DEGREE);
    if (is_primitive(polynomial, *degree)) return polynomial;
  }
}

/* From initial numbers m[0 .. degree-1] to all of them, each of which has as
 * many digits as its place says. */
static void continue_numbers(uint32_t polynomial, int degree, uint32_t *m)
{
  for (int k = degree; k < SOBOL_BITS; k++) {
    m[k] = m[k - degree];
    for (int i = 1; i <= degree; i++) {
      if (polynomial >> (degree - i) & 1) m[k] ^= m[k - i] << i;
    }
  }
}

/* First digits of all direction numbers, as a row of bits. */
static uint64_t first_digits(const uint32_t *m)
{
  uint64_t row = 0;
  for (int k = 0; k < SOBOL_BITS; k++) row |= (uint64_t)(m[k] >> k & 1) << k;
  return row;
}

/* Property A: the matrix of first digits has an LU factorization without
 * exchanges. row[] has what is left of the dimensions before. */
static bool keeps_property(uint64_t *row, int dimension, uint64_t digits)
{
  if (dimension >= SOBOL_BITS) return true;
  for (int i = 0; i < dimension; i++) {
    if (digits >> i & 1) digits ^= row[i];
  }
  row[dimension] = digits;
  return digits >> dimension & 1;
}

static void draw_numbers(uint32_t *m, int degree, int dimension, int attempt)
{
  for (int k = 0; k < degree; k++) {
    uint32_t bits =
        counter_random_bits(0, RANDOM_DIRECTION, (uint32_t)dimension,
                            (uint64_t)attempt << 8 | (uint64_t)k);
    m[k] = (bits >> (31 - k) >> 1 << 1 | 1) & ((UINT32_C(2) << k) - 1);
  }
}

void sobol_make(Sobol *sobol)
{
  uint64_t row[SOBOL_BITS] = {1};
  uint32_t polynomial = 1;
  int degree = 0;
  for (int k = 0; k < SOBOL_BITS; k++) {
    sobol->direction[0][k] = UINT32_C(1) << (31 - k);
  }
  for (int d = 1; d < SOBOL_DIMENSIONS; d++) {
    uint32_t m[SOBOL_BITS];
    polynomial = next_primitive(polynomial, &degree);
    int attempt = 0;
    do {
      assert(attempt < MOST_TRIES);
      draw_numbers(m, degree, d, attempt++);
      continue_numbers(polynomial, degree, m);
    } while (!keeps_property(row, d, first_digits(m)));
    for (int k = 0; k < SOBOL_BITS; k++) {
      sobol->direction[d][k] = m[k] << (31 - k);
    }
  }
}

uint32_t sobol_digits(const Sobol *sobol, int dimension, uint32_t i)
{
  assert(dimension >= 0 && dimension < SOBOL_DIMENSIONS);
  uint32_t digits = 0;
  for (int k = 0; i; k++, i >>= 1) {
    if (i & 1) digits ^= sobol->direction[dimension][k];
  }
  return digits;
}
