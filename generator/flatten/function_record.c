/* function_record.c: field by field, those before it known by their names. */
#include "flatten/function_record.h"

#include <string.h>

#include "flatten/function_inline.h"
#include "flatten/instance_value.h"

enum { MOST_DIMENSIONS = 8 }; /* of an array of records */

/* The record at hand: the variable of the function that it is a part of, and
 * the dimensions in front of its own. */
typedef struct RecordPlace {
  const Instance *outer;
  int rank;
  const int *dim;
  const Iteration *before; /* fields whose values are known */
} RecordPlace;

/* What is written for a field; `is_written` tells NULL after a diagnostic from
 * nothing. */
static Value *written_value(FunctionBuild *b, const RecordPlace *place,
                            const Instance *field, bool *is_written)
{
  const Modifier *m = field->modifier;
  *is_written = m && m->value;
  if (!*is_written) return NULL;
  Context context = m->context;
  bool is_outside = context.part == place->outer->context.part;
  context.iteration = is_outside ? b->context.iteration : place->before;
  Value *value = expression_value(b->f, context, m->value);
  return value ? function_convert(b->f, field, value) : NULL;
}

static const Iteration *known_field(FunctionBuild *b, const RecordPlace *place,
                                    const Instance *field, const Value *value)
{
  Iteration *pair = arena_alloc(b->f->arena, sizeof *pair);
  *pair =
      (Iteration){.name = field->name, .value = value, .next = place->before};
  return pair;
}

/* --- shapes --- */

/* A number that sizes behind it may depend on. */
static const Iteration *with_number(FunctionBuild *b, const RecordPlace *place,
                                    const Instance *field)
{
  if (!instance_is_variable(field) || field->rank > 0 ||
      field->class_def->type != FLAT_INTEGER) {
    return place->before;
  }
  bool is_written;
  b->f->faults->quiet++;
  Value *value = written_value(b, place, field, &is_written);
  Value *known = value ? value_constant(&b->f->typing, value) : NULL;
  b->f->faults->quiet--;
  if (!value) return place->before;
  return known_field(b, place, field, known ? known : value);
}

static Value *record_shape(FunctionBuild *b, const RecordPlace *around,
                           Instance *variable);

/* With the dimensions of the place in front of its own. */
static Value *shape_at(FunctionBuild *b, const RecordPlace *place,
                       Instance *variable)
{
  Flattening *f = b->f;
  if (!instance_is_variable(variable)) return record_shape(b, place, variable);
  Context context = b->context;
  if (variable != place->outer) context.iteration = place->before;
  Value *own = function_declared_shape(f, context, variable,
                                       variable->element->name_span);
  if (!own || place->rank == 0) return own;
  size_t rank = (size_t)place->rank;
  int *all = arena_array(f->s->flat_arena, rank + (size_t)own->rank + 1,
                         sizeof all[0]);
  memcpy(all, place->dim, rank * sizeof all[0]);
  for (int i = 0; i < own->rank; i++) all[place->rank + i] = own->dim[i];
  Instance like = *variable;
  like.rank = place->rank + own->rank;
  like.dim = all;
  return instance_placeholder(f, &like, own->span);
}

/* The record, or one of an array of them; NULL: there is none. */
static Instance *element_of(Instance *variable)
{
  if (variable->rank == 0 || !variable->array_element) return variable;
  return variable->n_elements > 0 ? variable->array_element[0] : NULL;
}

static Value *record_shape(FunctionBuild *b, const RecordPlace *around,
                           Instance *variable)
{
  Flattening *f = b->f;
  Span span = variable->element->name_span;
  int own[MOST_DIMENSIONS], n_own = variable->rank;
  Context context = b->context;
  if (variable != around->outer) context.iteration = around->before;
  if (n_own > MOST_DIMENSIONS ||
      !function_declared_sizes(f, context, variable, span, own)) {
    return NULL;
  }
  int rank = around->rank + n_own;
  int *all = arena_array(f->s->flat_arena, (size_t)rank + 1, sizeof all[0]);
  for (int i = 0; i < around->rank; i++) all[i] = around->dim[i];
  for (int i = 0; i < n_own; i++) all[around->rank + i] = own[i];
  RecordPlace inside = {.outer = around->outer, .rank = rank, .dim = all};
  Instance *element = element_of(variable);
  const RecordType *type = element ? instance_record_type(f, element) : NULL;
  if (!type) {
    function_build_refuse(b, span, "an array of records of computed size");
    return NULL;
  }
  Components fields = instance_components(f, element);
  Value **field = arena_array(f->s->flat_arena, (size_t)fields.n_items + 1,
                              sizeof field[0]);
  for (int k = 0; k < fields.n_items; k++) {
    field[k] = shape_at(b, &inside, fields.item[k]);
    if (!field[k]) return NULL;
    inside.before = with_number(b, &inside, fields.item[k]);
  }
  return value_record(&f->typing, span, type, rank, all, field);
}

