/* flat_rewrite.c: places of nodes on a stack. */
#include "flatten/flat/flat_rewrite.h"

#include <string.h>

#include "base/vector.h"

typedef struct Places {
  Session *s;
  FlatExpr ***item;
  int n, capacity;
} Places;

static void flat_rewrite_push(Places *p, FlatExpr **first, int n)
{
  p->item = vector_grow(session_scratch(p->s), p->item, &p->capacity, p->n + n,
                        sizeof p->item[0]);
  for (int i = 0; i < n; i++) p->item[p->n++] = &first[i];
}

/* The arguments are still those of the original. */
static void push_arguments(Places *p, FlatExpr *copy)
{
  size_t n = (size_t)copy->n_args;
  FlatExpr **arg = arena_array(p->s->flat_arena, n + 1, sizeof arg[0]);
  if (n > 0) memcpy(arg, copy->arg, n * sizeof arg[0]);
  copy->arg = arg;
  flat_rewrite_push(p, arg, copy->n_args);
}

FlatExpr *flat_rewrite(Session *s, FlatExpr *expr, FlatReplace *replace,
                       void *context)
{
  FlatExpr *result = expr;
  Places places = {.s = s};
  flat_rewrite_push(&places, &result, 1);
  while (places.n > 0) {
    FlatExpr **at = places.item[--places.n];
    FlatExpr *copy = arena_alloc(s->flat_arena, sizeof *copy);
    *copy = **at;
    *at = copy;
    FlatRewrite verdict = replace(context, at);
    if (verdict == REWRITE_FAILED) return NULL;
    if (verdict == REWRITE_INSIDE) push_arguments(&places, *at);
  }
  return result;
}
