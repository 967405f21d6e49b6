/* model.c: the model strings, translated by Foucault.
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

/* ---- Functions of the model ---- */

#include <stdlib.h>

#include "call_room.h"
#include "external.h"
#include "external_object.h"
#include "string_pool.h"

static const ModelFunctionInfo f_0_info = {.name = "string_of_real", .n_in = 2, .n_out = 1,
    .input = (const char *const[]){"a", "b"},
    .text = "-t", .makes_object = 0};
static int f_0_string_of_real(const ModelValues *v, int depth,
    const double *in, double *out);
static const ModelFunctionInfo f_1_info = {.name = "string_join", .n_in = 2, .n_out = 1,
    .input = (const char *const[]){"a", "b"},
    .text = "tt", .makes_object = 0};
static int f_1_string_join(const ModelValues *v, int depth,
    const double *in, double *out);

/* strings.mo:11: String(time, significantDigits = 3) */
static int f_0_string_of_real(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_0_info, in, out, "strings.mo:11: String(time, significantDigits = 3)", "it calls itself without an end");
  double a_0 = 0;
  (void)a_0;
  double b_1 = 0;
  (void)b_1;
  double y_2 = 0;
  (void)y_2;
  a_0 = in[0];
  b_1 = in[1];
  {
    ExternalFrame frame;
    external_enter(v, &frame);
    if (setjmp(frame.jump) == 0) {
      y_2 = strings_number(v, string_of_real(a_0, strings_text(v, b_1)));
    }
    external_leave(&frame);
    if (frame.failed)
      return function_fail(v, &f_0_info, in, out, "strings.mo:11: String(time, significantDigits = 3)", frame.message);
  }
  out[0] = y_2;
  return 0;
}

/* strings.mo:11: "slow at " + String(time, significantDigits = 3) */
static int f_1_string_join(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_1_info, in, out, "strings.mo:11: \"slow at \" + String(time, significantDigits = 3)", "it calls itself without an end");
  double a_0 = 0;
  (void)a_0;
  double b_1 = 0;
  (void)b_1;
  double y_2 = 0;
  (void)y_2;
  a_0 = in[0];
  b_1 = in[1];
  {
    ExternalFrame frame;
    external_enter(v, &frame);
    if (setjmp(frame.jump) == 0) {
      y_2 = strings_number(v, string_join(strings_text(v, a_0), strings_text(v, b_1)));
    }
    external_leave(&frame);
    if (frame.failed)
      return function_fail(v, &f_1_info, in, out, "strings.mo:11: \"slow at \" + String(time, significantDigits = 3)", frame.message);
  }
  out[0] = y_2;
  return 0;
}

/* ---- Start values, kinds, states, relations ---- */

static const double real_start[3] = {
  0.0, /* 0: time */
  0.0, /* 1: x */
  0.0, /* 2: der(x) */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_EXACT, VARIABLE_CALCULATED,
};

static const int integer_start[4] = {
  1, /* 0: mode */
  1, /* 1: text */
  0, /* 2: pre(mode) */
  0, /* 3: pre(text) */
};

static const unsigned char integer_kind[] = {
  VARIABLE_EXACT, VARIABLE_EXACT, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED,
};

static const int boolean_start[4] = {
  0, /* 0: $condition1 */
  0, /* 1: pre($condition1) */
  0, /* 2: $condition2 */
  0, /* 3: pre($condition2) */
};

static const unsigned char boolean_kind[] = {
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED,
};

static const int state[] = {
  1, /* x */
};

static const int derivative[] = {
  2, /* der(x) */
};

static const double state_nominal[] = {
  1.0,
};

static const Relation relation[] = {
  {0, 0, "strings.mo:9: x > 1", 1.0, 1},
  {0, 0, "strings.mo:12: x > 2", 2.0, 1},
};

static const int scale_group[] = {
  1,
};
static const int scale_slope[] = {
  0,
};
static const double scale_hint[] = {
  2.0
};

static const TapeStep tape_step[] = {
  {TAPE_NUMBER, 0, 0, 0},
  {TAPE_STATE, 1, 0, 0},
  {TAPE_SUB, 0, 1, 0},
};
static const Tape tape[] = {
  {3, 2, tape_step + 0},
};
static const int tape_of[] = {
  1, 1,
};
static const int tape_operand[] = {
  0, 0, 1, 0,
};
static const double tape_number[] = {
  1.0, 2.0
};

static const char *const text[] = {
  "begin",
  "mode ",
  "fast",
  "slow",
  "off",
  "slow at ",
  "%-0.3g",
};

