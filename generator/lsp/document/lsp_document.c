/* lsp_document.c: see lsp_document.h. */
#define _XOPEN_SOURCE 700 /* realpath(), strdup() */
#include "lsp/document/lsp_document.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/utf8.h"

/* --- places --- */

/* The end of the line, before what ends it. */
static size_t document_line_end(const char *text, size_t length, size_t at)
{
  while (at < length && text[at] != '\n' && text[at] != '\r') at++;
  return at;
}

/* After what ends the line at `at`. */
static size_t document_next_line(const char *text, size_t length, size_t at)
{
  if (at < length && text[at] == '\r') {
    at++;
    return at < length && text[at] == '\n' ? at + 1 : at;
  }
  return at < length ? at + 1 : at;
}

static size_t document_character(const char *text, size_t n, int *units)
{
  uint32_t code_point;
  int size = utf8_decode(text, n, &code_point);
  *units = size == 4 ? 2 : 1;
  return size > 0 ? (size_t)size : 1;
}

size_t lsp_offset(const char *text, size_t length, LspPlace place)
{
  assert(text && place.line >= 0 && place.unit >= 0);
  size_t at = 0;
  for (int line = 0; line < place.line; line++) {
    at = document_line_end(text, length, at);
    if (at == length) return length;
    at = document_next_line(text, length, at);
  }
  size_t end = document_line_end(text, length, at);
  int units;
  for (int unit = 0; unit < place.unit && at < end; unit += units) {
    size_t size = document_character(text + at, end - at, &units);
    if (unit + units > place.unit) break; /* in the midst of a pair */
    at += size;
  }
  return at;
}

int lsp_units(const char *text, size_t n)
{
  int sum = 0;
  for (size_t at = 0; at < n;) {
    int units;
    at += document_character(text + at, n - at, &units);
    sum += units;
  }
  return sum;
}

LspLines lsp_lines(Arena *arena, const char *text, size_t length)
{
  LspLines lines = {.text = text, .length = length};
  int n = 1;
  for (size_t at = 0; (at = document_line_end(text, length, at)) < length; n++)
    at = document_next_line(text, length, at);
  lines.begin = arena_array(arena, (size_t)n, sizeof lines.begin[0]);
  size_t at = 0;
  for (lines.n = 1; lines.n < n; lines.n++) {
    at = document_next_line(text, length, document_line_end(text, length, at));
    lines.begin[lines.n] = at;
  }
  return lines;
}

