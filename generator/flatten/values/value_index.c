/* value_index.c: subscripts become positions, positions select elements. */
#include "flatten/values/value_index.h"

#include <assert.h>
#include <string.h>

#include "flatten/values/open_array.h"
#include "flatten/values/procedure_build.h"
#include "flatten/values/value_operators.h"

#define MOST_CHOICES 100000 /* elements behind subscripts that change */

/* --- subscripts --- */

/* The position from 0 that a literal stands for (section 10.5.1). */
static bool value_index_position(const Typing *t, const FlatExpr *literal,
                                 int64_t *result)
{
  switch (literal->type) {
  case FLAT_INTEGER:
  case FLAT_ENUMERATION: *result = literal->integer - 1; return true;
  case FLAT_BOOLEAN: *result = literal->boolean; return true;
  case FLAT_REAL:
  case FLAT_STRING:
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  fault_error(t->faults, literal->span, E204,
              "a subscript must be an Integer, Boolean or enumeration, this "
              "is %s",
              types_a_name(literal->type));
  return false;
}

static bool check_bounds(const Typing *t, Span span, int64_t at, int size,
                         int dimension)
{
  assert(size >= 0 && dimension >= 1);
  if (at >= 0 && at < size) return true;
  fault_error(t->faults, span, E215,
              "index %lld is out of bounds: dimension %d has size %d",
              (long long)at + 1, dimension, size);
  return false;
}

static bool scalar_subscript(const Typing *t, const Value *sub, int size,
                             int dimension, Subscript *result)
{
  int64_t at;
  FlatExpr *literal = types_constant(t, value_at(t, sub, 0));
  if (!literal || !value_index_position(t, literal, &at)) return false;
  if (!check_bounds(t, sub->span, at, size, dimension)) return false;
  *result = (Subscript){.is_scalar = true, .count = 1, .first = (int)at};
  return true;
}

static bool range_subscript(const Typing *t, const Value *sub, int size,
                            int dimension, Subscript *result)
{
  int n = sub->n_elements;
  int64_t first = sub->first - (sub->type != FLAT_BOOLEAN);
  *result = (Subscript){.count = n, .step = (int)sub->step};
  if (n == 0) return true;
  int64_t last = first + (n - 1) * sub->step;
  if (!check_bounds(t, sub->span, first, size, dimension) ||
      !check_bounds(t, sub->span, last, size, dimension)) {
    return false;
  }
  result->first = (int)first;
  return true;
}

static bool vector_subscript(const Typing *t, const Value *sub, int size,
                             int dimension, Subscript *result)
{
  if (sub->kind == VALUE_RANGE) {
    return range_subscript(t, sub, size, dimension, result);
  }
  int n = sub->n_elements;
  int *index = arena_array(value_arena(t), (size_t)n, sizeof index[0]);
  for (int i = 0; i < n; i++) {
    int64_t at;
    FlatExpr *literal = types_constant(t, value_at(t, sub, i));
    if (!literal || !value_index_position(t, literal, &at)) return false;
    if (!check_bounds(t, literal->span, at, size, dimension)) return false;
    index[i] = (int)at;
  }
  *result = (Subscript){.count = n, .index = index};
  return true;
}

static const char *index_type_text(const Typing *t, FlatType type,
                                   const FlatEnumeration *enumeration)
{
  return type == FLAT_ENUMERATION ? arena_printf(value_arena(t),
                                                 "literals of "
                                                 "'%s'",
                                                 enumeration->name)
         : type == FLAT_BOOLEAN   ? "Booleans"
                                  : "Integers";
}

bool value_check_index(const Typing *t, const IndexType *by, const Value *sub,
                       int dimension)
{
  assert(dimension >= 1);
  if (!by || !sub || sub->kind == VALUE_RECORD || sub->is_untyped) return true;
  bool is_index = sub->type == FLAT_INTEGER || sub->type == FLAT_BOOLEAN ||
                  sub->type == FLAT_ENUMERATION;
  if (!is_index) return true; /* reported by its type */
  if (sub->type == by->type &&
      (by->type != FLAT_ENUMERATION ||
       types_same_enumeration(by->enumeration, sub->enumeration))) {
    return true;
  }
  fault_error(t->faults, sub->span, E204,
              "dimension %d is subscripted by %s, not by %s", dimension,
              index_type_text(t, by->type, by->enumeration),
              index_type_text(t, sub->type, sub->enumeration));
  return false;
}

bool value_subscript(const Typing *t, Span span, const Value *sub, int size,
                     int dimension, Subscript *result)
{
  if (!sub) {
    *result = (Subscript){.count = size, .step = 1};
    return true;
  }
  if (sub->rank > 1 || sub->kind == VALUE_RECORD) {
    fault_error(t->faults, span, sub->rank > 1 ? E213 : E204,
                "a subscript must be a scalar or a vector, this is %s",
                value_type_text(t, sub));
    return false;
  }
  return sub->rank == 0 ? scalar_subscript(t, sub, size, dimension, result)
                        : vector_subscript(t, sub, size, dimension, result);
}

int value_subscript_at(const Subscript *sub, int i)
{
  assert(i >= 0 && i < sub->count);
  return sub->index ? sub->index[i] : sub->first + i * sub->step;
}

/* --- selection --- */

typedef struct Selection {
  const Subscript *sub;
  int n_subs;
} Selection;

/* The dimensions of v that are left. */
static const int *left_dims(const Typing *t, const Value *v, Selection s,
                            int *rank)
{
  assert(s.n_subs <= v->rank);
  int *dim = arena_array(value_arena(t), (size_t)v->rank, sizeof dim[0]);
  *rank = 0;
  for (int i = 0; i < s.n_subs; i++) {
    if (!s.sub[i].is_scalar) dim[(*rank)++] = s.sub[i].count;
  }
  for (int i = s.n_subs; i < v->rank; i++) dim[(*rank)++] = v->dim[i];
  return dim;
}

/* All subscripts are scalars: where the block begins, counted in blocks. */
static int block_index(const Value *v, Selection s)
{
  int at = 0;
  for (int i = 0; i < s.n_subs; i++) at = at * v->dim[i] + s.sub[i].first;
  return at;
}

static bool is_all_scalars(Selection s)
{
  for (int i = 0; i < s.n_subs; i++) {
    if (!s.sub[i].is_scalar) return false;
  }
  return true;
}

/* The next combination of subscripts; false behind the last. */
static bool value_index_advance(Selection s, int *at)
{
  for (int i = s.n_subs - 1; i >= 0; i--) {
    if (++at[i] < s.sub[i].count) return true;
    at[i] = 0;
  }
  return false;
}

static void value_index_gather(const Typing *t, const Value *v, Selection s,
                               FlatExpr **to)
{
  int block = 1;
  for (int i = s.n_subs; i < v->rank; i++) block *= v->dim[i];
  int *at = arena_array(value_arena(t), (size_t)s.n_subs, sizeof at[0]);
  do {
    int begin = 0;
    for (int i = 0; i < s.n_subs; i++)
      begin = begin * v->dim[i] + value_subscript_at(&s.sub[i], at[i]);
    for (int i = 0; i < block; i++) *to++ = value_at(t, v, begin * block + i);
  } while (value_index_advance(s, at));
}

static Value *select_gathered(const Typing *t, Span span, const Value *v,
                              Selection s, int rank, const int *dim)
{
  int n = value_count(t, span, rank, dim);
  if (n < 0) return NULL;
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  if (n > 0) value_index_gather(t, v, s, scalar);
  return value_array(t, span, v->type, v->enumeration, rank, dim, scalar);
}

/* A part of a range or of a declared vector stays one. */
static Value *select_steps(const Typing *t, Span span, const Value *v,
                           const Subscript *sub, const int *dim)
{
  assert(dim[0] == sub->count);
  Value *part = value_with_span(t, v, span);
  part->by = NULL;
  part->dim = dim;
  part->n_elements = sub->count;
  part->first = v->first + sub->first * v->step;
  part->step = v->step * sub->step;
  return part;
}

static Value *select_part(const Typing *t, Span span, const Value *v,
                          Selection s);

static Value *select_record(const Typing *t, Span span, const Value *v,
                            Selection s, int rank, const int *dim)
{
  int n = v->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n, sizeof field[0]);
  for (int k = 0; k < n; k++) field[k] = select_part(t, span, v->field[k], s);
  return value_record(t, span, v->record, rank, dim, field);
}

