/* flat.c: see flat.h. */
#include "flatten/flat/flat.h"

#include <assert.h>

#include "base/vector.h"

void flat_add_assertion(FlatModel *flat, Arena *arena, FlatAssertion assertion)
{
  assert(assertion.message && assertion.condition->type == FLAT_BOOLEAN);
  flat->assertion =
      vector_grow(arena, flat->assertion, &flat->cap_assertions,
                  flat->n_assertions + 1, sizeof flat->assertion[0]);
  flat->assertion[flat->n_assertions++] = assertion;
}

/* Branches are short: each target is looked for among those before it. */
static bool flat_is_first(const FlatWhen *when, int branch, int action)
{
  const FlatAction *at = &when->branch[branch].action[action];
  assert(at->target->kind == FLAT_EXPR_VARIABLE);
  for (int b = 0; b <= branch; b++) {
    int n = b < branch ? when->branch[b].n_actions : action;
    for (int k = 0; k < n; k++) {
      const FlatAction *other = &when->branch[b].action[k];
      if (other->kind == FLAT_ACTION_ASSIGN &&
          other->target->variable.i == at->target->variable.i) {
        return false;
      }
    }
  }
  return true;
}

int flat_when_unknowns(const FlatWhen *when)
{
  int n = 0;
  for (int b = 0; b < when->n_branches; b++) {
    for (int k = 0; k < when->branch[b].n_actions; k++) {
      const FlatAction *action = &when->branch[b].action[k];
      n += action->kind == FLAT_ACTION_ASSIGN && flat_is_first(when, b, k);
    }
  }
  return n;
}

void flat_add_equation(FlatModel *flat, Arena *arena, FlatEquation equation)
{
  assert(equation.left->type == equation.right->type);
  flat->equation = vector_grow(arena, flat->equation, &flat->cap_equations,
                               flat->n_equations + 1, sizeof equation);
  flat->equation[flat->n_equations++] = equation;
}
