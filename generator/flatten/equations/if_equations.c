/* if_equations.c: see if_equations.h. */
#include "flatten/equations/if_equations.h"

#include <assert.h>
#include <stdlib.h>

#include "flatten/equations/equations.h"
#include "flatten/equations/scalar_equation.h"
#include "flatten/equations/when_targets.h"
#include "flatten/expressions/expressions.h"
#include "flatten/flat/flat_find.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/instances/guard.h"
#include "flatten/instances/scope.h"

/* --- which branch --- */

static FlatVerdict look_for_run(void *context, const FlatExpr *at)
{
  const Flattening *const *model = context;
  const Flattening *f = *model;
  bool waits =
      at->kind == FLAT_EXPR_VARIABLE &&
      (at->type == FLAT_REAL ||
       evaluation_is_computed(f, component_family_like(f, at->variable)));
  return waits ? FLAT_FOUND : FLAT_GO_ON;
}

/* A condition on a Real parameter is left to the running model, so that the
 * parameter can still be changed; one on a parameter that the initial
 * equations determine must be. */
static bool waits_for_run(const Flattening *f, const FlatExpr *expr)
{
  return flat_find(f->s, expr, look_for_run, &f) != NULL;
}

typedef enum Choice {
  CHOICE_TRUE,
  CHOICE_FALSE,
  CHOICE_LATER, /* while the model runs */
  CHOICE_FAULTY
} Choice;

static Choice known_choice(const Flattening *f, FlatExpr *condition)
{
  assert(condition->type == FLAT_BOOLEAN);
  const FlatExpr *literal = types_constant(&f->typing, condition);
  if (!literal) return CHOICE_FAULTY;
  return literal->boolean ? CHOICE_TRUE : CHOICE_FALSE;
}

/* The value follows from a parameter that the initial equations determine. */
static bool is_found_later(const Flattening *f, FlatExpr *condition)
{
  Attempt attempt;
  scope_try(&attempt, f);
  return !types_constant(&attempt.f.typing, condition) &&
         evaluation_follows(f, condition);
}

static Choice if_equations_opposite(Choice choice)
{
  if (choice == CHOICE_TRUE) return CHOICE_FALSE;
  return choice == CHOICE_FALSE ? CHOICE_TRUE : choice;
}

/* One side of `and`, `or` may decide alone. With must_be_known no parameter
 * waits. The recursion follows the text of the condition along its left side
 * no deeper than MOST_OPERANDS. */
#define MOST_OPERANDS 100

static Choice if_equations_choice_of(const Flattening *f, FlatExpr *condition,
                                     bool must_be_known, int depth)
{
  assert(condition->type == FLAT_BOOLEAN);
  bool is_structural = condition->variability <= FLAT_PARAMETER &&
                       (must_be_known || !waits_for_run(f, condition));
  if (is_structural || evaluation_is_known(f, condition)) {
    bool is_later = !must_be_known && is_found_later(f, condition);
    return is_later ? CHOICE_LATER : known_choice(f, condition);
  }
  bool is_and = condition->function == FLAT_AND;
  bool is_not = condition->function == FLAT_NOT;
  if (condition->kind != FLAT_EXPR_CALL || depth > MOST_OPERANDS ||
      (!is_and && !is_not && condition->function != FLAT_OR)) {
    return CHOICE_LATER;
  }
  Choice deciding = is_and ? CHOICE_FALSE : CHOICE_TRUE;
  Choice left =
      if_equations_choice_of(f, condition->arg[0], must_be_known, depth + 1);
  if (is_not) return if_equations_opposite(left);
  if (left == deciding || left == CHOICE_FAULTY) return left;
  Choice right =
      if_equations_choice_of(f, condition->arg[1], must_be_known, depth + 1);
  return right == deciding || right == CHOICE_FAULTY ? right : CHOICE_LATER;
}

static Choice if_equations_choose(const EquationContext *here,
                                  const AstExpr *written, bool must_be_known,
                                  FlatExpr **condition)
{
  const Flattening *f = here->f;
  *condition = expression_flatten(f, here->context, written);
  if (!*condition) return CHOICE_FAULTY;
  if ((*condition)->type != FLAT_BOOLEAN) {
    fault_error(f->faults, written->span, E204,
                "the condition after 'if' must be a Boolean, this is %s",
                types_a_name((*condition)->type));
    return CHOICE_FAULTY;
  }
  Choice choice = if_equations_choice_of(f, *condition, must_be_known, 0);
  if (!must_be_known || choice != CHOICE_LATER) return choice;
  fault_error(f->faults, written->span, E205,
              "connect under a condition that changes while the model runs");
  return CHOICE_FAULTY;
}

