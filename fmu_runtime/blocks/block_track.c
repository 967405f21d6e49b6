/* block_track.c: the anchor, and what speaks against a solution. */
#include "block_track.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "block_guess.h"
#include "block_meeting.h"
#include <math.h>
#include <string.h>

/* --- determinants ---------------------------------------------------------- */

static bool block_track_takes(const Block *block)
{
  return !block->linear && block->set == 0 && block->store > 0 &&
         !block->is_constraint;
}

bool block_track_is_busy(const Instance *inst)
{
  const BlockTrack *t = block_track_of(inst);
  return t->n > 0 && t->state->walking != 0;
}

bool block_track_counts(const Instance *inst, const Block *block)
{
  return block_track_of(inst)->n > 0 && block_track_takes(block);
}

bool block_track_may(const Instance *inst, const Block *block)
{
  const BlockTrack *t = block_track_of(inst);
  bool integrates =
      inst->mode == MODE_CONTINUOUS || inst->mode == MODE_STEP_COMPLETE;
  return t->n > 0 && integrates && t->state->has_anchor &&
         block_track_takes(block) && t->state->walking == 0 &&
         t->anchor_sign[block->store - 1] != 0;
}

bool block_track_is_old(const Instance *inst)
{
  return block_track_of(inst)->n > 0 && block_track_of(inst)->state->age > 0;
}

bool block_track_walks(const Instance *inst, const Block *block)
{
  const BlockTrack *t = block_track_of(inst);
  return t->n > 0 && block->store > 0 && t->state->walking == block->store;
}

void block_track_rest(Instance *inst, const Block *block, int k)
{
  if (!block_track_counts(inst, block)) return;
  block_track_of(inst)->rests[block->store - 1] = k + 1;
}

bool block_track_rests(Instance *inst, const Block *block)
{
  const BlockTrack *t = block_track_of(inst);
  if (!block_track_counts(inst, block) || t->rests[block->store - 1] == 0)
    return false;
  int k = t->rests[block->store - 1] - 1;
  inst->model->crossings(&inst->values, t->crossing);
  double band = EDGE_STILL * EDGE_BAND * inst->model->relation[k].nominal;
  return fabs(t->crossing[k]) <= band;
}

void block_track_note(Instance *inst, const Block *block, int sign, double size)
{
  BlockTrack *t = block_track_of(inst);
  if (t->n == 0 || !block_track_takes(block)) return;
  t->sign[block->store - 1] = (signed char)sign;
  t->size[block->store - 1] = size;
}

double block_track_small(const Instance *inst, int b)
{
  const BlockTrack *t = block_track_of(inst);
  double part = fmin(inst->tolerance, TRACK_RESOLVED);
  part = fmax(part, TRACK_ROUNDED);
  int exponent;
  double mantissa = frexp(part, &exponent);
  double small = t->largest[b] + exponent + 2 * (mantissa - 1);
  return fmin(small, t->anchor_size[b] - TRACK_VANISHED);
}

bool block_track_is_nothing(const Instance *inst, const Block *block,
                            double size)
{
  const BlockTrack *t = block_track_of(inst);
  return size < t->largest[block->store - 1] - TRACK_NOTHING;
}

/* Are guesses the values of the evaluation before? */
static bool follows_evaluations(const Instance *inst)
{
  return inst->type == MODEL_EXCHANGE || inst->implicit;
}

/* Is an unknown far from what was expected? */
static bool is_unexpected(const Instance *inst, const Block *block,
                          const double *guess)
{
  for (int j = 0; j < block->n; j++) {
    double off = fabs(inst->values.real[block->unknown[j]] - guess[j]);
    if (off > TRACK_UNEXPECTED * block_track_unknown_size(inst, block, j))
      return true;
  }
  return false;
}

/* Would the determinant nearly have vanished by now, had it gone on to change
 * as it did up to the anchor? */
