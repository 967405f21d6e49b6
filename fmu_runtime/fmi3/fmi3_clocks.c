/* fmi3_clocks.c: the exported calls of FMI 3.0 about clocks (section 2.2.8) and
 * Scheduled Execution (section 5.2). */
#include "../evaluate/assertions.h"
#include "../evaluate/clocks.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/finite.h"
#include "../events/events.h"
#include "../events/refresh_values.h"
#include "../fmi/arguments.h"
#include "fmi3_layer.h"
#include "../fmi/values.h"
#include <math.h>

/* --- arguments ----------------------------------------------------------- */

/* The number of a clock; -1: refused. */
static int clock_of(Instance *inst, Call call, fmi3ValueReference reference)
{
  ValueReference place = reference & ((1u << REFERENCE_SHIFT) - 1);
  bool is_clock = reference >> REFERENCE_SHIFT == REFERENCE_CLOCK &&
                  place < (unsigned)inst->model->n_clocks;
  if (is_clock) return (int)place;
  instance_refuse(inst, call, "there is no clock with value reference %u",
                  reference);
  return -1;
}

/* What a call needs of a clock; false: refused. */
typedef bool ClockNeed(Instance *inst, Call call, fmi3ValueReference reference);

/* All references are of clocks that have what is needed (NULL: nothing), and no
 * array is missing, before anything is done. */
static Instance *enter_clocks(fmi3Instance instance, Call call,
                              const fmi3ValueReference reference[], size_t n,
                              const void *values, const void *others,
                              ClockNeed *need)
{
  Instance *inst = fmi3_enter(instance, call);
  if (!inst) return NULL;
  if (n > 0 && (!reference || !values || !others)) {
    instance_refuse(inst, call, "an array is missing");
    return NULL;
  }
  for (size_t k = 0; k < n; k++) {
    if (clock_of(inst, call, reference[k]) < 0) return NULL;
    if (need && !need(inst, call, reference[k])) return NULL;
  }
  return inst;
}

static int clock_number(fmi3ValueReference reference)
{
  return (int)(reference & ((1u << REFERENCE_SHIFT) - 1));
}

static fmi3Status fmi3_clocks_refuse(Instance *inst, Call call,
                                     fmi3ValueReference reference,
                                     const char *why)
{
  return fmi3_status(instance_refuse(
      inst, call, "the clock with value reference %u %s", reference, why));
}

static bool has_period(const ModelClock *clock)
{
  return clock->kind == CLOCK_CONSTANT || clock->kind == CLOCK_PARAMETER;
}

/* --- what clocks have ---------------------------------------------------- */

static bool has_interval(Instance *inst, Call call,
                         fmi3ValueReference reference)
{
  if (inst->model->clock[clock_number(reference)].interval >= 0) return true;
  fmi3_clocks_refuse(inst, call, reference, "is triggered: it has no interval");
  return false;
}

static bool has_fraction(Instance *inst, Call call,
                         fmi3ValueReference reference)
{
  if (inst->model->clock[clock_number(reference)].resolution > 0) return true;
  fmi3_clocks_refuse(
      inst, call, reference,
      "has no interval as a fraction (supportsFraction is false)");
  return false;
}

static bool has_shift(Instance *inst, Call call, fmi3ValueReference reference)
{
  if (has_period(&inst->model->clock[clock_number(reference)])) return true;
  fmi3_clocks_refuse(inst, call, reference, "is not periodic: it has no shift");
  return false;
}

static bool has_shift_fraction(Instance *inst, Call call,
                               fmi3ValueReference reference)
{
  return has_shift(inst, call, reference) &&
         has_fraction(inst, call, reference);
}

/* --- activation ---------------------------------------------------------- */

/* An output clock of Scheduled Execution is active for the first who asks
 * (section 5.2.2). */
static bool fmi3_clocks_read(Instance *inst, int k)
{
  bool is_active = clocks_is_active(inst, k);
  bool is_read_once =
      inst->type == SCHEDULED_EXECUTION && !clocks_is_input(inst, k);
  if (is_active && is_read_once) clocks_take(inst, k);
  return is_active;
}

/* Whether they tick is known without computing anything. */
static bool are_inputs(const Instance *inst,
                       const fmi3ValueReference reference[], size_t n)
{
  for (size_t k = 0; k < n; k++) {
    if (!clocks_is_input(inst, clock_number(reference[k]))) return false;
  }
  return true;
}

