/* array_algebra.c: see the header; each function is the formula of the
 * language specification. */
#include "flatten/values/array_algebra.h"

#include <assert.h>
#include <float.h>

#include "flatten/values/value_operators.h"

/* --- arguments --- */

static bool array_algebra_is_numeric(const Value *v)
{
  return v->kind != VALUE_RECORD &&
         (v->type == FLAT_REAL || v->type == FLAT_INTEGER);
}

bool array_check_numbers(const Typing *t, const char *name, Value **arg,
                         int n_args)
{
  bool good = true;
  for (int i = 0; i < n_args; i++) {
    if (array_algebra_is_numeric(arg[i])) continue;
    fault_error(t->faults, arg[i]->span, E204, "'%s' needs numbers, this is %s",
                name, value_type_text(t, arg[i]));
    good = false;
  }
  return good;
}

static bool check_shape(const Typing *t, const char *name, const Value *v,
                        bool fits, const char *needed)
{
  if (fits) return true;
  fault_error(t->faults, v->span, E213, "'%s' needs %s, this is %s", name,
              needed, value_type_text(t, v));
  return false;
}

/* --- reductions --- */

static FlatExpr *array_algebra_number(const Typing *t, Span span, FlatType type,
                                      int value)
{
  return type == FLAT_REAL ? types_real(t, span, value)
                           : types_integer(t, span, value);
}

/* From the left, as the specification writes them. */
static Value *array_algebra_fold(const Typing *t, Span span,
                                 FlatFunction function, const Value *v,
                                 int empty)
{
  FlatExpr *all = NULL;
  if (v->n_elements == 0)
    return value_of(t, array_algebra_number(t, span, v->type, empty));
  for (int i = 0; i < v->n_elements; i++) {
    FlatExpr *next = value_at(t, v, i);
    all = all ? types_binary(t, span, function, all, next) : next;
  }
  return value_of(t, all);
}

/* Section 10.3.4: it reduces an array. */
static bool array_algebra_is_array(const Typing *t, const char *name,
                                   const Value *v)
{
  if (v->rank > 0) return true;
  fault_error(t->faults, v->span, E213,
              "'%s' takes the elements of an array, this is a scalar "
              "(section 10.3.4)",
              name);
  return false;
}

Value *array_sum(const Typing *t, Span span, Value **arg, int n_args)
{
  assert(n_args == 1);
  if (!array_check_numbers(t, "sum", arg, n_args) ||
      !array_algebra_is_array(t, "sum", arg[0]))
    return NULL;
  return array_algebra_fold(t, span, FLAT_ADD, arg[0], 0);
}

Value *array_product(const Typing *t, Span span, Value **arg, int n_args)
{
  assert(n_args == 1);
  if (!array_check_numbers(t, "product", arg, n_args) ||
      !array_algebra_is_array(t, "product", arg[0]))
    return NULL;
  return array_algebra_fold(t, span, FLAT_MULTIPLY, arg[0], 1);
}

Value *array_sum_items(const Typing *t, Span span, Value **item, int n_items)
{
  assert(n_items > 0);
  Value *sum = item[0];
  for (int i = 1; i < n_items; i++)
    sum = value_binary(t, span, AST_ADD, sum, item[i]);
  return sum;
}

/* The least of none is the greatest value of the type, and the other way
 * round (section 10.3.4.1). */
