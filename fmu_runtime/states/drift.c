/* drift.c: Newton's method across the constraints. */
#include "drift.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/tangent.h"
#include "orthogonal.h"
#include "scale.h"
#include <float.h>
#include <math.h>

/* --- how ------------------------------------------------------------------ */

bool drift_is_projected(const Model *model)
{
  return model->project != PROJECT_OFF && model->n_constraints > 0 &&
         model->tangent;
}

bool drift_is_step(const Model *model)
{
  return drift_is_projected(model) && model->project == PROJECT_STEP;
}

bool drift_is_inner(const Model *model)
{
  return drift_is_projected(model) && model->project == PROJECT_INNER;
}

bool drift_is_watched(const Model *model)
{
  return model->project == PROJECT_OFF && model->n_constraints > 0 &&
         model->tangent;
}

/* --- directions ----------------------------------------------------------- */

bool drift_find_gradients(Instance *inst)
{
  RUNTIME_ASSERT(inst->model->n_constraints > 0);
  const Model *m = inst->model;
  for (int j = 0; j < m->n_states; j++) {
    double *t = tangent_begin(inst);
    t[inst->state[j]] = inst->state_nominal[j];
    if (!tangent_run(inst, false)) return false;
    for (int i = 0; i < m->n_constraints; i++) {
      drift_of(inst)->direction[i * m->n_states + j] = t[m->constraint[i]];
    }
  }
  return true;
}

void drift_make_orthogonal(const Instance *inst)
{
  const DriftWork *d = drift_of(inst);
  int n = inst->model->n_states, m = inst->model->n_constraints;
  for (int i = 0; i < m; i++) {
    double *lower = d->lower + i * m;
    lower[i] = orthogonal_add(d->direction, i, n, DRIFT_DEPENDENT, lower);
  }
}

/* --- the nearest point ---------------------------------------------------- */

/* The shortest step that changes the constraints by what stands in `excess`
 * at their places, as amounts along the directions; its size in units of
 * nominals. */
static double find_amounts(const Instance *inst, const double *excess)
{
  RUNTIME_ASSERT(inst->model->n_constraints > 0);
  const DriftWork *d = drift_of(inst);
  int m = inst->model->n_constraints;
  double squares = 0;
  for (int i = 0; i < m; i++) {
    const double *lower = d->lower + i * m;
    double rest = excess[inst->model->constraint[i]];
    for (int k = 0; k < i; k++) rest -= lower[k] * d->amount[k];
    d->amount[i] = lower[i] > 0 ? rest / lower[i] : 0;
    squares += d->amount[i] * d->amount[i];
  }
  return sqrt(squares);
}

/* Of state j, in its unit. */
static double step_of(const Instance *inst, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < inst->model->n_states);
  const DriftWork *d = drift_of(inst);
  int n = inst->model->n_states;
  double sum = 0;
  for (int i = 0; i < inst->model->n_constraints; i++) {
    sum += d->amount[i] * d->direction[i * n + j];
  }
  return inst->state_nominal[j] * sum;
}

static bool evaluate_there(Instance *inst, double time, const double *state,
                           const double *correction)
{
  double *point = drift_of(inst)->point;
  for (int j = 0; j < inst->model->n_states; j++) {
    point[j] = state[j] + correction[j];
  }
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, point);
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

/* Below this the states count as being on the constraints. */
static double bound_of(const Instance *inst)
{
  return fmax(DRIFT_GOOD * inst->tolerance, DRIFT_SMALLEST);
}

static bool has_settled(const Instance *inst, double size, double before)
{
  return size <= bound_of(inst) ||
         (size <= DRIFT_ROUNDING * inst->tolerance && size > before / 2);
}

bool drift_correct(Instance *inst, double time, const double *state,
                   double *correction)
{
  RUNTIME_ASSERT(drift_is_projected(inst->model) && state && correction);
  int n = inst->model->n_states;
  for (int j = 0; j < n; j++) correction[j] = 0;
  if (!evaluate_there(inst, time, state, correction)) return false;
  if (!drift_find_gradients(inst)) return false;
  drift_make_orthogonal(inst);
  double before = HUGE_VAL;
  for (int k = 0; k < DRIFT_MOST_ITERATIONS; k++) {
    double size = find_amounts(inst, inst->values.real);
    for (int j = 0; j < n; j++) correction[j] -= step_of(inst, j);
    if (!evaluate_there(inst, time, state, correction)) return false;
    if (has_settled(inst, size, before)) return true;
    before = size;
  }
  instance_note(inst, LOG_NONLINEAR_SYSTEMS,
                "at time %.12g the constraints are too far away", time);
  return false;
}

bool drift_store(Instance *inst, double time, const double *state)
{
  return drift_correct(inst, time, state, drift_of(inst)->correction);
}

