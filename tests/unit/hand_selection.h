/* hand_selection.h: models with selection sets, written by hand, for the unit
 * tests of dummy pivoting. */
#ifndef FOUCAULT_TESTS_HAND_SELECTION_H
#define FOUCAULT_TESTS_HAND_SELECTION_H

#include "hand_model.h"

/* A pendulum of unit mass on a unit rod, index 3, two levels of one row:
 *   level 2  x^2 + y^2 = 1          for x or y
 *   level 1  2 x vx + 2 y vy = 0    for vx or vy
 * It begins at `angle` from the lower rest position with angular velocity
 * `omega`. The input `force` acts along x. With events: x^2 > (slope y)^2 is a
 * relation, without consequences. */
enum {
  SWING_TIME,
  SWING_G,     /* parameter */
  SWING_ANGLE, /* parameter */
  SWING_OMEGA, /* parameter */
  SWING_SLOPE, /* parameter */
  SWING_FORCE, /* input */
  SWING_X,
  SWING_Y,
  SWING_VX,
  SWING_VY,
  SWING_AX,
  SWING_AY,
  SWING_LAMBDA,
  SWING_ENERGY,  /* the work of the force included */
  SWING_STATE_1, /* as the importer knows the states */
  SWING_DER_1,
  SWING_STATE_2,
  SWING_DER_2,
  SWING_N_REAL
};
extern const Model hand_swing, hand_swing_with_events;

/* One level, two rows, four columns: G z = right, all of them inputs so that
 * a test may set any matrix (row by row); nominal values 1, 10, 0.1, 1. The
 * states never change. */
enum {
  PLANE_TIME,
  PLANE_G, /* 8 entries, row by row */
  PLANE_RIGHT = PLANE_G + 8,
  PLANE_Z = PLANE_RIGHT + 2,
  PLANE_DER_Z = PLANE_Z + 4,
  PLANE_STATE = PLANE_DER_Z + 4, /* state 1, its derivative, state 2, ... */
  PLANE_N_REAL = PLANE_STATE + 4
};
extern const Model hand_plane;

/* A unit mass on a sphere, coupled to a flywheel by its velocity: rows of
 * different order, a column that exists at the first level only.
 *   level 2  x^2 + y^2 + z^2 = 1             x, y, z
 *   level 1  its derivative                  vx, vy, vz, w
 *            0.2 vx + 0.5 vy + vz = 0.5 w
 * Gravity 1 along -z. Four states; the energy is conserved. */
enum {
  SPHERE_TIME,
  SPHERE_X, /* x, y, z */
  SPHERE_V = SPHERE_X + 3,
  SPHERE_W = SPHERE_V + 3,
  SPHERE_A,
  SPHERE_DER_W = SPHERE_A + 3,
  SPHERE_LAMBDA,
  SPHERE_ENERGY = SPHERE_LAMBDA + 2,
  SPHERE_STATE,                  /* 4 states */
  SPHERE_DER = SPHERE_STATE + 4, /* 4 derivatives */
  SPHERE_N_REAL = SPHERE_DER + 4
};
extern const Model hand_sphere;

/* (1 - s) p + s q = 1 and p' = q', s = s(time) given by the test: p = q = 1
 * for ever, but who must be chosen changes with s. */
enum {
  FADE_TIME,
  FADE_P,
  FADE_Q,
  FADE_DER_P,
  FADE_DER_Q,
  FADE_STATE,
  FADE_DER_STATE,
  FADE_N_REAL
};
extern const Model hand_fade;
typedef double HandFade(double time, double *slope);
/* The s of hand_fade, one for all instances. */
void hand_set_fade(HandFade *fade);

#endif
