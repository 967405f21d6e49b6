/* fuzz_messages.c: any bytes as what an editor sends to foucault lsp: the
 * frames of messages, JSON, changes of a document. */
#include "fuzz.h"

#include <string.h>

#include "base/serve/json_read.h"
#include "lsp/document/lsp_document.h"
#include "lsp/lsp_frame.h"

static const char first_text[] =
    "model A\r\n  Real \xC3\xA9\xF0\x9F\x98\x80;\nend A;\r";

/* The tree covers the bytes, one value after the other. */
static void check_tree(const JsonValue *v, const char *begin, const char *end)
{
  if (v->begin < begin || v->end > end || v->begin > v->end)
    fuzz_fail("a value lies in the text");
  if (v->text && strlen(v->text) != v->length)
    fuzz_fail("a string has no zero bytes");
  for (const JsonValue *one = v->first; one; one = one->next) {
    if (!!one->key != (v->kind == JSON_OBJECT)) fuzz_fail("members have keys");
    check_tree(one, v->begin, v->end);
  }
}

/* Offset to place and back. */
static void check_places(Arena *arena, const LspDocument *d)
{
  LspLines lines = lsp_lines(arena, d->text, d->length);
  for (size_t at = 0; at <= d->length && at < 200; at++) {
    LspPlace place = lsp_place(&lines, at);
    size_t back = lsp_offset(d->text, d->length, place);
    LspPlace again = lsp_place(&lines, back);
    if (again.line != place.line || again.unit != place.unit)
      fuzz_fail("a place is the same again");
  }
}

static void change(Arena *arena, const JsonValue *v)
{
  LspDocument *d =
      lsp_document_open("file:///a%20b.mo", first_text, strlen(first_text), 1);
  if (!d) fuzz_fail("a document opens");
  if (lsp_document_change(d, v, 1000) && d->length > 1000)
    fuzz_fail("a document has its limit");
  check_places(arena, d);
  lsp_document_close(d);
}

static void read_json(const char *bytes, size_t n)
{
  Arena *arena = arena_create("fuzz");
  const JsonValue *v = json_read(arena, bytes, n);
  if (v) {
    check_tree(v, bytes, bytes + n);
    change(arena, v);
  }
  arena_destroy(arena);
}

static void read_frames(const char *bytes, size_t n)
{
  LspFrame frame = {0};
  const char *message;
  size_t length;
  FrameState state;
  for (size_t at = 0; at < n; at += 7) {
    if (!lsp_frame_take(&frame, bytes + at, n - at < 7 ? n - at : 7))
      fuzz_fail("there is memory");
    while ((state = lsp_frame_next(&frame, &message, &length)) !=
           FRAME_INCOMPLETE) {
      if (state == FRAME_MESSAGE) read_json(message, length);
    }
  }
  lsp_frame_end(&frame);
}

static void read_uri(const char *bytes, size_t n)
{
  Arena *arena = arena_create("fuzz");
  char *uri = arena_printf(arena, "file:///%.*s", (int)n, bytes);
  const char *path = lsp_path_of_uri(arena, uri);
  if (path) lsp_uri_of_path(arena, path);
  arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  read_frames((const char *)data, size);
  read_json((const char *)data, size);
  read_uri((const char *)data, size);
  return 0;
}
