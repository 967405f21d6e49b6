/* back_event.c: see back_event.h. */
#include "studies/back/back_event.h"

#include <assert.h>
#include <string.h>

enum { BACK_MOST_ROUNDS = 1000 }; /* of one event iteration */

/* Direction k of a batch that begins at `first`; `states` is zero. */
static void set_unit(const Weights *w, size_t first, size_t k, double *states)
{
  double *d = w->work.d + k * (size_t)w->work.n_real;
  size_t which = first + k;
  memset(d, 0, (size_t)w->work.n_real * sizeof d[0]);
  if (which < w->n_states) {
    states[k * w->n_states + which] = 1;
  } else if (which < w->n_states + w->n_kept) {
    d[w->kept[which - w->n_states]] = 1;
  } else {
    const GivenChange *g = &w->given[which - w->n_states - w->n_kept];
    for (int i = 0; i < g->n; i++) d[g->place[i]] = g->value[i];
  }
}

static bool back_follow(Weights *w, FollowCall what, double *states)
{
  return w->call(w->component, what, &w->work, states, NULL, 0, NULL) == fmi2OK;
}

/* The event again, as the run has passed it. */
static bool repeat_event(Weights *w, const WayState *saved, double *states)
{
  const Fmu *fmu = w->fmu;
  fmi2EventInfo info = {.newDiscreteStatesNeeded = fmi2True};
  if (!way_restore(fmu, w->component, saved) ||
      !back_follow(w, FOLLOW_ATTACH, NULL) ||
      !back_follow(w, FOLLOW_BEFORE_EVENT, states) ||
      fmu->EnterEventMode(w->component) != fmi2OK) {
    return false;
  }
  for (int k = 0; info.newDiscreteStatesNeeded; k++) {
    if (k == BACK_MOST_ROUNDS ||
        fmu->NewDiscreteStates(w->component, &info) != fmi2OK) {
      return false;
    }
  }
  return fmu->EnterContinuousTimeMode(w->component) == fmi2OK &&
         back_follow(w, FOLLOW_AFTER_EVENT, states);
}

/* What direction k has become, times the weights of a column. */
static double product_after(const Weights *w, size_t k, const double *states,
                            const double *weight)
{
  const double *d = w->work.d + k * (size_t)w->work.n_real;
  const double *x = states + k * w->n_states;
  double sum = 0;
  for (size_t i = 0; i < w->n_states; i++) sum += weight[i] * x[i];
  for (size_t i = 0; i < w->n_kept; i++)
    sum += weight[w->n_states + i] * d[w->kept[i]];
  return sum;
}

static void take_products(const Weights *w, size_t first, const double *states,
                          double *before)
{
  size_t width = weights_width(w);
  for (int k = 0; k < w->work.n; k++) {
    for (size_t c = 0; c < w->n_columns; c++) {
      before[c * width + first + (size_t)k] =
          product_after(w, (size_t)k, states, w->weight + c * width);
    }
  }
}

/* A parameter goes on to count after the event as well. */
static void add_later(const Weights *w, double *before)
{
  size_t width = weights_width(w), n = w->n_states + w->n_kept;
  for (size_t c = 0; c < w->n_columns; c++) {
    for (size_t k = n; k < width; k++)
      before[c * width + k] += w->weight[c * width + k];
  }
}

bool back_event(Weights *w, const WayState *saved, Arena *arena)
{
  size_t width = weights_width(w), size = w->n_columns * width;
  ArenaMark mark = arena_mark(arena);
  double *before = arena_array(arena, size, sizeof before[0]);
  size_t n_parts = (size_t)w->batch * w->n_states;
  double *states = arena_array(arena, n_parts, sizeof states[0]);
  bool good = true;
  for (size_t first = 0; good && first < width; first += (size_t)w->batch) {
    size_t left = width - first;
    w->work.n = left < (size_t)w->batch ? (int)left : w->batch;
    if (n_parts > 0) memset(states, 0, n_parts * sizeof states[0]);
    for (int k = 0; k < w->work.n; k++) set_unit(w, first, (size_t)k, states);
    good = repeat_event(w, saved, states) && !w->work.lost;
    if (good) take_products(w, first, states, before);
  }
  w->work.n = 0;
  if (good) {
    add_later(w, before);
    memcpy(w->weight, before, size * sizeof before[0]);
    good = way_restore(w->fmu, w->component, saved) &&
           back_follow(w, FOLLOW_ATTACH, NULL);
  }
  arena_release(mark);
  if (good) return true;
  return weights_lose(w, w->work.lost ? w->work.lost
                                      : "an event cannot be repeated");
}
