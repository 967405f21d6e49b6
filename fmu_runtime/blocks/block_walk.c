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
  if (t->state->visit == TRACK_FLOATS) t->state->floats = 1;
  return t->state->visit != TRACK_UNSOLVED && t->state->visit != TRACK_FLOATS;
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
  double least;        /* those with which no point says anything */
  TrackPoint mark;     /* the last point that was so much lower than the one */
  double rate;         /* before, and how fast it fell from there to here */
  bool has_slope;
  bool is_tried; /* the slope is only tried yet */
  bool has_met;  /* a point at which branches meet was passed over */
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

bool block_walk_is_rounding(const Instance *inst, const Block *block,
                            double correction, double size)
{
  TrackPoint here = {.size = size};
  return correction <= TRACK_STEEP * rounding_of(inst, block->store - 1, &here);
}

/* Solutions may be off by as much from where the last two lead. Where a solution
 * turns, it hardly moves: what is far less than the distance of branches that
 * are apart is no bend. */
static double room_of(const Instance *inst, const Block *block, const Track *k,
                      const TrackPoint *to)
{
  double noise = rounding_of(inst, block->store - 1, to);
  bool is_apart = fmin(k->from.size, to->size) > k->small + TRACK_FAR;
  return is_apart ? fmax(noise, TRACK_FLAT) : noise;
}

typedef enum Judgement {
  TRACK_GOOD,
  TRACK_CROSSES,
  TRACK_MEETS,
  TRACK_REFUSED
} Judgement;

/* By how much the determinant changes between two points, in parts of the
 * track, as a binary logarithm. */
static double rate_between(const TrackPoint *from, const TrackPoint *to)
{
  RUNTIME_ASSERT(to->part > from->part);
  double part = exp2(-fabs(to->size - from->size));
  if (to->sign != from->sign) part = -part;
  return fmax(to->size, from->size) + log2(1 - part) -
         log2(to->part - from->part);
}

/* Of branches that cross the determinant passes zero along a straight line; of
 * those that touch it falls ever more slowly. The step ends about as far beyond
 * zero as it begins before it. */
