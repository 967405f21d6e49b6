/* function_record.c: field by field, those before it known by their names. */
#include "flatten/functions/function_record.h"

#include <assert.h>

#include "flatten/expressions/instance_value.h"
#include "flatten/functions/function_variables.h"
#include "flatten/instances/instance.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"

/* The record at hand: the variable of the function that it is a part of, and
 * the dimensions in front of its own. */
typedef struct RecordPlace {
  const Flattening *f;
  const Iteration *variables; /* of the function, with their values */
  const Instance *outer;
  int rank;
  const int *dim;
  int element;             /* which record, of arrays of them */
  const Iteration *before; /* fields whose values are known */
} RecordPlace;

/* What is written for a field; `is_written` tells NULL after a diagnostic from
 * nothing. */
static Value *function_record_written_value(const RecordPlace *place,
                                            const Instance *field,
                                            bool *is_written)
{
  const Modifier *m = field->modifier;
  *is_written = m && m->value;
  if (!*is_written) return NULL;
  Context context = m->context;
  bool is_outside = context.part == place->outer->context.part;
  context.iteration = is_outside ? place->variables : place->before;
  Value *value = expression_value(place->f, context, m->value);
  return value ? function_convert(place->f, field, value) : NULL;
}

static const Iteration *known_field(const RecordPlace *place,
                                    const Instance *field, const Value *value)
{
  Iteration *pair = arena_alloc(place->f->arena, sizeof *pair);
  *pair =
      (Iteration){.name = field->name, .value = value, .next = place->before};
  return pair;
}

/* --- shapes --- */

/* A number that sizes after it may depend on. */
static const Iteration *with_number(const RecordPlace *place,
                                    const Instance *field)
{
  if (!instance_is_variable(field) || field->rank > 0 ||
      field->class_def->type != FLAT_INTEGER) {
    return place->before;
  }
  const Flattening *f = place->f;
  bool is_written;
  Attempt attempt;
  RecordPlace quiet = *place;
  scope_try(&attempt, f);
  quiet.f = &attempt.f;
  Value *value = function_record_written_value(&quiet, field, &is_written);
  Value *known = value ? value_constant(&attempt.f.typing, value) : NULL;
  if (!value) return place->before;
  return known_field(place, field, known ? known : value);
}

static Value *record_shape(const RecordPlace *around, Instance *variable);

/* The names in the sizes of the variable, or of a field at the place; a field
 * that the function redeclares (section 7.3) sees the function's variables. */
static Context size_context(const RecordPlace *place, const Instance *variable)
{
  const ClassPart *written =
      variable->rank > 0 ? variable->dimension[0].context.part : NULL;
  bool is_field =
      variable != place->outer && written != place->outer->context.part;
  return (Context){.iteration = is_field ? place->before : place->variables};
}

/* The dimensions of the place in front of its own. */
static int *function_record_join(const RecordPlace *place, int n_own,
                                 const int *own)
{
  size_t n = (size_t)(place->rank + n_own);
  int *all = arena_array(place->f->s->flat_arena, n + 1, sizeof all[0]);
  for (int i = 0; i < place->rank; i++) all[i] = place->dim[i];
  for (int i = 0; i < n_own; i++) all[place->rank + i] = own[i];
  return all;
}

/* Its size is that of what is assigned to it (section 12.4.4). */
static bool is_open_field(const RecordPlace *place, const Instance *field)
{
  const FunctionBuild *b = place->f->typing.build;
  return b && !b->algorithm && place->rank == 0 && field != place->outer &&
         function_has_open_size(field);
}

static Value *shape_at(const RecordPlace *place, Instance *variable)
{
  if (!instance_is_variable(variable)) return record_shape(place, variable);
  if (is_open_field(place, variable)) {
    return open_variable(
        &place->f->typing, variable->name,
        &(Value){.span = variable->element->name_span,
                 .type = variable->class_def->type,
                 .enumeration = variable->class_def->enumeration,
                 .rank = variable->rank});
  }
  Value *own = function_declared_shape(place->f, size_context(place, variable),
                                       variable, variable->element->name_span);
  if (!own || place->rank == 0) return own;
  Instance like = *variable;
  like.rank = place->rank + own->rank;
  like.dim = function_record_join(place, own->rank, own->dim);
  return instance_placeholder(place->f, &like, own->span);
}

