/* start_changes.c: start preferences compared with what became of them. */
#include "start_changes.h"
#include "../blocks/least_system.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>

/* In units of the value or its nominal value. */
static double change_of(const Instance *inst, const StartPreference *preference)
{
  RUNTIME_ASSERT(preference->nominal > 0 && preference->reference >= 0);
  double now = inst->values.real[preference->reference];
  double before = least_work_of(inst)->begin_real[preference->reference];
  return fabs(now - before) / fmax(fabs(before), preference->nominal);
}

/* The largest change below `limit`, of equal ones the next one after `after`;
 * -1: none. */
static int next_change(const Instance *inst, double limit, int after)
{
  RUNTIME_ASSERT(after >= -1);
  const Model *m = inst->model;
  int best = -1;
  double largest = START_NO_CHANGE;
  for (int k = 0; k < m->n_start_preferences; k++) {
    double change = change_of(inst, &m->start_preference[k]);
    bool open = change < limit || (change == limit && k > after);
    if (!open || change <= largest) continue;
    largest = change;
    best = k;
  }
  return best;
}

static int count_changes(const Instance *inst)
{
  int n = 0;
  for (int k = 0; k < inst->model->n_start_preferences; k++) {
    n += change_of(inst, &inst->model->start_preference[k]) > START_NO_CHANGE;
  }
  return n;
}

void start_changes_log(Instance *inst)
{
  const Model *m = inst->model;
  if (m->n_start_preferences == 0) return;
  if (!logging_enabled(&inst->logger, LOG_STATUS_WARNING)) return;
  int n = count_changes(inst), last = -1;
  double limit = HUGE_VAL;
  for (int n_reported = 0; n_reported < n; n_reported++) {
    if (n_reported == START_MOST_MESSAGES) {
      logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                    "%d more start values were changed", n - n_reported);
      return;
    }
    last = next_change(inst, limit, last);
    if (last < 0) return; /* what is left is not a number */
    const StartPreference *preference = &m->start_preference[last];
    double before = least_work_of(inst)->begin_real[preference->reference];
    double now = inst->values.real[preference->reference];
    limit = change_of(inst, preference);
    if (preference->is_free) {
      logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                    "start value of %s changed from %.15g to %.15g: it does "
                    "not fit the equations",
                    preference->name, before, now);
    } else {
      logging_write(&inst->logger, STATUS_OK, LOG_STATUS_WARNING,
                    "start value of %s replaced from %.15g to %.15g: other "
                    "conditions determine it",
                    preference->name, before, now);
    }
  }
}
