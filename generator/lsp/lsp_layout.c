/* lsp_layout.c: textDocument/formatting, the layout of `foucault format`. */
#include <assert.h>
#include <string.h>

#include "format/format.h"
#include "lsp/lsp_method.h"

/* The part between what both texts begin and end with, at whole lines. */
static void layout_put_edit(const LspView *v, JsonWriter *w, FormattedText made)
{
  const char *old = v->document->text;
  size_t n = v->document->length, m = (size_t)made.length;
  size_t least = n < m ? n : m, front = 0, back = 0;
  while (front < least && old[front] == made.bytes[front]) front++;
  while (front > 0 && old[front - 1] != '\n') front--;
  while (back < least - front && old[n - 1 - back] == made.bytes[m - 1 - back])
    back++;
  while (back > 0 && old[n - back - 1] != '\n') back--;
  assert(front + back <= least);
  json_object_begin(w);
  json_key(w, "range");
  lsp_put_range(w, &v->lines,
                (Span){v->source, (int32_t)front, (int32_t)(n - back)});
  json_key(w, "newText");
  json_string(w, arena_copy_text(v->s->session_arena, made.bytes + front,
                                 m - back - front));
  json_object_end(w);
}

/* A text with errors stays as it is. */
void lsp_layout(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  (void)params, (void)at;
  json_array_begin(w);
  if (v->s->n_errors == 0) {
    FormattedText made = format_source(v->s, v->source, v->s->session_arena);
    int other = session_add_source(v->s, "", made.bytes, made.length);
    bool is_same =
        (size_t)made.length == v->document->length &&
        memcmp(made.bytes, v->document->text, v->document->length) == 0;
    if (!is_same && format_is_same(v->s, v->source, other))
      layout_put_edit(v, w, made);
  }
  json_array_end(w);
}
