/* model.c: the model same_functions, translated by Foucault.
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
static const ModelFunctionInfo f_0_info = {.name = "same_functions.Medium.halved", .n_in = 1, .n_out = 1};
static int f_0_same_functions_Medium_halved(const ModelValues *v, int depth,
    const double *in, double *out);
static const ModelFunctionInfo f_2_info = {.name = "same_functions.Medium.halved", .n_in = 1, .n_out = 1};
static int f_2_same_functions_Medium_halved(const ModelValues *v, int depth,
    const double *in, double *out);
static const ModelFunctionInfo f_3_info = {.name = "der(same_functions.Medium.halved)", .n_in = 2, .n_out = 1};
static int f_3_der_same_functions_Medium_halved_(const ModelValues *v, int depth,
    const double *in, double *out);
static const ModelFunctionInfo f_4_info = {.name = "der(same_functions.Medium.halved)", .n_in = 2, .n_out = 1};
static int f_4_der_same_functions_Medium_halved_(const ModelValues *v, int depth,
    const double *in, double *out);

/* same_functions.mo:5: halved */
static int f_0_same_functions_Medium_halved(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_0_info, in, out, "same_functions.mo:5: halved", "it calls itself without an end");
  double x_0 = 0;
  (void)x_0;
  double y_1 = 0;
  (void)y_1;
  x_0 = in[0];
  y_1 = x_0;
  for (int k1 = 0;; k1++) {
    if (k1 == FUNCTION_MOST_TURNS)
      return function_fail(v, &f_0_info, in, out, "same_functions.mo:9: while y > c loop y := y/2; end while", "the loop does not end");
    if (!(2.0 < y_1)) {
      break;
    }
    y_1 = y_1 / 2.0;
  }
  out[0] = y_1;
  return 0;
}

/* same_functions.mo:5: halved */
static int f_2_same_functions_Medium_halved(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_2_info, in, out, "same_functions.mo:5: halved", "it calls itself without an end");
  double x_0 = 0;
  (void)x_0;
  double y_1 = 0;
  (void)y_1;
  x_0 = in[0];
  y_1 = x_0;
  for (int k1 = 0;; k1++) {
    if (k1 == FUNCTION_MOST_TURNS)
      return function_fail(v, &f_2_info, in, out, "same_functions.mo:9: while y > c loop y := y/2; end while", "the loop does not end");
    if (!(5.0 < y_1)) {
      break;
    }
    y_1 = y_1 / 2.0;
  }
  out[0] = y_1;
  return 0;
}

/* same_functions.mo:5: halved */
static int f_3_der_same_functions_Medium_halved_(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_3_info, in, out, "same_functions.mo:5: halved", "it calls itself without an end");
  double x_0 = 0;
  (void)x_0;
  double y_1 = 0;
  (void)y_1;
  double d_x_2 = 0;
  (void)d_x_2;
  double d_y_3 = 0;
  (void)d_y_3;
  x_0 = in[0];
  d_x_2 = in[1];
  d_y_3 = d_x_2;
  y_1 = x_0;
  for (int k1 = 0;; k1++) {
    if (k1 == FUNCTION_MOST_TURNS)
      return function_fail(v, &f_3_info, in, out, "same_functions.mo:9: while y > c loop y := y/2; end while", "the loop does not end");
    if (!(2.0 < y_1)) {
      break;
    }
    d_y_3 = 0.5 * d_y_3;
    y_1 = y_1 / 2.0;
  }
  out[0] = d_y_3;
  return 0;
}

/* same_functions.mo:5: halved */
static int f_4_der_same_functions_Medium_halved_(const ModelValues *v, int depth,
    const double *in, double *out)
{
  (void)v;
  (void)in;
  if (depth > FUNCTION_DEEPEST)
    return function_fail(v, &f_4_info, in, out, "same_functions.mo:5: halved", "it calls itself without an end");
  double x_0 = 0;
  (void)x_0;
  double y_1 = 0;
  (void)y_1;
  double d_x_2 = 0;
  (void)d_x_2;
  double d_y_3 = 0;
  (void)d_y_3;
  x_0 = in[0];
  d_x_2 = in[1];
  d_y_3 = d_x_2;
  y_1 = x_0;
  for (int k1 = 0;; k1++) {
    if (k1 == FUNCTION_MOST_TURNS)
      return function_fail(v, &f_4_info, in, out, "same_functions.mo:9: while y > c loop y := y/2; end while", "the loop does not end");
    if (!(5.0 < y_1)) {
      break;
    }
    d_y_3 = 0.5 * d_y_3;
    y_1 = y_1 / 2.0;
  }
  out[0] = d_y_3;
  return 0;
}

