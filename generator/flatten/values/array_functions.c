/* array_functions.c: the table of the functions, shapes and constructors;
 * reductions and linear algebra are in array_algebra.c. */
#include "flatten/values/array_functions.h"

#include <assert.h>
#include <string.h>

#include "flatten/values/array_algebra.h"
#include "flatten/values/open_array.h"

/* --- shapes --- */

static int *new_dims(const Typing *t, int rank)
{
  return arena_array(value_arena(t), (size_t)rank, sizeof(int));
}

static Value *integer_value(const Typing *t, Span span, int64_t i)
{
  return value_of(t, types_integer(t, span, i));
}

static int n_places(int rank, const int *dim)
{
  int n = 1;
  for (int i = 0; i < rank; i++) n *= dim[i];
  return n;
}

/* The same elements with other dimensions in place of all of v's own; those
 * of a record's fields behind them stay. */
static Value *reshape(const Typing *t, Span span, const Value *v, int own_rank,
                      int rank, const int *dim)
{
  int behind = v->rank - own_rank;
  assert(behind >= 0 && n_places(rank, dim) == n_places(own_rank, v->dim));
  int *all = new_dims(t, rank + behind);
  for (int i = 0; i < rank; i++) all[i] = dim[i];
  for (int i = 0; i < behind; i++) all[rank + i] = v->dim[own_rank + i];
  Value *shaped = value_with_span(t, v, span);
  shaped->rank = rank + behind;
  shaped->dim = all;
  shaped->by = NULL;
  if (v->kind != VALUE_RECORD) return shaped;
  int n = v->record->n_fields;
  shaped->field = arena_array(value_arena(t), (size_t)n, sizeof(Value *));
  for (int k = 0; k < n; k++) {
    shaped->field[k] = reshape(t, span, v->field[k], own_rank, rank, dim);
  }
  return shaped;
}

static Value *report_shape(const Typing *t, const Value *v, const char *name,
                           const char *needed)
{
  fault_error(t->faults, v->span, E213, "'%s' needs %s, this is %s", name,
              needed, value_type_text(t, v));
  return NULL;
}

/* Section 10.3: dimensions of size 1 on the right. */
static Value *promote(const Typing *t, Span span, const Value *v, int rank)
{
  assert(rank >= v->rank);
  int *dim = new_dims(t, rank);
  for (int i = 0; i < rank; i++) dim[i] = i < v->rank ? v->dim[i] : 1;
  return reshape(t, span, v, v->rank, rank, dim);
}

static Value *call_promote(const Typing *t, Span span, Value **arg, int n_args)
{
  int64_t rank;
  (void)n_args;
  if (!value_integer(t, arg[1], &rank)) return NULL;
  if (rank < arg[0]->rank || rank > 1000) {
    fault_error(t->faults, arg[1]->span, E214,
                "%s cannot be promoted to %lld dimensions",
                value_type_text(t, arg[0]), (long long)rank);
    return NULL;
  }
  return promote(t, span, arg[0], (int)rank);
}

static Value *call_ndims(const Typing *t, Span span, Value **arg, int n_args)
{
  (void)n_args;
  return integer_value(t, span, arg[0]->rank);
}

static Value *all_sizes(const Typing *t, Span span, const Value *v)
{
  int *dim = new_dims(t, 1);
  dim[0] = v->rank;
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)v->rank, sizeof scalar[0]);
  for (int i = 0; i < v->rank; i++)
    scalar[i] = types_integer(t, span, v->dim[i]);
  return value_array(t, span, FLAT_INTEGER, NULL, 1, dim, scalar);
}

static Value *call_size(const Typing *t, Span span, Value **arg, int n_args)
{
  int64_t i;
  const Value *v = arg[0];
  if (n_args == 1) return all_sizes(t, span, v);
  if (!value_integer(t, arg[1], &i)) return NULL;
  if (i < 1 || i > v->rank) {
    fault_error(t->faults, arg[1]->span, E215, "%s has no dimension %lld",
                value_type_text(t, v), (long long)i);
    return NULL;
  }
  return integer_value(t, span, v->dim[i - 1]);
}

