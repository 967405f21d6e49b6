/* chatter.c: see chatter.h. */
#include "chatter.h"
#include <math.h>
#include <string.h>

/* Quick: closer than this part of a step; so many in a row are too many. */
static const double quick_part = 1e-5;
static const int most_quick = 300;
static const double rest_part = 1.0 / 200;
static const int most_shrinking = 16;

/* Without communication steps: a part of the run. */
static double step_length(const Instance *inst)
{
  if (inst->chatter_step > 0) return inst->chatter_step;
  double stop = inst->has_stop_time ? inst->stop_time : instance_time(inst);
  return (stop - inst->start_time) / 500;
}

void chatter_reset(Instance *inst)
{
  int n = inst->model->n_relations;
  if (n > 0) memset(inst->chatter, 0, (size_t)n * sizeof inst->chatter[0]);
  for (int k = 0; k < n; k++) inst->chatter[k].last = -HUGE_VAL;
}

static void tell(Instance *inst, int k, const char *what)
{
  if (inst->chatter[k].told) return;
  inst->chatter[k].told = 1;
  logging_write(&inst->logger, fmi2Warning, LOG_STATUS_WARNING,
                "near time %.12g %s: %s", instance_time(inst), what,
                inst->model->relation[k].text);
}

static void rest(Instance *inst, int k)
{
  Chatter *c = &inst->chatter[k];
  tell(inst, k,
       "this relation changes again and again at once; from now on it is "
       "looked at from time to time only");
  c->rest_until = instance_time(inst) + rest_part * step_length(inst);
  c->n_quick = 0;
}

void chatter_note(Instance *inst, int k)
{
  Chatter *c = &inst->chatter[k];
  double now = instance_time(inst), step = step_length(inst);
  double interval = now - c->last;
  if (inst->values.initial || interval == 0) return; /* one event */
  c->n_quick = interval < quick_part * step ? c->n_quick + 1 : 0;
  c->n_shrinking = interval < 0.98 * c->interval ? c->n_shrinking + 1 : 0;
  c->last = now;
  c->interval = interval;
  bool again = c->rest_until > 0 && now - c->rest_until < rest_part * step;
  if (again || c->n_quick > most_quick) {
    rest(inst, k);
  } else if (c->n_shrinking > most_shrinking) {
    tell(inst, k, "the changes of this relation pile up");
  }
}

bool chatter_rests(const Instance *inst, int k)
{
  return instance_time(inst) < inst->chatter[k].rest_until;
}

double chatter_next_event(const Instance *inst)
{
  double next = HUGE_VAL;
  for (int k = 0; k < inst->model->n_relations; k++) {
    if (chatter_rests(inst, k)) next = fmin(next, inst->chatter[k].rest_until);
  }
  return next;
}
