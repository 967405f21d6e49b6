/* when_equations.c: see when_equations.h. */
#include "flatten/equations/when_equations.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/equations/equations.h"
#include "flatten/equations/when_parts.h"
#include "flatten/equations/when_targets.h"
#include "flatten/expressions/expressions.h"
#include "flatten/instances/scope.h"

/* --- what becomes discrete --- */

/* Which branch of an if-equation is taken does not matter here. */
static void find_targets(const EquationContext *here,
                         const AstEquation *equation)
{
  FlatWhenBranch none = {0};
  EquationContext inside = *here;
  inside.when = &none;
  for (int k = 0; k < equation->n_branches; k++) {
    const AstEquationBranch *branch = &equation->branch[k];
    equations_flatten_list(&inside, branch->equation, branch->n_equations);
  }
}

/* --- conditions --- */

static bool flatten_conditions(const EquationContext *here,
                               const AstExpr *written, FlatWhenBranch *branch)
{
  const Flattening *f = here->f;
  Value *value = expression_value(f, here->context, written);
  if (!value) return false;
  if (value->kind == VALUE_RECORD || value->rank > 1) {
    fault_error(f->faults, written->span, E204,
                "the condition after 'when' must be a Boolean or a vector of "
                "them, this is %s",
                value_type_text(&f->typing, value));
    return false;
  }
  branch->condition = arena_array(f->s->flat_arena, (size_t)value->n_elements,
                                  sizeof branch->condition[0]);
  bool good = true;
  for (int i = 0; i < value->n_elements; i++) {
    FlatExpr *condition = value_at(&f->typing, value, i);
    good = when_check_condition(f, condition) && good;
    branch->condition[branch->n_conditions++] = condition;
  }
  return good;
}

/* --- the whole --- */

static bool when_equations_check_place(const EquationContext *here,
                                       const AstEquation *equation)
{
  const Flattening *f = here->f;
  if (here->when || here->is_clocked) {
    fault_error(f->faults, equation->span, E237,
                "a when-equation inside of another one");
    return false;
  }
  if (here->is_initial) {
    fault_error(f->faults, equation->span, E237,
                "a when-equation in an initial equation section");
    return false;
  }
  if (!here->is_runtime) return true;
  fault_error(f->faults, equation->span, E205,
              "a when-equation under a condition that changes while the model "
              "runs");
  return false;
}

static void append_when(const EquationContext *here, const FlatWhen *when)
{
  assert(when->n_branches > 0);
  FlatModel *flat = here->f->flat;
  flat->when = vector_grow(here->f->s->flat_arena, flat->when, &flat->cap_whens,
                           flat->n_whens + 1, sizeof flat->when[0]);
  flat->when[flat->n_whens++] = *when;
}

/* --- clocked when-clauses --- */

static bool is_clocked(const EquationContext *here, const AstEquation *equation)
{
  const Flattening *f = here->f;
  int n_assertions = f->flat->n_assertions;
  Attempt attempt;
  scope_try(&attempt, f);
  Value *value = expression_value(&attempt.f, here->context,
                                  equation->branch[0].condition);
  f->flat->n_assertions = n_assertions; /* the condition is made again */
  return value && value_is_scalar(value) &&
         clock_is(value_at(&f->typing, value, 0));
}

/* Section 16.6: general equations, all with this clock. */
static void flatten_clocked(const EquationContext *here,
                            const AstEquation *equation)
{
  const Flattening *f = here->f;
  const AstEquationBranch *branch = &equation->branch[0];
  if (equation->n_branches > 1) {
    fault_error(f->faults, equation->branch[1].span, E237,
                "'elsewhen' after a clock");
    return;
  }
  assert(equation->n_branches == 1);
  FlatExpr *clock = expression_flatten(f, here->context, branch->condition);
  int first = f->flat->n_equations, first_assertion = f->flat->n_assertions;
  EquationContext inside = *here;
  Flattening impure;
  scope_purity(&impure, f, false);
  inside.f = &impure;
  inside.is_clocked = true;
  equations_flatten_list(&inside, branch->equation, branch->n_equations);
  for (int k = first; k < f->flat->n_equations; k++)
    f->flat->equation[k].clock = clock;
  for (int k = first_assertion; k < f->flat->n_assertions; k++)
    f->flat->assertion[k].clock = clock;
}

void when_flatten(const EquationContext *here, const AstEquation *equation)
{
  assert(equation->kind == AST_EQ_WHEN && equation->n_branches > 0);
  const Flattening *f = here->f;
  if (here->pass == PASS_DISCRETE) {
    find_targets(here, equation);
    return;
  }
  if (!when_equations_check_place(here, equation)) return;
  if (is_clocked(here, equation)) {
    flatten_clocked(here, equation);
    return;
  }
  FlatWhen when = {.span = equation->span,
                   .n_branches = equation->n_branches,
                   .component = here->context.instance->component};
  when.branch = arena_array(f->s->flat_arena, (size_t)when.n_branches,
                            sizeof when.branch[0]);
  bool good = true;
  Flattening in_when;
  scope_when(&in_when, f);
  for (int k = 0; k < equation->n_branches; k++) {
    const AstEquationBranch *written = &equation->branch[k];
    EquationContext inside = *here;
    inside.f = &in_when;
    inside.when = &when.branch[k];
    good = flatten_conditions(here, written->condition, inside.when) && good;
    equations_flatten_list(&inside, written->equation, written->n_equations);
  }
  if (!good || !when_targets_check(f, &when)) return;
  append_when(here, &when);
  equations_call_conditionally(here, equation);
}
