/* start_point.c: parameters first, in order of need, then start values. */
#include "reduce/system/start_point.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"
#include "reduce/simplify/free_parameters.h"
#include "reduce/system/incidence.h"

static double start_point_value_of(const void *context, VarId var)
{
  const StartPoint *p = context;
  return p->value[var.i];
}

/* In [0.25, 1], the same in every run. */
static double generic_number(int i, int shake)
{
  uint32_t h = (uint32_t)i * 2654435761u + (uint32_t)shake * 40503u;
  h ^= h >> 15;
  h *= 2246822519u;
  h ^= h >> 13;
  return 0.25 + 0.75 * (double)(h & 0xFFFFFF) / (double)0xFFFFFF;
}

/* Any value, the same in every run. */
static bool generic_relation(const void *context, int index)
{
  const StartPoint *p = context;
  return generic_number(index, p->shake + 7) > 0.625;
}

/* v moved a little; zero does not stay zero. */
static double start_point_moved(double v, double generic)
{
  return v + 0.2 * generic * (fabs(v) > 1 ? fabs(v) : 1);
}

/* Depth-first over "needs the value of", with a stack of its own. */
typedef struct Bindings {
  const System *sys;
  Walk *walk;
  Arena *arena;
  enum { OPEN, ENTERED, DONE } * state; /* [n_vars] */
  int *stack;
  int depth, cap_stack;
  bool others; /* parameters get other values than their own */
} Bindings;

static void start_point_push(Bindings *b, int i)
{
  b->stack = vector_grow(b->arena, b->stack, &b->cap_stack, b->depth + 1,
                         sizeof b->stack[0]);
  b->stack[b->depth++] = i;
}

static void push_needed(Bindings *b, ExprId binding)
{
  walk_from(b->walk, binding, false);
  for (int k = 0; k < b->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(b->sys->exprs, b->walk->node[k]);
    if (n->op != EXPR_VAR || b->state[n->var.i] != OPEN) continue;
    if (b->sys->var[n->var.i].binding.i >= 0) start_point_push(b, n->var.i);
  }
}

/* A parameter that may be set: its binding is a number. */
static bool start_point_may_be_set(const System *sys, const Var *var)
{
  return var->kind == VAR_PARAMETER && var->type == VAR_REAL &&
         expr_is_const(sys->exprs, var->binding, NULL);
}

static double start_point_binding_value(const Bindings *b, const StartPoint *p,
                                        int i)
{
  const Var *var = &b->sys->var[i];
  double v = evaluate(b->walk, var->binding, &p->point);
  /* What a function computes that only runs in the FMU: any number, not the
   * same one for all. */
  if (!isfinite(v) && p->shake > 0 && var->type == VAR_REAL)
    return generic_number(i, p->shake);
  bool other = b->others && start_point_may_be_set(b->sys, var);
  return other ? start_point_moved(v, generic_number(i, p->shake)) : v;
}

/* Bindings may refer to parameters declared later. In a cycle, which is an
 * error that parameters.c reports, the first one met counts as zero. */
static void evaluate_bindings(const System *sys, Walk *walk, StartPoint *p,
                              const IntList *bound, bool others, Arena *arena)
{
  Bindings b = {.sys = sys, .walk = walk, .arena = arena, .others = others};
  b.state = arena_array(arena, (size_t)sys->n_vars, sizeof b.state[0]);
  for (int k = 0; k < bound->n; k++) {
    start_point_push(&b, bound->item[k]);
    while (b.depth > 0) {
      int at = b.stack[b.depth - 1];
      ExprId binding = sys->var[at].binding;
      if (b.state[at] == OPEN) {
        b.state[at] = ENTERED;
        push_needed(&b, binding);
        continue;
      }
      if (b.state[at] == ENTERED) {
        p->value[at] = start_point_binding_value(&b, p, at);
      }
      b.state[at] = DONE;
      b.depth--;
    }
  }
}

static void start_point_set_start(const System *sys, Walk *walk, StartPoint *p,
                                  int i)
{
  const Var *var = &sys->var[i];
  double generic = generic_number(i, p->shake);
  double v =
      var->start.i >= 0 ? evaluate(walk, var->start, &p->point) : generic;
  bool down = p->shake > START_FREE_RELATIONS && p->shake % 2 == 1;
  if (p->shake > 0) v = start_point_moved(v, down ? -generic : generic);
  if (p->shake > 0 && var->type == VAR_BOOLEAN) v = generic > 0.625;
  p->value[i] = isfinite(v) ? v : generic;
}

static StartPoint *start_point_compute(const System *sys, Walk *walk, int shake,
                                       bool others, Arena *arena)
{
  StartPoint *p = arena_alloc(arena, sizeof *p);
  p->value = arena_array(arena, (size_t)sys->n_vars, sizeof(double));
  p->point = (EvaluatePoint){.var = start_point_value_of,
                             .context = p,
                             .time = sys->experiment.start + 0.7 * shake,
                             .initial = true};
  p->shake = shake;
  if (shake > 0 && shake <= START_FREE_RELATIONS) {
    p->point.relation = generic_relation;
  }
  IntList bound = {0};
  int cap = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->binding.i >= 0) {
      bound.item = vector_grow(arena, bound.item, &cap, bound.n + 1,
                               sizeof bound.item[0]);
      bound.item[bound.n++] = i;
    } else if (var->kind == VAR_PARAMETER) {
      start_point_set_start(sys, walk, p,
                            i); /* it is free; bindings may hold it */
    }
  }
  evaluate_bindings(sys, walk, p, &bound, others, arena);
  for (int i = 0; i < sys->n_vars; i++) {
    if (sys->var[i].binding.i < 0) start_point_set_start(sys, walk, p, i);
  }
  return p;
}

StartPoint *start_point_make(const System *sys, Walk *walk, int shake,
                             Arena *arena)
{
  assert(shake >= 0);
  return start_point_compute(sys, walk, shake, false, arena);
}

StartPoint *start_point_other(const System *sys, Walk *walk, int shake,
                              Arena *arena)
{
  assert(shake > 0);
  return start_point_compute(sys, walk, shake, true, arena);
}

double start_point_number(const StartPoint *p, Walk *walk, ExprId e)
{
  assert(e.i >= 0);
  return evaluate(walk, e, &p->point);
}
