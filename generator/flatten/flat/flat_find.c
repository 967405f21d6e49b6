/* flat_find.c: the first node of an expression that is looked for. */
#include "flatten/flat/flat_find.h"

#include <assert.h>

#include "base/vector.h"

const FlatExpr *flat_find(Session *s, const FlatExpr *expr, FlatLook *look,
                          void *context)
{
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  const FlatExpr **stack = NULL, *found = NULL;
  int n = 0, cap = 0;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = expr;
  while (n > 0 && !found) {
    const FlatExpr *at = stack[--n];
    assert(at); /* an expression is complete */
    FlatVerdict verdict = look(context, at);
    if (verdict == FLAT_FOUND) found = at;
    if (verdict != FLAT_GO_ON) continue;
    stack = vector_grow(scratch, stack, &cap, n + at->n_args, sizeof stack[0]);
    for (int i = 0; i < at->n_args; i++) stack[n++] = at->arg[i];
  }
  arena_release(mark);
  return found;
}