static Value *select_part(const Typing *t, Span span, const Value *v,
                          Selection s)
{
  if (is_all_scalars(s)) {
    Value *part = value_element(t, v, s.n_subs, block_index(v, s));
    part->span = span;
    return part;
  }
  int rank;
  const int *dim = left_dims(t, v, s, &rank);
  bool is_stepped = v->kind == VALUE_RANGE || v->kind == VALUE_VARIABLES;
  if (v->kind == VALUE_RECORD) return select_record(t, span, v, s, rank, dim);
  if (v->kind == VALUE_UNIFORM) {
    return value_uniform(t, span, v->element, rank, dim);
  }
  if (is_stepped && v->rank == 1 && !s.sub[0].index) {
    return select_steps(t, span, v, &s.sub[0], dim);
  }
  return select_gathered(t, span, v, s, rank, dim);
}

/* --- subscripts that change while running --- */

/* A selection with open subscripts, each of which is given all its values one
 * after the other. */
typedef struct OpenSelection {
  const Typing *t;
  Span span;
  const Value *v;
  const Value **sub;
  Subscript *place;
  int n_subs;
} OpenSelection;

static bool value_index_is_computed(const Typing *t, const Value *sub)
{
  return sub->variability == FLAT_PARAMETER && sub->rank == 0 &&
         t->is_computed &&
         t->is_computed(t->constant_context, value_at(t, sub, 0));
}

