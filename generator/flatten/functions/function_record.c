/* function_record.c: field by field, those before it known by their names. */
#include "flatten/functions/function_record.h"

#include <assert.h>

#include "flatten/expressions/instance_value.h"
#include "flatten/functions/function_variables.h"
#include "flatten/functions/known_fields.h"
#include "flatten/instances/instance.h"
#include "flatten/instances/scope.h"
#include "flatten/values/array_functions.h"
#include "flatten/values/open_array.h"

/* The record at hand, or all records of the arrays that it belongs to. */
typedef struct RecordPlace {
  const Flattening *f;
  const Iteration *variables; /* of the function, with their values */
  const Instance *outer;      /* the variable of the function around it */
  int rank;                   /* of the arrays: their dimensions are in front */
  const int *dim;             /* of those of a field */
  KnownFields known;
} RecordPlace;

/* The place inside of the record, or of the array of records, at `around`. */
static RecordPlace place_inside(const RecordPlace *around, int rank,
                                const int *dim, int element)
{
  RecordPlace inside = *around;
  inside.known = (KnownFields){
      .around = &around->known, .rank = rank, .dim = dim, .element = element};
  return inside;
}

static Context written_context(const RecordPlace *place, const Modifier *m)
{
  Context context = m->context;
  if (context.part == place->outer->context.part) {
    context.iteration = place->variables;
    return context;
  }
  const KnownFields *seen = known_fields_seen(&place->known, m);
  context.iteration = seen ? seen->fields : NULL;
  return context;
}

/* What is written for a field, of all arrays of records that it is written for;
 * `is_written` tells NULL after a diagnostic from nothing. */
static Value *function_record_written_value(const RecordPlace *place,
                                            const Instance *field,
                                            bool *is_written)
{
  const Modifier *m = field->modifier;
  *is_written = m && m->value;
  if (!*is_written) return NULL;
  Value *value =
      expression_value(place->f, written_context(place, m), m->value);
  return value ? function_convert(place->f, field, value) : NULL;
}

/* The same, of one record. */
static Value *row_value(const RecordPlace *place, const Instance *field,
                        bool *is_written)
{
  Value *value = function_record_written_value(place, field, is_written);
  return value
             ? known_fields_row(place->f, &place->known, field->modifier, value)
             : NULL;
}

/* Its record is the one whose fields are made. A field that the function
 * redeclares may keep the value that its record declares (section 7.3). */
static void see_text_of(RecordPlace *place, const Instance *field)
{
  const ClassPart *part = field->context.part;
  const Modifier *m = field->modifier;
  if (part == place->outer->context.part && m && m->value &&
      m->context.part != part) {
    if (known_fields_seen(&place->known, m)) return;
    part = m->context.part;
  }
  if (part) place->known.record = part->whole;
}

static void know_field(RecordPlace *place, const Instance *field,
                       const Value *value)
{
  Iteration *pair = arena_alloc(place->f->arena, sizeof *pair);
  *pair = (Iteration){
      .name = field->name, .value = value, .next = place->known.fields};
  place->known.fields = pair;
}

/* --- shapes --- */

