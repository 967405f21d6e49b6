/* gradient_watch.c: gradients at one point and the next. */
#include "gradient_watch.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/tangent.h"
#include "drift.h"
#include <math.h>
#include <string.h>

void gradient_watch_begin(Instance *inst)
{
  const GradientWatch *g = gradient_watch_of(inst);
  if (!g->is_used) return;
  *g->n_kept = 0;
}

/* Of state j in a direction: each direction has signs of its own. */
static double part_of_direction(int direction, int j)
{
  double part = 1 - GRADIENT_MIXED * (j % GRADIENT_MIXED_ROUND);
  return j >> direction & 1 ? -part : part;
}

/* Is a gradient small in one direction? */
static bool is_small_along(Instance *inst, int direction, bool *is)
{
  int m = inst->model->n_constraints;
  double *largest = gradient_watch_of(inst)->mixed + direction * m;
  double *t = tangent_begin(inst);
  for (int j = 0; j < inst->model->n_states; j++) {
    t[inst->state[j]] =
        part_of_direction(direction, j) * inst->state_nominal[j];
  }
  *is = false;
  if (!tangent_run(inst, false)) return false;
  for (int i = 0; i < m; i++) {
    double size = fabs(t[inst->model->constraint[i]]);
    largest[i] = fmax(largest[i], size);
    *is |= size < GRADIENT_SMALL * largest[i];
  }
  return true;
}

/* A few directions of all states tell how large gradients about are: one in which
 * none is small is enough. False: a tangent does not exist (noted). */
static bool are_gradients_small(Instance *inst, bool *are)
{
  *are = true;
  for (int k = 0; k < GRADIENT_DIRECTIONS && *are; k++) {
    if (!is_small_along(inst, k, are)) return false;
  }
  return true;
}

static double state_in_units(const Instance *inst, int j)
{
  return inst->values.real[inst->state[j]] / inst->state_nominal[j];
}

/* One constraint, in units of the states that it depends on. */
typedef struct GradientSizes {
  double now, change; /* of the gradient: size, change since the last point */
  double way, state;  /* from there, size of the states */
  double before;      /* from the point before it to the last one */
} GradientSizes;

static GradientSizes measure_gradient(const Instance *inst, int i)
{
  const GradientWatch *g = gradient_watch_of(inst);
  int n = inst->model->n_states;
  const double *now = drift_of(inst)->direction + i * n;
  const double *last = g->row[0] + i * n;
  GradientSizes size = {0, 0, 0, 0, 0};
  for (int j = 0; j < n; j++) {
    if (now[j] == 0 && last[j] == 0) continue;
    double x = state_in_units(inst, j);
    size.now = hypot(size.now, now[j]);
    size.change = hypot(size.change, now[j] - last[j]);
    size.way = hypot(size.way, x - g->point[0][j]);
    size.before = hypot(size.before, g->point[0][j] - g->point[1][j]);
    size.state = hypot(size.state, x);
  }
  return size;
}

/* PROJECT_INNER: from the states that are integrated to the values, which are
 * on the constraints. */
static double distance_of_states(const Instance *inst)
{
  double distance = 0;
  if (!drift_is_inner(inst->model)) return 0;
  for (int j = 0; j < inst->model->n_states; j++) {
    distance =
        hypot(distance, drift_of(inst)->correction[j] / inst->state_nominal[j]);
  }
  return distance;
}

/* Is the place where the gradient vanishes about as near as the constraint? */
static bool is_ambiguous(const Instance *inst, int i)
{
  GradientSizes size = measure_gradient(inst, i);
  double residual = fabs(inst->values.real[inst->model->constraint[i]]);
  if (!(size.change > 0) || !(size.way > 0)) return false;
  double to_place = size.now * size.way / size.change;
  double off = inst->tolerance * (1 + size.state) + distance_of_states(inst);
  if (size.now > 0) off += residual / size.now;
  return to_place < GRADIENT_ROOM * off;
}

/* Has the gradient come to zero and turned round there? It changes smoothly
 * along a branch, also through a place where it vanishes. */
static bool has_bounced(const Instance *inst, int i)
{
  const GradientWatch *g = gradient_watch_of(inst);
  int n = inst->model->n_states;
  const double *now = drift_of(inst)->direction + i * n;
  const double *last = g->row[0] + i * n, *before = g->row[1] + i * n;
  GradientSizes size = measure_gradient(inst, i);
  double off = 0, expected = 0;
  if (!(size.before > 0)) return false;
  double part = size.way / size.before;
  for (int j = 0; j < n; j++) {
    double there = last[j] + part * (last[j] - before[j]);
    off = hypot(off, now[j] - there);
    expected = hypot(expected, there);
  }
  return off > GRADIENT_BOUNCED * fmax(size.now, expected);
}

