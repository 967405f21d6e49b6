/* sensitivity.c: see sensitivity.h. */
#include "studies/back/sensitivity.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "studies/back/gradient.h"

#define DIFFERENCE_STEP 1e-4      /* of the size of a parameter */
#define DIFFERENCE_TOLERANCE 1e-3 /* of the tolerance: noise of the runs */
#define CLOSEST_TOLERANCE 1e-10

typedef struct Sensing {
  Session *s;
  const Fmu *fmu;
  const SensitivityRequest *request;
  FmuRun run;
  FmuFollow follow;
  fmi2ValueReference *known, *unknown;
  double *time, *row; /* a row: values, parameters, derivatives */
  int n_points, width;
  int cap_times, cap_rows;
} Sensing;

/* --- points --- */

static double *sensitivity_add_row(Sensing *g, double time)
{
  Arena *arena = g->s->session_arena;
  int n = g->n_points++;
  g->time = vector_grow(arena, g->time, &g->cap_times, n + 1, sizeof(double));
  g->row = vector_grow(arena, g->row, &g->cap_rows, (n + 1) * g->width,
                       sizeof(double));
  g->time[n] = time;
  return g->row + (size_t)n * (size_t)g->width;
}

static bool sensitivity_take_values(void *context, double time,
                                    const FmuValues *values)
{
  Sensing *g = context;
  size_t n = (size_t)(g->request->n_of + g->request->n_by);
  double *row = sensitivity_add_row(g, time);
  memcpy(row, values->number, n * sizeof row[0]);
  if (!g->run.follow || g->follow.directions.lost) return true;
  return fmu_follow_values(&g->follow, g->unknown, (size_t)g->request->n_of,
                           row + n) == fmi2OK;
}

static bool sensitivity_is_lost(void *context)
{
  const Sensing *g = context;
  return g->run.follow && g->follow.directions.lost;
}

static void begin_points(Sensing *g, int width)
{
  g->time = g->row = NULL;
  g->n_points = g->cap_times = g->cap_rows = 0;
  g->width = width;
}

static Sensing begin_sensing(Session *s, const Fmu *fmu, const FmuRun *run,
                             const SensitivityRequest *q)
{
  Arena *arena = s->session_arena;
  const FmuVariable *v = fmu->description->variable;
  int n = q->n_of + q->n_by;
  Sensing g = {.s = s, .fmu = fmu, .request = q, .run = *run};
  int *variable = arena_array(arena, (size_t)n, sizeof variable[0]);
  g.unknown = arena_array(arena, (size_t)n, sizeof g.unknown[0]);
  g.known = g.unknown + q->n_of;
  for (int i = 0; i < n; i++) {
    variable[i] = i < q->n_of ? q->of[i] : q->by[i - q->n_of];
    g.unknown[i] = v[variable[i]].value_reference;
  }
  g.run.variable = variable;
  g.run.n_variables = n;
  g.run.point = sensitivity_take_values;
  g.run.stop_now = sensitivity_is_lost;
  return g;
}

/* --- exact --- */

/* *why: they could not be followed to the end. */
static bool run_exactly(Sensing *g, const char **why)
{
  const SensitivityRequest *q = g->request;
  FmuResult result = {0};
  begin_points(g, q->n_of + q->n_by + q->n_of * q->n_by);
  g->follow = fmu_follow_begin(g->known, q->n_by, g->s->session_arena);
  g->run.follow = &g->follow;
  g->run.is_exchange = true;
  g->run.context = g;
  bool good = fmu_run(g->s, g->fmu, &g->run, &result);
  const char *lost = g->follow.directions.lost; /* text of the FMU */
  *why = lost ? arena_printf(g->s->session_arena, "%s", lost) : NULL;
  g->run.follow = NULL;
  return good;
}

static void take_exact(const Sensing *g, SensitivityCurves *c)
{
  size_t n = (size_t)(c->n_of + c->n_by), m = (size_t)(c->n_of * c->n_by);
  for (size_t k = 0; k < (size_t)c->n_points; k++) {
    memcpy(c->slope + k * m, g->row + k * (size_t)g->width + n,
           m * sizeof c->slope[0]);
  }
}

/* --- differences --- */

static bool run_once(Sensing *g, int by, double value)
{
  Arena *arena = g->s->session_arena;
  FmuResult result = {0};
  FmuRun run = g->run;
  begin_points(g, g->request->n_of + g->request->n_by);
  run.context = g;
  if (by >= 0) {
    FmuSetting *set = arena_array(arena, (size_t)run.n_set + 1, sizeof set[0]);
    if (run.n_set > 0) memcpy(set, run.set, (size_t)run.n_set * sizeof set[0]);
    set[run.n_set++] =
        (FmuSetting){.variable = g->request->by[by], .real = value};
    run.set = set;
  }
  return fmu_run(g->s, g->fmu, &run, &result);
}