static const unsigned char is_string[] = {
  0, 1, 0, 0, 
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
  /* strings.mo:10: mode = Mode.slow */
  v->integer[0] = to_integer((double)v->integer[2]); /* mode */
  /* strings.mo:8: der(x) = if mode == Mode.off then 1 else Integer(mode) */
  v->real[2] = (double)v->integer[0] == 1.0 ? 1.0 : (double)v->integer[0];
      /* der(x) */
  /* strings.mo:9: x > 1 */
  v->boolean[0] = v->relation[0]; /* $condition1 */
  /* strings.mo:12: x > 2 */
  v->boolean[2] = v->relation[1]; /* $condition2 */
  /* strings.mo:11: text = "slow at " + String(time, significantDigits = 3) */
  v->integer[1] = to_integer((double)v->integer[3]); /* text */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[2] = 0; /* der(x) */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* strings.mo:9: x > 1 */
  v->boolean[0] = v->relation[0]; /* $condition1 */
  /* strings.mo:12: x > 2 */
  v->boolean[2] = v->relation[1]; /* $condition2 */
  /* strings.mo:10: mode = Mode.slow */
  const int t1 = v->boolean[0] && !v->boolean[1];
  v->integer[0] = to_integer(t1 ? 2.0 : (((v->boolean[2] && !v->boolean[3]) &&
      !t1) ? 3.0 : (double)v->integer[2])); /* mode */
  /* strings.mo:8: der(x) = if mode == Mode.off then 1 else Integer(mode) */
  v->real[2] = (double)v->integer[0] == 1.0 ? 1.0 : (double)v->integer[0];
      /* der(x) */
  /* strings.mo:11: text = "slow at " + String(time, significantDigits = 3) */
  const int t2 = v->boolean[0] && !v->boolean[1];
  double c3[1] = {0};
  if (t2) f_0_string_of_real(v, 0, (const double[]){v->real[0], 7.0}, c3);
  double c4[1] = {0};
  if (t2) f_1_string_join(v, 0, (const double[]){6.0, c3[0]}, c4);
  const int t5 = (v->boolean[2] && !v->boolean[3]) && !t2;
  double c6[1] = {0};
  if (t5) f_1_string_join(v, 0, (const double[]){2.0, ((double)v->integer[0] ==
      3.0 ? 3.0 : ((double)v->integer[0] == 2.0 ? 4.0 : 5.0))}, c6);
  v->integer[1] = to_integer(t2 ? c4[0] : (t5 ? c6[0] :
      (double)v->integer[3])); /* text */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[2] = 0; /* der(x) */
  return 0;
}

/* ---- Event relations: negative where true, or the time they change ---- */

static void crossings(const ModelValues *v, double *z)
{
  z[0] = 1.0 - v->real[1]; /* strings.mo:9: x > 1 */
  z[1] = 2.0 - v->real[1]; /* strings.mo:12: x > 2 */
}

/* ---- Assertions ---- */

/* ---- pre(), sample(), reinit() ---- */

static const PrePair integer_pre[] = {
  {0, 2, 0}, /* mode */
  {1, 3, 0}, /* text */
};

static const PrePair boolean_pre[] = {
  {0, 1, 0}, /* $condition1 */
  {2, 3, 0}, /* $condition2 */
};

/* ---- What is computed from what, for messages (see model.h) ---- */

static const char *const names[] = {
  "Atime" "\0" "Ax" "\0" "Ader(x)" "\0" "Amode" "\0" "Atext" "\0"
  "Apre(mode)" "\0" "Etext)" "\0" "A$condition1" "\0" "Apre($condition1)" "\0"
  "A$condition2" "\0" "Apre($condition2)" "\0",
  0};

static const char *const computed[] = {
  "@strings.mo:10: mode = Mode.slow" "\0" "i0 b0 b1 b2 b3" "\0"
  "@strings.mo:11: text = \"slow at \" + String(time, significantDigits = 3)" "\0"
  "i1 b0 b1 r0 b2 b3 i0" "\0" "!" "\0" "@strings.mo:10: mode = Mode.slow" "\0"
  "i0" "\0"
  "@strings.mo:11: text = \"slow at \" + String(time, significantDigits = 3)" "\0"
  "i1" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "strings",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 3,
  .n_integer = 4,
  .n_boolean = 4,
  .real_kind = real_kind,
  .integer_kind = integer_kind,
  .boolean_kind = boolean_kind,
  .real_start = real_start,
  .integer_start = integer_start,
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
  .scale_hint = scale_hint,
  .tape = tape,
  .tape_of = tape_of,
  .n_tape_operands = 4,
  .tape_operand = tape_operand,
  .tape_number = tape_number,
  .n_relations = 2,
  .relation = relation,
  .n_start_preferences = 0,
  .n_indicators = 2,
  .n_integer_pre = 2,
  .integer_pre = integer_pre,
  .n_boolean_pre = 2,
  .boolean_pre = boolean_pre,
  .n_texts = 7,
  .text = text,
  .uses_strings = 1,
  .has_strings = 1,
  .is_string = is_string,
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
