/* input_motion.c: polynomials of inputs. */
#include "input_motion.h"
#include "../carry/carried.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"

#include <math.h>
#include <string.h>

void input_motion_reset(Instance *inst)
{
  const Model *m = inst->model;
  InputMotion *motion = input_motion_of(inst);
  motion->n = 0;
  motion->state->moves = motion->given = motion->missed = false;
  for (int vr = 0; vr < m->n_real; vr++) {
    if (m->real_kind[vr] == VARIABLE_INPUT) motion->input[motion->n++] = vr;
  }
  if (motion->n > 0) {
    memset(motion->rate, 0,
           (size_t)(motion->n * INPUT_ORDERS) * sizeof motion->rate[0]);
  }
}

/* The derivative of an input at the time `h` after the step began. */
static double derivative_at(const InputMotion *motion, int k, int order,
                            double h)
{
  RUNTIME_ASSERT(k >= 0 && k < motion->n && order > 0);
  const double *rate = motion->rate + k * INPUT_ORDERS;
  if (!motion->state->moves || order > INPUT_ORDERS) return 0;
  double value = rate[INPUT_ORDERS - 1];
  for (int i = INPUT_ORDERS - 1; i >= order; i--) {
    value = rate[i - 1] + value * h / (i - order + 1);
  }
  return value;
}

/* Inputs are in the order of their references. */
static int input_motion_index_of(const InputMotion *motion, int reference)
{
  RUNTIME_ASSERT(motion->n > 0);
  int low = 0, high = motion->n - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (motion->input[middle] < reference)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static Interval times_plus(Interval a, Interval h, double divisor, double b)
{
  Interval part =
      interval_divide(interval_multiply(a, h), interval_of(divisor));
  return interval_add(part, interval_of(b));
}

Interval input_motion_value(const Instance *inst, int reference, Interval time,
                            Interval *slope)
{
  const InputMotion *motion = input_motion_of(inst);
  *slope = interval_of(0);
  if (!motion->state->moves) return interval_of(inst->values.real[reference]);
  int k = input_motion_index_of(motion, reference);
  RUNTIME_ASSERT(motion->input[k] == reference);
  const double *rate = motion->rate + k * INPUT_ORDERS;
  Interval h = interval_subtract(time, interval_of(motion->state->begin));
  Interval third = interval_of(rate[2]);
  *slope = times_plus(times_plus(third, h, 2, rate[1]), h, 1, rate[0]);
  Interval inner = times_plus(times_plus(third, h, 3, rate[1]), h, 2, rate[0]);
  return times_plus(inner, h, 1, motion->base[k]);
}

/* True: one of the derivatives that the model needs has jumped. */
static bool store_rates(Instance *inst, double h)
{
  const Model *m = inst->model;
  bool jumps = false;
  for (int k = 0; k < m->n_input_rates; k++) {
    const InputRate *r = &m->input_rate[k];
    double *place = &inst->values.real[r->rate], before = *place;
    *place = derivative_at(
        input_motion_of(inst),
        input_motion_index_of(input_motion_of(inst), r->input), r->order, h);
    if (memcmp(place, &before, sizeof before) == 0) continue;
    inst->stale |= STALE_VALUES;
    jumps |= !input_motion_is_continuous(inst, before, *place);
  }
  return jumps;
}

/* The present time and values; true: a derivative has jumped. */
static bool begin_here(Instance *inst)
{
  InputMotion *motion = input_motion_of(inst);
  motion->state->begin = inst->values.real[0];
  for (int k = 0; k < motion->n; k++) {
    motion->base[k] = inst->values.real[motion->input[k]];
  }
  return store_rates(inst, 0);
}

void input_motion_begin(Instance *inst)
{
  begin_here(inst);
}

void input_motion_set(Instance *inst, unsigned reference, int order,
                      double value)
{
  RUNTIME_ASSERT(order >= 1 && order <= INPUT_ORDERS);
  RUNTIME_ASSERT(isfinite(value));
  InputMotion *motion = input_motion_of(inst);
  motion->given = true;
  motion->state->moves = false;
  for (int k = 0; k < motion->n; k++) {
    double *rate = motion->rate + k * INPUT_ORDERS;
    if ((unsigned)motion->input[k] == reference) rate[order - 1] = value;
    for (int i = 0; i < INPUT_ORDERS; i++) motion->state->moves |= rate[i] != 0;
  }
  if (!begin_here(inst)) return;
  if (inst->mode != MODE_CONTINUOUS) inst->stale |= STALE_RELATIONS;
  inst->restart_needed = inst->inputs_changed = true;
}

void input_motion_follow(Instance *inst, double time)
{
  RUNTIME_ASSERT(input_motion_moves(inst));
  const InputMotion *motion = input_motion_of(inst);
  double h = time - motion->state->begin;
  for (int k = 0; k < motion->n; k++) {
    const double *rate = motion->rate + k * INPUT_ORDERS;
    double value = rate[2] * h / 3 + rate[1]; /* Horner's scheme */
    value = (value * h / 2 + rate[0]) * h + motion->base[k];
    double *place = &inst->values.real[motion->input[k]];
    if (memcmp(place, &value, sizeof value) == 0) continue;
    *place = value;
    inst->stale |= STALE_VALUES;
  }
  store_rates(inst, h);
}

bool input_motion_is_continuous(const Instance *inst, double before,
                                double after)
{
  double scale = fmax(1, fmax(fabs(before), fabs(after)));
  return input_motion_moves(inst) &&
         fabs(after - before) <= inst->tolerance * scale;
}

void input_motion_warn_of_jump(Instance *inst, unsigned reference)
{
  const Model *m = inst->model;
  InputMotion *motion = input_motion_of(inst);
  if (motion->given || motion->missed) return;
  for (int k = 0; k < m->n_input_rates; k++) {
    const InputRate *r = &m->input_rate[k];
    if ((unsigned)r->input != reference) continue;
    motion->missed = true;
    const char *call =
        instance_call_name(inst, CALL_SET_REAL_INPUT_DERIVATIVES);
    logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                  "at time %.12g the input %s is changed; the model needs its "
                  "derivative, which %s%s%s and counts as 0",
                  instance_time(inst), r->name,
                  call ? "has not been given (" : "FMI 3.0 cannot give",
                  call ? call : "", call ? ")" : "");
    return;
  }
}

