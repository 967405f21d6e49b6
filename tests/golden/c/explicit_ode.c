/* model.c: the model explicit_ode, translated by Foucault.
 *
 * Values are in v->real (v->real[0] is time), v->integer, v->boolean, by FMI
 * value reference; v->relation holds the event relations. Behind an
 * assignment stands the name of its variable, above it the line of the model
 * it comes from. See model.h for what the functions promise.
 */
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "model.h"

/* ---- Start values, kinds, states, relations ---- */

static const double real_start[10] = {
  0.0, /* 0: time */
  2.0, /* 1: m */
  8.0, /* 2: c */
  0.0, /* 3: d */
  1.0, /* 4: x */
  0.0, /* 5: v */
  0.0, /* 6: energy */
  0.0, /* 7: u */
  0.0, /* 8: y */
  0.0, /* 9: der(v) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_TUNABLE, VARIABLE_TUNABLE,
  VARIABLE_DEPENDENT, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_CALCULATED, VARIABLE_INPUT, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED,
};

static const int state[] = {
  4, /* x */
  5, /* v */
};

static const int derivative[] = {
  5, /* der(x) */
  9, /* der(v) */
};

static const double state_nominal[] = {
  1.0,
  1.0,
};

static const int scale_group[] = {
  1, 2,
};
static const int scale_slope[] = {
  2, 0,
};
static const ScaleSource scale_source[] = {
  {1, 7}, /* u */
};

/* ---- Dependent parameters ---- */

static const char *const parameter_divisor[] = {
  "@explicit_ode.mo:13: m*der(v) = u - c*x - d*v" "\0"
  "der(v): the factor m" "\0",
  0};

static int parameters(ModelValues *v)
{
  /* explicit_ode.mo:5: d */
  v->real[3] = v->real[2] / 40.0; /* d */
  if (!isnormal(v->real[1])) return block_divisor(v, parameter_divisor, 0,
      v->real[1]);
  return 0;
}

/* ---- Start values that depend on parameters ---- */

static void starts(ModelValues *v, const unsigned char *keep)
{
  (void)v;
  (void)keep;
}

/* ---- The initial system ---- */

static int initialize(ModelValues *v)
{
  /* explicit_ode.mo:10: y = x + u */
  v->real[8] = v->real[4] + v->real[7]; /* y */
  /* explicit_ode.mo:13: m*der(v) = u - c*x - d*v */
  v->real[9] = -((v->real[3] * v->real[5] - (v->real[7] - v->real[2] *
      v->real[4])) / v->real[1]); /* der(v) */
  /* explicit_ode.mo:14: energy = m*v^2/2 + c*x^2/2 */
  v->real[6] = v->real[1] * (v->real[5] * v->real[5]) / 2.0 + v->real[2] *
      (v->real[4] * v->real[4]) / 2.0; /* energy */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  t->d[3] = (0.025)*t->d[2]; /* d */
  t->d[8] = t->d[4] + t->d[7]; /* y */
  const double t1 = 1.0 / v->real[1];
  t->d[9] = (-(v->real[5] * t1))*t->d[3] + (-(v->real[3] * t1))*t->d[5] +
      (t1)*t->d[7] + (-(v->real[4] * t1))*t->d[2] + (-(v->real[2] *
      t1))*t->d[4] + ((v->real[3] * v->real[5] - (v->real[7] - v->real[2] *
      v->real[4])) / v->real[1] / v->real[1])*t->d[1]; /* der(v) */
  t->d[6] = (v->real[5] * v->real[5] * 0.5)*t->d[1] + (2.0 * v->real[5] *
      (v->real[1] * 0.5))*t->d[5] + (v->real[4] * v->real[4] * 0.5)*t->d[2] +
      (2.0 * v->real[4] * (v->real[2] * 0.5))*t->d[4]; /* energy */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* explicit_ode.mo:10: y = x + u */
  v->real[8] = v->real[4] + v->real[7]; /* y */
  /* explicit_ode.mo:13: m*der(v) = u - c*x - d*v */
  v->real[9] = -((v->real[3] * v->real[5] - (v->real[7] - v->real[2] *
      v->real[4])) / v->real[1]); /* der(v) */
  /* explicit_ode.mo:14: energy = m*v^2/2 + c*x^2/2 */
  v->real[6] = v->real[1] * (v->real[5] * v->real[5]) / 2.0 + v->real[2] *
      (v->real[4] * v->real[4]) / 2.0; /* energy */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  t->d[8] = t->d[4] + t->d[7]; /* y */
  const double t1 = 1.0 / v->real[1];
  t->d[9] = (-(v->real[3] * t1))*t->d[5] + (t1)*t->d[7] + (-(v->real[2] *
      t1))*t->d[4]; /* der(v) */
  t->d[6] = (2.0 * v->real[5] * (v->real[1] * 0.5))*t->d[5] + (2.0 *
      v->real[4] * (v->real[2] * 0.5))*t->d[4]; /* energy */
  return 0;
}

/* ---- Event relations: negative where true, or the time they change ---- */

static void crossings(const ModelValues *v, double *z)
{
  (void)v;
  (void)z;
}

/* ---- Assertions ---- */

/* ---- pre(), sample(), reinit() ---- */

/* ---- What is computed from what, for messages (see model.h) ---- */

static const char *const names[] = {
  "Atime" "\0" "Am" "\0" "Ac" "\0" "Ad" "\0" "Ax" "\0" "Av" "\0" "Aenergy" "\0"
  "Au" "\0" "Ay" "\0" "Ader(v)" "\0",
  0};

static const char *const computed[] = {
  "@explicit_ode.mo:13: m*der(v) = u - c*x - d*v" "\0"
  "r9 r3 r5 r7 r2 r4 r1" "\0"
  "@explicit_ode.mo:14: energy = m*v^2/2 + c*x^2/2" "\0" "r6 r1 r5 r2 r4" "\0"
  "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "explicit_ode",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 10,
  .n_integer = 0,
  .n_boolean = 0,
  .real_kind = real_kind,
  .real_start = real_start,
  .n_states = 2,
  .state = state,
  .derivative = derivative,
  .state_nominal = state_nominal,
  .shown_state = state,
  .shown_derivative = derivative,
  .n_sets = 0,
  .n_scale_groups = 2,
  .n_scaled = 2,
  .scale_group = scale_group,
  .scale_slope = scale_slope,
  .n_scale_sources = 1,
  .scale_source = scale_source,
  .n_relations = 0,
  .n_start_preferences = 0,
  .n_indicators = 0,
  .largest_block = 0,
  .largest_block_nonzeros = 0,
  .largest_block_fill = 0,
  .largest_preference_block = 0,
  .start_time = 0.0,
  .stop_time = 0.0,
  .tolerance = 1e-06,
  .has_stop_time = 0,
  .integrator = &integrator_cvode,
  .method = METHOD_AUTO,
  .is_smooth = 1,
  .parameters = parameters,
  .starts = starts,
  .initialize = initialize,
  .evaluate = evaluate,
  .tangent = tangent,
  .initial_tangent = initial_tangent,
  .crossings = crossings,
  .names = names,
  .computed = computed,
};
