/* guid.c: two words of state take in 16 bytes at a time. Every step can be
 * undone, so that two texts that differ in one block never meet there; the
 * end mixes until each bit of the text changes about half of the guid. */
#include "emit/text/guid.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Odd, half of their bits set: fractions of the golden ratio and sqrt(3). */
#define FACTOR_A 0x9e3779b97f4a7c15u
#define FACTOR_B 0xbb67ae8584caa73bu

static uint64_t rotate(uint64_t x, int n)
{
  return x << n | x >> (64 - n);
}

/* The same on every machine: the lowest byte first. Written out: compilers
 * make one load of it. */
static uint64_t guid_word_of(const unsigned char *p)
{
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
         (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
         (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static void guid_take_block(uint64_t state[2], const unsigned char *block)
{
  uint64_t a = state[0] ^ guid_word_of(block) * FACTOR_A;
  uint64_t b = state[1] ^ guid_word_of(block + 8) * FACTOR_B;
  a = rotate(a, 31) * FACTOR_B + b;
  b = rotate(b, 27) * FACTOR_A + a;
  state[0] = a;
  state[1] = b;
}

GuidHash guid_begin(void)
{
  return (GuidHash){.state = {FACTOR_B, FACTOR_A}};
}

void guid_add(GuidHash *hash, const void *bytes, size_t n)
{
  const unsigned char *p = bytes;
  size_t used = (size_t)(hash->n_bytes % 16);
  hash->n_bytes += n;
  if (used > 0) {
    size_t part = n < 16 - used ? n : 16 - used;
    memcpy(hash->block + used, p, part);
    p += part;
    n -= part;
    if (used + part < 16) return;
    guid_take_block(hash->state, hash->block);
  }
  for (; n >= 16; n -= 16, p += 16) guid_take_block(hash->state, p);
  memcpy(hash->block, p, n);
}

void guid_add_word(GuidHash *hash, const char *word)
{
  guid_add(hash, word, strlen(word) + 1);
}

static uint64_t finish(uint64_t x)
{
  x = (x ^ x >> 32) * FACTOR_A;
  x = (x ^ x >> 29) * FACTOR_B;
  return x ^ x >> 32;
}

void guid_end(GuidHash *hash, char guid[GUID_SIZE])
{
  size_t used = (size_t)(hash->n_bytes % 16);
  memset(hash->block + used, 0, 16 - used);
  guid_take_block(hash->state, hash->block);
  uint64_t a = finish(hash->state[0] ^ hash->n_bytes);
  uint64_t b = finish(hash->state[1] + a);
  a = finish(a + b);
  snprintf(guid, GUID_SIZE, "{%08x-%04x-%04x-%04x-%04x%08x}",
           (unsigned)(a >> 32), (unsigned)(a >> 16 & 0xffff),
           (unsigned)(a & 0xffff), (unsigned)(b >> 48),
           (unsigned)(b >> 32 & 0xffff), (unsigned)(b & 0xffffffff));
  assert(strlen(guid) == GUID_SIZE - 1);
}