void input_motion_slopes(const Instance *inst, double *d)
{
  const Model *m = inst->model;
  const InputMotion *motion = input_motion_of(inst);
  double h = inst->values.real[0] - motion->state->begin;
  for (int k = 0; k < motion->n; k++) {
    d[motion->input[k]] = derivative_at(motion, k, 1, h);
  }
  for (int k = 0; k < m->n_input_rates; k++) {
    const InputRate *r = &m->input_rate[k];
    d[r->rate] = derivative_at(motion, input_motion_index_of(motion, r->input),
                               r->order + 1, h);
  }
}

/* --- its memory ---------------------------------------------------------- */

int input_motion_count(const Model *m)
{
  int n = 0;
  for (int vr = 0; vr < m->n_real; vr++)
    n += m->real_kind[vr] == VARIABLE_INPUT;
  return n;
}

static void carve_input_motion(void *part, const Model *m, Carving *c)
{
  InputMotion *motion = part;
  int n = input_motion_count(m);
  motion->state = carve(&c->arrays, 1, sizeof(MotionState));
  motion->input = carve(&c->arrays, n, sizeof(int));
  motion->base = carve(&c->arrays, n, sizeof(double));
  motion->rate = carve(&c->arrays, n * INPUT_ORDERS, sizeof(double));
}

static bool input_motion_fits(const StateFit *fit)
{
  const InputMotion *motion = input_motion_of(fit->inst);
  size_t n = (size_t)motion->n;
  return state_fit_same(fit, motion->input, n * sizeof motion->input[0]) &&
         state_fit_ints(&motion->state->moves, 1, 0, 1);
}

static bool take_input_motion(Instance *inst, const Carried *c)
{
  InputMotion *motion = input_motion_of(inst);
  return carried_take_flags(c, &motion->given, 1) &&
         carried_take_flags(c, &motion->missed, 1);
}

const Mechanism input_motion_mechanism = {.name = "input_motion",
                                          .size = PART_SIZE(InputMotion),
                                          .carve = carve_input_motion,
                                          .reset = input_motion_reset,
                                          .fits = input_motion_fits,
                                          .take = take_input_motion};
