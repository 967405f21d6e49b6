/* known_operators.c: one function per family of operators. Scalar operations
 * and the types of their operands are those of types.c. */
#include "flatten/values/known_operators.h"

#include <assert.h>
#include <string.h>

#include "flatten/values/text_functions.h"

/* --- tables --- */

/* clang-format off */
static FlatFunction known_operators_function_of(AstOperator op)
{
  switch (op) {
  case AST_ADD:
  case AST_EL_ADD: return FLAT_ADD;
  case AST_SUB:
  case AST_EL_SUB: return FLAT_SUBTRACT;
  case AST_MUL:
  case AST_EL_MUL: return FLAT_MULTIPLY;
  case AST_DIV:
  case AST_EL_DIV: return FLAT_DIVIDE;
  case AST_POW:
  case AST_EL_POW: return FLAT_POWER;
  case AST_LT: return FLAT_LESS;
  case AST_LE: return FLAT_LESS_EQUAL;
  case AST_GT: return FLAT_GREATER;
  case AST_GE: return FLAT_GREATER_EQUAL;
  case AST_EQ: return FLAT_EQUAL;
  case AST_NE: return FLAT_NOT_EQUAL;
  case AST_AND: return FLAT_AND;
  case AST_OR: return FLAT_OR;
  case AST_NOT: return FLAT_NOT;
  case AST_PLUS:
  case AST_EL_PLUS: return FLAT_ADD;
  case AST_MINUS:
  case AST_EL_MINUS: return FLAT_NEGATE;
  }
  assert(false && "no such operator");
  return FLAT_ADD;
}

/* clang-format on */

/* As it is written. */
static const char *known_operators_operator_text(AstOperator op)
{
  static const char *const elementwise[] = {[AST_EL_ADD] = ".+",
                                            [AST_EL_SUB] = ".-",
                                            [AST_EL_MUL] = ".*",
                                            [AST_EL_DIV] = "./",
                                            [AST_EL_POW] = ".^"};
  bool is_elementwise = op >= AST_EL_ADD && op <= AST_EL_POW;
  return is_elementwise ? elementwise[op]
                        : flat_function_name(known_operators_function_of(op));
}

/* --- messages --- */

static Value *known_operators_report_shapes(const Typing *t, Span span,
                                            const char *name, const Value *a,
                                            const Value *b)
{
  fault_error(t->faults, span, E213, "'%s' cannot combine %s with %s", name,
              value_type_text(t, a), value_type_text(t, b));
  return NULL;
}

static bool refuse_record(const Typing *t, const char *name, const Value *v)
{
  if (v->kind != VALUE_RECORD) return false;
  fault_error(t->faults, v->span, E204,
              "'%s' needs values of predefined types, this is the record %s",
              name, value_type_text(t, v));
  return true;
}

/* Said once for an array, not for each of its elements. */
static bool check_numeric(const Typing *t, const char *name, const Value *v)
{
  if (value_is_numeric(v)) return true;
  fault_error(t->faults, v->span, E204, "'%s' needs a number, this is %s", name,
              value_is_scalar(v) ? types_a_name(v->type)
                                 : value_type_text(t, v));
  return false;
}

/* --- element by element --- */

#define MAX_ARGS 8

static FlatExpr *known_operators_element(const Typing *t, const Value *v, int i)
{
  return value_at(t, v, v->rank == 0 ? 0 : i);
}

/* The first argument that is an array, or the first. */
static const Value *known_operators_shaping(Value **arg, int n_args)
{
  for (int i = 0; i < n_args; i++) {
    if (arg[i]->rank > 0) return arg[i];
  }
  return arg[0];
}

static bool known_operators_is_uniform(Value **arg, int n_args)
{
  for (int i = 0; i < n_args; i++) {
    if (arg[i]->rank > 0 && arg[i]->kind != VALUE_UNIFORM) return false;
  }
  return true;
}

static FlatExpr *known_operators_call_element(const Typing *t, Span span,
                                              FlatFunction function,
                                              Value **arg, int n_args, int i)
{
  /* No function takes more than two; types_call() reports those beyond. */
  FlatExpr *scalar[MAX_ARGS];
  int n = n_args < MAX_ARGS ? n_args : MAX_ARGS;
  for (int k = 0; k < n; k++) scalar[k] = known_operators_element(t, arg[k], i);
  return types_call(t, span, function, scalar, n);
}

/* No element to take the type from. */
static Value *map_nothing(const Typing *t, Span span, FlatFunction function,
                          Value **arg, int n_args, const Value *shape)
{
  bool has_real = false;
  for (int k = 0; k < n_args; k++) has_real |= arg[k]->type == FLAT_REAL;
  FlatType type = has_real ? FLAT_REAL : arg[n_args - 1]->type;
  return value_array(t, span, types_result(function, type),
                     arg[n_args - 1]->enumeration, shape->rank, shape->dim,
                     NULL);
}