/* Sections 10.3.2: scalar(), vector(), matrix(). */
static Value *call_scalar(const Typing *t, Span span, Value **arg, int n_args)
{
  (void)n_args;
  for (int i = 0; i < arg[0]->rank; i++) {
    if (arg[0]->dim[i] != 1) {
      return report_shape(t, arg[0], "scalar", "sizes of 1");
    }
  }
  return reshape(t, span, arg[0], arg[0]->rank, 0, NULL);
}

static Value *call_vector(const Typing *t, Span span, Value **arg, int n_args)
{
  int n_long = 0;
  (void)n_args;
  for (int i = 0; i < arg[0]->rank; i++) n_long += arg[0]->dim[i] > 1;
  if (n_long > 1) {
    return report_shape(t, arg[0], "vector",
                        "at most one dimension larger than 1");
  }
  return reshape(t, span, arg[0], arg[0]->rank, 1, &arg[0]->n_elements);
}

static Value *call_matrix(const Typing *t, Span span, Value **arg, int n_args)
{
  (void)n_args;
  if (arg[0]->rank < 2) return promote(t, span, arg[0], 2);
  for (int i = 2; i < arg[0]->rank; i++) {
    if (arg[0]->dim[i] == 1) continue;
    return report_shape(t, arg[0], "matrix", "sizes of 1 after the second");
  }
  return reshape(t, span, arg[0], arg[0]->rank, 2, arg[0]->dim);
}

/* --- constructors of section 10.3.3 --- */

/* arg[0] to arg[n - 1] are sizes. */
static const int *size_arguments(const Typing *t, Value **arg, int n)
{
  int *dim = new_dims(t, n);
  bool good = true;
  for (int i = 0; i < n; i++) good &= value_size(t, arg[i], &dim[i]);
  return good ? dim : NULL;
}

static Value *repeat_record(const Typing *t, Span span, const Value *v,
                            int rank, const int *dim, const int *all)
{
  int n = v->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n, sizeof field[0]);
  for (int k = 0; k < n; k++)
    field[k] = array_repeat(t, span, v->field[k], rank, dim);
  return value_record(t, span, v->record, rank + v->rank, all, field);
}

Value *array_repeat(const Typing *t, Span span, const Value *v, int rank,
                    const int *dim)
{
  assert(rank > 0);
  int *all = new_dims(t, rank + v->rank);
  for (int i = 0; i < rank; i++) all[i] = dim[i];
  for (int i = 0; i < v->rank; i++) all[rank + i] = v->dim[i];
  int n = value_count(t, span, rank + v->rank, all);
  if (n < 0) return NULL;
  if (v->kind == VALUE_RECORD) {
    return repeat_record(t, span, v, rank, dim, all);
  }
  if (v->kind == VALUE_UNIFORM) {
    return value_uniform(t, span, v->element, rank + v->rank, all);
  }
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    scalar[i] =
        i < v->n_elements ? value_at(t, v, i) : scalar[i - v->n_elements];
  }
  Value *made = value_array(t, span, v->type, v->enumeration, rank + v->rank,
                            all, scalar);
  made->is_untyped = v->is_untyped;
  return made;
}

static Value *call_fill(const Typing *t, Span span, Value **arg, int n_args)
{
  const int *dim = size_arguments(t, arg + 1, n_args - 1);
  return dim ? array_repeat(t, span, arg[0], n_args - 1, dim) : NULL;
}

static Value *uniform_integer(const Typing *t, Span span, int64_t i,
                              Value **arg, int n_args)
{
  const int *dim = size_arguments(t, arg, n_args);
  if (!dim) return NULL;
  return value_uniform(t, span, types_integer(t, span, i), n_args, dim);
}

static Value *call_zeros(const Typing *t, Span span, Value **arg, int n_args)
{
  return uniform_integer(t, span, 0, arg, n_args);
}

static Value *call_ones(const Typing *t, Span span, Value **arg, int n_args)
{
  return uniform_integer(t, span, 1, arg, n_args);
}

