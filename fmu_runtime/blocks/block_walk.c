/* block_walk.c: points on the way from the anchor. */
#include "block_walk.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "block_guess.h"
#include <math.h>
#include <string.h>

/* --- one point ------------------------------------------------------------- */

bool block_walk_is_near(const Instance *inst, const Block *block)
{
  RUNTIME_ASSERT(block_track_walks(inst, block));
  return block_track_of(inst)->state->near != 0;
}

void block_walk_found(Instance *inst, const Block *block, TrackVisit visit,
                      int sign, double size)
{
  RUNTIME_ASSERT(block_track_walks(inst, block));
  TrackState *state = block_track_of(inst)->state;
  state->visit = (int)visit;
  state->found.sign = sign;
  state->found.size = size;
}

/* All that is given, a part of the way from the anchor; the unknowns where the
 * last two solutions lead. Solves the loop there: false, not to be trusted. */
static bool visit_point(ModelValues *v, const Block *block, double part,
                        double step)
{
  Instance *inst = v->instance;
  BlockTrack *t = block_track_of(inst);
  for (int i = 0; i < t->n; i++) {
    double change = t->present[i] - t->anchor[i];
    v->real[i] = part == 1     ? t->present[i]
                 : change == 0 ? t->anchor[i]
                               : t->anchor[i] + part * change;
  }
  for (int j = 0; j < block->n; j++) {
    t->expected[j] = t->last[j] + step * t->slope[j];
    v->real[block->unknown[j]] = t->expected[j];
  }
  t->state->visit = TRACK_UNSOLVED;
  t->state->found.part = part;
  inst->model->evaluate(v); /* up to the loop */
  return t->state->visit != TRACK_UNSOLVED;
}

/* Does the solution lie where the last two lead? */
static bool is_straight(const ModelValues *v, const Block *block, double most,
                        double noise)
{
  const Instance *inst = v->instance;
  const BlockTrack *t = block_track_of(inst);
  double way = 0;
  for (int j = 0; j < block->n; j++) {
    double move = t->expected[j] - t->last[j];
    way = fmax(way, fabs(move) / block_track_unknown_size(inst, block, j));
  }
  for (int j = 0; j < block->n; j++) {
    double size = block_track_unknown_size(inst, block, j);
    double off = fabs(v->real[block->unknown[j]] - t->expected[j]) / size;
    double move = fabs(t->expected[j] - t->last[j]) / size;
    if (off > most * (move + TRACK_OTHERS * way) + noise) return false;
  }
  return true;
}

/* --- the way --------------------------------------------------------------- */

/* A track. */
typedef struct Track {
  TrackPoint from;
  double step, length; /* of the attempt at hand, of the next one */
  double small;        /* determinants that have nearly vanished */
  double rate;         /* of the determinant before that; of branches that touch
                          it falls on the way */
  bool has_slope;
  bool is_tried; /* the slope is only tried yet */
} Track;

/* How far the determinant vanishes from `from`, if it changes linearly, in parts
 * of the step to `to`; 0: it does not fall. */
static double vanishes_after(const TrackPoint *from, const TrackPoint *to)
{
  double ratio = exp2(to->size - from->size);
  if (to->sign != from->sign) ratio = -ratio;
  return ratio < 1 ? 1 / (1 - ratio) : 0;
}

/* By rounding solutions are so much off, relative to their sizes. */
static double rounding_of(const Instance *inst, int b, const TrackPoint *to)
{
  double largest = block_track_of(inst)->largest[b];
  return TRACK_ROUNDING * (1 + exp2(fmax(largest - to->size, 0)));
}

typedef enum Judgement {
  TRACK_GOOD,
  TRACK_CROSSES,
  TRACK_MEETS,
  TRACK_REFUSED
} Judgement;

/* By how much the determinant changes in a step, in parts of the track, as a
 * binary logarithm. */
static double rate_of_step(const Track *k, const TrackPoint *to)
{
  double part = exp2(-fabs(to->size - k->from.size));
  if (to->sign != k->from.sign) part = -part;
  return fmax(to->size, k->from.size) + log2(1 - part) - log2(k->step);
}

/* Where branches meet: any solution within the resolution is as good as the
 * others, for it is not the next anchor. */
static bool meets_here(const ModelValues *v, const Block *block, const Track *k)
{
  TrackState *state = block_track_of(v->instance)->state;
  if (!(k->from.size < k->small) || !k->has_slope) return false;
  if (state->visit == TRACK_SOLVED) return false;
  bool is_double = state->visit == TRACK_DOUBLE;
  if (!is_double && state->found.size > k->small) return false;
  double room =
      exp2(k->small - block_track_of(v->instance)->largest[block->store - 1]);
  return is_straight(v, block, TRACK_STRAIGHT, room);
}

