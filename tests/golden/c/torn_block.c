/* model.c: the model torn_block, translated by Foucault.
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
  1.0, /* 1: x */
  1.0, /* 2: p */
  1.3678794411714423, /* 3: q */
  1.8710941655794973, /* 4: r */
  0.0, /* 5: der(x) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_EXACT, VARIABLE_APPROX,
  VARIABLE_APPROX, VARIABLE_APPROX, VARIABLE_CALCULATED,
};

static const int state[] = {
  1, /* x */
};

static const int derivative[] = {
  5, /* der(x) */
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

/* initial_0: solve
 *     torn_block.mo:6: q = exp(-p) + x
 *     torn_block.mo:7: r = q^2
 *     torn_block.mo:8: p + p^3 = 2 - r
 * for
 *     p
 *     q
 *     r
 */
static void initial_0_residual(ModelValues *v, double *residual)
{
  residual[0] = v->real[3] - (exp(-v->real[2]) + v->real[1]);
  residual[1] = v->real[4] - v->real[3] * v->real[3];
  residual[2] = v->real[2] + v->real[2] * v->real[2] * v->real[2] - (2.0 -
      v->real[4]);
}

static void initial_0_jacobian(ModelValues *v, double *value)
{
  value[0] = exp(-v->real[2]); /* residual[0] by p */
  value[1] = 1.0 + 3.0 * (v->real[2] * v->real[2]); /* residual[2] by p */
  value[2] = 1.0; /* residual[0] by q */
  value[3] = -(2.0 * v->real[3]); /* residual[1] by q */
  value[4] = 1.0; /* residual[1] by r */
  value[5] = 1.0; /* residual[2] by r */
}

static void initial_0_inner(ModelValues *v)
{
  v->real[4] = 2.0 - (v->real[2] + v->real[2] * v->real[2] * v->real[2]);
      /* r */
  v->real[3] = exp(-v->real[2]) + v->real[1]; /* q */
}

static void initial_0_first(ModelValues *v)
{
  block_first(v, 3, exp(-v->real[2]) + v->real[1]); /* q */
  block_first(v, 4, 2.0 - (v->real[2] + v->real[2] * v->real[2] * v->real[2]));
      /* r */
}

static void initial_0_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->r[0] = (-1.0)*t->d[1];
  t->r[1] = 0;
  t->r[2] = 0;
}

static const int initial_0_unknown[] = {2, 3, 4};
static const char *const initial_0_name[] = {
  "p",
  "q",
  "r"};
static const double initial_0_nominal[] = {1.0, 1.0, 1.0};
static const int initial_0_column_start[] = {0, 2, 4, 6};
static const int initial_0_row[] = {0, 2, 0, 1, 1, 2};
static const int initial_0_torn[] = {0};
static const char *const initial_0_equation[] = {
  "torn_block.mo:6: q = exp(-p) + x",
  "torn_block.mo:7: r = q^2",
  "torn_block.mo:8: p + p^3 = 2 - r"};

static const Block initial_block[] = {
  {.number = 0,
   .n = 3,
   .n_columns = 3,
   .nominal = initial_0_nominal,
   .n_nonzeros = 6,
   .column_start = initial_0_column_start,
   .row = initial_0_row,
   .residual = initial_0_residual,
   .jacobian = initial_0_jacobian,
   .n_torn = 1,
   .torn = initial_0_torn,
   .inner = initial_0_inner,
   .first = initial_0_first,
   .fall_back = block_kinsol,
   .tangent = initial_0_tangent,
   .equation = initial_0_equation,
   .unknown = initial_0_unknown,
   .name = initial_0_name,
  },
};

static int initialize(ModelValues *v)
{
  if (block_solve(v, &v->initial_block[0])) return 1;
  /* torn_block.mo:9: der(x) = -p */
  v->real[5] = -v->real[2]; /* der(x) */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  if (block_tangent(v, &v->initial_block[0], t)) return 1;
  t->d[5] = (-1.0)*t->d[2]; /* der(x) */
  return 0;
}

/* ---- The continuous system ---- */

/* continuous_0: solve
 *     torn_block.mo:6: q = exp(-p) + x
 *     torn_block.mo:7: r = q^2
 *     torn_block.mo:8: p + p^3 = 2 - r
 * for
 *     p
 *     q
 *     r
 */
static void continuous_0_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->r[0] = (-1.0)*t->d[1];
  t->r[1] = 0;
  t->r[2] = 0;
}

static const Block continuous_block[] = {
  {.number = 0,
   .store = 1,
   .n = 3,
   .n_columns = 3,
   .may_open = 2,
   .nominal = initial_0_nominal,
   .n_nonzeros = 6,
   .column_start = initial_0_column_start,
   .row = initial_0_row,
   .residual = initial_0_residual,
   .jacobian = initial_0_jacobian,
   .n_torn = 1,
   .torn = initial_0_torn,
   .inner = initial_0_inner,
   .fall_back = block_kinsol,
   .tangent = continuous_0_tangent,
   .equation = initial_0_equation,
   .unknown = initial_0_unknown,
   .name = initial_0_name,
  },
};

static int evaluate(ModelValues *v)
{
  if (block_solve(v, &v->continuous_block[0])) return 1;
  /* torn_block.mo:9: der(x) = -p */
  v->real[5] = -v->real[2]; /* der(x) */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  if (block_tangent(v, &v->continuous_block[0], t)) return 1;
  t->d[5] = (-1.0)*t->d[2]; /* der(x) */
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
  "Atime" "\0" "Ax" "\0" "Ap" "\0" "Aq" "\0" "Ar" "\0" "Ader(x)" "\0",
  0};

static const char *const computed[] = {
  "@torn_block.mo:6: q = exp(-p) + x" "\0" "r2 r1" "\0"
  "@torn_block.mo:7: r = q^2" "\0" "r3" "\0"
  "@torn_block.mo:8: p + p^3 = 2 - r" "\0" "r4" "\0" "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "torn_block",
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
  .n_initial_blocks = 1,
  .initial_block = initial_block,
  .n_blocks = 1,
  .block = continuous_block,
  .largest_block = 3,
  .largest_block_nonzeros = 6,
  .largest_block_fill = 0,
  .largest_preference_block = 6,
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
