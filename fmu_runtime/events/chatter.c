/* chatter.c: see chatter.h. */
#include "chatter.h"
#include "../carry/state_fit.h"
#include "../vectors/extremes.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <string.h>

/* 0: not known. */
static double chatter_run_length(const Instance *inst)
{
  const Model *m = inst->model;
  double stop = inst->has_stop_time ? inst->stop_time : m->stop_time;
  bool known = inst->has_stop_time || m->has_stop_time;
  return known ? larger_of(stop - inst->start_time, 0) : 0;
}

double chatter_run_part(const Instance *inst)
{
  double length = chatter_run_length(inst);
  if (length > 0) return length / CHATTER_PARTS_OF_RUN;
  return *chatter_of(inst)->step > 0 ? *chatter_of(inst)->step : CHATTER_STEP;
}

/* Without communication steps: a part of the run. */
static double step_length(const Instance *inst)
{
  if (*chatter_of(inst)->step > 0) return *chatter_of(inst)->step;
  double stop = inst->has_stop_time ? inst->stop_time : instance_time(inst);
  return (stop - inst->start_time) / CHATTER_PARTS_OF_RUN;
}

static double rest_length(const Instance *inst)
{
  return larger_of(CHATTER_REST * step_length(inst),
                   CHATTER_REST_OF_RUN * chatter_run_length(inst));
}

void chatter_reset(Instance *inst)
{
  int n = inst->model->n_relations;
  if (n > 0) {
    memset(chatter_of(inst)->relation, 0,
           (size_t)n * sizeof chatter_of(inst)->relation[0]);
    memset(chatter_of(inst)->is_special, 0, (size_t)n);
  }
  for (int k = 0; k < n; k++) {
    Chatter *c = &chatter_of(inst)->relation[k];
    c->last = c->at[0] = c->at[1] = c->rest_until = -HUGE_VAL;
  }
  *chatter_of(inst)->step = 0;
}

void chatter_report(Instance *inst, int k, const char *what)
{
  if (chatter_of(inst)->relation[k].is_reported) return;
  chatter_of(inst)->relation[k].is_reported = 1;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "near time %.12g %s: %s", instance_time(inst), what,
                inst->model->relation[k].text);
}

static void rest_at(Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_relations);
  Chatter *c = &chatter_of(inst)->relation[k];
  chatter_report(
      inst, k,
      "this relation changes again and again at once; from now on it "
      "is checked from time to time only");
  chatter_make_special(inst, k);
  c->rest_until = instance_time(inst) + rest_length(inst);
  c->n_quick = 0;
}

/* Every second change is one to the same value: what lies between the two may
 * be as short as it likes. */
static void follow_intervals(Chatter *c, int value, double now)
{
  RUNTIME_ASSERT(value == 0 || value == 1);
  double interval = now - c->at[value];
  if (interval < CHATTER_SHRINKS * c->interval[value]) {
    c->n_shrinking[value]++;
  } else {
    c->n_shrinking[value] = 0;
    c->first_interval[value] = interval;
  }
  c->interval[value] = interval;
  c->at[value] = now;
}

/* Far from zero times are coarse, and several events may have the same. */
static bool is_same_event(const Instance *inst, const Chatter *c,
                          double interval)
{
  if (interval != 0) return false;
  return fabs(inst->start_time) < CLOCK_FAR ||
         c->event == inst->statistics.events;
}

void chatter_note(Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_relations);
  Chatter *c = &chatter_of(inst)->relation[k];
  double now = instance_time(inst), step = step_length(inst);
  double interval = now - c->last;
  if (inst->values.initial || is_same_event(inst, c, interval)) return;
  c->event = inst->statistics.events;
  bool is_quick = interval < CHATTER_QUICK * step;
  if (inst->model->relation[k].timed) is_quick = false; /* as it should be */
  c->n_quick = is_quick ? c->n_quick + 1 : 0;
  c->last = now;
  follow_intervals(c, inst->values.relation[k], now);
  bool again = now - c->rest_until < rest_length(inst);
  if (c->bounces) return;
  if (c->pile != CHATTER_APART) {
    c->pile = again ? CHATTER_PILED_AGAIN : CHATTER_PILED;
  }
  if (again || c->n_quick > CHATTER_MOST) rest_at(inst, k);
}

