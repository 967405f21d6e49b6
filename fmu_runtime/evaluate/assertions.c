/* assertions.c: which do not hold, and what that means. */
#include "assertions.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "bounds.h"
#include <string.h>

static double condition_value(const ModelValues *v, const AssertionValue *value)
{
  switch (value->type) {
  case ASSERTION_INTEGER: return v->integer[value->reference];
  case ASSERTION_BOOLEAN: return v->boolean[value->reference];
  default: return v->real[value->reference];
  }
}

/* " (i = 5, x = 0.25)" */
static void append_condition_values(const Instance *inst,
                                    const Assertion *assertion, LogText *text)
{
  for (int k = 0; k < assertion->n_values; k++) {
    const AssertionValue *one = &assertion->value[k];
    logging_append(text, k == 0 ? " (" : ", ");
    logging_append_value(text, one->name, one->type == ASSERTION_BOOLEAN,
                         condition_value(&inst->values, one));
  }
  if (assertion->n_values > 0) logging_append(text, ")");
}

/* Logs a warning the first time it is due. */
static void warn_once(Instance *inst, int k, const char *values)
{
  RUNTIME_ASSERT(inst->model->assertion[k].level == ASSERTION_WARNING);
  if (assertions_of(inst)->warned[k]) return;
  assertions_of(inst)->warned[k] = 1;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g the assertion does not hold: %s%s",
                instance_time(inst), inst->model->assertion[k].text, values);
}

/* An assertion that does not hold; values: of its condition, as text, or "".
 * False: it is of level error. */
static bool tell_assertion(Instance *inst, int k, const char *values)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_assertions);
  const Assertion *assertion = &inst->model->assertion[k];
  switch (assertion->level) {
  case ASSERTION_WARNING: warn_once(inst, k, values); return true;
  case ASSERTION_TERMINATE:
    if (!inst->ends) {
      logging_write(&inst->logger, STATUS_OK, LOG_STATUS_DISCARD,
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

static bool judge_assertion(Instance *inst, int k)
{
  RUNTIME_ASSERT(!assertions_of(inst)->holds[k]);
  char values[400] = "";
  LogText text = {values, sizeof values, 0};
  append_condition_values(inst, &inst->model->assertion[k], &text);
  return tell_assertion(inst, k, values);
}

enum {
  ALWAYS = 1 << ASSERTION_ALWAYS,
  INITIAL = 1 << ASSERTION_INITIAL,
  EVENT = 1 << ASSERTION_EVENT,
  STEADY = 1 << ASSERTION_STEADY
};

static bool assertions_is_one_of(const Model *m, int k, int moments)
{
  return (moments & (1 << m->assertion[k].moment)) != 0;
}

static bool has_any(const Model *m, int moments)
{
  for (int k = 0; k < m->n_assertions; k++) {
    if (assertions_is_one_of(m, k, moments)) return true;
  }
  return false;
}

static bool assertions_look_at_assertions(Instance *inst, int moments)
{
  RUNTIME_ASSERT(moments != 0);
  const Model *m = inst->model;
  if (!has_any(m, moments)) return true;
  inst->function_failed = false;
  m->assertions(&inst->values, assertions_of(inst)->holds);
  for (int k = 0; k < m->n_assertions; k++) {
    if (assertions_of(inst)->holds[k] || !assertions_is_one_of(m, k, moments))
      continue;
    if (!judge_assertion(inst, k)) return false;
  }
  return true;
}

bool assertions_hold(Instance *inst, bool initial)
{
  int moments = ALWAYS | STEADY;
  bounds_look(inst);
  return assertions_look_at_assertions(inst, initial ? moments | INITIAL | EVENT
                                                     : moments);
}

bool assertions_at_event(Instance *inst)
{
  return assertions_look_at_assertions(inst, EVENT);
}

bool assertions_after_event(Instance *inst)
{
  return assertions_look_at_assertions(inst, STEADY);
}

bool assertions_move(const Instance *inst)
{
  return has_any(inst->model, ALWAYS);
}

bool assertions_after_step(Instance *inst)
{
  return assertions_look_at_assertions(inst, ALWAYS);
}

bool assertions_broken(Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_assertions);
  if (!assertions_is_one_of(inst->model, k, ALWAYS)) return true;
  inst->function_failed = false;
  return tell_assertion(inst, k, "");
}

/* --- its memory ---------------------------------------------------------- */

static void carve_assertions(void *part, const Model *m, Carving *c)
{
  AssertionMemory *a = part;
  a->holds = carve(&c->arrays, m->n_assertions, 1);
  a->warned = carve(&c->arrays, m->n_assertions, 1);
}

static void reset_assertions(Instance *inst)
{
  size_t n = (size_t)inst->model->n_assertions;
  if (n > 0) memset(assertions_of(inst)->warned, 0, n);
}

static bool assertions_fit(const StateFit *fit)
{
  const AssertionMemory *a = fit->inst->part[PART_ASSERTIONS];
  int n = fit->inst->model->n_assertions;
  return state_fit_bytes(a->warned, n, 1);
}

const Mechanism assertions_mechanism = {.name = "assertions",
                                        .size = PART_SIZE(AssertionMemory),
                                        .carve = carve_assertions,
                                        .reset = reset_assertions,
                                        .fits = assertions_fit};
