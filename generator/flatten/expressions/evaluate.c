/* evaluate.c: see evaluate.h. */
#include "flatten/expressions/evaluate.h"

#include <assert.h>

#include "flatten/expressions/bound_value.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/replicas.h"
#include "flatten/expressions/resizable.h"
#include "flatten/flat/constant_eval.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/instances/overrides.h"
#include "flatten/instances/scope.h"

#define CYCLE_SHOWN 8

/* Evaluations nest: the size of an array may need a constant whose value
 * needs another size. */
static bool check_depth(const Flattening *f, Span span)
{
  if (f->depth < f->s->limit[LIMIT_VALUES]) return true;
  fault_error(f->faults, span, E122,
              "values that need each other, more than %d in a row",
              f->s->limit[LIMIT_VALUES]);
  return false;
}

Value *evaluate_expression(const Flattening *f, Context context,
                           const AstExpr *expr)
{
  Flattening inside;
  if (!check_depth(f, expr->span)) return NULL;
  scope_evaluate(&inside, f, MODE_EVALUATE);
  Value *value = expression_value(&inside, context, expr);
  return value ? value_constant(&inside.typing, value) : NULL;
}

bool evaluate_boolean(const Flattening *f, Context context, const AstExpr *expr,
                      bool *result)
{
  Value *value = evaluate_expression(f, context, expr);
  FlatExpr *scalar = value ? value_scalar(&f->typing, value) : NULL;
  if (!scalar) return false;
  if (scalar->type != FLAT_BOOLEAN) {
    fault_error(f->faults, expr->span, E204,
                "the condition must be a Boolean, this is %s",
                types_a_name(scalar->type));
    return false;
  }
  assert(types_is_literal(scalar));
  *result = scalar->boolean;
  return true;
}

/* A dimension that is written as a type. */
static bool dimension_type(const Flattening *f, Context context,
                           const AstExpr *expr, IndexType *type)
{
  if (!expr || expr->kind != AST_REFERENCE) return false;
  const InstClass *c = expression_class(f, context, expr->reference);
  if (!c || c->kind != CLASS_BUILTIN) return false;
  if (c->type != FLAT_BOOLEAN && c->type != FLAT_ENUMERATION) return false;
  *type = (IndexType){c->type, c->enumeration};
  return true;
}

bool evaluate_size_of_type(const Flattening *f, Context context,
                           const AstExpr *expr, int *size)
{
  IndexType type;
  if (!dimension_type(f, context, expr, &type)) return false;
  *size = type.type == FLAT_BOOLEAN ? 2 : type.enumeration->n_literals;
  return true;
}

const IndexType *evaluate_index_types(const Flattening *f,
                                      const Instance *instance)
{
  if (instance->rank == 0) return NULL;
  Dimension *dimension = instance->dimension;
  if (!dimension) return NULL; /* of an expandable connector */
  if (dimension[0].by) return dimension[0].by;
  IndexType *by = arena_array(f->arena, (size_t)instance->rank, sizeof by[0]);
  for (int i = 0; i < instance->rank; i++) {
    Context context = dimension[i].context;
    by[i] = (IndexType){.type = FLAT_INTEGER};
    dimension_type(f, context, dimension[i].written->expr, &by[i]);
  }
  dimension[0].by = by;
  return by;
}

bool evaluate_size(const Flattening *f, Context context, const AstExpr *expr,
                   int *size)
{
  if (evaluate_size_of_type(f, context, expr, size)) return true;
  Value *value = evaluate_expression(f, context, expr);
  return value && value_size(&f->typing, value, size);
}

/* Section 10.1: without a value of its own, an array has the size of one of
 * its attributes. NULL: none of them is an array. */
static Value *shape_of_attribute(const Flattening *f, Instance *instance)
{
  static const char *const name[] = {"start", "min", "max", "nominal"};
  if (!instance_is_variable(instance)) return NULL;
  for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
    const Modifier *given = binding_of_attribute(f, instance, name[i]);
    bool is_each;
    if (!given || !given->value) continue;
    Value *value = bound_attribute(f, instance, given, &is_each);
    if (value && value->rank >= instance->rank) return value;
  }
  return NULL;
}

