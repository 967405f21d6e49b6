/* function_variables.c: see function_variables.h. */
#include "flatten/functions/function_variables.h"

#include <assert.h>

#include "flatten/classes/written.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"

/* As the declaration has it, whatever the value was before. */
static Value *function_indexed(const Flattening *f, const Instance *variable,
                               Value *value)
{
  bool fits = value && value->rank == variable->rank;
  return value_indexed_by(&f->typing, value,
                          fits ? evaluate_index_types(f, variable) : NULL);
}

Value *function_convert(const Flattening *f, const Instance *variable,
                        Value *value)
{
  if (!value || value->kind == VALUE_FUNCTION ||
      !instance_is_variable(variable)) {
    return value;
  }
  if (open_is(value)) {
    return function_indexed(
        f, variable,
        open_convert(&f->typing, value, variable->class_def->type,
                     variable->class_def->enumeration, variable->name));
  }
  Instance like = *variable;
  like.rank = value->rank;
  like.dim = (int *)value->dim;
  like.n_elements = value->n_elements;
  Value *type = instance_placeholder(f, &like, value->span);
  value = value_bind(&f->typing, value, type, "the value of", variable->name);
  return function_indexed(f, variable, value);
}

bool function_is_input(const Instance *variable)
{
  return variable->prefix.causality == AST_INPUT;
}

bool function_is_open_size(const Dimension *dimension)
{
  const AstExpr *size = dimension->written->expr;
  return !size || size->kind == AST_COLON;
}

bool function_has_open_size(const Instance *variable)
{
  for (int i = 0; i < variable->rank; i++) {
    if (function_is_open_size(&variable->dimension[i])) return true;
  }
  return false;
}

bool function_may_resize(const Instance *variable)
{
  return function_has_open_size(variable) &&
         !(variable->modifier && variable->modifier->value);
}

static bool declared_size(const Flattening *f, Context context,
                          const Dimension *dimension, int *size)
{
  Context inside = dimension->context;
  const AstExpr *written = dimension->written->expr;
  if (evaluate_size_of_type(f, inside, written, size)) return true;
  inside.iteration = context.iteration;
  Value *value = expression_value(f, inside, written);
  return value && value_size(&f->typing, value, size);
}

bool function_declared_sizes(const Flattening *f, Context context,
                             const Instance *variable, Span span, int *dim)
{
  for (int i = 0; i < variable->rank; i++) {
    const Dimension *dimension = &variable->dimension[i];
    if (function_is_open_size(dimension)) {
      fault_error(f->faults, span, E205,
                  "the size of '%s' is not known before it is assigned",
                  variable->name);
      return false;
    }
    if (!declared_size(f, context, dimension, &dim[i])) return false;
  }
  return true;
}

bool function_check_shape(const Flattening *f, Context context,
                          const Instance *variable, const Value *value)
{
  if (!instance_is_variable(variable) || open_is(value) ||
      value->kind == VALUE_RECORD || value->kind == VALUE_FUNCTION ||
      value->is_untyped || (variable->rank == 0 && value->rank == 0)) {
    return true;
  }
  int *dim = arena_array(value_arena(&f->typing), (size_t)variable->rank + 1,
                         sizeof dim[0]);
  bool fits = value->rank == variable->rank;
  for (int i = 0; i < variable->rank; i++) {
    const Dimension *dimension = &variable->dimension[i];
    int own = fits ? value->dim[i] : 0;
    dim[i] = own;
    if (function_is_open_size(dimension)) continue;
    Attempt attempt; /* a size that is not known yet is not a fault */
    scope_try(&attempt, f);
    if (!declared_size(&attempt.f, context, dimension, &dim[i])) dim[i] = own;
    fits = fits && dim[i] == own;
  }
  if (fits) return true;
  fault_error(f->faults, value->span, E213,
              "the value of '%s' must be %s, this is %s", variable->name,
              value_shape_text(&f->typing, variable->class_def->full_name,
                               variable->rank, dim),
              value_type_text(&f->typing, value));
  return false;
}

Value *function_declared_shape(const Flattening *f, Context context,
                               Instance *variable, Span span)
{
  if (variable->evaluation == EVALUATION_ACTIVE) {
    fault_error(f->faults, span, E206, "the size of '%s' depends on itself",
                variable->name);
    return NULL;
  }
  Instance like = *variable;
  like.dim =
      arena_array(f->s->flat_arena, (size_t)like.rank, sizeof like.dim[0]);
  EvaluationState before = variable->evaluation;
  variable->evaluation = EVALUATION_ACTIVE;
  bool good = function_declared_sizes(f, context, variable, span, like.dim);
  variable->evaluation = before;
  if (!good) return NULL;
  if (instance_is_variable(variable)) {
    return function_indexed(f, variable, instance_placeholder(f, &like, span));
  }
  FlatExpr *zero = types_real(&f->typing, span, 0.0);
  return like.rank == 0
             ? value_of(&f->typing, zero)
             : value_uniform(&f->typing, span, zero, like.rank, like.dim);
}