static bool is_to_fall(const Instance *inst, int b)
{
  const BlockTrack *t = block_track_of(inst);
  double before = t->anchor[0] - t->state->before_time;
  if (!(before > 0) || t->before_sign[b] != t->anchor_sign[b]) return false;
  if (t->before_size[b] <= t->anchor_size[b]) return false;
  double ahead = (instance_time(inst) - t->anchor[0]) / before;
  double fall = exp2(t->before_size[b] - t->anchor_size[b]) - 1;
  return 1 - ahead * fall < TRACK_FORESEEN;
}

bool block_track_doubts(const Instance *inst, const Block *block,
                        const double *guess, int sign, double size)
{
  const BlockTrack *t = block_track_of(inst);
  if (!block_track_may(inst, block) || sign == 0) return false;
  int b = block->store - 1;
  if (sign != t->anchor_sign[b] || t->state->age > 0) return true;
  if (size < t->anchor_size[b] - TRACK_FALLS) return true;
  if (guess && is_unexpected(inst, block, guess)) return true;
  /* guesses that are extrapolated lead over a crossing */
  if (block->n > TRACK_SMALL || !follows_evaluations(inst)) return false;
  return fmin(size, t->anchor_size[b]) < t->pace[b] + TRACK_PACES ||
         is_to_fall(inst, b);
}

/* --- the anchor ------------------------------------------------------------ */

/* How much the determinant changes from point to point, as a binary logarithm;
 * how large it is. Both fade. */
static void see_size(BlockTrack *t, int b, bool has_pace)
{
  double size = t->size[b], before = t->anchor_size[b];
  if (!t->state->has_anchor || t->anchor_sign[b] == 0) {
    t->largest[b] = size;
    t->pace[b] = -HUGE_VAL;
    return;
  }
  t->largest[b] = fmax(t->largest[b] - TRACK_FADING, size);
  if (!has_pace) return;
  double part = exp2(-fabs(size - before));
  if (t->sign[b] != t->anchor_sign[b]) part = -part;
  double change = fmax(size, before) + log2(1 - part);
  t->pace[b] = fmax(t->pace[b] - TRACK_FADING_FAST, change);
}

/* Has no determinant nearly vanished? */
static bool is_clear(Instance *inst)
{
  BlockTrack *t = block_track_of(inst);
  bool clear = true;
  for (int b = 0; b < inst->model->n_blocks; b++) {
    if (!block_track_takes(&inst->model->block[b]) || t->sign[b] == 0) continue;
    see_size(t, b, follows_evaluations(inst));
    if (!t->state->has_anchor || t->anchor_sign[b] == 0) continue;
    if (t->size[b] < block_track_small(inst, b) + TRACK_CLEAR) clear = false;
  }
  return clear;
}

static void set_anchor(Instance *inst)
{
  BlockTrack *t = block_track_of(inst);
  size_t n_blocks = (size_t)inst->model->n_blocks;
  int oldest =
      inst->type == MODEL_EXCHANGE ? TRACK_OLDEST_EVALUATION : TRACK_OLDEST;
  if (!is_clear(inst) && t->state->has_anchor && t->state->age < oldest) {
    t->state->age++;
    return;
  }
  if (t->state->age >= oldest) block_meeting_give_up(inst);
  t->state->age = t->state->unclear = 0;
  if (!t->state->has_anchor || instance_time(inst) != t->anchor[0]) {
    t->state->before_time = t->state->has_anchor ? t->anchor[0] : HUGE_VAL;
    memcpy(t->before_size, t->anchor_size, n_blocks * sizeof(double));
    memcpy(t->before_sign, t->anchor_sign, n_blocks);
  }
  t->state->has_anchor = 1;
  memcpy(t->anchor, inst->values.real, (size_t)t->n * sizeof(double));
  memcpy(t->anchor_size, t->size, n_blocks * sizeof(double));
  memcpy(t->anchor_sign, t->sign, n_blocks);
}

void block_track_keep(Instance *inst)
{
  if (block_track_of(inst)->n == 0 || inst->stale & STALE_VALUES) return;
  block_meeting_report(inst);
  set_anchor(inst);
}

void block_track_evaluated(Instance *inst)
{
  if (inst->type != MODEL_EXCHANGE || block_track_of(inst)->n == 0) return;
  if (!block_guess_is_held(inst)) set_anchor(inst);
}

