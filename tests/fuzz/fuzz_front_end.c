/* fuzz_front_end.c: any bytes through parser and flattening.
 *
 * What flattens must print as Modelica that flattens to the same text. Try it
 * with
 *   fuzz_front_end -max_len=4096 -dict=modelica.dict CORPUS_FOLDER
 * where a good first corpus are the .mo files of tests/golden/flatten and
 * tests/errors.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flatten/flat_print.h"
#include "flatten/flatten.h"
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
    flat_print(flat, out);
    fclose(out);
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
