/* when_parts.c: see when_parts.h. */
#include "flatten/equations/when_parts.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/replicas.h"
#include "flatten/flat/builtin_word.h"
#include "flatten/flat/flat_rewrite.h"
#include "flatten/instances/scope.h"

/* --- what becomes discrete --- */

/* The array of which it is an element becomes discrete as a whole. */
static void when_parts_mark_variable(const Flattening *f,
                                     const FlatExpr *target)
{
  if (!target || target->kind != FLAT_EXPR_VARIABLE) return;
  const Instance *instance = replicas_instance(f, target->variable);
  assert(instance);
  for (int i = 0; i < instance->n_elements; i++) {
    FlatVar *var = &f->flat->var[instance->variable.i + i];
    if (var->variability == FLAT_CONTINUOUS) var->variability = FLAT_DISCRETE;
    var->is_when_assigned = true;
  }
}

void when_mark_value(const Flattening *f, const Value *value)
{
  if (!value) return;
  if (value->kind == VALUE_RECORD) {
    for (int k = 0; k < value->record->n_fields; k++)
      when_mark_value(f, value->field[k]);
    return;
  }
  for (int i = 0; i < value->n_elements; i++) {
    when_parts_mark_variable(f, value_at(&f->typing, value, i));
  }
}

/* The model or block between an instance and the one that the equation stands
 * in; NULL: none, or it is not inside of it (outer). */
static const Instance *when_parts_component(const Flattening *f,
                                            const Instance *around,
                                            const Instance *instance)
{
  const Instance *found = NULL;
  const Instance *at = instance;
  for (; at && at != around; at = at->parent) {
    if (!at->type || instance_is_variable(at)) continue;
    AstRestriction kind = lookup_true_restriction(f->lookup, at->type);
    if (kind == AST_MODEL || kind == AST_BLOCK) found = at;
  }
  return at ? found : NULL;
}

/* Section 4.4.4: who uses a component gives it no equations for its own. */
void when_check_owner(const Flattening *f, Context context, const AstExpr *left,
                      const Value *value)
{
  const Instance *around = context.instance;
  while (value && value->kind == VALUE_RECORD)
    value = value->record->n_fields > 0 ? value->field[0] : NULL;
  if (!around || !value || value->n_elements == 0) return;
  const FlatExpr *target = value_at(&f->typing, value, 0);
  if (!target || target->kind != FLAT_EXPR_VARIABLE) return;
  const Instance *owner =
      when_parts_component(f, around, replicas_instance(f, target->variable));
  if (!owner) return;
  fault_error(f->faults, left->span, E237,
              "a when-clause cannot define a variable of the component '%s' "
              "(section 4.4.4)",
              owner->path);
}

/* v = e, and (a, b) = f(x). */
void when_mark(const EquationContext *here, const AstEquation *equation)
{
  const Flattening *f = here->f;
  const AstExpr *left = equation->left;
  if (left->kind == AST_REFERENCE) {
    Value *value = expression_value(f, here->context, left);
    when_check_owner(f, here->context, left, value);
    when_mark_value(f, value);
  }
  for (int i = 0; left->kind == AST_TUPLE && i < left->n_args; i++) {
    if (!left->arg[i]) continue;
    Value *value = expression_value(f, here->context, left->arg[i]);
    when_check_owner(f, here->context, left->arg[i], value);
    when_mark_value(f, value);
  }
}

/* --- actions --- */

static FlatAction *append_action(const EquationContext *here,
                                 FlatActionKind kind, Span span)
{
  assert(here->when);
  FlatWhenBranch *branch = here->when;
  branch->action =
      vector_grow(here->f->s->flat_arena, branch->action, &branch->cap_actions,
                  branch->n_actions + 1, sizeof branch->action[0]);
  FlatAction *action = &branch->action[branch->n_actions++];
  *action = (FlatAction){.kind = kind, .span = span, .guard = here->f->guard};
  return action;
}

void when_assign(const EquationContext *here, Span span, FlatExpr *target,
                 FlatExpr *value)
{
  assert(target->type == value->type);
  const Flattening *f = here->f;
  if (target->kind == FLAT_EXPR_CALL && target->function == FLAT_TO_REAL) {
    fault_error(f->faults, span, E204,
                "a Real value cannot be given to an Integer variable");
    return;
  }
  if (target->kind != FLAT_EXPR_VARIABLE) {
    Diagnostic *d =
        fault_error(f->faults, span, E237,
                    "an equation inside of 'when' must have the form "
                    "'variable = expression'");
    fault_note(f->faults, d, NO_SPAN,
               "while the condition does not become true, the variable keeps "
               "its value");
    return;
  }
  if (target->variability <= FLAT_PARAMETER) {
    fault_error(f->faults, target->span, E209, "'%s' cannot change: it is a %s",
                f->flat->var[target->variable.i].name,
                types_variability_name(target->variability));
    return;
  }
  FlatAction *action = append_action(here, FLAT_ACTION_ASSIGN, span);
  action->target = target;
  action->value = value;
}

void when_assert(const EquationContext *here, const AstExpr *call,
                 FlatExpr *condition)
{
  Arena *arena = here->f->s->flat_arena;
  const char *message = equation_context_message(here, call, 1);
  bool is_warning = equation_context_is_warning(here, call);
  FlatAction *action = append_action(here, FLAT_ACTION_ASSERT, call->span);
  action->value = condition;
  action->message = arena_copy_text(arena, message, strlen(message));
  action->is_warning = is_warning;
}