/* An array whose sizes the function computes has no elements: one that stands
 * for each of them, made once. */
static Instance *element_for_all(const Flattening *f, Instance *array)
{
  assert(array->rank > 0 && !array->array_element);
  Name name = session_name(f->s, "[]");
  Instance *element = name_map_find(&f->tables->parts, array->id, name);
  if (element || array->broken || !array->type ||
      array->type->kind != CLASS_WRITTEN)
    return element ? element : array;
  element = instance_make(f, array->parent, array->name, array->path);
  instance_copy(element, array);
  element->rank = 0;
  element->n_elements = 1;
  element->is_expanded = true;
  element->class_def =
      lookup_instance_class(f->lookup, array->type, element, array->modifier);
  name_map_add(&f->tables->parts, array->id, name, element);
  return element;
}

/* The record, or one of an array of them; NULL: there is none. */
static Instance *element_of(const Flattening *f, Instance *variable)
{
  if (variable->rank == 0 || instance_is_variable(variable)) return variable;
  if (!variable->array_element) return element_for_all(f, variable);
  return variable->n_elements > 0 ? variable->array_element[0] : NULL;
}

/* The recursion follows the records inside of records. */
static Value *record_shape(const RecordPlace *around, Instance *variable)
{
  const Flattening *f = around->f;
  Span span = variable->element->name_span;
  int *own =
      arena_array(f->s->flat_arena, (size_t)variable->rank + 1, sizeof own[0]);
  if (!function_declared_sizes(f, size_context(around, variable), variable,
                               span, own)) {
    return NULL;
  }
  RecordPlace inside = *around;
  inside.rank = around->rank + variable->rank;
  inside.dim = function_record_join(around, variable->rank, own);
  inside.before = NULL;
  Instance *element = element_of(f, variable);
  if (element && !element->class_def) return NULL; /* is reported */
  const RecordType *type = element ? instance_record_type(f, element) : NULL;
  if (!type) {
    fault_unsupported(f->faults, span, "an array of records of computed size");
    return NULL;
  }
  Components fields = instance_components(f, element);
  if (fields.n_items != type->n_fields)
    return NULL; /* a record in itself, which is reported */
  Value **field = arena_array(f->s->flat_arena, (size_t)fields.n_items + 1,
                              sizeof field[0]);
  for (int k = 0; k < fields.n_items; k++) {
    field[k] = shape_at(&inside, fields.item[k]);
    if (!field[k]) return NULL;
    inside.before = with_number(&inside, fields.item[k]);
  }
  return value_record(&f->typing, span, type, inside.rank, inside.dim, field);
}

static RecordPlace function_record_place_of(const Flattening *f,
                                            Context context,
                                            const Instance *variable)
{
  return (RecordPlace){
      .f = f, .variables = context.iteration, .outer = variable};
}

Value *function_record_shape(const Flattening *f, Context context,
                             Instance *variable)
{
  RecordPlace place = function_record_place_of(f, context, variable);
  return shape_at(&place, variable);
}