fmi3Status fmi3GetClock(fmi3Instance instance,
                        const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, fmi3Clock values[])
{
  Call call = CALL_GET_CLOCK;
  Instance *inst = enter_clocks(instance, call, valueReferences,
                                nValueReferences, values, values, NULL);
  if (!inst) return fmi3Error;
  bool is_settled = inst->mode == MODE_CLOCK_ACTIVATION ||
                    are_inputs(inst, valueReferences, nValueReferences);
  if (!is_settled && !refresh_values(inst))
    return fmi3_status(evaluation_failed(inst, call, false));
  instance_lock(inst);
  for (size_t k = 0; k < nValueReferences; k++)
    values[k] = fmi3_clocks_read(inst, clock_number(valueReferences[k]));
  instance_unlock(inst);
  return fmi3OK;
}

static bool may_set_clock(Instance *inst, fmi3ValueReference reference,
                          bool value)
{
  int k = clock_number(reference);
  const char *why = NULL;
  if (!clocks_is_input(inst, k))
    why = "is an output: the FMU itself ticks it";
  else if (!value && clocks_is_active(inst, k))
    why = "has ticked, and cannot be deactivated (canBeDeactivated is false)";
  if (!why) return true;
  fmi3_clocks_refuse(inst, CALL_SET_CLOCK, reference, why);
  return false;
}

fmi3Status fmi3SetClock(fmi3Instance instance,
                        const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, const fmi3Clock values[])
{
  Instance *inst = enter_clocks(instance, CALL_SET_CLOCK, valueReferences,
                                nValueReferences, values, values, NULL);
  if (!inst) return fmi3Error;
  for (size_t k = 0; k < nValueReferences; k++) {
    if (!may_set_clock(inst, valueReferences[k], values[k])) return fmi3Error;
  }
  for (size_t k = 0; k < nValueReferences; k++) {
    if (values[k]) clocks_tick(inst, clock_number(valueReferences[k]));
  }
  return fmi3OK;
}

/* --- intervals ----------------------------------------------------------- */

/* Values must be fresh; those of a scheduled model are. */
static bool refresh_interval(Instance *inst, Call call)
{
  if (inst->mode == MODE_CLOCK_ACTIVATION && !(inst->stale & STALE_PARAMETERS))
    return true;
  if (refresh_values(inst)) return true;
  evaluation_failed(inst, call, false);
  return false;
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference valueReferences[],
                                  size_t nValueReferences,
                                  fmi3Float64 intervals[],
                                  fmi3IntervalQualifier qualifiers[])
{
  Call call = CALL_GET_INTERVAL;
  Instance *inst =
      enter_clocks(instance, call, valueReferences, nValueReferences, intervals,
                   qualifiers, has_interval);
  if (!inst) return fmi3Error;
  if (!refresh_interval(inst, call)) return fmi3Error;
  instance_lock(inst);
  for (size_t k = 0; k < nValueReferences; k++) {
    qualifiers[k] = (fmi3IntervalQualifier)clocks_interval(
        inst, clock_number(valueReferences[k]), &intervals[k]);
  }
  instance_unlock(inst);
  return fmi3OK;
}

/* The seconds were made of a counter and this resolution: the product differs
 * from the counter by roundings alone. */
static fmi3UInt64 clock_counter(const ModelClock *clock, double seconds)
{
  if (clock->counter > 0) return (fmi3UInt64)clock->counter;
  double counter = round(seconds * (double)clock->resolution);
  return counter > 0 && counter <= 0x1p63 ? (fmi3UInt64)counter : 0;
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference valueReferences[],
                                   size_t nValueReferences,
                                   fmi3UInt64 counters[],
                                   fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[])
{
  Call call = CALL_GET_INTERVAL_FRACTION;
  Instance *inst =
      enter_clocks(instance, call, valueReferences, nValueReferences, counters,
                   resolutions, has_fraction);
  if (!inst) return fmi3Error;
  if (nValueReferences > 0 && !qualifiers)
    return fmi3_status(instance_refuse(inst, call, "an array is missing"));
  if (!refresh_interval(inst, call)) return fmi3Error;
  instance_lock(inst);
  for (size_t k = 0; k < nValueReferences; k++) {
    int number = clock_number(valueReferences[k]);
    const ModelClock *clock = &inst->model->clock[number];
    double seconds;
    qualifiers[k] =
        (fmi3IntervalQualifier)clocks_interval(inst, number, &seconds);
    counters[k] = clock_counter(clock, seconds);
    resolutions[k] = (fmi3UInt64)clock->resolution;
  }
  instance_unlock(inst);
  return fmi3OK;
}