static bool fit_together(Value **arg, int n_args, const Value *shape)
{
  for (int i = 0; i < n_args; i++) {
    if (arg[i]->rank > 0 && arg[i]->n_elements != shape->n_elements) {
      return false;
    }
  }
  return n_args > 0;
}

/* The arrays among the arguments have the same shape. */
static Value *map_elements(const Typing *t, Span span, FlatFunction function,
                           Value **arg, int n_args)
{
  const Value *shape = known_operators_shaping(arg, n_args);
  assert(fit_together(arg, n_args, shape));
  if (shape->n_elements == 0) {
    return map_nothing(t, span, function, arg, n_args, shape);
  }
  FlatExpr *first =
      known_operators_call_element(t, span, function, arg, n_args, 0);
  if (!first) return NULL;
  if (known_operators_is_uniform(arg, n_args)) {
    return value_uniform(t, span, first, shape->rank, shape->dim);
  }
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)shape->n_elements, sizeof scalar[0]);
  scalar[0] = first;
  for (int i = 1; i < shape->n_elements; i++) {
    scalar[i] = known_operators_call_element(t, span, function, arg, n_args, i);
    if (!scalar[i]) return NULL;
  }
  return value_array(t, span, first->type, first->enumeration, shape->rank,
                     shape->dim, scalar);
}

/* smooth(), noEvent() and pre() of a record are those of its fields (section
 * 3.7.5); as deep as records are nested. */
static bool takes_records(FlatFunction function)
{
  return function == FLAT_SMOOTH || function == FLAT_NO_EVENT ||
         function == FLAT_PRE;
}

static Value *map_fields(const Typing *t, Span span, FlatFunction function,
                         Value **arg, int n_args)
{
  assert(n_args > 0 && n_args <= 2);
  const Value *record = arg[n_args - 1];
  int n = record->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n + 1, sizeof field[0]);
  for (int k = 0; k < n; k++) {
    Value *all[2] = {arg[0], record->field[k]};
    all[n_args - 1] = record->field[k];
    field[k] = known_map(t, span, function, all, n_args);
    if (!field[k]) return NULL;
  }
  return value_record(t, span, record->record, record->rank, record->dim,
                      field);
}

Value *known_map(const Typing *t, Span span, FlatFunction function, Value **arg,
                 int n_args)
{
  const char *name = flat_function_name(function);
  const Value *last = n_args > 0 && n_args <= 2 ? arg[n_args - 1] : NULL;
  if (last && last->kind == VALUE_RECORD && takes_records(function) &&
      (n_args == 1 || (arg[0] && value_is_scalar(arg[0])))) {
    return map_fields(t, span, function, arg, n_args);
  }
  for (int i = 0; i < n_args; i++) {
    if (!arg[i] || refuse_record(t, name, arg[i])) return NULL;
  }
  if (n_args == 0) {
    return value_of(t, types_call(t, span, function, NULL, 0));
  }
  const Value *shape = known_operators_shaping(arg, n_args);
  assert(!open_concerns(arg, n_args));
  for (int i = 0; i < n_args; i++) {
    if (arg[i]->rank > 0 && !value_same_shape(arg[i], shape)) {
      return known_operators_report_shapes(t, span, name, shape, arg[i]);
    }
  }
  return map_elements(t, span, function, arg, n_args);
}

/* --- strings --- */

static bool are_strings(const Value *a, const Value *b)
{
  return a->type == FLAT_STRING && b->type == FLAT_STRING;
}

static FlatExpr *concatenate(const Typing *t, Span span, FlatExpr *a,
                             FlatExpr *b)
{
  if (text_is_open(a) || text_is_open(b)) {
    return text_function(t, span, TEXT_JOIN, a, b);
  }
  a = types_constant(t, a);
  b = types_constant(t, b);
  if (!a || !b) return NULL;
  return types_string(t, span,
                      arena_printf(t->arena, "%s%s", a->string, b->string));
}

/* Section 3.6.1. */
static Value *concatenate_elements(const Typing *t, Span span, Value **arg)
{
  const Value *shape = known_operators_shaping(arg, 2);
  int n = shape->n_elements;
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    scalar[i] = concatenate(t, span, known_operators_element(t, arg[0], i),
                            known_operators_element(t, arg[1], i));
    if (!scalar[i]) return NULL;
  }
  return value_array(t, span, FLAT_STRING, NULL, shape->rank, shape->dim,
                     scalar);
}

