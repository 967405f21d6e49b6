/* value_match.c: which Values go together, and as what
 * (MLS 3.6, sections 6.4 to 6.7 and 10.6.13).
 *
 * Integers become Reals beside Reals; enumerations are the same if their
 * literals are; records are if their fields are. */
#include <assert.h>

#include "flatten/values/open_array.h"
#include "flatten/values/value.h"

static Value *value_match_to_real(const Typing *t, const Value *v)
{
  assert(v->type == FLAT_INTEGER);
  if (v->kind == VALUE_UNIFORM) {
    FlatExpr *element = types_convert(t, v->element, FLAT_REAL);
    return value_uniform(t, v->span, element, v->rank, v->dim);
  }
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)v->n_elements, sizeof scalar[0]);
  for (int i = 0; i < v->n_elements; i++)
    scalar[i] = types_convert(t, value_at(t, v, i), FLAT_REAL);
  return value_array(t, v->span, FLAT_REAL, NULL, v->rank, v->dim, scalar);
}

/* --- types --- */

static const Value *convert(const Typing *t, const Value *v, const Value *like);

/* The fields of v in the order of `like`, converted. */
static Value *convert_record(const Typing *t, const Value *v, const Value *like)
{
  const RecordType *type = like->record;
  if (v->kind != VALUE_RECORD || v->record->n_fields != type->n_fields) {
    return NULL;
  }
  Value **field =
      arena_array(value_arena(t), (size_t)type->n_fields, sizeof field[0]);
  for (int k = 0; k < type->n_fields; k++) {
    const Value *given = value_field(v, type->field[k]);
    const Value *same = given ? convert(t, given, like->field[k]) : NULL;
    if (!same) return NULL;
    field[k] = value_with_span(t, same, same->span);
  }
  return value_record(t, v->span, type, v->rank, v->dim, field);
}

/* As `like`, an array without elements, with the first `rank` dimensions. The
 * recursion is as deep as records are nested. */
static Value *without_elements(const Typing *t, Span span, const Value *like,
                               int rank, const int *first)
{
  int *dim = arena_array(value_arena(t), (size_t)like->rank + 1, sizeof dim[0]);
  for (int i = 0; i < like->rank; i++)
    dim[i] = i < rank ? first[i] : like->dim[i];
  if (like->kind != VALUE_RECORD)
    return value_array(t, span, like->type, like->enumeration, like->rank, dim,
                       NULL);
  int n = like->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n + 1, sizeof field[0]);
  for (int k = 0; k < n; k++)
    field[k] = without_elements(t, span, like->field[k], rank, first);
  return value_record(t, span, like->record, like->rank, dim, field);
}

/* An array without elements of an unknown type, as one of `like`. */
static Value *adopt(const Typing *t, const Value *v, const Value *like)
{
  if (like->n_elements > 0 || v->rank > like->rank) return NULL;
  return without_elements(t, v->span, like, v->rank, v->dim);
}

/* v with the element type of `like`; NULL: they do not go together. The
 * shapes of records inside must agree, v's own shape is left to others. */
static const Value *convert(const Typing *t, const Value *v, const Value *like)
{
  if (like->is_untyped) return v->n_elements == 0 ? v : NULL;
  if (v->is_untyped) return adopt(t, v, like);
  if (like->kind == VALUE_RECORD) return convert_record(t, v, like);
  if (v->kind == VALUE_RECORD) return NULL;
  if (v->type == FLAT_INTEGER && like->type == FLAT_REAL)
    return value_match_to_real(t, v);
  if (v->type != like->type ||
      !types_same_enumeration(v->enumeration, like->enumeration)) {
    return NULL;
  }
  return v;
}

/* Which field of two records of one type has another shape; NULL: none. The
 * first `rank` dimensions are left out. */
static const Value *odd_field(const Value *a, const Value *b)
{
  if (a->kind != VALUE_RECORD) return NULL;
  assert(b->kind == VALUE_RECORD && a->record->n_fields == b->record->n_fields);
  for (int k = 0; k < a->record->n_fields; k++) {
    const Value *x = a->field[k];
    const Value *y = value_field(b, a->record->field[k]);
    if (!value_same_shape(x, y)) return x;
    const Value *odd = odd_field(x, y);
    if (odd) return odd;
  }
  return NULL;
}