/* ---- Start values, kinds, states, relations ---- */

static const double real_start[7] = {
  0.0, /* 0: time */
  0.0, /* 1: a.u */
  0.0, /* 2: a.y */
  0.0, /* 3: b.u */
  0.0, /* 4: b.y */
  0.0, /* 5: d.u */
  0.0, /* 6: d.y */
};

static const unsigned char real_kind[] = {
  VARIABLE_TIME, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
  VARIABLE_CALCULATED,
};

static const Relation relation[] = {
  {0, 0, "same_functions.mo:27: 3 < 2*same_functions.Medium.halved(a.u) + same_functions.Medium.halved(2*a.u)", 3.0, 0},
  {0, 0, "same_functions.mo:27: 3 < 2*same_functions.Medium.halved(b.u) + same_functions.Medium.halved(2*b.u)", 3.0, 0},
  {0, 0, "same_functions.mo:27: 3 < 5*same_functions.Medium.halved(d.u) + same_functions.Medium.halved(2*d.u)", 5.0, 0},
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
  /* same_functions.mo:26: u; Real y = M.value(u); end Part; package Own = Medium; package Other = Medium(c = 5); Part a(redeclare package M = Own, */
  v->real[1] = v->real[0]; /* a.u */
  /* same_functions.mo:27: y = M.value(u) */
  double c1[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[1]}, c1);
  const double t2 = 2.0 * v->real[1];
  double c3[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){t2}, c3);
  const int t4 = quiet_relation(v, 0, 3.0 < 2.0 * c1[0] + c3[0]);
  const int t5 = !t4;
  double c6[1] = {0};
  if (t5) f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[1]},
      c6);
  double c7[1] = {0};
  if (t5) f_0_same_functions_Medium_halved(v, 0, (const double[]){t2}, c7);
  v->real[2] = t4 ? 3.0 : 2.0 * c6[0] + c7[0]; /* a.y */
  /* same_functions.mo:26: u; Real y = M.value(u); end Part; package Own = Medium; package Other = Medium(c = 5); Part a(redeclare package M = Own, */
  v->real[3] = v->real[0]; /* b.u */
  /* same_functions.mo:27: y = M.value(u) */
  double c8[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[3]}, c8);
  const double t9 = 2.0 * v->real[3];
  double c10[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){t9}, c10);
  const int t11 = quiet_relation(v, 1, 3.0 < 2.0 * c8[0] + c10[0]);
  const int t12 = !t11;
  double c13[1] = {0};
  if (t12) f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[3]},
      c13);
  double c14[1] = {0};
  if (t12) f_0_same_functions_Medium_halved(v, 0, (const double[]){t9}, c14);
  v->real[4] = t11 ? 3.0 : 2.0 * c13[0] + c14[0]; /* b.y */
  /* same_functions.mo:26: u; Real y = M.value(u); end Part; package Own = Medium; package Other = Medium(c = 5); Part a(redeclare package M = Own, */
  v->real[5] = v->real[0]; /* d.u */
  /* same_functions.mo:27: y = M.value(u) */
  double c15[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){v->real[5]}, c15);
  const double t16 = 2.0 * v->real[5];
  double c17[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){t16}, c17);
  const int t18 = quiet_relation(v, 2, 3.0 < 5.0 * c15[0] + c17[0]);
  const int t19 = !t18;
  double c20[1] = {0};
  if (t19) f_2_same_functions_Medium_halved(v, 0, (const double[]){v->real[5]},
      c20);
  double c21[1] = {0};
  if (t19) f_2_same_functions_Medium_halved(v, 0, (const double[]){t16}, c21);
  v->real[6] = t18 ? 3.0 : 5.0 * c20[0] + c21[0]; /* d.y */
  return 0;
}

