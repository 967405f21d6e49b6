/* algorithm_variability.c: see algorithm_variability.h. */
#include "flatten/equations/algorithm_variability.h"

#include <assert.h>

#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_function.h"

static bool is_continuous_leaf(const FlatExpr *at)
{
  return (at->kind == FLAT_EXPR_LOCAL || at->kind == FLAT_EXPR_VARIABLE ||
          at->kind == FLAT_EXPR_TIME) &&
         at->type == FLAT_REAL && at->variability == FLAT_CONTINUOUS;
}

static FlatVerdict look_inside_no_event(void *context, const FlatExpr *at)
{
  (void)context;
  return is_continuous_leaf(at) ? FLAT_FOUND : FLAT_GO_ON;
}

static FlatVerdict look_for_continuous(void *session, const FlatExpr *at)
{
  if (is_continuous_leaf(at)) return FLAT_FOUND;
  if (at->kind != FLAT_EXPR_CALL) return FLAT_GO_ON;
  if (at->function == FLAT_NO_EVENT) {
    return flat_find(session, at->arg[0], look_inside_no_event, NULL)
               ? FLAT_FOUND
               : FLAT_LEAVE_OUT;
  }
  const FlatFunctionRow *row = flat_function(at->function);
  bool is_discrete = row->events == FLAT_EVENTS_STEPS ||
                     row->rule == FLAT_RULE_PRE || row->rule == FLAT_RULE_EDGE;
  return is_discrete ? FLAT_LEAVE_OUT : FLAT_GO_ON;
}

static bool algorithm_variability_is_continuous(const Flattening *f,
                                                const FlatExpr *expr)
{
  return flat_find(f->s, expr, look_for_continuous, f->s) != NULL;
}

static bool all_is_discrete(const FunctionBuild *b)
{
  return b->algorithm->is_in_when || b->algorithm->section->is_initial;
}

bool algorithm_switches(const Flattening *f, const FunctionBuild *b,
                        const FlatExpr *condition)
{
  assert(condition->type == FLAT_BOOLEAN);
  return !all_is_discrete(b) &&
         algorithm_variability_is_continuous(f, condition);
}

/* As deep as records are nested. */
bool algorithm_assigns(const Flattening *f, FunctionBuild *b, Span span,
                       const Value *target, const Value *value)
{
  assert(b->algorithm);
  if (all_is_discrete(b) || target->kind == VALUE_FUNCTION) return true;
  if (target->kind == VALUE_RECORD) {
    for (int k = 0; k < target->record->n_fields; k++) {
      if (!algorithm_assigns(f, b, span, target->field[k], value->field[k]))
        return false;
    }
    return true;
  }
  for (int i = 0; i < target->n_elements; i++) {
    const FlatExpr *to = value_at(&f->typing, target, i);
    if (to->variability > FLAT_DISCRETE) continue;
    bool changes =
        algorithm_variability_is_continuous(f, value_at(&f->typing, value, i));
    if (!changes && b->n_switches == 0) continue;
    Diagnostic *d = fault_error(
        f->faults, span, E209,
        changes ? "a variable that changes at events only is given a value "
                  "that changes continuously"
                : "a variable that changes at events only is assigned under a "
                  "condition that makes no event");
    fault_note(
        f->faults, d, NO_SPAN,
        "relations outside of noEvent() make events, and so does 'when'");
    return false;
  }
  return true;
}
