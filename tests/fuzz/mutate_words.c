/* mutate_words.c: inputs that are words between marks (XML, JSON, tables,
 * command lines) are changed by words, and by pieces from one '>' or line end
 * to the next, of their own or of another input; now and then by bytes.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* What readers least expect. */
static const char *const worst[] = {"",
                                    "0",
                                    "-1",
                                    "1e999",
                                    "nan",
                                    "-inf",
                                    "1e-320",
                                    "2147483648",
                                    "-0",
                                    "0x7f",
                                    "1e300",
                                    "true",
                                    "../x",
                                    "/",
                                    "%2e%2e",
                                    "#",
                                    "\"",
                                    "'",
                                    "&amp;",
                                    "&lt;",
                                    "&#0;",
                                    "\xC3\x28",
                                    "\xEF\xBB\xBF",
                                    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
                                    "99999999999999999999",
                                    "1 2 3",
                                    "{",
                                    "[",
                                    "]]>",
                                    "-9223372036854775808",
                                    "\t",
                                    "=",
                                    "1:0:1"};

typedef struct Piece {
  size_t from, to;
} Piece;

static bool is_of_word(uint8_t c)
{
  return isalnum(c) || c == '_' || c == '.' || c == '-' || c >= 0x80;
}

/* The word at or after a random place; empty at the end. */
static Piece any_word(const uint8_t *data, size_t size)
{
  size_t at = size ? (size_t)rand() % size : 0;
  while (at > 0 && is_of_word(data[at - 1])) at--;
  while (at < size && !is_of_word(data[at])) at++;
  Piece p = {at, at};
  while (p.to < size && is_of_word(data[p.to])) p.to++;
  return p;
}

static bool ends_piece(uint8_t c)
{
  return c == '>' || c == '\n' || c == ',' || c == '}';
}

/* 1 to 4 neighbours. */
static Piece any_pieces(const uint8_t *data, size_t size)
{
  size_t at = size ? (size_t)rand() % size : 0;
  while (at > 0 && !ends_piece(data[at - 1])) at--;
  Piece p = {at, at};
  for (int n = 1 + rand() % 4; n > 0 && p.to < size; n--) {
    while (p.to < size && !ends_piece(data[p.to])) p.to++;
    if (p.to < size) p.to++;
  }
  return p;
}

/* In place of the piece; the size as it was where that is too much. */
static size_t replace(uint8_t *data, size_t size, size_t max_size, Piece old,
                      const uint8_t *by, size_t n)
{
  size_t left = size - (old.to - old.from);
  if (left + n > max_size) return size;
  memmove(data + old.from + n, data + old.to, size - old.to);
  if (n > 0) memcpy(data + old.from, by, n);
  return left + n;
}

static size_t put_copy(uint8_t *data, size_t size, size_t max_size, Piece at,
                       const uint8_t *from, Piece p)
{
  size_t n = p.to - p.from;
  uint8_t *copy = malloc(n ? n : 1);
  if (!copy) return size;
  memcpy(copy, from + p.from, n);
  size = replace(data, size, max_size, at, copy, n);
  free(copy);
  return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed)
{
  srand(seed);
  Piece word = any_word(data, size), pieces = any_pieces(data, size);
  switch (rand() % 6) {
  case 0: {
    const char *text = worst[(size_t)rand() % (sizeof worst / sizeof worst[0])];
    return replace(data, size, max_size, word, (const uint8_t *)text,
                   strlen(text));
  }
  case 1:
    return put_copy(data, size, max_size, word, data, any_word(data, size));
  case 2: /* once more, elsewhere */
    pieces.to = pieces.from;
    return put_copy(data, size, max_size, pieces, data, any_pieces(data, size));
  case 3: return replace(data, size, max_size, pieces, NULL, 0);
  case 4: /* in place of others */
    return put_copy(data, size, max_size, pieces, data, any_pieces(data, size));
  default: return LLVMFuzzerMutate(data, size, max_size);
  }
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                 const uint8_t *data2, size_t size2,
                                 uint8_t *out, size_t max_size, unsigned seed)
{
  srand(seed);
  size_t size = size1 < max_size ? size1 : max_size;
  memcpy(out, data1, size);
  Piece old = any_pieces(out, size);
  if (rand() % 2) old.to = old.from;
  return put_copy(out, size, max_size, old, data2, any_pieces(data2, size2));
}
