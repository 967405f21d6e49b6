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
