/* checksum.c: see checksum.h; names and numbers as in FIPS 180-4. */
#include "base/text/checksum.h"

#include "base/text/checksum_processor.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Fractions of the cube roots of the first 64 primes, section 4.2.2. */
static const uint32_t k256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn_left(uint32_t x, int n)
{
  return x << n | x >> (32 - n);
}

static uint32_t turn_right(uint32_t x, int n)
{
  return x >> n | x << (32 - n);
}

static uint32_t choose_bits(uint32_t x, uint32_t y, uint32_t z)
{
  return (x & y) ^ (~x & z);
}

static uint32_t majority(uint32_t x, uint32_t y, uint32_t z)
{
  return (x & y) ^ (x & z) ^ (y & z);
}

static void read_words(uint32_t *w, const unsigned char *block)
{
  for (int t = 0; t < 16; t++) {
    const unsigned char *b = block + 4 * t;
    w[t] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
           b[3];
  }
}

/* Section 6.1.2: f and K of a round. */
static uint32_t sha1_round(int t, const uint32_t *v)
{
  switch (t / 20) {
  case 0: return choose_bits(v[1], v[2], v[3]) + 0x5a827999;
  case 1: return (v[1] ^ v[2] ^ v[3]) + 0x6ed9eba1;
  case 2: return majority(v[1], v[2], v[3]) + 0x8f1bbcdc;
  default: return (v[1] ^ v[2] ^ v[3]) + 0xca62c1d6;
  }
}

static void take_sha1(uint32_t *hash, const unsigned char *block)
{
  uint32_t w[80], v[5];
  read_words(w, block);
  for (int t = 16; t < 80; t++)
    w[t] = turn_left(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
  memcpy(v, hash, sizeof v);
  for (int t = 0; t < 80; t++) {
    uint32_t next = turn_left(v[0], 5) + sha1_round(t, v) + v[4] + w[t];
    v[4] = v[3];
    v[3] = v[2];
    v[2] = turn_left(v[1], 30);
    v[1] = v[0];
    v[0] = next;
  }
  for (int i = 0; i < 5; i++) hash[i] += v[i];
}

/* Section 6.2.2. */
static void take_sha256(uint32_t *hash, const unsigned char *block)
{
  uint32_t w[64], v[8];
  read_words(w, block);
  for (int t = 16; t < 64; t++) {
    uint32_t a = w[t - 15], b = w[t - 2];
    w[t] = (turn_right(b, 17) ^ turn_right(b, 19) ^ b >> 10) + w[t - 7] +
           (turn_right(a, 7) ^ turn_right(a, 18) ^ a >> 3) + w[t - 16];
  }
  memcpy(v, hash, sizeof v);
  for (int t = 0; t < 64; t++) {
    uint32_t of_e =
        turn_right(v[4], 6) ^ turn_right(v[4], 11) ^ turn_right(v[4], 25);
    uint32_t of_a =
        turn_right(v[0], 2) ^ turn_right(v[0], 13) ^ turn_right(v[0], 22);
    uint32_t first =
        v[7] + of_e + choose_bits(v[4], v[5], v[6]) + k256[t] + w[t];
    uint32_t second = of_a + majority(v[0], v[1], v[2]);
    v[7] = v[6];
    v[6] = v[5];
    v[5] = v[4];
    v[4] = v[3] + first;
    v[3] = v[2];
    v[2] = v[1];
    v[1] = v[0];
    v[0] = first + second;
  }
  for (int i = 0; i < 8; i++) hash[i] += v[i];
}

static void take_blocks(Checksum *c, const unsigned char *block, size_t n)
{
  if (c->by_processor) {
    checksum_processor_sha1(c->sha1, block, n);
    checksum_processor_sha256(c->sha256, block, n, k256);
    return;
  }
  for (size_t k = 0; k < n; k++) {
    take_sha1(c->sha1, block + k * CHECKSUM_BLOCK);
    take_sha256(c->sha256, block + k * CHECKSUM_BLOCK);
  }
}

void checksum_begin(Checksum *c)
{
  static const Checksum first = {
      .sha1 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
      .sha256 = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
  *c = first;
  c->by_processor = checksum_processor_can();
}

void checksum_add(Checksum *c, const void *bytes, size_t n)
{
  const unsigned char *at = bytes;
  size_t kept = (size_t)(c->size % CHECKSUM_BLOCK);
  c->size += n;
  if (kept > 0) {
    size_t taken = CHECKSUM_BLOCK - kept;
    if (taken > n) taken = n;
    memcpy(c->rest + kept, at, taken);
    if (kept + taken < CHECKSUM_BLOCK) return;
    take_blocks(c, c->rest, 1);
    at += taken;
    n -= taken;
  }
  size_t n_blocks = n / CHECKSUM_BLOCK, left = n % CHECKSUM_BLOCK;
  if (n_blocks > 0) take_blocks(c, at, n_blocks);
  if (left > 0) memcpy(c->rest, at + n - left, left);
}

static void write_hex(char *text, const uint32_t *word, int n)
{
  for (int i = 0; i < n; i++) snprintf(text + 8 * i, 9, "%08x", word[i]);
}

/* Section 5.1.1: one bit, zeros, the number of bits in 64. */
void checksum_end(Checksum *c, ChecksumText *text)
{
  unsigned char end[CHECKSUM_BLOCK + 8] = {0x80};
  uint64_t n_bits = c->size * 8;
  size_t kept = (size_t)(c->size % CHECKSUM_BLOCK);
  size_t n = (kept < 56 ? 56 : 56 + CHECKSUM_BLOCK) - kept;
  for (int i = 0; i < 8; i++)
    end[n + (size_t)i] = (unsigned char)(n_bits >> (56 - 8 * i));
  checksum_add(c, end, n + 8);
  assert(c->size % CHECKSUM_BLOCK == 0);
  write_hex(text->sha1, c->sha1, 5);
  write_hex(text->sha256, c->sha256, 8);
}