static int initial_tangent(ModelValues *v, Tangent *t)
{
  t->d[1] = t->d[0]; /* a.u */
  double c1[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[1]}, c1);
  const double t2 = 2.0 * v->real[1];
  double c3[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){t2}, c3);
  const int t4 = quiet_relation(v, 0, 3.0 < 2.0 * c1[0] + c3[0]);
  const int t5 = !t4;
  double c6[1] = {0};
  if (t5) f_3_der_same_functions_Medium_halved_(v, 0, (const
      double[]){v->real[1], 1.0}, c6);
  double c7[1] = {0};
  if (t5) f_3_der_same_functions_Medium_halved_(v, 0, (const double[]){t2,
      1.0}, c7);
  t->d[2] = (t4 ? 0.0 : c6[0] * 2.0 + 2.0 * c7[0])*t->d[1]; /* a.y */
  t->d[3] = t->d[0]; /* b.u */
  double c8[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[3]}, c8);
  const double t9 = 2.0 * v->real[3];
  double c10[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){t9}, c10);
  const int t11 = quiet_relation(v, 1, 3.0 < 2.0 * c8[0] + c10[0]);
  const int t12 = !t11;
  double c13[1] = {0};
  if (t12) f_3_der_same_functions_Medium_halved_(v, 0, (const
      double[]){v->real[3], 1.0}, c13);
  double c14[1] = {0};
  if (t12) f_3_der_same_functions_Medium_halved_(v, 0, (const double[]){t9,
      1.0}, c14);
  t->d[4] = (t11 ? 0.0 : c13[0] * 2.0 + 2.0 * c14[0])*t->d[3]; /* b.y */
  t->d[5] = t->d[0]; /* d.u */
  double c15[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){v->real[5]}, c15);
  const double t16 = 2.0 * v->real[5];
  double c17[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){t16}, c17);
  const int t18 = quiet_relation(v, 2, 3.0 < 5.0 * c15[0] + c17[0]);
  const int t19 = !t18;
  double c20[1] = {0};
  if (t19) f_4_der_same_functions_Medium_halved_(v, 0, (const
      double[]){v->real[5], 1.0}, c20);
  double c21[1] = {0};
  if (t19) f_4_der_same_functions_Medium_halved_(v, 0, (const double[]){t16,
      1.0}, c21);
  t->d[6] = (t18 ? 0.0 : c20[0] * 5.0 + 2.0 * c21[0])*t->d[5]; /* d.y */
  return 0;
}

/* ---- The continuous system ---- */

static int evaluate(ModelValues *v)
{
  /* same_functions.mo:26: u; Real y = M.value(u); end Part; package Own = Medium; package Other = Medium(c = 5); Part a(redeclare package M = Own, */
  v->real[1] = v->real[0]; /* a.u */
  /* same_functions.mo:27: y = M.value(u) */
  double c1[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[1]}, c1);
  const double t2 = 2.0 * v->real[1];
  double c3[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){t2}, c3);
  const int t4 = quiet_relation(v, 0, 3.0 < 2.0 * c1[0] + c3[0]);
  const int t5 = !t4;
  double c6[1] = {0};
  if (t5) f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[1]},
      c6);
  double c7[1] = {0};
  if (t5) f_0_same_functions_Medium_halved(v, 0, (const double[]){t2}, c7);
  v->real[2] = t4 ? 3.0 : 2.0 * c6[0] + c7[0]; /* a.y */
  /* same_functions.mo:26: u; Real y = M.value(u); end Part; package Own = Medium; package Other = Medium(c = 5); Part a(redeclare package M = Own, */
  v->real[3] = v->real[0]; /* b.u */
  /* same_functions.mo:27: y = M.value(u) */
  double c8[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[3]}, c8);
  const double t9 = 2.0 * v->real[3];
  double c10[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){t9}, c10);
  const int t11 = quiet_relation(v, 1, 3.0 < 2.0 * c8[0] + c10[0]);
  const int t12 = !t11;
  double c13[1] = {0};
  if (t12) f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[3]},
      c13);
  double c14[1] = {0};
  if (t12) f_0_same_functions_Medium_halved(v, 0, (const double[]){t9}, c14);
  v->real[4] = t11 ? 3.0 : 2.0 * c13[0] + c14[0]; /* b.y */
  /* same_functions.mo:26: u; Real y = M.value(u); end Part; package Own = Medium; package Other = Medium(c = 5); Part a(redeclare package M = Own, */
  v->real[5] = v->real[0]; /* d.u */
  /* same_functions.mo:27: y = M.value(u) */
  double c15[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){v->real[5]}, c15);
  const double t16 = 2.0 * v->real[5];
  double c17[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){t16}, c17);
  const int t18 = quiet_relation(v, 2, 3.0 < 5.0 * c15[0] + c17[0]);
  const int t19 = !t18;
  double c20[1] = {0};
  if (t19) f_2_same_functions_Medium_halved(v, 0, (const double[]){v->real[5]},
      c20);
  double c21[1] = {0};
  if (t19) f_2_same_functions_Medium_halved(v, 0, (const double[]){t16}, c21);
  v->real[6] = t18 ? 3.0 : 5.0 * c20[0] + c21[0]; /* d.y */
  return 0;
}

/* ---- Directional derivatives ---- */

