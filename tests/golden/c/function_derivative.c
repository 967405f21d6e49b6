/* model.c: the model function_derivative, translated by Foucault.
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
static const ModelFunctionInfo f_0_info = {.name = "function_derivative.root", .n_in = 1, .n_out = 1};
static int f_0_function_derivative_root(const ModelValues *v, int depth,
    const double *in, double *out);
static const ModelFunctionInfo f_1_info = {.name = "function_derivative.root_slope", .n_in = 2, .n_out = 1};
static int f_1_function_derivative_root_slope(const ModelValues *v, int depth,
    const double *in, double *out);
static const ModelFunctionInfo f_2_info = {.name = "der(function_derivative.root)", .n_in = 2, .n_out = 1};
static int f_2_der_function_derivative_root_(const ModelValues *v, int depth,
    const double *in, double *out);

/* function_derivative.mo:4: root */
static int f_0_function_derivative_root(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_0_info, in, out, "function_derivative.mo:4: root", "it calls itself without an end");
  double u_0 = 0;
  (void)u_0;
  double y_1 = 0;
  (void)y_1;
  u_0 = in[0];
  y_1 = 1.0;
  for (int k1 = 0;; k1++) {
    if (k1 == FUNCTION_MOST_TURNS)
      return function_fail(v, &f_0_info, in, out, "function_derivative.mo:8: while abs(y*y - u) > 1e-12*u loop y := (y + u/y)/2; end while", "the loop does not end");
    if (!(1e-12 * u_0 < fabs(y_1 * y_1 - u_0))) {
      break;
    }
    y_1 = (y_1 + u_0 / y_1) / 2.0;
  }
  out[0] = y_1;
  return 0;
}

/* function_derivative.mo:13: root_slope */
static int f_1_function_derivative_root_slope(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_1_info, in, out, "function_derivative.mo:13: root_slope", "it calls itself without an end");
  double u_0 = 0;
  (void)u_0;
  double du_1 = 0;
  (void)du_1;
  double result_2 = 0;
  (void)result_2;
  double dy_3 = 0;
  (void)dy_3;
  u_0 = in[0];
  du_1 = in[1];
  double a1[1];
  a1[0] = u_0;
  double r1[1];
  if (f_0_function_derivative_root(v, depth + 1, a1, r1)) {
    return function_pass_on(&f_1_info, out);
  }
  result_2 = r1[0];
  dy_3 = du_1 / (2.0 * result_2);
  out[0] = dy_3;
  return 0;
}

/* function_derivative.mo:4: root */
static int f_2_der_function_derivative_root_(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_2_info, in, out, "function_derivative.mo:4: root", "it calls itself without an end");
  double argument_0 = 0;
  (void)argument_0;
  double direction_1 = 0;
  (void)direction_1;
  double result_2 = 0;
  (void)result_2;
  argument_0 = in[0];
  direction_1 = in[1];
  double a1[2];
  a1[0] = argument_0;
  a1[1] = direction_1;
  double r1[1];
  if (f_1_function_derivative_root_slope(v, depth + 1, a1, r1)) {
    return function_pass_on(&f_2_info, out);
  }
  result_2 = r1[0];
  out[0] = result_2;
  return 0;
}

/* ---- Start values, kinds, states, relations ---- */

static const double real_start[5] = {
  0.0, /* 0: time */
  2.0, /* 1: x */
  0.0, /* 2: y */
  0.0, /* 3: z */
  0.0, /* 4: der(x) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_EXACT, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED,
};

static const int state[] = {
  1, /* x */
};

static const int derivative[] = {
  4, /* der(x) */
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
  /* function_derivative.mo:22: der(x) = -x */
  v->real[4] = -v->real[1]; /* der(x) */
  double c1[1] = {0};
  f_0_function_derivative_root(v, 0, (const double[]){v->real[1]}, c1);
  const double s1 = c1[0];
  /* function_derivative.mo:23: y = root(x) */
  v->real[2] = s1; /* y */
  /* function_derivative.mo:23: y = root(x) (differentiated 1 time) */
  v->real[3] = v->real[4] / (2.0 * s1); /* z */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  t->d[4] = (-1.0)*t->d[1]; /* der(x) */
  double c1[1] = {0};
  f_2_der_function_derivative_root_(v, 0, (const double[]){v->real[1], 1.0},
      c1);
  const double s2 = c1[0];
  t->d[2] = (s2)*t->d[1]; /* y */
  double c2[1] = {0};
  f_0_function_derivative_root(v, 0, (const double[]){v->real[1]}, c2);
  const double s3 = 2.0 * c2[0];
  t->d[3] = (1.0 / s3)*t->d[4] + (-(s2 * (2.0 * (v->real[4] / s3 /
      s3))))*t->d[1]; /* z */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* function_derivative.mo:22: der(x) = -x */
  v->real[4] = -v->real[1]; /* der(x) */
  double c1[1] = {0};
  f_0_function_derivative_root(v, 0, (const double[]){v->real[1]}, c1);
  const double s1 = c1[0];
  /* function_derivative.mo:23: y = root(x) */
  v->real[2] = s1; /* y */
  /* function_derivative.mo:23: y = root(x) (differentiated 1 time) */
  v->real[3] = v->real[4] / (2.0 * s1); /* z */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  t->d[4] = (-1.0)*t->d[1]; /* der(x) */
  double c1[1] = {0};
  f_2_der_function_derivative_root_(v, 0, (const double[]){v->real[1], 1.0},
      c1);
  const double s2 = c1[0];
  t->d[2] = (s2)*t->d[1]; /* y */
  double c2[1] = {0};
  f_0_function_derivative_root(v, 0, (const double[]){v->real[1]}, c2);
  const double s3 = 2.0 * c2[0];
  t->d[3] = (1.0 / s3)*t->d[4] + (-(s2 * (2.0 * (v->real[4] / s3 /
      s3))))*t->d[1]; /* z */
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
  "Atime" "\0" "Ax" "\0" "Ay" "\0" "Az" "\0" "Ader(x)" "\0",
  0};

static const char *const computed[] = {
  "@function_derivative.mo:23: y = root(x)" "\0" "r2 r1" "\0" "r3 r4 r1" "\0"
  "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "function_derivative",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 5,
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
