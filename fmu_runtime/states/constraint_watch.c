/* constraint_watch.c: signs of determinants around a point. */
#include "constraint_watch.h"
#include "../blocks/block_linear.h"
#include "../blocks/block_note.h"
#include "../blocks/block_work.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/input_motion.h"
#include "../evaluate/tangent.h"
#include <math.h>
#include <string.h>

static bool is_watched(const Model *model, int k)
{
  const Block *block = &model->block[k];
  return model->tangent && block->is_constraint && block->store > 0;
}

static int constraint_watch_size(const Model *model)
{
  int n = 0;
  for (int k = 0; k < model->n_blocks; k++) n += is_watched(model, k);
  return n;
}

static void constraint_watch_number(Instance *inst)
{
  int n = 0;
  for (int k = 0; k < inst->model->n_blocks; k++) {
    if (is_watched(inst->model, k)) constraint_watch_of(inst)->block[n++] = k;
  }
}

static const Block *watched(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < constraint_watch_of(inst)->n);
  return &inst->model->block[constraint_watch_of(inst)->block[k]];
}

/* --- directions ---------------------------------------------------------- */

/* How far everything moves with the errors of the states. */
static bool find_errors(Instance *inst)
{
  RUNTIME_ASSERT(inst->model->tangent && inst->tolerance > 0);
  double *d = tangent_begin(inst);
  for (int i = 0; i < inst->model->n_states; i++) {
    double size = fabs(inst->values.real[inst->state[i]]);
    d[inst->state[i]] =
        CONSTRAINT_MARGIN * inst->tolerance * (size + inst->state_nominal[i]);
  }
  return tangent_run(inst, false);
}

/* How everything moves with time. */
static bool find_rates(Instance *inst)
{
  RUNTIME_ASSERT(inst->model->tangent);
  double *d = tangent_begin(inst);
  d[0] = 1;
  input_motion_slopes(inst, d);
  for (int i = 0; i < inst->model->n_states; i++) {
    d[inst->state[i]] = inst->values.real[inst->derivative[i]];
  }
  return delay_run_tangent(inst, false);
}

/* --- signs --------------------------------------------------------------- */

/* 0: not known. */
static int sign_now(Instance *inst, const Block *block)
{
  BlockWork *w = block_work_of(inst);
  int column;
  w->column = w->identity;
  if (block_linear_factor(&inst->values, block, w, &column) != FACTOR_DONE) {
    return 0;
  }
  return block_linear_determinant_sign(block, w);
}

static void save_point(Instance *inst)
{
  memcpy(constraint_watch_of(inst)->saved, inst->values.real,
         (size_t)inst->model->n_real * sizeof(double));
}

/* Of all that are watched where only[k] is true (NULL: of all), with everything
 * `part` of a direction further from `value`: what the equations depend on
 * moves, not their unknowns alone. It moves once for all of them, and is put
 * back to the point that was saved. */
static void signs_along(Instance *inst, const double *value,
                        const double *direction, double part,
                        const signed char *only, signed char *sign)
{
  const ConstraintWatch *c = constraint_watch_of(inst);
  double *real = inst->values.real;
  int n = inst->model->n_real;
  RUNTIME_ASSERT(value != real && c->saved != real);
  for (int r = 0; r < n; r++) {
    real[r] = direction[r] == 0 ? value[r] : value[r] + part * direction[r];
  }
  for (int k = 0; k < c->n; k++) {
    if (!only || only[k])
      sign[k] = (signed char)sign_now(inst, watched(inst, k));
  }
  memcpy(real, c->saved, (size_t)n * sizeof(double));
}

/* Of determinants that have the same sign at both ends of a step: would they
 * have crossed zero on the way that everything took at either end? Then they
 * have come to zero, and the unknowns have turned round there. turned[k] is 1
 * of the constraint that has. */
static void find_turned(Instance *inst, signed char *turned)
{
  const ConstraintWatch *c = constraint_watch_of(inst);
  double time = instance_time(inst) - *c->time;
  int n_turned = 0;
  save_point(inst);
  signs_along(inst, c->saved, tangent_of(inst)->d, -time, c->sign, c->side);
  for (int k = 0; k < c->n; k++) {
    turned[k] = c->sign[k] != 0 && c->side[k] != c->sign[k];
    n_turned += turned[k];
  }
  if (n_turned == 0) return;
  signs_along(inst, c->value, c->rate, time, turned, c->side);
  for (int k = 0; k < c->n; k++) {
    turned[k] = turned[k] && c->side[k] != c->sign[k];
  }
}

