/* model.c: the model sampled, translated by Foucault.
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
  0.0, /* 1: x */
  1.0, /* 2: u */
  0.0, /* 3: der(x) */
  0.0, /* 4: pre(u) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_EXACT, VARIABLE_EXACT,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED,
};

static const int boolean_start[4] = {
  0, /* 0: late */
  0, /* 1: $sample1 */
  0, /* 2: $condition1 */
  0, /* 3: pre($condition1) */
};

static const unsigned char boolean_kind[] = {
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED,
};

static const int state[] = {
  1, /* x */
};

static const int derivative[] = {
  3, /* der(x) */
};

static const double state_nominal[] = {
  1.0,
};

static const Relation relation[] = {
  {1, 1, "sampled.mo:8: time >= 1.5", 1.5, 0},
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
  /* sampled.mo:10: u = if late then 0 else pre(u)/2 + x */
  v->real[2] = v->real[4]; /* u */
  /* sampled.mo:7: der(x) = u - x */
  v->real[3] = v->real[2] - v->real[1]; /* der(x) */
  /* sampled.mo:8: late = time >= 1.5 */
  v->boolean[0] = v->relation[0]; /* late */
  /* sampled.mo:9: sample(0.25, 0.5) */
  v->boolean[2] = v->boolean[1]; /* $condition1 */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[2] = 0; /* u */
  t->d[3] = (-1.0)*t->d[1]; /* der(x) */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* sampled.mo:8: late = time >= 1.5 */
  v->boolean[0] = v->relation[0]; /* late */
  /* sampled.mo:9: sample(0.25, 0.5) */
  v->boolean[2] = v->boolean[1]; /* $condition1 */
  /* sampled.mo:10: u = if late then 0 else pre(u)/2 + x */
  v->real[2] = (v->boolean[2] && !v->boolean[3]) ? (v->boolean[0] ? 0.0 :
      v->real[4] / 2.0 + v->real[1]) : v->real[4]; /* u */
  /* sampled.mo:7: der(x) = u - x */
  v->real[3] = v->real[2] - v->real[1]; /* der(x) */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  t->d[2] = (v->boolean[0] ? 0.0 : ((v->boolean[2] && !v->boolean[3]) ? 1.0 :
      0.0))*t->d[1]; /* u */
  t->d[3] = (-1.0)*t->d[1]; /* der(x) */
  return 0;
}

/* ---- Event relations: negative where true, or the time they change ---- */

static void crossings(const ModelValues *v, double *z)
{
  (void)v;
  z[0] = 1.5; /* sampled.mo:8: time >= 1.5 */
}

/* ---- Assertions ---- */

/* ---- pre(), sample(), reinit() ---- */

static const PrePair real_pre[] = {
  {2, 4, 0}, /* u */
};

static const PrePair boolean_pre[] = {
  {2, 3, 0}, /* $condition1 */
};

static const int sample[] = {1};

static void samples(const ModelValues *v, SampleTimes *t)
{
  (void)v;
  t[0].start = 0.25; /* sampled.mo:9: sample(0.25, 0.5) */
  t[0].interval = 0.5;
}

/* ---- What is computed from what, for messages (see model.h) ---- */

static const char *const names[] = {
  "Atime" "\0" "Ax" "\0" "Au" "\0" "Ader(x)" "\0" "Apre(u)" "\0" "Alate" "\0"
  "A$sample1" "\0" "Bcondition1" "\0" "Apre($condition1)" "\0",
  0};

static const char *const computed[] = {
  "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "sampled",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 5,
  .n_integer = 0,
  .n_boolean = 4,
  .real_kind = real_kind,
  .boolean_kind = boolean_kind,
  .real_start = real_start,
  .boolean_start = boolean_start,
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
  .n_relations = 1,
  .relation = relation,
  .n_start_preferences = 0,
  .n_indicators = 0,
  .n_real_pre = 1,
  .real_pre = real_pre,
  .n_boolean_pre = 1,
  .boolean_pre = boolean_pre,
  .n_samples = 1,
  .sample = sample,
  .samples = samples,
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