/* The equations of one branch, taken out of the flat model again. */
typedef struct Branch {
  FlatExpr *condition; /* NULL: else */
  FlatEquation *equation;
  int n_equations;
  int first_action, n_actions; /* inside of `when`, where they stay */
} Branch;

static Branch take_branch(const EquationContext *here,
                          const AstEquationBranch *written, FlatExpr *condition)
{
  const Flattening *f = here->f;
  int first = f->flat->n_equations;
  int first_action = here->when ? here->when->n_actions : 0;
  Flattening where;
  EquationContext inside = *here;
  scope_guard(&where, f, guard_where(f, condition));
  inside.f = &where;
  inside.is_runtime = true;
  equations_flatten_list(&inside, written->equation, written->n_equations);
  int n = f->flat->n_equations - first;
  assert(n >= 0);
  FlatEquation *copy =
      arena_array(session_scratch(f->s), (size_t)n, sizeof copy[0]);
  for (int i = 0; i < n; i++) copy[i] = f->flat->equation[first + i];
  f->flat->n_equations = first;
  int n_actions = here->when ? here->when->n_actions - first_action : 0;
  return (Branch){condition, copy, n, first_action, n_actions};
}

static bool is_same_variable(const FlatExpr *a, const FlatExpr *b)
{
  while (a->kind == FLAT_EXPR_CALL && b->kind == FLAT_EXPR_CALL &&
         a->function == FLAT_DER && b->function == FLAT_DER) {
    a = a->arg[0];
    b = b->arg[0];
  }
  return a->kind == FLAT_EXPR_VARIABLE && b->kind == FLAT_EXPR_VARIABLE &&
         a->variable.i == b->variable.i;
}

static bool have_same_left(const Branch *branch, int n, int k)
{
  for (int i = 1; i < n; i++) {
    assert(branch[i].n_equations == branch[0].n_equations);
    if (!is_same_variable(branch[0].equation[k].left,
                          branch[i].equation[k].left)) {
      return false;
    }
  }
  return true;
}

static FlatExpr *residual(const Flattening *f, const FlatEquation *equation)
{
  return types_binary(&f->typing, equation->span, FLAT_SUBTRACT, equation->left,
                      equation->right);
}

/* left = if c1 then right1 else ..., or the same of differences = 0. */
static void if_equations_join(const EquationContext *here,
                              const AstEquation *written, const Branch *branch,
                              int n, int k)
{
  assert(k >= 0 && k < branch[0].n_equations);
  const Flattening *f = here->f;
  bool same = have_same_left(branch, n, k);
  FlatExpr *value = NULL;
  for (int i = n - 1; i >= 0; i--) {
    FlatEquation *equation = &branch[i].equation[k];
    if (!same && equation->left->type != FLAT_REAL) {
      fault_unsupported(f->faults, written->span,
                        "an if-equation with different variables on the left "
                        "that are not Reals");
      return;
    }
    FlatExpr *one = same ? equation->right : residual(f, equation);
    value = i == n - 1 ? one
                       : types_if(&f->typing, written->span,
                                  branch[i].condition, one, value);
  }
  FlatExpr *left = same ? branch[0].equation[k].left
                        : types_real(&f->typing, written->span, 0.0);
  scalar_equation(here, written->span, left, value);
}

/* Equations for the same variable stand at the same place, whatever the order
 * in which they are written. */
static void align(const Branch *first, const Branch *other)
{
  for (int k = 0; k < first->n_equations; k++) {
    const FlatExpr *left = first->equation[k].left;
    int at = k;
    while (at < other->n_equations &&
           !is_same_variable(left, other->equation[at].left)) {
      at++;
    }
    if (at == k || at == other->n_equations) continue;
    FlatEquation found = other->equation[at];
    other->equation[at] = other->equation[k];
    other->equation[k] = found;
  }
}

static const Branch *find_longer_or_shorter(const Branch *branch, int n)
{
  bool has_else = n > 0 && !branch[n - 1].condition;
  for (int i = 0; i < n; i++) {
    if (branch[i].n_equations != branch[0].n_equations ||
        (!has_else && branch[i].n_equations > 0)) {
      return &branch[i];
    }
  }
  return NULL;
}

/* Which branch holds, by the values of parameters, which become constants
 * (section 8.3.4). False: it depends on more than parameters. */
static bool keep_one(const EquationContext *here, const Branch *branch, int n)
{
  for (int i = 0; i < n; i++) {
    FlatExpr *condition = branch[i].condition;
    Choice choice = condition
                        ? if_equations_choice_of(here->f, condition, true, 0)
                        : CHOICE_TRUE;
    if (choice == CHOICE_LATER) return false;
    if (choice == CHOICE_FAULTY) return true;
    if (choice == CHOICE_FALSE) continue;
    for (int k = 0; k < branch[i].n_equations; k++) {
      const FlatEquation *e = &branch[i].equation[k];
      scalar_equation(here, e->span, e->left, e->right);
    }
    return true;
  }
  return true;
}