Value *function_record_shape(FunctionBuild *b, Instance *variable)
{
  return shape_at(b, &(RecordPlace){.outer = variable}, variable);
}

/* --- sizes --- */

static bool is_name(const AstExpr *expr, Name name)
{
  return expr && expr->kind == AST_REFERENCE && expr->reference->n_parts == 1 &&
         expr->reference->part[0].n_subscripts == 0 &&
         expr->reference->part[0].ident == name;
}

/* The size that the field is for another one; -1: none. */
static int size_by_name(const Components *fields, const Value *locals,
                        Name name)
{
  for (int k = 0; k < fields->n_items; k++) {
    const Instance *field = fields->item[k];
    for (int d = 0; d < field->rank; d++) {
      bool is_it = is_name(field->dimension[d].written->expr, name);
      if (is_it && locals->field[k]->rank == field->rank) {
        return locals->field[k]->dim[d];
      }
    }
  }
  return -1;
}

Value *function_record_sizes(FunctionBuild *b, Instance *variable,
                             Value *locals)
{
  Typing *t = &b->f->typing;
  if (locals->kind != VALUE_RECORD || locals->rank > 0 || variable->rank > 0) {
    return locals;
  }
  Components fields = instance_components(b->f, variable);
  int n = locals->record->n_fields;
  Value **field =
      arena_array(b->f->s->flat_arena, (size_t)n + 1, sizeof field[0]);
  for (int k = 0; k < n; k++) {
    field[k] = locals->field[k];
    if (fields.n_items != n || field[k]->kind == VALUE_RECORD ||
        field[k]->type != FLAT_INTEGER || field[k]->rank > 0) {
      continue;
    }
    int size = size_by_name(&fields, locals, fields.item[k]->name);
    if (size >= 0) {
      field[k] = value_of(t, types_integer(t, field[k]->span, size));
    }
  }
  return value_record(t, locals->span, locals->record, 0, NULL, field);
}

/* --- values --- */

static bool start_record(FunctionBuild *b, const RecordPlace *around,
                         Instance *variable, const Value *locals);

/* A number for each record of an array. */
static Value *for_all(FunctionBuild *b, Value *value, const Value *local)
{
  Typing *t = &b->f->typing;
  if (value->kind == VALUE_RECORD || value->rank > 0 || local->rank == 0) {
    return value;
  }
  return value_uniform(t, value->span, value_at(t, value, 0), local->rank,
                       local->dim);
}

static bool start_field(FunctionBuild *b, RecordPlace *place, Instance *field,
                        const Value *local)
{
  bool is_written;
  Value *value = written_value(b, place, field, &is_written);
  if (is_written && !value) return false;
  if (!is_written && local->kind == VALUE_RECORD) {
    return start_record(b, place, field, local);
  }
  if (value) {
    Value *all = for_all(b, value, local);
    all = value_bind(&b->f->typing, all, local, "the value of", field->name);
    if (!all ||
        !function_build_assign(b, field->element->name_span, local, all)) {
      return false;
    }
  }
  place->before = known_field(b, place, field, value ? value : local);
  return true;
}

/* The recursion follows the records inside of records. */
static bool start_record(FunctionBuild *b, const RecordPlace *around,
                         Instance *variable, const Value *locals)
{
  Instance *element = element_of(variable);
  if (!element) return true;
  Components fields = instance_components(b->f, element);
  RecordPlace inside = {.outer = around->outer};
  for (int k = 0; k < fields.n_items; k++) {
    if (!start_field(b, &inside, fields.item[k], locals->field[k])) {
      return false;
    }
  }
  return true;
}

bool function_record_start(FunctionBuild *b, Instance *variable,
                           const Value *locals)
{
  if (!locals || locals->kind != VALUE_RECORD) return true;
  return start_record(b, &(RecordPlace){.outer = variable}, variable, locals);
}

/* The recursion follows the records inside of records. */
bool function_record_has_values(Flattening *f, Instance *variable)
{
  Instance *element = element_of(variable);
  if (!element || instance_is_variable(element)) return false;
  Components fields = instance_components(f, element);
  for (int k = 0; k < fields.n_items; k++) {
    const Modifier *m = fields.item[k]->modifier;
    if ((m && m->value) || function_record_has_values(f, fields.item[k])) {
      return true;
    }
  }
  return false;
}

bool function_record_names(FunctionBuild *b, Instance *variable,
                           bool (*names)(const AstExpr *expr, Name name),
                           Name name)
{
  if (instance_is_variable(variable) || variable->rank > 0) return false;
  Components fields = instance_components(b->f, variable);
  for (int k = 0; k < fields.n_items; k++) {
    const Modifier *m = fields.item[k]->modifier;
    if (m && m->value && names(m->value, name)) return true;
  }
  return false;
}
