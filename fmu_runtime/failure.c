/* failure.c: see failure.h. */
#include "failure.h"
#include "evaluate.h"
#include "finite.h"
#include <math.h>
#include <string.h>

/* Ahead of the present point: first so much of the length, then ten times. */
static const double first_part = 1e-9;

/* A part of the state, or of its nominal value, in a unit of time. */
static double rate(const Instance *inst, int k)
{
  double x = inst->values.real[inst->state[k]];
  double slope = inst->values.real[inst->derivative[k]];
  return fabs(slope) / (fabs(x) + inst->state_nominal[k]);
}

void failure_append_fastest(const Instance *inst, LogText *text)
{
  int fastest = 0;
  if (inst->model->n_states == 0) return;
  for (int k = 1; k < inst->model->n_states; k++) {
    if (rate(inst, k) > rate(inst, fastest)) fastest = k;
  }
  logging_append(text, ": what moves fastest is ");
  finite_append_real(inst, inst->state[fastest], text);
  logging_append(text, ", by ");
  finite_append_real(inst, inst->derivative[fastest], text);
}

/* Can the model be evaluated so much later, with states on a straight line? */
static bool can_evaluate(Instance *inst, double time, double length)
{
  const Model *m = inst->model;
  for (int k = 0; k < m->n_states; k++) {
    double slope = inst->values.real[inst->derivative[k]];
    inst->values.real[inst->state[k]] += length * slope;
  }
  evaluate_set_time(inst, time + length);
  inst->stale |= STALE_VALUES;
  return evaluate_model(inst);
}

/* In steps that grow, each from where the last one has ended. */
static bool can_go_on(Instance *inst, double length)
{
  double time = instance_time(inst);
  if (!evaluate_model(inst)) return false;
  for (double part = first_part; part <= 1; part *= 10) {
    if (!can_evaluate(inst, time, part * length)) return false;
    time = instance_time(inst);
  }
  return true;
}

void failure_look_ahead(Instance *inst, double length)
{
  char why[sizeof inst->reason];
  memcpy(why, inst->reason, sizeof why);
  inst->near_only = true;
  bool good = can_go_on(inst, length);
  inst->near_only = false;
  size_t end = good ? 0 : strlen(inst->reason);
  LogText text = {inst->reason, sizeof inst->reason, end};
  logging_append(&text, "%s%s", end > 0 ? "\n" : "", why);
}
