/* guard.c: see guard.h. */
#include "flatten/instances/guard.h"

#include <assert.h>
#include <string.h>

static FlatExpr *both(const Flattening *f, FlatExpr *a, FlatExpr *b)
{
  if (!a || !b) return a ? a : b;
  return types_binary(&f->typing, b->span, FLAT_AND, a, b);
}

FlatExpr *guard_where(const Flattening *f, FlatExpr *condition)
{
  assert(!condition || condition->type == FLAT_BOOLEAN);
  return both(f, f->guard, condition);
}

FlatExpr *guard_where_not(const Flattening *f, FlatExpr *condition)
{
  if (!condition) return f->guard;
  return both(f, f->guard,
              types_unary(&f->typing, condition->span, FLAT_NOT, condition));
}

void guard_assert(const Flattening *f, FlatAssertion assertion)
{
  assert(assertion.condition->type == FLAT_BOOLEAN);
  Arena *arena = f->s->flat_arena;
  Span span = assertion.condition->span;
  if (f->guard) {
    FlatExpr *not_here = types_unary(&f->typing, span, FLAT_NOT, f->guard);
    assertion.condition =
        types_binary(&f->typing, span, FLAT_OR, not_here, assertion.condition);
  }
  assertion.message =
      arena_copy_text(arena, assertion.message, strlen(assertion.message));
  flat_add_assertion(f->flat, arena, assertion);
}

/* The elements of a slice c.x[i] ask one after the other for the same. */
static bool was_just_asserted(const Flattening *f, const FlatExpr *index)
{
  if (f->flat->n_assertions == 0 || f->guard) return false;
  const FlatAssertion *last = &f->flat->assertion[f->flat->n_assertions - 1];
  if (!last->subscript || index->kind != FLAT_EXPR_VARIABLE) return false;
  return last->subscript->kind == FLAT_EXPR_VARIABLE &&
         last->subscript->variable.i == index->variable.i &&
         last->span.begin == index->span.begin &&
         last->span.source == index->span.source;
}

/* Booleans and enumerations have no values out of bounds. */
bool guard_subscript(const void *flattening, FlatExpr *index, int size,
                     int dimension)
{
  assert(size >= 0 && dimension >= 1);
  const Flattening *f = flattening;
  if (size == 0 && !f->guard) return false;
  const Typing *t = &f->typing;
  Span span = index->span;
  if (index->type != FLAT_INTEGER || was_just_asserted(f, index)) return true;
  FlatExpr *low = types_binary(t, span, FLAT_GREATER_EQUAL, index,
                               types_integer(t, span, 1));
  FlatExpr *high = types_binary(t, span, FLAT_LESS_EQUAL, index,
                                types_integer(t, span, size));
  ArenaMark mark = arena_mark(session_scratch(f->s));
  guard_assert(
      f, (FlatAssertion){
             .span = span,
             .condition = types_binary(t, span, FLAT_AND, low, high),
             .subscript = index,
             .message = arena_printf(
                 session_scratch(f->s),
                 "the subscript is out of bounds: dimension %d has size %d",
                 dimension, size)});
  arena_release(mark);
  return true;
}

/* Of the longest delay: what rounding may add to a time. */
static const double delay_rounding = 1e-9;

/* T >= -slack and T <= longest + slack. */
static FlatExpr *delay_bounds(const Typing *t, FlatExpr *T, FlatExpr *longest)
{
  Span span = T->span;
  FlatExpr *slack = types_binary(t, span, FLAT_MULTIPLY,
                                 types_real(t, span, delay_rounding), longest);
  FlatExpr *least = types_unary(t, span, FLAT_NEGATE, slack);
  FlatExpr *most = types_binary(t, span, FLAT_ADD, longest, slack);
  return types_binary(t, span, FLAT_AND,
                      types_binary(t, span, FLAT_GREATER_EQUAL, T, least),
                      types_binary(t, span, FLAT_LESS_EQUAL, T, most));
}

void guard_delay(const void *flattening, FlatExpr *call)
{
  assert(call->function == FLAT_DELAY && call->n_args == 3);
  const Flattening *f = flattening;
  FlatExpr *T = call->arg[1], *longest = call->arg[2];
  const char *message = "the delay must not be negative, and not above its "
                        "longest time";
  if (types_is_literal(T) && types_is_literal(longest)) {
    if (T->real >= 0 && T->real <= longest->real) return;
    fault_error(f->faults, T->span, E216, "%s", message);
    return;
  }
  guard_assert(
      f, (FlatAssertion){.span = call->span,
                         .condition = delay_bounds(&f->typing, T, longest),
                         .message = message,
                         .is_internal = true});
}