static void report_meeting(Instance *inst, int i)
{
  const GradientWatch *g = gradient_watch_of(inst);
  char name[REFERENCE_NAME_SIZE];
  double now = measure_gradient(inst, i).now;
  reference_name(inst->model, inst->model->constraint[i], name);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.9g the gradient of the constraint %.200s = 0 is "
                "%.2g of the largest so far, and the states are %.2g of the "
                "constraint away: branches of the constraint may meet here, "
                "and nothing says which of them goes on",
                instance_time(inst), name, now / g->largest[i],
                inst->values.real[inst->model->constraint[i]]);
}

static void keep_gradients(Instance *inst)
{
  GradientWatch *g = gradient_watch_of(inst);
  int n = inst->model->n_states, m = inst->model->n_constraints;
  size_t row_size = (size_t)n * (size_t)m * sizeof(double);
  memcpy(g->row[1], g->row[0], row_size);
  memcpy(g->point[1], g->point[0], (size_t)n * sizeof(double));
  memcpy(g->row[0], drift_of(inst)->direction, row_size);
  for (int j = 0; j < n; j++) g->point[0][j] = state_in_units(inst, j);
  if (*g->n_kept < 2) *g->n_kept += 1;
}

static bool look_at_gradients(Instance *inst)
{
  const GradientWatch *g = gradient_watch_of(inst);
  RUNTIME_ASSERT(g->is_used);
  int worst = -1;
  bool are_small;
  if (!are_gradients_small(inst, &are_small)) return false;
  bool is_first = !(g->largest[0] > 0); /* all are seen as large as they are */
  if (!are_small && !is_first && *g->n_kept == 0) return true;
  if (!drift_find_gradients(inst)) return false;
  for (int i = 0; i < inst->model->n_constraints; i++) {
    double size = measure_gradient(inst, i).now;
    g->largest[i] = fmax(g->largest[i], size);
    if (!(size < GRADIENT_SMALL * g->largest[i])) continue;
    if (*g->n_kept > 0 && is_ambiguous(inst, i)) worst = i;
    if (*g->n_kept > 1 && has_bounced(inst, i)) worst = i;
  }
  if (worst >= 0 && !*g->is_near) report_meeting(inst, worst);
  *g->is_near = are_small && (*g->is_near || worst >= 0);
  keep_gradients(inst);
  if (!are_small) *g->n_kept = 0;
  return true;
}

/* The directions of PROJECT_INNER belong to the present point, and stay. */
bool gradient_watch_look(Instance *inst)
{
  if (!look_at_gradients(inst)) return false;
  if (!drift_is_inner(inst->model)) return true;
  if (!drift_find_gradients(inst)) return false;
  drift_make_orthogonal(inst);
  return true;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_gradients(void *part, const Model *m, Carving *c)
{
  GradientWatch *g = part;
  g->is_used = drift_is_watched(m) || drift_is_projected(m);
  int n = g->is_used ? m->n_states : 0;
  int n_rows = g->is_used ? m->n_constraints : 0;
  g->n_kept = carve(&c->arrays, 1, sizeof(int));
  g->is_near = carve(&c->arrays, 1, sizeof(int));
  for (int k = 0; k < 2; k++) {
    g->row[k] = carve(&c->arrays, n_rows * n, sizeof(double));
    g->point[k] = carve(&c->arrays, n, sizeof(double));
  }
  g->mixed = carve(&c->arrays, GRADIENT_DIRECTIONS * n_rows, sizeof(double));
  g->largest = carve(&c->arrays, n_rows, sizeof(double));
}

static void reset_gradients(Instance *inst)
{
  const GradientWatch *g = gradient_watch_of(inst);
  *g->n_kept = *g->is_near = 0;
  for (int i = 0; g->is_used && i < inst->model->n_constraints; i++) {
    g->largest[i] = 0;
    for (int k = 0; k < GRADIENT_DIRECTIONS; k++) {
      g->mixed[k * inst->model->n_constraints + i] = 0;
    }
  }
}

static bool gradients_fit(const StateFit *fit)
{
  const GradientWatch *g = gradient_watch_of(fit->inst);
  return state_fit_ints(g->n_kept, 1, 0, 2) &&
         state_fit_ints(g->is_near, 1, 0, 1);
}

const Mechanism gradient_watch_mechanism = {.name = "gradient_watch",
                                            .size = PART_SIZE(GradientWatch),
                                            .carve = carve_gradients,
                                            .reset = reset_gradients,
                                            .fits = gradients_fit};
