/* model.c: the model pendulum, translated by Foucault.
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

static const double real_start[12] = {
  0.0, /* 0: time */
  0.6, /* 1: x */
  -0.8, /* 2: y */
  0.0, /* 3: vx */
  0.0, /* 4: vy */
  0.0, /* 5: lambda */
  0.0, /* 6: der(vx) */
  0.0, /* 7: der(vy) */
  0.0, /* 8: stateSet1.x[1] */
  0.0, /* 9: der(stateSet1.x[1]) */
  0.0, /* 10: stateSet1.x[2] */
  0.0, /* 11: der(stateSet1.x[2]) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_APPROX, VARIABLE_APPROX,
  VARIABLE_EXACT, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
};

static const int state[] = {
  3, /* vx */
  1, /* x */
};

static const int derivative[] = {
  6, /* der(vx) */
  3, /* vx */
};

static const int shown_state[] = {
  8, /* stateSet1.x[1] */
  10, /* stateSet1.x[2] */
};

static const int shown_derivative[] = {
  9, /* der(stateSet1.x[1]) */
  11, /* der(stateSet1.x[2]) */
};

static const double state_nominal[] = {
  1.0,
  1.0,
};

static const StartPreference start_preference[] = {
  {1, 1, 1.0, "x"},
  {2, 1, 1.0, "y"},
};

static const int scale_group[] = {
  2, 2, 1, 1,
};
static const int scale_slope[] = {
  2, 0,
};
static const double scale_hint[] = {
  1.0, 0.0
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
 *     pendulum.mo:10: x^2 + y^2 = 1
 * for, by the least change of
 *     y
 *     x
 */
static void initial_0_residual(ModelValues *v, double *residual)
{
  residual[0] = v->real[1] * v->real[1] + v->real[2] * v->real[2] - 1.0;
}

static void initial_0_jacobian(ModelValues *v, double *value)
{
  value[0] = 2.0 * v->real[2]; /* residual[0] by y */
  value[1] = 2.0 * v->real[1]; /* residual[0] by x */
}

static void initial_0_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->r[0] = 0;
}

static const int initial_0_unknown[] = {2, 1};
static const char *const initial_0_name[] = {
  "y",
  "x"};
static const double initial_0_nominal[] = {1.0, 1.0};
static const int initial_0_column_start[] = {0, 1, 2};
static const int initial_0_row[] = {0, 0};
static const unsigned char initial_0_start_preference[] = {1, 1};
static const char *const initial_0_equation[] = {
  "pendulum.mo:10: x^2 + y^2 = 1"};

/* initial_1: solve
 *     pendulum.mo:8: der(vx) = -lambda*x
 *     pendulum.mo:9: der(vy) = -lambda*y - 9.81
 *     pendulum.mo:10: x^2 + y^2 = 1 (differentiated 2 times)
 * for
 *     lambda
 *     der(vy)
 *     der(vx)
 */
static void initial_1_residual(ModelValues *v, double *residual)
{
  residual[0] = v->real[6] + v->real[5] * v->real[1];
  residual[1] = v->real[7] - (-(v->real[5] * v->real[2]) - 9.81);
  residual[2] = v->real[3] * (2.0 * v->real[3]) + 2.0 * v->real[1] *
      v->real[6] + (v->real[4] * (2.0 * v->real[4]) + 2.0 * v->real[2] *
      v->real[7]);
}

static void initial_1_jacobian(ModelValues *v, double *value)
{
  value[0] = v->real[1]; /* residual[0] by lambda */
  value[1] = v->real[2]; /* residual[1] by lambda */
  value[2] = 1.0; /* residual[1] by der(vy) */
  value[3] = 2.0 * v->real[2]; /* residual[2] by der(vy) */
  value[4] = 1.0; /* residual[0] by der(vx) */
  value[5] = 2.0 * v->real[1]; /* residual[2] by der(vx) */
}

