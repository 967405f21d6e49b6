/* lint_names.c: what is declared or imported, and named nowhere else.
 *
 * It goes by the words of the text: a name that stands somewhere else, in
 * whatever sense, counts as used. So what is reported is unused. */
#include <assert.h>
#include <string.h>

#include "lint/lint.h"
#include "lint/lint_place.h"
#include "parse/lexer.h"

enum { NAMES_FIRST = 256 };

/* How often each name occurs in the user's files. Names are interned: the
 * address is the name. */
typedef struct NameCounts {
  Arena *arena;
  Name *name; /* NULL: free */
  int *count;
  int n, cap; /* a power of two */
} NameCounts;

static int name_slot(const NameCounts *c, Name name)
{
  uint64_t mask = (uint64_t)c->cap - 1;
  uint64_t at = ((uint64_t)(uintptr_t)name >> 3) * 0x9E3779B97F4A7C15u >> 20;
  for (at &= mask; c->name[at] && c->name[at] != name;) at = (at + 1) & mask;
  return (int)at;
}

static void name_room(NameCounts *c)
{
  NameCounts old = *c;
  if (2 * (old.n + 1) <= old.cap) return;
  c->cap = old.cap > 0 ? 2 * old.cap : NAMES_FIRST;
  c->name = arena_array(c->arena, (size_t)c->cap, sizeof c->name[0]);
  c->count = arena_array(c->arena, (size_t)c->cap, sizeof c->count[0]);
  for (int k = 0; k < old.cap; k++) {
    if (!old.name[k]) continue;
    int at = name_slot(c, old.name[k]);
    c->name[at] = old.name[k];
    c->count[at] = old.count[k];
  }
}

static void name_add(NameCounts *c, Name name)
{
  name_room(c);
  int at = name_slot(c, name);
  if (!c->name[at]) {
    c->name[at] = name;
    c->n++;
  }
  c->count[at]++;
  assert(c->name[at] == name && c->n < c->cap);
}

static int name_count(const NameCounts *c, Name name)
{
  return c->cap > 0 ? c->count[name_slot(c, name)] : 0;
}

static void count_source(Session *s, int source, NameCounts *c)
{
  Lexer lexer = lexer_make(s, source);
  Token token;
  lexer.quiet = true;
  for (lexer_next(&lexer, &token); token.kind != TOKEN_END_OF_FILE;
       lexer_next(&lexer, &token)) {
    if (token.kind == TOKEN_IDENT) name_add(c, token.name);
  }
}

/* --- classes --- */

typedef struct NameLint {
  Lint *lint;
  NameCounts counts;
} NameLint;

static void look_at_import(NameLint *n, const AstElement *e)
{
  Name name = NULL;
  assert(e->kind == AST_ELEMENT_IMPORT);
  if (e->import_kind == AST_IMPORT_RENAME)
    name = e->import_alias;
  else if (e->import_kind == AST_IMPORT_QUALIFIED)
    name = e->import_name->part[e->import_name->n_parts - 1].ident;
  if (!name || name_count(&n->counts, name) > 1) return;
  if (!lint_is_new(n->lint, e->span, W703)) return;
  diagnostic_warning(n->lint->s, e->span, W703,
                     "the import of '%s' is not used", name);
}

static void look_at_component(NameLint *n, const AstElement *e)
{
  bool is_parameter = e->prefix.variability == AST_PARAMETER ||
                      e->prefix.variability == AST_CONSTANT;
  if (!is_parameter && !e->is_protected) return;
  if (e->redeclare || e->outer || name_count(&n->counts, e->name) > 1) return;
  if (!lint_is_new(n->lint, e->name_span, W702)) return;
  diagnostic_warning(n->lint->s, e->name_span, W702, "nothing uses the %s '%s'",
                     is_parameter ? "parameter" : "protected component",
                     e->name);
}

/* A package is there for others: its constants are not looked at. */
static void look_at_class(NameLint *n, const AstClass *c)
{
  bool is_open = c->restriction == AST_PACKAGE ||
                 c->restriction == AST_RECORD ||
                 c->restriction == AST_CONNECTOR || c->is_partial;
  for (int k = 0; k < c->n_elements; k++) {
    const AstElement *e = c->element[k];
    switch (e->kind) {
    case AST_ELEMENT_IMPORT: look_at_import(n, e); break;
    case AST_ELEMENT_CLASS: look_at_class(n, e->class_def); break;
    case AST_ELEMENT_COMPONENT:
      if (!is_open) look_at_component(n, e);
      break;
    case AST_ELEMENT_EXTENDS: break;
    }
  }
}

void lint_text(Session *s, const Ast *ast)
{
  Lint lint = {.s = s, .arena = s->session_arena};
  NameLint n = {.lint = &lint, .counts = {.arena = s->session_arena}};
  for (int k = 0; k < s->n_sources; k++) {
    if (!s->source[k]->is_library) count_source(s, k, &n.counts);
  }
  for (int k = 0; k < ast->n_classes; k++) look_at_class(&n, ast->class_def[k]);
}
