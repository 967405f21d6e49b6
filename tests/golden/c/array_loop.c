/* model.c: the model array_loop, translated by Foucault.
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

static const double real_start[42] = {
  0.0, /* 0: time */
  400.0, /* 1: k */
  0.0, /* 2: T[1] */
  0.0, /* 3: T[2] */
  0.0, /* 4: T[3] */
  0.0, /* 5: T[4] */
  0.0, /* 6: T[5] */
  0.0, /* 7: T[6] */
  0.0, /* 8: T[7] */
  0.0, /* 9: T[8] */
  0.0, /* 10: T[9] */
  0.0, /* 11: T[10] */
  0.0, /* 12: T[11] */
  0.0, /* 13: T[12] */
  0.0, /* 14: T[13] */
  0.0, /* 15: T[14] */
  0.0, /* 16: T[15] */
  0.0, /* 17: T[16] */
  0.0, /* 18: T[17] */
  0.0, /* 19: T[18] */
  0.0, /* 20: T[19] */
  0.0, /* 21: T[20] */
  0.0, /* 22: der(T[1]) */
  0.0, /* 23: der(T[2]) */
  0.0, /* 24: der(T[3]) */
  0.0, /* 25: der(T[4]) */
  0.0, /* 26: der(T[5]) */
  0.0, /* 27: der(T[6]) */
  0.0, /* 28: der(T[7]) */
  0.0, /* 29: der(T[8]) */
  0.0, /* 30: der(T[9]) */
  0.0, /* 31: der(T[10]) */
  0.0, /* 32: der(T[11]) */
  0.0, /* 33: der(T[12]) */
  0.0, /* 34: der(T[13]) */
  0.0, /* 35: der(T[14]) */
  0.0, /* 36: der(T[15]) */
  0.0, /* 37: der(T[16]) */
  0.0, /* 38: der(T[17]) */
  0.0, /* 39: der(T[18]) */
  0.0, /* 40: der(T[19]) */
  0.0, /* 41: der(T[20]) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_TUNABLE, VARIABLE_EXACT,
  VARIABLE_EXACT, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_EXACT, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_EXACT, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_EXACT, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_EXACT, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_EXACT, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_EXACT, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
};

static const int integer_start[1] = {
  20, /* 0: n */
};

static const unsigned char integer_kind[] = {
  VARIABLE_CONSTANT,
};

static const int state[] = {
  2, /* T[1] */
  3, /* T[2] */
  4, /* T[3] */
  5, /* T[4] */
  6, /* T[5] */
  7, /* T[6] */
  8, /* T[7] */
  9, /* T[8] */
  10, /* T[9] */
  11, /* T[10] */
  12, /* T[11] */
  13, /* T[12] */
  14, /* T[13] */
  15, /* T[14] */
  16, /* T[15] */
  17, /* T[16] */
  18, /* T[17] */
  19, /* T[18] */
  20, /* T[19] */
  21, /* T[20] */
};

static const int derivative[] = {
  22, /* der(T[1]) */
  23, /* der(T[2]) */
  24, /* der(T[3]) */
  25, /* der(T[4]) */
  26, /* der(T[5]) */
  27, /* der(T[6]) */
  28, /* der(T[7]) */
  29, /* der(T[8]) */
  30, /* der(T[9]) */
  31, /* der(T[10]) */
  32, /* der(T[11]) */
  33, /* der(T[12]) */
  34, /* der(T[13]) */
  35, /* der(T[14]) */
  36, /* der(T[15]) */
  37, /* der(T[16]) */
  38, /* der(T[17]) */
  39, /* der(T[18]) */
  40, /* der(T[19]) */
  41, /* der(T[20]) */
};

static const double state_nominal[] = {
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
  1.0,
};

