/* events.c: relations, event indicators and the event iteration. */
#include "events.h"
#include "assertions.h"
#include "chatter.h"
#include "delay.h"
#include "evaluate.h"
#include "memory.h"
#include "time_events.h"

static const int most_rounds = 100;
static const int rounds_without_band = 10;

double events_band(int round)
{
  return round < rounds_without_band ? 0 : EVENTS_BAND;
}

static int is_true(const Relation *relation, double z)
{
  return relation->or_equal ? z <= 0 : z < 0;
}

/* In initialization a timed relation is what it says; then it is what it
 * will be right after now. */
static int timed_value(const Instance *inst, const Relation *relation,
                       double moment)
{
  double now = instance_time(inst);
  bool at_once = relation->or_equal == (relation->timed > 0);
  bool passed = time_events_reached(now, moment);
  if (inst->values.initial) passed = at_once ? now >= moment : now > moment;
  return passed == (relation->timed > 0);
}

/* The value a relation should have; a crossing that is not a number, or
 * within the band, keeps the old one. */
static int next_value(const Instance *inst, const Relation *relation, int value,
                      double z, double band)
{
  if (z != z) return value;
  if (relation->timed) return timed_value(inst, relation, z);
  if (band > 0 && z > -band && z < band) return value;
  return is_true(relation, z);
}

int events_update_relations(Instance *inst, double band)
{
  const Model *m = inst->model;
  ModelValues *v = &inst->values;
  int first = -1;
  if (m->n_relations == 0) return first;
  m->crossings(v, inst->crossing);
  for (int k = 0; k < m->n_relations; k++) {
    int value = next_value(inst, &m->relation[k], v->relation[k],
                           inst->crossing[k], band);
    if (value == v->relation[k] || chatter_rests(inst, k)) continue;
    v->relation[k] = (unsigned char)value;
    if (first < 0) first = k;
    chatter_note(inst, k);
    logging_write(&inst->logger, fmi2OK, LOG_EVENTS,
                  "at time %.15g this relation becomes %s: %s",
                  instance_time(inst), value ? "true" : "false",
                  m->relation[k].text);
  }
  return first;
}

/* Evaluates and updates relations until none changes. */
static bool settle_relations(Instance *inst)
{
  int flipped = -1;
  for (int round = 0; round < most_rounds; round++) {
    if (!evaluate_model(inst)) return false;
    flipped = events_update_relations(inst, events_band(round));
    if (flipped < 0) return true;
  }
  instance_note(inst, LOG_EVENTS,
                "at time %.12g the event iteration does not end: after %d "
                "rounds this relation still changes: %s",
                instance_time(inst), most_rounds,
                inst->model->relation[flipped].text);
  return false;
}

/* reinit(): all values belong to the moment before the first is stored. */
static bool reinitialize(Instance *inst)
{
  const Model *m = inst->model;
  bool any = false;
  if (m->n_reinits == 0) return false;
  m->reinits(&inst->values, inst->reinit);
  for (int k = 0; k < m->n_reinits; k++) {
    if (!inst->reinit[k].active) continue;
    inst->values.real[m->reinit[k]] = inst->reinit[k].value;
    inst->states_changed = any = true;
  }
  return any;
}

bool events_enter(Instance *inst)
{
  if (!memory_snapshot(inst)) return false;
  if (inst->model->n_delays > 0) {
    if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
    delay_record(inst); /* before a jump */
    delay_arrive(inst);
    inst->stale |= STALE_VALUES;
  }
  time_events_fire(inst);
  inst->stale |= STALE_RELATIONS;
  return true;
}

bool events_settle(Instance *inst)
{
  inst->stale |= STALE_RELATIONS;
  for (int round = 0; round < most_rounds; round++) {
    if (!settle_relations(inst)) return false;
    if (!assertions_at_event(inst)) return false;
    bool changed = reinitialize(inst);
    changed |= memory_update(inst);
    if (!changed && !time_events_extinguish(inst)) {
      if (chatter_piles_up(inst)) return false;
      inst->stale &= ~(unsigned)STALE_RELATIONS;
      delay_record(inst);
      time_events_plan(inst);
      return true;
    }
    inst->stale |= STALE_VALUES;
  }
  instance_note(inst, LOG_EVENTS,
                "at time %.12g the event iteration does not end: after %d "
                "rounds a discrete variable still changes",
                instance_time(inst), most_rounds);
  return false;
}

bool events_at_end(Instance *inst)
{
  int terminal = inst->model->terminal;
  if (terminal == 0) return true;
  if (!events_enter(inst)) return false;
  inst->values.boolean[terminal - 1] = 1;
  inst->stale |= STALE_VALUES;
  return events_settle(inst);
}

void events_indicators(Instance *inst, double *g)
{
  const Model *m = inst->model;
  int n = 0;
  if (m->n_indicators == 0) return;
  m->crossings(&inst->values, inst->crossing);
  for (int k = 0; k < m->n_relations; k++) {
    if (m->relation[k].timed) continue;
    double side = inst->values.relation[k] ? -1 : 1;
    g[n++] =
        chatter_rests(inst, k) ? side : inst->crossing[k] + side * EVENTS_BAND;
  }
}
