/* named_field.c: see named_field.h. */
#include "flatten/expressions/named_field.h"

#include "flatten/expressions/expressions.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/reference.h"
#include "flatten/instances/scope.h"

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

Value *named_field_value(const Flattening *f, const Instance *instance,
                         const Instance *record, bool *is_simple)
{
  const Modifier *m = record->modifier;
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
