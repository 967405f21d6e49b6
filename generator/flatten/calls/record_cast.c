/* record_cast.c: see record_cast.h. */
#include "flatten/calls/record_cast.h"

#include <assert.h>

#include "flatten/calls/record_constructor.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/reference.h"

/* Models, blocks and connectors: what no argument of a constructor is. */
static bool record_cast_takes(const Flattening *f, const Instance *instance)
{
  if (instance->broken || !instance->class_def ||
      instance_is_variable(instance) ||
      instance->class_def->kind != CLASS_WRITTEN)
    return false;
  AstRestriction kind = instance_restriction(f, instance);
  return kind == AST_MODEL || kind == AST_BLOCK || kind == AST_CLASS ||
         kind == AST_CONNECTOR || kind == AST_EXPANDABLE_CONNECTOR;
}

static Value *record_cast_refuse(const Flattening *f, Span span,
                                 const Instance *from, const Instance *field,
                                 const char *why, bool is_absent)
{
  Diagnostic *d = fault_error(
      f->faults, span, is_absent ? E208 : E204,
      "'%s' cannot be made a record: its component '%s' %s (section 12.6.1)",
      from->path, field->name, why);
  fault_note(f->faults, d, field->element->name_span,
             "the field is declared here");
  return NULL;
}

/* Why the component cannot be the value of the field; NULL: it can. */
static const char *record_cast_wrong(const Instance *component,
                                     const Instance *field)
{
  if (component->is_protected) return "is protected";
  if (component->element && component->element->condition)
    return "has a condition";
  if (component->rank != field->rank) return "has other dimensions";
  bool is_simple = instance_is_variable(field);
  if (is_simple != instance_is_variable(component)) return "has another type";
  if (is_simple && component->class_def->type != field->class_def->type)
    return "has another type";
  return NULL;
}

static Value *record_cast_one(const Flattening *f, const AstExpr *call,
                              Instance *from, Instance *record);

static Value *record_cast_field(const Flattening *f, const AstExpr *call,
                                Instance *component, Instance *field)
{
  component = instance_resolve(f, component);
  bool is_model = record_cast_takes(f, component);
  if (!is_model) return instance_value(f, component, call->span);
  if (!instance_expand(f, component)) return NULL;
  if (!component->array_element)
    return record_cast_one(f, call, component, field);
  int n = component->n_elements;
  Value **item = arena_array(f->s->flat_arena, (size_t)n + 1, sizeof item[0]);
  for (int i = 0; i < n; i++) {
    item[i] = record_cast_one(f, call, component->array_element[i], field);
    if (!item[i]) return NULL;
  }
  return value_stack(&f->typing, call->span, item, n, component->rank,
                     component->dim);
}

/* The recursion follows the records inside of records. */
static Value *record_cast_one(const Flattening *f, const AstExpr *call,
                              Instance *from, Instance *record)
{
  Components fields = instance_components(f, record);
  Value **given = arena_array(f->s->flat_arena, (size_t)fields.n_items + 1,
                              sizeof given[0]);
  for (int i = 0; i < fields.n_items; i++) {
    Instance *field = fields.item[i];
    if (record_constructor_is_fixed(field)) continue;
    Instance *component = instance_child(f, from, field->name);
    bool has_default = field->modifier && field->modifier->value;
    if (!component && has_default) continue;
    if (!component)
      return record_cast_refuse(f, call->span, from, field, "is missing", true);
    const char *why = record_cast_wrong(component, field);
    if (why)
      return record_cast_refuse(f, call->span, from, field, why,
                                component->is_protected);
    given[i] = record_cast_field(f, call, component, field);
    if (!given[i]) return NULL;
  }
  return record_constructor_fields(f, call, record, given);
}

bool record_cast(const Flattening *f, Context context, const AstExpr *call,
                 InstClass *record, Value **value)
{
  assert(call->kind == AST_CALL);
  *value = NULL;
  const AstExpr *arg = call->n_args == 1 ? call->arg[0] : NULL;
  if (!arg || call->n_named > 0 || arg->kind != AST_REFERENCE ||
      !context.instance || f->typing.n_functions > 0)
    return false;
  const AstReference *name = arg->reference;
  for (const Iteration *i = context.iteration; i; i = i->next) {
    if (i->name == name->part[0].ident) return false;
  }
  Instance *first = instance_child(f, context.instance, name->part[0].ident);
  if (!first || first->broken || instance_is_variable(first)) return false;
  Selection s;
  bool is_absent;
  if (!reference_select(f, context, name, &s, &is_absent)) return true;
  if (is_absent || s.n_items == 0 || !record_cast_takes(f, s.item[0]))
    return false;
  Value **item =
      arena_array(f->s->flat_arena, (size_t)s.n_items, sizeof item[0]);
  for (int i = 0; i < s.n_items; i++) {
    item[i] =
        record_cast_one(f, call, s.item[i], instance_constants(f, record));
    if (!item[i]) return true;
  }
  *value = s.rank == 0 ? item[0]
                       : value_stack(&f->typing, call->span, item, s.n_items,
                                     s.rank, s.dim);
  return true;
}
