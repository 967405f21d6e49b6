/* setting.c: see setting.h. The recursion is as deep as braces are nested. */
#include "parse/setting.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/vector.h"

enum { DEEPEST_NESTING = 32 };

/* A part of the text of a value, without blanks at its ends. */
typedef struct Piece {
  const char *text;
  size_t n;
} Piece;

static Piece setting_trim(Piece p)
{
  while (p.n > 0 && isspace((unsigned char)p.text[0])) p.text++, p.n--;
  while (p.n > 0 && isspace((unsigned char)p.text[p.n - 1])) p.n--;
  return p;
}

static bool is_array_text(Piece p)
{
  return p.n >= 2 && p.text[0] == '{' && p.text[p.n - 1] == '}';
}

/* How long the name is that begins a record, R or Library.R; 0: it is none. */
static size_t record_name_length(Piece p)
{
  size_t n = 0;
  if (p.n < 3 || p.text[p.n - 1] != ')') return 0;
  while (n < p.n && (isalnum((unsigned char)p.text[n]) || p.text[n] == '_' ||
                     p.text[n] == '.')) {
    n++;
  }
  bool begins_well = isalpha((unsigned char)p.text[0]) || p.text[0] == '_';
  return n < p.n && p.text[n] == '(' && begins_well ? n : 0;
}

bool setting_is_compound(const char *value)
{
  Piece p = setting_trim((Piece){value, strlen(value)});
  return is_array_text(p) || record_name_length(p) > 0;
}

/* The text up to the next comma outside of brackets and quotes. *rest is what
 * follows it, with text NULL where nothing follows. */
static Piece first_part(Piece p, Piece *rest)
{
  int depth = 0;
  bool is_quoted = false;
  *rest = (Piece){NULL, 0};
  for (size_t i = 0; i < p.n; i++) {
    char c = p.text[i];
    if (is_quoted && c == '\\' && i + 1 < p.n)
      i++;
    else if (c == '"')
      is_quoted = !is_quoted;
    else if (!is_quoted && strchr("{([", c))
      depth++;
    else if (!is_quoted && strchr("})]", c))
      depth--;
    else if (!is_quoted && depth == 0 && c == ',') {
      *rest = (Piece){p.text + i + 1, p.n - i - 1};
      return setting_trim((Piece){p.text, i});
    }
  }
  return setting_trim(p);
}

static bool setting_fault(SettingList *list, const char *why)
{
  list->fault = why;
  return false;
}

/* m[2] and 1 make m[2,1]. */
static const char *element_name(Arena *arena, const char *name, int element)
{
  assert(element >= 1);
  size_t n = strlen(name);
  if (n > 0 && name[n - 1] == ']')
    return arena_printf(arena, "%.*s,%d]", (int)n - 1, name, element);
  return arena_printf(arena, "%s[%d]", name, element);
}

/* Quotes around a text inside of braces are not part of it. */
static const char *scalar_text(Arena *arena, Piece p, int depth)
{
  char *text = arena_copy_text(arena, p.text, p.n);
  if (depth == 0 || p.n < 2 || text[0] != '"' || text[p.n - 1] != '"')
    return text;
  size_t to = 0;
  for (size_t i = 1; i + 1 < p.n; i++) {
    if (text[i] == '\\' && i + 2 < p.n) i++;
    text[to++] = text[i];
  }
  text[to] = 0;
  return text;
}

static bool expand_piece(Arena *arena, const char *name, Piece value, int depth,
                         SettingList *list);

static bool expand_array(Arena *arena, const char *name, Piece inner, int depth,
                         SettingList *list)
{
  for (int element = 1; inner.text; element++) {
    Piece part = first_part(inner, &inner);
    if (part.n == 0) return setting_fault(list, "an element has no value");
    if (!expand_piece(arena, element_name(arena, name, element), part,
                      depth + 1, list)) {
      return false;
    }
  }
  return true;
}

static bool expand_record(Arena *arena, const char *name, Piece inner,
                          int depth, SettingList *list)
{
  while (inner.text) {
    Piece part = first_part(inner, &inner);
    const char *sign = memchr(part.text, '=', part.n);
    if (part.n == 0 || !sign)
      return setting_fault(list, "write each member of a record as NAME=VALUE");
    Piece member = setting_trim((Piece){part.text, (size_t)(sign - part.text)});
    Piece value = setting_trim(
        (Piece){sign + 1, part.n - (size_t)(sign + 1 - part.text)});
    const char *path =
        arena_printf(arena, "%s.%.*s", name, (int)member.n, member.text);
    if (!expand_piece(arena, path, value, depth + 1, list)) return false;
  }
  return true;
}

static bool expand_piece(Arena *arena, const char *name, Piece value, int depth,
                         SettingList *list)
{
  if (depth > DEEPEST_NESTING)
    return setting_fault(list, "the value is nested too deeply");
  if (is_array_text(value)) {
    Piece inner = {value.text + 1, value.n - 2};
    return expand_array(arena, name, inner, depth, list);
  }
  size_t n = record_name_length(value);
  if (n > 0) {
    Piece inner = {value.text + n + 1, value.n - n - 2};
    return expand_record(arena, name, inner, depth, list);
  }
  list->item = vector_grow(arena, list->item, &list->cap, list->n + 1,
                           sizeof list->item[0]);
  list->item[list->n++] = (Setting){name, scalar_text(arena, value, depth)};
  return true;
}

bool setting_expand(Arena *arena, const char *name, const char *value,
                    SettingList *list)
{
  assert(name && value);
  Piece whole = {value, strlen(value)};
  Piece trimmed = setting_trim(whole);
  bool is_compound = is_array_text(trimmed) || record_name_length(trimmed) > 0;
  return expand_piece(arena, name, is_compound ? trimmed : whole, 0, list);
}

bool setting_is_element(const char *variable, const char *name)
{
  size_t n = strlen(name);
  if (n == 0) return false;
  bool has_subscripts = name[n - 1] == ']';
  if (has_subscripts) n--;
  return strncmp(variable, name, n) == 0 &&
         variable[n] == (has_subscripts ? ',' : '[');
}
