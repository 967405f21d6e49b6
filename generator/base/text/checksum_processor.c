/* checksum_processor.c: four rounds an instruction, words of a block in
 * vectors of four. Processors other than x86-64 have none here. */
#include "base/text/checksum_processor.h"

#include <assert.h>

#if defined(__x86_64__) && defined(__GNUC__)

#include <cpuid.h>
#include <immintrin.h>

#define WITH_SHA __attribute__((target("sha,sse4.1,ssse3")))

bool checksum_processor_can(void)
{
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  bool has_shuffles = (c & bit_SSSE3) && (c & bit_SSE4_1);
  return has_shuffles && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
         (b & 1u << 29);
}

/* Four vectors; a word has its first byte on top, and the first word of a
 * vector is the one that `order` puts there. */
WITH_SHA static void read_vectors(__m128i *w, const unsigned char *block,
                                  __m128i order)
{
  for (int g = 0; g < 4; g++) {
    __m128i bytes = _mm_loadu_si128((const void *)(block + 16 * g));
    w[g] = _mm_shuffle_epi8(bytes, order);
  }
}

/* The instruction has the number of its function as a part of its code. */
WITH_SHA static __m128i sha1_rounds(__m128i abcd, __m128i e, int function)
{
  switch (function) {
  case 0: return _mm_sha1rnds4_epu32(abcd, e, 0);
  case 1: return _mm_sha1rnds4_epu32(abcd, e, 1);
  case 2: return _mm_sha1rnds4_epu32(abcd, e, 2);
  default: return _mm_sha1rnds4_epu32(abcd, e, 3);
  }
}

WITH_SHA static void sha1_block(__m128i *abcd, __m128i *e,
                                const unsigned char *block)
{
  const __m128i order = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
  __m128i w[20], state = *abcd, before = state, sum = *e;
  read_vectors(w, block, order);
  for (int g = 4; g < 20; g++) {
    __m128i x = _mm_xor_si128(_mm_sha1msg1_epu32(w[g - 4], w[g - 3]), w[g - 2]);
    w[g] = _mm_sha1msg2_epu32(x, w[g - 1]);
  }
  for (int g = 0; g < 20; g++) {
    sum = g == 0 ? _mm_add_epi32(sum, w[0]) : _mm_sha1nexte_epu32(before, w[g]);
    before = state;
    state = sha1_rounds(state, sum, g / 5);
  }
  *e = _mm_sha1nexte_epu32(before, *e);
  *abcd = _mm_add_epi32(*abcd, state);
}

WITH_SHA void checksum_processor_sha1(uint32_t *hash,
                                      const unsigned char *block, size_t n)
{
  assert(hash && block);
  __m128i abcd = _mm_loadu_si128((const void *)hash);
  __m128i e = _mm_set_epi32((int)hash[4], 0, 0, 0);
  abcd = _mm_shuffle_epi32(abcd, 0x1b);
  for (size_t k = 0; k < n; k++) sha1_block(&abcd, &e, block + 64 * k);
  abcd = _mm_shuffle_epi32(abcd, 0x1b);
  _mm_storeu_si128((void *)hash, abcd);
  hash[4] = (uint32_t)_mm_extract_epi32(e, 3);
}

WITH_SHA static void sha256_block(__m128i *abef, __m128i *cdgh,
                                  const unsigned char *block,
                                  const uint32_t *constants)
{
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i w[16], x = *abef, y = *cdgh;
  read_vectors(w, block, order);
  for (int g = 4; g < 16; g++) {
    __m128i later = _mm_alignr_epi8(w[g - 1], w[g - 2], 4);
    w[g] = _mm_add_epi32(_mm_sha256msg1_epu32(w[g - 4], w[g - 3]), later);
    w[g] = _mm_sha256msg2_epu32(w[g], w[g - 1]);
  }
  for (int g = 0; g < 16; g++) {
    __m128i k = _mm_loadu_si128((const void *)(constants + 4 * g));
    __m128i sum = _mm_add_epi32(w[g], k);
    y = _mm_sha256rnds2_epu32(y, x, sum);
    x = _mm_sha256rnds2_epu32(x, y, _mm_shuffle_epi32(sum, 0x0e));
  }
  *abef = _mm_add_epi32(*abef, x);
  *cdgh = _mm_add_epi32(*cdgh, y);
}

WITH_SHA void checksum_processor_sha256(uint32_t *hash,
                                        const unsigned char *block, size_t n,
                                        const uint32_t *constants)
{
  assert(hash && block && constants);
  const int *h = (const int *)hash;
  __m128i abef = _mm_set_epi32(h[0], h[1], h[4], h[5]);
  __m128i cdgh = _mm_set_epi32(h[2], h[3], h[6], h[7]);
  for (size_t k = 0; k < n; k++)
    sha256_block(&abef, &cdgh, block + 64 * k, constants);
  uint32_t x[4], y[4];
  _mm_storeu_si128((void *)x, abef);
  _mm_storeu_si128((void *)y, cdgh);
  const uint32_t now[8] = {x[3], x[2], y[3], y[2], x[1], x[0], y[1], y[0]};
  for (int i = 0; i < 8; i++) hash[i] = now[i];
}

#else

bool checksum_processor_can(void)
{
  return false;
}

void checksum_processor_sha1(uint32_t *hash, const unsigned char *block,
                             size_t n)
{
  assert(!hash || !block || n == 0); /* never called */
}

void checksum_processor_sha256(uint32_t *hash, const unsigned char *block,
                               size_t n, const uint32_t *constants)
{
  assert(!hash || !block || n == 0 || !constants); /* never called */
}

#endif