static int tangent(ModelValues *v, Tangent *t)
{
  t->d[1] = t->d[0]; /* a.u */
  double c1[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[1]}, c1);
  const double t2 = 2.0 * v->real[1];
  double c3[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){t2}, c3);
  const int t4 = quiet_relation(v, 0, 3.0 < 2.0 * c1[0] + c3[0]);
  const int t5 = !t4;
  double c6[1] = {0};
  if (t5) f_3_der_same_functions_Medium_halved_(v, 0, (const
      double[]){v->real[1], 1.0}, c6);
  double c7[1] = {0};
  if (t5) f_3_der_same_functions_Medium_halved_(v, 0, (const double[]){t2,
      1.0}, c7);
  t->d[2] = (t4 ? 0.0 : c6[0] * 2.0 + 2.0 * c7[0])*t->d[1]; /* a.y */
  t->d[3] = t->d[0]; /* b.u */
  double c8[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[3]}, c8);
  const double t9 = 2.0 * v->real[3];
  double c10[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){t9}, c10);
  const int t11 = quiet_relation(v, 1, 3.0 < 2.0 * c8[0] + c10[0]);
  const int t12 = !t11;
  double c13[1] = {0};
  if (t12) f_3_der_same_functions_Medium_halved_(v, 0, (const
      double[]){v->real[3], 1.0}, c13);
  double c14[1] = {0};
  if (t12) f_3_der_same_functions_Medium_halved_(v, 0, (const double[]){t9,
      1.0}, c14);
  t->d[4] = (t11 ? 0.0 : c13[0] * 2.0 + 2.0 * c14[0])*t->d[3]; /* b.y */
  t->d[5] = t->d[0]; /* d.u */
  double c15[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){v->real[5]}, c15);
  const double t16 = 2.0 * v->real[5];
  double c17[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){t16}, c17);
  const int t18 = quiet_relation(v, 2, 3.0 < 5.0 * c15[0] + c17[0]);
  const int t19 = !t18;
  double c20[1] = {0};
  if (t19) f_4_der_same_functions_Medium_halved_(v, 0, (const
      double[]){v->real[5], 1.0}, c20);
  double c21[1] = {0};
  if (t19) f_4_der_same_functions_Medium_halved_(v, 0, (const double[]){t16,
      1.0}, c21);
  t->d[6] = (t18 ? 0.0 : c20[0] * 5.0 + 2.0 * c21[0])*t->d[5]; /* d.y */
  return 0;
}

/* ---- Event relations: negative where true, or the time they change ---- */

static void crossings(const ModelValues *v, double *z)
{
  double c1[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[1]}, c1);
  double c2[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){2.0 * v->real[1]},
      c2);
  z[0] = 3.0 - (2.0 * c1[0] + c2[0]);
      /* same_functions.mo:27: y = M.value(u) */
  double c3[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){v->real[3]}, c3);
  double c4[1] = {0};
  f_0_same_functions_Medium_halved(v, 0, (const double[]){2.0 * v->real[3]},
      c4);
  z[1] = 3.0 - (2.0 * c3[0] + c4[0]);
      /* same_functions.mo:27: y = M.value(u) */
  double c5[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){v->real[5]}, c5);
  double c6[1] = {0};
  f_2_same_functions_Medium_halved(v, 0, (const double[]){2.0 * v->real[5]},
      c6);
  z[2] = 3.0 - (5.0 * c5[0] + c6[0]);
      /* same_functions.mo:27: y = M.value(u) */
}

/* ---- Assertions ---- */

/* ---- pre(), sample(), reinit() ---- */

/* ---- What is computed from what, for messages (see model.h) ---- */

static const char *const names[] = {
  "Atime" "\0" "Aa.u" "\0" "Cy" "\0" "Ab.u" "\0" "Cy" "\0" "Ad.u" "\0"
  "Cy" "\0",
  0};

static const char *const computed[] = {
  "@same_functions.mo:27: y = M.value(u)" "\0" "r2+2 r1+2*2" "\0" "!" "\0",
  0};

/* ---- The model ---- */

const Model foucault_model = {
  .contract = FOUCAULT_MODEL_CONTRACT,
  .name = "same_functions",
  .guid = "{00000000-0000-0000-0000-000000000000}",
  .n_real = 7,
  .n_integer = 0,
  .n_boolean = 0,
  .real_kind = real_kind,
  .real_start = real_start,
  .n_states = 0,
  .n_sets = 0,
  .n_relations = 3,
  .relation = relation,
  .n_start_preferences = 0,
  .n_indicators = 3,
  .n_quiet = 3,
  .n_quiet_indicators = 3,
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
