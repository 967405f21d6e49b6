/* model.c: the model external_function, translated by Foucault.
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

/* ---- Functions of the model ---- */

#include <stdlib.h>

#include "call_room.h"
#include "external.h"
#include "external_object.h"
#include "string_pool.h"
static double spring_force(double x, const double *c, size_t n) { return n > 1 ? c[0]*x + c[1]*x*x*x : c[0]*x; }

static const ModelFunctionInfo f_0_info = {.name = "external_function.spring", .n_in = 3, .n_out = 1};
static int f_0_external_function_spring(const ModelValues *v, int depth,
    const double *in, double *out);
static int f_1_difference_external_function_spring_(const ModelValues *v, int depth,
    const double *in, double *out);

/* external_function.mo:3: spring */
static int f_0_external_function_spring(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_0_info, in, out, "external_function.mo:3: spring", "it calls itself without an end");
  double x_0 = 0;
  (void)x_0;
  double stiffness_1[2] = {0};
  (void)stiffness_1;
  double force_3 = 0;
  (void)force_3;
  x_0 = in[0];
  stiffness_1[0] = in[1];
  stiffness_1[1] = in[2];
  {
    ExternalFrame frame;
    external_enter(v, &frame);
    if (setjmp(frame.jump) == 0) {
      force_3 = spring_force(x_0, stiffness_1, (size_t)(2.0));
    }
    external_leave(&frame);
    if (frame.failed)
      return function_fail(v, &f_0_info, in, out, "external_function.mo:3: spring", frame.message);
  }
  out[0] = force_3;
  return 0;
}

/* external_function.mo:3: spring */
static int f_1_difference_external_function_spring_(const ModelValues *v, int depth,
    const double *in, double *out)
{
  return function_difference(v, depth, &f_0_info, f_0_external_function_spring, in, out);
}

/* ---- Start values, kinds, states, relations ---- */

static const double real_start[4] = {
  0.0, /* 0: time */
  1.0, /* 1: x */
  0.0, /* 2: v */
  0.0, /* 3: der(v) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_CALCULATED,
};

static const int state[] = {
  1, /* x */
  2, /* v */
};

static const int derivative[] = {
  2, /* der(x) */
  3, /* der(v) */
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
  /* external_function.mo:14: der(v) = -spring(x, {1, 0.5}) */
  double c1[1] = {0};
  f_0_external_function_spring(v, 0, (const double[]){v->real[1], 1.0, 0.5},
      c1);
  v->real[3] = -c1[0]; /* der(v) */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  double c1[1] = {0};
  f_1_difference_external_function_spring_(v, 0, (const double[]){v->real[1],
      1.0, 0.5, 1.0, 0.0, 0.0}, c1);
  t->d[3] = (-c1[0])*t->d[1]; /* der(v) */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* external_function.mo:14: der(v) = -spring(x, {1, 0.5}) */
  double c1[1] = {0};
  f_0_external_function_spring(v, 0, (const double[]){v->real[1], 1.0, 0.5},
      c1);
  v->real[3] = -c1[0]; /* der(v) */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  double c1[1] = {0};
  f_1_difference_external_function_spring_(v, 0, (const double[]){v->real[1],
      1.0, 0.5, 1.0, 0.0, 0.0}, c1);
  t->d[3] = (-c1[0])*t->d[1]; /* der(v) */
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
  "Atime" "\0" "Ax" "\0" "Av" "\0" "Ader(v)" "\0",
  0};

static const char *const computed[] = {
  "@external_function.mo:14: der(v) = -spring(x, {1, 0.5})" "\0" "r3 r1" "\0"
  "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "external_function",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 4,
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
