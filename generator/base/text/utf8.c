/* utf8.c: decoding as in Unicode 15, table 3-7: no overlong forms, no
 * surrogates, nothing above U+10FFFF. */
#include "base/text/utf8.h"

#include <string.h>

/* The byte's low six bits if it is 10xxxxxx, else -1. */
static int continuation(const char *byte)
{
  unsigned value = (unsigned char)*byte;
  return (value & 0xC0) == 0x80 ? (int)(value & 0x3F) : -1;
}

int utf8_decode(const char *bytes, size_t n, uint32_t *code_point)
{
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (n == 0) return 0;
  uint32_t lead = (unsigned char)bytes[0];
  if (lead < 0x80) {
    *code_point = lead;
    return 1;
  }
  int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || n < (size_t)length) return 0;

  uint32_t value = lead & (0x7Fu >> length);
  for (int i = 1; i < length; i++) {
    int bits = continuation(bytes + i);
    if (bits < 0) return 0;
    value = value << 6 | (uint32_t)bits;
  }
  if (value < smallest[length] || value > 0x10FFFF) return 0;
  if (value >= 0xD800 && value <= 0xDFFF) return 0;
  *code_point = value;
  return length;
}

/* True if none of the eight bytes is zero or above 0x7F. */
static int plain_word(const char *bytes)
{
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  uint64_t zeros = word - UINT64_C(0x0101010101010101);
  return ((word | zeros) & UINT64_C(0x8080808080808080)) == 0;
}

size_t utf8_valid_prefix(const char *bytes, size_t n)
{
  size_t i = 0;
  while (i < n) {
    if (n - i >= 8 && plain_word(bytes + i)) {
      i += 8;
      continue;
    }
    uint32_t code_point;
    int length = utf8_decode(bytes + i, n - i, &code_point);
    if (length == 0 || code_point == 0) break;
    i += (size_t)length;
  }
  return i;
}
