/* replace_part.c: see replace_part.h.
 *
 * An array of records is a record of arrays (value.h): the subscripts on the
 * way to a field are the first ones of that field. */
#include "flatten/calls/replace_part.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/expressions/reference.h"
#include "flatten/values/value_index.h"

typedef struct Assignment {
  const Flattening *f;
  Context context;
  const AstReference *target;
  const Value **sub; /* of all parts so far; NULL: `:` */
  int n_subs, cap_subs;
} Assignment;

static Span replace_part_span_of(const Assignment *a)
{
  return a->target->span;
}

/* --- elements --- */

/* Which element do the subscripts choose? -1: not one, or none that is known.
 * Of a long array this saves the numbers of all others. */
static int chosen_element(const Assignment *a, const Value *array)
{
  const Typing *t = &a->f->typing;
  int64_t at = 0;
  if (a->n_subs != array->rank) return -1;
  for (int i = 0; i < a->n_subs; i++) {
    const Value *sub = a->sub[i];
    if (!sub || !value_is_scalar(sub) || sub->type != FLAT_INTEGER) return -1;
    const FlatExpr *index = value_at(t, sub, 0);
    if (!types_is_literal(index)) return -1;
    if (array->by && array->by[i].type != FLAT_INTEGER) return -1;
    if (index->integer < 1 || index->integer > array->dim[i]) return -1;
    at = at * array->dim[i] + index->integer - 1;
  }
  assert(at >= 0 && at < array->n_elements);
  return (int)at;
}

static Value *replace_element(const Assignment *a, const Value *array, int at,
                              Value *value)
{
  const Typing *t = &a->f->typing;
  value = value_bind(t, value, value_of(t, value_at(t, array, at)),
                     "the value of", a->target->part[0].ident);
  if (!value) return NULL;
  return value_edited(t, replace_part_span_of(a), array, at,
                      value_at(t, value, 0));
}

static Value *replace_elements(const Assignment *a, const Value *array,
                               Value *value)
{
  const Typing *t = &a->f->typing;
  Span span = replace_part_span_of(a);
  int n = array->n_elements, at = chosen_element(a, array);
  if (at >= 0) return replace_element(a, array, at, value);
  FlatExpr **number = arena_array(value_arena(t), (size_t)n, sizeof number[0]);
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    number[i] = types_integer(t, span, i);
    scalar[i] = value_at(t, array, i);
  }
  Value *numbers =
      value_array(t, span, FLAT_INTEGER, NULL, array->rank, array->dim, number);
  Value *chosen = value_index(t, span, numbers, a->sub, a->n_subs);
  if (!chosen) return NULL;
  Value *like = value_index(t, span, array, a->sub, a->n_subs);
  value = value_bind(t, value, like, "the value of", a->target->part[0].ident);
  if (!value) return NULL;
  assert(chosen->n_elements == value->n_elements);
  for (int i = 0; i < chosen->n_elements; i++)
    scalar[value_at(t, chosen, i)->integer] = value_at(t, value, i);
  Value *replaced = value_array(t, span, array->type, array->enumeration,
                                array->rank, array->dim, scalar);
  return value_indexed_by(t, replaced, array->by);
}

static Value *replace_all(const Assignment *a, const Value *before,
                          Value *value);

static Value *replace_record(const Assignment *a, const Value *before,
                             const Value *value)
{
  const Typing *t = &a->f->typing;
  int n = before->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n + 1, sizeof field[0]);
  if (value->kind != VALUE_RECORD) {
    fault_error(t->faults, replace_part_span_of(a), E204,
                "a record '%s' is assigned, this is %s", before->record->name,
                value_type_text(t, value));
    return NULL;
  }
  for (int k = 0; k < n; k++) {
    Value *given = value_field(value, before->record->field[k]);
    field[k] = given ? replace_all(a, before->field[k], given) : NULL;
    if (!field[k]) return NULL;
  }
  return value_record(t, replace_part_span_of(a), before->record, before->rank,
                      before->dim, field);
}

/* What the subscripts choose, of each field if it is a record. The recursion
 * follows the records inside of records. */
static Value *replace_all(const Assignment *a, const Value *before,
                          Value *value)
{
  if (before->kind == VALUE_RECORD) return replace_record(a, before, value);
  if (before->rank > 0 && a->n_subs > 0) {
    return replace_elements(a, before, value);
  }
  return value_bind(&a->f->typing, value, before, "the value of",
                    a->target->part[0].ident);
}

/* --- the way to the part --- */

static void add_subscript(Assignment *a, const Value *sub)
{
  a->sub = vector_grow(a->f->arena, a->sub, &a->cap_subs, a->n_subs + 1,
                       sizeof a->sub[0]);
  a->sub[a->n_subs++] = sub;
}

/* The subscripts of a part of the name; `outer` dimensions of v are those of
 * the records around. */
static bool add_subscripts(Assignment *a, const AstNamePart *part,
                           const Value *v, int outer, bool is_last)
{
  bool good = true;
  int own = v->rank - outer;
  assert(own >= 0);
  const Value **sub = NULL;
  if (part->n_subscripts > 0) {
    sub = reference_subscripts(a->f, a->context, part->subscript,
                               part->n_subscripts, v->dim + outer,
                               v->by ? v->by + outer : NULL, own, &good);
  }
  for (int i = 0; good && i < part->n_subscripts; i++) add_subscript(a, sub[i]);
  for (int i = part->n_subscripts; !is_last && i < own; i++) {
    add_subscript(a, NULL);
  }
  return good;
}

static Value *replace_field(const Assignment *a, const Value *record, Name name,
                            Value *after)
{
  const Typing *t = &a->f->typing;
  int n = record->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n + 1, sizeof field[0]);
  for (int k = 0; k < n; k++) {
    bool is_it = record->record->field[k] == name;
    field[k] = is_it ? after : record->field[k];
  }
  return value_record(t, replace_part_span_of(a), record->record, record->rank,
                      record->dim, field);
}

/* The recursion follows the parts of the name. */
static Value *replace_from_part(Assignment *a, int i, const Value *v, int outer,
                                Value *value)
{
  assert(i >= 0 && i < a->target->n_parts);
  const AstNamePart *part = &a->target->part[i];
  bool is_last = i == a->target->n_parts - 1;
  if (!add_subscripts(a, part, v, outer, is_last)) return NULL;
  if (is_last) return replace_all(a, v, value);
  Name name = a->target->part[i + 1].ident;
  const Value *field = v->kind == VALUE_RECORD ? value_field(v, name) : NULL;
  if (!field) {
    fault_error(a->f->faults, a->target->part[i + 1].span, E202,
                "'%s' has no field '%s'", part->ident, name);
    return NULL;
  }
  Value *after = replace_from_part(a, i + 1, field, v->rank, value);
  return after ? replace_field(a, v, name, after) : NULL;
}

Value *replace_part(const Flattening *f, Context context, const Value *whole,
                    const AstReference *target, Value *value)
{
  Assignment a = {.f = f, .context = context, .target = target};
  return replace_from_part(&a, 0, whole, 0, value);
}
