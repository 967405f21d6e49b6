/* fuzz_parse.c: any bytes through the lexer and the parser.
 *
 * What parses must survive print, parse, print, and the layout of
 * foucault format must keep its words and comments. What is taken of a text
 * with errors is whole.
 */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "format/format.h"
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
  if (!parse_source(s, again, source)) {
    fprintf(stderr, "%s", first.bytes);
    fuzz_fail("what is printed parses again");
  }
  Text second = print(again);
  if (first.length != second.length ||
      memcmp(first.bytes, second.bytes, first.length) != 0) {
    fprintf(stderr, "--- first\n%s--- second\n%s", first.bytes, second.bytes);
    fuzz_fail("what is parsed again is the same");
  }
  free(first.bytes);
  free(second.bytes);
}

/* Laid out twice: the same words, and the second time the same bytes. */
static void check_layout(Session *s, int source)
{
  FormattedText first = format_source(s, source, s->syntax_arena);
  int made = session_add_source(s, "layout", first.bytes, first.length);
  if (!format_is_same(s, source, made)) {
    fprintf(stderr, "%s", first.bytes);
    fuzz_fail("words and comments are kept");
  }
  FormattedText second = format_source(s, made, s->syntax_arena);
  if (first.length != second.length ||
      memcmp(first.bytes, second.bytes, (size_t)first.length) != 0) {
    fprintf(stderr, "--- first\n%s--- second\n%s", first.bytes, second.bytes);
    fuzz_fail("what is laid out stays as it is");
  }
}

/* All of it can be printed, and the same text gives the same again. */
static void check_rest(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  Text text[2];
  s->is_tolerant = true;
  for (int k = 0; k < 2; k++) {
    int source =
        session_add_source(s, "fuzz.mo", (const char *)data, (int32_t)size);
    Ast *ast = ast_create(s);
    if (!parse_source(s, ast, source) && ast->n_classes > 0)
      fuzz_fail("what is taken is there");
    text[k] = print(ast);
  }
  if (text[0].length != text[1].length) fuzz_fail("the same is taken again");
  free(text[0].bytes);
  free(text[1].bytes);
  fuzz_session_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  int source =
      session_add_source(s, "fuzz.mo", (const char *)data, (int32_t)size);
  Ast *ast = ast_create(s);
  bool good = parse_source(s, ast, source);
  if (good != (s->n_errors == 0)) fuzz_fail("what fails has a message");
  if (good) {
    check_round_trip(s, ast);
    if (!memchr(data, 0, size)) check_layout(s, source); /* else E102 */
  } else {
    check_rest(data, size);
  }
  fuzz_session_end(s);
  return 0;
}
