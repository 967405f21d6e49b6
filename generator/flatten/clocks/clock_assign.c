/* clock_assign.c: see clock_assign.h. */
#include "flatten/clocks/clock_assign.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/flat/flat_find.h"

typedef struct Assignment {
  const Flattening *f;
  ClockPartitions *all;
  Arena *arena; /* scratch */
  int *owner;   /* [n_vars] the equation of a variable; -1: none, -2: no one */
  int *mark;    /* [n_vars] the search that has met it */
} Assignment;

static bool clock_assign_is_candidate(const Assignment *a,
                                      const ClockedEquation *eq,
                                      const FlatExpr *e)
{
  return e->kind == FLAT_EXPR_VARIABLE && e->variability > FLAT_PARAMETER &&
         a->all->root[e->variable.i] == eq->root &&
         a->owner[e->variable.i] != -2;
}

static bool is_free(const Assignment *a, const ClockedEquation *eq,
                    const FlatExpr *side)
{
  return clock_assign_is_candidate(a, eq, side) &&
         a->owner[side->variable.i] == -1;
}

static void clock_assign_give(Assignment *a, int k, FlatVarId variable)
{
  assert(variable.i >= 0 && a->owner[variable.i] != -2);
  a->all->equation[k].variable = variable;
  a->owner[variable.i] = k;
}

/* Equations with one side that they can define first; of two that are left,
 * either one. Repeated until nothing changes, then one is chosen. */
static void assign_sides(Assignment *a)
{
  ClockPartitions *all = a->all;
  bool may_choose = false;
  for (int n_left = all->n_equations, before = n_left + 1; n_left > 0;) {
    if (n_left == before && may_choose) break;
    may_choose = n_left == before;
    before = n_left;
    n_left = 0;
    for (int k = 0; k < all->n_equations; k++) {
      const ClockedEquation *eq = &all->equation[k];
      if (eq->variable.i >= 0) continue;
      bool left = is_free(a, eq, eq->left);
      bool right = is_free(a, eq, eq->right);
      if (left != right || (left && may_choose)) {
        clock_assign_give(a, k, (left ? eq->left : eq->right)->variable);
        may_choose = false;
      } else {
        n_left++;
      }
    }
  }
}

/* --- equations that have to be solved --- */

/* Not in scratch memory, which flat_find() gives back. */
typedef struct Choices {
  int *variable; /* that an equation could determine */
  int n, cap;
} Choices;

static void clock_assign_add_candidate(Assignment *a, Choices *found,
                                       const FlatExpr *e)
{
  found->variable = vector_grow(a->f->arena, found->variable, &found->cap,
                                found->n + 1, sizeof found->variable[0]);
  found->variable[found->n++] = e->variable.i;
}

typedef struct Looking {
  Assignment *a;
  const ClockedEquation *eq;
  Choices *found;
} Looking;

static FlatVerdict look_for_candidate(void *context, const FlatExpr *at)
{
  const Looking *look = context;
  if (clock_partition_is_operator(at)) return FLAT_LEAVE_OUT;
  if (at->type == FLAT_REAL && clock_assign_is_candidate(look->a, look->eq, at))
    clock_assign_add_candidate(look->a, look->found, at);
  return FLAT_GO_ON;
}

/* Variables that stand alone come first. */
static Choices candidates(Assignment *a, const ClockedEquation *eq)
{
  Choices found = {0};
  if (clock_assign_is_candidate(a, eq, eq->left))
    clock_assign_add_candidate(a, &found, eq->left);
  if (clock_assign_is_candidate(a, eq, eq->right))
    clock_assign_add_candidate(a, &found, eq->right);
  if (eq->left->type != FLAT_REAL) return found;
  Looking look = {a, eq, &found};
  flat_find(a->f->s, eq->left, look_for_candidate, &look);
  flat_find(a->f->s, eq->right, look_for_candidate, &look);
  return found;
}

