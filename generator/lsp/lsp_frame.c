/* lsp_frame.c: see lsp_frame.h. */
#include "lsp/lsp_frame.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool lsp_frame_take(LspFrame *f, const char *bytes, size_t n)
{
  assert(f->begin <= f->end && f->end <= f->room);
  if (f->begin > 0) {
    memmove(f->bytes, f->bytes + f->begin, f->end - f->begin);
    f->end -= f->begin;
    f->begin = 0;
  }
  if (f->room - f->end < n) {
    size_t room = 2 * f->room > f->end + n ? 2 * f->room : f->end + n;
    char *more = realloc(f->bytes, room);
    if (!more) return false;
    f->bytes = more;
    f->room = room;
  }
  memcpy(f->bytes + f->end, bytes, n);
  f->end += n;
  return true;
}

/* --- the header --- */

/* After the empty line; NULL: it has not come yet. */
static const char *frame_header_end(const char *at, const char *end)
{
  for (; end - at >= 4; at++) {
    at = memchr(at, '\r', (size_t)(end - at));
    if (!at || end - at < 4) return NULL;
    if (memcmp(at, "\r\n\r\n", 4) == 0) return at + 4;
  }
  return NULL;
}

/* The number of a line "Content-Length: N"; false: it is another line, or no
 * number. */
static bool frame_length(const char *line, size_t n, uint64_t *length)
{
  static const char name[] = "Content-Length:";
  size_t at = sizeof name - 1;
  if (n <= at || strncasecmp(line, name, at) != 0) return false;
  while (at < n && line[at] == ' ') at++;
  if (at == n || n - at > 18) return false;
  *length = 0;
  for (; at < n; at++) {
    if (line[at] < '0' || line[at] > '9') return false;
    *length = *length * 10 + (uint64_t)(line[at] - '0');
  }
  return true;
}

static bool frame_find_length(const char *header, const char *end,
                              uint64_t *length)
{
  bool found = false;
  while (header < end) {
    const char *stop = memchr(header, '\r', (size_t)(end - header));
    if (!stop) break;
    found = frame_length(header, (size_t)(stop - header), length) || found;
    header = stop + 2;
  }
  return found;
}

/* What is no header: up to where one could begin. */
static void frame_pass_over(LspFrame *f, size_t n)
{
  static const char word[] = "Content-Length";
  size_t size = sizeof word - 1;
  size_t at = f->begin + 1;
  while (at < f->begin + n &&
         (f->end - at < size || strncasecmp(f->bytes + at, word, size) != 0))
    at++;
  f->begin = at;
}

static FrameState frame_header(LspFrame *f, const char **message, size_t *n)
{
  const char *begin = f->bytes + f->begin, *end = f->bytes + f->end;
  size_t most = FRAME_HEADER_MOST;
  bool is_long = (size_t)(end - begin) > most;
  const char *body = frame_header_end(begin, is_long ? begin + most : end);
  if (!body && !is_long) return FRAME_INCOMPLETE;
  uint64_t length;
  if (!body || !frame_find_length(begin, body, &length)) {
    frame_pass_over(f, body ? (size_t)(body - begin) : most);
    return FRAME_FAULTY;
  }
  if (length > FRAME_MOST) {
    f->begin = (size_t)(body - f->bytes);
    f->to_skip = length;
    return FRAME_TOO_LONG;
  }
  if ((uint64_t)(end - body) < length) return FRAME_INCOMPLETE;
  *message = body;
  *n = (size_t)length;
  f->begin = (size_t)(body - f->bytes) + *n;
  return FRAME_MESSAGE;
}

FrameState lsp_frame_next(LspFrame *f, const char **message, size_t *n)
{
  if (f->to_skip > 0) {
    uint64_t there = (uint64_t)(f->end - f->begin);
    uint64_t skipped = there < f->to_skip ? there : f->to_skip;
    f->begin += (size_t)skipped;
    f->to_skip -= skipped;
  }
  if (f->begin == f->end) return FRAME_INCOMPLETE;
  return frame_header(f, message, n);
}

void lsp_frame_end(LspFrame *f)
{
  free(f->bytes);
  *f = (LspFrame){0};
}

bool lsp_frame_write(const char *message, size_t n)
{
  printf("Content-Length: %zu\r\n\r\n", n);
  fwrite(message, 1, n, stdout);
  return fflush(stdout) == 0 && !ferror(stdout);
}
