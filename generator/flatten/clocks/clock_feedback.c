/* clock_feedback.c: see clock_feedback.h. */
#include "flatten/clocks/clock_feedback.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/flat/flat_find.h"

/* An expression that the value of a variable follows from. */
typedef struct Reason {
  const FlatExpr *expr;
  int next; /* of the same variable; -1: none */
} Reason;

struct ClockFeedback {
  const Flattening *f;
  const ClockPartitions *all;
  Arena *arena; /* not scratch memory, which flat_find() gives back */
  int *first;   /* [n_vars] reason; -1: none */
  Reason *reason;
  int n_reasons, cap_reasons;
  int *seen; /* [n_vars] the search that has met it, from 1 */
  int search;
  int *wanted; /* variables to look at */
  int n_wanted, cap_wanted;
};

static void feedback_add(ClockFeedback *b, const FlatExpr *variable,
                         const FlatExpr *expr)
{
  if (!expr || variable->kind != FLAT_EXPR_VARIABLE) return;
  int *first = &b->first[variable->variable.i];
  b->reason = vector_grow(b->arena, b->reason, &b->cap_reasons,
                          b->n_reasons + 1, sizeof b->reason[0]);
  b->reason[b->n_reasons] = (Reason){expr, *first};
  *first = b->n_reasons++;
}

/* What a branch assigns follows from its condition and from those before. */
static void feedback_add_when(ClockFeedback *b, const FlatWhen *when)
{
  for (int i = 0; i < when->n_branches; i++) {
    const FlatWhenBranch *branch = &when->branch[i];
    for (int j = 0; j < branch->n_actions; j++) {
      const FlatAction *a = &branch->action[j];
      if (a->kind != FLAT_ACTION_ASSIGN) continue;
      feedback_add(b, a->target, a->value);
      feedback_add(b, a->target, a->guard);
      for (int k = 0; k <= i; k++) {
        for (int n = 0; n < when->branch[k].n_conditions; n++)
          feedback_add(b, a->target, when->branch[k].condition[n]);
      }
    }
  }
}

static void feedback_add_all(ClockFeedback *b)
{
  const FlatModel *flat = b->f->flat;
  for (int k = 0; k < flat->n_equations; k++) {
    const FlatEquation *eq = &flat->equation[k];
    if (eq->is_initial) continue;
    feedback_add(b, eq->left, eq->right);
    feedback_add(b, eq->right, eq->left);
  }
  for (int k = 0; k < flat->n_whens; k++) feedback_add_when(b, &flat->when[k]);
  for (int k = 0; k < b->all->n_equations; k++) {
    const ClockedEquation *eq = &b->all->equation[k];
    assert(eq->variable.i >= 0 && eq->value);
    feedback_add(b, eq->left, eq->value);
    feedback_add(b, eq->right, eq->value);
  }
}

ClockFeedback *clock_feedback_begin(const Flattening *f,
                                    const ClockPartitions *all)
{
  size_t n = (size_t)f->flat->n_vars + 1;
  ClockFeedback *b = arena_alloc(f->arena, sizeof *b);
  *b = (ClockFeedback){.f = f, .all = all, .arena = f->arena};
  b->first = arena_array(f->arena, n, sizeof b->first[0]);
  b->seen = arena_array(f->arena, n, sizeof b->seen[0]);
  for (size_t i = 0; i < n; i++) b->first[i] = -1;
  feedback_add_all(b);
  return b;
}

static void feedback_want(ClockFeedback *b, FlatVarId v)
{
  if (b->seen[v.i] == b->search) return;
  b->seen[v.i] = b->search;
  b->wanted = vector_grow(b->arena, b->wanted, &b->cap_wanted, b->n_wanted + 1,
                          sizeof b->wanted[0]);
  b->wanted[b->n_wanted++] = v.i;
}

static FlatVerdict feedback_look(void *context, const FlatExpr *at)
{
  ClockFeedback *b = context;
  if (at->kind == FLAT_EXPR_CALL &&
      (at->function == FLAT_PRE || at->function == FLAT_CLOCK_PREVIOUS ||
       at->function == FLAT_CLOCK_SAMPLE))
    return FLAT_LEAVE_OUT;
  if (at->kind == FLAT_EXPR_VARIABLE && at->variability > FLAT_PARAMETER) {
    bool is_clocked = b->all->root[at->variable.i] >= 0;
    if (is_clocked || at->type != FLAT_REAL) feedback_want(b, at->variable);
  }
  return FLAT_GO_ON;
}

static void feedback_want_all(ClockFeedback *b, const FlatExpr *expr)
{
  flat_find(b->f->s, expr, feedback_look, b);
}

/* A clocked variable changes at ticks of its clock. */
static int feedback_base_of(const ClockFeedback *b, int variable)
{
  int root = b->all->root[variable];
  return root < 0 ? -1 : b->all->partition[root].base;
}

bool clock_feedback_is_through(ClockFeedback *b, int base)
{
  const ClockBase *clock = b->all->base;
  assert(base >= 0 && base < b->all->n_bases && clock[base].is_event);
  b->search++;
  b->n_wanted = 0;
  feedback_want_all(b, clock[base].expr->arg[0]);
  while (b->n_wanted > 0) {
    int v = b->wanted[--b->n_wanted];
    int by = feedback_base_of(b, v);
    if (by == base) return true;
    if (by >= 0 && clock[by].is_event)
      feedback_want_all(b, clock[by].expr->arg[0]);
    const FlatVar *var = &b->f->flat->var[v];
    if (var->binding) feedback_want_all(b, var->binding);
    for (int k = b->first[v]; k >= 0; k = b->reason[k].next)
      feedback_want_all(b, b->reason[k].expr);
  }
  return false;
}
