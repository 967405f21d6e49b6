/* function_select.c: subscripts that are computed, and expressions of which
 * only a part is computed. */
#include <assert.h>
#include <string.h>

#include "flatten/values/open_array.h"
#include "flatten/values/procedure_build.h"
#include "flatten/values/value_operators.h"

/* --- arrays as rows of slots --- */

/* The array lies in `local`, from element `offset` on. */
typedef struct Row {
  int local, offset;
} Row;

static int find_local(const FlatProcedure *p, int slot)
{
  int low = 0, high = p->n_locals - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (p->local[middle].first <= slot) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  while (p->local[low].n == 0) low--;
  assert(p->local[low].first <= slot &&
         slot < p->local[low].first + p->local[low].n);
  return low;
}

static bool function_select_is_row(const Typing *t, const Value *v, Row *row)
{
  FunctionBuild *b = t->build;
  if (b->rules->row && b->rules->row(t, v, &row->local)) {
    row->offset = 0;
    return true;
  }
  if (v->kind != VALUE_STORED || v->n_elements == 0) return false;
  for (int i = 0; i < v->n_elements; i++) {
    const FlatExpr *at = v->scalar[i];
    if (at->kind != FLAT_EXPR_LOCAL || at->slot != v->scalar[0]->slot + i) {
      return false;
    }
  }
  row->local = find_local(b->to, v->scalar[0]->slot);
  const FlatLocal *local = &b->to->local[row->local];
  row->offset = v->scalar[0]->slot - local->first;
  return local->is_array && row->offset + v->n_elements <= local->n;
}

static bool is_table(const Typing *t, const Value *v)
{
  for (int i = 0; i < v->n_elements; i++) {
    FlatExpr *at = value_at(t, v, i);
    if (!types_is_literal(at)) return false;
  }
  return true;
}

static bool function_select_same_literal(const FlatExpr *a, const FlatExpr *b)
{
  if (a->kind != b->kind) return false;
  if (a->kind == FLAT_EXPR_REAL) return a->real == b->real;
  if (a->kind == FLAT_EXPR_STRING) return strcmp(a->string, b->string) == 0;
  if (a->kind == FLAT_EXPR_BOOLEAN) return a->boolean == b->boolean;
  return a->integer == b->integer;
}

/* A table with the same numbers, or a new one. */
static Row constant_row(const Typing *t, const Value *v)
{
  FunctionBuild *b = t->build;
  FlatProcedure *p = b->to;
  for (int k = 0; k < p->n_locals; k++) {
    const FlatLocal *local = &p->local[k];
    if (!local->constant || local->n != v->n_elements) continue;
    int i = 0;
    while (i < local->n &&
           function_select_same_literal(local->constant[i], value_at(t, v, i)))
      i++;
    if (i == local->n) return (Row){k, 0};
  }
  FlatExpr **literal = arena_array(t->faults->s->flat_arena,
                                   (size_t)v->n_elements, sizeof literal[0]);
  for (int i = 0; i < v->n_elements; i++) literal[i] = value_at(t, v, i);
  int made =
      procedure_add_local(t->faults->s, p, session_name(t->faults->s, "table"),
                          v->type, true, v->n_elements);
  p->local[made].constant = literal;
  return (Row){made, 0};
}

static bool function_select_row_of(const Typing *t, Span span, const Value *v,
                                   Row *row)
{
  FunctionBuild *b = t->build;
  if (function_select_is_row(t, v, row)) return true;
  if (b->selects_target) {
    return function_build_refuse(t->faults, b, span, "this is assigned");
  }
  if (is_table(t, v)) {
    *row = constant_row(t, v);
    return true;
  }
  Value *copy = function_build_locals(t, session_name(t->faults->s, "copy"), v);
  return copy && function_build_assign_known(t, span, copy, v) &&
         function_select_is_row(t, copy, row);
}

/* --- computed subscripts --- */

bool function_select_is_open(const Value **sub, int n_subs)
{
  for (int i = 0; i < n_subs; i++) {
    if (sub[i] && sub[i]->variability > FLAT_PARAMETER) return true;
  }
  return false;
}

/* The positions of one dimension; the subscripts are written from 1. */
typedef struct Axis {
  int count, stride;
  FlatExpr **position; /* [count] Integer expressions; NULL: 1, 2, ... */
  bool is_scalar;
} Axis;

