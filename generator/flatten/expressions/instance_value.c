/* instance_value.c: see instance_value.h. */
#include "flatten/expressions/instance_value.h"

#include <assert.h>

#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/reference.h"
#include "flatten/expressions/resizable.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/overrides.h"
#include "flatten/instances/scope.h"
#include "flatten/values/value_index.h"

/* --- variables --- */

static FlatExpr *instance_value_zero(const Flattening *f,
                                     const Instance *instance, Span span)
{
  const InstClass *c = instance->class_def;
  switch (c->type) {
  case FLAT_REAL: return types_real(&f->typing, span, 0.0);
  case FLAT_INTEGER: return types_integer(&f->typing, span, 1);
  case FLAT_BOOLEAN: return types_boolean(&f->typing, span, false);
  case FLAT_STRING: return types_string(&f->typing, span, "");
  case FLAT_ENUMERATION:
    return types_enumeration(&f->typing, span, c->enumeration, 1);
  case FLAT_OBJECT:
    return types_object(&f->typing, span, c->enumeration, NO_OBJECT);
  case N_FLAT_TYPES: break;
  }
  return NULL;
}

Value *instance_placeholder(const Flattening *f, const Instance *instance,
                            Span span)
{
  assert(instance_is_variable(instance));
  FlatExpr *element = instance_value_zero(f, instance, span);
  if (instance->rank == 0) return value_of(&f->typing, element);
  return value_uniform(&f->typing, span, element, instance->rank,
                       instance->dim);
}

static Value *shape_value(const Flattening *f, Instance *instance, Span use)
{
  bool matters = instance->class_def->type != FLAT_REAL &&
                 instance->class_def->type != FLAT_OBJECT &&
                 instance->variability <= FLAT_PARAMETER &&
                 binding_exists(instance);
  if (matters) return evaluate_instance(f, instance, use);
  return value_indexed_by(&f->typing, instance_placeholder(f, instance, use),
                          evaluate_index_types(f, instance));
}

/* A constant of the class around a function; sections take it as an
 * argument. */
static bool is_read_by_procedure(const Flattening *f, const Instance *instance)
{
  return f->in_procedure && !f->typing.outside &&
         instance->variability == FLAT_CONSTANT;
}

static Value *variable_value(const Flattening *f, Instance *instance, Span use)
{
  if (instance->resizable) return resizable_value(f, instance, use);
  if (f->mode == MODE_SHAPE) return shape_value(f, instance, use);
  if (f->mode == MODE_EVALUATE || instance->is_package ||
      is_read_by_procedure(f, instance)) {
    return evaluate_instance(f, instance, use);
  }
  if (instance->variable.i < 0) return NULL; /* its fault was reported */
  assert(instance->variable.i + instance->n_elements <= f->flat->n_vars);
  const FlatVar *var = &f->flat->var[instance->variable.i];
  if (instance->rank == 0) {
    return value_of(&f->typing,
                    types_variable(&f->typing, use, instance->variable, var));
  }
  FlatVar like = {.type = instance->class_def->type,
                  .enumeration = instance->class_def->enumeration,
                  .variability = instance->variability};
  if (instance->n_elements > 0) like.variability = var->variability;
  Value *v = value_variables(&f->typing, use, instance->variable, 1, &like,
                             instance->rank, instance->dim);
  if (v) v->by = evaluate_index_types(f, instance);
  return v;
}

/* --- records --- */

const RecordType *instance_record_type(const Flattening *f, Instance *instance)
{
  const AstClass *ast = instance->class_def->ast;
  RecordType *type =
      name_map_find(&f->tables->records, 0, (Name)(const void *)ast);
  if (type) return type;
  Components fields = instance_components(f, instance);
  Name *field =
      arena_array(f->s->flat_arena, (size_t)fields.n_items, sizeof field[0]);
  for (int i = 0; i < fields.n_items; i++) field[i] = fields.item[i]->name;
  type = arena_alloc(f->s->flat_arena, sizeof *type);
  *type = (RecordType){.name = instance->class_def->full_name,
                       .class_def = instance->type,
                       .field = field,
                       .n_fields = fields.n_items};
  name_map_add(&f->tables->records, 0, (Name)(const void *)ast, type);
  return type;
}

static Value *record_value(const Flattening *f, Instance *instance, Span use)
{
  Components fields = instance_components(f, instance);
  const RecordType *type = instance_record_type(f, instance);
  assert(type->n_fields == fields.n_items);
  Value **field =
      arena_array(f->s->flat_arena, (size_t)fields.n_items, sizeof field[0]);
  for (int i = 0; i < fields.n_items; i++) {
    field[i] = instance_value(f, fields.item[i], use);
    if (!field[i]) return NULL;
  }
  return value_record(&f->typing, use, type, 0, NULL, field);
}

static Value *array_value(const Flattening *f, Instance *array, Span use)
{
  assert(array->array_element && array->rank > 0);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Value **item = arena_array(session_scratch(f->s), (size_t)array->n_elements,
                             sizeof item[0]);
  bool good = true;
  for (int i = 0; i < array->n_elements; i++) {
    item[i] = instance_value(f, array->array_element[i], use);
    good = good && item[i];
  }
  Value *value = good ? value_stack(&f->typing, use, item, array->n_elements,
                                    array->rank, array->dim)
                      : NULL;
  arena_release(mark);
  return value;
}

