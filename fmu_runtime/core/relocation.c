/* relocation.c: addresses to regions. */
#include "relocation.h"
#include "runtime_assert.h"
#include <string.h>

enum { WORD = sizeof(uint64_t), OFFSET_BITS = 48 };

static size_t relocation_words(size_t size)
{
  return size / WORD;
}

static size_t relocation_bytes_of_bits(size_t size)
{
  return (relocation_words(size) + 7) / 8;
}

size_t relocation_size(size_t size)
{
  return size + relocation_bytes_of_bits(size);
}

/* The lowest and the highest address: most words are outside of them. */
static Region relocation_span(const Region *region, size_t n)
{
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (size_t k = 0; k < n; k++) {
    if (region[k].size == 0) continue;
    uintptr_t end = region[k].base + region[k].size;
    if (region[k].base < low) low = region[k].base;
    if (end > high) high = end;
  }
  return (Region){low, high > low ? high - low : 0};
}

static bool region_holds(const Region *region, uint64_t word)
{
  return word >= region->base && word - region->base < region->size;
}

/* The word as region and offset; false: it is not an address. */
static bool relocation_encode(const Region *region, size_t n, uint64_t *word)
{
  for (size_t k = 0; k < n; k++) {
    if (!region_holds(&region[k], *word)) continue;
    *word = (uint64_t)k << OFFSET_BITS | (*word - region[k].base);
    return true;
  }
  return false;
}

char *relocation_write(const Region *region, size_t n, const char *memory,
                       size_t size, char *copy)
{
  RUNTIME_ASSERT(n <= RELOCATION_MOST);
  Region span = relocation_span(region, n);
  unsigned char *bits = (unsigned char *)copy + size;
  memcpy(copy, memory, size);
  memset(bits, 0, relocation_bytes_of_bits(size));
  for (size_t k = 0; k < relocation_words(size); k++) {
    uint64_t word;
    memcpy(&word, memory + k * WORD, WORD);
    if (!region_holds(&span, word)) continue;
    if (!relocation_encode(region, n, &word)) continue;
    memcpy(copy + k * WORD, &word, WORD);
    bits[k / 8] |= (unsigned char)(1u << k % 8);
  }
  return copy + relocation_size(size);
}

static bool word_is_address(const char *copy, size_t size, size_t word)
{
  const unsigned char *bits = (const unsigned char *)copy + size;
  return word < relocation_words(size) && bits[word / 8] >> word % 8 & 1;
}

bool relocation_is_plain(const char *copy, size_t size, size_t at, size_t n)
{
  RUNTIME_ASSERT(at <= size && n <= size - at);
  for (size_t word = at / WORD; n > 0 && word * WORD < at + n; word++) {
    if (word_is_address(copy, size, word)) return false;
  }
  return true;
}

bool relocation_address(const char *copy, size_t size, size_t at,
                        uint64_t *region, uint64_t *offset)
{
  uint64_t word;
  if (at % WORD != 0 || !word_is_address(copy, size, at / WORD)) return false;
  memcpy(&word, copy + at, WORD);
  *region = word >> OFFSET_BITS;
  *offset = word & (((uint64_t)1 << OFFSET_BITS) - 1);
  return true;
}
