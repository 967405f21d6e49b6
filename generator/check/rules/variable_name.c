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

static bool variable_name_fail(NameReader *r, const char *fault)
{
  if (!r->fault) r->fault = fault;
  return false;
}

static bool variable_name_take(NameReader *r, char c)
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
  if (!isdigit((unsigned char)*r->at)) return variable_name_fail(r, "a number");
  while (isdigit((unsigned char)*r->at)) r->at++;
  return true;
}

/* Q-name: ' then any characters, quotes and backslashes escaped, then '. */
static bool quoted_name(NameReader *r)
{
  assert(*r->at == '\'');
  r->at++;
  if (*r->at == '\'')
    return variable_name_fail(r, "a character within the quotes");
  while (*r->at && *r->at != '\'') {
    if (*r->at == '\\') {
      r->at++;
      if (!*r->at || !strchr("'\"?\\abfnrtv", *r->at)) {
        return variable_name_fail(r, "an escape sequence");
      }
    }
    r->at++;
  }
  return variable_name_take(r, '\'') ||
         variable_name_fail(r, "a closing quote");
}

static bool b_name(NameReader *r)
{
  if (*r->at == '\'') return quoted_name(r);
  if (!is_nondigit(*r->at)) return variable_name_fail(r, "a letter or '_'");
  while (is_nondigit(*r->at) || isdigit((unsigned char)*r->at)) r->at++;
  return true;
}

static bool array_indices(NameReader *r)
{
  do {
    if (!unsigned_integer(r)) return false;
  } while (variable_name_take(r, ','));
  return variable_name_take(r, ']') || variable_name_fail(r, "']' or ','");
}

/* identifier = B-name [ "[" arrayIndices "]" ] { "." B-name [...] } */
static bool identifier(NameReader *r)
{
  do {
    if (!b_name(r)) return false;
    if (variable_name_take(r, '[') && !array_indices(r)) return false;
  } while (variable_name_take(r, '.'));
  return true;
}

static bool variable_name_derivative(NameReader *r)
{
  assert(strncmp(r->at, "der(", 4) == 0);
  r->at += strlen("der(");
  if (!identifier(r)) return false;
  if (variable_name_take(r, ',') && !unsigned_integer(r)) return false;
  return variable_name_take(r, ')') || variable_name_fail(r, "')'");
}

const char *variable_name_fault(const char *name, size_t *at)
{
  NameReader r = {name, name, NULL};
  bool good = strncmp(name, "der(", 4) == 0 ? variable_name_derivative(&r)
                                            : identifier(&r);
  if (good && *r.at) variable_name_fail(&r, "the end of the name");
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
