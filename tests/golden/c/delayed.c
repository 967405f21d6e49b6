/* model.c: the model delayed, translated by Foucault.
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

static const double real_start[6] = {
  0.0, /* 0: time */
  0.5, /* 1: tau */
  1.0, /* 2: x */
  0.0, /* 3: der(x) */
  0.0, /* 4: $delayed1 */
  0.0, /* 5: delay($delayed1) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_PARAMETER, VARIABLE_EXACT,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
};

static const int state[] = {
  2, /* x */
};

static const int derivative[] = {
  3, /* der(x) */
};

static const double state_nominal[] = {
  1.0,
};

static const int scale_group[] = {
  1,
};
static const int scale_slope[] = {
  0,
};

/* ---- Dependent parameters ---- */

static int parameters(ModelValues *v)
{
  (void)v;
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
  /* delayed.mo:6: delay(2*x, tau) */
  v->real[4] = 2.0 * v->real[2]; /* $delayed1 */
  /* delayed.mo:6: der(x) = -delay(2*x, tau) */
  v->real[3] = -v->real[5]; /* der(x) */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[4] = (2.0)*t->d[2]; /* $delayed1 */
  t->d[3] = (-1.0)*t->d[5]; /* der(x) */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* delayed.mo:6: delay(2*x, tau) */
  v->real[4] = 2.0 * v->real[2]; /* $delayed1 */
  /* delayed.mo:6: der(x) = -delay(2*x, tau) */
  v->real[3] = -v->real[5]; /* der(x) */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[4] = (2.0)*t->d[2]; /* $delayed1 */
  t->d[3] = (-1.0)*t->d[5]; /* der(x) */
  return 0;
}

/* ---- Event relations: negative where true, or the time they change ---- */

static void crossings(const ModelValues *v, double *z)
{
  (void)v;
  (void)z;
}

/* ---- Assertions ---- */

static const AssertionValue assertion_value[] = {
  {"tau", ASSERTION_REAL, 1},
  {0, 0, 0}
};

static const Assertion assertion[] = {
  {ASSERTION_ERROR, ASSERTION_STEADY, "delayed.mo:6: delay(2*x, tau): the delay must not be negative, and not above its longest time", assertion_value + 0, 1},
};

static void assertions(const ModelValues *v, unsigned char *holds)
{
  const double t1 = 1e-09 * v->real[1];
  holds[0] = (-t1 <= v->real[1] && v->real[1] <= v->real[1] + t1) != 0;
      /* delayed.mo:6: delay(2*x, tau) */
}

/* ---- pre(), sample(), reinit() ---- */

static const Delay delay[] = {
  {4, 1, 1, 5, 0}, /* delay($delayed1) */
};

/* ---- What is computed from what, for messages (see model.h) ---- */

static const char *const names[] = {
  "Atime" "\0" "Bau" "\0" "Ax" "\0" "Ader(x)" "\0" "A$delayed1" "\0"
  "Adelay($delayed1)" "\0",
  0};

static const char *const computed[] = {
  "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "delayed",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 6,
  .n_integer = 0,
  .n_boolean = 0,
  .real_kind = real_kind,
  .real_start = real_start,
  .n_states = 1,
  .state = state,
  .derivative = derivative,
  .state_nominal = state_nominal,
  .shown_state = state,
  .shown_derivative = derivative,
  .n_sets = 0,
  .n_scale_groups = 1,
  .n_scaled = 1,
  .scale_group = scale_group,
  .scale_slope = scale_slope,
  .n_relations = 0,
  .n_start_preferences = 0,
  .n_indicators = 0,
  .n_delays = 1,
  .delay = delay,
  .largest_block = 0,
  .largest_block_nonzeros = 0,
  .largest_block_fill = 0,
  .largest_preference_block = 0,
  .n_assertions = 1,
  .assertion = assertion,
  .assertions = assertions,
  .start_time = 0.0,
  .stop_time = 0.0,
  .tolerance = 1e-06,
  .has_stop_time = 0,
  .integrator = &integrator_cvode,
  .method = METHOD_AUTO,
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
