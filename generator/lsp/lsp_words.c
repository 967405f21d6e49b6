/* lsp_words.c: see lsp_words.h. */
#include "lsp/lsp_words.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "lsp/names/lsp_walk.h"

enum { WORDS_BACK = 4000 };

/* Where words may be read from: not in the middle of a string or comment. In
 * text that belongs to no class a string that began long before is a rare
 * fault. */
static int32_t lsp_words_begin(LspView *v, int32_t at)
{
  const char *text = v->document->text;
  const InstClass *around = lsp_class_at(v, at);
  if (around && around->ast && around->ast->span.source == v->source)
    return around->ast->span.begin;
  int32_t from = at > WORDS_BACK ? at - WORDS_BACK : 0;
  while (from > 0 && text[from - 1] != '\n') from--;
  return from;
}

LspWords lsp_words_before(LspView *v, int32_t at)
{
  LspWords words = {0};
  assert(at >= 0);
  Lexer lexer = lexer_make(v->s, v->source);
  lexer.at = lsp_words_begin(v, at);
  lexer.quiet = true;
  for (Token token;;) {
    lexer_next(&lexer, &token);
    if (token.kind == TOKEN_END_OF_FILE || token.begin >= at) break;
    if (token.kind == TOKEN_SEMICOLON) words.n = 0;
    words.token = vector_grow(v->s->session_arena, words.token, &words.cap,
                              words.n + 1, sizeof words.token[0]);
    words.token[words.n++] = token;
  }
  return words;
}

AstReference *lsp_words_name(const LspView *v, const LspWords *words, int *last)
{
  Arena *arena = v->s->session_arena;
  int first = *last;
  assert(first < words->n);
  if (first < 0 || words->token[first].kind != TOKEN_IDENT) return NULL;
  while (first >= 2 && words->token[first - 1].kind == TOKEN_DOT &&
         words->token[first - 2].kind == TOKEN_IDENT)
    first -= 2;
  AstReference *r = arena_alloc(arena, sizeof *r);
  r->n_parts = (*last - first) / 2 + 1;
  r->part = arena_array(arena, (size_t)r->n_parts, sizeof r->part[0]);
  for (int k = 0; k < r->n_parts; k++) {
    const Token *token = &words->token[first + 2 * k];
    r->part[k].ident = token->name;
    r->part[k].span = (Span){v->source, token->begin, token->end};
  }
  *last = first - 1;
  return r;
}

/* Of brackets, back from their ends. */
static int lsp_words_depth(TokenKind kind)
{
  if (kind == TOKEN_RPAREN || kind == TOKEN_RBRACE || kind == TOKEN_RBRACKET)
    return 1;
  return -(kind == TOKEN_LPAREN || kind == TOKEN_LBRACE ||
           kind == TOKEN_LBRACKET);
}

/* The bracket of any kind that is open after `last`, -1: none. */
static int lsp_words_bracket(const LspWords *words, int last)
{
  int depth = 0;
  assert(last < words->n);
  for (int k = last; k >= 0; k--) {
    TokenKind kind = words->token[k].kind;
    if (kind == TOKEN_SEMICOLON && depth == 0) return -1;
    depth += lsp_words_depth(kind);
    if (depth < 0) return k;
  }
  return -1;
}

int lsp_words_open(const LspWords *words, int last, int *n_commas)
{
  int open = lsp_words_bracket(words, last);
  assert(open <= last);
  while (open >= 0 && words->token[open].kind != TOKEN_LPAREN) {
    last = open - 1;
    open = lsp_words_bracket(words, last);
  }
  *n_commas = 0;
  int depth = 0;
  for (int k = last; k > open && open >= 0; k--) {
    depth += lsp_words_depth(words->token[k].kind);
    if (words->token[k].kind == TOKEN_COMMA && depth == 0) (*n_commas)++;
  }
  return open >= 0 ? open - 1 : -1;
}

/* What is before an open bracket: `word(` or `word = {`. */
static const char *lsp_words_of_bracket(const LspWords *words, int open)
{
  const Token *token = words->token;
  assert(open >= 0 && open < words->n);
  bool is_list = token[open].kind == TOKEN_LBRACE;
  int word = is_list ? open - 2 : open - 1;
  if (word < 0 || (is_list && token[open - 1].kind != TOKEN_EQUALS)) return "";
  if (token[word].kind == KEYWORD_ANNOTATION && !is_list) return "annotation";
  return token[word].kind == TOKEN_IDENT ? token[word].name : "";
}

const char *lsp_words_annotation(const LspWords *words, int last)
{
  const char *innermost = NULL;
  for (int open = lsp_words_bracket(words, last); open >= 0;
       open = lsp_words_bracket(words, open - 1)) {
    const char *word = lsp_words_of_bracket(words, open);
    if (!innermost) innermost = word;
    if (strcmp(word, "annotation") == 0) return innermost;
  }
  return NULL;
}