static Judgement judge_point(const ModelValues *v, const Block *block,
                             const Track *k)
{
  const Instance *inst = v->instance;
  const TrackPoint *to = &block_track_of(inst)->state->found;
  bool keeps = to->sign == k->from.sign;
  if (block_track_of(inst)->state->visit != TRACK_SOLVED) {
    return meets_here(v, block, k) ? TRACK_MEETS : TRACK_REFUSED;
  }
  if (!k->has_slope) { /* no solution is as near as this one */
    return keeps && fabs(to->size - k->from.size) < TRACK_FIRST_CHANGE
               ? TRACK_GOOD
               : TRACK_REFUSED;
  }
  double noise = rounding_of(inst, block->store - 1, to);
  if (!is_straight(v, block, TRACK_STRAIGHT, noise)) return TRACK_REFUSED;
  bool is_small = fmax(k->from.size, to->size) < k->small;
  if (!keeps) {
    bool is_steady = rate_of_step(k, to) > k->rate - TRACK_TOUCHES;
    return is_small && is_steady ? TRACK_CROSSES : TRACK_REFUSED;
  }
  return is_small || to->size > k->from.size - TRACK_FALL ? TRACK_GOOD
                                                          : TRACK_REFUSED;
}

/* At the shortest attempt. Kinks turn solutions at once, and the determinant
 * with them, which does not vanish there. */
static bool is_kink(const ModelValues *v, const Track *k)
{
  const TrackState *state = block_track_of(v->instance)->state;
  return state->visit == TRACK_SOLVED && state->found.sign == k->from.sign &&
         fmin(state->found.size, k->from.size) > k->small + TRACK_CLEAR;
}

/* What to try next: to half of the determinant, or over the place where it
 * vanishes if it has nearly vanished. */
static void plan_next(const ModelValues *v, const Block *block, Track *k,
                      Judgement judged)
{
  const TrackPoint *to = &block_track_of(v->instance)->state->found;
  bool solved = block_track_of(v->instance)->state->visit != TRACK_UNSOLVED;
  double root = solved ? vanishes_after(&k->from, to) : 0;
  if (judged == TRACK_REFUSED) {
    bool is_small = k->from.size < k->small;
    k->length = k->step * (solved ? TRACK_SHORTER : TRACK_MUCH_SHORTER);
    if (root > 0) {
      double towards = root * (is_small ? 2 : TRACK_TOWARDS);
      if (towards < 1) k->length = fmin(k->length, towards * k->step);
    }
    return;
  }
  bool grows = k->has_slope &&
               is_straight(v, block, TRACK_STRAIGHT / 4,
                           rounding_of(v->instance, block->store - 1, to));
  k->length = k->step * (grows ? TRACK_GROWTH : 1);
  if (judged == TRACK_CROSSES || !(root > 1)) return;
  double ahead = (root - 1) * (to->size < k->small ? 2 : TRACK_TOWARDS);
  k->length = fmin(k->length, ahead * k->step);
}

/* The slope from the anchor to the point at hand, to be tried half-way. */
static void try_slope(const ModelValues *v, const Block *block, Track *k)
{
  BlockTrack *t = block_track_of(v->instance);
  for (int j = 0; j < block->n; j++) {
    t->slope[j] = (v->real[block->unknown[j]] - t->last[j]) / k->step;
  }
  k->has_slope = k->is_tried = true;
  k->length = k->step / 2;
}

/* Solutions that come from elsewhere do not count. */
static bool is_beside_last(const ModelValues *v, const Block *block)
{
  const BlockTrack *t = block_track_of(v->instance);
  for (int j = 0; j < block->n; j++) {
    double off = fabs(v->real[block->unknown[j]] - t->last[j]);
    double size = block_track_unknown_size(v->instance, block, j);
    if (off > TRACK_ASIDE_MOST * size) return false;
  }
  return true;
}