static void initial_1_tangent(ModelValues *v, Tangent *t)
{
  t->r[0] = (v->real[5])*t->d[1];
  t->r[1] = (v->real[5])*t->d[2];
  const double t1 = 2.0 * v->real[3];
  const double t2 = 2.0 * v->real[4];
  t->r[2] = (t1 + t1)*t->d[3] + (2.0 * v->real[6])*t->d[1] + (t2 +
      t2)*t->d[4] + (2.0 * v->real[7])*t->d[2];
}

static const int initial_1_unknown[] = {5, 7, 6};
static const char *const initial_1_name[] = {
  "lambda",
  "der(vy)",
  "der(vx)"};
static const double initial_1_nominal[] = {1.0, 1.0, 1.0};
static const int initial_1_column_start[] = {0, 2, 4, 6};
static const int initial_1_row[] = {0, 1, 1, 2, 0, 2};
static const char *const initial_1_equation[] = {
  "pendulum.mo:8: der(vx) = -lambda*x",
  "pendulum.mo:9: der(vy) = -lambda*y - 9.81",
  "pendulum.mo:10: x^2 + y^2 = 1 (differentiated 2 times)"};

static const Block initial_block[] = {
  {.number = 0,
   .n = 1,
   .n_columns = 2,
   .nominal = initial_0_nominal,
   .n_nonzeros = 2,
   .column_start = initial_0_column_start,
   .row = initial_0_row,
   .residual = initial_0_residual,
   .jacobian = initial_0_jacobian,
   .tangent = initial_0_tangent,
   .start_preference = initial_0_start_preference,
   .equation = initial_0_equation,
   .unknown = initial_0_unknown,
   .name = initial_0_name,
  },
  {.number = 1,
   .n = 3,
   .n_columns = 3,
   .linear = 1,
   .nominal = initial_1_nominal,
   .n_nonzeros = 6,
   .column_start = initial_1_column_start,
   .row = initial_1_row,
   .residual = initial_1_residual,
   .jacobian = initial_1_jacobian,
   .tangent = initial_1_tangent,
   .equation = initial_1_equation,
   .unknown = initial_1_unknown,
   .name = initial_1_name,
  },
};

static const char *const initial_divisor[] = {
  "@pendulum.mo:10: x^2 + y^2 = 1" "\0" "vy: the factor 2*y" "\0",
  0};

static int initialize(ModelValues *v)
{
  if (block_solve(v, &v->initial_block[0])) return 1;
  /* pendulum.mo:10: x^2 + y^2 = 1 (differentiated 1 time) */
  const double t1 = 2.0 * v->real[2];
  if (!isnormal(t1)) return block_divisor(v, initial_divisor, 0, t1);
  v->real[4] = -(2.0 * v->real[1] * v->real[3] / t1); /* vy */
  if (block_solve(v, &v->initial_block[1])) return 1;
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  if (block_tangent(v, &v->initial_block[0], t)) return 1;
  const double t1 = 2.0 * v->real[2];
  const double t2 = 1.0 / t1;
  const double t3 = 2.0 * v->real[1];
  t->d[4] = (-(2.0 * (v->real[3] * t2)))*t->d[1] + (-(t3 * t2))*t->d[3] +
      (2.0 * (t3 * v->real[3] / t1 / t1))*t->d[2]; /* vy */
  if (block_tangent(v, &v->initial_block[1], t)) return 1;
  return 0;
}

/* ---- The continuous system ---- */

/* continuous_0: solve
 *     pendulum.mo:10: x^2 + y^2 = 1
 * for 1 of
 *     y
 *     x
 */
static void continuous_0_residual(ModelValues *v, double *residual)
{
  residual[0] = v->real[1] * v->real[1] + v->real[2] * v->real[2] - 1.0;
}

static void continuous_0_jacobian(ModelValues *v, double *value)
{
  value[0] = 2.0 * v->real[2]; /* residual[0] by y */
  value[1] = 2.0 * v->real[1]; /* residual[0] by x */
}

static void continuous_0_tangent(ModelValues *v, Tangent *t)
{
  t->r[0] = (2.0 * v->real[1])*t->d[1] + (2.0 * v->real[2])*t->d[2];
}

static const int continuous_0_unknown[] = {2, 1};
static const char *const continuous_0_name[] = {
  "y",
  "x"};
