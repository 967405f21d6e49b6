/* fmu3_schedule.c: see fmu3_schedule.h. */
#include "fmu_file/fmi3/fmu3_schedule.h"

#include <assert.h>

#include "fmu_file/fmi3/fmu3_clocks.h"

enum { FMU3_MOST_ACTIVATIONS = 10000 }; /* at one time */

/* --- what the FMU calls --- */

static void fmu3_schedule_log(void *environment, fmi2Status status,
                              const char *category, const char *message)
{
  const Fmu3 *m = environment;
  if (!m || !m->callbacks.logger) return;
  m->callbacks.logger(m->callbacks.componentEnvironment, m->name, status,
                      category, "%s", message ? message : "");
}

/* Section 5.2.2: who is called asks for output clocks and countdowns. */
static void fmu3_schedule_update(void *environment)
{
  Fmu3 *m = environment;
  if (m) m->told = fmu3_worse(m->told, fmu3_clocks_told(m));
}

/* There is one thread. */
static void fmu3_schedule_lock(void) {}

void *fmu3_schedule_instantiate(Fmu3 *m, const char *name, const char *token,
                                const char *resources, bool logging)
{
  assert(m->is_scheduled);
  return m->call->InstantiateScheduledExecution(
      name, token, resources, false, logging, m, fmu3_schedule_log,
      fmu3_schedule_update, fmu3_schedule_lock, fmu3_schedule_lock);
}

/* --- time --- */

static fmi2Status activate_partition(Fmu3 *m, Fmu3Clock *clock)
{
  const FmuArray *a = &m->d->array[clock->array];
  fmu3_clocks_begin_tick(m, clock);
  m->told = fmi2OK;
  fmi2Status status =
      m->call->ActivateModelPartition(m->instance, a->value_reference, m->time);
  if (status > fmi2Warning) return status;
  status = fmu3_worse(status, m->told);
  if (status > fmi2Warning) return status;
  return fmu3_worse(status, fmu3_clocks_end_tick(m, clock));
}

fmi2Status fmu3_schedule_tick(Fmu3 *m)
{
  fmi2Status worst = fmi2OK;
  for (int k = 0; worst <= fmi2Warning; k++) {
    Fmu3Clock *clock = fmu3_clocks_most_urgent(m);
    if (!clock) return worst;
    if (k == FMU3_MOST_ACTIVATIONS)
      return fmu3_refuse(m, "the model partitions of one time do not end", "");
    worst = fmu3_worse(worst, activate_partition(m, clock));
  }
  return worst;
}

static void fmu3_schedule_show(const Fmu3 *m)
{
  if (m->event) m->event(m->callbacks.componentEnvironment, m->time);
}

fmi2Status fmu3_schedule_to(Fmu3 *m, double end)
{
  fmi2Status worst = fmi2OK;
  for (double tick; (tick = fmu3_clocks_next(m)) <= end;) {
    if (tick > m->time) m->time = tick;
    fmu3_clocks_forget(m);
    fmu3_schedule_show(m);
    worst = fmu3_worse(worst, fmu3_schedule_tick(m));
    if (worst > fmi2Warning) return worst;
    fmu3_schedule_show(m);
    if (m->wants_return) return worst;
  }
  if (m->time < end) fmu3_clocks_forget(m);
  m->time = end;
  return worst;
}
