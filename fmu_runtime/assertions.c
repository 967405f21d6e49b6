/* assertions.c: which do not hold, and what that means. */
#include "assertions.h"

static double value_of(const ModelValues *v, const AssertionValue *value)
{
  switch (value->type) {
  case ASSERTION_INTEGER: return v->integer[value->reference];
  case ASSERTION_BOOLEAN: return v->boolean[value->reference];
  default: return v->real[value->reference];
  }
}

/* " (i = 5, x = 0.25)" */
static void append_values(const Instance *inst, const Assertion *assertion,
                          LogText *text)
{
  for (int k = 0; k < assertion->n_values; k++) {
    const AssertionValue *one = &assertion->value[k];
    logging_append(text, k == 0 ? " (" : ", ");
    logging_append_value(text, one->name, one->type == ASSERTION_BOOLEAN,
                         value_of(&inst->values, one));
  }
  if (assertion->n_values > 0) logging_append(text, ")");
}

/* Logs a warning the first time it is due. */
static void warn(Instance *inst, int k, const char *values)
{
  if (inst->warned[k]) return;
  inst->warned[k] = 1;
  logging_write(&inst->logger, fmi2Warning, LOG_STATUS_WARNING,
                "at time %.12g the assertion does not hold: %s%s",
                instance_time(inst), inst->model->assertion[k].text, values);
}

/* False: an assertion of level error does not hold. */
static bool judge(Instance *inst, int k)
{
  const Assertion *assertion = &inst->model->assertion[k];
  char values[400] = "";
  LogText text = {values, sizeof values, 0};
  append_values(inst, assertion, &text);
  switch (assertion->level) {
  case ASSERTION_WARNING: warn(inst, k, values); return true;
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
  if (inst->function_failed) return false; /* the reason is noted */
  instance_note(inst, LOG_STATUS_ERROR,
                "at time %.12g the assertion does not hold: %s%s",
                instance_time(inst), assertion->text, values);
  return false;
}

bool assertions_hold(Instance *inst, bool initial)
{
  const Model *m = inst->model;
  if (m->n_assertions == 0) return true;
  inst->function_failed = false;
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
  inst->function_failed = false;
  m->assertions(&inst->values, inst->holds);
  for (int k = 0; k < m->n_assertions; k++) {
    if (inst->holds[k] || m->assertion[k].moment != ASSERTION_EVENT) continue;
    if (!judge(inst, k)) return false;
  }
  return true;
}