/* The interval can be set where it is a parameter of the model, which may be
 * set now. */
static bool may_set_interval(Instance *inst, Call call,
                             fmi3ValueReference reference, double seconds)
{
  const ModelClock *clock = &inst->model->clock[clock_number(reference)];
  const char *why = NULL;
  if (!(seconds > 0) || !isfinite(seconds))
    why = "needs an interval that is positive";
  else if (clock->kind == CLOCK_CONSTANT)
    why = "has an interval that is constant";
  else if (clock->kind != CLOCK_PARAMETER)
    why = "has no interval that could be set";
  else if (clock->parameter < 0)
    why = "has an interval that the FMU computes from its parameters: set "
          "these, then call fmi3GetIntervalDecimal";
  else if (!(modes_settable(inst->model->real_kind[clock->parameter]) &
             (unsigned)inst->mode))
    why = "has an interval that is fixed after initialization";
  if (!why) return true;
  fmi3_clocks_refuse(inst, call, reference, why);
  return false;
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference valueReferences[],
                                  size_t nValueReferences,
                                  const fmi3Float64 intervals[])
{
  Call call = CALL_SET_INTERVAL;
  Instance *inst = enter_clocks(instance, call, valueReferences,
                                nValueReferences, intervals, intervals, NULL);
  if (!inst) return fmi3Error;
  for (size_t k = 0; k < nValueReferences; k++) {
    if (!may_set_interval(inst, call, valueReferences[k], intervals[k]))
      return fmi3Error;
  }
  instance_lock(inst);
  Status status = STATUS_OK;
  for (size_t k = 0; k < nValueReferences && status == STATUS_OK; k++) {
    int number = clock_number(valueReferences[k]);
    ValueReference parameter =
        (ValueReference)inst->model->clock[number].parameter;
    status = values_set_reals(inst, &parameter, 1, &intervals[k]);
    clocks_know_interval(inst, number, intervals[k]);
  }
  instance_unlock(inst);
  return fmi3_status(status);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference valueReferences[],
                                   size_t nValueReferences,
                                   const fmi3UInt64 counters[],
                                   const fmi3UInt64 resolutions[])
{
  Call call = CALL_SET_INTERVAL_FRACTION;
  Instance *inst = enter_clocks(instance, call, valueReferences,
                                nValueReferences, counters, resolutions, NULL);
  if (!inst) return fmi3Error;
  for (size_t k = 0; k < nValueReferences; k++) {
    fmi3ValueReference reference = valueReferences[k];
    if (counters[k] == 0 || resolutions[k] == 0)
      return fmi3_clocks_refuse(inst, call, reference,
                                "needs an interval that is positive");
    if (!has_fraction(inst, call, reference)) return fmi3Error;
    return fmi3_clocks_refuse(inst, call, reference,
                              "has an interval that is constant");
  }
  return fmi3OK;
}

/* --- shifts -------------------------------------------------------------- */

/* The first tick of a base clock is at the start; what is shifted against it
 * is counted inside. */
fmi3Status fmi3GetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference valueReferences[],
                               size_t nValueReferences, fmi3Float64 shifts[])
{
  Call call = CALL_GET_SHIFT;
  Instance *inst = enter_clocks(instance, call, valueReferences,
                                nValueReferences, shifts, shifts, has_shift);
  if (!inst) return fmi3Error;
  for (size_t k = 0; k < nValueReferences; k++) shifts[k] = 0;
  return fmi3OK;
}

