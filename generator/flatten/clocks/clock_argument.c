/* clock_argument.c: see clock_argument.h. */
#include "flatten/clocks/clock_argument.h"

#include "base/vector.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/clocks/clock_check.h"
#include "flatten/clocks/clock_partition.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/flat/made_variable.h"

static bool clock_argument_is_named(const FlatExpr *at)
{
  if (!clock_partition_is_operator(at) || clock_is(at)) return false;
  bool converts =
      at->function == FLAT_CLOCK_SUB || at->function == FLAT_CLOCK_SUPER ||
      at->function == FLAT_CLOCK_SHIFT || at->function == FLAT_CLOCK_NO;
  return converts && at->arg[0]->kind != FLAT_EXPR_VARIABLE &&
         at->arg[0]->variability > FLAT_PARAMETER;
}

static FlatExpr *named(const Flattening *f, FlatExpr *held)
{
  FlatVariability variability =
      held->type == FLAT_REAL ? FLAT_CONTINUOUS : FLAT_DISCRETE;
  FlatVarId id =
      made_variable(f, "converted", held->type, variability, held->span);
  f->flat->var[id.i].enumeration = held->enumeration;
  f->flat->var[id.i].binding = held;
  return made_variable_use(f, held->span, id);
}

/* In place: nodes that expressions share mean the same in all of them. */
static void clock_argument_name(void *context, FlatPlace place, int at,
                                FlatExpr **e)
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
    if (clock_argument_is_named(node)) node->arg[0] = named(f, node->arg[0]);
  }
  arena_release(mark);
}

void clock_argument(const Flattening *f)
{
  flat_each_expression(f->flat, clock_check_may_stand, clock_argument_name,
                       (void *)f);
}