/* A solution `step` further, from a guess so much beside the last one. */
static bool probe(ModelValues *v, const Block *block, const Track *k,
                  double step, double part)
{
  BlockTrack *t = block_track_of(v->instance);
  t->state->near = 1;
  for (int j = 0; j < block->n; j++) {
    double size = block_track_unknown_size(v->instance, block, j);
    double steep = fmin(fabs(t->steep[j]), size / step);
    t->slope[j] = part * (copysign(steep, t->steep[j]) +
                          copysign(TRACK_ASIDE * size / step, t->steep[j]));
  }
  bool solved = visit_point(v, block, k->from.part + step, step) &&
                is_beside_last(v, block);
  return solved && t->state->visit != TRACK_DOUBLE &&
         t->state->found.size > k->small + TRACK_CLEAR;
}

/* Are the unknowns those that were found before? */
static bool is_same_again(const ModelValues *v, const Block *block)
{
  const BlockTrack *t = block_track_of(v->instance);
  for (int j = 0; j < block->n; j++) {
    double off = fabs(v->real[block->unknown[j]] - t->other[j]);
    if (off > TRACK_SAME * block_track_unknown_size(v->instance, block, j))
      return false;
  }
  return true;
}

/* The track goes no further where determinants have nearly vanished. Where all
 * guesses lead to the same solution a little further on there is but one: a
 * cube root passes zero. Where they do not, branches meet. Where there is none,
 * the branch ends. */
static TrackEnd look_beyond(ModelValues *v, const Block *block, Track *k)
{
  static const double parts[] = {1, -1, 0};
  BlockTrack *t = block_track_of(v->instance);
  size_t n = (size_t)block->n * sizeof(double);
  memcpy(t->steep, t->slope, n);
  for (double step = TRACK_BEYOND; k->from.part + step <= 1; step *= 8) {
    int n_found = 0, n_same = 0;
    for (int i = 0; i < 3; i++) {
      if (!probe(v, block, k, step, parts[i])) continue;
      n_same += n_found > 0 && is_same_again(v, block);
      if (n_found++ > 0) continue;
      for (int j = 0; j < block->n; j++) {
        t->other[j] = v->real[block->unknown[j]];
      }
    }
    if (n_found == 0) continue;
    if (n_found < 3) return TRACK_ENDED;
    if (n_same < 2 || t->state->found.sign != k->from.sign) {
      return TRACK_UNDECIDED;
    }
    memcpy(t->last, t->other, n);
    memset(t->slope, 0, n);
    k->from = t->state->found;
    k->has_slope = false;
    k->length = step;
    return TRACK_ARRIVED;
  }
  return TRACK_ENDED;
}

/* Where the track goes no further. TRACK_ARRIVED: it goes on from another
 * point. */
static TrackEnd block_walk_end_of(ModelValues *v, const Block *block, Track *k)
{
  const BlockTrack *t = block_track_of(v->instance);
  double anchor = t->anchor_size[block->store - 1];
  bool is_low = k->from.size < k->small + TRACK_FAR ||
                k->from.size < anchor - TRACK_FOLDED;
  return is_low ? look_beyond(v, block, k) : TRACK_LOST;
}

/* The point at hand is the next one. The slope of before is better than one of
 * two points that are nearly the same. */
static void go_on(const ModelValues *v, const Block *block, Track *k)
{
  const Instance *inst = v->instance;
  BlockTrack *t = block_track_of(inst);
  double noise = rounding_of(inst, block->store - 1, &t->state->found), way = 0;
  for (int j = 0; j < block->n; j++) {
    double move = v->real[block->unknown[j]] - t->last[j];
    way = fmax(way, fabs(move) / block_track_unknown_size(inst, block, j));
  }
  for (int j = 0; j < block->n; j++) {
    double x = v->real[block->unknown[j]];
    if (way > TRACK_STEEP * noise) t->slope[j] = (x - t->last[j]) / k->step;
    t->last[j] = x;
  }
  if (t->state->found.size > k->small + TRACK_FAR) {
    k->rate = rate_of_step(k, &t->state->found);
  }
  k->from = t->state->found;
  k->is_tried = false;
}

/* One attempt. */
static Judgement attempt_point(ModelValues *v, const Block *block, Track *k)
{
  TrackState *state = block_track_of(v->instance)->state;
  double end = fmin(k->from.part + k->length, 1);
  k->step = end - k->from.part;
  state->near = k->from.size < k->small;
  bool solved = visit_point(v, block, end, k->has_slope ? k->step : 0);
  Judgement judged = solved ? judge_point(v, block, k) : TRACK_REFUSED;
  bool is_shortest = k->step <= TRACK_SHORTEST;
  if (judged == TRACK_REFUSED && is_shortest && is_kink(v, k)) {
    judged = TRACK_GOOD;
  }
  if (judged == TRACK_CROSSES) state->passed++;
  return judged;
}