bool value_is_open_subscript(const Typing *t, const Value *sub)
{
  return sub && sub->kind != VALUE_RECORD && sub->rank <= 1 &&
         sub->type != FLAT_REAL && sub->type != FLAT_STRING &&
         t->open_subscript && t->n_functions == 0 &&
         (sub->variability > FLAT_PARAMETER || value_index_is_computed(t, sub));
}

/* How many values in bounds it can have. */
static int n_values(const Value *sub, int size)
{
  int n = sub->type == FLAT_BOOLEAN       ? 2
          : sub->type == FLAT_ENUMERATION ? sub->enumeration->n_literals
                                          : size;
  return n < size ? n : size;
}

/* Whether the subscript is at most the one at position `last`. */
static Value *is_at_most(const Typing *t, const Value *sub, int last)
{
  Span span = sub->span;
  FlatExpr *index = value_at(t, sub, 0);
  if (sub->type == FLAT_BOOLEAN) {
    return value_of(t, types_unary(t, span, FLAT_NOT, index));
  }
  FlatExpr *bound = sub->type == FLAT_ENUMERATION
                        ? types_enumeration(t, span, sub->enumeration, last + 1)
                        : types_integer(t, span, last + 1);
  return value_of(t, types_binary(t, span, FLAT_LESS_EQUAL, index, bound));
}

static Value *select_open(const OpenSelection *o, int k);

/* Subscript k is one of first to last. The depth is that of the halving. */
static Value *select_between(const OpenSelection *o, int k, int first, int last)
{
  assert(first >= 0 && first <= last && last < o->v->dim[k]);
  if (first == last) {
    o->place[k] = (Subscript){.is_scalar = true, .count = 1, .first = first};
    return select_open(o, k + 1);
  }
  int middle = first + (last - first) / 2;
  Value *low = select_between(o, k, first, middle);
  Value *high = select_between(o, k, middle + 1, last);
  return value_if(o->t, o->span, is_at_most(o->t, o->sub[k], middle), low,
                  high);
}

static Value *select_open(const OpenSelection *o, int k)
{
  while (k < o->n_subs && !value_is_open_subscript(o->t, o->sub[k])) k++;
  if (k < o->n_subs) {
    return select_between(o, k, 0, n_values(o->sub[k], o->v->dim[k]) - 1);
  }
  return select_part(o->t, o->span, o->v, (Selection){o->place, o->n_subs});
}

/* False after a diagnostic. */
static bool check_open(const Typing *t, const Value *sub, int size,
                       int dimension, int64_t *n_choices)
{
  *n_choices *= size;
  int64_t last = sub->type == FLAT_BOOLEAN ? 1
                 : sub->type == FLAT_ENUMERATION
                     ? sub->enumeration->n_literals - 1
                     : 0;
  if (size > 0 && !check_bounds(t, sub->span, last, size, dimension))
    return false;
  if (*n_choices > MOST_CHOICES) {
    fault_error(t->faults, sub->span, E290,
                "a subscript that changes while the model runs, with more "
                "than %d elements to choose from, is not supported yet",
                MOST_CHOICES);
    return false;
  }
  return t->open_subscript(t->constant_context, value_at(t, sub, 0), size,
                           dimension) ||
         check_bounds(t, sub->span, last, size, dimension);
}

/* What stands for an element of an empty array in a branch that must never be
 * chosen: an assertion says so (Typing.open_subscript). NULL: external
 * objects have nothing that does. */
static Value *select_from_empty(const Typing *t, Span span, const Value *v,
                                int rank, const int *dim)
{
  assert(rank >= 0);
  if (v->kind == VALUE_RECORD) {
    int n = v->record->n_fields;
    Value **field = arena_array(value_arena(t), (size_t)n, sizeof field[0]);
    for (int k = 0; k < n; k++) {
      const Value *one = v->field[k];
      int left = one->rank - v->rank;
      int *all =
          arena_array(value_arena(t), (size_t)(rank + left) + 1, sizeof all[0]);
      for (int i = 0; i < rank; i++) all[i] = dim[i];
      for (int i = 0; i < left; i++) all[rank + i] = one->dim[v->rank + i];
      field[k] = select_from_empty(t, span, one, rank + left, all);
      if (!field[k]) return NULL;
    }
    return value_record(t, span, v->record, rank, dim, field);
  }
  if (v->type == FLAT_OBJECT) return NULL;
  FlatExpr *element = types_start(
      t,
      &(FlatVar){.type = v->type, .enumeration = v->enumeration, .span = span});
  return rank == 0 ? value_of(t, element)
                   : value_uniform(t, span, element, rank, dim);
}

