/* importer_watch.c: see importer_watch.h. */
#include "importer_watch.h"
#include "../core/dormand_prince.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/input_motion.h"
#include "../events/contact_force.h"
#include "../events/refresh_values.h"
#include "../states/drift.h"
#include "../states/scale.h"
#include <math.h>
#include <string.h>

enum { N_STAGES = DORMAND_PRINCE_STAGES };

/* A part of the instance; n: states. */
typedef struct ImporterWatch {
  double *time;                /* [1] where the step begins */
  double *begin, *begin_slope; /* [n] there */
  double *end, *end_slope;     /* [n] where it ends */
  double *largest;             /* [n] values and reported nominals so far */
  int *state;                  /* [n] which variables these are */
  double *sum;                 /* [n] of what steps are off */
  double *off;                 /* [n] what the last one is */
  double *input;               /* [inputs] where the step begins */
  double *n_evaluations;       /* [1] of looks */
  int *is_known, *is_reported; /* [1] */
  double *point;               /* [n] workspace */
  double *slope[N_STAGES];     /* [n] workspace */
} ImporterWatch;

static ImporterWatch *importer_watch_of(const Instance *inst)
{
  return inst->part[PART_IMPORTER_WATCH];
}

/* By which the importer measures errors of state j, and what it has been. */
static double importer_watch_size(const Instance *inst, int j)
{
  const ImporterWatch *w = importer_watch_of(inst);
  double reported = scales_of(inst)->reported[j];
  double nominal = reported > 0 ? reported : inst->state_nominal[j];
  return fmax(nominal, fmax(w->largest[j], fabs(w->end[j])));
}

/* --- slopes ---------------------------------------------------------------- */

/* What the importer sees at the present states. */
static bool importer_watch_slopes(Instance *inst, double *slope)
{
  if (!contact_force_get_derivatives(inst, slope)) return false;
  if (drift_is_at_work(inst)) drift_add_pull(inst, slope);
  return true;
}

static bool importer_watch_evaluate(Instance *inst, double time,
                                    const double *state, double *slope)
{
  RUNTIME_ASSERT(inst->mode == MODE_CONTINUOUS);
  ++*importer_watch_of(inst)->n_evaluations;
  evaluate_set_time(inst, time);
  if (drift_is_at_work(inst))
    drift_set_states(inst, state);
  else
    evaluate_set_states(inst, state);
  return refresh_values(inst) && importer_watch_slopes(inst, slope);
}

static void importer_watch_states(const Instance *inst, double *state)
{
  if (drift_is_at_work(inst)) {
    memcpy(state, drift_of(inst)->given,
           (size_t)inst->model->n_states * sizeof(double));
  } else {
    evaluate_get_states(inst, state);
  }
}

/* --- what a step is off ---------------------------------------------------- */

/* In tolerances. */
static double importer_watch_largest_off(const Instance *inst)
{
  const double *off = importer_watch_of(inst)->off;
  double largest = 0;
  for (int j = 0; j < inst->model->n_states; j++) {
    double part = fabs(off[j]) / importer_watch_size(inst, j);
    largest = part > largest || isnan(part) ? part : largest;
  }
  return largest / inst->tolerance;
}

/* By the slopes at both ends. */
static double off_by_ends(const Instance *inst, double h)
{
  const ImporterWatch *w = importer_watch_of(inst);
  for (int j = 0; j < inst->model->n_states; j++) {
    w->off[j] =
        w->end[j] - w->begin[j] - h / 2 * (w->begin_slope[j] + w->end_slope[j]);
  }
  return importer_watch_largest_off(inst);
}

/* With the one in the middle; HUGE_VAL: there is none. */
static double off_by_middle(Instance *inst, double h)
{
  const ImporterWatch *w = importer_watch_of(inst);
  int n = inst->model->n_states;
  for (int j = 0; j < n; j++) {
    w->point[j] = (w->begin[j] + w->end[j]) / 2 +
                  h / 8 * (w->begin_slope[j] - w->end_slope[j]);
  }
  if (!importer_watch_evaluate(inst, *w->time + h / 2, w->point, w->slope[0]))
    return HUGE_VAL;
  for (int j = 0; j < n; j++) {
    w->off[j] =
        w->end[j] - w->begin[j] -
        h / 6 * (w->begin_slope[j] + 4 * w->slope[0][j] + w->end_slope[j]);
  }
  return importer_watch_largest_off(inst);
}

/* One step of the method from w->point, whose slope is known, to `off`. Its
 * error in tolerances; HUGE_VAL: the model cannot be evaluated. */
