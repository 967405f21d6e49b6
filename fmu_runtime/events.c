/* events.c: relations, event indicators and the event iteration. */
#include "events.h"
#include "evaluate.h"

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

/* The value a relation should have; a crossing that is not a number, or
 * within the band, keeps the old one. */
static int next_value(const Relation *relation, int value, double z,
                      double band)
{
  if (z != z) return value;
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
    int value =
        next_value(&m->relation[k], v->relation[k], inst->crossing[k], band);
    if (value == v->relation[k]) continue;
    v->relation[k] = (unsigned char)value;
    if (first < 0) first = k;
    logging_write(&inst->logger, fmi2OK, LOG_EVENTS,
                  "at time %.15g this relation becomes %s: %s",
                  instance_time(inst), value ? "true" : "false",
                  m->relation[k].text);
  }
  return first;
}

bool events_settle(Instance *inst)
{
  int flipped = -1;
  inst->stale |= STALE_RELATIONS;
  for (int round = 0; round < most_rounds; round++) {
    if (!evaluate_model(inst)) return false;
    flipped = events_update_relations(inst, events_band(round));
    if (flipped >= 0) continue;
    inst->stale &= ~(unsigned)STALE_RELATIONS;
    return true;
  }
  instance_note(inst, LOG_EVENTS,
                "at time %.12g the event iteration does not end: after %d "
                "rounds this relation still changes: %s",
                instance_time(inst), most_rounds,
                inst->model->relation[flipped].text);
  return false;
}

void events_indicators(Instance *inst, double *g)
{
  const Model *m = inst->model;
  if (m->n_relations == 0) return;
  m->crossings(&inst->values, g);
  for (int k = 0; k < m->n_relations; k++) {
    g[k] += inst->values.relation[k] ? -EVENTS_BAND : EVENTS_BAND;
  }
}
