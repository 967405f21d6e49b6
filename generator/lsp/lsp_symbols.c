/* lsp_symbols.c: textDocument/documentSymbol, the outline of a document;
 * workspace/symbol, classes of all files by their names. */
#include <assert.h>
#include <string.h>
#include <strings.h>

#include "base/source_read.h"
#include "lsp/document/lsp_files.h"
#include "lsp/lsp_method.h"
#include "parse/parse.h"

enum {
  SYMBOLS_DEPTH = 12, /* classes inside of classes that are listed */
  SYMBOLS_FOUND = 300 /* by workspace/symbol */
};

/* SymbolKind of the protocol. */
enum {
  SYMBOL_PACKAGE = 4,
  SYMBOL_CLASS = 5,
  SYMBOL_FIELD = 8,
  SYMBOL_ENUM = 10,
  SYMBOL_INTERFACE = 11,
  SYMBOL_FUNCTION = 12,
  SYMBOL_VARIABLE = 13,
  SYMBOL_CONSTANT = 14,
  SYMBOL_ENUM_MEMBER = 22,
  SYMBOL_STRUCT = 23,
  SYMBOL_OPERATOR = 25,
  SYMBOL_TYPE = 26
};

static int symbol_kind(const AstClass *c)
{
  if (c->form == AST_ENUMERATION) return SYMBOL_ENUM;
  switch (c->restriction) {
  case AST_PACKAGE: return SYMBOL_PACKAGE;
  case AST_FUNCTION:
  case AST_OPERATOR_FUNCTION: return SYMBOL_FUNCTION;
  case AST_RECORD:
  case AST_OPERATOR_RECORD: return SYMBOL_STRUCT;
  case AST_CONNECTOR:
  case AST_EXPANDABLE_CONNECTOR: return SYMBOL_INTERFACE;
  case AST_TYPE: return SYMBOL_TYPE;
  case AST_OPERATOR: return SYMBOL_OPERATOR;
  case AST_CLASS:
  case AST_MODEL:
  case AST_BLOCK: return SYMBOL_CLASS;
  }
  return SYMBOL_CLASS;
}

static int symbol_component_kind(const AstClass *around, const AstElement *e)
{
  if (e->prefix.variability == AST_PARAMETER ||
      e->prefix.variability == AST_CONSTANT)
    return SYMBOL_CONSTANT;
  bool is_field = around->restriction == AST_RECORD ||
                  around->restriction == AST_OPERATOR_RECORD ||
                  around->restriction == AST_CONNECTOR;
  return is_field ? SYMBOL_FIELD : SYMBOL_VARIABLE;
}

/* What stands before the children. */
static void symbol_begin(const LspView *v, JsonWriter *w, const char *name,
                         int kind, Span whole, Span of_name)
{
  assert(name);
  if (of_name.begin < whole.begin) whole.begin = of_name.begin;
  if (of_name.end > whole.end) whole.end = of_name.end;
  json_object_begin(w);
  json_key(w, "name");
  json_string(w, name);
  json_key(w, "kind");
  json_int(w, kind);
  json_key(w, "range");
  lsp_put_range(w, &v->lines, whole);
  json_key(w, "selectionRange");
  lsp_put_range(w, &v->lines, of_name);
}

static void symbol_detail(JsonWriter *w, const char *text)
{
  if (!text || !*text) return;
  json_key(w, "detail");
  json_string(w, text);
}

static void symbol_component(const LspView *v, JsonWriter *w,
                             const AstClass *around, const AstElement *e)
{
  symbol_begin(v, w, e->name, symbol_component_kind(around, e), e->span,
               e->name_span);
  const char *type = lookup_reference_text(v->s, e->type, e->type->n_parts);
  symbol_detail(w, type);
  json_object_end(w);
}

static void symbol_literals(const LspView *v, JsonWriter *w, const AstClass *c)
{
  for (int k = 0; k < c->n_literals; k++) {
    const AstEnumLiteral *literal = &c->literal[k];
    symbol_begin(v, w, literal->name, SYMBOL_ENUM_MEMBER, literal->span,
                 literal->span);
    json_object_end(w);
  }
}

/* As deep as classes are nested, SYMBOLS_DEPTH at most. */
static void symbol_class(const LspView *v, JsonWriter *w, const AstClass *c,
                         int depth)
{
  symbol_begin(v, w, c->name, symbol_kind(c), c->span, c->name_span);
  symbol_detail(w, c->comment ? c->comment->text : NULL);
  json_key(w, "children");
  json_array_begin(w);
  symbol_literals(v, w, c);
  for (int k = 0; k < c->n_elements; k++) {
    const AstElement *e = c->element[k];
    if (e->kind == AST_ELEMENT_COMPONENT) symbol_component(v, w, c, e);
    if (e->kind == AST_ELEMENT_CLASS && depth < SYMBOLS_DEPTH)
      symbol_class(v, w, e->class_def, depth + 1);
  }
  json_array_end(w);
  json_object_end(w);
}

/* --- in all files --- */

typedef struct SymbolQuery {
  const char *text; /* of the names; "": all */
  int n_left;
} SymbolQuery;

static bool symbol_fits(const char *name, const char *query)
{
  size_t n = strlen(query);
  while (*name && strncasecmp(name, query, n) != 0) name++;
  return *name || n == 0;
}

/* As deep as classes are nested. */
static void symbol_find(LspView *v, JsonWriter *w, SymbolQuery *q,
                        const AstClass *c, const char *around)
{
  if (symbol_fits(c->name, q->text) && q->n_left-- > 0) {
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, c->name);
    json_key(w, "kind");
    json_int(w, symbol_kind(c));
    if (*around) {
      json_key(w, "containerName");
      json_string(w, around);
    }
    json_key(w, "location");
    lsp_put_location(w, v, c->name_span);
    json_object_end(w);
  }
  const char *name = arena_printf(v->s->session_arena, "%s%s%s", around,
                                  *around ? "." : "", c->name);
  for (int k = 0; k < c->n_elements && q->n_left > 0; k++) {
    if (c->element[k]->kind == AST_ELEMENT_CLASS)
      symbol_find(v, w, q, c->element[k]->class_def, name);
  }
}

static void symbol_find_in(LspView *v, JsonWriter *w, SymbolQuery *q,
                           const char *path)
{
  Ast *ast = ast_create(v->s);
  int source = source_read(v->s, path);
  if (source < 0 ||
      !symbol_fits(session_source(v->s, source)->bytes, q->text) ||
      !parse_source(v->s, ast, source))
    return;
  for (int k = 0; k < ast->n_classes; k++) {
    const AstClass *c = ast->class_def[k];
    symbol_find(v, w, q, c,
                c->within
                    ? lookup_reference_text(v->s, c->within, c->within->n_parts)
                    : "");
  }
}

void lsp_find(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  (void)at;
  const char *text = json_member_text(params, "query");
  SymbolQuery q = {text ? text : "", SYMBOLS_FOUND};
  LspFiles files = lsp_files(v);
  json_array_begin(w);
  for (int k = 0; k < files.n && q.n_left > 0; k++)
    symbol_find_in(v, w, &q, files.path[k]);
  json_array_end(w);
}

void lsp_symbols(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  (void)params, (void)at;
  json_array_begin(w);
  for (int k = 0; k < v->ast->n_classes; k++)
    symbol_class(v, w, v->ast->class_def[k], 1);
  json_array_end(w);
}