static bool crosses_at_an_angle(const Track *k, const TrackPoint *to)
{
  if (fabs(to->size - k->from.size) > TRACK_MIRRORED) return false;
  return fabs(rate_between(&k->from, to) - k->rate) < TRACK_TOUCHES;
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
  if (!is_straight(v, block, TRACK_STRAIGHT, room_of(inst, block, k, to)))
    return TRACK_REFUSED;
  bool is_small = fmax(k->from.size, to->size) < k->small;
  if (!keeps) {
    return is_small && crosses_at_an_angle(k, to) ? TRACK_CROSSES
                                                  : TRACK_REFUSED;
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

static double part_after(const Track *k, double step)
{
  return step < 1 - k->from.part ? k->from.part + step : 1;
}

/* A solution `step` further, from a guess where the slope leads and so much
 * beside. */
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
  bool solved = visit_point(v, block, part_after(k, step), step) &&
                is_beside_last(v, block);
  return solved && t->state->visit != TRACK_DOUBLE &&
         t->state->found.size > k->small + TRACK_CLEAR;
}

/* Are the unknowns those that were found before? */
static bool is_same_again(const ModelValues *v, const Block *block,
                          const double *before)
{
  for (int j = 0; j < block->n; j++) {
    double off = fabs(v->real[block->unknown[j]] - before[j]);
    if (off > TRACK_SAME * block_track_unknown_size(v->instance, block, j))
      return false;
  }
  return true;
}

static void copy_from_model(const ModelValues *v, const Block *block,
                            double *copy)
{
  for (int j = 0; j < block->n; j++) {
    copy[j] = v->real[block->unknown[j]];
  }
}

/* The track goes on from a solution `step` further. */
static TrackEnd go_on_beyond(BlockTrack *t, const Block *block, Track *k,
                             const double *solution, double step)
{
  memcpy(t->last, solution, (size_t)block->n * sizeof(double));
  memset(t->slope, 0, (size_t)block->n * sizeof(double));
  k->mark = k->from;
  k->rate = HUGE_VAL;
  k->has_slope = k->has_met = false;
  k->length = step;
  return TRACK_ARRIVED;
}

/* Solutions from the place on: n distinct ones, in `other` and `second`. */
static void note_meeting(BlockTrack *t, const Block *block, const Track *k,
                         int n)
{
  size_t size = (size_t)block->n * sizeof(double);
  double begin = t->anchor[0], end = t->present[0];
  t->state->met.block = block->store;
  t->state->met.n_known = n < 2 ? n : 2;
  t->state->met.is_back = end < begin;
  t->state->met.time = begin + k->from.part * (end - begin);
  memcpy(t->met[0], t->other, size);
  memcpy(t->met[1], t->second, size);
}

/* Two solutions beyond the place, `other` and `second`. Where branches touch the
 * determinant keeps its sign, unless they do so very closely. */
static TrackEnd choose_beyond(ModelValues *v, const Block *block, Track *k,
                              const TrackPoint *found, double step)
{
  BlockTrack *t = block_track_of(v->instance);
  int taken = found[0].sign == k->from.sign ? 0 : 1;
  note_meeting(t, block, k, 2);
  if (found[0].sign == found[1].sign || found[taken].sign != k->from.sign)
    return TRACK_UNDECIDED;
  k->from = found[taken];
  return go_on_beyond(t, block, k, t->met[taken], step);
}

/* The solution `step` further from where the slope leads, or (bend = 1) from
 * where it leads if it goes on to change as it did. */
static bool is_led_so(ModelValues *v, const Block *block, const Track *k,
                      double step, double bend)
{
  BlockTrack *t = block_track_of(v->instance);
  t->state->near = 0;
  for (int j = 0; j < block->n; j++) {
    t->slope[j] = t->steep[j] + bend * t->bend[j] * step / 2;
  }
  return visit_point(v, block, part_after(k, step), step) &&
         t->state->visit == TRACK_SOLVED && is_beside_last(v, block) &&
         t->state->found.size > k->small + TRACK_CLEAR;
}

/* Does what is known about the way lead to one solution `step` further, and is
 * no other one as near? It is in `other`. */
static bool is_led_beyond(ModelValues *v, const Block *block, const Track *k,
                          double step)
{
  BlockTrack *t = block_track_of(v->instance);
  if (k->rate == HUGE_VAL || !is_led_so(v, block, k, step, 0)) return false;
  copy_from_model(v, block, t->other);
  return is_led_so(v, block, k, step, 1) && is_same_again(v, block, t->other);
}

/* The present values belong to the place itself, where branches are one. */
static bool is_at_meeting(ModelValues *v, const Block *block, Track *k)
{
  BlockTrack *t = block_track_of(v->instance);
  double largest = t->largest[block->store - 1], step = 1 - k->from.part;
  t->state->near = 1;
  memcpy(t->slope, t->steep, (size_t)block->n * sizeof(double));
  if (!visit_point(v, block, 1, step) || !is_beside_last(v, block))
    return false;
  bool is_clear = t->state->visit != TRACK_DOUBLE &&
                  t->state->found.size > k->small + TRACK_CLEAR;
  double room = exp2(k->small + TRACK_CLEAR - largest);
  if (is_clear || !is_straight(v, block, TRACK_STEEPER, room)) return false;
  copy_from_model(v, block, t->last);
  k->from.part = 1;
  k->from.size = k->small - 1;
  t->state->found = k->from;
  t->state->unclear = t->state->floats ? 0 : block->store;
  return true;
}

/* Solutions `step` further, up to two distinct ones in `other` and `second`.
 * Gives how many; 0: not all guesses lead to one, *n_found do. */
static int look_aside(ModelValues *v, const Block *block, const Track *k,
                      double step, TrackPoint found[2], int *n_found)
{
  static const double parts[] = {1, -1, 0};
  BlockTrack *t = block_track_of(v->instance);
  int n = 0, n_others = 0;
  for (int i = 0; i < 3; i++) {
    if (!probe(v, block, k, step, parts[i])) continue;
    if (n++ == 0) {
      copy_from_model(v, block, t->other);
      found[0] = t->state->found;
    } else if (!is_same_again(v, block, t->other) && n_others++ == 0) {
      copy_from_model(v, block, t->second);
      found[1] = t->state->found;
    }
  }
  *n_found = n;
  if (n < 3) return 0;
  return n_others > 0 ? 2 : 1;
}

/* The track goes no further where determinants have nearly vanished. Where the
 * slope leads to a solution that has no other one beside it, that is the way.
 * Where all guesses lead to the same solution there is but one: a cube root
 * passes zero. Where they do not, branches meet. Where there is none, the
 * branch ends. */
static TrackEnd look_beyond(ModelValues *v, const Block *block, Track *k)
{
  BlockTrack *t = block_track_of(v->instance);
  TrackPoint found[2];
  bool is_any = false;
  memcpy(t->steep, t->slope, (size_t)block->n * sizeof(double));
  double rest = 1 - k->from.part;
  for (double next = TRACK_BEYOND; next < 8 * rest; next *= 8) {
    double step = fmin(next, rest);
    int n_found, n;
    if (is_led_beyond(v, block, k, step)) {
      k->from = t->state->found;
      return go_on_beyond(t, block, k, t->other, step);
    }
    n = look_aside(v, block, k, step, found, &n_found);
    is_any |= n_found > 0;
    if (n == 2) return choose_beyond(v, block, k, found, step);
    if (n == 0) continue;
    if (found[0].sign != k->from.sign) {
      note_meeting(t, block, k, 1);
      return TRACK_UNDECIDED;
    }
    k->from = found[0];
    return go_on_beyond(t, block, k, t->other, step);
  }
  if (is_at_meeting(v, block, k)) return TRACK_ARRIVED;
  if (t->state->floats) return TRACK_LOST;
  note_meeting(t, block, k, 0);
  return is_any ? TRACK_UNDECIDED : TRACK_ENDED;
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

/* How fast determinant and slope change, at points of which each is so much
 * lower than the one before. */
static void mark_fall(BlockTrack *t, const Block *block, Track *k)
{
  double way = k->from.part - k->mark.part;
  bool is_lower = k->from.size <= k->mark.size - TRACK_MARKED;
  if (k->from.size <= k->mark.size && !is_lower) return;
  if (is_lower) k->rate = rate_between(&k->mark, &k->from);
  for (int j = 0; j < block->n; j++) {
    if (is_lower && k->from.size > k->small) {
      t->bend[j] = (t->slope[j] - t->mark_slope[j]) / way;
    }
    t->mark_slope[j] = t->slope[j];
  }
  k->mark = k->from;
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
  k->from = t->state->found;
  k->is_tried = false;
  mark_fall(t, block, k);
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

/* Does an attempt that was refused say that no other one will do? */
static bool is_at_end(const Track *k)
{
  return k->step <= TRACK_SHORTEST || k->has_met ||
         (k->has_slope && k->from.size < k->least);
}

static TrackEnd walk_track(ModelValues *v, const Block *block)
{
  TrackState *state = block_track_of(v->instance)->state;
  int b = block->store - 1;
  Track k = {{0, block_track_of(v->instance)->anchor_sign[b],
              block_track_of(v->instance)->anchor_size[b]},
             .length = TRACK_FIRST,
             .small = block_track_small(v->instance, b),
             .rate = HUGE_VAL};
  k.mark = k.from;
  k.least = k.small - TRACK_LEAST;
  BlockTrack *t = block_track_of(v->instance);
  memset(t->bend, 0, (size_t)block->n * sizeof(double));
  memset(t->mark_slope, 0, (size_t)block->n * sizeof(double));
  for (int i = 0; i < TRACK_MOST_POINTS; i++) {
    Judgement judged = attempt_point(v, block, &k);
    bool is_there = k.from.part + k.step == 1;
    if (judged != TRACK_REFUSED && !k.has_slope) {
      try_slope(v, block, &k);
      continue;
    }
    if (judged == TRACK_REFUSED && is_at_end(&k)) {
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
        k.has_met = true;
        continue;
      }
      state->found = (TrackPoint){1, k.from.sign, k.small - 1};
      state->unclear = state->floats ? 0 : block->store;
    }
    go_on(v, block, &k);
    if (is_there) return TRACK_ARRIVED;
  }
  /* where branches may be one */
  double low = fmin(t->largest[b] + log2(TRACK_RESOLVED),
                    t->anchor_size[b] - TRACK_CLEAR);
  if (k.from.size < low && !t->state->floats) {
    note_meeting(t, block, &k, 0);
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
  t->state->met.block = t->state->unclear = t->state->floats = 0;
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
