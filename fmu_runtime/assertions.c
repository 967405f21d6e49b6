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

bool assertions_hold(Instance *inst, bool initial)
{
  const Model *m = inst->model;
  bool good = true;
  if (m->n_assertions == 0) return true;
  m->assertions(&inst->values, inst->holds);
  for (int k = 0; k < m->n_assertions && good; k++) {
    const Assertion *assertion = &m->assertion[k];
    if (inst->holds[k] || (assertion->is_initial && !initial)) continue;
    if (assertion->is_warning) {
      warn(inst, k);
      continue;
    }
    instance_note(inst, LOG_STATUS_ERROR,
                  "at time %.12g the assertion does not hold: %s",
                  instance_time(inst), assertion->text);
    good = false;
  }
  return good;
}
