/* start_bracket.c: see start_bracket.h. */
#include "start_bracket.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_newton.h"
#include "../blocks/block_track.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>

/* The unknown and the residual there. */
typedef struct Place {
  double x, residual;
} Place;

/* False: there is no value. */
static bool start_bracket_look(ModelValues *v, const Block *block, BlockWork *w,
                               Place *place)
{
  v->real[block->unknown[0]] = place->x;
  block->residual(v, w->trial);
  place->residual = w->trial[0];
  return isfinite(place->residual);
}

static bool start_bracket_differ(const Place *a, const Place *b)
{
  return (a->residual > 0) != (b->residual > 0);
}

/* Leaves the unknown where the signs of both places meet, on the side of b. */
static bool start_bracket_halve(ModelValues *v, const Block *block,
                                BlockWork *w, Place a, Place b)
{
  RUNTIME_ASSERT(start_bracket_differ(&a, &b));
  for (int k = 0; k < BRACKET_MOST_HALVINGS; k++) {
    Place middle = {a.x + (b.x - a.x) / 2, 0};
    if (middle.x == a.x || middle.x == b.x) break;
    if (!start_bracket_look(v, block, w, &middle)) return false;
    if (start_bracket_differ(&a, &middle))
      b = middle;
    else
      a = middle;
  }
  v->real[block->unknown[0]] = b.x;
  return true;
}

static bool start_bracket_is_allowed(const Block *block, double x)
{
  return (!block->minimum || x >= block->minimum[0]) &&
         (!block->maximum || x <= block->maximum[0]);
}

/* True: near a change of sign. */
static bool start_bracket_approach(ModelValues *v, const Block *block,
                                   BlockWork *w)
{
  RUNTIME_ASSERT(block->n == 1 && block->set == 0);
  Place start = {w->given[0], 0};
  if (!start_bracket_look(v, block, w, &start)) return false;
  double distance = fmax(fabs(start.x), block->nominal[0]) * BRACKET_NEAREST;
  Place last[2] = {start, start};
  bool goes_on[2] = {true, true};
  for (int k = 0; k < BRACKET_MOST_DISTANCES; k++, distance *= 2) {
    for (int side = 0; side < 2; side++) {
      Place next = {start.x + (side == 0 ? distance : -distance), 0};
      goes_on[side] = goes_on[side] &&
                      start_bracket_is_allowed(block, next.x) &&
                      start_bracket_look(v, block, w, &next);
      if (!goes_on[side]) continue;
      if (start_bracket_differ(&start, &next))
        return start_bracket_halve(v, block, w, last[side], next);
      last[side] = next;
    }
  }
  return false;
}

/* In initialization where the start values have led to nothing, and at events
 * that have changed relations: no branch leads to what holds then. */
static bool start_bracket_is_due(const Instance *inst, const Block *block)
{
  if (inst->values.initial) return inst->afar == AFAR_DAMPED;
  bool is_followed =
      block_guess_follows(inst, block) && block_guess_has_branches(inst);
  return !is_followed && !inst->near_only && !inst->can_shorten &&
         !block_track_is_busy(inst) && block_guess_may_jump(inst);
}

bool start_bracket_solve(ModelValues *v, const Block *block, BlockWork *w)
{
  if (!start_bracket_is_due(v->instance, block) || block->n != 1 ||
      block->linear || block->set > 0 || block->start_preference) {
    return false;
  }
  double before = v->real[block->unknown[0]];
  bool good = start_bracket_approach(v, block, w);
  if (v->initial) return good && block_newton_solve(v, block, w) == 0;
  good = good && block_newton_from_here(v, block, w);
  if (!good) v->real[block->unknown[0]] = before;
  return good;
}
