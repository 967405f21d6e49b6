/* gradient.c: see gradient.h. */
#include "studies/back/gradient.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "core/step_tolerance.h"
#include "studies/back/back_event.h"
#include "studies/back/back_steps.h"
#include "studies/back/way.h"
#include "studies/counter_random.h"

#define GRADIENT_TOLERANCE 1e-6 /* where nobody says */
#define GRADIENT_SHARE 1e-2     /* of the tolerance: what is nearly zero */
#define GRADIENT_ALIKE 1e3      /* tolerances that the two ways may differ by */

/* A row: unknowns, knowns, the change of the unknowns along the mixture. */
typedef struct Gradients {
  Session *s;
  const Fmu *fmu;
  const GradientRequest *request;
  double tolerance;
  FmuFollow follow;
  Weights weights;
  Way way;
  double *mixture; /* [n_known] */
  double *time, *row;
  int n_points, cap_times, cap_rows;
  double *scale; /* [n_columns] sizes of what the columns belong to */
  GradientResult *result;
} Gradients;

static size_t gradient_width(const Gradients *g)
{
  return (size_t)(2 * g->request->n_unknown + g->request->n_known);
}

static const double *gradient_row(const Gradients *g, int point)
{
  return g->row + (size_t)point * gradient_width(g);
}

const double *gradient_weights_at(const GradientRequest *q, double time)
{
  int first = 0, last = q->n_weights;
  while (first < last) {
    int middle = first + (last - first) / 2;
    if (q->weight_time[middle] < time)
      first = middle + 1;
    else
      last = middle;
  }
  if (first == q->n_weights || q->weight_time[first] != time) return NULL;
  return q->weight + (size_t)first * (size_t)q->n_unknown;
}

/* --- forward --- */

/* From here on one direction is followed: each parameter counts by its size. */
static void mix_directions(Gradients *g)
{
  FollowedDirections *f = &g->follow.directions;
  size_t n = (size_t)f->n_real;
  double *sum = arena_array(g->s->session_arena, n, sizeof sum[0]);
  g->mixture =
      arena_array(g->s->session_arena, (size_t)f->n, sizeof g->mixture[0]);
  for (int k = 0; k < f->n; k++) {
    double part = 2 * counter_random_unit(1, RANDOM_VALUE, 0, (uint64_t)k) - 1;
    g->mixture[k] = (part + (part < 0 ? -1 : 1)) * g->follow.size[k];
    const double *d = f->d + (size_t)k * n;
    for (size_t i = 0; i < n; i++) sum[i] += g->mixture[k] * d[i];
  }
  memcpy(f->d, sum, n * sizeof sum[0]);
  f->n = 1;
  g->follow.size[0] = 1;
}

static bool gradient_begun(void *context)
{
  Gradients *g = context;
  Arena *arena = g->s->session_arena;
  way_begin(&g->way, g->fmu, g->follow.component, arena);
  if (!weights_begin(&g->weights, g->fmu, &g->follow, arena)) return false;
  mix_directions(g);
  return true;
}

static bool gradient_piece(void *context, const ExchangePiece *piece)
{
  Gradients *g = context;
  way_add_piece(&g->way, piece);
  return true;
}

static bool gradient_before_event(void *context, double time)
{
  Gradients *g = context;
  return way_add_event(&g->way, time);
}

static bool gradient_point(void *context, double time, const FmuValues *values)
{
  Gradients *g = context;
  Arena *arena = g->s->session_arena;
  const GradientRequest *q = g->request;
  size_t n = (size_t)(q->n_unknown + q->n_known), width = gradient_width(g);
  int k = g->n_points++;
  g->time = vector_grow(arena, g->time, &g->cap_times, k + 1, sizeof(double));
  g->row = vector_grow(arena, g->row, &g->cap_rows, (k + 1) * (int)width,
                       sizeof(double));
  double *row = g->row + (size_t)k * width;
  g->time[k] = time;
  memcpy(row, values->number, n * sizeof row[0]);
  if (g->follow.directions.lost) return true;
  return way_add_point(&g->way, time) &&
         fmu_follow_values(&g->follow, q->unknown, (size_t)q->n_unknown,
                           row + n) == fmi2OK;
}

static bool gradient_is_lost(void *context)
{
  const Gradients *g = context;
  return g->follow.directions.lost != NULL;
}

/* --- columns --- */

static void choose_columns(Gradients *g)
{
  const GradientRequest *q = g->request;
  size_t n = q->weight ? 1 : (size_t)g->n_points * (size_t)q->n_unknown;
  weights_make_columns(&g->weights, n, g->s->session_arena);
  g->scale = arena_array(g->s->session_arena, n, sizeof g->scale[0]);
}