static void flatten_terminate(const EquationContext *here, const AstExpr *call)
{
  Arena *arena = here->f->s->flat_arena;
  const char *message = equation_context_message(here, call, 0);
  FlatAction *action = append_action(here, FLAT_ACTION_TERMINATE, call->span);
  action->message = arena_copy_text(arena, message, strlen(message));
}

static bool when_parts_is_initial(const FlatExpr *e)
{
  return e->kind == FLAT_EXPR_CALL && e->function == FLAT_INITIAL_CALL;
}

static FlatRewrite at_the_start(void *context, FlatExpr **node)
{
  const Flattening *f = context;
  if (!when_parts_is_initial(*node)) return REWRITE_INSIDE;
  *node = types_boolean(&f->typing, (*node)->span, true);
  return REWRITE_DONE;
}

/* Section 8.6: reinit() under `when initial()` is an initial equation where the
 * conditions around it hold at the start; parameters that decide this keep
 * their values. */
static bool is_false_initially(const EquationContext *here)
{
  const Flattening *f = here->f;
  const FlatWhenBranch *branch = here->when;
  bool has_initial = false;
  for (int k = 0; k < branch->n_conditions; k++)
    has_initial |=
        branch->condition[k] && when_parts_is_initial(branch->condition[k]);
  if (!has_initial || !f->guard) return false;
  FlatExpr *guard = flat_rewrite(f->s, f->guard, at_the_start, (void *)f);
  Attempt attempt;
  scope_may_be_unknown(&attempt, f);
  const FlatExpr *known =
      guard ? types_constant(&attempt.f.typing, guard) : NULL;
  return known && !known->boolean;
}

static void reinit_scalar(const EquationContext *here, const AstExpr *call,
                          FlatExpr *x, FlatExpr *value)
{
  const Flattening *f = here->f;
  value = x && value ? types_convert(&f->typing, value, FLAT_REAL) : NULL;
  if (!x) return;
  if (x->kind != FLAT_EXPR_VARIABLE || x->type != FLAT_REAL ||
      x->variability != FLAT_CONTINUOUS) {
    fault_error(f->faults, x->span, E204,
                "'reinit' needs a continuous-time Real variable");
    return;
  }
  if (!value) {
    fault_error(f->faults, call->span, E204,
                "the second argument of 'reinit' must be a Real");
    return;
  }
  bool not_initially = is_false_initially(here);
  FlatAction *action = append_action(here, FLAT_ACTION_REINIT, call->span);
  action->not_initially = not_initially;
  action->target = x;
  action->value = value;
}

static void flatten_reinit(const EquationContext *here, const AstExpr *call)
{
  assert(here->when);
  const Flattening *f = here->f;
  if (call->n_args != 2 || call->n_named > 0) {
    fault_error(f->faults, call->span, E208, "'reinit' takes 2 arguments");
    return;
  }
  Value *x = expression_value(f, here->context, call->arg[0]);
  Value *value = expression_value(f, here->context, call->arg[1]);
  if (!x || !value) return;
  if (x->kind == VALUE_RECORD || value->kind == VALUE_RECORD ||
      !value_same_shape(x, value)) {
    fault_error(f->faults, call->span, E213,
                "the arguments of 'reinit' differ: %s and %s",
                value_type_text(&f->typing, x),
                value_type_text(&f->typing, value));
    return;
  }
  for (int i = 0; i < x->n_elements; i++) {
    reinit_scalar(here, call, value_at(&f->typing, x, i),
                  value_at(&f->typing, value, i));
  }
}

bool when_call(const EquationContext *here, const AstExpr *call)
{
  const AstReference *name = call->reference;
  BuiltinWord word = builtin_word(name);
  bool is_reinit = word == WORD_REINIT;
  if (!is_reinit && word != WORD_TERMINATE) return false;
  if (!here->when && !is_reinit) return false; /* an algorithm of its own */
  if (!here->when) {
    fault_error(here->f->faults, call->span, E237,
                "'%s' is allowed inside of 'when' only", name->part[0].ident);
  } else if (is_reinit) {
    flatten_reinit(here, call);
  } else {
    flatten_terminate(here, call);
  }
  return true;
}

/* --- conditions --- */

bool when_check_condition(const Flattening *f, const FlatExpr *condition)
{
  if (!condition) return false;
  if (clock_is(condition)) {
    fault_error(f->faults, condition->span, E204,
                "a clocked when-clause is an equation, it cannot stand in an "
                "algorithm (section 16.6)");
    return false;
  }
  if (condition->type != FLAT_BOOLEAN) {
    fault_error(f->faults, condition->span, E204,
                "the condition after 'when' must be a Boolean, this is %s",
                types_a_name(condition->type));
    return false;
  }
  if (condition->variability < FLAT_CONTINUOUS) return true;
  Diagnostic *d = fault_error(
      f->faults, condition->span, E209,
      "the condition after 'when' must be a discrete-time expression");
  fault_note(f->faults, d, NO_SPAN,
             "relations inside noEvent() do not make events");
  return false;
}
