/* source_text.c: the bytes of a file, and where its lines begin.
 *
 * A line ends with "\n"; the "\r" of a "\r\n" ending counts as its last
 * character. A byte order mark at the front takes no column.
 */
#include "base/source_text.h"

#include <assert.h>
#include <string.h>

static int32_t count_lines(const char *bytes, int32_t length)
{
  int32_t n = 1;
  const char *end = bytes + length;
  for (const char *p = bytes; (p = memchr(p, '\n', (size_t)(end - p))); p++)
    n++;
  return n;
}

static int32_t *source_text_find_lines(Arena *arena, const char *bytes,
                                       int32_t length, int32_t n_lines)
{
  int32_t *start = arena_array(arena, (size_t)n_lines, sizeof start[0]);
  const char *end = bytes + length;
  int32_t n = 1; /* the first line starts at 0 */
  for (const char *p = bytes; (p = memchr(p, '\n', (size_t)(end - p))); p++) {
    start[n++] = (int32_t)(p + 1 - bytes);
  }
  assert(n == n_lines);
  return start;
}

SourceText *source_text_make(Arena *arena, const char *path, const char *bytes,
                             int32_t length)
{
  assert(length >= 0);
  SourceText *text = arena_alloc(arena, sizeof *text);
  text->path = arena_copy_text(arena, path, strlen(path));
  text->bytes = arena_copy_text(arena, bytes, (size_t)length);
  text->length = length;
  text->n_lines = count_lines(text->bytes, length);
  text->line_start =
      source_text_find_lines(arena, text->bytes, length, text->n_lines);
  text->is_library = false;
  text->is_from_library = text->is_linted = false;
  return text;
}

/* The last line that starts at or before the offset. */
static int32_t line_of(const SourceText *text, int32_t offset)
{
  int32_t low = 0;
  int32_t high = text->n_lines;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (text->line_start[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

Place source_text_place(const SourceText *text, int32_t offset)
{
  assert(offset >= 0 && offset <= text->length);
  int32_t line = line_of(text, offset);
  int32_t from = text->line_start[line];
  if (line == 0 && offset >= 3 && memcmp(text->bytes, "\xEF\xBB\xBF", 3) == 0) {
    from = 3;
  }
  int column = 1;
  for (int32_t i = from; i < offset; i++) {
    /* bytes 10xxxxxx continue a character */
    column += ((unsigned char)text->bytes[i] & 0xC0) != 0x80;
  }
  return (Place){line + 1, column};
}
