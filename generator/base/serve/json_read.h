/* json_read.h: one JSON document (RFC 8259) as a tree.
 *
 * needs   any bytes
 * gives   the tree of an object or array, in the arena; strings are UTF-8 without zero bytes: what
 *         is not UTF-8, half a surrogate pair and U+0000 become U+FFFD
 * fails   NULL: no JSON, or a single value alone, deeper than JSON_READ_DEPTH, more than
 *         JSON_READ_VALUES values
 * cost    linear; no recursion
 */
#ifndef FOUCAULT_BASE_JSON_READ_H
#define FOUCAULT_BASE_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum { JSON_READ_DEPTH = 64, JSON_READ_VALUES = 1000000 };

typedef enum JsonKind {
  JSON_NULL,
  JSON_BOOL,   /* truth */
  JSON_NUMBER, /* number */
  JSON_STRING, /* text, length */
  JSON_ARRAY,  /* first */
  JSON_OBJECT  /* first, each with a key */
} JsonKind;

typedef struct JsonValue JsonValue;
struct JsonValue {
  JsonKind kind;
  bool truth;
  double number;
  const char *text; /* zero-terminated */
  size_t length;
  const char *key;         /* of a member of an object, else NULL */
  JsonValue *first, *next; /* the first item or member; the one after this */
  const char *begin, *end; /* the bytes it was read from */
};

const JsonValue *json_read(Arena *arena, const char *bytes, size_t n);

/* Each takes NULL and values of other kinds as what is not there. */
const JsonValue *json_member(const JsonValue *object, const char *key);
/* NULL: no string. */
const char *json_member_text(const JsonValue *object, const char *key);
/* False: no whole number of that range. */
bool json_member_int(const JsonValue *object, const char *key, int *value);
bool json_member_is_true(const JsonValue *object, const char *key);

#endif
