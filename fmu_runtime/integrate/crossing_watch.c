/* crossing_watch.c: parabolas through event indicators. */
#include "crossing_watch.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include <math.h>

bool crossing_watch_create(CrossingWatch *w, int n)
{
  *w = (CrossingWatch){.n = n};
  double *all = foucault_solver_numbers(7 * (size_t)n, sizeof all[0]);
  if (!all) return false;
  for (int k = 0; k < 3; k++) w->g[k] = all + (size_t)k * (size_t)n;
  w->next = all + 3 * (size_t)n;
  w->rounding = all + 4 * (size_t)n;
  w->at_start = all + 5 * (size_t)n;
  w->followed = (int *)(void *)(all + 6 * (size_t)n);
  crossing_watch_follow_all(w);
  return true;
}

void crossing_watch_follow(CrossingWatch *w, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < w->n && w->n_followed < w->n);
  w->followed[w->n_followed++] = k;
}

void crossing_watch_follow_all(CrossingWatch *w)
{
  w->n_followed = 0;
  for (int k = 0; k < w->n; k++) crossing_watch_follow(w, k);
}

size_t crossing_watch_memory(int n)
{
  return 7 * (size_t)n * sizeof(double) + 64;
}

void crossing_watch_begin(CrossingWatch *w, double shortest)
{
  RUNTIME_ASSERT(shortest >= 0);
  w->n_points = 0;
  w->longest = w->shortest = shortest;
  if (w->unrest < CROSSING_UNREST) w->unrest++;
}

/* Value, slope and curvature at the latest of three points. */
typedef struct Parabola {
  double value, slope, curvature;
} Parabola;

/* Newton's form; times fall. */
static Parabola parabola_through(const double *t, double g0, double g1,
                                 double g2)
{
  double first = (g0 - g1) / (t[0] - t[1]);
  double second = (g1 - g2) / (t[1] - t[2]);
  double curvature = (first - second) / (t[0] - t[2]);
  return (Parabola){g0, first + (t[0] - t[1]) * curvature, curvature};
}

static Parabola parabola_of(const CrossingWatch *w, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < w->n);
  return parabola_through(w->time, w->g[0][k], w->g[1][k], w->g[2][k]);
}

static double crossing_watch_value_at(const Parabola *p, double h)
{
  return p->value + h * (p->slope + h * p->curvature);
}

/* How wrong were the parabolas about w->next? */
static double worst_part(const CrossingWatch *w, double time)
{
  double worst = 0;
  for (int i = 0; i < w->n_followed; i++) {
    int k = w->followed[i];
    Parabola p = parabola_of(w, k);
    double size = fmax(fabs(w->g[0][k]), fabs(w->next[k]));
    double wrong =
        fabs(w->next[k] - crossing_watch_value_at(&p, time - w->time[0]));
    if (size > 0 && wrong > w->rounding[k]) worst = fmax(worst, wrong / size);
  }
  return worst;
}

static void adapt_step_limit(CrossingWatch *w, double time)
{
  if (w->longest == 0) return;
  double part = worst_part(w, time);
  double step = time - w->time[0];
  if (part <= CROSSING_GOOD && step > CROSSING_LONG_STEP * w->longest)
    w->longest *= CROSSING_GROWTH;
  if (part > CROSSING_BAD) {
    w->longest = fmax(w->shortest, CROSSING_SHRINKAGE * step);
    if (w->unrest < CROSSING_UNREST) w->unrest++;
  }
}

static void append_indicators(CrossingWatch *w, double time)
{
  RUNTIME_ASSERT(w->n_points == 0 || time > w->time[0]);
  double *oldest = w->g[2];
  w->g[2] = w->g[1];
  w->g[1] = w->g[0];
  w->g[0] = w->next;
  w->next = oldest;
  w->time[2] = w->time[1];
  w->time[1] = w->time[0];
  w->time[0] = time;
  if (w->n_points < 3) w->n_points++;
}

/* The extremum of indicator k inside the last step, or not far outside: the
 * parabola is a guess. Only if it matters. */
static bool find_suspect(const CrossingWatch *w, int k, double *suspect)
{
  RUNTIME_ASSERT(w->n_points == 3 && w->time[0] > w->time[1]);
  double end = w->g[0][k], begin = w->g[1][k];
  if (end * begin <= 0) return false; /* the solver has seen it */
  Parabola p = parabola_of(w, k);
  double step = w->time[0] - w->time[1];
  double at = -p.slope / (2 * p.curvature); /* not finite: a line */
  if (!(at < CROSSING_BESIDE * step && at > -(1 + CROSSING_BESIDE) * step))
    return false;
  at = fmax(-(1 - CROSSING_INSIDE) * step, fmin(at, -CROSSING_INSIDE * step));
  double side = end > 0 ? 1 : -1;
  double least = CROSSING_NEAR * fmin(fabs(end), fabs(begin));
  if (side * crossing_watch_value_at(&p, at) > least) return false;
  *suspect = w->time[0] + at;
  return true;
}

bool crossing_watch_accept(CrossingWatch *w, double time, Suspect *suspect)
{
  if (w->n_points > 0 && !(time > w->time[0])) return false;
  if (w->n_points == 3) adapt_step_limit(w, time);
  append_indicators(w, time);
  bool found = false;
  for (int i = 0; w->n_points == 3 && i < w->n_followed; i++) {
    double at;
    int k = w->followed[i];
    if (!find_suspect(w, k, &at)) continue;
    if (!found || at < suspect->time) *suspect = (Suspect){at, k};
    found = true;
  }
  return found;
}

bool crossing_watch_refine(const CrossingWatch *w, Suspect *suspect)
{
  RUNTIME_ASSERT(suspect->indicator >= 0 && suspect->indicator < w->n);
  int k = suspect->indicator;
  double step = w->time[0] - w->time[1];
  double t[3] = {w->time[0], suspect->time, w->time[1]};
  Parabola p = parabola_through(t, w->g[0][k], w->next[k], w->g[1][k]);
  double at = w->time[0] - p.slope / (2 * p.curvature);
  if (!(at > w->time[1] && at < w->time[0])) return false;
  if (fabs(at - suspect->time) < CROSSING_SAME_TIME * step) return false;
  suspect->time = at;
  return true;
}
