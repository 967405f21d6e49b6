/* record_constructor.c: a value for each field, one after the other. */
#include "flatten/calls/record_constructor.h"

#include <assert.h>

#include "flatten/classes/written.h"
#include "flatten/expressions/call_values.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/operators.h"
#include "flatten/functions/function_variables.h"

/* Sizes may be fields before it; ':' takes those of the value. */
static Value *fitted(const Flattening *f, Instance *field, Value *value,
                     const Iteration *before)
{
  if (!value || !instance_is_variable(field)) return value;
  if (function_has_open_size(field)) return function_convert(f, field, value);
  Value *like = function_declared_shape(f, (Context){.iteration = before},
                                        field, value->span);
  if (!like) return NULL;
  return value_bind(&f->typing, value, like, "the field", field->name);
}

/* The declaration's own value, which may name the fields before it. */
static Value *record_constructor_default_value(const Flattening *f,
                                               Instance *field,
                                               const AstExpr *call,
                                               const Iteration *before)
{
  const Modifier *modifier = field->modifier;
  if (modifier && modifier->value) {
    Context context = modifier->context;
    context.iteration = before;
    Value *value = expression_value(f, context, modifier->value);
    return fitted(f, field, value, before);
  }
  if (!instance_is_variable(field)) return instance_value(f, field, call->span);
  Diagnostic *d = fault_error(f->faults, call->span, E208,
                              "no value for the field '%s'", field->name);
  fault_note(f->faults, d, field->element->name_span, "declared here");
  return NULL;
}

static bool check_fields(const Flattening *f, const AstExpr *call,
                         const Components *fields, const InstClass *c)
{
  if (call->n_args > fields->n_items) {
    fault_error(f->faults, call->span, E208,
                "record '%s' has %d fields, %d values are given", c->full_name,
                fields->n_items, call->n_args);
    return false;
  }
  for (int k = 0; k < call->n_named; k++) {
    int i = 0;
    while (i < fields->n_items &&
           fields->item[i]->name != call->named[k].name) {
      i++;
    }
    if (i < fields->n_items) continue;
    Suggestion near = suggest_for(f->s, call->named[k].name);
    for (i = 0; i < fields->n_items; i++)
      suggest_offer(&near, fields->item[i]->name);
    fault_error(f->faults, call->named[k].span, E208,
                "record '%s' has no field '%s'%s", c->full_name,
                call->named[k].name, suggest_text(f->s, &near));
    return false;
  }
  return true;
}

Value *record_constructor_value(const Flattening *f, Context context,
                                const AstExpr *call, InstClass *c)
{
  assert(call->kind == AST_CALL && c->kind == CLASS_WRITTEN);
  Instance *record = instance_constants(f, c);
  Components fields = instance_components(f, record);
  if (!check_fields(f, call, &fields, c)) return NULL;
  Value **field =
      arena_array(f->s->flat_arena, (size_t)fields.n_items, sizeof field[0]);
  Iteration *known = arena_array(session_scratch(f->s), (size_t)fields.n_items,
                                 sizeof known[0]);
  for (int i = 0; i < fields.n_items; i++) {
    Instance *at = fields.item[i];
    const AstExpr *written = written_argument(call, i, at->name);
    const Iteration *before = i > 0 ? &known[i - 1] : NULL;
    field[i] =
        written ? fitted(f, at, expression_value(f, context, written), before)
                : record_constructor_default_value(f, at, call, before);
    if (!field[i]) return NULL;
    known[i] = (Iteration){.name = at->name, .value = field[i], .next = before};
  }
  return value_record(&f->typing, call->span, instance_record_type(f, record),
                      0, NULL, field);
}

/* --- constructors of operator records --- */

/* *is_default: none of them fits, the fields are to be given. Arguments by
 * position are matched by their Values, because the names may differ from
 * function to function. */
static Value *own_constructor(const Flattening *f, Context context,
                              const AstExpr *call, InstClass *c,
                              bool *is_default)
{
  Value *operand[MOST_OPERANDS];
  InstClass *function, *constructor = operators_constructor(f, c);
  *is_default = !constructor || call->n_args > MOST_OPERANDS;
  if (*is_default) return NULL;
  if (call->n_named > 0) {
    function = operators_constructor_by_names(f, constructor, call);
    *is_default = !function;
    return function ? f->calls->function(f, context, call, function) : NULL;
  }
  for (int i = 0; i < call->n_args; i++) {
    operand[i] = expression_value(f, context, call->arg[i]);
    if (!operand[i]) return NULL;
  }
  function =
      operators_constructor_by_values(f, constructor, operand, call->n_args);
  *is_default = !function;
  return function ? call_values(f, call->span, function, operand, call->n_args)
                  : NULL;
}

Value *record_constructor_operator(const Flattening *f, Context context,
                                   const AstExpr *call, InstClass *c)
{
  bool is_default;
  Value *value = own_constructor(f, context, call, c, &is_default);
  return is_default ? record_constructor_value(f, context, call, c) : value;
}
