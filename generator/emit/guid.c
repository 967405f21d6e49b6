/* guid.c: SHA-256 as FIPS 180-4 defines it, letters as there. */
#include "emit/guid.h"

#include <stdio.h>
#include <string.h>

/* Section 4.2.2: fractions of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
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

static uint32_t rotr(uint32_t x, int n)
{
  return x >> n | x << (32 - n);
}

static uint32_t big_endian(const unsigned char *p)
{
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
         (uint32_t)p[3];
}

/* Section 6.2.2, step 1: the message schedule. */
static void schedule(const unsigned char *block, uint32_t W[64])
{
  for (int t = 0; t < 16; t++) W[t] = big_endian(block + 4 * t);
  for (int t = 16; t < 64; t++) {
    uint32_t x = W[t - 15], y = W[t - 2];
    uint32_t s0 = rotr(x, 7) ^ rotr(x, 18) ^ x >> 3;
    uint32_t s1 = rotr(y, 17) ^ rotr(y, 19) ^ y >> 10;
    W[t] = s1 + W[t - 7] + s0 + W[t - 16];
  }
}

/* Steps 2 to 4; h[0..7] are the working variables a..h. */
static void compress(uint32_t state[8], const unsigned char *block)
{
  uint32_t W[64], h[8];
  schedule(block, W);
  memcpy(h, state, sizeof h);
  for (int t = 0; t < 64; t++) {
    uint32_t S1 = rotr(h[4], 6) ^ rotr(h[4], 11) ^ rotr(h[4], 25);
    uint32_t S0 = rotr(h[0], 2) ^ rotr(h[0], 13) ^ rotr(h[0], 22);
    uint32_t choose = (h[4] & h[5]) ^ (~h[4] & h[6]);
    uint32_t majority = (h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]);
    uint32_t T1 = h[7] + S1 + choose + K[t] + W[t];
    memmove(h + 1, h, 7 * sizeof h[0]);
    h[4] += T1;
    h[0] = T1 + S0 + majority;
  }
  for (int i = 0; i < 8; i++) state[i] += h[i];
}

GuidHash guid_begin(void)
{
  GuidHash hash = {.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
  return hash;
}

void guid_add(GuidHash *hash, const void *bytes, size_t n)
{
  const unsigned char *p = bytes;
  while (n > 0) {
    size_t used = (size_t)(hash->n_bytes % 64);
    size_t part = n < 64 - used ? n : 64 - used;
    memcpy(hash->block + used, p, part);
    hash->n_bytes += part;
    p += part;
    n -= part;
    if (used + part == 64) compress(hash->state, hash->block);
  }
}

/* Section 5.1.1: a one bit, zeros, the length in bits. */
static void pad(GuidHash *hash)
{
  static const unsigned char one = 0x80, zeros[64] = {0};
  unsigned char length[8];
  uint64_t n_bits = hash->n_bytes * 8;
  for (int i = 0; i < 8; i++) {
    length[i] = (unsigned char)(n_bits >> (56 - 8 * i));
  }
  guid_add(hash, &one, 1);
  guid_add(hash, zeros, (size_t)((120 - hash->n_bytes % 64) % 64));
  guid_add(hash, length, sizeof length);
}

void guid_end(GuidHash *hash, char guid[GUID_SIZE])
{
  pad(hash);
  const uint32_t *h = hash->state;
  snprintf(guid, GUID_SIZE, "{%08x-%04x-%04x-%04x-%04x%08x}", (unsigned)h[0],
           (unsigned)(h[1] >> 16), (unsigned)(h[1] & 0xffff),
           (unsigned)(h[2] >> 16), (unsigned)(h[2] & 0xffff), (unsigned)h[3]);
}
