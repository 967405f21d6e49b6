/* fuzz_front_end.c: any bytes through parser and flattening.
 *
 * What flattens must print as Modelica that flattens to the same text. Of a
 * text with syntax errors what can be read is flattened, too.
 */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

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
static Text flatten_text(const char *bytes, size_t length)
{
  Text text = {NULL, 0};
  Session *s = fuzz_session();
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
  fuzz_session_end(s);
  return text;
}

static void flatten_rest(const char *bytes, size_t length)
{
  Session *s = fuzz_session();
  s->is_tolerant = true;
  int source = session_add_source(s, "fuzz.mo", bytes, (int32_t)length);
  Ast *ast = ast_create(s);
  FlattenOptions options = {0};
  bool is_taken = parse_source(s, ast, source);
  s->n_errors = 0; /* of the syntax */
  if (is_taken) flatten_model(s, ast, &options);
  fuzz_session_end(s);
}

static void check_round_trip(Text first)
{
  Text second = flatten_text(first.bytes, first.length);
  if (!second.bytes || second.length != first.length ||
      memcmp(first.bytes, second.bytes, first.length) != 0) {
    fprintf(stderr, "--- first\n%s--- second\n%s", first.bytes,
            second.bytes ? second.bytes : "(errors)\n");
    abort();
  }
  free(second.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Text first = flatten_text((const char *)data, size);
  if (first.bytes)
    check_round_trip(first);
  else
    flatten_rest((const char *)data, size);
  free(first.bytes);
  return 0;
}
