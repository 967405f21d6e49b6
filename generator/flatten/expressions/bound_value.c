/* bound_value.c: see bound_value.h. */
#include "flatten/expressions/bound_value.h"

#include <assert.h>

#include "flatten/expressions/expressions.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/named_field.h"
#include "flatten/expressions/reference.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/overrides.h"
#include "flatten/instances/scope.h"
#include "flatten/values/value_index.h"

/* A value that many elements take their part of is made once. */
static Value *shared_value(const Flattening *f, const Modifier *m)
{
  int32_t owner = m->context.instance ? m->context.instance->id : -1;
  Name key = (Name)(const void *)m->value;
  if (f->mode != MODE_FLATTEN) {
    return expression_value(f, m->context, m->value);
  }
  Value *value = name_map_find(&f->tables->values, owner, key);
  if (value) return value;
  value = expression_value(f, m->context, m->value);
  /* Evaluating may have come here in another way meanwhile. */
  if (value && !name_map_find(&f->tables->values, owner, key)) {
    name_map_add(&f->tables->values, owner, key, value);
  }
  return value;
}

/* Subscripts of the arrays on the way to `owner`, which is at `level` of the
 * modifier's path. */
static int count_subscripts(const Instance *owner, int level, int n_each)
{
  int n = 0;
  for (const Instance *at = owner; at && level > n_each; at = at->parent) {
    if (at->index) n += at->array->rank;
    level--;
  }
  return n;
}

/* The value has a row for each element of the arrays. */
static bool check_rows(const Flattening *f, const Instance *owner, int level,
                       const Modifier *m, const Value *whole, int n)
{
  assert(n <= whole->rank);
  for (const Instance *at = owner; at && level > m->n_each; at = at->parent) {
    for (int i = at->index ? at->array->rank - 1 : -1; i >= 0; i--) {
      if (whole->dim[--n] == at->array->dim[i]) continue;
      fault_error(f->faults, m->value->span, E213,
                  "'%s' is modified in each element of '%s', which has %d: "
                  "this is %s",
                  m->name, at->array->path, at->array->dim[i],
                  value_type_text(&f->typing, whole));
      return false;
    }
    level--;
  }
  return true;
}

static const Value **fill_subscripts(const Flattening *f, const Instance *owner,
                                     int level, int n_each, int n, Span span)
{
  const Value **sub =
      arena_array(session_scratch(f->s), (size_t)n, sizeof sub[0]);
  for (const Instance *at = owner; at && level > n_each; at = at->parent) {
    if (at->index) component_family_use_index(f, at);
    for (int i = at->index ? at->array->rank - 1 : -1; i >= 0; i--) {
      sub[--n] =
          value_of(&f->typing, types_integer(&f->typing, span, at->index[i]));
    }
    level--;
  }
  assert(n == 0); /* as many as were counted */
  return sub;
}

/* --- records of an array, one by one --- */

/* The subscripts of the arrays around with their sizes, the outermost first. */
typedef struct Row {
  int n;
  int *index, *dim;
} Row;

static Row bound_value_row_of(const Flattening *f, const Instance *owner,
                              int level, int n_each, int n)
{
  Row row = {.n = n};
  row.index = arena_array(session_scratch(f->s), (size_t)n + 1, sizeof(int));
  row.dim = arena_array(session_scratch(f->s), (size_t)n + 1, sizeof(int));
  for (const Instance *at = owner; at && level > n_each; at = at->parent) {
    if (at->index) component_family_use_index(f, at);
    for (int i = at->index ? at->array->rank - 1 : -1; i >= 0; i--) {
      row.index[--n] = at->index[i];
      row.dim[n] = at->array->dim[i];
    }
    level--;
  }
  return row;
}

static bool is_row_list(const AstExpr *expr)
{
  return expr->kind == AST_ARRAY && expr->n_iterators == 0;
}

/* What {{a, b}, {c, d}} says for the row; its first subscripts are used up. */
static const AstExpr *list_row(const AstExpr *at, Row *row)
{
  while (row->n > 0 && is_row_list(at) && at->n_args == *row->dim) {
    at = at->arg[*row->index - 1];
    *row = (Row){row->n - 1, row->index + 1, row->dim + 1};
  }
  return at;
}

bool bound_record_sizes(const Flattening *f, const Instance *array, int *dim)
{
  const Modifier *m = array->modifier;
  Selection s;
  assert(array->rank > 0);
  if (!array->class_def || instance_is_variable(array) || !m || !m->value)
    return false;
  int n_rows = count_subscripts(array, m->n_levels, m->n_each);
  Row row = bound_value_row_of(f, array, m->n_levels, m->n_each, n_rows);
  const AstExpr *at = list_row(m->value, &row);
  int n = array->rank;
  if (row.n > 0) return false;
  for (; n > 0 && is_row_list(at) && at->n_args > 0; n--) {
    *dim++ = at->n_args;
    at = at->arg[0];
  }
  if (n == 0) return true;
  if (!reference_select_records(f, m->context, at, &s) || s.rank != n)
    return false;
  for (int i = 0; i < n; i++) dim[i] = s.dim[i];
  return true;
}

/* One of the records that a name stands for. */
static Value *named_row(const Flattening *f, Context context,
                        const AstExpr *name, Row row, bool *is_alone)
{
  Selection s;
  if (!reference_select_records(f, context, name, &s) || s.rank != row.n)
    return NULL;
  int i = 0;
  for (int k = 0; k < row.n; k++) {
    if (s.dim[k] != row.dim[k]) return NULL;
    i = i * row.dim[k] + row.index[k] - 1;
  }
  *is_alone = true;
  return instance_value(f, s.item[i], name->span);
}