static FlatExpr *extreme(const Typing *t, Span span, const Value *v,
                         bool greatest)
{
  switch (v->type) {
  case FLAT_REAL: return types_real(t, span, greatest ? DBL_MAX : -DBL_MAX);
  case FLAT_BOOLEAN: return types_boolean(t, span, greatest);
  case FLAT_ENUMERATION:
    return types_enumeration(t, span, v->enumeration,
                             greatest ? v->enumeration->n_literals : 1);
  case FLAT_INTEGER:
    return types_integer(t, span, greatest ? INT32_MAX : -INT32_MAX);
  case FLAT_STRING: /* refused before: they have no least one */
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  return NULL;
}

/* Booleans and enumerations are ordered too, but have no min() of their own
 * in the flat model. */
static FlatExpr *lesser(const Typing *t, Span span, FlatFunction function,
                        FlatExpr *a, FlatExpr *b)
{
  bool is_number = a->type == FLAT_REAL || a->type == FLAT_INTEGER;
  if (is_number || a->type != b->type) {
    return types_binary(t, span, function, a, b);
  }
  FlatFunction relation = function == FLAT_MIN ? FLAT_LESS : FLAT_GREATER;
  return types_if(t, span, types_binary(t, span, relation, a, b), a, b);
}

static Value *reduce_order(const Typing *t, Span span, FlatFunction function,
                           const Value *v)
{
  FlatExpr *all = NULL;
  if (v->n_elements == 0) {
    return value_of(t, extreme(t, span, v, function == FLAT_MIN));
  }
  for (int i = 0; i < v->n_elements; i++) {
    FlatExpr *next = value_at(t, v, i);
    all = all ? lesser(t, span, function, all, next) : next;
    if (!all) return NULL;
  }
  return value_of(t, all);
}

static bool check_ordered(const Typing *t, FlatFunction function,
                          const Value *v)
{
  if (v->kind != VALUE_RECORD && v->type != FLAT_STRING) return true;
  fault_error(t->faults, v->span, E204, "'%s' needs a number, this is %s",
              flat_function_name(function),
              value_is_scalar(v) ? types_a_name(v->type)
                                 : value_type_text(t, v));
  return false;
}

static Value *order(const Typing *t, Span span, FlatFunction function,
                    Value **arg, int n_args)
{
  assert(n_args == 1 || n_args == 2);
  for (int i = 0; i < n_args; i++) {
    if (!check_ordered(t, function, arg[i])) return NULL;
  }
  if (n_args == 1) {
    return array_algebra_is_array(t, flat_function_name(function), arg[0])
               ? reduce_order(t, span, function, arg[0])
               : NULL;
  }
  FlatExpr *a = value_scalar(t, arg[0]), *b = value_scalar(t, arg[1]);
  if (!a || !b) return NULL;
  return value_of(t, lesser(t, span, function, a, b));
}

Value *array_min(const Typing *t, Span span, Value **arg, int n_args)
{
  return order(t, span, FLAT_MIN, arg, n_args);
}

Value *array_max(const Typing *t, Span span, Value **arg, int n_args)
{
  return order(t, span, FLAT_MAX, arg, n_args);
}

/* --- linear algebra --- */

static Value *stored(const Typing *t, Span span, FlatType type, int rank,
                     int rows, int columns, FlatExpr **scalar)
{
  assert(rank == 1 || rank == 2);
  int *dim = arena_array(value_arena(t), 2, sizeof dim[0]);
  dim[0] = rows;
  dim[1] = columns;
  return value_array(t, span, type, NULL, rank, dim, scalar);
}

/* Element (i, j) of what is n_columns wide goes to (j, i). */
static Value *transpose_block(const Typing *t, Span span, const Value *v)
{
  int rows = v->dim[0], columns = v->dim[1];
  int *dim = arena_array(value_arena(t), (size_t)v->rank, sizeof dim[0]);
  for (int i = 0; i < v->rank; i++) dim[i] = v->dim[i];
  dim[0] = columns;
  dim[1] = rows;
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)v->n_elements, sizeof scalar[0]);
  int block = v->n_elements > 0 ? v->n_elements / (rows * columns) : 0;
  for (int i = 0; i < v->n_elements; i++) {
    int row = i / block / columns, column = i / block % columns;
    scalar[(column * rows + row) * block + i % block] = value_at(t, v, i);
  }
  return value_array(t, span, v->type, v->enumeration, v->rank, dim, scalar);
}

Value *array_transpose(const Typing *t, Span span, Value **arg, int n_args)
{
  Value *v = arg[0];
  assert(n_args == 1);
  if (!check_shape(t, "transpose", v, v->rank >= 2, "a matrix")) return NULL;
  if (v->kind != VALUE_RECORD) return transpose_block(t, span, v);
  fault_error(t->faults, v->span, E290,
              "'transpose' of records is not supported yet");
  return NULL;
}

