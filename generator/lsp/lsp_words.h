/* lsp_words.h: the words before a place. What is being typed is not in the tree:
 * it is read by words, back from there.
 *
 * needs   a view of the document
 * gives   the words of the statement around the place, names and parentheses
 *         among them
 * cost    a scan of the class around
 */
#ifndef FOUCAULT_LSP_LSP_WORDS_H
#define FOUCAULT_LSP_LSP_WORDS_H

#include "lsp/document/lsp_view.h"
#include "parse/lexer.h"

typedef struct LspWords {
  Token *token; /* in the session's arena */
  int n, cap;
} LspWords;

/* Those that begin before `at` and after the last semicolon outside of
 * strings. */
LspWords lsp_words_before(LspView *v, int32_t at);
/* A name that ends with the word `last`, which is taken back to before its
 * beginning: a.b.c. NULL: there is none. */
AstReference *lsp_words_name(const LspView *v, const LspWords *words,
                             int *last);
/* The parenthesis that is open after `last`: the word before it, -1: none; and
 * how many commas follow it. */
int lsp_words_open(const LspWords *words, int last, int *n_commas);
/* In an annotation the word whose parentheses, or braces after `word =`, are
 * open after `last`; "": a list in a list; NULL: it is no annotation. */
const char *lsp_words_annotation(const LspWords *words, int last);

#endif
