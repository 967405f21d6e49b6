/* clock_held.c: see clock_held.h. */
#include "flatten/clocks/clock_held.h"

#include "base/vector.h"
#include "flatten/clocks/clock_partition.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/flat/made_variable.h"

/* Where hold() may stand. */
static bool clock_held_may_hold(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION: return true;
  case FLAT_AT_START: /* parameters only */
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED: return false;
  case FLAT_AT_RESULT_SIDE: /* operators are refused in algorithms */
  case FLAT_AT_SHOWN:
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

static FlatVerdict look_for_operator(void *context, const FlatExpr *at)
{
  (void)context;
  return clock_partition_is_operator(at) ? FLAT_FOUND : FLAT_GO_ON;
}

static bool holds_operator(const Flattening *f, const FlatExpr *at)
{
  return at->kind == FLAT_EXPR_CALL && at->function == FLAT_CLOCK_HOLD &&
         flat_find(f->s, at->arg[0], look_for_operator, NULL);
}

static FlatExpr *named(const Flattening *f, FlatExpr *held)
{
  FlatVariability variability =
      held->type == FLAT_REAL ? FLAT_CONTINUOUS : FLAT_DISCRETE;
  FlatVarId id = made_variable(f, "held", held->type, variability, held->span);
  f->flat->var[id.i].enumeration = held->enumeration;
  f->flat->var[id.i].binding = held;
  return made_variable_use(f, held->span, id);
}

/* In place: nodes that expressions share mean the same in all of them. */
static void name_held(void *context, FlatPlace place, int at, FlatExpr **e)
{
  const Flattening *f = context;
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  (void)place, (void)at;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = *e;
  while (n > 0) {
    FlatExpr *node = stack[--n];
    stack =
        vector_grow(scratch, stack, &cap, n + node->n_args, sizeof stack[0]);
    for (int i = 0; i < node->n_args; i++) stack[n++] = node->arg[i];
    if (holds_operator(f, node)) node->arg[0] = named(f, node->arg[0]);
  }
  arena_release(mark);
}

void clock_held(const Flattening *f)
{
  flat_each_expression(f->flat, clock_held_may_hold, name_held, (void *)f);
}
