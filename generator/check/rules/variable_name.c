/* variable_name.c: one function per rule of the grammar. */
#include "check/rules/variable_name.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

typedef struct NameReader {
  const char *text, *at;
  const char *fault; /* the first one; NULL: none yet */
} NameReader;

static bool fail(NameReader *r, const char *fault)
{
  if (!r->fault) r->fault = fault;
  return false;
}

static bool take(NameReader *r, char c)
{
  if (*r->at != c) return false;
  r->at++;
  return true;
}

/* Bytes above 127 belong to UTF-8 letters: only quoted names may hold them. */
static bool is_nondigit(char c)
{
  return c == '_' || (isalpha((unsigned char)c) && (unsigned char)c < 0x80);
}

static bool unsigned_integer(NameReader *r)
{
  if (!isdigit((unsigned char)*r->at)) return fail(r, "a number");
  while (isdigit((unsigned char)*r->at)) r->at++;
  return true;
}

/* Q-name: ' then any characters, quotes and backslashes escaped, then '. */
static bool quoted_name(NameReader *r)
{
  assert(*r->at == '\'');
  r->at++;
  if (*r->at == '\'') return fail(r, "a character within the quotes");
  while (*r->at && *r->at != '\'') {
    if (*r->at == '\\') {
      r->at++;
      if (!*r->at || !strchr("'\"?\\abfnrtv", *r->at)) {
        return fail(r, "an escape sequence");
      }
    }
    r->at++;
  }
  return take(r, '\'') || fail(r, "a closing quote");
}

static bool b_name(NameReader *r)
{
  if (*r->at == '\'') return quoted_name(r);
  if (!is_nondigit(*r->at)) return fail(r, "a letter or '_'");
  while (is_nondigit(*r->at) || isdigit((unsigned char)*r->at)) r->at++;
  return true;
}

static bool array_indices(NameReader *r)
{
  do {
    if (!unsigned_integer(r)) return false;
  } while (take(r, ','));
  return take(r, ']') || fail(r, "']' or ','");
}

/* identifier = B-name [ "[" arrayIndices "]" ] { "." B-name [...] } */
static bool identifier(NameReader *r)
{
  do {
    if (!b_name(r)) return false;
    if (take(r, '[') && !array_indices(r)) return false;
  } while (take(r, '.'));
  return true;
}

static bool derivative(NameReader *r)
{
  assert(strncmp(r->at, "der(", 4) == 0);
  r->at += strlen("der(");
  if (!identifier(r)) return false;
  if (take(r, ',') && !unsigned_integer(r)) return false;
  return take(r, ')') || fail(r, "')'");
}

const char *variable_name_fault(const char *name, size_t *at)
{
  NameReader r = {name, name, NULL};
  bool good = strncmp(name, "der(", 4) == 0 ? derivative(&r) : identifier(&r);
  if (good && *r.at) fail(&r, "the end of the name");
  assert((size_t)(r.at - r.text) <= strlen(name)); /* not beyond its end */
  *at = (size_t)(r.at - r.text);
  return r.fault;
}

bool variable_name_is_c_identifier(const char *text)
{
  if (!isalpha((unsigned char)text[0]) && text[0] != '_') return false;
  for (const char *c = text; *c; c++) {
    if (!isalnum((unsigned char)*c) && *c != '_') return false;
  }
  return true;
}