void drift_add_pull(const Instance *inst, double *slope)
{
  RUNTIME_ASSERT(drift_is_inner(inst->model));
  for (int j = 0; j < inst->model->n_states; j++) {
    slope[j] += DRIFT_PULL_RATE * drift_of(inst)->correction[j];
  }
}

/* --- drift that is watched ------------------------------------------------ */

/* A value that a state may have, by which its error is measured. */
static double size_by_scale(const Instance *inst, int j)
{
  const Model *m = inst->model;
  double nominal = inst->state_nominal[j];
  bool is_outside = m->n_sets == 0 || j < m->set[0].first_state;
  double size = is_outside ? scale_at(inst, j, nominal) : nominal;
  return fmax(size, fabs(inst->values.real[inst->state[j]]));
}

/* The largest correction in parts of the size of its state. */
static double largest_correction(const Instance *inst)
{
  double largest = 0;
  for (int j = 0; j < inst->model->n_states; j++) {
    double part = fabs(step_of(inst, j)) / size_by_scale(inst, j);
    largest = fmax(largest, part);
  }
  return largest;
}

/* The constraint that is missed most, along directions of its own. */
static int worst_constraint(const Instance *inst)
{
  const double *amount = drift_of(inst)->amount;
  int worst = 0;
  for (int i = 1; i < inst->model->n_constraints; i++) {
    if (fabs(amount[i]) > fabs(amount[worst])) worst = i;
  }
  return worst;
}

static void report_drift(Instance *inst, double part)
{
  char name[REFERENCE_NAME_SIZE];
  int k = inst->model->constraint[worst_constraint(inst)];
  reference_name(inst->model, k, name);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g the states have drifted away from the "
                "constraints by %.2g of their size, %.2g times the tolerance; "
                "%s = %.3g should be zero",
                instance_time(inst), part, part / inst->tolerance, name,
                inst->values.real[k]);
}

/* By which factor residuals have grown since they were looked at: the distance
 * has not grown by more, whatever the units of constraints are. */
static double drift_growth(const Instance *inst)
{
  const DriftWork *d = drift_of(inst);
  double largest = 0;
  for (int i = 0; i < inst->model->n_constraints; i++) {
    double r = fabs(inst->values.real[inst->model->constraint[i]]);
    if (r > 0) largest = fmax(largest, r / d->looked_at[i]);
  }
  return largest;
}

static void drift_note_residuals(const Instance *inst)
{
  const DriftWork *d = drift_of(inst);
  for (int i = 0; i < inst->model->n_constraints; i++) {
    double r = fabs(inst->values.real[inst->model->constraint[i]]);
    d->looked_at[i] = fmax(d->looked_at[i], r);
  }
  *d->n_points = 0;
}

/* The distance may be above the limit: residuals have grown, or gradients and
 * sizes have changed for a while. */
static bool drift_is_worth_a_look(const Instance *inst, double limit)
{
  const DriftWork *d = drift_of(inst);
  double growth = drift_growth(inst);
  bool is_near = *d->part > DRIFT_NEAR * limit;
  if (is_near && ++*d->n_points >= DRIFT_POINTS) return true;
  return growth > DRIFT_GROWS && growth * *d->part > limit;
}

/* PROJECT_INNER: the values are those of the nearest point, and the correction
 * says how far the integrator's states are from it. */
static void drift_watch_inner(Instance *inst)
{
  const DriftWork *d = drift_of(inst);
  char name[REFERENCE_NAME_SIZE];
  double part = 0;
  int worst = 0;
  for (int j = 0; j < inst->model->n_states; j++) {
    double one = fabs(d->correction[j]) / size_by_scale(inst, j);
    if (one > part) {
      part = one;
      worst = j;
    }
  }
  if (*d->is_reported || !(part > DRIFT_WARNED * inst->tolerance)) return;
  *d->is_reported = true;
  reference_name(inst->model, inst->state[worst], name);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g the states that are integrated have drifted "
                "away from the constraints by %.2g of their size, %.2g times "
                "the tolerance, though --project inner pulls them back: %s is "
                "%.3g beside the nearest point",
                instance_time(inst), part, part / inst->tolerance, name,
                d->correction[worst]);
}

bool drift_watch(Instance *inst)
{
  const DriftWork *d = drift_of(inst);
  if (drift_is_inner(inst->model)) drift_watch_inner(inst);
  if (!drift_is_watched(inst->model) || *d->is_reported) return true;
  double limit = DRIFT_WARNED * inst->tolerance;
  if (!drift_is_worth_a_look(inst, limit)) return true;
  drift_note_residuals(inst);
  if (!drift_find_gradients(inst)) return false;
  drift_make_orthogonal(inst);
  find_amounts(inst, inst->values.real);
  double part = largest_correction(inst);
  *d->part = fmax(*d->part, part);
  if (!(part > limit)) return true;
  *d->is_reported = true;
  report_drift(inst, part);
  return true;
}

/* --- Model Exchange ------------------------------------------------------- */

