/* clock_check.c: see clock_check.h. */
#include "flatten/clocks/clock_check.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"

/* --- arguments --- */

static bool clock_check_is(const FlatExpr *at, FlatFunction function)
{
  return at->kind == FLAT_EXPR_CALL && at->function == function;
}

static FlatVerdict look_for_clocked(void *context, const FlatExpr *at)
{
  const ClockSearch *s = context;
  if (clock_check_is(at, FLAT_CLOCK_HOLD)) return FLAT_LEAVE_OUT;
  if (clock_partition_is_operator(at)) return FLAT_FOUND;
  bool is_clocked = at->kind == FLAT_EXPR_VARIABLE &&
                    at->variability > FLAT_PARAMETER &&
                    s->all->root[at->variable.i] >= 0;
  return is_clocked ? FLAT_FOUND : FLAT_GO_ON;
}

/* Sections 16.3 and 16.5.1: what leads from continuous time to a clock. */
static void check_unclocked(ClockSearch *s, const FlatExpr *u, const char *what)
{
  if (!flat_find(s->f->s, u, look_for_clocked, s)) return;
  Diagnostic *d = fault_error(
      s->f->faults, u->span, E239,
      "%s is in continuous time, and this has a clock already", what);
  fault_note(s->f->faults, d, NO_SPAN,
             "hold() leads back to continuous time; subSample(), "
             "superSample(), shiftSample() and noClock() lead from one clock "
             "to another");
  s->failed = true;
}

/* Sections 16.5.1 and 16.5.2: before the first tick the start value counts. */
static void clock_check_variable(ClockSearch *s, const FlatExpr *op)
{
  const FlatExpr *u = op->arg[0];
  if (u->kind == FLAT_EXPR_VARIABLE || u->variability <= FLAT_PARAMETER) return;
  fault_error(s->f->faults, u->span, E204,
              "'%s' needs a clocked variable, not an expression: before the "
              "first tick its start value counts",
              op->function == FLAT_CLOCK_HOLD ? "hold" : "backSample");
  s->failed = true;
}

static void clock_check_operator(ClockSearch *s, const FlatExpr *op)
{
  if (clock_is(op)) return;
  if (op->function == FLAT_CLOCK_SAMPLE)
    check_unclocked(s, op->arg[0], "what sample() takes");
  if (op->function == FLAT_CLOCK_HOLD || op->function == FLAT_CLOCK_BACK)
    clock_check_variable(s, op);
}

bool clock_check_may_stand(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_VALUE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_ASSERTION: return true;
  case FLAT_AT_START: /* parameters only */
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED: return false;
  case FLAT_AT_SHOWN: /* a copy, for printing */
  case FLAT_AT_TABLE:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: return false;
  case FLAT_AT_CLOCK:
  case FLAT_AT_TARGET:
  case FLAT_AT_SUBSCRIPT: return false;
  }
  return false;
}

static void clock_check_expression(void *context, FlatPlace place, int at,
                                   const FlatExpr *e)
{
  ClockSearch *s = context;
  Arena *scratch = session_scratch(s->f->s);
  ArenaMark mark = arena_mark(scratch);
  const FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  (void)place, (void)at;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = e;
  while (n > 0) {
    const FlatExpr *node = stack[--n];
    if (clock_partition_is_operator(node)) clock_check_operator(s, node);
    stack =
        vector_grow(scratch, stack, &cap, n + node->n_args, sizeof stack[0]);
    for (int i = 0; i < node->n_args; i++) stack[n++] = node->arg[i];
  }
  arena_release(mark);
}

/* --- clocks --- */

static void check_conditions(ClockSearch *s)
{
  for (int k = 0; k < s->n_definitions; k++) {
    const FlatExpr *clock = s->definition[k].expr;
    if (clock->function == FLAT_CLOCK_EVENT)
      check_unclocked(s, clock->arg[0], "the condition of a clock");
  }
}

/* Section 16.10. */
static void check_asking(ClockSearch *s)
{
  for (int k = 0; k < s->n_asking; k++) {
    int root = clock_search_find(s, s->asking[k].node);
    const FlatExpr *op = s->asking[k].expr;
    if (s->all->partition[root].is_clocked) continue;
    clock_search_fail(
        s, op->span,
        op->function == FLAT_CLOCK_FIRST
            ? "firstTick() stands in clocked equations, and this one is in "
              "continuous time (section 16.10)"
            : "interval() stands in clocked equations, and this one is in "
              "continuous time (section 16.10)");
  }
}

/* --- what partitions without a solver method do not have --- */

static void check_whens(ClockSearch *s)
{
  for (int k = 0; k < s->n_items; k++) {
    const ClockItem *item = &s->item[k];
    const Partition *p = &s->all->partition[clock_search_find(s, item->node)];
    if (item->when == 0 || !p->is_clocked || p->method != METHOD_NONE) continue;
    Diagnostic *d = clock_search_fail(
        s, clock_search_span(s, item),
        "a when-equation with a condition and clocked variables in it");
    fault_note(s->f->faults, d, NO_SPAN,
               "hold() leads from a clock to continuous time; 'when Clock() "
               "then' has the clock of the equations in it");
  }
}

void clock_check(ClockSearch *s)
{
  assert(!s->failed && s->all->n_nodes == s->n_nodes);
  flat_read_expressions(s->f->flat, clock_check_may_stand,
                        clock_check_expression, s);
  check_conditions(s);
  check_asking(s);
  check_whens(s);
}

/* --- section 16.9: where clocked variables start --- */

typedef struct Starting {
  const Flattening *f;
  const ClockPartitions *all;
  bool failed;
} Starting;

/* Is the partition of the variable a clocked discrete-time one? */
static bool clock_check_is_discrete(const Starting *s, FlatVarId id)
{
  int root = s->all->root[id.i];
  return root >= 0 && s->all->partition[root].method == METHOD_NONE;
}

static FlatVerdict look_for_initial(void *context, const FlatExpr *at)
{
  const Starting *s = context;
  if (clock_check_is(at, FLAT_CLOCK_HOLD)) return FLAT_LEAVE_OUT;
  bool is_found = at->kind == FLAT_EXPR_VARIABLE &&
                  at->variability > FLAT_PARAMETER &&
                  clock_check_is_discrete(s, at->variable);
  return is_found ? FLAT_FOUND : FLAT_GO_ON;
}

static void check_initial(Starting *s, const FlatEquation *eq)
{
  const FlatExpr *at = flat_find(s->f->s, eq->left, look_for_initial, s);
  if (!at) at = flat_find(s->f->s, eq->right, look_for_initial, s);
  if (!at) return;
  fault_error(s->f->faults, eq->span, E239,
              "'%s' is clocked and has no place in an initial %s: previous() "
              "gives its start value at the first tick (section 16.9)",
              s->f->flat->var[at->variable.i].name,
              eq->algorithm > 0 ? "algorithm" : "equation");
  s->failed = true;
}

bool clock_check_start(const Flattening *f, const ClockPartitions *all)
{
  Starting s = {f, all, false};
  for (int k = 0; k < f->flat->n_equations; k++) {
    const FlatEquation *eq = &f->flat->equation[k];
    if (eq->is_initial) check_initial(&s, eq);
  }
  return !s.failed;
}