static FlatExpr *function_select_integer(const Typing *t, Span span,
                                         int64_t value)
{
  return types_integer(t, span, value);
}

static void check_index(const Typing *t, Span span, FlatExpr *index,
                        int dimension, int size)
{
  assert(index->type == FLAT_INTEGER && dimension >= 1);
  FunctionBuild *b = t->build;
  FlatStatement *check =
      procedure_append(t->faults->s, b->at, STATEMENT_CHECK, span);
  check->value = index;
  check->dimension = dimension;
  check->size = size;
}

static FlatExpr *function_select_position(const Typing *t, Span span,
                                          FlatExpr *index, int dimension,
                                          int size)
{
  if (index->type == FLAT_ENUMERATION) {
    index = types_unary(t, span, FLAT_ORDINAL, index);
  } else if (index->type == FLAT_BOOLEAN) {
    index = types_if(t, span, index, function_select_integer(t, span, 2),
                     function_select_integer(t, span, 1));
  }
  if (!index || index->type != FLAT_INTEGER) {
    if (index) {
      fault_error(t->faults, span, E204,
                  "a subscript must be an Integer, Boolean or enumeration");
    }
    return NULL;
  }
  if (index->variability <= FLAT_PARAMETER) index = types_constant(t, index);
  if (!index) return NULL;
  if (!types_is_literal(index)) {
    check_index(t, span, index, dimension, size);
  } else if (index->integer < 1 || index->integer > size) {
    fault_error(t->faults, span, E215,
                "index %lld is out of bounds: dimension %d has size %d",
                (long long)index->integer, dimension, size);
    return NULL;
  }
  return index;
}

static bool make_axis(const Typing *t, const Value *sub, int dimension,
                      int size, Axis *axis)
{
  axis->count = size;
  if (!sub) return true;
  if (sub->rank > 1 || sub->kind == VALUE_RECORD) {
    fault_error(t->faults, sub->span, E213,
                "a subscript must be a scalar or a vector");
    return false;
  }
  axis->is_scalar = sub->rank == 0;
  axis->count = axis->is_scalar ? 1 : sub->n_elements;
  axis->position =
      arena_array(value_arena(t), (size_t)axis->count + 1, sizeof(FlatExpr *));
  for (int i = 0; i < axis->count; i++) {
    axis->position[i] = function_select_position(
        t, sub->span, value_at(t, sub, i), dimension, size);
    if (!axis->position[i]) return false;
  }
  return true;
}

/* The place in the row of one combination: sum of stride*(position - 1). */
static FlatExpr *linear_index(const Typing *t, Span span, const Axis *axis,
                              int n_axes, int element, int offset)
{
  FlatExpr *sum = NULL;
  int64_t constant = offset + 1;
  for (int i = n_axes - 1; i >= 0; i--) {
    int at = element % axis[i].count;
    element /= axis[i].count;
    FlatExpr *p = axis[i].position ? axis[i].position[at] : NULL;
    if (!p || types_is_literal(p)) {
      constant += axis[i].stride * (p ? p->integer - 1 : at);
      continue;
    }
    constant -= axis[i].stride;
    if (axis[i].stride > 1) {
      p = types_binary(t, span, FLAT_MULTIPLY,
                       function_select_integer(t, span, axis[i].stride), p);
    }
    sum = sum ? types_binary(t, span, FLAT_ADD, p, sum) : p;
  }
  assert(element == 0); /* it was one of the combinations */
  FlatExpr *rest = function_select_integer(t, span, constant);
  if (!sum) return rest;
  if (constant == 0) return sum;
  return types_binary(t, span, FLAT_ADD, sum, rest);
}

/* What is read, or what is to be assigned. */
static FlatExpr *function_select_element(const Typing *t, Span span,
                                         const Value *v, Row row,
                                         FlatExpr *index)
{
  FunctionBuild *b = t->build;
  assert(index->type == FLAT_INTEGER && row.local < b->to->n_locals);
  const FlatLocal *local = &b->to->local[row.local];
  if (types_is_literal(index) && !local->constant) {
    return types_local(t, span, v->type, v->enumeration,
                       local->first + (int)index->integer - 1);
  }
  if (b->selects_target) {
    FlatExpr *place = types_local(t, span, v->type, v->enumeration, 0);
    place->kind = FLAT_EXPR_ELEMENT;
    place->local = row.local;
    place->arg = arena_alloc(t->arena, sizeof place->arg[0]);
    place->arg[0] = index;
    place->n_args = 1;
    return place;
  }
  Name name = local->name;
  int made = procedure_add_local(t->faults->s, b->to, name, v->type, false, 1);
  FlatStatement *read =
      procedure_append(t->faults->s, b->at, STATEMENT_READ, span);
  read->target = b->to->local[made].first;
  read->local = row.local;
  read->value = index;
  return types_local(t, span, v->type, v->enumeration, read->target);
}