bool evaluate_is_size_computed(const Flattening *f, const Instance *instance)
{
  const Modifier *m = binding_modifier(instance);
  if (instance->variability > FLAT_PARAMETER || !m || !m->value ||
      m->value->kind != AST_CALL)
    return false;
  Attempt attempt;
  scope_try(&attempt, f);
  const InstClass *function =
      lookup_class(attempt.f.lookup, m->context, m->value->reference);
  const AstClass *text = function ? function->ast : NULL;
  for (int k = 0; text && k < text->n_elements; k++) {
    const AstElement *e = text->element[k];
    if (e->kind != AST_ELEMENT_COMPONENT || e->prefix.causality != AST_OUTPUT)
      continue;
    for (int i = 0; i < e->n_subscripts; i++) {
      const AstExpr *size = e->subscript[i].expr;
      if (!size || size->kind == AST_COLON) return true;
    }
    return false;
  }
  return false;
}

/* The whole value, where it is known at translation; else what its type says.
 * External code is called only where there is no other way. */
static Value *computed_shape(const Flattening *f, const Flattening *by_type,
                             Instance *instance)
{
  Attempt attempt;
  Flattening inside;
  scope_try(&attempt, f);
  scope_evaluate(&inside, &attempt.f, MODE_EVALUATE);
  Value *value = bound_value(&inside, instance);
  if (!value) value = bound_value(by_type, instance);
  if (!open_is(value)) return value;
  scope_evaluate(&inside, f, MODE_EVALUATE);
  return bound_value(&inside, instance);
}

Value *evaluate_shape(const Flattening *f, Instance *instance)
{
  assert(instance->rank > 0);
  Span span = instance->element->name_span;
  Flattening inside;
  scope_evaluate(&inside, f, MODE_SHAPE);
  Value *shape =
      binding_exists(instance) ? NULL : shape_of_attribute(&inside, instance);
  if (shape) return shape;
  if (!binding_exists(instance)) {
    Diagnostic *d = fault_error(f->faults, span, E213,
                                "the size of '%s' is ':' and it has no value",
                                instance->path);
    if (d) d->is_of_a_part = true;
    return NULL;
  }
  if (!check_depth(f, span)) return NULL;
  return evaluate_is_size_computed(f, instance)
             ? computed_shape(f, &inside, instance)
             : bound_value(&inside, instance);
}

/* --- components --- */

static void evaluate_report_cycle(const Flattening *f, const Instance *instance)
{
  assert(instance->evaluation == EVALUATION_ACTIVE);
  Diagnostic *d =
      fault_error(f->faults, instance->element->name_span, E206,
                  "the value of '%s' depends on itself", instance->path);
  const Instance *chain[CYCLE_SHOWN + 1];
  int n = 0;
  for (const Evaluation *e = f->evaluation; e; e = e->next) {
    if (n <= CYCLE_SHOWN) chain[n++] = e->instance;
    if (e->instance == instance) break;
  }
  for (int i = n - 1; i >= 0; i--) {
    const Instance *needed = i > 0 ? chain[i - 1] : instance;
    fault_note(f->faults, d, needed->element->name_span, "'%s' needs '%s'",
               chain[i]->path, needed->path);
  }
}

static void report_variable(const Flattening *f, const Instance *instance,
                            Span use)
{
  Diagnostic *d =
      fault_error(f->faults, use, E205,
                  "a value known at translation is needed here, '%s' is not",
                  instance->path);
  fault_note(f->faults, d, instance->element->name_span,
             "it varies during simulation");
}

static void evaluate_report_no_value(const Flattening *f,
                                     const Instance *instance, Span use)
{
  bool is_constant = instance->variability == FLAT_CONSTANT;
  Diagnostic *d =
      is_constant ? fault_error(f->faults, instance->element->name_span, E205,
                                "constant '%s' has no value", instance->path)
                  : fault_error(f->faults, use, E205,
                                "the value of '%s' is needed here, it has none",
                                instance->path);
  if (!is_constant) {
    fault_note(f->faults, d, instance->element->name_span, "declared here");
  }
}