/* The largest value of each variable, 1 in place of zero; of a sum the weighted
 * ones, added up. */
static void measure_columns(Gradients *g)
{
  const GradientRequest *q = g->request;
  size_t n = (size_t)q->n_unknown;
  for (size_t i = 0; i < n; i++) {
    double most = 0, sum = 0;
    for (int k = 0; k < g->n_points; k++) {
      const double *w = q->weight ? gradient_weights_at(q, g->time[k]) : NULL;
      double size = fabs(gradient_row(g, k)[i]);
      most = fmax(most, size);
      if (w) sum += fabs(w[i]);
    }
    if (most == 0) most = 1;
    if (q->weight) g->scale[0] += sum * most;
    for (int k = 0; !q->weight && k < g->n_points; k++)
      g->scale[(size_t)k * n + i] = most;
  }
  if (q->weight && g->scale[0] == 0) g->scale[0] = 1;
}

/* Errors of weights that do not count: those that change a column by less than
 * a part of its size. */
static double *absolute_errors(const Gradients *g)
{
  const Weights *w = &g->weights;
  size_t width = weights_width(w), n = w->n_states;
  Arena *arena = g->s->session_arena;
  double *error = arena_array(arena, w->n_columns * width, sizeof error[0]);
  double *nominal = arena_array(arena, n, sizeof nominal[0]);
  for (size_t i = 0; i < n; i++) nominal[i] = 1;
  if (n > 0) g->fmu->GetNominalsOfContinuousStates(w->component, nominal, n);
  for (size_t c = 0; c < w->n_columns; c++) {
    double part = step_tolerance(g->tolerance) * GRADIENT_SHARE * g->scale[c];
    double *e = error + c * width;
    for (size_t i = 0; i < width; i++) e[i] = part;
    for (size_t i = 0; i < n; i++) e[i] /= nominal[i] > 0 ? nominal[i] : 1;
    for (size_t k = 0; k < w->n_by; k++)
      e[n + w->n_kept + k] /= fabs(g->mixture[k]);
  }
  return error;
}

/* --- back --- */

static void gradient_add_to(Weights *w, size_t column)
{
  double *weight = w->weight + column * weights_width(w);
  for (size_t i = 0; i < weights_width(w); i++) weight[i] += w->out[i];
}

/* What is asked for at this point begins to count. */
static bool begin_columns(Gradients *g, int point, const WayMark *mark)
{
  const GradientRequest *q = g->request;
  Weights *w = &g->weights;
  size_t n = (size_t)q->n_unknown;
  const double *given = q->weight ? gradient_weights_at(q, mark->to) : NULL;
  if (q->weight && !given) return true;
  double *weight = arena_array(g->s->session_arena, n, sizeof weight[0]);
  if (g->fmu->SetTime(w->component, mark->to) != fmi2OK ||
      (w->n_states > 0 && g->fmu->SetContinuousStates(w->component, mark->row,
                                                      w->n_states) != fmi2OK)) {
    return weights_lose(w, "the model cannot be evaluated on the way back");
  }
  for (size_t i = 0; i < (q->weight ? 1 : n); i++) {
    memset(weight, 0, n * sizeof weight[0]);
    if (q->weight)
      memcpy(weight, given, n * sizeof weight[0]);
    else
      weight[i] = 1;
    if (!weights_spread(w, q->unknown, n, weight)) return false;
    gradient_add_to(w, q->weight ? 0 : (size_t)point * n + i);
  }
  return true;
}

/* The first of the pieces that end with mark `last`. */
static int first_piece(const Way *way, int last)
{
  while (last > 0 && way->mark[last - 1].kind == WAY_PIECE) last--;
  return last;
}

static bool gradient_go_back(Gradients *g, BackSteps *steps)
{
  int point = g->n_points;
  for (int k = g->way.n_marks - 1; k >= 0; k--) {
    const WayMark *mark = &g->way.mark[k];
    bool good = true;
    switch (mark->kind) {
    case WAY_PIECE: {
      int first = first_piece(&g->way, k);
      good = back_steps_run(steps, first, k);
      k = first;
      break;
    }
    case WAY_POINT: good = begin_columns(g, --point, mark); break;
    case WAY_EVENT:
      good = back_event(&g->weights, &mark->saved, g->s->session_arena);
      break;
    }
    if (!good) return false;
  }
  assert(point == 0);
  return true;
}