bool drift_is_at_work(const Instance *inst)
{
  return inst->mode == MODE_CONTINUOUS && drift_is_inner(inst->model);
}

void drift_begin(Instance *inst)
{
  if (!drift_is_inner(inst->model)) return;
  evaluate_get_states(inst, drift_of(inst)->given);
  inst->stale |= STALE_VALUES; /* directions are not known here */
}

void drift_set_states(Instance *inst, const double *state)
{
  RUNTIME_ASSERT(drift_is_at_work(inst));
  for (int j = 0; j < inst->model->n_states; j++) {
    if (drift_of(inst)->given[j] == state[j]) continue;
    drift_of(inst)->given[j] = state[j];
    inst->stale |= STALE_VALUES;
  }
}

bool drift_refresh(Instance *inst)
{
  RUNTIME_ASSERT(drift_is_at_work(inst));
  return drift_store(inst, instance_time(inst), drift_of(inst)->given);
}

bool drift_measure(Instance *inst, bool *is_far)
{
  *is_far = false;
  if (!drift_is_step(inst->model)) return true;
  if (!drift_find_gradients(inst)) return false;
  drift_make_orthogonal(inst);
  double size = find_amounts(inst, inst->values.real);
  *is_far = size > DRIFT_TOO_FAR * inst->tolerance;
  return true;
}

bool drift_land(Instance *inst, bool *moved)
{
  DriftWork *d = drift_of(inst);
  double size = 0;
  *moved = false;
  if (!drift_is_projected(inst->model)) return true;
  if (drift_is_step(inst->model)) {
    evaluate_get_states(inst, d->given);
    if (!drift_store(inst, instance_time(inst), d->given)) return false;
  }
  for (int j = 0; j < inst->model->n_states; j++) {
    size = fmax(size, fabs(d->correction[j]) / inst->state_nominal[j]);
  }
  *moved = size > bound_of(inst);
  return true;
}

bool drift_turn(Instance *inst)
{
  RUNTIME_ASSERT(drift_is_at_work(inst));
  Tangent *t = tangent_of(inst);
  double *wanted = drift_of(inst)->point, *pull = drift_of(inst)->pull;
  int n = inst->model->n_states;
  for (int j = 0; j < n; j++) wanted[j] = t->d[inst->state[j]];
  if (!tangent_run(inst, false)) return false;
  find_amounts(inst, t->d);
  for (int j = 0; j < n; j++) {
    double change = -step_of(inst, j);
    pull[j] = DRIFT_PULL_RATE * change;
    t->d[inst->state[j]] = wanted[j] + change;
  }
  return true;
}

double drift_pull_on(const Instance *inst, unsigned place)
{
  RUNTIME_ASSERT(place < (unsigned)inst->model->n_real);
  if (!drift_is_at_work(inst)) return 0;
  for (int k = 0; k < inst->model->n_states; k++) {
    if ((unsigned)inst->model->shown_derivative[k] != place) continue;
    return drift_of(inst)->pull[k];
  }
  return 0;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_drift(void *part, const Model *m, Carving *c)
{
  DriftWork *d = part;
  int n = m->n_states, n_rows = m->n_constraints;
  bool is_watched = drift_is_watched(m);
  if (!drift_is_projected(m) && !is_watched) return;
  d->direction = carve(&c->arrays, n_rows * n, sizeof(double));
  d->lower = carve(&c->arrays, n_rows * n_rows, sizeof(double));
  d->amount = carve(&c->arrays, n_rows, sizeof(double));
  d->looked_at = carve(&c->arrays, m->n_constraints, sizeof(double));
  d->part = carve(&c->arrays, 1, sizeof(double));
  d->is_reported = carve(&c->arrays, 1, sizeof(int));
  d->n_points = carve(&c->arrays, 1, sizeof(int));
  if (is_watched) return;
  d->correction = carve(&c->arrays, n, sizeof(double));
  d->point = carve(&c->arrays, n, sizeof(double));
  d->given = carve(&c->arrays, n, sizeof(double));
  d->pull = carve(&c->arrays, n, sizeof(double));
}

static void reset_drift(Instance *inst)
{
  const DriftWork *d = drift_of(inst);
  if (!d->is_reported) return;
  for (int i = 0; i < inst->model->n_constraints; i++) d->looked_at[i] = 0;
  *d->part = DBL_MIN;
  *d->is_reported = false;
  *d->n_points = 0;
}

static bool drift_fits(const StateFit *fit)
{
  const DriftWork *d = drift_of(fit->inst);
  return !d->is_reported || (state_fit_ints(d->is_reported, 1, 0, 1) &&
                             state_fit_ints(d->n_points, 1, 0, DRIFT_POINTS));
}

const Mechanism drift_mechanism = {.name = "drift",
                                   .size = PART_SIZE(DriftWork),
                                   .carve = carve_drift,
                                   .reset = reset_drift,
                                   .fits = drift_fits};