static const double continuous_0_nominal[] = {1.0, 1.0};
static const int continuous_0_column_start[] = {0, 1, 2};
static const int continuous_0_row[] = {0, 0};
static const char *const continuous_0_equation[] = {
  "pendulum.mo:10: x^2 + y^2 = 1"};

/* continuous_1: solve
 *     pendulum.mo:10: x^2 + y^2 = 1 (differentiated 1 time)
 * for 1 of
 *     vy
 *     vx
 */
static void continuous_1_residual(ModelValues *v, double *residual)
{
  residual[0] = 2.0 * v->real[1] * v->real[3] + 2.0 * v->real[2] * v->real[4];
}

static void continuous_1_jacobian(ModelValues *v, double *value)
{
  value[0] = 2.0 * v->real[2]; /* residual[0] by vy */
  value[1] = 2.0 * v->real[1]; /* residual[0] by vx */
}

static void continuous_1_tangent(ModelValues *v, Tangent *t)
{
  t->r[0] = (2.0 * v->real[3])*t->d[1] + (2.0 * v->real[1])*t->d[3] + (2.0 *
      v->real[4])*t->d[2] + (2.0 * v->real[2])*t->d[4];
}

static const int continuous_1_unknown[] = {4, 3};
static const char *const continuous_1_name[] = {
  "vy",
  "vx"};
static const double continuous_1_nominal[] = {1.0, 1.0};
static const int continuous_1_column_start[] = {0, 1, 2};
static const int continuous_1_row[] = {0, 0};
static const char *const continuous_1_equation[] = {
  "pendulum.mo:10: x^2 + y^2 = 1 (differentiated 1 time)"};

/* continuous_2: solve
 *     pendulum.mo:8: der(vx) = -lambda*x
 *     pendulum.mo:9: der(vy) = -lambda*y - 9.81
 *     pendulum.mo:10: x^2 + y^2 = 1 (differentiated 2 times)
 * for
 *     lambda
 *     der(vy)
 *     der(vx)
 */
static int continuous_2_formula(ModelValues *v)
{
  const double e1 = v->real[1];
  const double e2 = v->real[2];
  const double e3 = 2.0 * v->real[2];
  const double e4 = 2.0 * v->real[1];
  const double e5 = -0.0;
  const double e6 = -9.81;
  const double e7 = -(v->real[3] * (2.0 * v->real[3]) + v->real[4] * (2.0 *
      v->real[4]));
  if (fabs(e3) > 1e3 * fabs(1.0)) return 1;
  const double e8 = -(e3 * e2);
  const double e9 = fabs(e8);
  const double e10 = e7 - e3 * e6;
  if (fabs(e4) > 1e3 * fabs(1.0)) return 1;
  const double e11 = e8 - e4 * e1;
  const double e12 = fabs(e11) + e9;
  const double e13 = e10 - e4 * e5;
  if (!(fabs(e11) > 1e-8 * e12)) return 1;
  const double e14 = e13 / e11;
  const double e15 = e5 - e1 * e14;
  const double e16 = e6 - e2 * e14;
  if (!isfinite(e14 + e16 + e15)) return 1;
  v->real[5] = e14; /* lambda */
  v->real[7] = e16; /* der(vy) */
  v->real[6] = e15; /* der(vx) */
  return 0;
}

static void continuous_2_tangent(ModelValues *v, Tangent *t)
{
  t->r[0] = (v->real[5])*t->d[1];
  t->r[1] = (v->real[5])*t->d[2];
  const double t1 = 2.0 * v->real[3];
  const double t2 = 2.0 * v->real[4];
  t->r[2] = (t1 + t1)*t->d[3] + (2.0 * v->real[6])*t->d[1] + (t2 +
      t2)*t->d[4] + (2.0 * v->real[7])*t->d[2];
}