/* A square matrix, zero beside the diagonal. */
static Value *diagonal(const Typing *t, Span span, const Value *v)
{
  assert(v->rank == 1);
  int n = v->dim[0];
  int *dim = new_dims(t, 2);
  dim[0] = dim[1] = n;
  int count = value_count(t, span, 2, dim);
  if (count < 0) return NULL;
  FlatExpr *zero =
      v->type == FLAT_REAL ? types_real(t, span, 0) : types_integer(t, span, 0);
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)count, sizeof scalar[0]);
  for (int i = 0; i < count; i++)
    scalar[i] = i / n == i % n ? value_at(t, v, i / n) : zero;
  return value_array(t, span, v->type, NULL, 2, dim, scalar);
}

static Value *call_diagonal(const Typing *t, Span span, Value **arg, int n_args)
{
  (void)n_args;
  if (!array_check_numbers(t, "diagonal", arg, 1)) return NULL;
  if (arg[0]->rank != 1) {
    return report_shape(t, arg[0], "diagonal", "a vector");
  }
  return diagonal(t, span, arg[0]);
}

static Value *call_identity(const Typing *t, Span span, Value **arg, int n_args)
{
  Value *ones = call_ones(t, span, arg, n_args);
  return ones ? diagonal(t, span, ones) : NULL;
}

/* x1 + (x2 - x1)*(i - 1)/(n - 1) */
static FlatExpr *linspace_element(const Typing *t, Span span, FlatExpr **end,
                                  double fraction)
{
  FlatExpr *x1 = end[0], *x2 = end[1];
  if (fraction == 0) return x1;
  if (fraction == 1) return x2;
  if (types_is_literal(x1) && types_is_literal(x2)) {
    return types_real(t, span, x1->real + (x2->real - x1->real) * fraction);
  }
  FlatExpr *range = types_binary(t, span, FLAT_SUBTRACT, x2, x1);
  FlatExpr *way = types_binary(t, span, FLAT_MULTIPLY, range,
                               types_real(t, span, fraction));
  return types_binary(t, span, FLAT_ADD, x1, way);
}

static Value *call_linspace(const Typing *t, Span span, Value **arg, int n_args)
{
  int *dim = new_dims(t, 1);
  FlatExpr *end[2];
  (void)n_args;
  if (!array_check_numbers(t, "linspace", arg, 2)) return NULL;
  for (int i = 0; i < 2; i++) {
    end[i] = types_convert(t, value_scalar(t, arg[i]), FLAT_REAL);
    if (!end[i]) return NULL;
  }
  if (!value_size(t, arg[2], &dim[0])) return NULL;
  if (dim[0] < 2) {
    fault_error(t->faults, arg[2]->span, E214,
                "'linspace' makes 2 elements or more, not %d", dim[0]);
    return NULL;
  }
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)dim[0], sizeof scalar[0]);
  for (int i = 0; i < dim[0]; i++) {
    scalar[i] = linspace_element(t, span, end, (double)i / (dim[0] - 1));
  }
  return value_array(t, span, FLAT_REAL, NULL, 1, dim, scalar);
}

/* --- concatenation, section 10.4.2 --- */

/* What was empty and of no type adds nothing. */
static int drop_untyped(Value **item, int n_items)
{
  int n = 0;
  for (int i = 0; i < n_items; i++) {
    if (!item[i]->is_untyped) item[n++] = item[i];
  }
  return n > 0 ? n : 1;
}

static bool check_cat(const Typing *t, Span span, int k, Value **item,
                      int n_items)
{
  const Value *a = item[0];
  for (int i = 1; i < n_items; i++) {
    const Value *b = item[i];
    bool fits = a->rank == b->rank;
    for (int j = 0; fits && j < a->rank; j++)
      fits = j == k || a->dim[j] == b->dim[j];
    if (fits) continue;
    fault_error(t->faults, b->span.source < 0 ? span : b->span, E213,
                "%s and %s cannot be joined along dimension %d",
                value_type_text(t, a), value_type_text(t, b), k + 1);
    return false;
  }
  return true;
}