static bool piles_up(const Chatter *c, int value, double now, double elapsed)
{
  return c->at[value] == now && c->n_shrinking[value] >= CHATTER_SHRINKING &&
         c->interval[value] < CHATTER_SHRUNK * c->first_interval[value] &&
         c->interval[value] < CHATTER_INSTANT * elapsed;
}

bool chatter_hurries(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_relations);
  const Chatter *c = &chatter_of(inst)->relation[k];
  double now = instance_time(inst);
  if (c->bounces) return false;
  if (c->n_quick >= CHATTER_FEW) {
    return now - c->last <= CHATTER_QUICK * step_length(inst);
  }
  return piles_up(c, inst->values.relation[k], now, now - inst->start_time);
}

/* The reinit() of this event did not throw back a motion that contact.c could
 * bring to rest. */
static void note_pile(Instance *inst, int k)
{
  const Chatter *c = &chatter_of(inst)->relation[k];
  instance_note(inst, LOG_EVENTS,
                "near time %.9g this relation changes at ever shorter "
                "intervals, now %.3g: its changes pile up, and beyond that "
                "point the equations say nothing; a Boolean that brings the "
                "motion to rest helps: %s",
                instance_time(inst), c->interval[inst->values.relation[k]],
                inst->model->relation[k].text);
}

/* A lag that is reset at its limit, ever more often, leaves it as what it
 * follows does: a rest is all that it needs. A ball that bounces falls through
 * the floor meanwhile, and is thrown back right after the rest. */
static bool piles_up_again(const Instance *inst, const Chatter *c, double now)
{
  return c->pile == CHATTER_PILED_AGAIN && c->last == now &&
         inst->states_changed;
}

bool chatter_survives(Instance *inst)
{
  double now = instance_time(inst), elapsed = now - inst->start_time;
  for (int k = 0; k < inst->model->n_relations; k++) {
    Chatter *c = &chatter_of(inst)->relation[k];
    int value = inst->values.relation[k];
    if (c->bounces) continue;
    if (piles_up_again(inst, c, now)) {
      note_pile(inst, k);
      return false;
    }
    if (c->rest_until > -HUGE_VAL) continue;
    if (!piles_up(c, value, now, elapsed)) continue;
    if (inst->states_changed) c->pile = CHATTER_PILED;
    rest_at(inst, k);
  }
  return true;
}

bool chatter_rests(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_relations);
  return chatter_is_special(inst, k) &&
         instance_time(inst) < chatter_of(inst)->relation[k].rest_until;
}

double chatter_next_event(const Instance *inst)
{
  double next = HUGE_VAL;
  for (int k = 0; k < inst->model->n_relations; k++) {
    if (chatter_rests(inst, k))
      next = smaller_of(next, chatter_of(inst)->relation[k].rest_until);
  }
  return next;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_chatter(void *part, const Model *m, Carving *c)
{
  ChatterMemory *memory = part;
  memory->relation = carve(&c->arrays, m->n_relations, sizeof(Chatter));
  memory->is_special = carve(&c->arrays, m->n_relations, 1);
  memory->step = carve(&c->arrays, 1, sizeof(double));
}

static bool chatter_fits_one(const Chatter *c, int most_slides)
{
  int pile;
  memcpy(&pile, &c->pile, sizeof pile);
  return c->event >= 0 && state_fit_ints(&c->n_quick, 1, 0, STATE_FIT_COUNT) &&
         state_fit_ints(&pile, 1, CHATTER_APART, CHATTER_PILED_AGAIN) &&
         state_fit_ints(&c->slide, 1, 0, most_slides) &&
         state_fit_ints(c->n_shrinking, 2, 0, STATE_FIT_COUNT) &&
         !isnan(c->last) && !isnan(c->rest_until);
}

static bool chatter_fits(const StateFit *fit)
{
  const ChatterMemory *memory = chatter_of(fit->inst);
  int n = fit->inst->model->n_relations;
  for (int k = 0; k < n; k++) {
    if (!chatter_fits_one(&memory->relation[k], SLIDE_MOST)) return false;
  }
  return state_fit_bytes(memory->is_special, n, 1) &&
         state_fit_numbers(memory->step, 1);
}

const Mechanism chatter_mechanism = {.name = "chatter",
                                     .size = PART_SIZE(ChatterMemory),
                                     .carve = carve_chatter,
                                     .reset = chatter_reset,
                                     .fits = chatter_fits};
