/* couple_stepper.c: see couple_stepper.h. */
#include "couple/couple_stepper.h"

#include <assert.h>

static bool stepper_is_motion(const FmuVariable *v)
{
  return v->causality == FMU_INPUT && v->type == FMU_REAL &&
         v->variability == FMU_CONTINUOUS;
}

void couple_stepper_make(Session *s, const Fmu *fmu, CoupleStepper *p)
{
  const FmuDescription *d = fmu->description;
  Arena *arena = s->session_arena;
  size_t n = (size_t)d->n_variables;
  *p = (CoupleStepper){.fmu = fmu};
  p->motion = arena_array(arena, n, sizeof p->motion[0]);
  p->motion_of = arena_array(arena, n, sizeof p->motion_of[0]);
  p->reference = arena_array(arena, n, sizeof p->reference[0]);
  p->value = arena_array(arena, n, sizeof p->value[0]);
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    p->motion_of[i] = -1;
    if (!stepper_is_motion(v)) continue;
    p->motion_of[i] = p->n_motions;
    p->motion[p->n_motions++] = (CoupleMotion){.reference = v->value_reference};
  }
  for (int k = 0; k < p->n_motions; k++)
    p->reference[k] = p->motion[k].reference;
}

static double stepper_at(const CoupleMotion *m, double h)
{
  return m->value + h * (m->slope[0] + h / 2 * m->slope[1]);
}

/* For the integrator, which may ask for any time within the step. */
static fmi2Status stepper_move(void *context, double time)
{
  CoupleStepper *p = context;
  if (p->n_motions == 0) return fmi2OK;
  for (int k = 0; k < p->n_motions; k++)
    p->value[k] = stepper_at(&p->motion[k], time - p->start);
  return p->fmu->SetReal(p->component, p->reference, (size_t)p->n_motions,
                         p->value);
}

/* What inputs nobody sets have, is theirs. */
static bool stepper_read_inputs(CoupleStepper *p, ExchangeFailure *failure)
{
  if (p->n_motions == 0) return true;
  fmi2Status status = p->fmu->GetReal(p->component, p->reference,
                                      (size_t)p->n_motions, p->value);
  *failure = (ExchangeFailure){.call = "fmi2GetReal", .status = status};
  for (int k = 0; k < p->n_motions; k++)
    p->motion[k].value = p->motion[k].end = p->value[k];
  return status == fmi2OK || status == fmi2Warning;
}

static void stepper_refused(void *context, fmi2Status status, double time)
{
  CoupleStepper *p = context;
  p->refused = status;
  p->refused_time = time;
}

bool couple_stepper_begin(CoupleStepper *p, fmi2Component component,
                          double start, double stop, double tolerance,
                          bool *ends, ExchangeFailure *failure)
{
  assert(!p->exchange && stop >= start);
  ExchangeOptions options = {.start = start,
                             .stop = stop,
                             .tolerance = tolerance,
                             .refused = stepper_refused,
                             .inputs = stepper_move,
                             .context = p};
  assert(component && p->motion_of);
  p->component = component;
  p->start = start;
  *ends = false;
  if (!stepper_read_inputs(p, failure)) return false;
  p->exchange = fmu_exchange_begin(p->fmu, component, &options, ends, failure);
  return p->exchange || *ends;
}

void couple_stepper_end(CoupleStepper *p)
{
  fmu_exchange_end(p->exchange);
  p->exchange = NULL;
}

/* --- inputs --- */

bool couple_stepper_set(CoupleStepper *p, int variable, double value,
                        double time)
{
  assert(p->motion_of && variable >= 0);
  int k = p->motion_of[variable];
  if (k < 0) return false;
  CoupleMotion *m = &p->motion[k];
  if (p->start != time) { /* those of the last step are over */
    for (int i = 0; i < p->n_motions; i++) {
      CoupleMotion *o = &p->motion[i];
      o->value = stepper_at(o, time - p->start);
      o->slope[0] = o->slope[1] = 0;
    }
    p->start = time;
  }
  m->value = value;
  m->slope[0] = m->slope[1] = 0;
  return true;
}

void couple_stepper_set_slopes(CoupleStepper *p, int variable,
                               const double *slope, int n_orders)
{
  assert(p->motion_of[variable] >= 0 && n_orders <= 2);
  CoupleMotion *m = &p->motion[p->motion_of[variable]];
  for (int k = 0; k < 2; k++) m->slope[k] = k < n_orders ? slope[k] : 0;
}

bool couple_stepper_open(CoupleStepper *p, ExchangeFailure *failure)
{
  if (p->is_in_event || !p->exchange) return true;
  p->is_in_event = fmu_exchange_enter_event(p->exchange, failure);
  return p->is_in_event;
}

bool couple_stepper_close(CoupleStepper *p, double time, bool *ends,
                          ExchangeFailure *failure)
{
  *ends = false;
  if (!p->is_in_event) return true;
  p->is_in_event = false;
  return fmu_exchange_leave_event(p->exchange, time, ends, failure);
}

/* --- steps --- */

bool couple_stepper_jump(CoupleStepper *p, bool *has_jumped,
                         ExchangeFailure *failure)
{
  assert(p->exchange);
  *has_jumped = false;
  for (int k = 0; k < p->n_motions; k++) {
    CoupleMotion *m = &p->motion[k];
    if (m->value == m->end) continue;
    m->end = m->value;
    *has_jumped = true;
  }
  return !*has_jumped || couple_stepper_open(p, failure);
}

ExchangeEnd couple_stepper_step(CoupleStepper *p, double time, double size,
                                double *reached, ExchangeFailure *failure)
{
  bool ends = false, has_jumped;
  assert(p->exchange && size > 0);
  *reached = time;
  if (!couple_stepper_jump(p, &has_jumped, failure)) return EXCHANGE_FAILED;
  if (!couple_stepper_close(p, time, &ends, failure)) return EXCHANGE_FAILED;
  if (ends) return EXCHANGE_ENDED;
  ExchangeEnd end =
      fmu_exchange_advance(p->exchange, reached, time + size, failure);
  for (int k = 0; k < p->n_motions; k++)
    p->motion[k].end = stepper_at(&p->motion[k], *reached - p->start);
  return end;
}

void couple_stepper_saved(CoupleStepper *p)
{
  assert(!p->is_in_event);
  p->saved_event = fmu_exchange_next_event(p->exchange);
  for (int k = 0; k < p->n_motions; k++)
    p->motion[k].saved_end = p->motion[k].end;
}

bool couple_stepper_restored(CoupleStepper *p, double time,
                             ExchangeFailure *failure)
{
  p->is_in_event = false;
  for (int k = 0; k < p->n_motions; k++)
    p->motion[k].end = p->motion[k].saved_end;
  return fmu_exchange_go_back(p->exchange, time, p->saved_event, failure);
}
