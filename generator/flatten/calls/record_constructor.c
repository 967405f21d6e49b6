/* record_constructor.c: a value for each field, each after those it needs. */
#include "flatten/calls/record_constructor.h"

#include <assert.h>

#include "flatten/classes/written.h"
#include "flatten/expressions/call_values.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/operators.h"
#include "flatten/functions/declaration_order.h"
#include "flatten/functions/function_record.h"
#include "flatten/functions/function_variables.h"
#include "flatten/functions/known_fields.h"
#include "flatten/values/open_array.h"

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

static Value *record_constructor_make(const Flattening *f, const AstExpr *call,
                                      Instance *record, Value *const *given,
                                      KnownFields known);

/* The value as it is written. Where it calls the same constructor for the same
 * field there is no end. */
static Value *record_constructor_written(const Flattening *f, Instance *field,
                                         const KnownFields *known)
{
  const Modifier *modifier = field->modifier;
  if (field->evaluation == EVALUATION_ACTIVE) {
    fault_error(f->faults, modifier->value->span, E206,
                "the value of the field '%s' depends on itself", field->name);
    return NULL;
  }
  EvaluationState before = field->evaluation;
  field->evaluation = EVALUATION_ACTIVE;
  Context context = modifier->context;
  const KnownFields *seen = known_fields_seen(known, modifier);
  if (seen) context.iteration = seen->fields;
  Value *value = expression_value(f, context, modifier->value);
  field->evaluation = before;
  value = known_fields_row(f, known, modifier, value);
  return fitted(f, field, value, known->fields);
}

/* The record, or the array of them, as the declaration has its parts. */
static Value *record_constructor_parts(const Flattening *f, Instance *field,
                                       const AstExpr *call,
                                       const KnownFields *known)
{
  Instance *element = known_fields_element(f, field);
  if (field->rank == 0)
    return record_constructor_make(f, call, element, NULL,
                                   (KnownFields){.around = known});
  int *dim =
      arena_array(f->s->flat_arena, (size_t)field->rank + 1, sizeof dim[0]);
  if (!function_declared_sizes(f, (Context){.iteration = known->fields}, field,
                               call->span, dim))
    return NULL;
  int n = value_count(&f->typing, call->span, field->rank, dim);
  if (n < 0) return NULL;
  if (n == 0)
    return function_record_shape(f, (Context){.iteration = known->fields},
                                 field);
  Value **item = arena_array(f->s->flat_arena, (size_t)n + 1, sizeof item[0]);
  for (int i = 0; i < n; i++) {
    item[i] = record_constructor_make(
        f, call, element, NULL,
        (KnownFields){
            .around = known, .rank = field->rank, .dim = dim, .element = i});
    if (!item[i]) return NULL;
  }
  return value_stack(&f->typing, call->span, item, n, field->rank, dim);
}

/* The declaration's own value, which may name other fields. */
static Value *record_constructor_default_value(const Flattening *f,
                                               Instance *field,
                                               const AstExpr *call,
                                               const KnownFields *known)
{
  if (field->broken || !field->class_def) return NULL; /* reported already */
  const Modifier *modifier = field->modifier;
  if (modifier && modifier->value)
    return record_constructor_written(f, field, known);
  if (!instance_is_variable(field)) {
    AstRestriction kind = instance_restriction(f, field);
    bool is_record = kind == AST_RECORD || kind == AST_OPERATOR_RECORD;
    return is_record ? record_constructor_parts(f, field, call, known)
                     : instance_value(f, field, call->span);
  }
  Diagnostic *d = fault_error(f->faults, call->span, E208,
                              "no value for the field '%s'", field->name);
  fault_note(f->faults, d, field->element->name_span, "declared here");
  return NULL;
}

bool record_constructor_is_fixed(const Instance *field)
{
  const AstElement *e = field->original ? field->original : field->element;
  bool has_value = field->modifier && field->modifier->value;
  return e &&
         (e->final || field->element->final ||
          (field->element->prefix.variability == AST_CONSTANT && has_value));
}

static int record_constructor_count_arguments(const Components *fields)
{
  int n = 0;
  for (int i = 0; i < fields->n_items; i++)
    n += !record_constructor_is_fixed(fields->item[i]);
  return n;
}

/* Section 12.6: the constructor is a function, whose arguments are given once:
 * by place, or by one name. False after a diagnostic. */
