/* png_write.c: filter, deflate, chunks. */
#include "face/png_write.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"

enum {
  PNG_FILTER_UP = 2,
  PNG_LONGEST = 258, /* of a match */
  PNG_SHORTEST = 3,
  PNG_END_CODE = 256,
  PNG_DISTANCES = 2 /* that are tried */
};

typedef struct PngOut {
  Arena *arena;
  unsigned char *byte;
  int n, cap;
  uint32_t bits; /* that wait */
  int n_bits;
} PngOut;

static void png_byte(PngOut *o, unsigned value)
{
  o->byte = vector_grow(o->arena, o->byte, &o->cap, o->n + 1, 1);
  o->byte[o->n++] = (unsigned char)value;
}

static void png_number(PngOut *o, uint32_t value)
{
  for (int k = 24; k >= 0; k -= 8) png_byte(o, (value >> k) & 0xFF);
}

/* --- deflate --- */

static void png_bits(PngOut *o, uint32_t value, int n)
{
  assert(n <= 16 && o->n_bits < 8);
  o->bits |= value << o->n_bits;
  o->n_bits += n;
  while (o->n_bits >= 8) {
    png_byte(o, o->bits & 0xFF);
    o->bits >>= 8;
    o->n_bits -= 8;
  }
}

/* Codes begin with their highest bit. */
static void png_code(PngOut *o, uint32_t code, int n)
{
  uint32_t turned = 0;
  for (int k = 0; k < n; k++) turned |= ((code >> k) & 1) << (n - 1 - k);
  png_bits(o, turned, n);
}

/* RFC 1951, section 3.2.6. */
static void png_symbol(PngOut *o, int symbol)
{
  if (symbol < 144)
    png_code(o, (uint32_t)(0x30 + symbol), 8);
  else if (symbol < 256)
    png_code(o, (uint32_t)(0x190 + symbol - 144), 9);
  else if (symbol < 280)
    png_code(o, (uint32_t)(symbol - 256), 7);
  else
    png_code(o, (uint32_t)(0xC0 + symbol - 280), 8);
}

/* Section 3.2.5: lengths from 3 to 10 have a symbol each, then there are four
 * symbols for each number of further bits, and one for 258. */
static void png_length(PngOut *o, int length)
{
  assert(length >= PNG_SHORTEST && length <= PNG_LONGEST);
  if (length == PNG_LONGEST) {
    png_symbol(o, 285);
    return;
  }
  int rest = length - PNG_SHORTEST, extra = 0;
  while (rest >> (extra + 3)) extra++;
  int symbol = extra == 0 ? 257 + rest : 257 + 4 * extra + (rest >> extra);
  png_symbol(o, symbol);
  png_bits(o, (uint32_t)(rest & ((1 << extra) - 1)), extra);
}

/* Distances 1 to 4 have the codes 0 to 3. */
static void png_distance(PngOut *o, int distance)
{
  assert(distance >= 1 && distance <= 4);
  png_code(o, (uint32_t)(distance - 1), 5);
}

static size_t png_match(const unsigned char *data, size_t at, size_t n,
                        size_t distance)
{
  size_t length = 0;
  if (at < distance) return 0;
  while (length < PNG_LONGEST && at + length < n &&
         data[at + length] == data[at + length - distance]) {
    length++;
  }
  return length;
}

/* What repeats the byte or the pixel before it is a reference. */
static void png_deflate(PngOut *o, const unsigned char *data, size_t n)
{
  static const int distance[PNG_DISTANCES] = {1, 4};
  png_bits(o, 1, 1); /* the last block */
  png_bits(o, 1, 2); /* fixed codes */
  for (size_t at = 0; at < n;) {
    size_t best = 0;
    int by = 1;
    for (int k = 0; k < PNG_DISTANCES; k++) {
      size_t length = png_match(data, at, n, (size_t)distance[k]);
      if (length <= best) continue;
      best = length;
      by = distance[k];
    }
    if (best >= PNG_SHORTEST) {
      png_length(o, (int)best);
      png_distance(o, by);
      at += best;
    } else {
      png_symbol(o, data[at++]);
    }
  }
  png_symbol(o, PNG_END_CODE);
  if (o->n_bits > 0) png_bits(o, 0, 8 - o->n_bits);
}

static uint32_t png_adler(const unsigned char *data, size_t n)
{
  uint32_t a = 1, b = 0;
  for (size_t k = 0; k < n; k++) {
    a = (a + data[k]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

/* --- chunks --- */

static uint32_t png_checksum(const unsigned char *data, int n)
{
  uint32_t c = 0xFFFFFFFF;
  for (int k = 0; k < n; k++) {
    c ^= data[k];
    for (int i = 0; i < 8; i++) c = c & 1 ? 0xEDB88320 ^ (c >> 1) : c >> 1;
  }
  return c ^ 0xFFFFFFFF;
}

static void png_chunk(PngOut *o, const char *name, const PngOut *content)
{
  assert(strlen(name) == 4);
  png_number(o, (uint32_t)content->n);
  int begin = o->n;
  for (int k = 0; k < 4; k++) png_byte(o, (unsigned char)name[k]);
  for (int k = 0; k < content->n; k++) png_byte(o, content->byte[k]);
  png_number(o, png_checksum(o->byte + begin, o->n - begin));
}

static void png_head(PngOut *o, int width, int height)
{
  static const unsigned char signature[8] = {0x89, 'P',  'N',  'G',
                                             '\r', '\n', 0x1A, '\n'};
  for (int k = 0; k < 8; k++) png_byte(o, signature[k]);
  PngOut head = {.arena = o->arena};
  png_number(&head, (uint32_t)width);
  png_number(&head, (uint32_t)height);
  png_byte(&head, 8); /* bits of each color */
  png_byte(&head, 6); /* red, green, blue, opacity */
  for (int k = 0; k < 3; k++) png_byte(&head, 0);
  png_chunk(o, "IHDR", &head);
}

/* Rows as differences to those above. */
static unsigned char *png_filter(Arena *arena, const unsigned char *pixel,
                                 size_t row, int height)
{
  unsigned char *data = arena_array(arena, (row + 1) * (size_t)height, 1);
  for (int y = 0; y < height; y++) {
    unsigned char *to = data + (row + 1) * (size_t)y;
    const unsigned char *from = pixel + row * (size_t)y;
    *to++ = PNG_FILTER_UP;
    for (size_t k = 0; k < row; k++)
      to[k] = (unsigned char)(from[k] - (y > 0 ? from[k - row] : 0));
  }
  return data;
}

IconBytes png_write(Arena *arena, const unsigned char *pixel, int width,
                    int height)
{
  assert(width > 0 && height > 0);
  size_t row = (size_t)width * 4, n = (row + 1) * (size_t)height;
  const unsigned char *data = png_filter(arena, pixel, row, height);
  PngOut out = {.arena = arena}, body = {.arena = arena}, none = {0};
  png_head(&out, width, height);
  png_byte(&body, 0x78); /* a zlib stream, RFC 1950 */
  png_byte(&body, 0x01);
  png_deflate(&body, data, n);
  png_number(&body, png_adler(data, n));
  png_chunk(&out, "IDAT", &body);
  png_chunk(&out, "IEND", &none);
  return (IconBytes){out.byte, (size_t)out.n};
}