fmi3Status fmi3GetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference valueReferences[],
                                size_t nValueReferences, fmi3UInt64 counters[],
                                fmi3UInt64 resolutions[])
{
  Call call = CALL_GET_SHIFT_FRACTION;
  Instance *inst =
      enter_clocks(instance, call, valueReferences, nValueReferences, counters,
                   resolutions, has_shift_fraction);
  if (!inst) return fmi3Error;
  for (size_t k = 0; k < nValueReferences; k++) {
    const ModelClock *clock =
        &inst->model->clock[clock_number(valueReferences[k])];
    counters[k] = 0;
    resolutions[k] = (fmi3UInt64)clock->resolution;
  }
  return fmi3OK;
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference valueReferences[],
                               size_t nValueReferences,
                               const fmi3Float64 shifts[])
{
  Call call = CALL_SET_SHIFT;
  Instance *inst = enter_clocks(instance, call, valueReferences,
                                nValueReferences, shifts, shifts, has_shift);
  if (!inst) return fmi3Error;
  for (size_t k = 0; k < nValueReferences; k++) {
    if (shifts[k] == 0) continue;
    return fmi3_clocks_refuse(inst, call, valueReferences[k],
                              "ticks first at the start: its shift is zero");
  }
  return fmi3OK;
}

fmi3Status fmi3SetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference valueReferences[],
                                size_t nValueReferences,
                                const fmi3UInt64 counters[],
                                const fmi3UInt64 resolutions[])
{
  Call call = CALL_SET_SHIFT_FRACTION;
  Instance *inst =
      enter_clocks(instance, call, valueReferences, nValueReferences, counters,
                   resolutions, has_shift_fraction);
  if (!inst) return fmi3Error;
  for (size_t k = 0; k < nValueReferences; k++) {
    if (counters[k] == 0 && resolutions[k] > 0) continue;
    return fmi3_clocks_refuse(inst, call, valueReferences[k],
                              "ticks first at the start: its shift is zero");
  }
  return fmi3OK;
}

/* --- Scheduled Execution ------------------------------------------------- */

/* Inputs that were set before count; then the clock ticks at that time. */
static bool activate(Instance *inst, int k, double time)
{
  inst->reason[0] = '\0';
  inst->statistics.events++;
  if (!refresh_values(inst)) return false;
  evaluate_set_time(inst, time);
  if (!events_enter(inst)) return false;
  clocks_tick(inst, k);
  bool good = events_settle(inst) && assertions_after_event(inst) &&
              finite_check(inst, false);
  for (int i = 0; i < inst->model->n_clocks; i++) {
    if (clocks_is_input(inst, i)) clocks_rest(inst, i);
  }
  return good;
}

static bool an_output_is_active(const Instance *inst)
{
  for (int k = 0; k < inst->model->n_clocks; k++) {
    if (!clocks_is_input(inst, k) && clocks_is_active(inst, k)) return true;
  }
  return false;
}

/* The importer asks for the output clocks that are active (section 5.2.2). */
static void tell_outputs(Instance *inst)
{
  fmi3ClockUpdateCallback tell = (fmi3ClockUpdateCallback)inst->clock_listener;
  if (tell && an_output_is_active(inst)) tell(inst->logger.environment);
}

static bool may_activate(Instance *inst, fmi3ValueReference reference,
                         double time)
{
  Call call = CALL_ACTIVATE_PARTITION;
  int k = clock_of(inst, call, reference);
  if (k < 0) return false;
  if (!clocks_is_input(inst, k)) {
    fmi3_clocks_refuse(inst, call, reference,
                       "is an output: it has no partition");
    return false;
  }
  if (!isfinite(time) || time < inst->start_time) {
    instance_refuse(inst, call, "the activation time %g is not valid", time);
    return false;
  }
  if (clocks_advance(inst, k, time)) return true;
  fmi3_clocks_refuse(inst, call, reference,
                     "was activated at this time or a later one before");
  return false;
}

/* All partitions work on the values of one instance, so that an activation is a
 * critical section as a whole. */
fmi3Status fmi3ActivateModelPartition(fmi3Instance instance,
                                      fmi3ValueReference clockReference,
                                      fmi3Float64 activationTime)
{
  Call call = CALL_ACTIVATE_PARTITION;
  Instance *inst = fmi3_enter(instance, call);
  if (!inst) return fmi3Error;
  instance_lock(inst);
  Status status = STATUS_ERROR;
  if (may_activate(inst, clockReference, activationTime)) {
    bool good = activate(inst, clock_number(clockReference), activationTime);
    status = good ? STATUS_OK : evaluation_failed(inst, call, false);
  }
  instance_unlock(inst);
  if (status == STATUS_OK) tell_outputs(inst);
  return fmi3_status(status);
}