/* Of the points that all runs have. */
static void add_side(const Sensing *g, SensitivityCurves *c, int by,
                     double factor)
{
  if (g->n_points < c->n_points) c->n_points = g->n_points;
  for (int k = 0; k < c->n_points; k++) {
    const double *row = g->row + (size_t)k * (size_t)g->width;
    double *slope =
        c->slope + ((size_t)k * (size_t)c->n_by + (size_t)by) * (size_t)c->n_of;
    for (int i = 0; i < c->n_of; i++) slope[i] += factor * row[i];
  }
}

static bool take_differences(Sensing *g, SensitivityCurves *c)
{
  for (int k = 0; k < c->n_by; k++) {
    double value = c->by_value[k];
    double step = DIFFERENCE_STEP * (value != 0 ? fabs(value) : 1);
    volatile double above = value + step;
    volatile double below = value - step;
    double factor = 1 / (above - below);
    if (!run_once(g, k, above)) return false;
    add_side(g, c, k, factor);
    if (!run_once(g, k, below)) return false;
    add_side(g, c, k, -factor);
  }
  return true;
}

static void choose_tolerance(FmuRun *run)
{
  double usual =
      run->has_tolerance && run->tolerance > 0 ? run->tolerance : 1e-6;
  run->has_tolerance = true;
  run->tolerance =
      fmax(usual * DIFFERENCE_TOLERANCE, fmin(usual, CLOSEST_TOLERANCE));
}

/* --- backward --- */

static GradientRequest back_request(const Sensing *g)
{
  const SensitivityRequest *q = g->request;
  return (GradientRequest){.known = g->known,
                           .unknown = g->unknown,
                           .n_known = q->n_by,
                           .n_unknown = q->n_of,
                           .weight = q->weight,
                           .weight_time = q->weight_time,
                           .n_weights = q->n_weights};
}

/* c->forward: there is no way back. */
static bool run_back(Sensing *g, SensitivityCurves *c)
{
  GradientRequest request = back_request(g);
  GradientResult found;
  if (!gradient_run(g->s, g->fmu, &g->run, &request, &found)) return false;
  c->forward = found.why;
  if (found.why) return true;
  c->n_points = found.n_points;
  c->time = found.time;
  c->value = found.value;
  c->by_value = found.by_value;
  *(request.weight ? &c->sum_slope : &c->slope) = found.slope;
  return true;
}

static void sensitivity_take_sum(const Sensing *g, SensitivityCurves *c)
{
  GradientRequest q = back_request(g);
  size_t n = (size_t)c->n_of, n_by = (size_t)c->n_by;
  bool is_known = c->sum_slope;
  if (!is_known)
    c->sum_slope = arena_array(g->s->session_arena, n_by, sizeof(double));
  for (size_t k = 0; k < (size_t)c->n_points; k++) {
    const double *w = gradient_weights_at(&q, c->time[k]);
    for (size_t i = 0; w && i < n; i++) {
      c->sum += w[i] * c->value[k * n + i];
      for (size_t p = 0; !is_known && p < n_by; p++)
        c->sum_slope[p] += w[i] * c->slope[(k * n_by + p) * n + i];
    }
  }
}

/* --- the whole --- */

/* Times, values and parameters of the last run. */
static void take_curves(const Sensing *g, SensitivityCurves *c)
{
  Arena *arena = g->s->session_arena;
  size_t n = (size_t)g->n_points, n_of = (size_t)c->n_of;
  c->n_points = g->n_points;
  c->time = g->time;
  c->value = arena_array(arena, n * n_of, sizeof(double));
  c->slope = arena_array(arena, n * n_of * (size_t)c->n_by, sizeof(double));
  c->by_value = arena_array(arena, (size_t)c->n_by, sizeof(double));
  for (size_t k = 0; k < n; k++) {
    memcpy(c->value + k * n_of, g->row + k * (size_t)g->width,
           n_of * sizeof(double));
  }
  if (n > 0)
    memcpy(c->by_value, g->row + n_of, (size_t)c->n_by * sizeof(double));
}

/* Backward where that is asked for and can be done, else forward, else by
 * differences. */
static bool take_all(Sensing *g, SensitivityCurves *curves)
{
  if (!curves->why && g->request->is_back) {
    if (!run_back(g, curves)) return false;
    if (!curves->forward) return true;
  }
  if (!curves->why) {
    if (!run_exactly(g, &curves->why)) return false;
    if (!curves->why) {
      take_curves(g, curves);
      take_exact(g, curves);
      return true;
    }
  }
  choose_tolerance(&g->run);
  if (!run_once(g, -1, 0)) return false;
  take_curves(g, curves);
  return take_differences(g, curves);
}

bool sensitivity_run(Session *s, const Fmu *fmu, const FmuRun *run,
                     const SensitivityRequest *request, const char *why,
                     SensitivityCurves *curves)
{
  Sensing g = begin_sensing(s, fmu, run, request);
  *curves = (SensitivityCurves){
      .n_by = request->n_by, .n_of = request->n_of, .why = why};
  assert(request->n_by > 0 && request->n_of > 0);
  if (!take_all(&g, curves)) return false;
  if (request->weight) sensitivity_take_sum(&g, curves);
  return true;
}
