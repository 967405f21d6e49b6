/* plain_bytes.h: is a text plain? Eight bytes at a time: the names of a large
 * model are asked several times each.
 *
 * Plain are the printable characters of ASCII but for those that a quoted text
 * has to write in another way; which ones these are the caller says.
 */
#ifndef FOUCAULT_BASE_TEXT_PLAIN_BYTES_H
#define FOUCAULT_BASE_TEXT_PLAIN_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PLAIN_BYTES_ONES UINT64_C(0x0101010101010101)
#define PLAIN_BYTES_HIGH UINT64_C(0x8080808080808080)

/* Not zero: one of the bytes is c. */
static inline uint64_t plain_bytes_have(uint64_t word, unsigned char c)
{
  uint64_t x = word ^ (PLAIN_BYTES_ONES * c); /* that byte is zero now */
  return (x - PLAIN_BYTES_ONES) & ~x & PLAIN_BYTES_HIGH;
}

/* Not zero: one of the bytes is below 0x20 or above 0x7e. */
static inline uint64_t plain_bytes_have_control(uint64_t word)
{
  uint64_t below = (word - PLAIN_BYTES_ONES * 0x20) & ~word;
  return (below | word | (word + PLAIN_BYTES_ONES)) & PLAIN_BYTES_HIGH;
}

/* The first n bytes; `except` are the characters that are not plain. */
static inline bool plain_bytes(const char *text, size_t n,
                               const unsigned char *except, int n_except)
{
  while (n > 0) {
    uint64_t word = PLAIN_BYTES_ONES * 'a';
    size_t part = n < sizeof word ? n : sizeof word;
    if (part == sizeof word)
      memcpy(&word, text, sizeof word);
    else
      memcpy(&word, text, part);
    uint64_t found = plain_bytes_have_control(word);
    for (int k = 0; k < n_except; k++) {
      found |= plain_bytes_have(word, except[k]);
    }
    if (found) return false;
    text += part;
    n -= part;
  }
  return true;
}

#endif