/* The record of the row by itself, where {a, b} or a name has one for each row:
 * the others may differ from it in the sizes of their parts (section 6.7). */
static Value *lone_record(const Flattening *f, const Instance *owner,
                          const Modifier *m, Row row, bool *is_alone)
{
  *is_alone = false;
  if (!owner->class_def || instance_is_variable(owner)) return NULL;
  const AstExpr *at = list_row(m->value, &row);
  if (row.n > 0) return named_row(f, m->context, at, row, is_alone);
  *is_alone = true;
  return expression_value(f, m->context, at);
}

/* --- values of modifiers --- */

static Value *indexed_value(const Flattening *f, const Instance *owner,
                            int level, const Modifier *m)
{
  int n = count_subscripts(owner, level, m->n_each);
  if (n == 0) return expression_value(f, m->context, m->value);
  bool is_alone;
  Row row = bound_value_row_of(f, owner, level, m->n_each, n);
  Value *record = lone_record(f, owner, m, row, &is_alone);
  if (is_alone) return record;
  Value *whole = shared_value(f, m);
  if (!whole) return NULL;
  if (whole->rank < n) {
    bool is_clear =
        whole->rank == 0 && fault_is_in_library(f->faults, m->value->span);
    Diagnostic *d = (is_clear ? fault_warning : fault_error)(
        f->faults, m->value->span, is_clear ? W210 : E213,
        "'%s' is modified in each element of an array: this is %s", m->name,
        value_type_text(&f->typing, whole));
    fault_note(f->faults, d, m->span,
               "write 'each' to give all elements the same value");
    return is_clear ? whole : NULL;
  }
  if (!check_rows(f, owner, level, m, whole, n)) return NULL;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  const Value **sub =
      fill_subscripts(f, owner, level, m->n_each, n, m->value->span);
  Value *value = value_index(&f->typing, m->value->span, whole, sub, n);
  arena_release(mark);
  return value;
}

static Value *modifier_value(const Flattening *f, const Instance *owner,
                             int level, const Modifier *m)
{
  FaultPlace before = binding_enter(f, owner, m);
  Value *value = indexed_value(f, owner, level, m);
  fault_leave(f->faults, &before);
  return value;
}

Value *bound_attribute(const Flattening *f, const Instance *instance,
                       const Modifier *attribute, bool *is_each)
{
  assert(attribute->n_levels > 0);
  int level = attribute->n_levels - 1;
  *is_each = attribute->n_each >= level;
  return modifier_value(f, instance, level, attribute);
}

static Value *own_binding(const Flattening *f, const Instance *instance)
{
  const Modifier *m = instance->modifier;
  return m && m->value ? modifier_value(f, instance, m->n_levels, m) : NULL;
}

static Value *whole_value(const Flattening *f, Instance *record)
{
  if (f->mode != MODE_FLATTEN) return own_binding(f, record);
  if (!record->whole_value) {
    uint64_t levels = component_family_begin_kept(f);
    record->whole_value = own_binding(f, record);
    component_family_end_kept(f, levels, &record->index_levels);
  }
  component_family_use_kept(f, record->index_levels);
  return record->whole_value;
}

/* The part of the record's value that belongs to a component inside. The
 * recursion is as deep as records are nested. */
static Value *field_binding(const Flattening *f, Instance *instance,
                            Instance *record)
{
  if (instance == record) return whole_value(f, record);
  Value *around = field_binding(f, instance->parent, record);
  if (!around) return NULL;
  if (around->kind != VALUE_RECORD || around->rank > 0) {
    fault_error(f->faults, around->span, E204,
                "the value of '%s' must be a record '%s', this is %s",
                record->path, record->class_def->full_name,
                value_type_text(&f->typing, around));
    return NULL;
  }
  Value *field = value_field(around, instance->name);
  if (!field) {
    fault_error(f->faults, around->span, E204,
                "the value of '%s' has no field '%s'", record->path,
                instance->name);
    return NULL;
  }
  if (!instance->index) return field;
  int n = instance->array->rank;
  const Value **sub = fill_subscripts(f, instance, 1, 0, n, around->span);
  return value_index(&f->typing, around->span, field, sub, n);
}

/* Is one field looked at by itself, before the record as a whole? */
static bool asks_for_field(const Flattening *f, const Instance *record)
{
  const Modifier *m = record->modifier;
  return f->mode == MODE_EVALUATE && m && m->value &&
         count_subscripts(record, m->n_levels, m->n_each) == 0;
}

/* Which fields of a record are final does not follow from which one is asked
 * for: those of the whole, unless it has no value at translation. */
static void try_whole(const Flattening *f, Instance *record)
{
  Attempt attempt;
  if (record->is_whole_tried) return;
  record->is_whole_tried = true;
  scope_try(&attempt, f);
  own_binding(&attempt.f, record);
}

Value *bound_value(const Flattening *f, Instance *instance)
{
  Value *given = overrides_array(f, instance);
  if (given) return given;
  if (instance->bound_by) {
    bool is_simple = false;
    Value *field = NULL;
    if (asks_for_field(f, instance->bound_by))
      field = named_field_value(f, instance, instance->bound_by, &is_simple);
    /* a second try would double the time with each record on the way */
    if (!field && is_simple && fault_is_unheard(f->faults)) return NULL;
    if (!field) return field_binding(f, instance, instance->bound_by);
    try_whole(f, instance->bound_by);
    return field;
  }
  return own_binding(f, instance);
}
