/* hand_selection.c: what a generator would write for selection sets. */
#include "hand_selection.h"
#include <math.h>

/* --- swing --------------------------------------------------------------- */

static void swing_length(ModelValues *v, double *r)
{
  const double *w = v->real;
  r[0] = w[SWING_X] * w[SWING_X] + w[SWING_Y] * w[SWING_Y] - 1;
}

static void swing_speed(ModelValues *v, double *r)
{
  const double *w = v->real;
  r[0] = 2 * (w[SWING_X] * w[SWING_VX] + w[SWING_Y] * w[SWING_VY]);
}

/* One matrix for both levels. */
static void swing_gradient(ModelValues *v, double *entry)
{
  entry[0] = 2 * v->real[SWING_X];
  entry[1] = 2 * v->real[SWING_Y];
}

static const int swing_position[] = {SWING_X, SWING_Y};
static const int swing_velocity[] = {SWING_VX, SWING_VY};
static const int swing_top[] = {SWING_AX, SWING_AY};
static const double ones[] = {1, 1, 1, 1, 1, 1};
static const int one_each[] = {0, 1, 2};
static const int no_rows[] = {0, 0};
static const char *const swing_equation[] = {"swing.mo:7: x^2 + y^2 = 1"};
static const char *const swing_position_name[] = {"x", "y"};
static const char *const swing_velocity_name[] = {"vx", "vy"};

static const Block swing_level_1 = {.number = 1,
                                    .n = 1,
                                    .set = 1,
                                    .level = 1,
                                    .n_columns = 2,
                                    .linear = 1,
                                    .unknown = swing_velocity,
                                    .nominal = ones,
                                    .n_nonzeros = 2,
                                    .column_start = one_each,
                                    .row = no_rows,
                                    .residual = swing_speed,
                                    .jacobian = swing_gradient,
                                    .equation = swing_equation,
                                    .name = swing_velocity_name};
static const Block swing_level_2 = {.number = 0,
                                    .n = 1,
                                    .set = 1,
                                    .level = 2,
                                    .n_columns = 2,
                                    .unknown = swing_position,
                                    .nominal = ones,
                                    .n_nonzeros = 2,
                                    .column_start = one_each,
                                    .row = no_rows,
                                    .residual = swing_length,
                                    .jacobian = swing_gradient,
                                    .equation = swing_equation,
                                    .name = swing_position_name};
static const Block *const swing_level[] = {&swing_level_1, &swing_level_2};
static const SelectionSet swing_set = {.n_columns = 2,
                                       .n_levels = 2,
                                       .level = swing_level,
                                       .top = swing_top,
                                       .first_state = 0,
                                       .n_states = 2};

/* Accelerations and lambda, solved by hand: the rod has length 1. */
static int swing_motion(ModelValues *v)
{
  double *w = v->real;
  double x = w[SWING_X], y = w[SWING_Y];
  double speed = w[SWING_VX] * w[SWING_VX] + w[SWING_VY] * w[SWING_VY];
  double lambda = (speed + w[SWING_FORCE] * x - w[SWING_G] * y) / 2;
  w[SWING_LAMBDA] = lambda;
  w[SWING_AX] = w[SWING_FORCE] - 2 * lambda * x;
  w[SWING_AY] = -w[SWING_G] - 2 * lambda * y;
  w[SWING_ENERGY] = speed / 2 + w[SWING_G] * y - w[SWING_FORCE] * x;
  return 0;
}

static int swing_evaluate(ModelValues *v)
{
  if (block_solve(v, &swing_level_2) != 0) return 1;
  if (block_solve(v, &swing_level_1) != 0) return 1;
  return swing_motion(v);
}

static int swing_initialize(ModelValues *v)
{
  double *w = v->real;
  w[SWING_X] = sin(w[SWING_ANGLE]);
  w[SWING_Y] = -cos(w[SWING_ANGLE]);
  w[SWING_VX] = cos(w[SWING_ANGLE]) * w[SWING_OMEGA];
  w[SWING_VY] = sin(w[SWING_ANGLE]) * w[SWING_OMEGA];
  return swing_motion(v);
}

static void swing_crossings(const ModelValues *v, double *z)
{
  const double *w = v->real;
  double steep = w[SWING_SLOPE] * w[SWING_Y];
  z[0] = steep * steep - w[SWING_X] * w[SWING_X];
}