/* As Real: these functions give Reals whatever they get. */
static FlatExpr *real_at(const Typing *t, const Value *v, int i)
{
  return types_convert(t, value_at(t, v, i), FLAT_REAL);
}

Value *array_outer_product(const Typing *t, Span span, Value **arg, int n_args)
{
  assert(n_args == 2);
  Value *x = arg[0], *y = arg[1];
  if (!array_check_numbers(t, "outerProduct", arg, n_args) ||
      !check_shape(t, "outerProduct", x, x->rank == 1, "vectors") ||
      !check_shape(t, "outerProduct", y, y->rank == 1, "vectors")) {
    return NULL;
  }
  int dim[2] = {x->dim[0], y->dim[0]};
  int n = value_count(t, span, 2, dim);
  if (n < 0) return NULL;
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    scalar[i] = types_binary(t, span, FLAT_MULTIPLY, real_at(t, x, i / dim[1]),
                             real_at(t, y, i % dim[1]));
  }
  return stored(t, span, FLAT_REAL, 2, dim[0], dim[1], scalar);
}

Value *array_symmetric(const Typing *t, Span span, Value **arg, int n_args)
{
  assert(n_args == 1);
  Value *a = arg[0];
  bool is_square = a->rank == 2 && a->dim[0] == a->dim[1];
  if (!array_check_numbers(t, "symmetric", arg, n_args) ||
      !check_shape(t, "symmetric", a, is_square, "a square matrix")) {
    return NULL;
  }
  int n = a->dim[0];
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)a->n_elements, sizeof scalar[0]);
  for (int i = 0; i < a->n_elements; i++) {
    int row = i / n, column = i % n;
    int from = row <= column ? i : column * n + row;
    scalar[i] = real_at(t, a, from);
  }
  return stored(t, span, FLAT_REAL, 2, n, n, scalar);
}

static bool is_three(const Value *v)
{
  return v->rank == 1 && v->dim[0] == 3;
}

Value *array_cross(const Typing *t, Span span, Value **arg, int n_args)
{
  assert(n_args == 2);
  Value *x = arg[0], *y = arg[1];
  if (!array_check_numbers(t, "cross", arg, n_args) ||
      !check_shape(t, "cross", x, is_three(x), "vectors of 3 elements") ||
      !check_shape(t, "cross", y, is_three(y), "vectors of 3 elements")) {
    return NULL;
  }
  FlatExpr **scalar = arena_array(value_arena(t), 3, sizeof scalar[0]);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    FlatExpr *plus = types_binary(t, span, FLAT_MULTIPLY, real_at(t, x, j),
                                  real_at(t, y, k));
    FlatExpr *minus = types_binary(t, span, FLAT_MULTIPLY, real_at(t, x, k),
                                   real_at(t, y, j));
    scalar[i] = types_binary(t, span, FLAT_SUBTRACT, plus, minus);
  }
  return stored(t, span, FLAT_REAL, 1, 3, 0, scalar);
}

Value *array_skew(const Typing *t, Span span, Value **arg, int n_args)
{
  assert(n_args == 1);
  Value *x = arg[0];
  /* element of x from 1, negative: its negative, 0: zero */
  static const int part[] = {0, -3, 2, 3, 0, -1, -2, 1, 0};
  if (!array_check_numbers(t, "skew", arg, n_args) ||
      !check_shape(t, "skew", x, is_three(x), "a vector of 3 elements")) {
    return NULL;
  }
  FlatExpr **scalar = arena_array(value_arena(t), 9, sizeof scalar[0]);
  for (int i = 0; i < 9; i++) {
    int p = part[i];
    scalar[i] =
        p == 0 ? types_real(t, span, 0) : real_at(t, x, (p < 0 ? -p : p) - 1);
    if (p < 0) scalar[i] = types_unary(t, span, FLAT_NEGATE, scalar[i]);
  }
  return stored(t, span, FLAT_REAL, 2, 3, 3, scalar);
}