typedef struct Step {
  int equation;
  Choices found;
  int next;
} Step;

/* The way along which the equation and others change their variables. */
static bool clock_assign_augment(Assignment *a, int first)
{
  assert(a->all->equation[first].variable.i < 0);
  Step *step = NULL;
  int n = 0, cap = 0;
  int equation = first;
  for (;;) {
    step = vector_grow(a->arena, step, &cap, n + 1, sizeof step[0]);
    step[n++] = (Step){equation, candidates(a, &a->all->equation[equation]), 0};
    int next = -2;
    while (n > 0 && next == -2) {
      Step *top = &step[n - 1];
      if (top->next == top->found.n) {
        n--;
        continue;
      }
      int variable = top->found.variable[top->next++];
      if (a->mark[variable] == first + 1) continue;
      a->mark[variable] = first + 1;
      next = a->owner[variable];
    }
    if (n == 0) return false;
    if (next < 0) break;
    equation = next;
  }
  for (int k = 0; k < n; k++) {
    clock_assign_give(a, step[k].equation,
                      (FlatVarId){step[k].found.variable[step[k].next - 1]});
  }
  return true;
}

static void clock_assign_report(const Assignment *a, const ClockedEquation *eq)
{
  fault_error(a->f->faults, eq->span, E290,
              eq->left->type == FLAT_REAL
                  ? "a clocked equation for which no variable is left, since "
                    "other equations determine all those in it, is not "
                    "supported"
                  : "a clocked equation that is not of type Real must have "
                    "the form 'variable = expression', with a variable that "
                    "no other equation determines");
}

/* --- values --- */

static bool clock_assign_is_variable(const FlatExpr *side, FlatVarId variable)
{
  return side->kind == FLAT_EXPR_VARIABLE && side->variable.i == variable.i;
}

static void clock_assign_set_value(Assignment *a, ClockedEquation *eq)
{
  assert(eq->variable.i >= 0 && eq->left->type == eq->right->type);
  const Typing *t = &a->f->typing;
  if (clock_assign_is_variable(eq->left, eq->variable)) {
    eq->value = eq->right;
  } else if (clock_assign_is_variable(eq->right, eq->variable)) {
    eq->value = eq->left;
  } else {
    FlatExpr *self = types_variable(t, eq->span, eq->variable,
                                    &a->f->flat->var[eq->variable.i]);
    FlatExpr *rest =
        types_binary(t, eq->span, FLAT_SUBTRACT, eq->right, eq->left);
    eq->value = types_binary(t, eq->span, FLAT_ADD, self, rest);
  }
}

static void clock_assign_begin(Assignment *a)
{
  ClockPartitions *all = a->all;
  size_t n = (size_t)a->f->flat->n_vars + 1;
  a->owner = arena_array(a->arena, n, sizeof a->owner[0]);
  a->mark = arena_array(a->arena, n, sizeof a->mark[0]);
  for (size_t i = 0; i < n; i++) a->owner[i] = -1;
  for (int k = 0; k < all->n_states; k++) a->owner[all->state[k].x.i] = -2;
  for (int k = 0; k < all->n_equations; k++) {
    FlatVarId variable = all->equation[k].variable;
    if (variable.i >= 0) a->owner[variable.i] = -2;
  }
}

bool clock_assign(const Flattening *f, ClockPartitions *all)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Assignment a = {.f = f, .all = all, .arena = session_scratch(f->s)};
  bool good = true;
  clock_assign_begin(&a);
  assign_sides(&a);
  for (int k = 0; k < all->n_equations; k++) {
    ClockedEquation *eq = &all->equation[k];
    if (eq->variable.i >= 0 || clock_assign_augment(&a, k)) continue;
    clock_assign_report(&a, eq);
    good = false;
  }
  for (int k = 0; good && k < all->n_equations; k++)
    clock_assign_set_value(&a, &all->equation[k]);
  arena_release(mark);
  return good;
}
