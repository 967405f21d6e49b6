/* lsp_tokens.c: textDocument/semanticTokens/full: what each name is. */
#include <assert.h>
#include <stdlib.h>

#include "base/vector.h"
#include "lsp/lsp_method.h"
#include "lsp/names/lsp_walk.h"

/* In step with the legend in lsp_reply.c. */
enum {
  TOKEN_TYPE_NAMESPACE,
  TOKEN_TYPE_CLASS,
  TOKEN_TYPE_TYPE,
  TOKEN_TYPE_STRUCT,
  TOKEN_TYPE_INTERFACE,
  TOKEN_TYPE_ENUM,
  TOKEN_TYPE_FUNCTION,
  TOKEN_TYPE_ENUM_MEMBER,
  TOKEN_TYPE_PROPERTY,
  TOKEN_TYPE_VARIABLE,
  TOKEN_TYPE_PARAMETER
};
enum { TOKEN_DECLARATION = 1, TOKEN_READONLY = 2 };

typedef struct TokenItem {
  Span span;
  int type, modifiers;
} TokenItem;

typedef struct TokenList {
  TokenItem *item;
  int n, cap;
} TokenList;

static int tokens_class(const InstClass *c)
{
  const AstClass *text = c ? c->ast : NULL;
  if (!text) return TOKEN_TYPE_TYPE;
  if (text->form == AST_ENUMERATION) return TOKEN_TYPE_ENUM;
  switch (text->restriction) {
  case AST_PACKAGE: return TOKEN_TYPE_NAMESPACE;
  case AST_FUNCTION:
  case AST_OPERATOR:
  case AST_OPERATOR_FUNCTION: return TOKEN_TYPE_FUNCTION;
  case AST_RECORD:
  case AST_OPERATOR_RECORD: return TOKEN_TYPE_STRUCT;
  case AST_CONNECTOR:
  case AST_EXPANDABLE_CONNECTOR: return TOKEN_TYPE_INTERFACE;
  case AST_TYPE: return TOKEN_TYPE_TYPE;
  case AST_CLASS:
  case AST_MODEL:
  case AST_BLOCK: return TOKEN_TYPE_CLASS;
  }
  return TOKEN_TYPE_CLASS;
}

/* -1: nothing is known of it. */
static int tokens_type(const LspTarget *t, int *modifiers)
{
  switch (t->kind) {
  case LSP_NO_TARGET: return -1;
  case LSP_OF_CLASS: return tokens_class(t->class_def);
  case LSP_OF_LITERAL: return TOKEN_TYPE_ENUM_MEMBER;
  case LSP_OF_ITERATOR: return TOKEN_TYPE_PARAMETER;
  case LSP_OF_ATTRIBUTE: return TOKEN_TYPE_PROPERTY;
  case LSP_OF_COMPONENT:
    if (t->element->prefix.variability == AST_PARAMETER ||
        t->element->prefix.variability == AST_CONSTANT)
      *modifiers |= TOKEN_READONLY;
    return TOKEN_TYPE_VARIABLE;
  }
  return -1;
}

static void tokens_look(LspWalk *walk, const LspUse *use)
{
  TokenList *list = walk->user;
  if (use->span.source != walk->v->source || use->is_in_string) return;
  LspTarget t = lsp_target(walk->v, use);
  int modifiers = use->kind == LSP_USE_ELEMENT || use->kind == LSP_USE_CLASS ||
                          use->kind == LSP_USE_LITERAL ||
                          use->kind == LSP_USE_ITERATOR
                      ? TOKEN_DECLARATION
                      : 0;
  int type = tokens_type(&t, &modifiers);
  if (type < 0) return;
  list->item = vector_grow(walk->v->s->session_arena, list->item, &list->cap,
                           list->n + 1, sizeof list->item[0]);
  list->item[list->n++] = (TokenItem){use->span, type, modifiers};
}

static int tokens_by_place(const void *a, const void *b)
{
  const TokenItem *x = a, *y = b;
  return x->span.begin - y->span.begin;
}

void lsp_tokens(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  (void)params, (void)at;
  TokenList list = {0};
  LspWalk walk = {v, &list, tokens_look, 0, INT32_MAX};
  lsp_walk(&walk, v->ast);
  if (list.n > 0)
    qsort(list.item, (size_t)list.n, sizeof list.item[0], tokens_by_place);
  LspPlace last = {0, 0};
  int32_t end = 0;
  json_object_begin(w);
  json_key(w, "data");
  json_array_begin(w);
  for (int k = 0; k < list.n; k++) {
    const TokenItem *item = &list.item[k];
    if (item->span.begin < end) continue; /* the same name once more */
    end = item->span.end;
    LspPlace place = lsp_place(&v->lines, (size_t)item->span.begin);
    assert(place.line >= last.line);
    json_int(w, place.line - last.line);
    json_int(w, place.line == last.line ? place.unit - last.unit : place.unit);
    json_int(w, lsp_units(v->document->text + item->span.begin,
                          (size_t)(item->span.end - item->span.begin)));
    json_int(w, item->type);
    json_int(w, item->modifiers);
    last = place;
  }
  json_array_end(w);
  json_object_end(w);
}