static bool has_empty_choice(const OpenSelection *o)
{
  for (int i = 0; i < o->n_subs; i++) {
    if (o->v->dim[i] == 0 && value_is_open_subscript(o->t, o->sub[i]))
      return true;
  }
  return false;
}

/* An open vector: its elements are scalar subscripts, one after the other. */
static bool has_open_vector(const Typing *t, const Value **sub, int n_subs)
{
  for (int i = 0; i < n_subs; i++) {
    if (value_is_open_subscript(t, sub[i]) && sub[i]->rank == 1) return true;
  }
  return false;
}

/* The selections by the elements of the first vector or `:`, as one array. The
 * depth is the number of subscripts. */
static Value *select_each(const Typing *t, Span span, const Value *v,
                          const Value **sub, int n_subs)
{
  int at = 0;
  v = value_indexed_by(t, v, NULL); /* it was checked */
  while (sub[at] && sub[at]->rank == 0) at++;
  assert(at < n_subs); /* a vector is among them */
  int n = sub[at] ? sub[at]->n_elements : v->dim[at];
  Value **item = arena_array(value_arena(t), (size_t)n + 1, sizeof item[0]);
  const Value **one =
      arena_array(value_arena(t), (size_t)n_subs, sizeof one[0]);
  memcpy(one, sub, (size_t)n_subs * sizeof one[0]);
  for (int i = 0; i < n; i++) {
    one[at] = value_of(t, sub[at] ? value_at(t, sub[at], i)
                                  : types_integer(t, span, i + 1));
    item[i] = value_index(t, span, v, one, n_subs);
    if (!item[i]) return NULL;
  }
  return value_construct(t, span, item, n);
}

Value *value_index(const Typing *t, Span span, const Value *v,
                   const Value **sub, int n_subs)
{
  if (!v) return NULL;
  if (n_subs > v->rank) {
    fault_error(t->faults, span, E213, "%d subscript%s for %s %s", n_subs,
                n_subs == 1 ? "" : "s",
                v->rank == 0 ? "the scalar" : "an array",
                value_type_text(t, v));
    return NULL;
  }
  for (int i = 0; v->by && i < n_subs; i++) {
    if (!value_check_index(t, &v->by[i], sub[i], i + 1)) return NULL;
  }
  Value *whole[] = {(Value *)v};
  if (open_is_outside(t, span, whole, 1, "a subscript")) return NULL;
  if (open_is_selection(v, sub, n_subs)) {
    return open_select(t, span, v, sub, n_subs);
  }
  if (t->build && function_select_is_open(sub, n_subs)) {
    return function_select(t, span, v, sub, n_subs);
  }
  if (has_open_vector(t, sub, n_subs)) {
    return select_each(t, span, v, sub, n_subs);
  }
  OpenSelection o = {t, span, v, sub, NULL, n_subs};
  o.place = arena_array(value_arena(t), (size_t)n_subs, sizeof o.place[0]);
  int64_t n_choices = 1;
  bool good = true;
  for (int i = 0; i < n_subs; i++) {
    Span at = sub[i] ? sub[i]->span : span;
    good &= value_is_open_subscript(t, sub[i])
                ? check_open(t, sub[i], v->dim[i], i + 1, &n_choices)
                : value_subscript(t, at, sub[i], v->dim[i], i + 1, &o.place[i]);
  }
  if (!good || !has_empty_choice(&o)) return good ? select_open(&o, 0) : NULL;
  for (int i = 0; i < n_subs; i++) {
    if (value_is_open_subscript(t, sub[i])) o.place[i].is_scalar = true;
  }
  int rank;
  const int *dim = left_dims(t, v, (Selection){o.place, n_subs}, &rank);
  Value *none = select_from_empty(t, span, v, rank, dim);
  if (!none)
    fault_error(t->faults, span, E215, "an empty array has no element");
  return none;
}

Value *value_end(const Typing *t, Span span, const Value *v, int i)
{
  assert(i >= 0);
  if (!v) return NULL;
  if (i >= v->rank) {
    fault_error(t->faults, span, E213, "%s has no dimension %d for 'end'",
                value_type_text(t, v), i + 1);
    return NULL;
  }
  return value_of(t, types_integer(t, span, v->dim[i]));
}
