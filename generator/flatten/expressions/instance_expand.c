/* instance_expand.c: see instance_expand.h. */
#include "flatten/expressions/instance_expand.h"

#include <assert.h>

#include "flatten/expressions/bound_value.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/resizable.h"
#include "flatten/instances/binding.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/instance.h"

static bool instance_expand_is_open(const Dimension *d)
{
  return !d->written->expr || d->written->expr->kind == AST_COLON;
}

static bool has_open_dimension(const Instance *instance)
{
  for (int i = 0; i < instance->rank; i++) {
    if (instance_expand_is_open(&instance->dimension[i])) return true;
  }
  return false;
}

static bool count_elements(const Flattening *f, Instance *instance)
{
  assert(instance->rank > 0 && instance->dim);
  instance->n_elements = value_count(&f->typing, instance->element->name_span,
                                     instance->rank, instance->dim);
  return instance->n_elements >= 0;
}

/* Sizes written as `:` come from the value. The others are taken from it for
 * the moment, because they may be written as size() of the same array. */
static bool size_from_value(const Flattening *f, Instance *instance)
{
  if (bound_record_sizes(f, instance, instance->dim))
    return count_elements(f, instance);
  Value *shape = evaluate_shape(f, instance);
  if (!shape) return false;
  if (shape->rank < instance->rank) {
    fault_error(f->faults, shape->span, E213,
                "the value of '%s' has %d dimensions, %d are declared",
                instance->path, shape->rank, instance->rank);
    return false;
  }
  if (open_is(shape)) {
    fault_error(f->faults, shape->span, E205,
                "the size of '%s' is that of its value, which is computed "
                "while a function runs",
                instance->path);
    return false;
  }
  for (int i = 0; i < instance->rank; i++) instance->dim[i] = shape->dim[i];
  instance->is_expanded = instance_is_variable(instance);
  return count_elements(f, instance);
}

/* An array of an expandable connector grows with what is connected to it. */
static bool begin_sizeless(const Flattening *f, Instance *instance)
{
  if (!instance->parent || !instance_is_expandable(f, instance->parent) ||
      !has_open_dimension(instance) || binding_exists(instance)) {
    return false;
  }
  for (int i = 0; i < instance->rank; i++) {
    const Dimension *d = &instance->dimension[i];
    if (!instance_expand_is_open(d) &&
        !evaluate_size(f, d->context, d->written->expr, &instance->dim[i]))
      return false;
  }
  instance->dimension = NULL;
  instance->is_sizeless = true;
  return true;
}

static bool evaluate_dimensions(const Flattening *f, Instance *instance)
{
  instance->dim = arena_array(f->s->flat_arena, (size_t)instance->rank,
                              sizeof instance->dim[0]);
  if (begin_sizeless(f, instance)) return count_elements(f, instance);
  if (resizable_expand(f, instance)) {
    /* one variable stands for all elements */
    instance->n_elements = instance->resizable->owner == instance ? 1 : 0;
    return true;
  }
  if (has_open_dimension(instance) && !size_from_value(f, instance)) {
    return false;
  }
  for (int i = 0; i < instance->rank; i++) {
    const Dimension *d = &instance->dimension[i];
    if (instance_expand_is_open(d)) continue;
    if (!evaluate_size(f, d->context, d->written->expr, &instance->dim[i])) {
      return false;
    }
  }
  return count_elements(f, instance);
}

static bool instance_expand_new(const Flattening *f, Instance *instance)
{
  const AstElement *element = instance->element;
  /* A redeclaration keeps the condition of what it replaces (7.3.1). */
  bool is_new = element->condition != NULL;
  const AstExpr *written =
      is_new ? element->condition : instance->original->condition;
  if (written && !instance->is_disabled) {
    bool condition;
    Context context =
        is_new ? instance->context : lookup_context(instance->original_part);
    if (!evaluate_boolean(f, context, written, &condition)) return false;
    instance->is_disabled = !condition;
  }
  if (instance->is_disabled || instance->rank == 0) return true;
  if (!evaluate_dimensions(f, instance)) return false;
  bool is_outer = element->outer && !instance->is_inner_side;
  if (instance_is_variable(instance) || is_outer) return true;
  return instance_make_elements(f, instance);
}

static void report_cyclic_size(const Flattening *f, Instance *instance)
{
  fault_error(f->faults, instance->element->name_span, E206,
              "the size or condition of '%s' depends on itself",
              instance->path);
}

/* As if it had not been tried. */
static void instance_expand_undo(Instance *instance, const Instance *before)
{
  instance->dim = before->dim;
  instance->n_elements = before->n_elements;
  instance->array_element = before->array_element;
  instance->is_disabled = before->is_disabled;
}

bool instance_expand(const Flattening *f, Instance *instance)
{
  component_family_use_kept(f, instance->index_levels);
  if (instance->broken) return false;
  if (instance->is_expanded || !instance->element) return true;
  if (instance->evaluation == EVALUATION_ACTIVE) {
    report_cyclic_size(f, instance);
    instance->broken = !fault_is_unheard(f->faults);
    return false;
  }
  assert(instance->element && instance->original);
  const Instance before = *instance;
  uint64_t levels = component_family_begin_kept(f);
  FaultPlace around = fault_enter(f->faults, instance->parent);
  instance->evaluation = EVALUATION_ACTIVE;
  bool good = instance_expand_new(f, instance) && !instance->broken;
  instance->evaluation = before.evaluation;
  fault_leave(f->faults, &around);
  component_family_end_kept(f, levels, &instance->index_levels);
  bool is_over = good || !fault_is_unheard(f->faults);
  instance->is_expanded = is_over;
  instance->broken = !good && is_over;
  if (!is_over) instance_expand_undo(instance, &before);
  return good;
}