LspPlace lsp_place(const LspLines *lines, size_t offset)
{
  assert(offset <= lines->length);
  int low = 0, high = lines->n;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (lines->begin[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  size_t begin = lines->begin[low];
  size_t end = document_line_end(lines->text, lines->length, begin);
  if (offset > end) offset = end;
  while (offset > begin && ((unsigned char)lines->text[offset] & 0xC0) == 0x80)
    offset--; /* in the midst of a character */
  return (LspPlace){low, lsp_units(lines->text + begin, offset - begin)};
}

bool lsp_place_read(const JsonValue *value, LspPlace *place)
{
  return json_member_int(value, "line", &place->line) &&
         json_member_int(value, "character", &place->unit) &&
         place->line >= 0 && place->unit >= 0;
}

bool lsp_range_read(const JsonValue *value, LspRange *range)
{
  return lsp_place_read(json_member(value, "start"), &range->begin) &&
         lsp_place_read(json_member(value, "end"), &range->end);
}

/* --- the text --- */

static char *document_copy(const char *bytes, size_t n)
{
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  memcpy(copy, bytes, n);
  copy[n] = 0;
  return copy;
}

LspDocument *lsp_document_open(const char *uri, const char *text, size_t length,
                               int version)
{
  assert(uri && text);
  LspDocument *d = calloc(1, sizeof *d);
  if (!d) return NULL;
  Arena *arena = arena_create("uri");
  const char *path = lsp_path_of_uri(arena, uri);
  d->uri = strdup(uri);
  d->path = path ? strdup(path) : NULL;
  d->text = document_copy(text, length);
  d->length = length;
  d->version = version;
  arena_destroy(arena);
  if (d->uri && d->path && d->text) return d;
  lsp_document_close(d);
  return NULL;
}

void lsp_document_close(LspDocument *d)
{
  if (!d) return;
  free(d->uri);
  free(d->path);
  free(d->text);
  for (int k = 0; k < d->n_facts; k++) free(d->fact[k]);
  free(d->fact);
  free(d);
}

void lsp_document_learn(LspDocument *d, const char *fact, size_t n)
{
  char *copy = document_copy(fact, n);
  if (!copy) return;
  size_t name = strcspn(copy, "\t") + 1;
  for (int k = 0; k < d->n_facts; k++) {
    if (strncmp(d->fact[k], copy, name) != 0) continue;
    free(d->fact[k]);
    d->fact[k] = copy;
    return;
  }
  if (d->n_facts == d->cap_facts) {
    int cap = d->cap_facts > 0 ? 2 * d->cap_facts : 8;
    char **more = realloc(d->fact, (size_t)cap * sizeof more[0]);
    if (!more) {
      free(copy);
      return;
    }
    d->fact = more;
    d->cap_facts = cap;
  }
  d->fact[d->n_facts++] = copy;
}

static bool document_replace(LspDocument *d, size_t begin, size_t end,
                             const JsonValue *text)
{
  assert(begin <= end && end <= d->length);
  size_t rest = d->length - end, length = begin + text->length + rest;
  char *made = malloc(length + 1);
  if (!made) return false;
  memcpy(made, d->text, begin);
  memcpy(made + begin, text->text, text->length);
  memcpy(made + begin + text->length, d->text + end, rest);
  made[length] = 0;
  free(d->text);
  d->text = made;
  d->length = length;
  d->last_edit = begin;
  return true;
}

bool lsp_document_change(LspDocument *d, const JsonValue *change, size_t most)
{
  const JsonValue *text = json_member(change, "text");
  const JsonValue *where = json_member(change, "range");
  if (!text || text->kind != JSON_STRING) return false;
  size_t begin = 0, end = d->length;
  if (where && where->kind != JSON_NULL) {
    LspRange range;
    if (!lsp_range_read(where, &range)) return false;
    begin = lsp_offset(d->text, d->length, range.begin);
    end = lsp_offset(d->text, d->length, range.end);
    if (end < begin) return false;
  }
  if (d->length - (end - begin) + text->length > most) return false;
  return document_replace(d, begin, end, text);
}

/* --- URIs --- */

static int document_hex(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* %41 and the like; NULL: a zero byte would come out. */
static char *document_decoded(Arena *arena, const char *text)
{
  char *made = arena_alloc(arena, strlen(text) + 1), *to = made;
  for (; *text; text++) {
    int high = *text == '%' ? document_hex(text[1]) : -1;
    int low = high >= 0 ? document_hex(text[2]) : -1;
    if (high == 0 && low == 0) return NULL;
    *to++ = low >= 0 ? (char)(16 * high + low) : *text;
    if (low >= 0) text += 2;
  }
  return made;
}

const char *lsp_path_of_uri(Arena *arena, const char *uri)
{
  static const char scheme[] = "file://";
  size_t n = sizeof scheme - 1;
  if (strncmp(uri, scheme, n) != 0)
    return arena_copy_text(arena, uri, strlen(uri));
  const char *path = strchr(uri + n, '/'); /* a host may stand before it */
  char *made = path ? document_decoded(arena, path) : NULL;
#ifdef _WIN32
  if (made && made[1] && made[2] == ':') made++; /* /C:/... */
#endif
  return made;
}

static bool document_is_plain(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || (c && strchr("/-._~", c));
}

const char *lsp_uri_of_path(Arena *arena, const char *path)
{
  char *full = realpath(path, NULL);
  const char *from = full ? full : path;
  static const char digit[] = "0123456789ABCDEF", scheme[] = "file:///";
  size_t n = from[0] == '/' ? 7 : 8; /* of the scheme */
  char *made = arena_alloc(arena, 3 * strlen(from) + n + 1), *to = made + n;
  memcpy(made, scheme, n);
  for (; *from; from++) {
    bool is_plain = document_is_plain(*from);
    unsigned c = (unsigned char)*from;
    *to++ = is_plain ? *from : '%';
    if (is_plain) continue;
    *to++ = digit[c / 16];
    *to++ = digit[c % 16];
  }
  free(full);
  return made;
}
