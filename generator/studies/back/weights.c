/* weights.c: see weights.h. */
#include "studies/back/weights.h"

#include <assert.h>
#include <string.h>

enum { WEIGHTS_BATCH = 32 }; /* directions that pass an event together */

bool weights_lose(Weights *w, const char *why)
{
  if (!w->lost) w->lost = why;
  return false;
}

/* --- the start --- */

static bool weights_read_roles(Weights *w, FmuFollow *follow, Arena *arena)
{
  FollowedDirections *f = &follow->directions;
  size_t n = (size_t)f->n_real;
  f->role = arena_array(arena, n, 1);
  if (w->call(w->component, FOLLOW_ROLES, f, NULL, NULL, 0, NULL) != fmi2OK)
    return false;
  w->kept = arena_array(arena, n, sizeof w->kept[0]);
  for (int i = 0; i < f->n_real; i++) {
    if (f->role[i] == FOLLOW_REMEMBERED) w->kept[w->n_kept++] = i;
  }
  return true;
}

static GivenChange weights_given(const FollowedDirections *f, int k,
                                 Arena *arena)
{
  const double *d = f->d + (size_t)k * (size_t)f->n_real;
  GivenChange g = {0};
  for (int i = 0; i < f->n_real; i++)
    g.n += f->role[i] == FOLLOW_GIVEN && d[i] != 0;
  g.place = arena_array(arena, (size_t)g.n, sizeof g.place[0]);
  g.value = arena_array(arena, (size_t)g.n, sizeof g.value[0]);
  for (int i = 0, n = 0; i < f->n_real; i++) {
    if (f->role[i] != FOLLOW_GIVEN || d[i] == 0) continue;
    g.place[n] = i;
    g.value[n++] = d[i];
  }
  return g;
}

static bool weights_read_start(Weights *w, FmuFollow *follow, Arena *arena)
{
  FollowedDirections *f = &follow->directions;
  size_t n = w->n_states, all = n + w->n_kept;
  double *states = arena_array(arena, w->n_by * n, sizeof states[0]);
  w->start = arena_array(arena, w->n_by * all, sizeof w->start[0]);
  w->given = arena_array(arena, w->n_by, sizeof w->given[0]);
  if (w->call(w->component, FOLLOW_AFTER_EVENT, f, states, NULL, 0, NULL) !=
      fmi2OK) {
    return false;
  }
  for (size_t k = 0; k < w->n_by; k++) {
    const double *d = f->d + k * (size_t)f->n_real;
    if (n > 0) memcpy(w->start + k * all, states + k * n, n * sizeof states[0]);
    for (size_t i = 0; i < w->n_kept; i++)
      w->start[k * all + n + i] = d[w->kept[i]];
    w->given[k] = weights_given(f, (int)k, arena);
  }
  return true;
}

static void weights_make_work(Weights *w, const FollowedDirections *f,
                              Arena *arena)
{
  size_t n =
      weights_width(w) < WEIGHTS_BATCH ? weights_width(w) : WEIGHTS_BATCH;
  FollowedDirections *work = &w->work;
  w->batch = (int)n;
  *work = (FollowedDirections){.n_real = f->n_real,
                               .n_states = f->n_states,
                               .n_rows = f->n_rows,
                               .role = f->role};
  work->d = arena_array(arena, (n + 1) * (size_t)f->n_real, sizeof(double));
  work->r = arena_array(arena, (size_t)f->n_rows, sizeof(double));
  work->time = arena_array(arena, n, sizeof(double));
  w->out = arena_array(arena, weights_width(w), sizeof(double));
}

bool weights_begin(Weights *w, const Fmu *fmu, FmuFollow *follow, Arena *arena)
{
  const FmuDescription *d = fmu->description;
  const FollowedDirections *f = &follow->directions;
  *w = (Weights){.fmu = fmu,
                 .component = follow->component,
                 .call = follow->call,
                 .n_states = (size_t)f->n_states,
                 .n_by = (size_t)f->n};
  assert(f->n > 0 && f->n_states == d->n_derivatives);
  w->derivative = arena_array(arena, w->n_states, sizeof w->derivative[0]);
  for (size_t i = 0; i < w->n_states; i++)
    w->derivative[i] = d->variable[d->derivative[i]].value_reference;
  if (!weights_read_roles(w, follow, arena) ||
      !weights_read_start(w, follow, arena)) {
    return false;
  }
  weights_make_work(w, f, arena);
  return true;
}

void weights_make_columns(Weights *w, size_t n, Arena *arena)
{
  w->n_columns = n;
  w->weight = arena_array(arena, n * weights_width(w), sizeof(double));
}

/* --- along the way --- */

bool weights_spread(Weights *w, const fmi2ValueReference *unknown, size_t n,
                    double *weight)
{
  const double *d = w->work.d;
  unsigned status =
      w->call(w->component, FOLLOW_BACK, &w->work, w->out, unknown, n, weight);
  if (w->work.lost) return weights_lose(w, w->work.lost);
  if (status != fmi2OK)
    return weights_lose(w, "the model has no derivatives on the way back");
  double *out = w->out + w->n_states;
  for (size_t i = 0; i < w->n_kept; i++) *out++ = d[w->kept[i]];
  for (size_t k = 0; k < w->n_by; k++) {
    const GivenChange *g = &w->given[k];
    double sum = 0;
    for (int i = 0; i < g->n; i++) sum += g->value[i] * d[g->place[i]];
    *out++ = sum;
  }
  return true;
}

void weights_gradient(const Weights *w, size_t column, double *gradient)
{
  size_t n = w->n_states + w->n_kept;
  const double *weight = w->weight + column * weights_width(w);
  for (size_t k = 0; k < w->n_by; k++) {
    double sum = weight[n + k];
    for (size_t i = 0; i < n; i++) sum += w->start[k * n + i] * weight[i];
    gradient[k] = sum;
  }
}
