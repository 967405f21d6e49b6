/* decimal_exact.c: both numbers are multiplied by the powers of two and five
 * that make them whole. */
#include "base/text/decimal_exact.h"

#include <assert.h>

enum {
  PARTS = 80, /* of 32 bits: 64 bits, 350 times 10, and 1100 times 2 */
  FIVES = 13  /* 5^13 is the largest power of five in 32 bits */
};

/* part[0] is the lowest; those from n on are not looked at. */
typedef struct BigInteger {
  uint32_t part[PARTS];
  int n;
} BigInteger;

static void big_multiply(BigInteger *b, uint32_t by)
{
  uint64_t carry = 0;
  for (int k = 0; k < b->n; k++) {
    carry += (uint64_t)b->part[k] * by;
    b->part[k] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry == 0) return;
  assert(b->n < PARTS);
  b->part[b->n++] = (uint32_t)carry;
}

static void big_shift(BigInteger *b, int by)
{
  int whole = by / 32;
  big_multiply(b, (uint32_t)1 << by % 32);
  assert(by >= 0 && b->n + whole <= PARTS);
  for (int k = b->n - 1; k >= 0; k--) b->part[k + whole] = b->part[k];
  for (int k = 0; k < whole; k++) b->part[k] = 0;
  b->n += whole;
}

/* number * 5^fives * 2^twos; no zeros lead. */
static BigInteger big_integer(uint64_t number, int fives, int twos)
{
  BigInteger b = {.n = 0};
  for (; number > 0; number >>= 32) b.part[b.n++] = (uint32_t)number;
  for (; fives >= FIVES; fives -= FIVES) big_multiply(&b, 1220703125u);
  for (; fives > 0; fives--) big_multiply(&b, 5);
  big_shift(&b, twos);
  return b;
}

static int big_compare(const BigInteger *a, const BigInteger *b)
{
  if (a->n != b->n) return a->n > b->n ? 1 : -1;
  for (int k = a->n - 1; k >= 0; k--) {
    if (a->part[k] != b->part[k]) return a->part[k] > b->part[k] ? 1 : -1;
  }
  return 0;
}

int decimal_exact_compare(uint64_t decimal, int ten, uint64_t binary, int two)
{
  if (decimal == 0 || binary == 0) return (decimal > 0) - (binary > 0);
  int fives = ten > 0 ? ten : 0, others = ten < 0 ? -ten : 0;
  int twos = ten > two ? ten - two : 0, rest = two > ten ? two - ten : 0;
  BigInteger a = big_integer(decimal, fives, twos);
  BigInteger b = big_integer(binary, others, rest);
  return big_compare(&a, &b);
}
