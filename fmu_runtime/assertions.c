/* assertions.c: which do not hold, and what that means. */
#include "assertions.h"

/* Logs a warning the first time it is due. */
static void warn(Instance *inst, int k)
{
  if (inst->warned[k]) return;
  inst->warned[k] = 1;
  logging_write(&inst->logger, fmi2Warning, LOG_STATUS_WARNING,
                "at time %.12g the assertion does not hold: %s",
                instance_time(inst), inst->model->assertion[k].text);
}

/* False: an assertion of level error does not hold. */
static bool judge(Instance *inst, int k)
{
  const Assertion *assertion = &inst->model->assertion[k];
  switch (assertion->level) {
  case ASSERTION_WARNING: warn(inst, k); return true;
  case ASSERTION_TERMINATE:
    if (!inst->ends) {
      logging_write(&inst->logger, fmi2OK, LOG_EVENTS,
                    "at time %.12g the model ends the simulation: %s",
                    instance_time(inst), assertion->text);
    }
    inst->ends = true;
    return true;
  default: break;
  }
  instance_note(inst, LOG_STATUS_ERROR,
                "at time %.12g the assertion does not hold: %s",
                instance_time(inst), assertion->text);
  return false;
}

bool assertions_hold(Instance *inst, bool initial)
{
  const Model *m = inst->model;
  if (m->n_assertions == 0) return true;
  m->assertions(&inst->values, inst->holds);
  for (int k = 0; k < m->n_assertions; k++) {
    int moment = m->assertion[k].moment;
    if (inst->holds[k] || moment == ASSERTION_EVENT) continue;
    if (moment == ASSERTION_INITIAL && !initial) continue;
    if (!judge(inst, k)) return false;
  }
  return true;
}

bool assertions_at_event(Instance *inst)
{
  const Model *m = inst->model;
  int n = 0;
  for (int k = 0; k < m->n_assertions; k++) {
    n += m->assertion[k].moment == ASSERTION_EVENT;
  }
  if (n == 0) return true;
  m->assertions(&inst->values, inst->holds);
  for (int k = 0; k < m->n_assertions; k++) {
    if (inst->holds[k] || m->assertion[k].moment != ASSERTION_EVENT) continue;
    if (!judge(inst, k)) return false;
  }
  return true;
}