static const unsigned char swing_kind[SWING_N_REAL] = {
    VARIABLE_TIME,       VARIABLE_PARAMETER,  VARIABLE_PARAMETER,
    VARIABLE_PARAMETER,  VARIABLE_PARAMETER,  VARIABLE_INPUT,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED};
static const double swing_start[SWING_N_REAL] = {
    [SWING_G] = 1, [SWING_ANGLE] = 1, [SWING_SLOPE] = 3.2};
static const int swing_state[] = {SWING_VX, SWING_X};
static const int swing_derivative[] = {SWING_AX, SWING_VX};
static const int swing_shown_state[] = {SWING_STATE_1, SWING_STATE_2};
static const int swing_shown_derivative[] = {SWING_DER_1, SWING_DER_2};
static const Relation swing_relation[] = {
    {0, 0, "swing.mo:9: x^2 > (slope*y)^2", 1, 0}};

#define SWING_MODEL(given_name, given_n_relations)                             \
  {                                                                            \
    .contract = FOUCAULT_MODEL_CONTRACT, .name = given_name,                   \
    .guid = HAND_GUID, .n_real = SWING_N_REAL, .real_kind = swing_kind,        \
    .real_start = swing_start, .n_states = 2, .state = swing_state,            \
    .derivative = swing_derivative, .state_nominal = ones,                     \
    .shown_state = swing_shown_state,                                          \
    .shown_derivative = swing_shown_derivative, .n_sets = 1,                   \
    .set = &swing_set, .n_relations = given_n_relations,                       \
    .n_indicators = given_n_relations, .relation = swing_relation,             \
    .tolerance = 1e-6, .parameters = hand_nothing, .starts = hand_no_starts,   \
    .initialize = swing_initialize, .evaluate = swing_evaluate,                \
    .crossings = swing_crossings, .largest_block = 2,                          \
    .largest_block_nonzeros = 2                                                \
  }

const Model hand_swing = SWING_MODEL("Swing", 0);
const Model hand_swing_with_events = SWING_MODEL("SwingWithEvents", 1);

/* --- plane --------------------------------------------------------------- */

static void plane_residual(ModelValues *v, double *r)
{
  const double *w = v->real;
  for (int i = 0; i < 2; i++) {
    r[i] = -w[PLANE_RIGHT + i];
    for (int c = 0; c < 4; c++) {
      r[i] += w[PLANE_G + 4 * i + c] * w[PLANE_Z + c];
    }
  }
}

static void plane_jacobian(ModelValues *v, double *entry)
{
  for (int c = 0; c < 4; c++) {
    for (int i = 0; i < 2; i++) {
      *entry++ = v->real[PLANE_G + 4 * i + c];
    }
  }
}

static const int plane_unknown[] = {PLANE_Z, PLANE_Z + 1, PLANE_Z + 2,
                                    PLANE_Z + 3};
static const int plane_top[] = {PLANE_DER_Z, PLANE_DER_Z + 1, PLANE_DER_Z + 2,
                                PLANE_DER_Z + 3};
static const double plane_nominal[] = {1, 10, 0.1, 1};
static const int plane_start_of[] = {0, 2, 4, 6, 8};
static const int plane_row[] = {0, 1, 0, 1, 0, 1, 0, 1};
static const char *const plane_equation[] = {"plane.mo:5: first",
                                             "plane.mo:6: second"};
static const char *const plane_name[] = {"z1", "z2", "z3", "z4"};
static const Block plane_block = {.n = 2,
                                  .set = 1,
                                  .level = 1,
                                  .n_columns = 4,
                                  .linear = 1,
                                  .unknown = plane_unknown,
                                  .nominal = plane_nominal,
                                  .n_nonzeros = 8,
                                  .column_start = plane_start_of,
                                  .row = plane_row,
                                  .residual = plane_residual,
                                  .jacobian = plane_jacobian,
                                  .equation = plane_equation,
                                  .name = plane_name};
static const Block *const plane_level[] = {&plane_block};
static const SelectionSet plane_set = {.n_columns = 4,
                                       .n_levels = 1,
                                       .level = plane_level,
                                       .top = plane_top,
                                       .first_state = 0,
                                       .n_states = 2};

static int plane_evaluate(ModelValues *v)
{
  return block_solve(v, &plane_block);
}