static void instance_value_report_no_value(const Flattening *f,
                                           const Instance *instance, Span use)
{
  fault_error(f->faults, use, E204, "'%s' is a %s, a value is needed",
              instance->path, lookup_restriction(instance->class_def));
}

Value *instance_value(const Flattening *f, Instance *instance, Span use)
{
  instance = instance_resolve(f, instance);
  if (!instance_expand(f, instance)) return NULL;
  if (instance->is_disabled) {
    Diagnostic *d = fault_error(f->faults, use, E205,
                                "'%s' is not there: its condition is false",
                                instance->path);
    fault_note(f->faults, d, instance->element->name_span, "declared here");
    return NULL;
  }
  if (instance_is_variable(instance)) return variable_value(f, instance, use);
  if (instance->array_element) return array_value(f, instance, use);
  AstRestriction restriction = instance_restriction(f, instance);
  if (restriction != AST_RECORD && restriction != AST_OPERATOR_RECORD &&
      restriction != AST_CONNECTOR) {
    instance_value_report_no_value(f, instance, use);
    return NULL;
  }
  return record_value(f, instance, use);
}

/* --- what is bound --- */

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
static bool instance_value_check_sizes(const Flattening *f,
                                       const Instance *owner, int level,
                                       const Modifier *m, const Value *whole,
                                       int n)
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

static Value *indexed_value(const Flattening *f, const Instance *owner,
                            int level, const Modifier *m)
{
  int n = count_subscripts(owner, level, m->n_each);
  if (n == 0) return expression_value(f, m->context, m->value);
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
  if (!instance_value_check_sizes(f, owner, level, m, whole, n)) return NULL;
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

Value *binding_attribute(const Flattening *f, const Instance *instance,
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

/* The component of `source` that is what `instance` is of `record`; NULL: there
 * is none, or it has another shape. The recursion is as deep as records are
 * nested. */
static Instance *same_field(const Flattening *f, Instance *source,
                            const Instance *instance, const Instance *record)
{
  if (instance == record) return source;
  Instance *around = same_field(f, source, instance->parent, record);
  Instance *field = around ? instance_child(f, around, instance->name) : NULL;
  if (!field) return NULL;
  field = instance_resolve(f, field);
  if (!instance_expand(f, field) || field->is_disabled) return NULL;
  if (!instance->index) return field->array_element ? NULL : field;
  if (!field->array_element || field->rank != instance->array->rank)
    return NULL;
  int element = 0;
  for (int i = 0; i < field->rank; i++) {
    if (field->dim[i] != instance->array->dim[i]) return NULL;
    element = element * field->dim[i] + instance->index[i] - 1;
  }
  return field->array_element[element];
}

/* Of a record that a constructor makes: what is written for the field, by its
 * name. NULL: nothing, or what is not for it alone. */
static Value *argument_of_field(const Flattening *f, const Instance *instance,
                                const Instance *record, bool *is_simple)
{
  const Modifier *m = record->modifier;
  const AstExpr *call = m->value;
  if (instance->parent != record || instance->index) return NULL;
  InstClass *c = expression_class(f, m->context, call->reference);
  if (!c || lookup_true_restriction(f->lookup, c) != AST_RECORD) return NULL;
  for (int k = 0; k < call->n_named; k++) {
    if (call->named[k].name != instance->name) continue;
    Value *value = expression_value(f, m->context, call->named[k].value);
    *is_simple = !value || value->rank == instance->rank;
    return *is_simple ? value : NULL;
  }
  return NULL;
}

/* A record that is another one by name, or made by a constructor: where a value
 * is needed at translation, that of the field alone, as the others may depend
 * on it. NULL: it is not so simple, or has no value; nothing is reported. */
static Value *named_field_value(const Flattening *f, const Instance *instance,
                                const Instance *record, bool *is_simple)
{
  const Modifier *m = record->modifier;
  if (f->mode != MODE_EVALUATE || !m || !m->value ||
      count_subscripts(record, m->n_levels, m->n_each) > 0)
    return NULL;
  Attempt attempt;
  Selection s;
  bool is_absent;
  scope_try(&attempt, f);
  if (m->value->kind == AST_CALL)
    return argument_of_field(&attempt.f, instance, record, is_simple);
  if (m->value->kind != AST_REFERENCE ||
      !reference_select(&attempt.f, m->context, m->value->reference, &s,
                        &is_absent) ||
      is_absent || s.n_items != 1 || s.rank > 0 || s.last ||
      instance_is_variable(s.item[0]))
    return NULL;
  Instance *field = same_field(&attempt.f, s.item[0], instance, record);
  *is_simple = field != NULL;
  return field ? instance_value(&attempt.f, field, m->value->span) : NULL;
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

Value *binding_value(const Flattening *f, Instance *instance)
{
  Value *given = overrides_array(f, instance);
  if (given) return given;
  if (instance->bound_by) {
    bool is_simple = false;
    Value *field =
        named_field_value(f, instance, instance->bound_by, &is_simple);
    /* a second try would double the time with each record on the way */
    if (!field && is_simple && fault_is_unheard(f->faults)) return NULL;
    if (!field) return field_binding(f, instance, instance->bound_by);
    try_whole(f, instance->bound_by);
    return field;
  }
  return own_binding(f, instance);
}