/* Section 3.5: as strcmp() orders them. */
static Value *compare_strings(const Typing *t, Span span, FlatFunction function,
                              const Value *left, const Value *right)
{
  assert(are_strings(left, right));
  FlatExpr *a = value_at(t, left, 0), *b = value_at(t, right, 0);
  if (text_is_open(a) || text_is_open(b)) {
    FlatExpr *order = text_function(t, span, TEXT_COMPARE, a, b);
    FlatExpr *zero = types_integer(t, span, 0);
    return value_of(t, types_binary(t, span, function, order, zero));
  }
  a = types_constant(t, a);
  b = types_constant(t, b);
  if (!a || !b) return NULL;
  int order = strcmp(a->string, b->string);
  return value_of(t,
                  types_boolean(t, span, flat_relation_holds(function, order)));
}

/* --- products --- */

static bool is_number_literal(const FlatExpr *expr, double value)
{
  if (expr->kind == FLAT_EXPR_REAL) return expr->real == value;
  return expr->kind == FLAT_EXPR_INTEGER && (double)expr->integer == value;
}

/* NULL: zero. Both have the type of the result. */
static FlatExpr *product_term(const Typing *t, Span span, FlatExpr *a,
                              FlatExpr *b)
{
  if (is_number_literal(a, 0) || is_number_literal(b, 0)) return NULL;
  if (is_number_literal(a, 1)) return b;
  if (is_number_literal(b, 1)) return a;
  return types_binary(t, span, FLAT_MULTIPLY, a, b);
}

/* n factors from a and from b, `step` apart, of the type given. */
typedef struct Factors {
  const Value *v;
  int first, step;
} Factors;

static FlatExpr *known_operators_inner_product(const Typing *t, Span span,
                                               FlatType type, Factors a,
                                               Factors b, int n)
{
  FlatExpr *sum = NULL;
  for (int k = 0; k < n; k++) {
    FlatExpr *x = value_at(t, a.v, a.first + k * a.step);
    FlatExpr *y = value_at(t, b.v, b.first + k * b.step);
    FlatExpr *term = product_term(t, span, types_convert(t, x, type),
                                  types_convert(t, y, type));
    if (!term) continue;
    sum = sum ? types_binary(t, span, FLAT_ADD, sum, term) : term;
  }
  if (sum) return sum;
  return type == FLAT_REAL ? types_real(t, span, 0) : types_integer(t, span, 0);
}

/* A vector on the left is a row, on the right a column (section 10.6.5). */
static Value *multiply_matrices(const Typing *t, Span span, const Value *a,
                                const Value *b)
{
  assert(a->rank > 0 && a->rank <= 2 && b->rank > 0 && b->rank <= 2);
  int rows = a->rank == 2 ? a->dim[0] : 1;
  int inner = a->dim[a->rank - 1];
  assert(inner == b->dim[0]);
  int columns = b->rank == 2 ? b->dim[1] : 1;
  int *dim = arena_array(value_arena(t), 2, sizeof dim[0]);
  int rank = 0;
  if (a->rank == 2) dim[rank++] = rows;
  if (b->rank == 2) dim[rank++] = columns;
  int n = value_count(t, span, rank, dim);
  if (n < 0) return NULL;
  bool is_real = a->type == FLAT_REAL || b->type == FLAT_REAL;
  FlatType type = is_real ? FLAT_REAL : FLAT_INTEGER;
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    Factors left = {a, i / columns * inner, 1};
    Factors right = {b, i % columns, columns};
    scalar[i] =
        known_operators_inner_product(t, span, type, left, right, inner);
  }
  if (rank == 0) return value_of(t, scalar[0]);
  return value_array(t, span, type, NULL, rank, dim, scalar);
}

static Value *known_operators_multiply(const Typing *t, Span span,
                                       const Value *a, const Value *b)
{
  bool fits = a->rank <= 2 && b->rank <= 2;
  if (!check_numeric(t, "*", a) || !check_numeric(t, "*", b)) return NULL;
  if (!fits || a->dim[a->rank - 1] != b->dim[0]) {
    return known_operators_report_shapes(t, span, "*", a, b);
  }
  return multiply_matrices(t, span, a, b);
}

/* --- powers of matrices --- */

static Value *identity_like(const Typing *t, Span span, const Value *a)
{
  assert(a->rank == 2 && a->dim[0] == a->dim[1]);
  FlatExpr *zero = types_real(t, span, 0), *one = types_real(t, span, 1);
  int n = a->dim[0];
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)a->n_elements, sizeof scalar[0]);
  for (int i = 0; i < a->n_elements; i++)
    scalar[i] = i % (n + 1) == 0 ? one : zero;
  return value_array(t, span, FLAT_REAL, NULL, 2, a->dim, scalar);
}

