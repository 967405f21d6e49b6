/* algorithm_check.c: see algorithm_check.h. */
#include "flatten/equations/algorithm_check.h"

#include <assert.h>

/* if initial() then ... end if */
void algorithm_check_begin(const Flattening *f, Algorithm *a)
{
  FunctionBuild *b = a->build;
  Span span = a->section->span;
  if (a->n_assigned > 0 || !a->section->is_initial) return;
  FlatExpr *initial = algorithm_outside(
      f, b->algorithm,
      types_call(&f->typing, span, FLAT_INITIAL_CALL, NULL, 0));
  FlatStatementList body = b->to->body;
  b->to->body = (FlatStatementList){0};
  FlatStatement *made =
      procedure_append(f->s, &b->to->body, STATEMENT_IF, span);
  made->value = initial;
  made->body = body;
}

void algorithm_check(const Flattening *f, Algorithm *a, int procedure)
{
  assert(a->build->to->n_outputs == a->n_assigned);
  FlatProcedure *to = a->build->to;
  Span span = a->section->span;
  if (a->n_assigned > 0 || to->body.n_items == 0) return;
  FlatExpr *one = types_real(&f->typing, span, 1);
  int local = procedure_add_local(f->s, to, session_name(f->s, "done"),
                                  FLAT_REAL, false, 1);
  FlatStatement *s = procedure_append(f->s, &to->body, STATEMENT_ASSIGN, span);
  s->target = to->local[local].first;
  s->value = one;
  to->output = arena_alloc(f->s->flat_arena, sizeof to->output[0]);
  to->output[0] = s->target;
  to->n_outputs = 1;
  FlatExpr *done = types_result_of(&f->typing, one, span, procedure, 0,
                                   a->input, a->n_inputs);
  FlatExpr *is_done = types_binary(&f->typing, span, FLAT_GREATER, done,
                                   types_real(&f->typing, span, 0));
  flat_add_assertion(
      f->flat, f->s->flat_arena,
      (FlatAssertion){.span = span,
                      .condition =
                          types_unary(&f->typing, span, FLAT_NO_EVENT, is_done),
                      .message = "",
                      .is_initial = a->section->is_initial,
                      .is_internal = true});
}
