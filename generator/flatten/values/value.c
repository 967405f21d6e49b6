/* value.c: making and reading Values; see value_match.c for types and shapes
 * that must go together. */
#include "flatten/values/value.h"
#include "flatten/values/procedure_build.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- sizes --- */

int value_count(const Typing *t, Span span, int rank, const int *dim)
{
  const int most = t->faults->s->limit[LIMIT_ELEMENTS];
  double product = 1;
  int64_t n = 1;
  for (int i = 0; i < rank; i++) {
    assert(dim[i] >= 0); /* what is open is not counted */
    product *= dim[i];
    n = product > most ? (int64_t)most + 1 : n * dim[i];
    if (dim[i] == 0) return 0;
  }
  if (n <= most) return (int)n;
  fault_error(t->faults, span, E214,
              "an array of %.0f elements is too large, the limit is %d",
              product, most);
  return -1;
}

/* How many elements behind the first `rank` dimensions. */
static int block_size(const Value *v, int rank)
{
  int n = 1;
  for (int i = rank; i < v->rank; i++) n *= v->dim[i];
  return n;
}

/* --- making --- */

Arena *value_arena(const Typing *t)
{
  return t->values ? t->values : t->arena;
}

static Value *value_make(const Typing *t, Span span, ValueKind kind, int rank,
                         const int *dim)
{
  int n_elements = value_count(t, span, rank, dim);
  if (n_elements < 0) return NULL;
  Value *v = arena_alloc(value_arena(t), sizeof *v);
  v->kind = kind;
  v->span = span;
  v->rank = rank;
  v->dim = dim;
  v->n_elements = n_elements;
  v->variability = FLAT_CONSTANT;
  return v;
}

Value *value_of(const Typing *t, FlatExpr *expr)
{
  if (!expr) return NULL;
  Value *v = value_make(t, expr->span, VALUE_UNIFORM, 0, NULL);
  v->type = expr->type;
  v->enumeration = expr->enumeration;
  v->variability = expr->variability;
  v->element = expr;
  return v;
}

Value *value_array(const Typing *t, Span span, FlatType type,
                   const FlatEnumeration *enumeration, int rank, const int *dim,
                   FlatExpr **scalar)
{
  Value *v = value_make(t, span, VALUE_STORED, rank, dim);
  if (!v) return NULL;
  v->type = type;
  v->enumeration = enumeration;
  v->scalar = scalar;
  for (int i = 0; i < v->n_elements; i++) {
    assert(scalar[i]->type == type);
    if (scalar[i]->variability > v->variability) {
      v->variability = scalar[i]->variability;
    }
  }
  return v;
}

Value *value_uniform(const Typing *t, Span span, FlatExpr *element, int rank,
                     const int *dim)
{
  if (!element) return NULL;
  Value *v = value_make(t, span, VALUE_UNIFORM, rank, dim);
  if (!v) return NULL;
  v->type = element->type;
  v->enumeration = element->enumeration;
  v->variability = element->variability;
  v->element = element;
  return v;
}

Value *value_variables(const Typing *t, Span span, FlatVarId first, int step,
                       const FlatVar *like, int rank, const int *dim)
{
  Value *v = value_make(t, span, VALUE_VARIABLES, rank, dim);
  if (!v) return NULL;
  assert(v->n_elements == 0 || first.i >= 0);
  v->type = like->type;
  v->enumeration = like->enumeration;
  v->variability = like->variability;
  v->first = first.i;
  v->step = step;
  return v;
}

static bool begins_with(const Value *v, int rank, const int *dim)
{
  bool fits = v->rank >= rank;
  for (int i = 0; fits && i < rank; i++) fits = v->dim[i] == dim[i];
  return fits;
}