/* Section 10.6.8: by repeated multiplication. Each one makes the expressions
 * n times as long, hence the limit. */
#define MAX_MATRIX_POWER 8

static Value *matrix_power(const Typing *t, Span span, const Value *a,
                           const Value *b)
{
  int64_t exponent;
  if (!check_numeric(t, "^", a) || !value_integer(t, b, &exponent)) return NULL;
  if (a->rank != 2 || a->dim[0] != a->dim[1]) {
    fault_error(t->faults, span, E213,
                "'^' needs a scalar or a square matrix, this is %s",
                value_type_text(t, a));
    return NULL;
  }
  if (exponent < 0) {
    fault_error(t->faults, b->span, E212,
                "a matrix has no power of the negative exponent %lld",
                (long long)exponent);
    return NULL;
  }
  if (exponent > MAX_MATRIX_POWER) {
    fault_error(t->faults, b->span, E290,
                "a power of a matrix above %d is not supported yet",
                MAX_MATRIX_POWER);
    return NULL;
  }
  if (exponent == 0) return identity_like(t, span, a);
  Value *power = value_with_span(t, a, span);
  for (int64_t i = 1; i < exponent; i++)
    power = multiply_matrices(t, span, power, a);
  return power;
}

/* --- which rule --- */

bool value_is_elementwise(AstOperator op)
{
  return op >= AST_EL_ADD && op <= AST_EL_POW;
}

static bool known_operators_is_relation(AstOperator op)
{
  return op >= AST_LT && op <= AST_NE;
}

/* Where a scalar goes with an array: s*a, a*s, a/s, and .+ .- .* ./ .^ */
static bool takes_scalar(AstOperator op, const Value *a, const Value *b)
{
  if (a->rank > 0 && b->rank > 0) return false;
  if (value_is_elementwise(op) || op == AST_MUL) return true;
  return op == AST_DIV && b->rank == 0;
}

static Value *known_operators_combine(const Typing *t, Span span,
                                      AstOperator op, Value **arg)
{
  FlatFunction function = known_operators_function_of(op);
  const Value *a = arg[0], *b = arg[1];
  if (are_strings(a, b) && function == FLAT_ADD) {
    return concatenate_elements(t, span, arg);
  }
  bool is_logical = op == AST_AND || op == AST_OR;
  bool is_array = a->rank > 0 || b->rank > 0;
  if (is_array && !is_logical &&
      (!check_numeric(t, known_operators_operator_text(op), a) ||
       !check_numeric(t, known_operators_operator_text(op), b))) {
    return NULL;
  }
  return map_elements(t, span, function, arg, 2);
}

static Value *relate(const Typing *t, Span span, AstOperator op, Value **arg)
{
  for (int i = 0; i < 2; i++) {
    if (arg[i]->rank == 0) continue;
    fault_error(t->faults, arg[i]->span, E213,
                "'%s' compares scalars, this is %s",
                known_operators_operator_text(op), value_type_text(t, arg[i]));
    return NULL;
  }
  if (are_strings(arg[0], arg[1])) {
    return compare_strings(t, span, known_operators_function_of(op), arg[0],
                           arg[1]);
  }
  return map_elements(t, span, known_operators_function_of(op), arg, 2);
}

Value *known_binary(const Typing *t, Span span, AstOperator op, const Value *a,
                    const Value *b)
{
  if (!a || !b) return NULL;
  const char *name = known_operators_operator_text(op);
  if (refuse_record(t, name, a) || refuse_record(t, name, b)) return NULL;
  Value *arg[] = {(Value *)a, (Value *)b};
  assert(!open_concerns(arg, 2));
  if (known_operators_is_relation(op)) return relate(t, span, op, arg);
  if (op == AST_MUL && a->rank > 0 && b->rank > 0) {
    return known_operators_multiply(t, span, a, b);
  }
  if (op == AST_POW && a->rank > 0) return matrix_power(t, span, a, b);
  if (!value_same_shape(a, b) && !takes_scalar(op, a, b)) {
    return known_operators_report_shapes(t, span, name, a, b);
  }
  if ((op == AST_POW || op == AST_DIV) && b->rank > 0) {
    return known_operators_report_shapes(t, span, name, a, b);
  }
  return known_operators_combine(t, span, op, arg);
}

Value *known_unary(const Typing *t, Span span, AstOperator op, const Value *a)
{
  if (!a || refuse_record(t, known_operators_operator_text(op), a)) return NULL;
  Value *arg[] = {(Value *)a};
  assert(!open_is(a));
  if (op != AST_PLUS && op != AST_EL_PLUS) {
    return map_elements(t, span, known_operators_function_of(op), arg, 1);
  }
  return check_numeric(t, "+", a) ? value_with_span(t, a, span) : NULL;
}
