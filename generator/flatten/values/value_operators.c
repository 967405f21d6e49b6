/* value_operators.c: which rule: that of arrays of computed size, or of what is
 * known. */
#include "flatten/values/value_operators.h"

#include <assert.h>

#include "flatten/values/known_operators.h"
#include "flatten/values/open_array.h"

/* Records, and what was reported already, are left to the rules of what is
 * known. */
static bool value_operators_is_open(Value *const *arg, int n_args)
{
  bool found = false;
  for (int i = 0; i < n_args; i++) {
    if (!arg[i] || arg[i]->kind == VALUE_RECORD) return false;
    found |= open_is(arg[i]);
  }
  return found;
}

Value *value_map(const Typing *t, Span span, FlatFunction function, Value **arg,
                 int n_args)
{
  if (open_is_outside(t, span, arg, n_args, "a function of its elements"))
    return NULL;
  return value_operators_is_open(arg, n_args)
             ? open_call(t, span, function, arg, n_args)
             : known_map(t, span, function, arg, n_args);
}

Value *value_binary(const Typing *t, Span span, AstOperator op, const Value *a,
                    const Value *b)
{
  Value *arg[] = {(Value *)a, (Value *)b};
  if (open_is_outside(t, span, arg, 2, "an operator")) return NULL;
  return value_operators_is_open(arg, 2) ? open_binary(t, span, op, a, b)
                                         : known_binary(t, span, op, a, b);
}

Value *value_unary(const Typing *t, Span span, AstOperator op, const Value *a)
{
  Value *arg[] = {(Value *)a};
  if (open_is_outside(t, span, arg, 1, "an operator")) return NULL;
  return open_is(a) ? open_unary(t, span, op, a) : known_unary(t, span, op, a);
}

/* --- if --- */

static Value *if_fields(const Typing *t, Span span, FlatExpr *condition,
                        const Value *a, const Value *b);

/* a and b are of one type and shape. */
static Value *if_elements(const Typing *t, Span span, FlatExpr *condition,
                          const Value *a, const Value *b)
{
  assert(value_same_shape(a, b));
  if (a->kind == VALUE_RECORD) return if_fields(t, span, condition, a, b);
  if (a->rank == 0) {
    return value_of(
        t, types_if(t, span, condition, value_at(t, a, 0), value_at(t, b, 0)));
  }
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)a->n_elements, sizeof scalar[0]);
  for (int i = 0; i < a->n_elements; i++) {
    scalar[i] =
        types_if(t, span, condition, value_at(t, a, i), value_at(t, b, i));
  }
  return value_array(t, span, a->type, a->enumeration, a->rank, a->dim, scalar);
}

static Value *if_fields(const Typing *t, Span span, FlatExpr *condition,
                        const Value *a, const Value *b)
{
  assert(b->kind == VALUE_RECORD && a->record->n_fields == b->record->n_fields);
  int n = a->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n, sizeof field[0]);
  for (int k = 0; k < n; k++)
    field[k] = if_elements(t, span, condition, a->field[k], b->field[k]);
  return value_record(t, span, a->record, a->rank, a->dim, field);
}

static FlatExpr *check_condition(const Typing *t, const Value *condition)
{
  FlatExpr *expr = value_scalar(t, condition);
  if (!expr || expr->type == FLAT_BOOLEAN) return expr;
  fault_error(t->faults, expr->span, E204,
              "the condition after 'if' must be a Boolean, this is %s",
              types_a_name(expr->type));
  return NULL;
}

Value *value_if(const Typing *t, Span span, const Value *condition,
                const Value *a, const Value *b)
{
  FlatExpr *test = check_condition(t, condition);
  if (!test || !a || !b) return NULL;
  Value *branch[] = {(Value *)a, (Value *)b};
  if (open_is_outside(t, span, branch, 2, "'if'")) return NULL;
  if (open_is(a) || open_is(b)) return open_refuse(t, span, "'if'");
  /* Section 6.7: branches of different sizes need a condition that is known
   * at translation. */
  if (a->rank == b->rank && !value_same_shape(a, b) &&
      test->variability <= FLAT_PARAMETER) {
    test = types_constant(t, test);
    if (!test) return NULL;
    return value_with_span(t, test->boolean ? a : b, span);
  }
  Value *left = value_with_span(t, a, a->span);
  Value *right = value_with_span(t, b, b->span);
  if (!value_unify(t, span, "the branches of 'if'", &left, &right)) return NULL;
  if (types_is_literal(test)) {
    return value_with_span(t, test->boolean ? left : right, span);
  }
  return if_elements(t, span, test, left, right);
}
