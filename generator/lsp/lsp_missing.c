/* lsp_missing.c: of unknowns without an equation, its beginning at the place
 * where it is to stand (lsp_finding.h). What is right of `=` is for the user: an
 * invented value would make the fault disappear. */
#include <assert.h>
#include <string.h>

#include "lsp/lsp_finding.h"
#include "parse/lexer.h"

/* Where the equation goes. */
typedef struct MissingPlace {
  int32_t at;
  bool ends_line;      /* nothing but a comment follows there */
  bool needs_keyword;  /* no section of equations stands before it */
  const char *newline; /* of the text */
  const char *indent;  /* of an equation; with needs_keyword of the keyword */
} MissingPlace;

/* --- text --- */

/* The blanks before the first word of the line with this offset. */
static const char *missing_indent(const LspView *v, int32_t at)
{
  const char *text = v->document->text;
  while (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') at--;
  return arena_copy_text(v->s->session_arena, text + at,
                         strspn(text + at, " \t"));
}

static bool missing_begins_line(const LspView *v, int32_t at)
{
  const char *text = v->document->text;
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) at--;
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

/* To the end of the line, if it has nothing else but a comment. */
static void missing_go_to_end(const LspView *v, MissingPlace *place)
{
  const char *text = v->document->text + place->at;
  size_t n = strcspn(text, "\r\n"), blanks = strspn(text, " \t");
  place->ends_line = blanks >= n || strncmp(text + blanks, "//", 2) == 0;
  if (place->ends_line) place->at += (int32_t)n;
  place->newline = strncmp(text + n, "\r\n", 2) == 0 ? "\r\n" : "\n";
}

/* After the semicolon that ends the element. */
static int32_t missing_after(const LspView *v, const AstElement *e)
{
  Lexer lexer = lexer_make(v->s, v->source);
  int depth = 0;
  Token token;
  lexer.at =
      e->kind == AST_ELEMENT_CLASS ? e->class_def->span.end : e->span.end;
  lexer.quiet = true;
  for (lexer_next(&lexer, &token); token.kind != TOKEN_END_OF_FILE;
       lexer_next(&lexer, &token)) {
    depth += token.kind == TOKEN_LPAREN;
    depth -= token.kind == TOKEN_RPAREN;
    if (token.kind == TOKEN_SEMICOLON && depth <= 0) return token.end;
  }
  return -1;
}

/* --- places --- */

static const AstSection *missing_section(const AstClass *c)
{
  const AstSection *found = NULL;
  for (int k = 0; k < c->n_sections; k++) {
    if (!c->section[k]->is_algorithm && !c->section[k]->is_initial)
      found = c->section[k];
  }
  return found;
}

static void missing_in_section(const LspView *v, const AstSection *section,
                               MissingPlace *place)
{
  int n = section->n_equations;
  int32_t last = n > 0 ? section->equation[n - 1]->span.begin : -1;
  place->at = section->span.end;
  if (last >= 0 && missing_begins_line(v, last))
    place->indent = missing_indent(v, last);
  else
    place->indent = arena_printf(v->s->session_arena, "%s  ",
                                 missing_indent(v, section->span.begin));
}

/* After all that the class has. */
static void missing_new_section(const LspView *v, const AstClass *c,
                                MissingPlace *place)
{
  place->at = -1;
  place->needs_keyword = true;
  place->indent = missing_indent(v, c->span.begin);
  for (int k = 0; k < c->n_elements; k++) {
    int32_t end = missing_after(v, c->element[k]);
    if (end > place->at) place->at = end;
  }
  for (int k = 0; k < c->n_sections; k++) {
    if (c->section[k]->span.end > place->at)
      place->at = c->section[k]->span.end;
  }
  if (place->at > c->span.end) place->at = -1;
}

/* False: none is known. */
static bool missing_place(const LspView *v, const AstClass *c,
                          MissingPlace *place)
{
  *place = (MissingPlace){.newline = "\n"};
  const AstSection *section = missing_section(c);
  if (c->form != AST_LONG || c->span.source != v->source) return false;
  if (section)
    missing_in_section(v, section, place);
  else
    missing_new_section(v, c, place);
  if (place->at >= 0) missing_go_to_end(v, place);
  return place->at >= 0;
}

/* --- the fix --- */

void lsp_fix_put(const LspView *v, JsonWriter *w, const char *title, Span span,
                 const char *text, bool is_preferred)
{
  assert(span.begin <= span.end);
  json_object_begin(w);
  json_key(w, "title");
  json_string(w, title);
  json_key(w, "range");
  lsp_put_range(w, &v->lines, span);
  json_key(w, "newText");
  json_string(w, text);
  json_key(w, "isPreferred");
  json_bool(w, is_preferred);
  json_object_end(w);
}

static const char *missing_text(const LspView *v, const MissingPlace *place,
                                const char *name)
{
  Arena *arena = v->s->session_arena;
  const char *key = place->needs_keyword ? "equation" : "";
  if (!place->ends_line)
    return arena_printf(arena, " %s%s%s = ;", key, *key ? " " : "", name);
  if (!*key)
    return arena_printf(arena, "%s%s%s = ;", place->newline, place->indent,
                        name);
  return arena_printf(arena, "%s%s%s%s%s  %s = ;", place->newline,
                      place->indent, key, place->newline, place->indent, name);
}

static const FlatVar *missing_find(const FlatModel *flat, const char *name)
{
  for (int k = 0; k < flat->n_vars; k++) {
    if (strcmp(flat->var[k].name, name) == 0) return &flat->var[k];
  }
  return NULL;
}

/* As the class that has it calls it; NULL: it is none of its own. */
static const char *missing_local_name(const FlatComponent *c, const char *name)
{
  size_t n = strlen(c->path);
  if (n == 0) return name;
  return strncmp(name, c->path, n) == 0 && name[n] == '.' ? name + n + 1 : NULL;
}

/* The next of the names in a list "a, b[1, 2], c"; NULL: there is none. */
static const char *missing_next_name(const LspView *v, const char **list)
{
  const char *begin = *list, *end = begin;
  for (int depth = 0; *end; end++) {
    if (depth == 0 && (*end == ',' || *end == ')')) break;
    depth += *end == '[' || *end == '(';
    depth -= *end == ']' || *end == ')';
  }
  *list = strncmp(end, ", ", 2) == 0 ? end + 2 : "";
  return end > begin ? arena_copy_text(v->s->session_arena, begin,
                                       (size_t)(end - begin))
                     : NULL;
}

/* The unknowns that reduce/structure/singular.c says to have too few
 * equations; "": it says something else. */
static const char *missing_list(const Diagnostic *d)
{
  static const char *const words[] = {"no equation determines the unknown ",
                                      "no equation determines the unknowns ",
                                      "only "};
  size_t k = 0, n = sizeof words / sizeof words[0];
  while (k < n && strncmp(d->message, words[k], strlen(words[k])) != 0) k++;
  if (k == n) return "";
  if (k < 2) return d->message + strlen(words[k]);
  const char *list = strstr(d->message, " unknowns (");
  return list ? list + strlen(" unknowns (") : "";
}

void lsp_missing_equations(const LspView *v, JsonWriter *w, const Diagnostic *d,
                           const FlatModel *flat)
{
  const char *told =
      "\n"; /* classes and names: components have them in common */
  const char *list = missing_list(d), *unknown;
  while ((unknown = missing_next_name(v, &list))) {
    const FlatVar *var = missing_find(flat, unknown);
    if (!var || var->component >= flat->n_components) continue;
    const FlatComponent *of = &flat->component[var->component];
    const AstClass *c = lsp_view_class(v, of->class_name);
    const char *name = missing_local_name(of, var->name);
    MissingPlace place;
    if (!c || !name || !missing_place(v, c, &place)) continue;
    const char *line =
        arena_printf(v->s->session_arena, "\n%s %s\n", of->class_name, name);
    if (strstr(told, line)) continue;
    told = arena_printf(v->s->session_arena, "%s%s", told, line);
    assert(place.at >= 0 && place.indent);
    lsp_fix_put(v, w,
                arena_printf(v->s->session_arena,
                             "begin an equation for '%s' in '%s'", name,
                             c->name),
                (Span){v->source, place.at, place.at},
                missing_text(v, &place, name), false);
  }
}
