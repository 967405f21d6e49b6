/* short_run.c: the simplest importers there are. */
#include "check/run/short_run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define LONGEST_MOVE 0.1 /* of a state, in parts of it or 1 */

enum { EULER_STEPS = 20 };

/* Model Exchange goes in Euler steps, which need not be right but small. */
double short_time(const RunPlan *plan, int i)
{
  assert(i >= 0 && i <= SHORT_STEPS);
  double length = plan->step * SHORT_STEPS;
  if (length > plan->stop - plan->start) length = plan->stop - plan->start;
  if (plan->kind == fmi2ModelExchange) length /= 100;
  return plan->start + length * i / SHORT_STEPS;
}

/* --- Model Exchange --- */

/* Room for one step. */
typedef struct Euler {
  size_t n, n_events;
  fmi2Real *x, *dx, *before, *after;
} Euler;

static Euler make_euler(Probe *p)
{
  const FmuDescription *d = p->plan->description;
  Arena *arena = p->f->s->session_arena;
  Euler e = {.n = (size_t)d->n_derivatives,
             .n_events = (size_t)d->n_event_indicators};
  e.x = arena_array(arena, e.n + 1, sizeof e.x[0]);
  e.dx = arena_array(arena, e.n + 1, sizeof e.dx[0]);
  e.before = arena_array(arena, e.n_events + 1, sizeof e.before[0]);
  e.after = arena_array(arena, e.n_events + 1, sizeof e.after[0]);
  return e;
}

static bool read_indicators(Probe *p, const Euler *e, fmi2Real *z)
{
  return e->n_events == 0 ||
         PROBE(p, GetEventIndicators, p->component, z, e->n_events);
}

static bool crossed(const Euler *e)
{
  for (size_t i = 0; i < e->n_events; i++) {
    if ((e->before[i] > 0) != (e->after[i] > 0)) return true;
  }
  return false;
}

void short_move(double *x, const double *dx, size_t n, double size)
{
  double part = size;
  for (size_t i = 0; i < n; i++) {
    double most = LONGEST_MOVE * fmax(fabs(x[i]), 1);
    if (part * fabs(dx[i]) > most) part = most / fabs(dx[i]);
  }
  for (size_t i = 0; i < n; i++) x[i] += part * dx[i];
}

static bool euler_step(Probe *p, const Euler *e, double time, double size)
{
  fmi2Boolean enter = fmi2False, over = fmi2False;
  fmi2EventInfo info;
  if (!read_indicators(p, e, e->before)) return false;
  if (e->n > 0 && (!PROBE(p, GetContinuousStates, p->component, e->x, e->n) ||
                   !PROBE(p, GetDerivatives, p->component, e->dx, e->n))) {
    return false;
  }
  short_move(e->x, e->dx, e->n, size);
  p->mark->time = time + size;
  if (!PROBE(p, SetTime, p->component, time + size)) return false;
  if (e->n > 0 && !PROBE(p, SetContinuousStates, p->component, e->x, e->n)) {
    return false;
  }
  if (!PROBE(p, CompletedIntegratorStep, p->component, fmi2True, &enter,
             &over) ||
      !read_indicators(p, e, e->after)) {
    return false;
  }
  if (over) return false;
  if (!enter && !crossed(e)) return true;
  return PROBE(p, EnterEventMode, p->component) &&
         probe_iterate_events(p, &info) && !info.terminateSimulation;
}

bool short_step(Probe *p, int i)
{
  double from = short_time(p->plan, i), to = short_time(p->plan, i + 1);
  if (p->plan->kind == fmi2CoSimulation) return probe_step(p, from, to - from);
  Euler e = make_euler(p);
  double size = (to - from) / EULER_STEPS;
  for (int k = 0; k < EULER_STEPS; k++) {
    if (!euler_step(p, &e, from + k * size, size)) return false;
  }
  return true;
}

bool short_run(Probe *p, int from, int to, Values *values)
{
  assert(from >= 0 && from <= to);
  for (int i = from; i < to; i++) {
    if (!short_step(p, i)) return false;
  }
  p->mark->time = short_time(p->plan, to);
  return values_read(p, values);
}