static Value *select_array(const Typing *t, Span span, const Value *v,
                           Axis *axis)
{
  Row row = {0};
  bool is_row = v->n_elements > 0; /* else it has no place of its own */
  if (is_row && !function_select_row_of(t, span, v, &row)) return NULL;
  int stride = 1, n = 1, rank = 0;
  int *dim = arena_array(value_arena(t), (size_t)v->rank + 1, sizeof dim[0]);
  for (int i = v->rank - 1; i >= 0; i--) {
    axis[i].stride = stride;
    stride *= v->dim[i];
  }
  for (int i = 0; i < v->rank; i++) {
    n *= axis[i].count;
    if (!axis[i].is_scalar) dim[rank++] = axis[i].count;
  }
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)n + 1, sizeof scalar[0]);
  for (int k = 0; k < n; k++) {
    FlatExpr *index = linear_index(t, span, axis, v->rank, k, row.offset);
    scalar[k] = function_select_element(t, span, v, row, index);
  }
  return rank == 0
             ? value_of(t, scalar[0])
             : value_array(t, span, v->type, v->enumeration, rank, dim, scalar);
}

/* Place `index` of the row is that of the array. */
static FlatExpr *row_index(const Typing *t, Span span, Row row, FlatExpr *index)
{
  if (row.offset == 0) return index;
  if (types_is_literal(index)) {
    return function_select_integer(t, span, index->integer + row.offset);
  }
  return types_binary(t, span, FLAT_ADD, index,
                      function_select_integer(t, span, row.offset));
}

FlatExpr *function_select_linear(const Typing *t, Span span, const Value *v,
                                 FlatExpr *index)
{
  assert(index->type == FLAT_INTEGER);
  Row row;
  if (!function_select_row_of(t, span, v, &row)) return NULL;
  return function_select_element(t, span, v, row,
                                 row_index(t, span, row, index));
}

bool function_select_write(const Typing *t, Span span, const Value *v,
                           FlatExpr *index, FlatExpr *value)
{
  assert(index->type == FLAT_INTEGER && value->type == v->type);
  FunctionBuild *b = t->build;
  Row row;
  if (!function_select_is_row(t, v, &row)) {
    return function_build_refuse(t->faults, b, span, "this is assigned");
  }
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_WRITE, span);
  s->local = row.local;
  s->index = row_index(t, span, row, index);
  s->value = value;
  return true;
}

Value *function_select(const Typing *t, Span span, const Value *v,
                       const Value **sub, int n_subs)
{
  assert(t->build && n_subs <= v->rank);
  if (v->kind == VALUE_RECORD) {
    int n = v->record->n_fields, rank = 0;
    Value **field = arena_array(value_arena(t), (size_t)n, sizeof field[0]);
    int *dim = arena_array(value_arena(t), (size_t)v->rank + 1, sizeof dim[0]);
    for (int k = 0; k < n; k++) {
      field[k] = function_select(t, span, v->field[k], sub, n_subs);
      if (!field[k]) return NULL;
    }
    for (int i = 0; i < v->rank; i++) {
      if (i >= n_subs || !sub[i])
        dim[rank++] = v->dim[i];
      else if (sub[i]->rank > 0)
        dim[rank++] = sub[i]->n_elements;
    }
    return value_record(t, span, v->record, rank, dim, field);
  }
  Axis *axis = arena_array(value_arena(t), (size_t)v->rank + 1, sizeof axis[0]);
  for (int i = 0; i < v->rank; i++) {
    const Value *one = i < n_subs ? sub[i] : NULL;
    if (!make_axis(t, one, i + 1, v->dim[i], &axis[i])) return NULL;
  }
  return select_array(t, span, v, axis);
}