static const int scale_group[] = {
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1,
};
static const int scale_slope[] = {
  0,
};
static const double scale_hint[] = {
  0.5
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

static int initialize(ModelValues *v)
{
  /* array_loop.mo:7: der(T[1]) = k*(sin(time) - 2*T[1] + T[2]) */
  v->real[22] = v->real[1] * (sin(v->real[0]) - 2.0 * v->real[2] + v->real[3]);
      /* der(T[1]) */
  /* der(T[2]) ... der(T[19]) */
  for (int k = 0; k < 18; k++) {
    /* array_loop.mo:9: der(T[i]) = k*(T[i - 1] - 2*T[i] + T[i + 1]) */
    v->real[23+k] = v->real[1] * (v->real[2+k] - 2.0 * v->real[3+k] +
        v->real[4+k]);
  }
  /* array_loop.mo:11: der(T[n]) = k*(T[n - 1] - T[n]) */
  v->real[41] = v->real[1] * (v->real[20] - v->real[21]); /* der(T[20]) */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  t->d[22] = (v->real[1] * cos(v->real[0]))*t->d[0] + (sin(v->real[0]) - 2.0 *
      v->real[2] + v->real[3])*t->d[1] + (-(2.0 * v->real[1]))*t->d[2] +
      (v->real[1])*t->d[3]; /* der(T[1]) */
  /* der(T[2]) ... der(T[19]) */
  for (int k = 0; k < 18; k++) {
    t->d[23+k] = (v->real[2+k] - 2.0 * v->real[3+k] + v->real[4+k])*t->d[1] +
        (v->real[1])*t->d[2+k] + (-(2.0 * v->real[1]))*t->d[3+k] +
        (v->real[1])*t->d[4+k];
  }
  t->d[41] = (v->real[20] - v->real[21])*t->d[1] + (v->real[1])*t->d[20] +
      (-v->real[1])*t->d[21]; /* der(T[20]) */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* array_loop.mo:7: der(T[1]) = k*(sin(time) - 2*T[1] + T[2]) */
  v->real[22] = v->real[1] * (sin(v->real[0]) - 2.0 * v->real[2] + v->real[3]);
      /* der(T[1]) */
  /* der(T[2]) ... der(T[19]) */
  for (int k = 0; k < 18; k++) {
    /* array_loop.mo:9: der(T[i]) = k*(T[i - 1] - 2*T[i] + T[i + 1]) */
    v->real[23+k] = v->real[1] * (v->real[2+k] - 2.0 * v->real[3+k] +
        v->real[4+k]);
  }
  /* array_loop.mo:11: der(T[n]) = k*(T[n - 1] - T[n]) */
  v->real[41] = v->real[1] * (v->real[20] - v->real[21]); /* der(T[20]) */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  t->d[22] = (v->real[1] * cos(v->real[0]))*t->d[0] + (-(2.0 *
      v->real[1]))*t->d[2] + (v->real[1])*t->d[3]; /* der(T[1]) */
  /* der(T[2]) ... der(T[19]) */
  for (int k = 0; k < 18; k++) {
    t->d[23+k] = (v->real[1])*t->d[2+k] + (-(2.0 * v->real[1]))*t->d[3+k] +
        (v->real[1])*t->d[4+k];
  }
  t->d[41] = (v->real[1])*t->d[20] + (-v->real[1])*t->d[21]; /* der(T[20]) */
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
  "Atime" "\0" "Ak" "\0" "AT[1]" "\0" "*19 1 0" "\0" "Ader(T[1])" "\0"
  "*19 1 0" "\0" "An" "\0",
  0};

static const char *const computed[] = {
  "@array_loop.mo:7: der(T[1]) = k*(sin(time) - 2*T[1] + T[2])" "\0"
  "r22 r1 r0 r2 r3" "\0"
  "@array_loop.mo:9: der(T[i]) = k*(T[i - 1] - 2*T[i] + T[i + 1])" "\0"
  "r23+1 r1 r2+1 r3+1 r4+1*17" "\0"
  "@array_loop.mo:11: der(T[n]) = k*(T[n - 1] - T[n])" "\0"
  "r41 r1 r20 r21" "\0" "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "array_loop",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 42,
  .n_integer = 1,
  .n_boolean = 0,
  .real_kind = real_kind,
  .integer_kind = integer_kind,
  .real_start = real_start,
  .integer_start = integer_start,
  .n_states = 20,
  .state = state,
  .derivative = derivative,
  .state_nominal = state_nominal,
  .shown_state = state,
  .shown_derivative = derivative,
  .n_sets = 0,
  .n_scale_groups = 1,
  .n_scaled = 20,
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
