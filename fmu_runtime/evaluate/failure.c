/* failure.c: see failure.h. */
#include "failure.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "evaluate.h"
#include "finite.h"
#include <math.h>
#include <string.h>

/* A part of the state, or of its nominal value, in a unit of time. */
static double rate_of_state(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_states);
  RUNTIME_ASSERT(inst->state_nominal[k] > 0);
  double x = inst->values.real[inst->state[k]];
  double slope = inst->values.real[inst->derivative[k]];
  return fabs(slope) / (fabs(x) + inst->state_nominal[k]);
}

void failure_append_fastest(const Instance *inst, LogText *text)
{
  int fastest = 0;
  if (inst->model->n_states == 0) return;
  for (int k = 1; k < inst->model->n_states; k++) {
    if (rate_of_state(inst, k) > rate_of_state(inst, fastest)) fastest = k;
  }
  logging_append(text, ": what moves fastest is ");
  finite_append(inst, 'r', inst->state[fastest], text);
  logging_append(text, ", by ");
  finite_append(inst, 'r', inst->derivative[fastest], text);
}

static bool differs(const ModelValues *v, char type, const PrePair *pair)
{
  int now = pair->now, before = pair->before;
  switch (type) {
  case 'b': return v->boolean[now] != v->boolean[before];
  case 'i': return v->integer[now] != v->integer[before];
  default: return !pair->is_continuous && v->real[now] != v->real[before];
  }
}

/* Returns how many are listed then. */
static int append_pairs(const Instance *inst, char type, const PrePair *pair,
                        int n_pairs, int n, LogText *text)
{
  for (int k = 0; k < n_pairs && n < FAILURE_MOST_NAMED; k++) {
    char line[700];
    LogText one = {line, sizeof line, 0};
    if (!differs(&inst->values, type, &pair[k]) ||
        !finite_append(inst, type, pair[k].now, &one)) {
      continue;
    }
    logging_append(text, "\n  %s", line);
    n++;
  }
  return n;
}

void failure_append_changing(const Instance *inst, LogText *text)
{
  const Model *m = inst->model;
  int n = append_pairs(inst, 'b', m->boolean_pre, m->n_boolean_pre, 0, text);
  n = append_pairs(inst, 'i', m->integer_pre, m->n_integer_pre, n, text);
  append_pairs(inst, 'r', m->real_pre, m->n_real_pre, n, text);
}

/* Can the model be evaluated so much later, with states on a straight line? */
static bool can_evaluate(Instance *inst, double time, double length)
{
  RUNTIME_ASSERT(length >= 0);
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
  for (double part = FAILURE_FIRST_LOOK; part <= 1;
       part *= FAILURE_LOOK_GROWTH) {
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
