/* call_values.c: see call_values.h. The arguments of a call with Values are
 * names that no model can write; the context says what they stand for. */
#include "flatten/expressions/call_values.h"

#include <assert.h>

#include "flatten/expressions/expressions.h"

static AstReference *simple_name(Arena *arena, Span span, Name name)
{
  AstNamePart *part = arena_alloc(arena, sizeof *part);
  *part = (AstNamePart){.span = span, .ident = name};
  AstReference *reference = arena_alloc(arena, sizeof *reference);
  *reference = (AstReference){.span = span, .part = part, .n_parts = 1};
  return reference;
}

static AstExpr *make_expr(Arena *arena, Span span, AstExprKind kind, Name name)
{
  AstExpr *expr = arena_alloc(arena, sizeof *expr);
  *expr = (AstExpr){
      .kind = kind, .span = span, .reference = simple_name(arena, span, name)};
  return expr;
}

Value *call_values(const Flattening *f, Span span, InstClass *function,
                   Value *const *value, int n_values)
{
  assert(function->kind == CLASS_WRITTEN && n_values >= 0);
  Arena *arena = f->arena; /* what is made of the call may point to it */
  AstExpr *call = make_expr(arena, span, AST_CALL, function->ast->name);
  call->n_args = n_values;
  call->arg = arena_array(arena, (size_t)n_values, sizeof call->arg[0]);
  Context context = {.instance = NULL};
  for (int i = 0; i < n_values; i++) {
    Name name = session_name(f->s, arena_printf(arena, "$%d", i + 1));
    Iteration *known = arena_alloc(arena, sizeof *known);
    *known =
        (Iteration){.name = name, .value = value[i], .next = context.iteration};
    context.iteration = known;
    call->arg[i] = make_expr(arena, span, AST_REFERENCE, name);
  }
  return f->calls->function(f, context, call, function);
}

bool call_results(const Flattening *f, Context context, Span span,
                  const AstExpr *left, const AstExpr *call, Value ***output)
{
  assert(call->kind == AST_CALL);
  int n_outputs;
  if (!f->calls->outputs(f, context, call, output, &n_outputs)) {
    return false;
  }
  if (left->n_args <= n_outputs) return true;
  fault_error(f->faults, span, E208,
              "%d results are named, the function has %d", left->n_args,
              n_outputs);
  return false;
}