static void join_branches(const EquationContext *here,
                          const AstEquation *written, const Branch *branch,
                          int n)
{
  const Flattening *f = here->f;
  const Branch *other = find_longer_or_shorter(branch, n);
  if (other && keep_one(here, branch, n)) return;
  if (other) {
    Diagnostic *d = fault_error(
        f->faults, written->span, E236,
        "the branches of this if-equation differ in their number of "
        "equations: %d and %d",
        branch[0].n_equations,
        branch[n - 1].condition ? 0 : other->n_equations);
    fault_note(f->faults, d, NO_SPAN,
               "its condition is known only while the model runs");
    return;
  }
  for (int i = 1; i < n; i++) align(&branch[0], &branch[i]);
  for (int k = 0; k < branch[0].n_equations; k++)
    if_equations_join(here, written, branch, n, k);
}

static bool if_equations_is_of_parameters(const Branch *branch, int n)
{
  for (int i = 0; i < n; i++) {
    if (branch[i].condition &&
        branch[i].condition->variability > FLAT_PARAMETER)
      return false;
  }
  return true;
}

/* Section 8.3.5.3: inside of `when`, branches define the same variables,
 * unless parameters choose. */
static void check_targets(const EquationContext *here,
                          const AstEquation *written, const Branch *branch,
                          int n)
{
  const FlatVar *only = NULL;
  if (!here->when || n == 0 || if_equations_is_of_parameters(branch, n)) return;
  const FlatAction *action = here->when->action;
  const Branch *first = &branch[0];
  bool has_else = !branch[n - 1].condition;
  for (int i = 1; !only && i < n + !has_else; i++) {
    bool is_there = i < n;
    only = when_targets_differ(
        here->f, action + first->first_action, first->n_actions,
        is_there ? action + branch[i].first_action : NULL,
        is_there ? branch[i].n_actions : 0);
  }
  if (!only) return;
  Diagnostic *d = fault_error(
      here->f->faults, written->span, E237,
      "'%s' is defined in some branches of this if-equation only: inside of "
      "'when' each branch must define the same variables (section 8.3.5.3)",
      only->name);
  fault_note(here->f->faults, d, NO_SPAN, "'%s = pre(%s)' keeps its value",
             only->name, only->name);
}

void if_flatten(const EquationContext *here, const AstEquation *equation)
{
  assert(equation->kind == AST_EQ_IF && equation->n_branches > 0);
  const Flattening *f = here->f;
  bool is_connections =
      here->pass == PASS_CONNECTIONS || here->pass == PASS_EXPAND;
  if (here->pass == PASS_DISCRETE && here->when) {
    for (int i = 0; i < equation->n_branches; i++) {
      const AstEquationBranch *branch = &equation->branch[i];
      equations_flatten_list(here, branch->equation, branch->n_equations);
    }
    return;
  }
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Branch *branch = arena_array(session_scratch(f->s),
                               (size_t)equation->n_branches, sizeof branch[0]);
  int n = 0, n_lost = f->tables->n_lost;
  bool good = true;
  Flattening where; /* the branches before are not chosen */
  EquationContext rest = *here;
  scope_guard(&where, f, f->guard);
  rest.f = &where;
  for (int i = 0; i < equation->n_branches; i++) {
    const AstEquationBranch *written = &equation->branch[i];
    FlatExpr *condition = NULL;
    Choice choice = CHOICE_TRUE;
    if (written->condition) {
      choice = if_equations_choose(&rest, written->condition, is_connections,
                                   &condition);
    }
    if (choice == CHOICE_FAULTY) {
      good = false;
      break;
    }
    if (choice == CHOICE_FALSE) continue;
    if (choice == CHOICE_TRUE && n == 0) {
      equations_flatten_list(here, written->equation, written->n_equations);
      good = false; /* nothing is left to be joined */
      break;
    }
    if (choice == CHOICE_TRUE) condition = NULL;
    branch[n++] = take_branch(&rest, written, condition);
    if (choice == CHOICE_TRUE) break;
    scope_guard(&where, f, guard_where_not(&where, condition));
  }
  bool is_whole = f->tables->n_lost == n_lost;
  if (good && is_whole && n > 0) {
    check_targets(here, equation, branch, n);
    join_branches(here, equation, branch, n);
    equations_call_conditionally(here, equation);
  }
  arena_release(mark);
}
