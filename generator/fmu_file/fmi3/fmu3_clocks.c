/* fmu3_clocks.c: see fmu3_clocks.h. */
#include "fmu_file/fmi3/fmu3_clocks.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_file/fmi3/fmu3_values.h"

/* Two times nearer than this, in parts of them, are the same. */
#define SAME_TIME 1e-12

static const FmuArray *array_of_clock(const Fmu3 *m, const Fmu3Clock *clock)
{
  assert(m->d->array[clock->array].type == FMI3_CLOCK);
  return &m->d->array[clock->array];
}

static bool is_input(const Fmu3 *m, const FmuArray *a)
{
  return m->d->variable[a->first].causality == FMU_INPUT;
}

/* One that this side ticks. */
static bool is_ticked_here(const Fmu3 *m, const FmuArray *a)
{
  return a->type == FMI3_CLOCK && is_input(m, a) &&
         a->interval_variability != FMU_INTERVAL_TRIGGERED;
}

static bool is_periodic(const FmuArray *a)
{
  return a->interval_variability < FMU_INTERVAL_CHANGING;
}

bool fmu3_clocks_begin(Fmu3 *m)
{
  const FmuDescription *d = m->d;
  int n = 0;
  for (int i = 0; i < d->n_arrays; i++) n += is_ticked_here(m, &d->array[i]);
  m->clock = calloc((size_t)n + 1, sizeof m->clock[0]);
  if (!m->clock) return false;
  for (int i = 0; i < d->n_arrays; i++) {
    if (is_ticked_here(m, &d->array[i]))
      m->clock[m->n_clocks++] = (Fmu3Clock){.array = i, .next = INFINITY};
  }
  return true;
}

void fmu3_clocks_end(Fmu3 *m)
{
  free(m->clock);
}

/* The interval from now, as the FMU tells it; infinite: not known. */
static fmi2Status ask_interval(Fmu3 *m, const FmuArray *a, double *interval,
                               Fmi3Qualifier *qualifier)
{
  *interval = INFINITY;
  *qualifier = FMI3_INTERVAL_NOT_YET_KNOWN;
  if (!m->call->GetIntervalDecimal)
    return fmu3_missing(m, "fmi3GetIntervalDecimal");
  double found = INFINITY;
  fmi2Status status = m->call->GetIntervalDecimal(
      m->instance, &a->value_reference, 1, &found, qualifier);
  if (status > fmi2Warning) return status;
  if (*qualifier == FMI3_INTERVAL_NOT_YET_KNOWN) return status;
  if (!(found >= 0))
    return fmu3_refuse(m, "the interval is negative of the clock", a->name);
  *interval = found;
  return status;
}

/* FMI 3.0 2.2.8.2: constant clocks and, with intervalDecimal, fixed and tunable
 * ones have what the file says, and the FMU is told; others tell. */
static fmi2Status start_periodic(Fmu3 *m, Fmu3Clock *clock)
{
  const FmuArray *a = array_of_clock(m, clock);
  double interval = a->interval, shift = a->shift;
  fmi2Status status = fmi2OK;
  bool is_told = a->interval_variability == FMU_INTERVAL_FIXED ||
                 a->interval_variability == FMU_INTERVAL_TUNABLE;
  if (a->has_interval && is_told) {
    if (!m->call->SetIntervalDecimal)
      return fmu3_missing(m, "fmi3SetIntervalDecimal");
    status = m->call->SetIntervalDecimal(m->instance, &a->value_reference, 1,
                                         &interval);
  } else if (!a->has_interval) {
    Fmi3Qualifier qualifier;
    status = ask_interval(m, a, &interval, &qualifier);
    if (status <= fmi2Warning && m->call->GetShiftDecimal)
      status =
          fmu3_worse(status, m->call->GetShiftDecimal(
                                 m->instance, &a->value_reference, 1, &shift));
  }
  if (status > fmi2Warning) return status;
  if (!(interval > 0 && isfinite(interval)))
    return fmu3_refuse(m, "there is no interval of the clock", a->name);
  clock->interval = interval;
  clock->first = m->start + shift;
  clock->n_ticks = 0;
  clock->next = clock->first;
  return status;
}

fmi2Status fmu3_clocks_start(Fmu3 *m)
{
  fmi2Status worst = fmi2OK;
  for (int i = 0; i < m->n_clocks && worst <= fmi2Warning; i++) {
    Fmu3Clock *clock = &m->clock[i];
    const FmuArray *a = array_of_clock(m, clock);
    clock->has_ticked = false;
    if (is_periodic(a)) {
      worst = fmu3_worse(worst, start_periodic(m, clock));
      continue;
    }
    Fmi3Qualifier qualifier;
    double interval;
    worst = fmu3_worse(worst, ask_interval(m, a, &interval, &qualifier));
    clock->next = m->start + interval;
  }
  return worst;
}

static bool fmu3_clocks_is_due(const Fmu3 *m, const Fmu3Clock *clock)
{
  return clock->next <= m->time + SAME_TIME * fabs(m->time);
}