static const int *cat_dims(const Typing *t, int k, Value **item, int n_items)
{
  const Value *a = item[0];
  assert(k >= 0 && k < a->rank);
  int *dim = new_dims(t, a->rank);
  for (int j = 0; j < a->rank; j++) dim[j] = a->dim[j];
  for (int i = 1; i < n_items; i++) dim[k] += item[i]->dim[k];
  return dim;
}

/* Block after block: what lies at and behind dimension k of each item in
 * turn, for each index before k. */
static Value *cat_scalars(const Typing *t, Span span, int k, Value **item,
                          int n_items)
{
  const Value *a = item[0];
  const int *dim = cat_dims(t, k, item, n_items);
  int n = value_count(t, span, a->rank, dim);
  if (n < 0) return NULL;
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  int n_outer = 1;
  for (int j = 0; j < k; j++) n_outer *= dim[j];
  FlatExpr **to = scalar;
  for (int outer = 0; outer < n_outer && n > 0; outer++) {
    for (int i = 0; i < n_items; i++) {
      int block = item[i]->n_elements / n_outer;
      for (int e = 0; e < block; e++)
        *to++ = value_at(t, item[i], outer * block + e);
    }
  }
  assert(to == scalar + n);
  return value_array(t, span, a->type, a->enumeration, a->rank, dim, scalar);
}

static Value *cat_items(const Typing *t, Span span, int k, Value **item,
                        int n_items);

static Value *cat_records(const Typing *t, Span span, int k, Value **item,
                          int n_items)
{
  const RecordType *type = item[0]->record;
  Value **field =
      arena_array(value_arena(t), (size_t)type->n_fields, sizeof field[0]);
  Value **part = arena_array(value_arena(t), (size_t)n_items, sizeof part[0]);
  for (int f = 0; f < type->n_fields; f++) {
    for (int i = 0; i < n_items; i++) part[i] = item[i]->field[f];
    field[f] = cat_items(t, span, k, part, n_items);
  }
  return value_record(t, span, type, item[0]->rank,
                      cat_dims(t, k, item, n_items), field);
}

/* All of one type. */
static Value *cat_items(const Typing *t, Span span, int k, Value **item,
                        int n_items)
{
  if (!check_cat(t, span, k, item, n_items)) return NULL;
  if (item[0]->kind == VALUE_RECORD) {
    return cat_records(t, span, k, item, n_items);
  }
  return cat_scalars(t, span, k, item, n_items);
}

static Value *cat(const Typing *t, Span span, int k, Value **item, int n_items)
{
  n_items = drop_untyped(item, n_items);
  if (item[0]->is_untyped) return item[0];
  if (!value_unify_types(t, span, "the joined arrays", item, n_items)) {
    return NULL;
  }
  return cat_items(t, span, k, item, n_items);
}

static Value *call_cat(const Typing *t, Span span, Value **arg, int n_args)
{
  int64_t k;
  if (!value_integer(t, arg[0], &k)) return NULL;
  if (k < 1 || k > arg[1]->rank) {
    fault_error(t->faults, arg[0]->span, E215, "%s has no dimension %lld",
                value_type_text(t, arg[1]), (long long)k);
    return NULL;
  }
  return cat(t, span, (int)k - 1, arg + 1, n_args - 1);
}

static int largest_rank(Value **item, int n_items)
{
  int rank = 2;
  for (int i = 0; i < n_items; i++) {
    if (item[i]->rank > rank) rank = item[i]->rank;
  }
  return rank;
}

/* Each with at least two dimensions, all with the same number. */
static Value *cat_promoted(const Typing *t, Span span, int k, Value **item,
                           int n_items)
{
  assert(n_items > 0);
  if (open_is_outside(t, span, item, n_items, "a part of another array"))
    return NULL;
  int rank = largest_rank(item, n_items);
  Value **same = arena_array(value_arena(t), (size_t)n_items, sizeof same[0]);
  for (int i = 0; i < n_items; i++) {
    same[i] = open_is(item[i]) ? open_promote(t, item[i]->span, item[i], rank)
                               : promote(t, item[i]->span, item[i], rank);
  }
  return open_concerns(same, n_items) ? open_cat(t, span, k, same, n_items)
                                      : cat(t, span, k, same, n_items);
}