/* A number that sizes after it may depend on. */
static void know_number(RecordPlace *place, const Instance *field)
{
  if (!instance_is_variable(field) || field->rank > 0 ||
      field->class_def->type != FLAT_INTEGER) {
    return;
  }
  bool is_written;
  Attempt attempt;
  RecordPlace quiet = *place;
  scope_try(&attempt, place->f);
  quiet.f = &attempt.f;
  Value *value = function_record_written_value(&quiet, field, &is_written);
  Value *known = value ? value_constant(&attempt.f.typing, value) : NULL;
  if (value) know_field(place, field, known ? known : value);
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
  return (Context){.iteration =
                       is_field ? place->known.fields : place->variables};
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
  RecordPlace inside = place_inside(around, variable->rank, own, 0);
  inside.rank = around->rank + variable->rank;
  inside.dim = function_record_join(around, variable->rank, own);
  Instance *element = known_fields_element(f, variable);
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
    see_text_of(&inside, fields.item[k]);
    know_number(&inside, fields.item[k]);
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
    see_text_of(&place, field);
    know_number(&place, field);
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

/* Is something written for a field that differs between the records of the
 * arrays around it? The recursion follows the records inside of records. */
static bool function_record_differs(const RecordPlace *around,
                                    Instance *variable)
{
  const Flattening *f = around->f;
  Instance *element = known_fields_element(f, variable);
  if (!element) return false;
  RecordPlace inside = place_inside(around, variable->rank, NULL, 0);
  Components fields = instance_components(f, element);
  for (int k = 0; k < fields.n_items; k++) {
    const Modifier *m = fields.item[k]->modifier;
    if (m && m->value) {
      if (known_fields_rows(&inside.known, m) > 0) return true;
    } else if (!instance_is_variable(fields.item[k]) &&
               function_record_differs(&inside, fields.item[k])) {
      return true;
    }
  }
  return false;
}

/* One value for all records of the arrays. */
static Value *for_all(const RecordPlace *place, Value *value,
                      const Value *local)
{
  const Typing *t = &place->f->typing;
  if (place->rank == 0 || open_is(local)) return value;
  int n = value_count(t, value->span, place->rank, place->dim);
  if (n < 0) return NULL;
  if (n == 0) return value_with_span(t, local, value->span);
  if (value->kind != VALUE_RECORD && value->rank == 0)
    return value_uniform(t, value->span, value_at(t, value, 0), local->rank,
                         local->dim);
  return array_repeat(t, value->span, value, place->rank, place->dim);
}

static bool start_records(FunctionBuild *b, const RecordPlace *around,
                          Instance *variable, const Value *locals);

static bool start_field(FunctionBuild *b, RecordPlace *place, Instance *field,
                        const Value *local)
{
  const Flattening *f = place->f;
  bool is_written;
  see_text_of(place, field);
  Value *value = row_value(place, field, &is_written);
  if (is_written && !value) return false;
  if (!is_written && local->kind == VALUE_RECORD) {
    if (!start_records(b, place, field, local)) return false;
  }
  if (value) {
    Value *all = for_all(place, value, local);
    all = value_bind(&f->typing, all, local, "the value of", field->name);
    if (!all || !function_build_assign(&f->typing, field->element->name_span,
                                       local, all)) {
      return false;
    }
  }
  know_field(place, field, value ? value : local);
  return true;
}

static bool start_fields(FunctionBuild *b, RecordPlace *place,
                         Instance *element, const Value *locals)
{
  Components fields = instance_components(place->f, element);
  assert(locals->record->n_fields == fields.n_items);
  for (int k = 0; k < fields.n_items; k++) {
    if (!start_field(b, place, fields.item[k], locals->field[k])) return false;
  }
  return true;
}

/* All records of an array at once where they are alike, else one after the
 * other. The recursion follows the records inside of records. */
static bool start_records(FunctionBuild *b, const RecordPlace *around,
                          Instance *variable, const Value *locals)
{
  const Flattening *f = around->f;
  Instance *element = known_fields_element(f, variable);
  if (!element) return true;
  int rank = variable->rank;
  if (rank == 0 || !function_record_differs(around, variable)) {
    RecordPlace inside =
        place_inside(around, rank, locals->dim + around->rank, 0);
    inside.rank = locals->rank;
    inside.dim = locals->dim;
    return start_fields(b, &inside, element, locals);
  }
  assert(around->rank == 0); /* else these were one after the other */
  if (open_concerns(&(Value *){(Value *)locals}, 1)) {
    fault_unsupported(f->faults, variable->element->name_span,
                      "values that differ in an array of records with arrays "
                      "of computed size");
    return false;
  }
  int n = value_count(&f->typing, locals->span, rank, locals->dim);
  for (int i = 0; i < n; i++) {
    RecordPlace inside = place_inside(around, rank, locals->dim, i);
    const Value *one = value_element(&f->typing, locals, rank, i);
    if (!start_fields(b, &inside, element, one)) return false;
  }
  return true;
}

bool function_record_start(const Flattening *f, FunctionBuild *b,
                           Instance *variable, const Value *locals)
{
  if (!locals || locals->kind != VALUE_RECORD) return true;
  RecordPlace place = function_record_place_of(f, b->context, variable);
  return start_records(b, &place, variable, locals);
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
  see_text_of(place, field);
  Value *value = row_value(place, field, &is_written);
  if (!is_written) {
    return shape->kind == VALUE_RECORD ? single_record(place, field, shape)
                                       : shape;
  }
  if (value) {
    value = value_bind(&place->f->typing, value, shape, "the value of",
                       field->name);
  }
  if (value) know_field(place, field, value);
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
  RecordPlace inside = place_inside(around, 0, NULL, 0);
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
  Instance *element = known_fields_element(f, variable);
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
  Instance *element = known_fields_element(f, variable);
  if (variable->broken || instance_is_variable(variable) || !element)
    return false;
  Components fields = instance_components(f, element);
  for (int k = 0; k < fields.n_items; k++) {
    if (!function_record_is_complete(f, fields.item[k])) return false;
  }
  return fields.n_items > 0;
}

static Value *complete_records(const RecordPlace *around, Instance *variable);

static Value *complete_field(RecordPlace *place, Instance *field)
{
  bool is_written;
  const Flattening *f = place->f;
  see_text_of(place, field);
  Value *value = row_value(place, field, &is_written);
  if (!is_written) value = complete_records(place, field);
  if (value && is_written &&
      !function_check_shape(f, size_context(place, field), field, value)) {
    return NULL;
  }
  if (value) know_field(place, field, value);
  return value;
}

static Value *complete_record(RecordPlace place, Instance *element)
{
  const Flattening *f = place.f;
  Components fields = instance_components(f, element);
  Value **field = arena_array(f->s->flat_arena, (size_t)fields.n_items + 1,
                              sizeof field[0]);
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
  Instance *element = known_fields_element(f, variable);
  assert(element);
  if (variable->rank == 0)
    return complete_record(place_inside(around, 0, NULL, 0), element);
  int *own =
      arena_array(f->s->flat_arena, (size_t)variable->rank + 1, sizeof own[0]);
  if (!function_declared_sizes(f, size_context(around, variable), variable,
                               span, own)) {
    return NULL;
  }
  int n = value_count(&f->typing, span, variable->rank, own);
  if (n < 0) return NULL;
  if (n == 0) return record_shape(around, variable);
  Value **item = arena_array(f->s->flat_arena, (size_t)n, sizeof item[0]);
  for (int i = 0; i < n; i++) {
    item[i] =
        complete_record(place_inside(around, variable->rank, own, i), element);
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
  Instance *element = known_fields_element(f, variable);
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