Value *value_record(const Typing *t, Span span, const RecordType *type,
                    int rank, const int *dim, Value **field)
{
  for (int k = 0; k < type->n_fields; k++) {
    if (!field[k]) return NULL;
  }
  Value *v = value_make(t, span, VALUE_RECORD, rank, dim);
  if (!v) return NULL;
  v->record = type;
  v->field = field;
  for (int k = 0; k < type->n_fields; k++) {
    field[k] = value_indexed_by(t, field[k], NULL);
    assert(begins_with(field[k], rank, dim));
    if (field[k]->variability > v->variability) {
      v->variability = field[k]->variability;
    }
  }
  return v;
}

Value *value_untyped(const Typing *t, Span span)
{
  static const int none = 0;
  Value *v = value_make(t, span, VALUE_STORED, 1, &none);
  v->type = FLAT_INTEGER;
  v->is_untyped = true;
  return v;
}

Value *value_indexed_by(const Typing *t, const Value *v, const IndexType *by)
{
  if (!v || v->by == by) return (Value *)v;
  Value *copy = arena_alloc(value_arena(t), sizeof *copy);
  *copy = *v;
  copy->by = by;
  return copy;
}

Value *value_with_span(const Typing *t, const Value *v, Span span)
{
  if (!v) return NULL;
  Value *copy = arena_alloc(value_arena(t), sizeof *copy);
  *copy = *v;
  copy->span = span;
  return copy;
}

Value *value_literals(const Typing *t, Span span, const FlatExpr *like,
                      int64_t first, int64_t step, int64_t count)
{
  assert(like->type == FLAT_INTEGER || like->type == FLAT_BOOLEAN ||
         like->type == FLAT_ENUMERATION);
  int *dim = arena_alloc(value_arena(t), sizeof *dim);
  if (count > t->faults->s->limit[LIMIT_ELEMENTS]) {
    fault_error(t->faults, span, E214,
                "a range of %lld elements is too large, the limit is %d",
                (long long)count, t->faults->s->limit[LIMIT_ELEMENTS]);
    return NULL;
  }
  *dim = count < 0 ? 0 : (int)count;
  Value *v = value_make(t, span, VALUE_RANGE, 1, dim);
  v->type = like->type;
  v->enumeration = like->enumeration;
  v->first = first;
  v->step = step;
  return v;
}

/* --- reading --- */

bool value_is_scalar(const Value *v)
{
  return v->rank == 0 && v->kind != VALUE_RECORD;
}

bool value_is_numeric(const Value *v)
{
  return v->type == FLAT_REAL || v->type == FLAT_INTEGER;
}

static FlatExpr *range_element(const Typing *t, const Value *v, int i)
{
  int64_t at = v->first + i * v->step;
  if (v->type == FLAT_ENUMERATION) {
    return types_enumeration(t, v->span, v->enumeration, (int)at);
  }
  if (v->type == FLAT_BOOLEAN) return types_boolean(t, v->span, at != 0);
  return types_integer(t, v->span, at);
}

static FlatExpr *variable_element(const Typing *t, const Value *v, int i)
{
  FlatVarId id = {(int32_t)(v->first + i * v->step)};
  FlatVar like = {.type = v->type,
                  .enumeration = v->enumeration,
                  .variability = v->variability};
  return types_variable(t, v->span, id, &like);
}

FlatExpr *value_at(const Typing *t, const Value *v, int i)
{
  assert(i >= 0 && i < v->n_elements);
  switch (v->kind) {
  case VALUE_STORED: return v->scalar[i];
  case VALUE_UNIFORM: return v->element;
  case VALUE_VARIABLES: return variable_element(t, v, i);
  case VALUE_RANGE: return range_element(t, v, i);
  case VALUE_EDITED: return value_tree_at(v->edited.tree, v->edited.first + i);
  case VALUE_RECORD:
  case VALUE_FUNCTION:
  case VALUE_OPEN: break;
  }
  assert(false && "it has no scalar elements");
  return NULL;
}

static Value **element_fields(const Typing *t, const Value *v, int rank, int i)
{
  int n = v->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n, sizeof field[0]);
  for (int k = 0; k < n; k++) field[k] = value_element(t, v->field[k], rank, i);
  return field;
}

