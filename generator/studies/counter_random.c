/* counter_random.c: see counter_random.h. */
#include "studies/counter_random.h"

#include <assert.h>

enum { PHILOX_ROUNDS = 10, FEISTEL_ROUNDS = 6 };

/* Multipliers and the steps of the key, from the paper. */
static const uint32_t multiplier[2] = {0xD2511F53u, 0xCD9E8D57u};
static const uint32_t key_step[2] = {0x9E3779B9u, 0xBB67AE85u};

void counter_random_block(const uint32_t counter[4], const uint32_t key[2],
                          uint32_t out[4])
{
  uint32_t a = counter[0], b = counter[1], c = counter[2], d = counter[3];
  uint32_t k0 = key[0], k1 = key[1];
  for (int i = 0; i < PHILOX_ROUNDS; i++) {
    uint64_t p = (uint64_t)multiplier[0] * a, q = (uint64_t)multiplier[1] * c;
    a = (uint32_t)(q >> 32) ^ b ^ k0;
    b = (uint32_t)q;
    c = (uint32_t)(p >> 32) ^ d ^ k1;
    d = (uint32_t)p;
    k0 += key_step[0];
    k1 += key_step[1];
  }
  out[0] = a, out[1] = b, out[2] = c, out[3] = d;
}

static void draw_block(uint64_t seed, RandomPurpose purpose, uint32_t dimension,
                       uint64_t number, uint32_t out[4])
{
  const uint32_t counter[4] = {(uint32_t)number, (uint32_t)(number >> 32),
                               dimension, (uint32_t)purpose};
  const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
  counter_random_block(counter, key, out);
}

uint32_t counter_random_bits(uint64_t seed, RandomPurpose purpose,
                             uint32_t dimension, uint64_t number)
{
  uint32_t out[4];
  draw_block(seed, purpose, dimension, number, out);
  return out[0];
}

double counter_random_unit(uint64_t seed, RandomPurpose purpose,
                           uint32_t dimension, uint64_t number)
{
  uint32_t out[4];
  draw_block(seed, purpose, dimension, number, out);
  uint64_t bits = ((uint64_t)out[0] << 32 | out[1]) >> 12; /* 52 of them */
  return ((double)bits + 0.5) * 0x1p-52;
}

uint64_t counter_random_place(uint64_t seed, uint32_t dimension, uint64_t i,
                              uint64_t n)
{
  assert(i < n && n <= UINT64_C(1) << 62);
  int half = 1;
  while (UINT64_C(1) << (2 * half) < n) half++;
  const uint64_t mask = (UINT64_C(1) << half) - 1;
  do {
    uint64_t left = i >> half, right = i & mask;
    for (uint64_t round = 0; round < FEISTEL_ROUNDS; round++) {
      uint64_t mixed = counter_random_bits(seed, RANDOM_ORDER, dimension,
                                           right << 8 | round);
      uint64_t next = left ^ (mixed & mask);
      left = right;
      right = next;
    }
    i = left << half | right;
  } while (i >= n);
  return i;
}