static double importer_watch_stages(Instance *inst, double time, double h)
{
  const ImporterWatch *w = importer_watch_of(inst);
  int n = inst->model->n_states;
  double largest = 0;
  for (int k = 1; k < N_STAGES; k++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int i = 0; i < k; i++)
        sum += dormand_prince_part[k][i] * w->slope[i][j];
      w->off[j] = w->point[j] + h * sum;
    }
    double at = time + h * dormand_prince_time[k];
    if (!importer_watch_evaluate(inst, at, w->off, w->slope[k]))
      return HUGE_VAL;
  }
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int i = 0; i < N_STAGES; i++)
      sum += dormand_prince_error[i] * w->slope[i][j];
    double part = fabs(h * sum) / importer_watch_size(inst, j);
    if (!isfinite(part)) return HUGE_VAL;
    largest = fmax(largest, part);
  }
  return largest / inst->tolerance;
}

static void importer_watch_go_on(const Instance *inst)
{
  const ImporterWatch *w = importer_watch_of(inst);
  size_t size = (size_t)inst->model->n_states * sizeof(double);
  memcpy(w->point, w->off, size);
  memcpy(w->slope[0], w->slope[N_STAGES - 1], size);
}

/* By an integration over the step. False: it does not arrive. */
static bool off_by_integration(Instance *inst, double h)
{
  const ImporterWatch *w = importer_watch_of(inst);
  size_t size = (size_t)inst->model->n_states * sizeof(double);
  double done = 0, step = h / 2;
  memcpy(w->point, w->begin, size);
  memcpy(w->slope[0], w->begin_slope, size);
  for (int k = 0; done < 1; k++) {
    if (k == IMPORTER_MOST_STEPS) return false;
    bool is_last = step >= h * (1 - done);
    if (is_last) step = h * (1 - done);
    double error = importer_watch_stages(inst, *w->time + done * h, step);
    if (error <= 1) {
      importer_watch_go_on(inst);
      done = is_last ? 1 : done + step / h;
    }
    step *= fmin(5, fmax(0.1, 0.9 * pow(fmax(error, 1e-9), -0.2)));
  }
  for (int j = 0; j < inst->model->n_states; j++)
    w->off[j] = w->end[j] - w->point[j];
  return true;
}

/* --- looks ----------------------------------------------------------------- */

static bool importer_watch_may_look(const Instance *inst)
{
  const ImporterWatch *w = importer_watch_of(inst);
  return *w->n_evaluations <
         IMPORTER_LOOKS + IMPORTER_SHARE * (double)inst->statistics.rhs;
}

/* What the copy of all numbers does not undo. */
static void importer_watch_put(const Instance *inst, const double *number,
                               int n)
{
  size_t at = (size_t)((const char *)number - inst->arrays);
  RUNTIME_ASSERT(at < inst->arrays_size);
  memcpy(instance_spare(inst) + at, number, (size_t)n * sizeof number[0]);
}

/* True: the third way has been gone, and `off` says what it found. All other
 * numbers of the instance are what they were. */
static bool importer_watch_compare(Instance *inst, double h)
{
  const ImporterWatch *w = importer_watch_of(inst);
  unsigned stale = inst->stale;
  bool function_failed = inst->function_failed;
  BeyondEvent beyond = inst->beyond;
  Statistics statistics = inst->statistics;
  memcpy(instance_spare(inst), inst->arrays, inst->arrays_size);
  bool is_off = !(off_by_middle(inst, h) <= IMPORTER_CLEAR) &&
                off_by_integration(inst, h);
  importer_watch_put(inst, w->off, inst->model->n_states);
  importer_watch_put(inst, w->n_evaluations, 1);
  memcpy(inst->arrays, instance_spare(inst), inst->arrays_size);
  inst->statistics = statistics;
  inst->stale = stale;
  inst->function_failed = function_failed;
  inst->beyond = beyond;
  return is_off;
}

static void importer_watch_report(Instance *inst, int j, double part)
{
  const ImporterWatch *w = importer_watch_of(inst);
  char name[REFERENCE_NAME_SIZE];
  reference_name(inst->model, inst->state[j], name);
  *w->is_reported = 1;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g the steps of the importer do not follow the "
                "derivatives: %s is off by %.2g of its size, %.2g times the "
                "tolerance; an importer that uses directional derivatives or a "
                "smaller tolerance, or Co-Simulation, may do better",
                instance_time(inst), name, part, part / inst->tolerance);
}

static void importer_watch_add(Instance *inst)
{
  const ImporterWatch *w = importer_watch_of(inst);
  double limit = fmin(IMPORTER_FAR * inst->tolerance, IMPORTER_MOST);
  limit = fmax(limit, IMPORTER_LEAST * inst->tolerance);
  limit = fmax(limit, IMPORTER_LEAST_PART);
  int worst = 0;
  double largest = 0;
  for (int j = 0; j < inst->model->n_states; j++) {
    w->sum[j] += w->off[j];
    double part = fabs(w->sum[j]) / importer_watch_size(inst, j);
    if (part > largest) {
      largest = part;
      worst = j;
    }
  }
  if (largest > limit) importer_watch_report(inst, worst, largest);
}