static const unsigned char plane_kind[PLANE_N_REAL] = {
    VARIABLE_TIME,       VARIABLE_INPUT,      VARIABLE_INPUT,
    VARIABLE_INPUT,      VARIABLE_INPUT,      VARIABLE_INPUT,
    VARIABLE_INPUT,      VARIABLE_INPUT,      VARIABLE_INPUT,
    VARIABLE_INPUT,      VARIABLE_INPUT,      VARIABLE_EXACT,
    VARIABLE_EXACT,      VARIABLE_EXACT,      VARIABLE_EXACT,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED};
static const double plane_start[PLANE_N_REAL] = {
    [PLANE_G] = 1, [PLANE_G + 5] = 1, [PLANE_RIGHT] = 0};
static const int plane_state[] = {PLANE_Z + 2, PLANE_Z + 3};
static const int plane_derivative[] = {PLANE_DER_Z + 2, PLANE_DER_Z + 3};
static const double plane_state_nominal[] = {0.1, 1};
static const int plane_shown_state[] = {PLANE_STATE, PLANE_STATE + 2};
static const int plane_shown_derivative[] = {PLANE_STATE + 1, PLANE_STATE + 3};

const Model hand_plane = {.contract = FOUCAULT_MODEL_CONTRACT,
                          .name = "Plane",
                          .guid = HAND_GUID,
                          .n_real = PLANE_N_REAL,
                          .real_kind = plane_kind,
                          .real_start = plane_start,
                          .n_states = 2,
                          .state = plane_state,
                          .derivative = plane_derivative,
                          .state_nominal = plane_state_nominal,
                          .shown_state = plane_shown_state,
                          .shown_derivative = plane_shown_derivative,
                          .n_sets = 1,
                          .set = &plane_set,
                          .tolerance = 1e-6,
                          .parameters = hand_nothing,
                          .starts = hand_no_starts,
                          .initialize = hand_nothing,
                          .evaluate = plane_evaluate,
                          .largest_block = 4,
                          .largest_block_nonzeros = 8};

/* --- sphere -------------------------------------------------------------- */

static const double wheel[] = {0.2, 0.5, 1, -0.5}; /* by vx, vy, vz, w */

