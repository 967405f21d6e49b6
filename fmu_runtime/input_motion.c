/* input_motion.c: polynomials of inputs. */
#include "input_motion.h"
#include <math.h>
#include <string.h>

void input_motion_reset(Instance *inst)
{
  const Model *m = inst->model;
  InputMotion *motion = &inst->motion;
  motion->n = 0;
  motion->moves = false;
  for (int vr = 0; vr < m->n_real; vr++) {
    if (m->real_kind[vr] == VARIABLE_INPUT) motion->input[motion->n++] = vr;
  }
  if (motion->n > 0) {
    memset(motion->rate, 0,
           (size_t)(motion->n * INPUT_ORDERS) * sizeof motion->rate[0]);
  }
}

void input_motion_set(Instance *inst, unsigned reference, int order,
                      double value)
{
  InputMotion *motion = &inst->motion;
  motion->moves = false;
  for (int k = 0; k < motion->n; k++) {
    double *rate = motion->rate + k * INPUT_ORDERS;
    if ((unsigned)motion->input[k] == reference) rate[order - 1] = value;
    for (int i = 0; i < INPUT_ORDERS; i++) motion->moves |= rate[i] != 0;
  }
}

void input_motion_begin(Instance *inst)
{
  InputMotion *motion = &inst->motion;
  motion->begin = inst->values.real[0];
  for (int k = 0; k < motion->n; k++) {
    motion->base[k] = inst->values.real[motion->input[k]];
  }
}

void input_motion_follow(Instance *inst, double time)
{
  const InputMotion *motion = &inst->motion;
  double h = time - motion->begin;
  for (int k = 0; k < motion->n; k++) {
    const double *rate = motion->rate + k * INPUT_ORDERS;
    double value = rate[2] * h / 3 + rate[1]; /* Horner's scheme */
    value = (value * h / 2 + rate[0]) * h + motion->base[k];
    double *place = &inst->values.real[motion->input[k]];
    if (memcmp(place, &value, sizeof value) == 0) continue;
    *place = value;
    inst->stale |= STALE_VALUES;
  }
}

bool input_motion_is_continuous(const Instance *inst, double before,
                                double after)
{
  double scale = fmax(1, fmax(fabs(before), fabs(after)));
  return inst->motion.moves && fabs(after - before) <= inst->tolerance * scale;
}

double input_motion_slope(const Instance *inst, int k)
{
  const double *rate = inst->motion.rate + k * INPUT_ORDERS;
  double h = inst->values.real[0] - inst->motion.begin;
  return inst->motion.moves ? rate[0] + h * (rate[1] + h / 2 * rate[2]) : 0;
}