static bool gradient_back(Gradients *g)
{
  Weights *w = &g->weights;
  choose_columns(g);
  measure_columns(g);
  const double *absolute = absolute_errors(g);
  BackSteps *steps = NULL;
  if (w->n_states > 0) {
    steps =
        back_steps_begin(&g->way, w, step_tolerance(g->tolerance), absolute);
    if (!steps) return weights_lose(w, "memory is short");
  }
  bool good = w->call(w->component, FOLLOW_ATTACH, &w->work, NULL, NULL, 0,
                      NULL) == fmi2OK &&
              gradient_go_back(g, steps);
  back_steps_end(steps);
  return good || weights_lose(w, "the model has no way back");
}

/* --- the end --- */

/* What the direction that went forward says of a column. */
static double forward_change(const Gradients *g, size_t column)
{
  const GradientRequest *q = g->request;
  size_t n = (size_t)q->n_unknown, skip = n + (size_t)q->n_known;
  if (!q->weight) return gradient_row(g, (int)(column / n))[skip + column % n];
  double sum = 0;
  for (int k = 0; k < g->n_points; k++) {
    const double *w = gradient_weights_at(q, g->time[k]);
    for (size_t i = 0; w && i < n; i++)
      sum += w[i] * gradient_row(g, k)[skip + i];
  }
  return sum;
}

/* Do the ways forward and back agree? */
static bool is_confirmed(const Gradients *g, size_t column,
                         const double *gradient)
{
  double sum = 0, size = g->scale[column];
  for (int k = 0; k < g->request->n_known; k++) {
    sum += g->mixture[k] * gradient[k];
    size += fabs(g->mixture[k] * gradient[k]);
  }
  double gap = fabs(sum - forward_change(g, column));
  return gap <= GRADIENT_ALIKE * g->tolerance * size;
}

static bool take_gradients(Gradients *g)
{
  const GradientRequest *q = g->request;
  Weights *w = &g->weights;
  Arena *arena = g->s->session_arena;
  size_t n_by = (size_t)q->n_known, n = (size_t)q->n_unknown;
  double *slope = arena_array(arena, w->n_columns * n_by, sizeof slope[0]);
  double *gradient = arena_array(arena, n_by, sizeof gradient[0]);
  for (size_t c = 0; c < w->n_columns; c++) {
    weights_gradient(w, c, gradient);
    if (!is_confirmed(g, c, gradient))
      return weights_lose(w, "the way back and the way forward do not agree");
    for (size_t k = 0; k < n_by; k++) {
      size_t at = q->weight ? k : ((c / n) * n_by + k) * n + c % n;
      slope[at] = gradient[k];
    }
  }
  g->result->slope = slope;
  return true;
}

/* Where there is no way back the run is a good one nevertheless. */
static bool gradient_at_end(void *context, fmi2Component component)
{
  Gradients *g = context;
  (void)component;
  const char *lost = g->follow.directions.lost;
  if (lost)
    weights_lose(&g->weights, lost);
  else if (gradient_back(g))
    take_gradients(g);
  return true;
}

static void take_points(const Gradients *g)
{
  GradientResult *r = g->result;
  Arena *arena = g->s->session_arena;
  size_t n = (size_t)g->request->n_unknown;
  size_t n_by = (size_t)g->request->n_known;
  r->n_points = g->n_points;
  r->time = g->time;
  r->value = arena_array(arena, (size_t)g->n_points * n, sizeof(double));
  r->by_value = arena_array(arena, n_by, sizeof(double));
  for (int k = 0; k < g->n_points; k++)
    memcpy(r->value + (size_t)k * n, gradient_row(g, k), n * sizeof(double));
  if (g->n_points > 0) memcpy(r->by_value, g->row + n, n_by * sizeof(double));
}

bool gradient_run(Session *s, const Fmu *fmu, const FmuRun *run,
                  const GradientRequest *request, GradientResult *result)
{
  Gradients g = {.s = s, .fmu = fmu, .request = request, .result = result};
  FmuRun own = *run;
  FmuResult ended = {0};
  ExchangeListener listener = {gradient_begun, gradient_piece,
                               gradient_before_event, &g};
  assert(request->n_known > 0 && request->n_unknown > 0);
  *result = (GradientResult){0};
  g.tolerance = run->has_tolerance && run->tolerance > 0 ? run->tolerance
                                                         : GRADIENT_TOLERANCE;
  g.follow =
      fmu_follow_begin(request->known, request->n_known, s->session_arena);
  own.follow = &g.follow;
  own.listener = &listener;
  own.is_exchange = true;
  own.point = gradient_point;
  own.at_end = gradient_at_end;
  own.stop_now = gradient_is_lost;
  own.context = &g;
  if (!fmu_run(s, fmu, &own, &ended)) return false;
  const char *lost = g.follow.directions.lost;
  if (!lost) lost = g.weights.lost;
  if (lost) result->why = arena_printf(s->session_arena, "%s", lost);
  if (!lost) take_points(&g);
  return true;
}