static void sphere_position(ModelValues *v, double *r)
{
  const double *x = v->real + SPHERE_X;
  r[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - 1;
}

static void sphere_position_jacobian(ModelValues *v, double *entry)
{
  for (int c = 0; c < 3; c++) {
    entry[c] = 2 * v->real[SPHERE_X + c];
  }
}

static void sphere_velocity(ModelValues *v, double *r)
{
  const double *w = v->real;
  r[0] = 0;
  r[1] = wheel[3] * w[SPHERE_W];
  for (int c = 0; c < 3; c++) {
    r[0] += 2 * w[SPHERE_X + c] * w[SPHERE_V + c];
    r[1] += wheel[c] * w[SPHERE_V + c];
  }
}

static void sphere_velocity_jacobian(ModelValues *v, double *entry)
{
  for (int c = 0; c < 3; c++) {
    entry[2 * c] = 2 * v->real[SPHERE_X + c];
    entry[2 * c + 1] = wheel[c];
  }
  entry[6] = wheel[3];
}

/* a = -e_z + 2 x lambda1 + wheel lambda2, w' = wheel4 lambda2, and both
 * constraints differentiated to the end: a system for the two lambdas. */
static void sphere_motion(ModelValues *v)
{
  double *w = v->real;
  double a11 = 0, a12 = 0, a22 = wheel[3] * wheel[3];
  double b1 = -2 * w[SPHERE_X + 2], b2 = -wheel[2];
  for (int c = 0; c < 3; c++) {
    double g = 2 * w[SPHERE_X + c];
    a11 += g * g;
    a12 += g * wheel[c];
    a22 += wheel[c] * wheel[c];
    b1 += 2 * w[SPHERE_V + c] * w[SPHERE_V + c];
  }
  double determinant = a11 * a22 - a12 * a12;
  double l1 = (-b1 * a22 + b2 * a12) / determinant;
  double l2 = (-b2 * a11 + b1 * a12) / determinant;
  for (int c = 0; c < 3; c++) {
    w[SPHERE_A + c] = 2 * w[SPHERE_X + c] * l1 + wheel[c] * l2 - (c == 2);
  }
  w[SPHERE_DER_W] = wheel[3] * l2;
  w[SPHERE_LAMBDA] = l1;
  w[SPHERE_LAMBDA + 1] = l2;
}

static const int sphere_unknown_2[] = {SPHERE_X, SPHERE_X + 1, SPHERE_X + 2,
                                       -1};
static const int sphere_unknown_1[] = {SPHERE_V, SPHERE_V + 1, SPHERE_V + 2,
                                       SPHERE_W};
static const int sphere_top[] = {SPHERE_A, SPHERE_A + 1, SPHERE_A + 2,
                                 SPHERE_DER_W};
static const int sphere_start_2[] = {0, 1, 2, 3, 3};
static const int sphere_start_1[] = {0, 2, 4, 6, 7};
static const int sphere_row_2[] = {0, 0, 0};
static const int sphere_row_1[] = {0, 1, 0, 1, 0, 1, 1};
static const char *const sphere_equation_2[] = {
    "sphere.mo:8: x^2 + y^2 + z^2 = 1"};
static const char *const sphere_equation_1[] = {
    "sphere.mo:8: x^2 + y^2 + z^2 = 1 (differentiated 1 time)",
    "sphere.mo:9: 0.2*vx + 0.5*vy + vz = 0.5*w"};
static const char *const sphere_name_2[] = {"x", "y", "z", ""};
static const char *const sphere_name_1[] = {"vx", "vy", "vz", "w"};
static const Block sphere_level_1 = {.number = 1,
                                     .n = 2,
                                     .set = 1,
                                     .level = 1,
                                     .n_columns = 4,
                                     .linear = 1,
                                     .unknown = sphere_unknown_1,
                                     .nominal = ones,
                                     .n_nonzeros = 7,
                                     .column_start = sphere_start_1,
                                     .row = sphere_row_1,
                                     .residual = sphere_velocity,
                                     .jacobian = sphere_velocity_jacobian,
                                     .equation = sphere_equation_1,
                                     .name = sphere_name_1};
static const Block sphere_level_2 = {.number = 0,
                                     .n = 1,
                                     .set = 1,
                                     .level = 2,
                                     .n_columns = 4,
                                     .unknown = sphere_unknown_2,
                                     .nominal = ones,
                                     .n_nonzeros = 3,
                                     .column_start = sphere_start_2,
                                     .row = sphere_row_2,
                                     .residual = sphere_position,
                                     .jacobian = sphere_position_jacobian,
                                     .equation = sphere_equation_2,
                                     .name = sphere_name_2};
static const Block *const sphere_level[] = {&sphere_level_1, &sphere_level_2};
static const SelectionSet sphere_set = {.n_columns = 4,
                                        .n_levels = 2,
                                        .level = sphere_level,
                                        .top = sphere_top,
                                        .first_state = 0,
                                        .n_states = 4};

static int sphere_evaluate(ModelValues *v)
{
  double *w = v->real;
  if (block_solve(v, &sphere_level_2) != 0) return 1;
  if (block_solve(v, &sphere_level_1) != 0) return 1;
  sphere_motion(v);
  w[SPHERE_ENERGY] = w[SPHERE_X + 2] + w[SPHERE_W] * w[SPHERE_W] / 2;
  for (int c = 0; c < 3; c++) {
    w[SPHERE_ENERGY] += w[SPHERE_V + c] * w[SPHERE_V + c] / 2;
  }
  return 0;
}

static const unsigned char sphere_kind[SPHERE_N_REAL] = {
    VARIABLE_TIME,       VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED};
static const double sphere_start[SPHERE_N_REAL] = {
    [SPHERE_X] = 0.6,   [SPHERE_X + 2] = -0.8, [SPHERE_V] = 1.2,
    [SPHERE_V + 1] = 1, [SPHERE_V + 2] = 0.9,  [SPHERE_W] = 3.28};
static const int sphere_state[] = {SPHERE_V, SPHERE_V + 1, SPHERE_X,
                                   SPHERE_X + 1};
static const int sphere_derivative[] = {SPHERE_A, SPHERE_A + 1, SPHERE_V,
                                        SPHERE_V + 1};
static const int sphere_shown_state[] = {SPHERE_STATE, SPHERE_STATE + 1,
                                         SPHERE_STATE + 2, SPHERE_STATE + 3};
static const int sphere_shown_derivative[] = {SPHERE_DER, SPHERE_DER + 1,
                                              SPHERE_DER + 2, SPHERE_DER + 3};

const Model hand_sphere = {.contract = FOUCAULT_MODEL_CONTRACT,
                           .name = "Sphere",
                           .guid = HAND_GUID,
                           .n_real = SPHERE_N_REAL,
                           .real_kind = sphere_kind,
                           .real_start = sphere_start,
                           .n_states = 4,
                           .state = sphere_state,
                           .derivative = sphere_derivative,
                           .state_nominal = ones,
                           .shown_state = sphere_shown_state,
                           .shown_derivative = sphere_shown_derivative,
                           .n_sets = 1,
                           .set = &sphere_set,
                           .tolerance = 1e-6,
                           .parameters = hand_nothing,
                           .starts = hand_no_starts,
                           .initialize = sphere_evaluate,
                           .evaluate = sphere_evaluate,
                           .largest_block = 4,
                           .largest_block_nonzeros = 7};

/* --- fade ---------------------------------------------------------------- */

static HandFade *fade_of_time;

void hand_set_fade(HandFade *fade)
{
  fade_of_time = fade;
}

static void fade_residual(ModelValues *v, double *r)
{
  double slope, s = fade_of_time(v->real[FADE_TIME], &slope);
  r[0] = (1 - s) * v->real[FADE_P] + s * v->real[FADE_Q] - 1;
}

static void fade_jacobian(ModelValues *v, double *entry)
{
  double slope, s = fade_of_time(v->real[FADE_TIME], &slope);
  entry[0] = 1 - s;
  entry[1] = s;
}

static const int fade_unknown[] = {FADE_P, FADE_Q};
static const int fade_top[] = {FADE_DER_P, FADE_DER_Q};
static const char *const fade_equation[] = {"fade.mo:4: (1-s)*p + s*q = 1"};
static const char *const fade_name[] = {"p", "q"};
static const Block fade_block = {.n = 1,
                                 .set = 1,
                                 .level = 1,
                                 .n_columns = 2,
                                 .linear = 1,
                                 .unknown = fade_unknown,
                                 .nominal = ones,
                                 .n_nonzeros = 2,
                                 .column_start = one_each,
                                 .row = no_rows,
                                 .residual = fade_residual,
                                 .jacobian = fade_jacobian,
                                 .equation = fade_equation,
                                 .name = fade_name};
static const Block *const fade_level[] = {&fade_block};
static const SelectionSet fade_set = {.n_columns = 2,
                                      .n_levels = 1,
                                      .level = fade_level,
                                      .top = fade_top,
                                      .first_state = 0,
                                      .n_states = 1};

/* The constraint differentiated: s' (q - p) + (1 - s) p' + s q' = 0. */
static int fade_evaluate(ModelValues *v)
{
  double *w = v->real, slope;
  if (block_solve(v, &fade_block) != 0) return 1;
  fade_of_time(w[FADE_TIME], &slope);
  w[FADE_DER_P] = w[FADE_DER_Q] = slope * (w[FADE_P] - w[FADE_Q]);
  return 0;
}

static const unsigned char fade_kind[FADE_N_REAL] = {
    VARIABLE_TIME,       VARIABLE_EXACT,      VARIABLE_EXACT,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED};
static const double fade_start[FADE_N_REAL] = {[FADE_P] = 1, [FADE_Q] = 1};
static const int fade_state[] = {FADE_Q};
static const int fade_derivative[] = {FADE_DER_Q};
static const int fade_shown_state[] = {FADE_STATE};
static const int fade_shown_derivative[] = {FADE_DER_STATE};

const Model hand_fade = {.contract = FOUCAULT_MODEL_CONTRACT,
                         .name = "Fade",
                         .guid = HAND_GUID,
                         .n_real = FADE_N_REAL,
                         .real_kind = fade_kind,
                         .real_start = fade_start,
                         .n_states = 1,
                         .state = fade_state,
                         .derivative = fade_derivative,
                         .state_nominal = ones,
                         .shown_state = fade_shown_state,
                         .shown_derivative = fade_shown_derivative,
                         .n_sets = 1,
                         .set = &fade_set,
                         .tolerance = 1e-6,
                         .parameters = hand_nothing,
                         .starts = hand_no_starts,
                         .initialize = fade_evaluate,
                         .evaluate = fade_evaluate,
                         .largest_block = 2,
                         .largest_block_nonzeros = 2};
