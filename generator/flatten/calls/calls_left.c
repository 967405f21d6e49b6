/* calls_left.c: are there calls in what has been made of a call? */
#include "flatten/calls/calls_left.h"

#include "flatten/flat/flat_find.h"
#include "flatten/functions/function_build.h"

static FlatVerdict look_for_call(void *context, const FlatExpr *at)
{
  (void)context;
  return at->kind == FLAT_EXPR_RESULT ? FLAT_FOUND : FLAT_GO_ON;
}

/* A choice is the result by itself; its arguments are no calls. */
static CallsLeft calls_left_one(const Flattening *f, const FlatExpr *expr)
{
  if (expr->kind != FLAT_EXPR_RESULT)
    return flat_find(f->s, expr, look_for_call, NULL) ? CALLS_WITHIN
                                                      : CALLS_NONE;
  for (int k = 0; k < expr->n_args; k++) {
    if (flat_find(f->s, expr->arg[k], look_for_call, NULL)) return CALLS_WITHIN;
  }
  return CALLS_CHOSEN;
}

CallsLeft calls_left_in(const Flattening *f, Value *const *output,
                        int n_outputs)
{
  CallsLeft most = CALLS_NONE;
  for (int i = 0; i < n_outputs; i++) {
    int n = function_build_count(output[i]), n_scalars = 0;
    FlatExpr **scalar =
        arena_array(f->s->flat_arena, (size_t)n + 1, sizeof scalar[0]);
    function_build_scalars(&f->typing, output[i], scalar, &n_scalars);
    for (int k = 0; k < n_scalars; k++) {
      CallsLeft left = calls_left_one(f, scalar[k]);
      if (left > most) most = left;
    }
  }
  return most;
}