static TrackEnd walk_track(ModelValues *v, const Block *block)
{
  TrackState *state = block_track_of(v->instance)->state;
  int b = block->store - 1;
  Track k = {{0, block_track_of(v->instance)->anchor_sign[b],
              block_track_of(v->instance)->anchor_size[b]},
             .length = TRACK_FIRST,
             .small = block_track_small(v->instance, b),
             .rate = -HUGE_VAL};
  for (int i = 0; i < TRACK_MOST_POINTS; i++) {
    Judgement judged = attempt_point(v, block, &k);
    bool is_there = k.from.part + k.step == 1;
    if (judged != TRACK_REFUSED && !k.has_slope) {
      try_slope(v, block, &k);
      continue;
    }
    if (judged == TRACK_REFUSED && k.step <= TRACK_SHORTEST) {
      TrackEnd end = block_walk_end_of(v, block, &k);
      if (end != TRACK_ARRIVED || k.from.part == 1) return end;
      continue;
    }
    plan_next(v, block, &k, judged);
    if (judged == TRACK_REFUSED) {
      if (k.is_tried) k.has_slope = false;
      continue;
    }
    if (judged == TRACK_MEETS) {
      if (!is_there) { /* a little further it is clear */
        k.length = k.step * TRACK_BESIDE;
        continue;
      }
      state->found = (TrackPoint){1, k.from.sign, k.small - 1};
    }
    go_on(v, block, &k);
    if (is_there) return TRACK_ARRIVED;
  }
  return TRACK_LOST;
}

/* Half-way to the solution that is doubted: does it lie in the middle, and the
 * determinant not below? */
static bool is_halfway(ModelValues *v, const Block *block,
                       const TrackPoint *doubted)
{
  BlockTrack *t = block_track_of(v->instance);
  int b = block->store - 1;
  double fall = t->anchor_size[b] - doubted->size;
  if (doubted->sign != t->anchor_sign[b] || t->state->age > 0) return false;
  if (fabs(fall) > TRACK_FALLS) return false;
  for (int j = 0; j < block->n; j++) {
    double x = t->present[block->unknown[j]];
    t->slope[j] = x - t->last[j];
  }
  t->state->near = 0;
  return visit_point(v, block, 0.5, 0.5) && t->state->visit == TRACK_SOLVED &&
         t->state->found.sign == doubted->sign &&
         is_straight(v, block, TRACK_HALFWAY, TRACK_SAME) &&
         t->state->found.size >
             (t->anchor_size[b] + doubted->size) / 2 - TRACK_HALFWAY_FALL;
}

/* The solution that is doubted is right. */
static TrackEnd arrive_at_doubted(ModelValues *v, const Block *block,
                                  const TrackPoint *doubted)
{
  BlockTrack *t = block_track_of(v->instance);
  for (int j = 0; j < block->n; j++) {
    t->last[j] = t->present[block->unknown[j]];
  }
  t->state->found = *doubted;
  return TRACK_ARRIVED;
}

TrackEnd block_walk_go(ModelValues *v, const Block *block, BlockWork *w,
                       const TrackPoint *doubted)
{
  Instance *inst = v->instance;
  BlockTrack *t = block_track_of(inst);
  RUNTIME_ASSERT(block_track_may(inst, block));
  RUNTIME_ASSERT(w->column == w->identity);
  size_t n = (size_t)block->n * sizeof(double);
  memcpy(t->given, w->given, n);
  memcpy(t->torn, w->torn, n);
  memcpy(t->guess, w->guess, n);
  memcpy(t->present, v->real, (size_t)t->n * sizeof(double));
  for (int j = 0; j < block->n; j++) {
    t->last[j] = t->anchor[block->unknown[j]];
    t->slope[j] = 0;
  }
  t->state->passed = 0;
  t->state->walking = block->store;
  TrackEnd end;
  if (doubted->sign != 0 && is_halfway(v, block, doubted)) {
    end = arrive_at_doubted(v, block, doubted);
  } else {
    memset(t->slope, 0, n);
    end = walk_track(v, block);
  }
  t->state->walking = 0;
  v->block = block;
  w->column = w->identity;
  memcpy(w->given, t->given, n);
  memcpy(w->torn, t->torn, n);
  memcpy(w->guess, t->guess, n);
  memcpy(v->real, t->present, (size_t)t->n * sizeof(double));
  for (int j = 0; end == TRACK_ARRIVED && j < block->n; j++) {
    v->real[block->unknown[j]] = t->last[j];
  }
  return end;
}