/* --- sides of an equation --- */

static void report_types(const Typing *t, Span span, const char *what,
                         const Value *a, const Value *b)
{
  fault_error(t->faults, span, E204, "%s differ in type: %s and %s", what,
              value_type_text(t, a), value_type_text(t, b));
}

static void value_match_report_shapes(const Typing *t, Span span,
                                      const char *what, const Value *a,
                                      const Value *b)
{
  fault_error(t->faults, span, E213, "%s differ in size: %s and %s", what,
              value_type_text(t, a), value_type_text(t, b));
}

static bool value_match_check_shapes(const Typing *t, Span span,
                                     const char *what, const Value *a,
                                     const Value *b)
{
  const Value *odd = NULL;
  if (value_same_shape(a, b)) odd = odd_field(a, b);
  if (value_same_shape(a, b) && !odd) return true;
  value_match_report_shapes(t, span, what, a, b);
  return false;
}

bool value_unify(const Typing *t, Span span, const char *what, Value **a,
                 Value **b)
{
  if (!*a || !*b) return false;
  Value *side[] = {*a, *b};
  if (open_is_outside(t, span, side, 2, what)) return false;
  if (!(*a)->is_untyped && !(*b)->is_untyped && !value_same_shape(*a, *b)) {
    value_match_report_shapes(t, span, what, *a, *b);
    return false;
  }
  const Value *right = convert(t, *b, *a);
  const Value *left = right ? *a : convert(t, *a, *b);
  if (!left) {
    report_types(t, span, what, *a, *b);
    return false;
  }
  if (left != *a) *a = value_with_span(t, left, left->span);
  if (right && right != *b) *b = value_with_span(t, right, right->span);
  assert(((*a)->kind == VALUE_RECORD) == ((*b)->kind == VALUE_RECORD));
  return value_match_check_shapes(t, span, what, *a, *b);
}

/* --- bindings --- */

static bool is_bare_scalar(const Value *v)
{
  return value_is_scalar(v) && !v->enumeration;
}

static void report_binding(const Typing *t, const Value *v, const Value *like,
                           const char *of, const char *name)
{
  bool is_type = value_same_shape(v, like);
  if (is_bare_scalar(v) && is_bare_scalar(like)) {
    fault_error(t->faults, v->span, E204, "%s '%s' must be %s, this is %s", of,
                name, types_a_name(like->type), types_a_name(v->type));
    return;
  }
  Diagnostic *d = fault_error(t->faults, v->span, is_type ? E204 : E213,
                              "%s '%s' must be %s, this is %s", of, name,
                              value_type_text(t, like), value_type_text(t, v));
  if (!is_type && is_bare_scalar(v) && like->kind != VALUE_RECORD)
    fault_note(t->faults, d, NO_SPAN,
               "fill(value, size, ...) is an array of one value");
}

Value *value_bind(const Typing *t, const Value *v, const Value *like,
                  const char *of, const char *name)
{
  if (!v || !like) return NULL;
  if (open_is(v) && open_is(like) && v->rank == like->rank) {
    return open_convert(t, v, like->type, like->enumeration, name);
  }
  const Value *bound = convert(t, v, like);
  if (bound && value_same_shape(bound, like) && !odd_field(like, bound)) {
    return value_with_span(t, bound, bound->span);
  }
  report_binding(t, v, like, of, name);
  return NULL;
}

/* --- constructors --- */

/* Records, then Reals, have the say over the type of all. */
static const Value *leading_item(Value **item, int n_items)
{
  assert(n_items > 0);
  const Value *lead = item[0];
  for (int i = 1; i < n_items; i++) {
    bool is_wider = lead->is_untyped ||
                    (lead->kind != VALUE_RECORD && lead->type == FLAT_INTEGER &&
                     item[i]->type == FLAT_REAL);
    if (is_wider && !item[i]->is_untyped) lead = item[i];
  }
  return lead;
}

static const int *outer_dims(const Typing *t, const Value *item, int n_items)
{
  int *dim =
      arena_array(value_arena(t), (size_t)(item->rank + 1), sizeof dim[0]);
  dim[0] = n_items;
  for (int i = 0; i < item->rank; i++) dim[i + 1] = item->dim[i];
  return dim;
}