Value *function_field_shape(const Flattening *f, Context context,
                            Instance *variable, Name name, Span span)
{
  RecordPlace place = function_record_place_of(f, context, variable);
  if (instance_is_variable(variable) || variable->rank > 0 || variable->broken)
    return NULL;
  Components fields = instance_components(f, variable);
  for (int k = 0; k < fields.n_items; k++) {
    Instance *field = fields.item[k];
    if (field->name == name) {
      return function_declared_shape(f, size_context(&place, field), field,
                                     span);
    }
    place.before = with_number(&place, field);
  }
  return NULL;
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
  assert(locals->record->n_fields == fields->n_items);
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

Value *function_record_sizes(const Flattening *f, Instance *variable,
                             Value *locals)
{
  const Typing *t = &f->typing;
  if (locals->kind != VALUE_RECORD || locals->rank > 0 || variable->rank > 0) {
    return locals;
  }
  Components fields = instance_components(f, variable);
  int n = locals->record->n_fields;
  Value **field = arena_array(f->s->flat_arena, (size_t)n + 1, sizeof field[0]);
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

static bool start_record(const Flattening *f, FunctionBuild *b,
                         const RecordPlace *around, Instance *variable,
                         const Value *locals);

/* A number for each record of an array. */
static Value *for_all(const Flattening *f, Value *value, const Value *local)
{
  const Typing *t = &f->typing;
  if (value->kind == VALUE_RECORD || value->rank > 0 || local->rank == 0) {
    return value;
  }
  return value_uniform(t, value->span, value_at(t, value, 0), local->rank,
                       local->dim);
}

static bool start_field(const Flattening *f, FunctionBuild *b,
                        RecordPlace *place, Instance *field, const Value *local)
{
  bool is_written;
  Value *value = function_record_written_value(place, field, &is_written);
  if (is_written && !value) return false;
  if (!is_written && local->kind == VALUE_RECORD) {
    return start_record(f, b, place, field, local);
  }
  if (value) {
    Value *all = for_all(f, value, local);
    all = value_bind(&f->typing, all, local, "the value of", field->name);
    if (!all || !function_build_assign(&f->typing, field->element->name_span,
                                       local, all)) {
      return false;
    }
  }
  place->before = known_field(place, field, value ? value : local);
  return true;
}

/* The recursion follows the records inside of records. */
static bool start_record(const Flattening *f, FunctionBuild *b,
                         const RecordPlace *around, Instance *variable,
                         const Value *locals)
{
  Instance *element = element_of(f, variable);
  if (!element) return true;
  Components fields = instance_components(f, element);
  assert(locals->record->n_fields == fields.n_items);
  RecordPlace inside = *around;
  inside.before = NULL;
  for (int k = 0; k < fields.n_items; k++) {
    if (!start_field(f, b, &inside, fields.item[k], locals->field[k])) {
      return false;
    }
  }
  return true;
}

bool function_record_start(const Flattening *f, FunctionBuild *b,
                           Instance *variable, const Value *locals)
{
  if (!locals || locals->kind != VALUE_RECORD) return true;
  RecordPlace place = function_record_place_of(f, b->context, variable);
  return start_record(f, b, &place, variable, locals);
}

/* The recursion follows the records inside of records. */
bool function_record_is_single(const Flattening *f, Instance *variable)
{
  if (instance_is_variable(variable)) return true;
  if (variable->rank > 0) return false;
  Components fields = instance_components(f, variable);
  for (int k = 0; k < fields.n_items; k++) {
    if (!function_record_is_single(f, fields.item[k])) return false;
  }
  return true;
}

static Value *single_record(const RecordPlace *around, Instance *variable,
                            const Value *shape);

/* Fields after it see what is written only. */
static Value *single_field(RecordPlace *place, Instance *field, Value *shape)
{
  bool is_written;
  Value *value = function_record_written_value(place, field, &is_written);
  if (!is_written) {
    return shape->kind == VALUE_RECORD ? single_record(place, field, shape)
                                       : shape;
  }
  if (value) {
    value = value_bind(&place->f->typing, value, shape, "the value of",
                       field->name);
  }
  if (value) place->before = known_field(place, field, value);
  return value;
}

/* The recursion follows the records inside of records. */
static Value *single_record(const RecordPlace *around, Instance *variable,
                            const Value *shape)
{
  const Flattening *f = around->f;
  Components fields = instance_components(f, variable);
  Value **field = arena_array(f->s->flat_arena, (size_t)fields.n_items + 1,
                              sizeof field[0]);
  RecordPlace inside = *around;
  inside.before = NULL;
  for (int k = 0; k < fields.n_items; k++) {
    field[k] = single_field(&inside, fields.item[k], shape->field[k]);
    if (!field[k]) return NULL;
  }
  return value_record(&f->typing, shape->span, shape->record, 0, NULL, field);
}

Value *function_record_value(const Flattening *f, Context context,
                             Instance *variable)
{
  Value *shape = function_record_shape(f, context, variable);
  if (!shape || shape->kind != VALUE_RECORD) return shape;
  RecordPlace place = function_record_place_of(f, context, variable);
  return single_record(&place, variable, shape);
}

/* --- arguments --- */

/* The recursion follows the records inside of records. */
bool function_record_accepts(const Flattening *f, Instance *variable,
                             const Value *value)
{
  if (variable->broken || !variable->class_def || value->is_untyped)
    return true;
  if (instance_is_variable(variable)) {
    FlatType type = variable->class_def->type;
    return value->kind != VALUE_RECORD &&
           (value->type == type ||
            (type == FLAT_REAL && value->type == FLAT_INTEGER));
  }
  Instance *element = element_of(f, variable);
  if (!element) return true;
  if (value->kind != VALUE_RECORD) return false;
  Components fields = instance_components(f, element);
  for (int k = 0; k < fields.n_items; k++) {
    const Value *given = value_field(value, fields.item[k]->name);
    if (!given || !function_record_accepts(f, fields.item[k], given))
      return false;
  }
  return true;
}

/* --- records whose fields all have values --- */

/* The recursion follows the records inside of records. */
static bool function_record_is_complete(const Flattening *f, Instance *variable)
{
  const Modifier *m = variable->modifier;
  if (m && m->value) return true;
  Instance *element = element_of(f, variable);
  if (variable->broken || instance_is_variable(variable) || !element)
    return false;
  Components fields = instance_components(f, element);
  for (int k = 0; k < fields.n_items; k++) {
    if (!function_record_is_complete(f, fields.item[k])) return false;
  }
  return fields.n_items > 0;
}

static Value *complete_records(const RecordPlace *around, Instance *variable);

/* The field of one record. What is written for an array of records has an
 * element for each of them, or is one for all. */
static Value *complete_field(RecordPlace *place, Instance *field)
{
  bool is_written;
  const Flattening *f = place->f;
  Value *value = function_record_written_value(place, field, &is_written);
  if (!is_written) return complete_records(place, field);
  if (value && place->rank > 0 && value->rank == place->rank + field->rank) {
    value = value_element(&f->typing, value, place->rank, place->element);
  }
  if (value &&
      !function_check_shape(f, size_context(place, field), field, value)) {
    return NULL;
  }
  if (value) place->before = known_field(place, field, value);
  return value;
}

static Value *complete_record(RecordPlace place, Instance *element)
{
  const Flattening *f = place.f;
  Components fields = instance_components(f, element);
  Value **field = arena_array(f->s->flat_arena, (size_t)fields.n_items + 1,
                              sizeof field[0]);
  place.before = NULL;
  for (int k = 0; k < fields.n_items; k++) {
    field[k] = complete_field(&place, fields.item[k]);
    if (!field[k]) return NULL;
  }
  return value_record(&f->typing, element->element->name_span,
                      instance_record_type(f, element), 0, NULL, field);
}

/* Record by record. The recursion follows the records inside of records. */
static Value *complete_records(const RecordPlace *around, Instance *variable)
{
  const Flattening *f = around->f;
  Span span = variable->element->name_span;
  Instance *element = element_of(f, variable);
  RecordPlace inside = *around;
  assert(element);
  if (variable->rank == 0) return complete_record(inside, element);
  int *own =
      arena_array(f->s->flat_arena, (size_t)variable->rank + 1, sizeof own[0]);
  if (!function_declared_sizes(f, size_context(around, variable), variable,
                               span, own)) {
    return NULL;
  }
  int n = value_count(&f->typing, span, variable->rank, own);
  if (n <= 0) return NULL;
  Value **item = arena_array(f->s->flat_arena, (size_t)n, sizeof item[0]);
  inside.rank = around->rank + variable->rank;
  inside.dim = function_record_join(around, variable->rank, own);
  for (int i = 0; i < n; i++) {
    inside.element = around->element * n + i;
    item[i] = complete_record(inside, element);
    if (!item[i]) return NULL;
  }
  return value_stack(&f->typing, span, item, n, variable->rank, own);
}

Value *function_field_values(const Flattening *f, Context context,
                             Instance *variable)
{
  if (instance_is_variable(variable) || variable->broken ||
      !function_record_is_complete(f, variable))
    return NULL;
  RecordPlace place = function_record_place_of(f, context, variable);
  return complete_records(&place, variable);
}

/* The recursion follows the records inside of records. */
bool function_record_has_values(const Flattening *f, Instance *variable)
{
  Instance *element = element_of(f, variable);
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

bool function_record_names(const Flattening *f, Instance *variable,
                           bool (*names)(const AstExpr *expr, Name name),
                           Name name)
{
  if (instance_is_variable(variable) || variable->rank > 0) return false;
  Components fields = instance_components(f, variable);
  for (int k = 0; k < fields.n_items; k++) {
    const Instance *field = fields.item[k];
    const Modifier *m = field->modifier;
    if (m && m->value && names(m->value, name)) return true;
    for (int d = 0; d < field->rank; d++)
      if (names(field->dimension[d].written->expr, name)) return true;
  }
  return false;
}