/* Section 8.6: the start value stands for a value that was forgotten, unless
 * it is to be computed (fixed = false). NULL: there is none. */
static Value *start_value(const Flattening *f, Instance *instance, Span use)
{
  const Modifier *start = binding_of_attribute(f, instance, "start");
  if (!start || instance->variability != FLAT_PARAMETER || instance->rank > 0 ||
      evaluation_is_computed(f, instance)) {
    evaluate_report_no_value(f, instance, use);
    return NULL;
  }
  fault_warning(f->faults, instance->element->name_span, W204,
                "'%s' has no value: its start value is taken", instance->path);
  bool is_each;
  return bound_attribute(f, instance, start, &is_each);
}

static Value *evaluate_variable(const Flattening *f, Instance *instance,
                                Span use)
{
  Value *given = overrides_value(f, instance);
  if (given) return given;
  Value *value = binding_exists(instance) ? bound_value(f, instance)
                                          : start_value(f, instance, use);
  if (!value) return NULL;
  Value *like = instance_placeholder(f, instance, use);
  FaultPlace before = binding_enter(f, instance, binding_modifier(instance));
  value = value_bind(&f->typing, value, like, "the value of", instance->path);
  if (value) value = value_constant(&f->typing, value);
  fault_leave(f->faults, &before);
  return overrides_elements(f, instance, value);
}

/* What is only tried may fail where it would not otherwise: C is not called
 * then. */
static EvaluationState failed_state(const Flattening *f)
{
  return fault_is_unheard(f->faults) ? EVALUATION_NONE : EVALUATION_FAILED;
}

Value *evaluate_instance(const Flattening *f, Instance *instance, Span use)
{
  assert(instance_is_variable(instance));
  bool is_object = instance->class_def->type == FLAT_OBJECT;
  if (instance->variability > FLAT_PARAMETER && !instance->is_package &&
      !is_object) {
    report_variable(f, instance, use);
    return NULL;
  }
  if (resizable_refuses(f, instance, use)) return NULL;
  instance->evaluated = !instance->is_structural;
  if (f->tables->family) instance->evaluated_alike = true;
  component_family_use_kept(f, instance->index_levels);
  binding_use(f, instance);
  if (instance->evaluation == EVALUATION_KNOWN) {
    return value_with_span(&f->typing, instance->constant, use);
  }
  if (instance->evaluation == EVALUATION_FAILED) return NULL;
  if (instance->evaluation == EVALUATION_ACTIVE) {
    evaluate_report_cycle(f, instance);
    return NULL;
  }
  if (!check_depth(f, use)) return NULL;
  Flattening inside;
  Evaluation link;
  scope_evaluate_component(&inside, f, &link, instance);
  instance->evaluation = EVALUATION_ACTIVE;
  uint64_t levels = component_family_begin_kept(f);
  instance->constant = value_indexed_by(
      &inside.typing, evaluate_variable(&inside, instance, use),
      evaluate_index_types(f, instance));
  component_family_end_kept(f, levels, &instance->index_levels);
  instance->evaluation =
      instance->constant ? EVALUATION_KNOWN : failed_state(f);
  return instance->constant
             ? value_with_span(&f->typing, instance->constant, use)
             : NULL;
}

/* --- expressions with variables --- */

static FlatExpr *variable_literal(const void *flattening, const FlatExpr *expr)
{
  const Flattening *f = flattening;
  Instance *instance = replicas_instance(f, expr->variable);
  if (!instance_is_variable(instance)) { /* it was made by flattening */
    fault_error(f->faults, expr->span, E205,
                "a value known at translation is needed here, this is computed "
                "while the model runs");
    return NULL;
  }
  Value *value = evaluate_instance(f, instance, expr->span);
  int element = f->tables->variable[expr->variable.i].element;
  assert(!value || element < value->n_elements);
  return value ? value_at(&f->typing, value, element) : NULL;
}

FlatExpr *evaluate_constant(const void *flattening, FlatExpr *expr)
{
  const Flattening *f = flattening;
  return constant_fold(f->faults, expr, variable_literal, f);
}