static bool inputs_rest(const Instance *inst)
{
  const InputMotion *motion = input_motion_of(inst);
  const double *input = importer_watch_of(inst)->input;
  for (int i = 0; i < motion->n; i++) {
    if (inst->values.real[motion->input[i]] != input[i]) return false;
  }
  return true;
}

/* Where the step has ended the next one begins. */
static void importer_watch_keep(const Instance *inst)
{
  const ImporterWatch *w = importer_watch_of(inst);
  const InputMotion *motion = input_motion_of(inst);
  int n = inst->model->n_states;
  *w->time = instance_time(inst);
  *w->is_known = 1;
  for (int i = 0; i < motion->n; i++)
    w->input[i] = inst->values.real[motion->input[i]];
  for (int j = 0; j < n; j++) {
    w->begin[j] = w->end[j];
    w->begin_slope[j] = w->end_slope[j];
    w->largest[j] = fmax(w->largest[j], fabs(w->end[j]));
  }
}

static bool importer_watch_is_used(const Instance *inst)
{
  const ImporterWatch *w = importer_watch_of(inst);
  return instance_spare(inst) && inst->model->n_states > 0 &&
         !*w->is_reported && inst->model->n_transports == 0;
}

void importer_watch_begin(Instance *inst)
{
  const ImporterWatch *w = importer_watch_of(inst);
  if (!importer_watch_is_used(inst)) return;
  *w->is_known = 0;
  for (int j = 0; j < inst->model->n_states; j++) {
    if (w->state[j] != inst->state[j]) w->largest[j] = 0;
    w->state[j] = inst->state[j];
    /* what begins to move does so from zero: its size is what the importer
     * has been told before */
    w->largest[j] = fmax(w->largest[j], scales_of(inst)->reported[j]);
  }
  evaluate_get_states(inst, w->end);
  if (contact_force_get_derivatives(inst, w->end_slope))
    importer_watch_keep(inst);
}

void importer_watch_look(Instance *inst)
{
  const ImporterWatch *w = importer_watch_of(inst);
  if (!importer_watch_is_used(inst)) return;
  double h = instance_time(inst) - *w->time;
  bool is_step = *w->is_known && h > 0 && inputs_rest(inst);
  importer_watch_states(inst, w->end);
  if (!importer_watch_slopes(inst, w->end_slope)) {
    *w->is_known = 0;
    return;
  }
  if (is_step && !(off_by_ends(inst, h) <= IMPORTER_CLEAR) &&
      importer_watch_may_look(inst) && importer_watch_compare(inst, h)) {
    importer_watch_add(inst);
  }
  importer_watch_keep(inst);
}

/* --- its memory ------------------------------------------------------------ */

static void carve_importer_watch(void *part, const Model *m, Carving *c)
{
  ImporterWatch *w = part;
  w->time = carve(&c->arrays, 1, sizeof(double));
  w->begin = carve(&c->arrays, m->n_states, sizeof(double));
  w->begin_slope = carve(&c->arrays, m->n_states, sizeof(double));
  w->end = carve(&c->arrays, m->n_states, sizeof(double));
  w->end_slope = carve(&c->arrays, m->n_states, sizeof(double));
  w->off = carve(&c->arrays, m->n_states, sizeof(double));
  w->point = carve(&c->arrays, m->n_states, sizeof(double));
  for (int k = 0; k < N_STAGES; k++)
    w->slope[k] = carve(&c->arrays, m->n_states, sizeof(double));
  w->largest = carve(&c->arrays, m->n_states, sizeof(double));
  w->sum = carve(&c->arrays, m->n_states, sizeof(double));
  w->input = carve(&c->arrays, input_motion_count(m), sizeof(double));
  w->n_evaluations = carve(&c->arrays, 1, sizeof(double));
  w->state = carve(&c->arrays, m->n_states, sizeof(int));
  w->is_known = carve(&c->arrays, 1, sizeof(int));
  w->is_reported = carve(&c->arrays, 1, sizeof(int));
}

static void reset_importer_watch(Instance *inst)
{
  const ImporterWatch *w = importer_watch_of(inst);
  for (int j = 0; j < inst->model->n_states; j++) {
    w->sum[j] = w->largest[j] = 0;
    w->state[j] = -1;
  }
  *w->n_evaluations = 0;
  *w->is_known = *w->is_reported = 0;
}

static bool importer_watch_fits(const StateFit *fit)
{
  const ImporterWatch *w = importer_watch_of(fit->inst);
  const Model *m = fit->inst->model;
  return state_fit_ints(w->state, m->n_states, -1, m->n_real - 1) &&
         state_fit_ints(w->is_known, 1, 0, 1) &&
         state_fit_ints(w->is_reported, 1, 0, 1);
}

const Mechanism importer_watch_mechanism = {.name = "importer_watch",
                                            .size = PART_SIZE(ImporterWatch),
                                            .carve = carve_importer_watch,
                                            .reset = reset_importer_watch,
                                            .fits = importer_watch_fits};
