/* json_read.c: see json_read.h. */
#include "base/serve/json_read.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/utf8.h"

typedef struct JsonReader {
  Arena *arena;
  const char *at, *end;
  JsonValue *open[JSON_READ_DEPTH]; /* containers, outermost first */
  JsonValue *last[JSON_READ_DEPTH]; /* the newest value in each */
  int depth;
  int n_values;
} JsonReader;

static void json_skip_blanks(JsonReader *r)
{
  while (r->at < r->end &&
         (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
    r->at++;
}

static bool json_take(JsonReader *r, char c)
{
  if (r->at >= r->end || *r->at != c) return false;
  r->at++;
  return true;
}

static bool json_word(JsonReader *r, const char *word)
{
  size_t n = strlen(word);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) return false;
  r->at += n;
  return true;
}

/* --- strings --- */

static int json_hex(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* Four digits; false: they are not there. */
static bool json_unit(JsonReader *r, uint32_t *unit)
{
  if (r->end - r->at < 4) return false;
  *unit = 0;
  for (int k = 0; k < 4; k++) {
    int digit = json_hex(*r->at++);
    if (digit < 0) return false;
    *unit = *unit << 4 | (uint32_t)digit;
  }
  return true;
}

static char *json_put_character(char *to, uint32_t c)
{
  if (c < 0x80) {
    *to++ = (char)c;
  } else if (c < 0x800) {
    *to++ = (char)(0xC0 | c >> 6);
    *to++ = (char)(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *to++ = (char)(0xE0 | c >> 12);
    *to++ = (char)(0x80 | (c >> 6 & 0x3F));
    *to++ = (char)(0x80 | (c & 0x3F));
  } else {
    *to++ = (char)(0xF0 | c >> 18);
    *to++ = (char)(0x80 | (c >> 12 & 0x3F));
    *to++ = (char)(0x80 | (c >> 6 & 0x3F));
    *to++ = (char)(0x80 | (c & 0x3F));
  }
  return to;
}

/* After "\u"; one character of one or two units. */
static char *json_escaped_unit(JsonReader *r, char *to)
{
  const uint32_t unknown = 0xFFFD;
  uint32_t c, low;
  if (!json_unit(r, &c)) return NULL;
  if (c >= 0xD800 && c < 0xDC00) {
    const char *before = r->at;
    bool has_low = json_word(r, "\\u") && json_unit(r, &low) && low >= 0xDC00 &&
                   low < 0xE000;
    if (!has_low) r->at = before;
    c = has_low ? 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00) : unknown;
  } else if ((c >= 0xDC00 && c < 0xE000) || c == 0) {
    c = unknown;
  }
  return json_put_character(to, c);
}

static char *json_escape(JsonReader *r, char *to)
{
  static const char letter[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  if (r->at >= r->end) return NULL;
  char c = *r->at++;
  if (c == 'u') return json_escaped_unit(r, to);
  const char *found = c ? strchr(letter, c) : NULL;
  if (!found) return NULL;
  *to++ = meant[found - letter];
  return to;
}

/* Where the string that begins here may end at the latest: no escape is
 * shorter than what it stands for, but a bad byte becomes three. */
static size_t json_string_room(const JsonReader *r)
{
  size_t n = 1;
  for (const char *p = r->at; p < r->end && *p != '"'; p++) {
    if (*p == '\\') p++;
    n += 3;
  }
  return n;
}

static size_t json_plain_length(const JsonReader *r)
{
  const char *p = r->at;
  while (p < r->end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20)
    p++;
  return (size_t)(p - r->at);
}

/* As many bytes as are text; what is none becomes U+FFFD. */
static char *json_plain(JsonReader *r, char *to)
{
  size_t n = json_plain_length(r);
  while (n > 0) {
    size_t good = utf8_valid_prefix(r->at, n);
    memcpy(to, r->at, good);
    to += good;
    r->at += good;
    n -= good;
    if (n == 0) break;
    to = json_put_character(to, 0xFFFD);
    r->at++;
    n--;
  }
  return to;
}

/* After the opening quote. Most strings have no escapes: their room is their
 * length. */
static const char *json_string_value(JsonReader *r, size_t *length)
{
  size_t plain = json_plain_length(r);
  bool is_plain = r->at + plain < r->end && r->at[plain] == '"' &&
                  utf8_valid_prefix(r->at, plain) == plain;
  char *text =
      arena_alloc(r->arena, is_plain ? plain + 1 : json_string_room(r));
  char *to = text;
  while (to && r->at < r->end && *r->at != '"') {
    to = json_plain(r, to);
    if (r->at >= r->end || *r->at == '"') break;
    to = json_take(r, '\\') ? json_escape(r, to) : NULL;
  }
  if (!to || !json_take(r, '"')) return NULL;
  *length = (size_t)(to - text);
  return text;
}

/* --- values --- */

static bool json_digits(JsonReader *r)
{
  const char *before = r->at;
  while (r->at < r->end && *r->at >= '0' && *r->at <= '9') r->at++;
  return r->at > before;
}

static bool json_number(JsonReader *r, JsonValue *v)
{
  enum { MOST_DIGITS = 400 };
  const char *begin = r->at;
  json_take(r, '-');
  bool is_zero = json_take(r, '0');
  if (!is_zero && !json_digits(r)) return false;
  if (json_take(r, '.') && !json_digits(r)) return false;
  if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
    r->at++;
    if (!json_take(r, '+')) json_take(r, '-');
    if (!json_digits(r)) return false;
  }
  char text[MOST_DIGITS + 1];
  size_t n = (size_t)(r->at - begin);
  if (n > MOST_DIGITS) return false;
  memcpy(text, begin, n);
  text[n] = 0;
  v->kind = JSON_NUMBER;
  v->number = strtod(text, NULL);
  return true;
}

/* A value that is no container. */
static bool json_simple(JsonReader *r, JsonValue *v)
{
  if (json_take(r, '"')) {
    v->kind = JSON_STRING;
    v->text = json_string_value(r, &v->length);
    return v->text != NULL;
  }
  if (json_word(r, "true")) {
    v->kind = JSON_BOOL;
    v->truth = true;
    return true;
  }
  if (json_word(r, "false")) {
    v->kind = JSON_BOOL;
    return true;
  }
  if (json_word(r, "null")) return true;
  return json_number(r, v);
}

static JsonValue *json_new(JsonReader *r)
{
  if (r->n_values++ >= JSON_READ_VALUES) return NULL;
  JsonValue *v = arena_alloc(r->arena, sizeof *v);
  v->begin = r->at;
  if (r->depth == 0) return v;
  JsonValue *around = r->open[r->depth - 1], **last = &r->last[r->depth - 1];
  if (*last)
    (*last)->next = v;
  else
    around->first = v;
  *last = v;
  return v;
}

/* The key of the next member and its ':'. */
static const char *json_key_of(JsonReader *r)
{
  size_t length;
  json_skip_blanks(r);
  if (!json_take(r, '"')) return NULL;
  const char *key = json_string_value(r, &length);
  json_skip_blanks(r);
  return key && json_take(r, ':') ? key : NULL;
}

/* One value, or the beginning of a container; false: no JSON. */
static bool json_begin_value(JsonReader *r)
{
  bool in_object = r->depth > 0 && r->open[r->depth - 1]->kind == JSON_OBJECT;
  const char *key = in_object ? json_key_of(r) : NULL;
  if (in_object && !key) return false;
  json_skip_blanks(r);
  JsonValue *v = json_new(r);
  if (!v) return false;
  v->key = key;
  bool is_object = r->at < r->end && *r->at == '{';
  if (!is_object && !(r->at < r->end && *r->at == '[')) {
    bool good = json_simple(r, v);
    v->end = r->at;
    return good;
  }
  if (r->depth >= JSON_READ_DEPTH) return false;
  r->at++;
  v->kind = is_object ? JSON_OBJECT : JSON_ARRAY;
  r->open[r->depth] = v;
  r->last[r->depth++] = NULL;
  return true;
}

/* Closes what ends here. 1: another value follows, 0: the document is
 * complete, -1: no JSON. */
static int json_after_value(JsonReader *r)
{
  while (r->depth > 0) {
    JsonValue *v = r->open[r->depth - 1];
    bool is_empty = !r->last[r->depth - 1];
    json_skip_blanks(r);
    if (json_take(r, v->kind == JSON_OBJECT ? '}' : ']')) {
      v->end = r->at;
      r->depth--;
      continue;
    }
    return is_empty || json_take(r, ',') ? 1 : -1;
  }
  json_skip_blanks(r);
  return r->at == r->end ? 0 : -1;
}

const JsonValue *json_read(Arena *arena, const char *bytes, size_t n)
{
  JsonReader r = {.arena = arena, .at = bytes, .end = bytes + n};
  const JsonValue *root = NULL;
  int more = 1;
  while (more > 0) {
    if (!json_begin_value(&r)) return NULL;
    if (!root) root = r.depth > 0 ? r.open[0] : NULL;
    more = json_after_value(&r);
  }
  return more == 0 ? root : NULL;
}

/* --- members --- */

const JsonValue *json_member(const JsonValue *object, const char *key)
{
  if (!object || object->kind != JSON_OBJECT) return NULL;
  const JsonValue *v = object->first;
  while (v && strcmp(v->key, key) != 0) v = v->next;
  return v;
}

const char *json_member_text(const JsonValue *object, const char *key)
{
  const JsonValue *v = json_member(object, key);
  return v && v->kind == JSON_STRING ? v->text : NULL;
}

bool json_member_int(const JsonValue *object, const char *key, int *value)
{
  const JsonValue *v = json_member(object, key);
  if (!v || v->kind != JSON_NUMBER) return false;
  if (!(v->number >= INT_MIN && v->number <= INT_MAX)) return false;
  if (v->number != floor(v->number)) return false;
  *value = (int)v->number;
  return true;
}

bool json_member_is_true(const JsonValue *object, const char *key)
{
  const JsonValue *v = json_member(object, key);
  return v && v->kind == JSON_BOOL && v->truth;
}