static fmi2Status ask_outputs(Fmu3 *m)
{
  fmi2Status worst = fmi2OK;
  for (int i = 0; i < m->d->n_arrays && worst <= fmi2Warning; i++) {
    const FmuArray *a = &m->d->array[i];
    if (a->type != FMI3_CLOCK || is_input(m, a) || !m->call->GetClock) continue;
    bool is_active = false;
    worst =
        fmu3_worse(worst, m->call->GetClock(m->instance, &a->value_reference, 1,
                                            &is_active));
    if (is_active) m->ticked[i] = true;
  }
  return worst;
}

fmi2Status fmu3_clocks_tick(Fmu3 *m)
{
  static const bool active = true;
  fmi2Status worst = fmi2OK;
  for (int i = 0; i < m->n_clocks; i++) {
    Fmu3Clock *clock = &m->clock[i];
    clock->has_ticked = fmu3_clocks_is_due(m, clock);
    if (!clock->has_ticked) continue;
    if (!m->call->SetClock) return fmu3_missing(m, "fmi3SetClock");
    const FmuArray *a = array_of_clock(m, clock);
    worst = fmu3_worse(
        worst, m->call->SetClock(m->instance, &a->value_reference, 1, &active));
    m->ticked[clock->array] = true;
  }
  /* what follows from clocked inputs follows from these values */
  worst = fmu3_worse(worst, fmu3_values_ticked(m));
  if (worst > fmi2Warning) return worst;
  return fmu3_worse(worst, ask_outputs(m));
}

static fmi2Status update_clock(Fmu3 *m, Fmu3Clock *clock)
{
  assert(clock->array < m->d->n_arrays);
  const FmuArray *a = array_of_clock(m, clock);
  bool is_countdown = a->interval_variability == FMU_INTERVAL_COUNTDOWN;
  if (is_periodic(a)) {
    if (!clock->has_ticked) return fmi2OK;
    clock->n_ticks++;
    clock->next = clock->first + (double)clock->n_ticks * clock->interval;
    return fmi2OK;
  }
  if (!clock->has_ticked && !is_countdown) return fmi2OK;
  double interval;
  Fmi3Qualifier qualifier;
  fmi2Status status = ask_interval(m, a, &interval, &qualifier);
  if (status > fmi2Warning) return status;
  if (qualifier == FMI3_INTERVAL_CHANGED ||
      (clock->has_ticked && !is_countdown))
    clock->next = m->time + interval;
  else if (clock->has_ticked)
    clock->next = INFINITY;
  return status;
}

fmi2Status fmu3_clocks_updated(Fmu3 *m)
{
  fmi2Status worst = fmi2OK;
  for (int i = 0; i < m->n_clocks && worst <= fmi2Warning; i++) {
    worst = fmu3_worse(worst, update_clock(m, &m->clock[i]));
    m->clock[i].has_ticked = false;
  }
  return worst;
}

double fmu3_clocks_next(const Fmu3 *m)
{
  double next = INFINITY;
  for (int i = 0; i < m->n_clocks; i++) next = fmin(next, m->clock[i].next);
  return next;
}

void fmu3_clocks_forget(Fmu3 *m)
{
  memset(m->ticked, 0, (size_t)m->d->n_arrays * sizeof m->ticked[0]);
}

/* --- Scheduled Execution --- */

Fmu3Clock *fmu3_clocks_most_urgent(Fmu3 *m)
{
  Fmu3Clock *best = NULL;
  for (int i = 0; i < m->n_clocks; i++) {
    Fmu3Clock *clock = &m->clock[i];
    if (!fmu3_clocks_is_due(m, clock)) continue;
    if (!best ||
        array_of_clock(m, clock)->priority < array_of_clock(m, best)->priority)
      best = clock;
  }
  return best;
}

void fmu3_clocks_begin_tick(Fmu3 *m, Fmu3Clock *clock)
{
  const FmuArray *a = array_of_clock(m, clock);
  clock->has_ticked = true;
  m->ticked[clock->array] = true;
  /* a new countdown may begin meanwhile */
  if (a->interval_variability == FMU_INTERVAL_COUNTDOWN) clock->next = INFINITY;
}

fmi2Status fmu3_clocks_end_tick(Fmu3 *m, Fmu3Clock *clock)
{
  const FmuArray *a = array_of_clock(m, clock);
  clock->has_ticked = a->interval_variability != FMU_INTERVAL_COUNTDOWN;
  fmi2Status status = clock->has_ticked ? update_clock(m, clock) : fmi2OK;
  clock->has_ticked = false;
  return status;
}

fmi2Status fmu3_clocks_told(Fmu3 *m)
{
  fmi2Status worst = ask_outputs(m);
  for (int i = 0; i < m->n_clocks && worst <= fmi2Warning; i++) {
    Fmu3Clock *clock = &m->clock[i];
    const FmuArray *a = array_of_clock(m, clock);
    if (a->interval_variability != FMU_INTERVAL_COUNTDOWN) continue;
    double interval;
    Fmi3Qualifier qualifier;
    worst = fmu3_worse(worst, ask_interval(m, a, &interval, &qualifier));
    if (qualifier == FMI3_INTERVAL_CHANGED) clock->next = m->time + interval;
  }
  return worst;
}
