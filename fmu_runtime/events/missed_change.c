/* missed_change.c: see missed_change.h. */
#include "missed_change.h"
#include "../core/runtime_assert.h"
#include "step_look.h"
#include <string.h>

/* A part of the instance. */
typedef struct MissedChange {
  unsigned char *warned; /* [n_relations] */
} MissedChange;

static unsigned char *warned_of(const Instance *inst)
{
  return ((MissedChange *)inst->part[PART_MISSED_CHANGE])->warned;
}

void missed_change_begin(Instance *inst)
{
  if (step_look_is_used(inst)) step_look_begin(inst);
}

static void warn_of_missed(Instance *inst, const StepSuspect *suspect)
{
  RUNTIME_ASSERT(suspect->item < inst->model->n_relations);
  warned_of(inst)[suspect->item] = 1;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g an event was missed: %s changes, and changes "
                "back, inside of the step of the importer from %.12g to %.12g; "
                "shorter steps, or Co-Simulation, find it",
                suspect->time, inst->model->relation[suspect->item].text,
                step_look_begins(inst), step_look_ends(inst));
}

/* What is another at the end as well is left to the importer. */
static void look_at_relation(Instance *inst, int k)
{
  StepSuspect suspect;
  if (warned_of(inst)[k] || step_look_is_held(inst, k)) return;
  if (step_look_differs_at_end(inst, k)) return;
  if (step_look_find(inst, k, k + 1, step_look_begins(inst),
                     step_look_ends(inst), &suspect)) {
    warn_of_missed(inst, &suspect);
  }
}

void missed_change_look(Instance *inst)
{
  int n = inst->model->n_relations;
  if (!step_look_is_used(inst)) return;
  step_look_end(inst);
  if (!step_look_is_clear(inst, 0, n)) {
    for (int k = 0; k < n; k++) look_at_relation(inst, k);
  }
  step_look_go_on(inst);
}

/* --- its memory ---------------------------------------------------------- */

static void carve_missed_change(void *part, const Model *m, Carving *c)
{
  MissedChange *missed = part;
  missed->warned = carve(&c->arrays, m->n_relations, 1);
}

static void reset_missed_change(Instance *inst)
{
  size_t n = (size_t)inst->model->n_relations;
  if (n > 0) memset(warned_of(inst), 0, n);
}

const Mechanism missed_change_mechanism = {.name = "missed_change",
                                           .size = PART_SIZE(MissedChange),
                                           .carve = carve_missed_change,
                                           .reset = reset_missed_change};