Value *value_element(const Typing *t, const Value *v, int rank, int i)
{
  assert(rank >= 0 && rank <= v->rank);
  int size = block_size(v, rank);
  assert(i >= 0 && (size == 0 || i * (int64_t)size <= v->n_elements - size));
  Value *part = arena_alloc(value_arena(t), sizeof *part);
  *part = *v;
  part->by = NULL;
  part->rank = v->rank - rank;
  part->dim = v->dim ? v->dim + rank : NULL;
  part->n_elements = size;
  switch (v->kind) {
  case VALUE_STORED: part->scalar = v->scalar + (ptrdiff_t)i * size; break;
  case VALUE_UNIFORM: break;
  case VALUE_VARIABLES:
  case VALUE_RANGE: part->first = v->first + (int64_t)i * size * v->step; break;
  case VALUE_EDITED:
    part->edited.first = v->edited.first + i * size;
    part->edited.is_whole = false;
    break;
  case VALUE_RECORD: part->field = element_fields(t, v, rank, i); break;
  case VALUE_FUNCTION: break;
  case VALUE_OPEN: assert(false && "it has no elements at translation");
  }
  return part;
}

Value *value_edited(const Typing *t, Span span, const Value *array, int at,
                    FlatExpr *element)
{
  assert(array->rank > 0 && at >= 0 && at < array->n_elements);
  assert(element->type == array->type);
  Arena *arena = value_arena(t);
  int n = array->n_elements;
  const ValueTree *tree = array->edited.tree;
  if (array->kind != VALUE_EDITED || !array->edited.is_whole) {
    FlatExpr **scalar = arena_array(arena, (size_t)n, sizeof scalar[0]);
    for (int i = 0; i < n; i++) scalar[i] = value_at(t, array, i);
    tree = value_tree_of(arena, scalar, n);
  }
  Value *v = arena_alloc(arena, sizeof *v);
  *v = *array;
  v->kind = VALUE_EDITED;
  v->span = span;
  v->edited.tree = value_tree_with(arena, tree, at, element);
  v->edited.first = 0;
  v->edited.is_whole = true;
  v->variability = value_tree_variability(v->edited.tree);
  return v;
}

FlatExpr *value_scalar(const Typing *t, const Value *v)
{
  if (!v) return NULL;
  if (value_is_scalar(v)) return value_at(t, v, 0);
  if (v->rank > 0) {
    fault_error(t->faults, v->span, E213, "a scalar is needed here, this is %s",
                value_type_text(t, v));
  } else {
    fault_error(t->faults, v->span, E204,
                "a scalar is needed here, this is the record %s",
                value_type_text(t, v));
  }
  return NULL;
}

Value *value_field(const Value *v, Name name)
{
  if (v->kind != VALUE_RECORD) return NULL;
  for (int k = 0; k < v->record->n_fields; k++) {
    if (v->record->field[k] == name) return v->field[k];
  }
  return NULL;
}

bool value_same_shape(const Value *a, const Value *b)
{
  if (a->rank != b->rank) return false;
  for (int i = 0; i < a->rank; i++) {
    if (a->dim[i] != b->dim[i]) return false;
  }
  return true;
}

/* --- what is open --- */

bool open_is_outside(const Typing *t, Span span, Value *const *v, int n,
                     const char *what)
{
  for (int k = 0; k < n; k++) {
    if (!v[k]) continue;
    if (v[k]->kind == VALUE_RECORD &&
        open_is_outside(t, span, v[k]->field, v[k]->record->n_fields, what)) {
      return true;
    }
    if (!open_is(v[k]) || !v[k]->open.outside) continue;
    if (what) {
      fault_error(t->faults, span, E249,
                  "a size of '%s' is a structural parameter: it can be given "
                  "to a function as a whole, and asked for its sizes; %s is "
                  "refused",
                  v[k]->open.outside->name, what);
    }
    return true;
  }
  return false;
}

bool open_concerns(Value *const *v, int n)
{
  for (int k = 0; k < n; k++) {
    if (open_is(v[k])) return true;
    if (v[k] && v[k]->kind == VALUE_RECORD &&
        open_concerns(v[k]->field, v[k]->record->n_fields)) {
      return true;
    }
  }
  return false;
}

