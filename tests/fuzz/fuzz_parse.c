/* fuzz_parse.c: any bytes through the lexer and the parser.
 *
 * What parses must survive print, parse, print. Try it with
 *   fuzz_parse -max_len=4096 -dict=modelica.dict CORPUS_FOLDER
 * where a good first corpus are the .mo files of tests/golden/parse and
 * tests/errors.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/ast_print.h"
#include "parse/parse.h"

typedef struct Text {
  char *bytes;
  size_t length;
} Text;

static Text print(const Ast *ast)
{
  Text text;
  FILE *out = open_memstream(&text.bytes, &text.length);
  if (!out) abort();
  ast_print(out, ast);
  fclose(out);
  return text;
}

/* Parses the printed text and compares what is printed then. */
static void check_round_trip(Session *s, const Ast *ast)
{
  Text first = print(ast);
  int source =
      session_add_source(s, "printed", first.bytes, (int32_t)first.length);
  Ast *again = ast_create(s);
  if (!parse_source(s, again, source)) abort();
  Text second = print(again);
  if (first.length != second.length ||
      memcmp(first.bytes, second.bytes, first.length) != 0) {
    abort();
  }
  free(first.bytes);
  free(second.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere) abort();
  Session *s = session_create();
  s->messages = nowhere;
  int source =
      session_add_source(s, "fuzz.mo", (const char *)data, (int32_t)size);
  Ast *ast = ast_create(s);
  bool good = parse_source(s, ast, source);
  if (good != (s->n_errors == 0)) abort();
  if (good) check_round_trip(s, ast);
  diagnostic_flush(s);
  session_destroy(s);
  fclose(nowhere);
  return 0;
}
