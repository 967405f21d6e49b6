/* value_range.c: ranges of literals, of numbers that are computed while a
 * function runs, and of all values of a type. */
#include <assert.h>

#include "flatten/values/open_array.h"
#include "function/range_count.h"

/* Section 10.4.3: j + floor((k - j)/d)*d is the last one. */
static Value *real_range(const Typing *t, Span span, double first, double step,
                         double stop)
{
  assert(step != 0);
  double count = range_count(first, step, stop);
  if (!(count <= t->faults->s->limit[LIMIT_ELEMENTS])) {
    fault_error(t->faults, span, E214,
                "a range of %g elements is too large, the limit is %d", count,
                t->faults->s->limit[LIMIT_ELEMENTS]);
    return NULL;
  }
  int *dim = arena_alloc(value_arena(t), sizeof *dim);
  *dim = count < 0 ? 0 : (int)count;
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)*dim, sizeof scalar[0]);
  for (int i = 0; i < *dim; i++)
    scalar[i] = types_real(t, span, first + i * step);
  return value_array(t, span, FLAT_REAL, NULL, 1, dim, scalar);
}

static int64_t value_range_ordinal(const FlatExpr *literal)
{
  return literal->type == FLAT_BOOLEAN ? literal->boolean : literal->integer;
}

static void report_zero_step(const Typing *t, const FlatExpr *step)
{
  fault_error(t->faults, step->span, E214, "the step of a range must not be 0");
}

/* All three are literals of one type. */
static Value *literal_range(const Typing *t, Span span, const FlatExpr *first,
                            const FlatExpr *step, const FlatExpr *stop)
{
  assert(types_is_literal(first) && first->type == stop->type);
  if (first->type == FLAT_REAL) {
    double d = step ? step->real : 1.0;
    if (d != 0.0) return real_range(t, span, first->real, d, stop->real);
    report_zero_step(t, step);
    return NULL;
  }
  int64_t j = value_range_ordinal(first), k = value_range_ordinal(stop),
          d = step ? step->integer : 1;
  if (d == 0) {
    report_zero_step(t, step);
    return NULL;
  }
  bool is_empty = d > 0 ? j > k : j < k;
  return value_literals(t, span, first, j, d, is_empty ? 0 : (k - j) / d + 1);
}

static bool value_range_check_range(const Typing *t, Span span,
                                    const FlatExpr *first, const FlatExpr *step)
{
  if (first->type == FLAT_STRING || first->type == FLAT_OBJECT) {
    fault_error(t->faults, span, E204, "a range cannot be of %s",
                first->type == FLAT_STRING ? "Strings" : "external objects");
    return false;
  }
  if (step && first->type != FLAT_REAL && first->type != FLAT_INTEGER) {
    fault_error(t->faults, step->span, E204,
                "only a range of numbers has a step");
    return false;
  }
  return true;
}

/* --- i:i+2 inside of functions --- */

/* The expression less a constant: i of i + 2 - 1. */
static const FlatExpr *without_constant(const FlatExpr *e, int64_t *constant)
{
  *constant = 0;
  while (e->kind == FLAT_EXPR_CALL && e->n_args == 2) {
    bool adds = e->function == FLAT_ADD;
    if (!adds && e->function != FLAT_SUBTRACT) break;
    const FlatExpr *a = e->arg[0], *b = e->arg[1];
    if (b->kind == FLAT_EXPR_INTEGER) {
      *constant += adds ? b->integer : -b->integer;
      e = a;
    } else if (adds && a->kind == FLAT_EXPR_INTEGER) {
      *constant += a->integer;
      e = b;
    } else {
      break;
    }
  }
  return e;
}

/* Both are one variable of the function and a constant. */
static bool distance(const Typing *t, const FlatExpr *first,
                     const FlatExpr *last, int64_t *n)
{
  int64_t a, b;
  if (first->type != FLAT_INTEGER || last->type != FLAT_INTEGER) return false;
  const FlatExpr *j = without_constant(first, &a);
  const FlatExpr *k = without_constant(last, &b);
  *n = b - a;
  return j->kind == FLAT_EXPR_LOCAL && k->kind == FLAT_EXPR_LOCAL &&
         j->slot == k->slot && *n < t->faults->s->limit[LIMIT_ELEMENTS];
}

static Value *counted_range(const Typing *t, Span span, FlatExpr *first,
                            int64_t length)
{
  int n = length > 0 ? (int)length : 0;
  assert(n >= 0);
  int *dim = arena_alloc(value_arena(t), sizeof *dim);
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)n + 1, sizeof scalar[0]);
  *dim = n;
  for (int k = 0; k < n; k++) {
    scalar[k] = k == 0 ? first
                       : types_binary(t, span, FLAT_ADD, first,
                                      types_integer(t, span, k));
  }
  return value_array(t, span, FLAT_INTEGER, NULL, 1, dim, scalar);
}

Value *value_range(const Typing *t, Span span, const Value *first,
                   const Value *step, const Value *stop)
{
  FlatExpr *j = value_scalar(t, first), *k = value_scalar(t, stop);
  FlatExpr *d = step ? value_scalar(t, step) : NULL;
  if (!j || !k || (step && !d)) return NULL;
  int64_t length;
  if (t->build && !d && distance(t, j, k, &length)) {
    return counted_range(t, span, j, length + 1);
  }
  if (open_is_number(t, first) || open_is_number(t, stop) ||
      open_is_number(t, step)) {
    return open_range(t, span, first, step, stop);
  }
  bool good = types_unify(t, &j, &k);
  if (good && d) good = types_unify(t, &j, &d) && types_unify(t, &k, &d);
  if (!good) {
    fault_error(t->faults, span, E204,
                "the ends of the range differ in type: %s and %s",
                types_expr_name(j), types_expr_name(k));
    return NULL;
  }
  if (!value_range_check_range(t, span, j, d)) return NULL;
  j = types_constant(t, j);
  k = types_constant(t, k);
  d = types_constant(t, d);
  if (!j || !k || (step && !d)) return NULL;
  return literal_range(t, span, j, d, k);
}

Value *value_all_of_enumeration(const Typing *t, Span span,
                                const FlatEnumeration *enumeration)
{
  FlatExpr like = {.type = FLAT_ENUMERATION, .enumeration = enumeration};
  return value_literals(t, span, &like, 1, 1, enumeration->n_literals);
}

Value *value_all_of_boolean(const Typing *t, Span span)
{
  FlatExpr like = {.type = FLAT_BOOLEAN};
  return value_literals(t, span, &like, 0, 1, 2);
}