bool open_is_number(const Typing *t, const Value *v)
{
  return t->build && !t->build->algorithm && v && value_is_scalar(v) &&
         v->variability > FLAT_PARAMETER;
}

Value *open_refuse(const Typing *t, Span span, const char *what)
{
  fault_error(t->faults, span, E290,
              "%s with an array whose size is computed while the function runs "
              "is not supported yet",
              what);
  return NULL;
}

/* --- texts --- */

const char *value_shape_text(const Typing *t, const char *type, int rank,
                             const int *dim)
{
  const char *text = type;
  for (int i = 0; i < rank; i++) {
    const char *before = i == 0 ? "[" : ", ";
    text = dim[i] == VALUE_OPEN_SIZE
               ? arena_printf(value_arena(t), "%s%s:", text, before)
               : arena_printf(value_arena(t), "%s%s%d", text, before, dim[i]);
  }
  return rank > 0 ? arena_printf(value_arena(t), "%s]", text) : text;
}

const char *value_type_text(const Typing *t, const Value *v)
{
  const char *type = types_name(v->type);
  if (v->enumeration) type = v->enumeration->name;
  if (v->kind == VALUE_RECORD) type = v->record->name;
  return value_shape_text(t, type, v->rank, v->dim);
}

/* --- known at translation --- */

static Value *constant_fields(const Typing *t, const Value *v)
{
  int n = v->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n, sizeof field[0]);
  for (int k = 0; k < n; k++) field[k] = value_constant(t, v->field[k]);
  return value_record(t, v->span, v->record, v->rank, v->dim, field);
}

Value *value_constant(const Typing *t, const Value *v)
{
  if (!v) return NULL;
  Value *one[] = {(Value *)v};
  if (open_is_outside(t, v->span, one, 1, "a value at translation"))
    return NULL;
  if (open_is(v)) {
    fault_error(t->faults, v->span, E205,
                "a value known at translation is needed here, this is an "
                "array whose size is computed");
    return NULL;
  }
  if (v->kind == VALUE_RANGE || v->n_elements == 0) {
    return value_with_span(t, v, v->span);
  }
  if (v->kind == VALUE_RECORD) return constant_fields(t, v);
  if (v->kind == VALUE_UNIFORM) {
    FlatExpr *literal = types_constant(t, v->element);
    return value_uniform(t, v->span, literal, v->rank, v->dim);
  }
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)v->n_elements, sizeof scalar[0]);
  for (int i = 0; i < v->n_elements; i++) {
    scalar[i] = types_constant(t, value_at(t, v, i));
    if (!scalar[i]) return NULL;
  }
  return value_array(t, v->span, v->type, v->enumeration, v->rank, v->dim,
                     scalar);
}

bool value_integer(const Typing *t, const Value *v, int64_t *result)
{
  FlatExpr *expr = value_scalar(t, v);
  if (!expr) return false;
  if (expr->type != FLAT_INTEGER) {
    fault_error(t->faults, expr->span, E204,
                "an Integer is needed here, this is %s",
                types_a_name(expr->type));
    return false;
  }
  expr = types_constant(t, expr);
  assert(!expr || expr->kind == FLAT_EXPR_INTEGER);
  if (expr) *result = expr->integer;
  return expr != NULL;
}

bool value_size(const Typing *t, const Value *v, int *result)
{
  int64_t size;
  if (!value_integer(t, v, &size)) return false;
  if (size < 0) {
    fault_error(t->faults, v->span, E214,
                "the size of an array must not be negative, this is %lld",
                (long long)size);
    return false;
  }
  if (size > t->faults->s->limit[LIMIT_ELEMENTS]) {
    fault_error(t->faults, v->span, E214,
                "the size %lld is too large, the limit is %d", (long long)size,
                t->faults->s->limit[LIMIT_ELEMENTS]);
    return false;
  }
  *result = (int)size;
  return true;
}