static Value *construct_scalars(const Typing *t, Span span, const Value **item,
                                int n_items)
{
  const Value *like = item[0];
  const int *dim = outer_dims(t, like, n_items);
  int n = value_count(t, span, like->rank + 1, dim);
  if (n < 0) return NULL;
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  for (int i = 0, to = 0; i < n_items; i++) {
    for (int k = 0; k < like->n_elements; k++)
      scalar[to++] = value_at(t, item[i], k);
  }
  return value_array(t, span, like->type, like->enumeration, like->rank + 1,
                     dim, scalar);
}

static Value *construct(const Typing *t, Span span, const Value **item,
                        int n_items);

static Value *construct_records(const Typing *t, Span span, const Value **item,
                                int n_items)
{
  const RecordType *type = item[0]->record;
  Value **field =
      arena_array(value_arena(t), (size_t)type->n_fields, sizeof field[0]);
  const Value **column =
      arena_array(value_arena(t), (size_t)n_items, sizeof column[0]);
  for (int k = 0; k < type->n_fields; k++) {
    for (int i = 0; i < n_items; i++) column[i] = item[i]->field[k];
    field[k] = construct(t, span, column, n_items);
  }
  return value_record(t, span, type, item[0]->rank + 1,
                      outer_dims(t, item[0], n_items), field);
}

/* All items are of one type and shape. */
static Value *construct(const Typing *t, Span span, const Value **item,
                        int n_items)
{
  if (item[0]->kind == VALUE_RECORD) {
    return construct_records(t, span, item, n_items);
  }
  Value *v = construct_scalars(t, span, item, n_items);
  if (v) v->is_untyped = item[0]->is_untyped;
  return v;
}

Value *value_construct(const Typing *t, Span span, Value **item, int n_items)
{
  for (int i = 0; i < n_items; i++) {
    if (!item[i]) return NULL;
  }
  if (n_items == 0) return value_untyped(t, span);
  if (open_is_outside(t, span, item, n_items, "a part of another array"))
    return NULL;
  if (open_concerns(item, n_items)) return open_stack(t, span, item, n_items);
  const Value *lead = leading_item(item, n_items);
  const Value **same =
      arena_array(value_arena(t), (size_t)n_items, sizeof same[0]);
  for (int i = 0; i < n_items; i++) {
    bool fits = item[i]->is_untyped || value_same_shape(item[i], lead);
    same[i] = fits ? convert(t, item[i], lead) : NULL;
    if (same[i] && !odd_field(lead, same[i])) continue;
    if (fits && !same[i]) {
      report_types(t, item[i]->span, "the elements of the array", lead,
                   item[i]);
    } else {
      value_match_report_shapes(t, item[i]->span, "the elements of the array",
                                lead, item[i]);
    }
    return NULL;
  }
  return construct(t, span, same, n_items);
}

/* From the last dimension to the first: groups become single items. */
Value *value_stack(const Typing *t, Span span, Value **item, int n_items,
                   int rank, const int *dim)
{
  if (rank == 0) return n_items == 1 ? item[0] : NULL;
  for (int i = 0; i < n_items; i++) {
    if (!item[i]) return NULL;
  }
  if (n_items == 0) return value_untyped(t, span);
  int n = n_items;
  for (int k = rank - 1; k >= 0; k--) {
    Value **group = arena_array(session_scratch(t->faults->s),
                                (size_t)(n / dim[k]), sizeof group[0]);
    for (int i = 0; i < n / dim[k]; i++) {
      group[i] = value_construct(t, span, item + i * dim[k], dim[k]);
    }
    n /= dim[k];
    item = group;
  }
  assert(n == 1);
  return item[0];
}

bool value_unify_types(const Typing *t, Span span, const char *what,
                       Value **item, int n_items)
{
  const Value *lead = leading_item(item, n_items);
  for (int i = 0; i < n_items; i++) {
    if (item[i]->is_untyped) continue;
    const Value *same = convert(t, item[i], lead);
    if (!same) {
      report_types(t, span, what, lead, item[i]);
      return false;
    }
    if (same != item[i]) item[i] = value_with_span(t, same, same->span);
  }
  return true;
}
