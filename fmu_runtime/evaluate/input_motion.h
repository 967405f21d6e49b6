/* input_motion.h: inputs that move during a communication step.
 *
 * An importer that knows derivatives of an input (fmi2SetRealInputDerivatives of FMI 2.0)
 * gives u(t) = u0 + u1 (t - t0) + u2 (t - t0)^2/2 + ... for the step that
 *       begins
 * at t0. The integrator then follows the input instead of a staircase, and
 * does not step past the end of the communication step: what the input does
 * there is not known yet. A value that is set at the end of a step and agrees
 * with the one reached is not a jump, so the history of the integrator
 * survives.
 *
 * Where the model itself needs derivatives of inputs (Model.input_rate) they
 * are stored as variables that move along with these.
 */
#ifndef FOUCAULT_INPUT_MOTION_H
#define FOUCAULT_INPUT_MOTION_H

#include "../core/instance.h"
#include "interval.h"

/* Inputs that move during a communication step, a part of the
 * instance. */
typedef struct MotionState {
  double begin; /* time where the step began */
  int moves;    /* one of the derivatives is not zero */
} MotionState;
typedef struct InputMotion {
  MotionState *state;
  int n;        /* inputs of the model */
  int *input;   /* [n] value references */
  double *base; /* [n] values where the step began */
  double *rate; /* [n * INPUT_ORDERS] derivatives there */
  bool given;   /* derivatives have been set */
  bool missed;  /* that they are not has been reported */
} InputMotion;

static inline InputMotion *input_motion_of(const Instance *inst)
{
  return inst->part[PART_INPUT_MOTION];
}

/* Does an input move in this communication step? */
static inline bool input_motion_moves(const Instance *inst)
{
  return input_motion_of(inst)->state->moves;
}

enum { INPUT_ORDERS = 3 }; /* highest derivative of an input */

/* Inputs of the type Real. */
int input_motion_count(const Model *m);

/* Finds the inputs of the model; none of them moves. */
void input_motion_reset(Instance *inst);

/* The derivative of an order from 1 to INPUT_ORDERS. `reference` must be an
 * input. */
void input_motion_set(Instance *inst, unsigned reference, int order,
                      double value);

/* A communication step begins at the present time and values. */
void input_motion_begin(Instance *inst);
/* Puts the inputs where they are at this time. */
void input_motion_follow(Instance *inst, double time);

/* Have derivatives ever been set? */
static inline bool input_motion_is_given(const Instance *inst)
{
  return input_motion_of(inst)->given;
}
/* Bounds of an input and of its slope from one time to another, both within the
 * communication step. */
Interval input_motion_value(const Instance *inst, int reference, Interval time,
                            Interval *slope);

/* Is a new value what the motion has led to? Then nothing jumps. */
bool input_motion_is_continuous(const Instance *inst, double before,
                                double after);

/* An input jumps, by the value that is set: a warning, once, if the model
 * needs derivatives of it and the importer gives none. */
void input_motion_warn_of_jump(Instance *inst, unsigned reference);

/* How the inputs, and derivatives that the model needs, move at the present
 * time: put into d[n_real]. */
void input_motion_slopes(const Instance *inst, double *d);

#endif
