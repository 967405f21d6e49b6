/* fuzz_front_end.c: any bytes through parser and flattening.
 *
 * What flattens must print as Modelica that flattens to the same text. Half of
 * the changes are made to whole words, so that many texts still parse. Try it
 * with
 *   fuzz_front_end -max_len=4096 -dict=modelica.dict CORPUS_FOLDER
 * where a good first corpus are the .mo files of tests/golden/flatten and
 * tests/errors.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flatten/flatten.h"
#include "flatten/print/flat_print.h"
#include "parse/parse.h"

typedef struct Text {
  char *bytes;
  size_t length;
} Text;

/* The flat model as text; NULL bytes: there were errors. */
static Text flatten_text(FILE *nowhere, const char *bytes, size_t length)
{
  Text text = {NULL, 0};
  Session *s = session_create();
  s->messages = nowhere;
  int source = session_add_source(s, "fuzz.mo", bytes, (int32_t)length);
  Ast *ast = ast_create(s);
  bool good = parse_source(s, ast, source);
  FlattenOptions options = {0};
  const FlatModel *flat = good ? flatten_model(s, ast, &options) : NULL;
  if (!!flat != (s->n_errors == 0)) abort();
  if (flat) {
    FILE *out = open_memstream(&text.bytes, &text.length);
    if (!out) abort();
    bool printed = flat_print(s, flat, out);
    fclose(out);
    if (!printed) {
      free(text.bytes);
      text = (Text){NULL, 0};
    }
  }
  diagnostic_flush(s);
  session_destroy(s);
  return text;
}

static void check_round_trip(FILE *nowhere, Text first)
{
  Text second = flatten_text(nowhere, first.bytes, first.length);
  if (!second.bytes || second.length != first.length ||
      memcmp(first.bytes, second.bytes, first.length) != 0) {
    fprintf(stderr, "--- first\n%s--- second\n%s", first.bytes,
            second.bytes ? second.bytes : "(errors)\n");
    abort();
  }
  free(second.bytes);
}

/* --- changes by words --- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);

enum { MOST_WORDS = 4096 };

typedef struct Words {
  size_t begin[MOST_WORDS + 1]; /* the last one is the end of the text */
  int n;
} Words;

static bool is_part_of_word(int c)
{
  return isalnum(c) || c == '_';
}

/* Names and numbers are words, so is every other byte. */
static void find_words(const uint8_t *data, size_t size, Words *words)
{
  words->n = 0;
  size_t at = 0;
  while (at < size && words->n < MOST_WORDS) {
    words->begin[words->n++] = at++;
    if (!is_part_of_word(data[at - 1])) continue;
    while (at < size && is_part_of_word(data[at])) at++;
  }
  words->begin[words->n] = at;
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

/* A run of words is removed, said twice, or takes the place of another. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed)
{
  static Words words;
  uint8_t copy[1024];
  srand(seed);
  find_words(data, size, &words);
  if (rand() % 2 || words.n < 4) return LLVMFuzzerMutate(data, size, max_size);
  int from = rand() % words.n, to = rand() % words.n;
  int length = rand() % 4 ? 1 : 1 + rand() % 30;
  int last = from + length < words.n ? from + length : words.n;
  size_t n = words.begin[last] - words.begin[from];
  if (n > sizeof copy) return LLVMFuzzerMutate(data, size, max_size);
  memcpy(copy, data + words.begin[from], n);
  size_t begin = words.begin[to], end = words.begin[to + 1];
  switch (rand() % 3) {
  case 0: return replace(data, size, max_size, begin, end, copy, 0);
  case 1: return replace(data, size, max_size, begin, begin, copy, n);
  default: return replace(data, size, max_size, begin, end, copy, n);
  }
}

/* --- one text --- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere) abort();
  Text first = flatten_text(nowhere, (const char *)data, size);
  if (first.bytes) check_round_trip(nowhere, first);
  free(first.bytes);
  fclose(nowhere);
  return 0;
}