void function_bind_unassigned(const Flattening *f, const Components *variables,
                              Context *context)
{
  for (int i = 0; i < variables->n_items; i++) {
    Instance *variable = variables->item[i];
    if (variable->prefix.causality == AST_INPUT ||
        variable->variability == FLAT_CONSTANT || variable->broken) {
      continue;
    }
    Iteration *pair = arena_alloc(f->arena, sizeof *pair);
    *pair = (Iteration){.name = variable->name,
                        .next = context->iteration,
                        .unassigned = variable};
    context->iteration = pair;
  }
}

bool function_value_is_own(const Instance *variable)
{
  const Modifier *m = variable->modifier;
  const ClassPart *written = m ? m->context.part : NULL;
  const ClassPart *declared = variable->context.part;
  return !written || !declared || written->whole == declared->whole;
}

Context function_value_context(const Instance *variable,
                               const Iteration *variables)
{
  assert(variable->modifier && variable->modifier->value);
  Context context = variable->modifier->context;
  if (function_value_is_own(variable)) context.iteration = variables;
  return context;
}

Value *function_declared_value(const Flattening *f, Context inside,
                               const Instance *variable)
{
  const Modifier *m = variable->modifier;
  if (!m || !m->value) return NULL;
  return expression_value(f, function_value_context(variable, inside.iteration),
                          m->value);
}

const AstSection *function_no_algorithm(void)
{
  static const AstSection nothing = {.is_algorithm = true};
  return &nothing;
}

const AstSection *function_find_algorithm(const Flattening *f, ClassPart *part,
                                          ClassPart **where)
{
  const AstSection *found = NULL;
  for (int i = 0; i < part->ast->n_sections; i++) {
    if (written_says_nothing(part->ast->section[i])) continue;
    found = part->ast->section[i];
    *where = part;
  }
  if (found) return found->is_algorithm ? found : NULL;
  lookup_bases(f->lookup, part);
  for (int i = 0; i < part->n_bases && !found; i++) {
    if (part->base[i] && !part->base[i]->builtin) {
      found = function_find_algorithm(f, part->base[i], where);
    }
  }
  return found;
}

/* --- what statements assign --- */

static bool target_is(const AstExpr *left, Name name)
{
  if (left->kind == AST_REFERENCE) {
    return left->reference->part[0].ident == name;
  }
  for (int i = 0; i < left->n_args; i++) {
    if (left->arg[i] && target_is(left->arg[i], name)) return true;
  }
  return false;
}

bool function_assigns(AstStatement *const *statement, int n, Name name)
{
  for (int i = 0; i < n; i++) {
    const AstStatement *s = statement[i];
    bool assigns = s->kind == AST_ST_ASSIGN || s->kind == AST_ST_ASSIGN_TUPLE;
    if (assigns && target_is(s->left, name)) return true;
    for (int k = 0; k < s->n_branches; k++) {
      const AstStatementBranch *branch = &s->branch[k];
      if (function_assigns(branch->statement, branch->n_statements, name)) {
        return true;
      }
    }
  }
  return false;
}

/* --- what statements read --- */

typedef enum FirstUse { USE_NONE, USE_READ, USE_ASSIGN } FirstUse;

static FirstUse first_use(AstStatement *const *statement, int n, Name name)
{
  for (int i = 0; i < n; i++) {
    const AstStatement *s = statement[i];
    bool assigns = s->kind == AST_ST_ASSIGN || s->kind == AST_ST_ASSIGN_TUPLE;
    for (int k = 0; k < s->n_iterators; k++)
      if (written_reads(s->iterator[k].range, name)) return USE_READ;
    if (written_reads(s->right, name)) return USE_READ;
    if (!assigns && written_reads(s->left, name)) return USE_READ;
    if (assigns && target_is(s->left, name)) return USE_ASSIGN;
    for (int k = 0; k < s->n_branches; k++) {
      const AstStatementBranch *branch = &s->branch[k];
      if (written_reads(branch->condition, name)) return USE_READ;
      FirstUse use = first_use(branch->statement, branch->n_statements, name);
      if (use != USE_NONE) return use;
    }
  }
  return USE_NONE;
}

bool function_reads_first(const AstSection *algorithm, Name name)
{
  assert(algorithm);
  return first_use(algorithm->statement, algorithm->n_statements, name) ==
         USE_READ;
}

Value *function_empty(const Flattening *f, Context context, Instance *variable)
{
  assert(function_has_open_size(variable));
  if (!instance_is_variable(variable) || variable->broken) return NULL;
  Instance like = *variable;
  like.dim =
      arena_array(f->s->flat_arena, (size_t)like.rank, sizeof like.dim[0]);
  for (int i = 0; i < like.rank; i++) {
    Dimension *dimension = &variable->dimension[i];
    Attempt attempt; /* a size that is not known yet is not a fault */
    scope_try(&attempt, f);
    like.dim[i] = 0;
    if (!function_is_open_size(dimension) &&
        !declared_size(&attempt.f, context, dimension, &like.dim[i]))
      return NULL;
  }
  return instance_placeholder(f, &like, variable->element->name_span);
}
