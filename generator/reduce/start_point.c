/* start_point.c: parameters first, in order of need, then start values. */
#include "reduce/start_point.h"

#include <math.h>

static double value_of(const void *context, VarId var)
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

/* Bindings may refer to parameters declared later: repeat while something
 * changes, at most as often as chains are long. */
static void evaluate_bindings(const System *sys, Walk *walk, StartPoint *p)
{
  bool again = true;
  for (int round = 0; again && round < 100; round++) {
    again = false;
    for (int i = 0; i < sys->n_vars; i++) {
      if (sys->var[i].binding.i < 0) continue;
      double v = evaluate(walk, sys->var[i].binding, &p->point);
      if (v == p->value[i] || (isnan(v) && isnan(p->value[i]))) continue;
      p->value[i] = v;
      again = true;
    }
  }
}

StartPoint *start_point_make(const System *sys, Walk *walk, int shake,
                             Arena *arena)
{
  StartPoint *p = arena_alloc(arena, sizeof *p);
  p->value = arena_array(arena, (size_t)sys->n_vars, sizeof(double));
  p->point = (EvaluatePoint){.var = value_of,
                             .context = p,
                             .time = sys->experiment.start + 0.7 * shake,
                             .initial = true};
  evaluate_bindings(sys, walk, p);
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->binding.i >= 0) continue;
    double generic = generic_number(i, shake);
    double v = var->start.i >= 0 ? evaluate(walk, var->start, &p->point)
                                 : generic;
    if (shake > 0) v += 0.2 * generic * (fabs(v) > 1 ? fabs(v) : 1);
    p->value[i] = isfinite(v) ? v : generic;
  }
  return p;
}

double start_point_number(const StartPoint *p, Walk *walk, ExprId e)
{
  return evaluate(walk, e, &p->point);
}
