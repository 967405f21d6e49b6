/* mutate_text.c: Modelica texts are changed by what they are made of.
 *
 * Words (names, numbers, signs) and clauses (what ends with a semicolon) are
 * removed, said twice, moved, or take the place of others; of two texts one
 * gets clauses of the other. Most of what comes out passes the parser, so that
 * the passes after it are tried, too. One change in four is of bytes.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_PIECES = 8192, MOST_BYTES = 2048 };

/* Where pieces of a text begin; the last one is its end. */
typedef struct Pieces {
  size_t begin[MOST_PIECES + 1];
  int n;
} Pieces;

static bool is_part_of_word(int c)
{
  return isalnum(c) || c == '_';
}

/* Names and numbers are words, so is every other byte that is not blank. */
static void find_words(const uint8_t *data, size_t size, Pieces *words)
{
  words->n = 0;
  size_t at = 0;
  while (at < size && words->n < MOST_PIECES) {
    words->begin[words->n++] = at++;
    if (!is_part_of_word(data[at - 1])) continue;
    while (at < size && is_part_of_word(data[at])) at++;
  }
  words->begin[words->n] = at;
}

/* A clause ends after a semicolon. */
static void find_clauses(const uint8_t *data, size_t size, Pieces *clauses)
{
  clauses->n = 0;
  size_t at = 0;
  while (at < size && clauses->n < MOST_PIECES) {
    clauses->begin[clauses->n++] = at;
    while (at < size && data[at] != ';') at++;
    if (at < size) at++;
  }
  clauses->begin[clauses->n] = at;
}

/* Puts `n` bytes in the place of those from begin to end. */
static size_t replace(uint8_t *data, size_t size, size_t max_size, size_t begin,
                      size_t end, const uint8_t *bytes, size_t n)
{
  if (size - (end - begin) + n > max_size) return size;
  memmove(data + begin + n, data + end, size - end);
  memcpy(data + begin, bytes, n);
  return size - (end - begin) + n;
}

/* A run of pieces of `from` is put before, or in the place of, one of `to`;
 * from == NULL: a run of `to` is removed. */
static size_t transplant(uint8_t *data, size_t size, size_t max_size,
                         const Pieces *to, const uint8_t *source,
                         const Pieces *from)
{
  int place = rand() % to->n;
  size_t begin = to->begin[place], end = to->begin[place + 1];
  if (!from) return replace(data, size, max_size, begin, end, data, 0);
  uint8_t copy[MOST_BYTES];
  int first = rand() % from->n;
  int length = rand() % 4 ? 1 : 1 + rand() % 8;
  int last = first + length < from->n ? first + length : from->n;
  size_t n = from->begin[last] - from->begin[first];
  if (n > sizeof copy) return size;
  memcpy(copy, source + from->begin[first], n);
  if (rand() % 2) end = begin;
  return replace(data, size, max_size, begin, end, copy, n);
}

/* Words that the texts at hand may not have, where they do most. */
static const char *const telling[] = {
    "der",        "pre",        "0",         "1e308",     "-1",
    "time",       "each",       "final",     "redeclare", "replaceable",
    "outer",      "inner",      "if",        "when",      "for",
    "initial",    "sample",     "reinit",    "parameter", "constant",
    "flow",       "stream",     "discrete",  "protected", "extends",
    "function",   "record",     "connector", "package",   "operator",
    "Real",       "Integer",    "Boolean",   "String",    "enumeration(a, b)",
    "[:]",        "[0]",        "[2, 3]",    "{}",        "{1, 2}",
    "fill(0, 3)", "2147483647", "1e-320",    "size",      "end",
    "noEvent",    "smooth",     "connect",   "delay",     "homotopy",
    "Clock()",    "hold",       "previous",  "assert",    "and",
    "not",        "^",          "/",         ":="};

static size_t put_word(uint8_t *data, size_t size, size_t max_size,
                       const Pieces *words)
{
  const char *word =
      telling[(size_t)rand() % (sizeof telling / sizeof *telling)];
  int place = rand() % words->n;
  size_t begin = words->begin[place], end = words->begin[place + 1];
  if (rand() % 3 == 0) end = begin;
  return replace(data, size, max_size, begin, end, (const uint8_t *)word,
                 strlen(word));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed)
{
  static Pieces words, clauses;
  srand(seed);
  find_words(data, size, &words);
  find_clauses(data, size, &clauses);
  if (words.n < 4) return LLVMFuzzerMutate(data, size, max_size);
  switch (rand() % 8) {
  case 0:
  case 1: return LLVMFuzzerMutate(data, size, max_size);
  case 2: return transplant(data, size, max_size, &words, NULL, NULL);
  case 3: return transplant(data, size, max_size, &words, data, &words);
  case 4: return transplant(data, size, max_size, &clauses, NULL, NULL);
  case 5: return transplant(data, size, max_size, &clauses, data, &clauses);
  case 6: return transplant(data, size, max_size, &words, data, &words);
  default: return put_word(data, size, max_size, &words);
  }
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                 const uint8_t *data2, size_t size2,
                                 uint8_t *out, size_t max_size, unsigned seed)
{
  static Pieces mine, theirs;
  srand(seed);
  size_t size = size1 < max_size ? size1 : max_size;
  memcpy(out, data1, size);
  find_clauses(out, size, &mine);
  find_clauses(data2, size2, &theirs);
  if (mine.n == 0 || theirs.n == 0) return size;
  return transplant(out, size, max_size, &mine, data2, &theirs);
}