static const Block continuous_block[] = {
  {.number = 0,
   .store = 1,
   .n = 1,
   .n_columns = 2,
   .set = 1,
   .level = 2,
   .nominal = continuous_0_nominal,
   .n_nonzeros = 2,
   .column_start = continuous_0_column_start,
   .row = continuous_0_row,
   .residual = continuous_0_residual,
   .jacobian = continuous_0_jacobian,
   .tangent = continuous_0_tangent,
   .equation = continuous_0_equation,
   .unknown = continuous_0_unknown,
   .name = continuous_0_name,
  },
  {.number = 1,
   .store = 2,
   .n = 1,
   .n_columns = 2,
   .set = 1,
   .level = 1,
   .linear = 1,
   .nominal = continuous_1_nominal,
   .n_nonzeros = 2,
   .column_start = continuous_1_column_start,
   .row = continuous_1_row,
   .residual = continuous_1_residual,
   .jacobian = continuous_1_jacobian,
   .tangent = continuous_1_tangent,
   .equation = continuous_1_equation,
   .unknown = continuous_1_unknown,
   .name = continuous_1_name,
  },
  {.number = 2,
   .store = 3,
   .n = 3,
   .n_columns = 3,
   .linear = 1,
   .nominal = initial_1_nominal,
   .n_nonzeros = 6,
   .column_start = initial_1_column_start,
   .row = initial_1_row,
   .residual = initial_1_residual,
   .jacobian = initial_1_jacobian,
   .formula = continuous_2_formula,
   .tangent = continuous_2_tangent,
   .equation = initial_1_equation,
   .unknown = initial_1_unknown,
   .name = initial_1_name,
  },
};

static const Block *const set_0_level[] = {
  &continuous_block[1],
  &continuous_block[0],
};
static const int set_0_top[] = {7, 6};
static const SelectionSet selection_set[] = {
  {.n_columns = 2,
   .n_levels = 2,
   .level = set_0_level,
   .top = set_0_top,
   .first_state = 0,
   .n_states = 2},
};

static int evaluate(ModelValues *v)
{
  if (block_solve(v, &v->continuous_block[0])) return 1;
  if (block_solve(v, &v->continuous_block[1])) return 1;
  if (block_solve(v, &v->continuous_block[2])) return 1;
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  if (block_tangent(v, &v->continuous_block[0], t)) return 1;
  if (block_tangent(v, &v->continuous_block[1], t)) return 1;
  if (block_tangent(v, &v->continuous_block[2], t)) return 1;
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
  "Atime" "\0" "Ax" "\0" "Ay" "\0" "Avx" "\0" "By" "\0" "Alambda" "\0"
  "Ader(vx)" "\0" "Fy)" "\0" "AstateSet1.x[1]" "\0" "Ader(stateSet1.x[1])" "\0"
  "AstateSet1.x[2]" "\0" "Ader(stateSet1.x[2])" "\0",
  0};

static const char *const computed[] = {
  "@pendulum.mo:10: x^2 + y^2 = 1" "\0" "r2" "\0" "r4 r1 r2" "\0"
  "@pendulum.mo:8: der(vx) = -lambda*x" "\0" "r5 r1" "\0"
  "@pendulum.mo:9: der(vy) = -lambda*y - 9.81" "\0" "r7 r2" "\0"
  "@pendulum.mo:10: x^2 + y^2 = 1" "\0" "r6 r3 r1 r4 r2" "\0" "!" "\0"
  "@pendulum.mo:10: x^2 + y^2 = 1" "\0" "r2" "\0" "r4 r1 r3 r2" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "pendulum",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 12,
  .n_integer = 0,
  .n_boolean = 0,
  .real_kind = real_kind,
  .real_start = real_start,
  .n_states = 2,
  .state = state,
  .derivative = derivative,
  .state_nominal = state_nominal,
  .shown_state = shown_state,
  .shown_derivative = shown_derivative,
  .n_sets = 1,
  .set = selection_set,
  .n_scale_groups = 2,
  .n_scaled = 4,
  .scale_group = scale_group,
  .scale_slope = scale_slope,
  .scale_hint = scale_hint,
  .n_relations = 0,
  .n_start_preferences = 2,
  .start_preference = start_preference,
  .n_indicators = 0,
  .n_initial_blocks = 2,
  .initial_block = initial_block,
  .n_blocks = 3,
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
