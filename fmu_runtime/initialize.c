/* initialize.c: parameters, starts, then the initial system until relations
 * agree with what they compare. */
#include "initialize.h"
#include "block_guess.h"
#include "delay.h"
#include "dummy_pivot.h"
#include "events.h"
#include "memory.h"
#include "time_events.h"
#include <string.h>

static const int most_rounds = 100;

static void restore_starts(Instance *inst)
{
  const Model *m = inst->model;
  ModelValues *v = &inst->values;
  memcpy(v->real, inst->start_real, (size_t)m->n_real * sizeof v->real[0]);
  if (m->n_integer > 0) {
    memcpy(v->integer, inst->start_integer,
           (size_t)m->n_integer * sizeof v->integer[0]);
  }
  if (m->n_boolean > 0) {
    memcpy(v->boolean, inst->start_boolean,
           (size_t)m->n_boolean * sizeof v->boolean[0]);
  }
  if (m->n_relations > 0) memset(v->relation, 0, (size_t)m->n_relations);
  v->real[0] = inst->start_time;
}

bool initialize_solve(Instance *inst)
{
  const Model *m = inst->model;
  ModelValues *v = &inst->values;
  inst->reason[0] = '\0';
  block_linear_forget(&inst->work);
  block_guess_forget(inst);
  restore_starts(inst);
  v->initial = 1;
  if (m->parameters(v) != 0) return false;
  m->starts(v, inst->keep);
  if (inst->begin_real) {
    memcpy(inst->begin_real, v->real, (size_t)m->n_real * sizeof v->real[0]);
  }
  memory_update(inst); /* pre(v) is the start value of v */

  /* Relations between start values are the first guess for the relations. */
  int flipped = events_update_relations(inst, 0);
  delay_reset(inst);
  for (int round = 0; round < most_rounds; round++) {
    if (m->initialize(v) != 0) return false;
    flipped = events_update_relations(inst, events_band(round));
    /* a delayed value is at first the value itself */
    if (flipped >= 0 || delay_refresh(inst)) continue;
    inst->stale = 0;
    return dummy_pivot_start(inst);
  }
  instance_note(inst, LOG_EVENTS,
                "the initial system and its relations contradict each other: "
                "after %d rounds this relation still changes: %s",
                most_rounds,
                flipped >= 0 ? m->relation[flipped].text : "(none: a delay)");
  return false;
}

bool initialize_finish(Instance *inst)
{
  memory_update(inst);
  delay_record(inst);
  if (!time_events_begin(inst)) return false;
  inst->values.initial = 0;
  inst->stale = STALE_RELATIONS | STALE_VALUES;
  time_events_fire(inst);
  return true;
}

void initialize_set_real(Instance *inst, unsigned reference, double value)
{
  inst->start_real[reference] = value;
  inst->values.real[reference] = value;
  inst->keep[reference] = 1;
  inst->stale |= STALE_INITIAL;
}

void initialize_set_integer(Instance *inst, unsigned reference, int value)
{
  inst->start_integer[reference] = value;
  inst->values.integer[reference] = value;
  inst->keep[(unsigned)inst->model->n_real + reference] = 1;
  inst->stale |= STALE_INITIAL;
}

void initialize_set_boolean(Instance *inst, unsigned reference, int value)
{
  inst->start_boolean[reference] = value;
  inst->values.boolean[reference] = value;
  inst->keep[(unsigned)(inst->model->n_real + inst->model->n_integer) +
             reference] = 1;
  inst->stale |= STALE_INITIAL;
}