/* --- points -------------------------------------------------------------- */

static bool note_singular_constraint(Instance *inst, const Block *block,
                                     const char *words)
{
  RUNTIME_ASSERT(block->is_constraint);
  inst->values.block = block;
  block->residual(&inst->values, block_work_of(inst)->residual);
  block_note(inst, LOG_NONLINEAR_SYSTEMS, block, block_work_of(inst)->residual,
             "%s the states do not determine the other variables, the "
             "equations become singular; if stateSelect = always "
             "demands these states, leave the choice to the FMU",
             words);
  return false;
}

/* Values and rates of the point; signs are kept where they are found. */
static void keep_constraint_point(Instance *inst)
{
  const ConstraintWatch *c = constraint_watch_of(inst);
  size_t size = (size_t)inst->model->n_real * sizeof(double);
  *c->time = instance_time(inst);
  memcpy(c->value, inst->values.real, size);
  memcpy(c->rate, tangent_of(inst)->d, size);
}

void constraint_watch_begin(Instance *inst)
{
  ConstraintWatch *c = constraint_watch_of(inst);
  if (c->n == 0) return;
  bool moves = find_rates(inst);
  if (moves) keep_constraint_point(inst);
  for (int k = 0; k < c->n; k++) {
    c->sign[k] = (signed char)(moves ? sign_now(inst, watched(inst, k)) : 0);
  }
}

/* A determinant that has both signs within the errors may be zero. */
static bool look_around(Instance *inst)
{
  const ConstraintWatch *c = constraint_watch_of(inst);
  const double *error = tangent_of(inst)->d;
  save_point(inst);
  signs_along(inst, c->saved, error, -1, NULL, c->side);
  signs_along(inst, c->saved, error, 1, NULL, c->other);
  for (int k = 0; k < c->n; k++) {
    int sign = c->side[k] == c->other[k] ? c->side[k] : 0;
    if (sign == 0) {
      return note_singular_constraint(inst, watched(inst, k),
                                      "within their tolerance");
    }
    if (sign * c->sign[k] < 0) {
      return note_singular_constraint(inst, watched(inst, k),
                                      "a step has led over a place where");
    }
  }
  return true;
}

static bool look_back(Instance *inst)
{
  const ConstraintWatch *c = constraint_watch_of(inst);
  find_turned(inst, c->other);
  for (int k = 0; k < c->n; k++) {
    if (c->other[k]) {
      return note_singular_constraint(
          inst, watched(inst, k), "a step has turned round at a place where");
    }
    c->sign[k] = (signed char)sign_now(inst, watched(inst, k));
  }
  return true;
}

bool constraint_watch_accept(Instance *inst)
{
  if (constraint_watch_of(inst)->n == 0) return true;
  /* where there are no directions the evaluation will show it */
  if (!find_errors(inst)) return true;
  if (!look_around(inst)) return false;
  if (!find_rates(inst)) return true;
  if (!look_back(inst)) return false;
  keep_constraint_point(inst);
  return true;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_constraints(void *part, const Model *m, Carving *c)
{
  ConstraintWatch *w = part;
  w->n = constraint_watch_size(m);
  int n_real = w->n > 0 ? m->n_real : 0;
  w->block = carve(&c->arrays, w->n, sizeof(int));
  w->time = carve(&c->arrays, 1, sizeof(double));
  w->sign = carve(&c->arrays, w->n, 1);
  w->side = carve(&c->arrays, w->n, 1);
  w->other = carve(&c->arrays, w->n, 1);
  w->value = carve(&c->arrays, n_real, sizeof(double));
  w->rate = carve(&c->arrays, n_real, sizeof(double));
  w->saved = carve(&c->arrays, n_real, sizeof(double));
}

static bool create_constraints(Instance *inst)
{
  constraint_watch_number(inst);
  return true;
}

static bool constraints_fit(const StateFit *fit)
{
  const ConstraintWatch *w = fit->inst->part[PART_CONSTRAINT_WATCH];
  size_t n = (size_t)w->n;
  return state_fit_same(fit, w->block, n * sizeof w->block[0]) &&
         state_fit_signs(w->sign, w->n);
}

const Mechanism constraint_watch_mechanism = {.name = "constraint_watch",
                                              .size =
                                                  PART_SIZE(ConstraintWatch),
                                              .carve = carve_constraints,
                                              .create = create_constraints,
                                              .fits = constraints_fit};
