/* model.c: the model when_reinit, translated by Foucault.
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

/* An Integer value from the double it was computed in; INT_MIN is none. */
static int to_integer(double x)
{
  if (!(x > INT_MIN && x < INT_MAX + 0.5)) return INT_MIN;
  return (int)floor(x + 0.5);
}

/* ---- Start values, kinds, states, relations ---- */

static const double real_start[5] = {
  0.0, /* 0: time */
  1.0, /* 1: h */
  0.0, /* 2: v */
  0.0, /* 3: der(v) */
  0.0, /* 4: pre(v) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED,
};

static const int integer_start[2] = {
  0, /* 0: bounces */
  0, /* 1: pre(bounces) */
};

static const unsigned char integer_kind[] = {
  VARIABLE_EXACT, VARIABLE_CALCULATED,
};

static const int boolean_start[2] = {
  0, /* 0: $condition1 */
  0, /* 1: pre($condition1) */
};

static const unsigned char boolean_kind[] = {
  VARIABLE_CALCULATED, VARIABLE_CALCULATED,
};

static const int state[] = {
  1, /* h */
  2, /* v */
};

static const int derivative[] = {
  2, /* der(h) */
  3, /* der(v) */
};

static const double state_nominal[] = {
  1.0,
  1.0,
};

static const Relation relation[] = {
  {0, 0, "when_reinit.mo:9: h < 0", 1.0, 1},
};

static const int scale_group[] = {
  1, 2,
};
static const int scale_slope[] = {
  2, 0,
};

static const TapeStep tape_step[] = {
  {TAPE_STATE, 0, 0, 0},
};
static const Tape tape[] = {
  {1, 1, tape_step + 0},
};
static const int tape_of[] = {
  1,
};
static const int tape_operand[] = {
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
  /* when_reinit.mo:8: der(v) = -9.81 */
  v->real[3] = -9.81; /* der(v) */
  /* when_reinit.mo:9: h < 0 */
  v->boolean[0] = v->relation[0]; /* $condition1 */
  /* when_reinit.mo:11: bounces = pre(bounces) + 1 */
  v->integer[0] = to_integer((double)v->integer[1]); /* bounces */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[3] = 0; /* der(v) */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* when_reinit.mo:8: der(v) = -9.81 */
  v->real[3] = -9.81; /* der(v) */
  /* when_reinit.mo:9: h < 0 */
  v->boolean[0] = v->relation[0]; /* $condition1 */
  /* when_reinit.mo:11: bounces = pre(bounces) + 1 */
  v->integer[0] = to_integer((v->boolean[0] && !v->boolean[1]) ?
      (double)v->integer[1] + 1.0 : (double)v->integer[1]); /* bounces */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[3] = 0; /* der(v) */
  return 0;
}

/* ---- Event relations: negative where true, or the time they change ---- */

static void crossings(const ModelValues *v, double *z)
{
  z[0] = v->real[1]; /* when_reinit.mo:9: h < 0 */
}

/* ---- Assertions ---- */

/* ---- pre(), sample(), reinit() ---- */

static const PrePair real_pre[] = {
  {2, 4, 1}, /* v */
};

static const PrePair integer_pre[] = {
  {0, 1, 0}, /* bounces */
};

static const PrePair boolean_pre[] = {
  {0, 1, 0}, /* $condition1 */
};

static const int reinit[] = {
  2, /* v */
};

static void reinits(const ModelValues *v, ReinitValue *r)
{
  r[0].active = (!v->initial && (v->boolean[0] && !v->boolean[1])) != 0;
      /* when_reinit.mo:10: reinit(v, -0.7*pre(v)) */
  r[0].value = -(0.7 * v->real[4]);
}

/* ---- What is computed from what, for messages (see model.h) ---- */

static const char *const names[] = {
  "Atime" "\0" "Ah" "\0" "Av" "\0" "Ader(v)" "\0" "Apre(v)" "\0"
  "Abounces" "\0" "Apre(bounces)" "\0" "A$condition1" "\0"
  "Apre($condition1)" "\0",
  0};

static const char *const computed[] = {
  "@when_reinit.mo:11: bounces = pre(bounces) + 1" "\0" "i0 b0 b1" "\0"
  "!" "\0" "@when_reinit.mo:11: bounces = pre(bounces) + 1" "\0" "i0" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "when_reinit",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 5,
  .n_integer = 2,
  .n_boolean = 2,
  .real_kind = real_kind,
  .integer_kind = integer_kind,
  .boolean_kind = boolean_kind,
  .real_start = real_start,
  .integer_start = integer_start,
  .boolean_start = boolean_start,
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
  .tape = tape,
  .tape_of = tape_of,
  .n_tape_operands = 1,
  .tape_operand = tape_operand,
  .n_relations = 1,
  .relation = relation,
  .n_start_preferences = 0,
  .n_indicators = 1,
  .n_real_pre = 1,
  .real_pre = real_pre,
  .n_integer_pre = 1,
  .integer_pre = integer_pre,
  .n_boolean_pre = 1,
  .boolean_pre = boolean_pre,
  .n_reinits = 1,
  .reinit = reinit,
  .reinits = reinits,
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