Value *array_matrix(const Typing *t, Span span, Value **item,
                    const int *n_items, int n_rows)
{
  assert(n_rows > 0);
  Value **row = arena_array(value_arena(t), (size_t)n_rows, sizeof row[0]);
  bool good = true;
  for (int r = 0; r < n_rows; item += n_items[r], r++) {
    for (int i = 0; i < n_items[r]; i++) good &= item[i] != NULL;
    row[r] = good ? cat_promoted(t, span, 1, item, n_items[r]) : NULL;
    good &= row[r] != NULL;
  }
  return good ? cat_promoted(t, span, 0, row, n_rows) : NULL;
}

/* --- the table --- */

typedef Value *Call(const Typing *t, Span span, Value **arg, int n_args);

typedef struct Row {
  const char *name;
  int least, most; /* arguments; most 0: any number */
  Call *call;
  bool is_reduction;
} Row;

/* Words of the table. */
enum { WHOLE = false, REDUCES = true };

static const Row table[] = {
#define ARRAY_FUNCTION(NAME, name, least, most, handler, iterators, facts)     \
  [ARRAY_##NAME] = {name, least, most, handler, iterators},
#include "base/builtin_functions.def"
};

bool array_function_find(const char *name, ArrayFunction *function)
{
  for (int f = 0; f < N_ARRAY_FUNCTIONS; f++) {
    if (strcmp(name, table[f].name) != 0) continue;
    *function = (ArrayFunction)f;
    return true;
  }
  return false;
}

const char *array_function_name(ArrayFunction function)
{
  assert(function < N_ARRAY_FUNCTIONS);
  return table[function].name;
}

static bool array_functions_check_count(const Typing *t, Span span,
                                        const Row *row, int n_args)
{
  bool is_few = n_args < row->least;
  if (!is_few && (row->most == 0 || n_args <= row->most)) return true;
  const char *how = row->least == row->most ? ""
                    : is_few                ? "at least "
                                            : "at most ";
  int n = is_few ? row->least : row->most;
  fault_error(t->faults, span, E208, "'%s' takes %s%d argument%s, %d given",
              row->name, how, n, n == 1 ? "" : "s", n_args);
  return false;
}

Value *array_function_call(const Typing *t, Span span, ArrayFunction function,
                           Value **arg, int n_args)
{
  assert(function < N_ARRAY_FUNCTIONS);
  const Row *row = &table[function];
  for (int i = 0; i < n_args; i++) {
    if (!arg[i]) return NULL;
  }
  if (!array_functions_check_count(t, span, row, n_args)) return NULL;
  bool is_asked = function == ARRAY_SIZE || function == ARRAY_NDIMS;
  if (!is_asked && open_is_outside(t, span, arg, n_args, row->name))
    return NULL;
  if (open_is_function(t, function, arg, n_args)) {
    return open_function(t, span, function, arg, n_args);
  }
  return row->call(t, span, arg, n_args);
}

bool array_is_reduction(ArrayFunction function)
{
  assert(function < N_ARRAY_FUNCTIONS);
  return table[function].is_reduction;
}

const char *array_reductions_text(Session *s)
{
  const char *text = "", *last = NULL;
  for (ArrayFunction f = 0; f < N_ARRAY_FUNCTIONS; f++) {
    if (!table[f].is_reduction) continue;
    if (last) {
      text = arena_printf(session_scratch(s), "%s%s%s", text,
                          text[0] ? ", " : "", last);
    }
    last = table[f].name;
  }
  return arena_printf(session_scratch(s), "%s and %s", text, last);
}

Value *array_reduce(const Typing *t, Span span, ArrayFunction function,
                    Value **item, int n_items)
{
  Value *all = NULL;
  assert(array_is_reduction(function));
  if (function == ARRAY_SUM && n_items > 0 && item[0] && item[0]->rank > 0) {
    return array_sum_items(t, span, item, n_items);
  }
  all = value_construct(t, span, item, n_items);
  if (!all || function == ARRAY_ARRAY) return all;
  if (all->rank != 1) {
    return report_shape(t, item[0], table[function].name, "a scalar");
  }
  return table[function].call(t, span, &all, 1);
}
