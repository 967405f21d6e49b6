/* expr_memo.c: words in pages, found by the number of the expression. Those
 * of equations that are asked for one after the other lie close together. */
#include "symbolic/expr_memo.h"

#include <stddef.h>

#include "base/vector.h"

struct ExprMemo {
  Arena *arena; /* of all below */
  uint32_t *at; /* by expression: page and place there, + 1; 0: no memo */
  int cap_at;
  int32_t **page;
  int n_pages, cap_pages;
  int n_words; /* of the last page */
};

enum { PAGE_BITS = 12, PAGE_WORDS = 1 << PAGE_BITS };

static void expr_memo_begin(ExprMemo *memo)
{
  *memo = (ExprMemo){.arena = memo->arena,
                     .n_words = PAGE_WORDS /* there is no page */};
}

ExprMemo *expr_memo_create(Arena *arena)
{
  ExprMemo *memo = arena_alloc(arena, sizeof *memo);
  memo->arena = arena_child(arena, "memo");
  expr_memo_begin(memo);
  return memo;
}

void expr_memo_forget(ExprMemo *memo)
{
  arena_clear(memo->arena);
  expr_memo_begin(memo);
}

const int32_t *expr_memo_find(const ExprMemo *memo, ExprId e)
{
  uint32_t at = e.i < memo->cap_at ? memo->at[e.i] : 0;
  if (at-- == 0) return NULL;
  return memo->page[at >> PAGE_BITS] + (at & (PAGE_WORDS - 1));
}

/* A page holds one long memo, or many. */
static void add_page(ExprMemo *memo, int n_words)
{
  size_t n = n_words > PAGE_WORDS ? (size_t)n_words : PAGE_WORDS;
  memo->page = vector_grow(memo->arena, memo->page, &memo->cap_pages,
                           memo->n_pages + 1, sizeof memo->page[0]);
  memo->page[memo->n_pages++] = arena_array(memo->arena, n, sizeof(int32_t));
  memo->n_words = 0;
}

int32_t *expr_memo_add(ExprMemo *memo, ExprId e, int n_words)
{
  assert(n_words > 0);
  memo->at = vector_grow(memo->arena, memo->at, &memo->cap_at, e.i + 1,
                         sizeof memo->at[0]);
  if (n_words > PAGE_WORDS - memo->n_words) add_page(memo, n_words);
  int page = memo->n_pages - 1;
  assert(memo->at[e.i] == 0);
  memo->at[e.i] = ((uint32_t)page << PAGE_BITS | (uint32_t)memo->n_words) + 1;
  int32_t *word = memo->page[page] + memo->n_words;
  memo->n_words += n_words;
  return word;
}
