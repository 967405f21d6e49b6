/* drift.c: Newton's method across the constraints. */
#include "drift.h"
#include "evaluate.h"
#include "solver_memory.h"
#include "tangent.h"
#include <math.h>

enum { most_iterations = 8 };

/* Steps this small, in parts of the tolerance, end the iteration. */
static const double good_enough = 1e-4;
static const double smallest_step = 1e-14;

/* A direction is left out if so little of it is new. */
static const double dependent = 1e-8;

/* Of PROJECT_INNER, per second: slower than the integrator, faster than what
 * carries the states away. */
static const double pull_rate = 1;

struct Drift {
  Instance *inst;
  int n, m;           /* states, constraints */
  double *direction;  /* [m * n] orthonormal rows, in units of nominals */
  double *lower;      /* [m * m] constraints in terms of these */
  double *amount;     /* [m] along each direction */
  double *correction; /* [n] of the point stored last */
  double *point;      /* [n] */
};

/* --- memory --------------------------------------------------------------- */

size_t drift_memory(const Model *model)
{
  size_t n = (size_t)model->n_states, m = (size_t)model->n_constraints;
  if (model->project == PROJECT_OFF || m == 0 || !model->tangent) return 0;
  return sizeof(Drift) + (m * n + m * m + m + 2 * n + 32) * sizeof(double);
}

Drift *drift_create(Instance *inst)
{
  Drift *d = foucault_solver_calloc(1, sizeof *d);
  if (!d) return NULL;
  d->inst = inst;
  d->n = inst->model->n_states;
  d->m = inst->model->n_constraints;
  size_t n = (size_t)d->n, m = (size_t)d->m;
  d->direction = foucault_solver_calloc(m * n, sizeof(double));
  d->lower = foucault_solver_calloc(m * m, sizeof(double));
  d->amount = foucault_solver_calloc(m, sizeof(double));
  d->correction = foucault_solver_calloc(n, sizeof(double));
  d->point = foucault_solver_calloc(n, sizeof(double));
  bool good = d->direction && d->lower && d->amount && d->correction;
  return good && d->point ? d : NULL;
}

/* --- directions ----------------------------------------------------------- */

/* Derivatives of the constraints by the states, in units of nominals. */
static bool find_gradients(Drift *d)
{
  Instance *inst = d->inst;
  for (int j = 0; j < d->n; j++) {
    double *t = tangent_begin(inst);
    t[inst->state[j]] = inst->state_nominal[j];
    if (!tangent_run(inst, false)) return false;
    for (int i = 0; i < d->m; i++) {
      d->direction[i * d->n + j] = t[inst->model->constraint[i]];
    }
  }
  return true;
}

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int j = 0; j < n; j++) sum += a[j] * b[j];
  return sum;
}

static void make_orthogonal(Drift *d)
{
  int n = d->n, m = d->m;
  for (int i = 0; i < m; i++) {
    double *row = d->direction + i * n, *lower = d->lower + i * m;
    double before = sqrt(dot(row, row, n));
    for (int k = 0; k < i; k++) {
      const double *other = d->direction + k * n;
      lower[k] = dot(row, other, n);
      for (int j = 0; j < n; j++) row[j] -= lower[k] * other[j];
    }
    double size = sqrt(dot(row, row, n));
    bool is_new = size > dependent * before;
    lower[i] = is_new ? size : 0;
    for (int j = 0; j < n; j++) row[j] = is_new ? row[j] / size : 0;
  }
}

/* --- the nearest point ---------------------------------------------------- */

/* One step; its size in units of nominals. */
static double step_across(Drift *d, double *correction)
{
  const Instance *inst = d->inst;
  int n = d->n, m = d->m;
  double squares = 0;
  for (int i = 0; i < m; i++) {
    const double *lower = d->lower + i * m;
    double rest = inst->values.real[inst->model->constraint[i]];
    for (int k = 0; k < i; k++) rest -= lower[k] * d->amount[k];
    d->amount[i] = lower[i] > 0 ? rest / lower[i] : 0;
    squares += d->amount[i] * d->amount[i];
  }
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int i = 0; i < m; i++) sum += d->amount[i] * d->direction[i * n + j];
    correction[j] -= inst->state_nominal[j] * sum;
  }
  return sqrt(squares);
}

static bool evaluate_there(Drift *d, double time, const double *state,
                           const double *correction)
{
  Instance *inst = d->inst;
  for (int j = 0; j < d->n; j++) d->point[j] = state[j] + correction[j];
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, d->point);
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

bool drift_correct(Drift *d, double time, const double *state,
                   double *correction)
{
  double bound = fmax(good_enough * d->inst->tolerance, smallest_step);
  for (int j = 0; j < d->n; j++) correction[j] = 0;
  if (!evaluate_there(d, time, state, correction)) return false;
  if (!find_gradients(d)) return false;
  make_orthogonal(d);
  for (int k = 0; k < most_iterations; k++) {
    double size = step_across(d, correction);
    if (!evaluate_there(d, time, state, correction)) return false;
    if (size <= bound) return true;
  }
  instance_note(d->inst, LOG_NONLINEAR_SYSTEMS,
                "at time %.12g the constraints are too far away", time);
  return false;
}

bool drift_store(Drift *d, double time, const double *state)
{
  return drift_correct(d, time, state, d->correction);
}

void drift_add_pull(const Drift *d, double *slope)
{
  for (int j = 0; j < d->n; j++) slope[j] += pull_rate * d->correction[j];
}