void block_track_forget(Instance *inst)
{
  BlockTrack *t = block_track_of(inst);
  if (t->n == 0) return;
  t->state->has_anchor = t->state->age = t->state->walking = 0;
  t->state->waiting.block = 0;
  t->state->reported = -HUGE_VAL;
}

/* --- its memory ------------------------------------------------------------ */

static void carve_track(void *part, const Model *m, Carving *c)
{
  BlockTrack *t = part;
  bool is_used = false;
  for (int b = 0; b < m->n_blocks; b++) {
    is_used |= block_track_takes(&m->block[b]);
  }
  t->n = is_used ? m->n_real : 0;
  int n_blocks = is_used ? m->n_blocks : 0;
  int largest = is_used ? m->largest_block : 0;
  t->state = carve(&c->arrays, 1, sizeof(TrackState));
  t->anchor = carve(&c->arrays, t->n, sizeof(double));
  t->present = carve(&c->arrays, t->n, sizeof(double));
  t->last = carve(&c->arrays, largest, sizeof(double));
  t->slope = carve(&c->arrays, largest, sizeof(double));
  t->given = carve(&c->arrays, largest, sizeof(double));
  t->torn = carve(&c->arrays, largest, sizeof(double));
  t->guess = carve(&c->arrays, largest, sizeof(double));
  t->steep = carve(&c->arrays, largest, sizeof(double));
  t->other = carve(&c->arrays, largest, sizeof(double));
  t->second = carve(&c->arrays, largest, sizeof(double));
  t->mark_slope = carve(&c->arrays, largest, sizeof(double));
  t->bend = carve(&c->arrays, largest, sizeof(double));
  t->waiting[0] = carve(&c->arrays, largest, sizeof(double));
  t->waiting[1] = carve(&c->arrays, largest, sizeof(double));
  t->met[0] = carve(&c->arrays, largest, sizeof(double));
  t->met[1] = carve(&c->arrays, largest, sizeof(double));
  t->expected = carve(&c->arrays, largest, sizeof(double));
  t->size = carve(&c->arrays, n_blocks, sizeof(double));
  t->anchor_size = carve(&c->arrays, n_blocks, sizeof(double));
  t->pace = carve(&c->arrays, n_blocks, sizeof(double));
  t->largest = carve(&c->arrays, n_blocks, sizeof(double));
  t->rests = carve(&c->arrays, n_blocks, sizeof(int));
  t->crossing = carve(&c->arrays, is_used ? m->n_relations : 0, sizeof(double));
  t->sign = carve(&c->arrays, n_blocks, 1);
  t->before_size = carve(&c->arrays, n_blocks, sizeof(double));
  t->before_sign = carve(&c->arrays, n_blocks, 1);
  t->anchor_sign = carve(&c->arrays, n_blocks, 1);
}

static bool meeting_fits(const TrackMeeting *met, int n_blocks)
{
  return state_fit_ints(&met->block, 1, 0, n_blocks) &&
         state_fit_ints(&met->n_known, 1, 0, 2);
}

/* Between two evaluations no block is tracked. */
static bool track_fits(const StateFit *fit)
{
  const BlockTrack *t = block_track_of(fit->inst);
  const TrackState *s = t->state;
  int n = t->n > 0 ? fit->inst->model->n_blocks : 0;
  return state_fit_ints(&s->has_anchor, 1, 0, 1) &&
         state_fit_ints(&s->age, 1, 0, STATE_FIT_COUNT) && s->walking == 0 &&
         state_fit_ints(&s->passed, 1, 0, STATE_FIT_COUNT) &&
         state_fit_ints(&s->unclear, 1, 0, n) &&
         state_fit_ints(t->rests, n, 0, fit->inst->model->n_relations) &&
         meeting_fits(&s->met, n) && meeting_fits(&s->waiting, n) &&
         state_fit_signs(t->sign, n) && state_fit_signs(t->anchor_sign, n) &&
         state_fit_signs(t->before_sign, n);
}

const Mechanism block_track_mechanism = {.name = "block_track",
                                         .size = PART_SIZE(BlockTrack),
                                         .carve = carve_track,
                                         .reset = block_track_forget,
                                         .fits = track_fits};
