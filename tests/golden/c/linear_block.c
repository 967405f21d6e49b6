/* model.c: the model linear_block, translated by Foucault.
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

static const double real_start[5] = {
  0.0, /* 0: time */
  0.0, /* 1: i1 */
  0.0, /* 2: i2 */
  1.0, /* 3: v */
  0.0, /* 4: der(v) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_EXACT, VARIABLE_CALCULATED,
};

static const int state[] = {
  3, /* v */
};

static const int derivative[] = {
  4, /* der(v) */
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
static const double scale_hint[] = {
  0.3333333333333333
};

static const TapeStep tape_step[] = {
  {TAPE_TIME, 0, 0, 0},
  {TAPE_SIN, 0, 0, 0},
};
static const Tape tape[] = {
  {2, 0, tape_step + 0},
};
static const int tape_of[] = {
  1,
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
 *     linear_block.mo:6: (2 + sin(time))*i1 - i2 = v
 *     linear_block.mo:7: 3*i2 - i1 = 1
 * for
 *     i1
 *     i2
 */
static void initial_0_residual(ModelValues *v, double *residual)
{
  residual[0] = (2.0 + sin(v->real[0])) * v->real[1] - v->real[2] - v->real[3];
  residual[1] = 3.0 * v->real[2] - v->real[1] - 1.0;
}

static void initial_0_jacobian(ModelValues *v, double *value)
{
  value[0] = 2.0 + sin(v->real[0]); /* residual[0] by i1 */
  value[1] = -1.0; /* residual[1] by i1 */
  value[2] = -1.0; /* residual[0] by i2 */
  value[3] = 3.0; /* residual[1] by i2 */
}

static void initial_0_tangent(ModelValues *v, Tangent *t)
{
  t->r[0] = (v->real[1] * cos(v->real[0]))*t->d[0] + (-1.0)*t->d[3];
  t->r[1] = 0;
}

static const int initial_0_unknown[] = {1, 2};
static const char *const initial_0_name[] = {
  "i1",
  "i2"};
static const double initial_0_nominal[] = {1.0, 1.0};
static const int initial_0_column_start[] = {0, 2, 4};
static const int initial_0_row[] = {0, 1, 0, 1};
static const char *const initial_0_equation[] = {
  "linear_block.mo:6: (2 + sin(time))*i1 - i2 = v",
  "linear_block.mo:7: 3*i2 - i1 = 1"};

static const Block initial_block[] = {
  {.number = 0,
   .n = 2,
   .n_columns = 2,
   .linear = 1,
   .nominal = initial_0_nominal,
   .n_nonzeros = 4,
   .column_start = initial_0_column_start,
   .row = initial_0_row,
   .residual = initial_0_residual,
   .jacobian = initial_0_jacobian,
   .tangent = initial_0_tangent,
   .equation = initial_0_equation,
   .unknown = initial_0_unknown,
   .name = initial_0_name,
  },
};

static int initialize(ModelValues *v)
{
  if (block_solve(v, &v->initial_block[0])) return 1;
  /* linear_block.mo:8: der(v) = -i1 */
  v->real[4] = -v->real[1]; /* der(v) */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  if (block_tangent(v, &v->initial_block[0], t)) return 1;
  t->d[4] = (-1.0)*t->d[1]; /* der(v) */
  return 0;
}

/* ---- The continuous system ---- */

/* continuous_0: solve
 *     linear_block.mo:6: (2 + sin(time))*i1 - i2 = v
 *     linear_block.mo:7: 3*i2 - i1 = 1
 * for
 *     i1
 *     i2
 */
static int continuous_0_formula(ModelValues *v)
{
  const double e1 = 2.0 + sin(v->real[0]);
  const double e2 = -1.0;
  const double e3 = -1.0;
  const double e4 = 3.0;
  const double e5 = -(-v->real[3]);
  const double e6 = -(-1.0);
  if (!isnormal(e2) ||
      fabs(e1) > 1e3 * fabs(e2)) return 1;
  const double e7 = e1 / e2;
  const double e8 = e3 - e7 * e4;
  const double e9 = fabs(e8) + fabs(e3);
  const double e10 = e5 - e7 * e6;
  if (!(fabs(e8) > 1e-8 * e9)) return 1;
  const double e11 = e10 / e8;
  const double e12 = e6 - e4 * e11;
  const double e13 = e12 / e2;
  if (!isfinite(e13 + e11)) return 1;
  v->real[1] = e13; /* i1 */
  v->real[2] = e11; /* i2 */
  return 0;
}

static void continuous_0_tangent(ModelValues *v, Tangent *t)
{
  t->r[0] = (v->real[1] * cos(v->real[0]))*t->d[0] + (-1.0)*t->d[3];
  t->r[1] = 0;
}

static const Block continuous_block[] = {
  {.number = 0,
   .store = 1,
   .n = 2,
   .n_columns = 2,
   .linear = 1,
   .nominal = initial_0_nominal,
   .n_nonzeros = 4,
   .column_start = initial_0_column_start,
   .row = initial_0_row,
   .residual = initial_0_residual,
   .jacobian = initial_0_jacobian,
   .formula = continuous_0_formula,
   .tangent = continuous_0_tangent,
   .equation = initial_0_equation,
   .unknown = initial_0_unknown,
   .name = initial_0_name,
  },
};

static int evaluate(ModelValues *v)
{
  if (block_solve(v, &v->continuous_block[0])) return 1;
  /* linear_block.mo:8: der(v) = -i1 */
  v->real[4] = -v->real[1]; /* der(v) */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  if (block_tangent(v, &v->continuous_block[0], t)) return 1;
  t->d[4] = (-1.0)*t->d[1]; /* der(v) */
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
  "Atime" "\0" "Ai1" "\0" "B2" "\0" "Av" "\0" "Ader(v)" "\0",
  0};

static const char *const computed[] = {
  "@linear_block.mo:6: (2 + sin(time))*i1 - i2 = v" "\0" "r1 r0 r3" "\0"
  "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "linear_block",
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
  .scale_hint = scale_hint,
  .tape = tape,
  .tape_of = tape_of,
  .n_forcings = 1,
  .n_tape_operands = 0,
  .n_relations = 0,
  .n_start_preferences = 0,
  .n_indicators = 0,
  .n_initial_blocks = 1,
  .initial_block = initial_block,
  .n_blocks = 1,
  .block = continuous_block,
  .largest_block = 2,
  .largest_block_nonzeros = 4,
  .largest_block_fill = 0,
  .largest_preference_block = 4,
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