static bool record_constructor_check_once(const Flattening *f,
                                          const AstExpr *call, int k,
                                          const Components *fields)
{
  bool is_given = false;
  for (int i = 0, place = 0; i < fields->n_items; i++) {
    if (record_constructor_is_fixed(fields->item[i])) continue;
    is_given |=
        place++ < call->n_args && fields->item[i]->name == call->named[k].name;
  }
  for (int i = 0; i < k; i++)
    is_given |= call->named[i].name == call->named[k].name;
  if (is_given)
    fault_error(f->faults, call->named[k].span, E208,
                "the field '%s' is given twice", call->named[k].name);
  return !is_given;
}

static bool check_fields(const Flattening *f, const AstExpr *call,
                         const Components *fields, const InstClass *c)
{
  int n_arguments = record_constructor_count_arguments(fields);
  if (call->n_args > n_arguments) {
    fault_error(
        f->faults, call->span, E208,
        "record '%s' has %d fields%s, %d values are given", c->full_name,
        n_arguments,
        n_arguments < fields->n_items ? " that are not final or constant" : "",
        call->n_args);
    return false;
  }
  for (int k = 0; k < call->n_named; k++) {
    int i = 0;
    while (i < fields->n_items &&
           fields->item[i]->name != call->named[k].name) {
      i++;
    }
    if (i < fields->n_items && record_constructor_is_fixed(fields->item[i])) {
      fault_error(f->faults, call->named[k].span, E208,
                  "the field '%s' of record '%s' is final or constant and "
                  "cannot be given (section 12.6)",
                  call->named[k].name, c->full_name);
      return false;
    }
    if (i < fields->n_items) {
      if (!record_constructor_check_once(f, call, k, fields)) return false;
      continue;
    }
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

/* Each field after those that its value and its sizes name, wherever they are
 * declared. `given` may be NULL; a field that is a record is made by what its
 * declaration says about its parts. */
static Value *record_constructor_make(const Flattening *f, const AstExpr *call,
                                      Instance *record, Value *const *given,
                                      KnownFields inside)
{
  Components fields = instance_components(f, record);
  Value **field =
      arena_array(f->s->flat_arena, (size_t)fields.n_items, sizeof field[0]);
  Iteration *known = arena_array(session_scratch(f->s), (size_t)fields.n_items,
                                 sizeof known[0]);
  const int *order = declaration_order_of_fields(f, &fields, given);
  for (int i = 0; i < fields.n_items; i++) {
    Instance *at = fields.item[order[i]];
    Value *value = given ? given[order[i]] : NULL;
    if (at->context.part) inside.record = at->context.part->whole;
    value = value ? fitted(f, at, value, inside.fields)
                  : record_constructor_default_value(f, at, call, &inside);
    if (!value) return NULL;
    field[order[i]] = value;
    known[i] =
        (Iteration){.name = at->name, .value = value, .next = inside.fields};
    inside.fields = &known[i];
  }
  return value_record(&f->typing, call->span, instance_record_type(f, record),
                      0, NULL, field);
}

Value *record_constructor_fields(const Flattening *f, const AstExpr *call,
                                 Instance *record, Value *const *given)
{
  return record_constructor_make(f, call, record, given, (KnownFields){0});
}

/* --- element by element (section 12.4.6) --- */

static int record_constructor_excess(const Instance *field, const Value *given)
{
  if (!given || open_is(given) || given->kind == VALUE_FUNCTION) return 0;
  return given->rank > field->rank ? given->rank - field->rank : 0;
}

/* The first value with more dimensions than its field; all that have more are
 * alike there. -1: there is none, -2: after E213. */
static int record_constructor_foreach(const Flattening *f, const AstExpr *call,
                                      const Components *fields,
                                      Value *const *given)
{
  int first = -1, rank = 0;
  for (int i = 0; i < fields->n_items; i++) {
    int own = record_constructor_excess(fields->item[i], given[i]);
    if (own == 0) continue;
    if (first < 0) {
      first = i;
      rank = own;
    }
    bool fits = own == rank;
    for (int d = 0; fits && d < rank; d++)
      fits = given[i]->dim[d] == given[first]->dim[d];
    if (fits) continue;
    fault_error(
        f->faults, given[i]->span, E213,
        "'%s' is called for each element, but the arrays differ in "
        "size: %s and %s (section 12.4.6)",
        lookup_reference_text(f->s, call->reference, call->reference->n_parts),
        value_type_text(&f->typing, given[first]),
        value_type_text(&f->typing, given[i]));
    return -2;
  }
  return first;
}

/* A record, or an array of them where a value has more dimensions than its
 * field. */
static Value *record_constructor_all(const Flattening *f, const AstExpr *call,
                                     Instance *record, const Components *fields,
                                     Value **given)
{
  int first = record_constructor_foreach(f, call, fields, given);
  if (first == -2) return NULL;
  if (first < 0) return record_constructor_fields(f, call, record, given);
  const Value *shape = given[first];
  int rank = record_constructor_excess(fields->item[first], shape);
  int n = value_count(&f->typing, call->span, rank, shape->dim);
  if (n < 0) return NULL;
  Value **item = arena_array(f->s->flat_arena, (size_t)n + 1, sizeof item[0]);
  Value **one =
      arena_array(f->s->flat_arena, (size_t)fields->n_items + 1, sizeof one[0]);
  for (int e = 0; e < n; e++) {
    for (int i = 0; i < fields->n_items; i++) {
      int own = record_constructor_excess(fields->item[i], given[i]);
      one[i] =
          own > 0 ? value_element(&f->typing, given[i], rank, e) : given[i];
    }
    item[e] = record_constructor_fields(f, call, record, one);
    if (!item[e]) return NULL;
  }
  return value_stack(&f->typing, call->span, item, n, rank, shape->dim);
}

Value *record_constructor_value(const Flattening *f, Context context,
                                const AstExpr *call, InstClass *c)
{
  assert(call->kind == AST_CALL && c->kind == CLASS_WRITTEN);
  Instance *record = instance_constants(f, c);
  Components fields = instance_components(f, record);
  if (!check_fields(f, call, &fields, c)) return NULL;
  Value **given = arena_array(f->s->flat_arena, (size_t)fields.n_items + 1,
                              sizeof given[0]);
  for (int i = 0, next = 0; i < fields.n_items; i++) {
    Instance *at = fields.item[i];
    if (record_constructor_is_fixed(at)) continue;
    const AstExpr *written = written_argument(call, next++, at->name);
    if (!written) continue;
    given[i] = expression_value(f, context, written);
    if (!given[i]) return NULL;
  }
  return record_constructor_all(f, call, record, &fields, given);
}

/* --- constructors of operator records --- */

/* The values of the arguments of a call, by position, then by name. False
 * after a diagnostic. */
static bool written_values(const Flattening *f, Context context,
                           const AstExpr *call, Value **value)
{
  for (int i = 0; i < call->n_args; i++) {
    value[i] = expression_value(f, context, call->arg[i]);
    if (!value[i]) return false;
  }
  for (int i = 0; i < call->n_named; i++) {
    value[call->n_args + i] =
        expression_value(f, context, call->named[i].value);
    if (!value[call->n_args + i]) return false;
  }
  return true;
}

Value *record_constructor_by_operator(const Flattening *f, Context context,
                                      const AstExpr *call, InstClass *c,
                                      const char *what)
{
  Value *value[MOST_OPERANDS];
  bool is_ambiguous;
  if (call->n_args + call->n_named > MOST_OPERANDS) {
    fault_error(f->faults, call->span, E208, "more than %d arguments",
                MOST_OPERANDS);
    return NULL;
  }
  if (!written_values(f, context, call, value)) return NULL;
  InstClass *function = operators_of_call(f, c, call, value, &is_ambiguous);
  if (!function) {
    fault_error(f->faults, call->span, E204,
                is_ambiguous ? "several functions of %s fit this call"
                             : "no function of %s fits this call",
                what);
    return NULL;
  }
  return call->n_named > 0
             ? f->calls->function(f, context, call, function)
             : call_values(f, call->span, function, value, call->n_args);
}

/* Section 14.3: without an operator 'constructor' the fields are given. */
Value *record_constructor_operator(const Flattening *f, Context context,
                                   const AstExpr *call, InstClass *c)
{
  InstClass *constructor = operators_constructor(f, c);
  if (!constructor) return record_constructor_value(f, context, call, c);
  return record_constructor_by_operator(
      f, context, call, constructor,
      arena_printf(session_scratch(f->s), "'%s'.'constructor'", c->full_name));
}
