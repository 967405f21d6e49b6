/* hand_model.h: models written by hand against model.h, and a logger that
 * remembers, for the unit tests of the runtime. */
#ifndef FOUCAULT_TESTS_HAND_MODEL_H
#define FOUCAULT_TESTS_HAND_MODEL_H

#include "blocks/block_guess.h"
#include "blocks/block_track.h"
#include "blocks/block_work.h"
#include "core/instance.h"
#include "fmi/fmi2_layer.h"
#include "fmi2.h"
#include "model.h"

#define HAND_GUID "{hand-model}"

/* Functions of a model that has nothing to compute there. */
int hand_nothing(ModelValues *v);
void hand_no_starts(ModelValues *v, const unsigned char *keep);

/* foucault_model: a pendulum in Cartesian coordinates, index 1 (the position
 * constraint is differentiated twice), with a nonlinear block at the start
 * and a linear one while running. */
enum {
  PENDULUM_TIME,
  PENDULUM_G,      /* parameter */
  PENDULUM_L,      /* parameter */
  PENDULUM_ANGLE,  /* parameter: angle at the start */
  PENDULUM_PERIOD, /* calculated parameter: of small oscillations */
  PENDULUM_X,      /* state, exact start L*sin(angle) */
  PENDULUM_Y,      /* state, start is a guess */
  PENDULUM_VX,     /* state, exact start 0 */
  PENDULUM_VY,     /* state, calculated */
  PENDULUM_AX,
  PENDULUM_AY,
  PENDULUM_LAMBDA,
  PENDULUM_FORCE, /* input */
  PENDULUM_ENERGY,
  PENDULUM_N_REAL
};

/* x stays at 1 until time 0.5, then falls with slope -1; while x < 0.25 (from
 * time 1.25 on) z rises with slope 1. With u > 0 (an input) w is 2, else 1;
 * the Boolean `low` is x < 0.25, the Integer `count` is 1 + low. */
enum {
  SWITCH_TIME,
  SWITCH_X,
  SWITCH_Z,
  SWITCH_DER_X,
  SWITCH_DER_Z,
  SWITCH_U,
  SWITCH_W,
  SWITCH_N_REAL
};
extern const Model hand_switch;

/* No states: real[1] = 1 while sin(time) > 0, else 0. */
extern const Model hand_stateless;

/* der(x) = if x < 0 then 1 else -1, from x = 0.5: chatters from 0.5 on. */
extern const Model hand_chatter;

/* A relation that contradicts itself: true makes it false. */
extern const Model hand_contradiction;

/* der(x) = 1 with x(0) = 0, and y^2 = 1 - x: no solution after time 1. */
extern const Model hand_dead_end;

/* der(x) = 1/sqrt(1 - x): not a number after x = 1. */
extern const Model hand_not_finite;

/* der(x) = -x + u, x(0) = 1, u an input with start 0. */
extern const Model hand_decay;

typedef struct HandLog {
  int n, n_errors, n_discards;
  char last[LOG_MESSAGE_SIZE + 1]; /* the last message as printf makes it */
  char last_error[LOG_MESSAGE_SIZE + 1];
  char category[40];
  char name[40];
  size_t longest;
} HandLog;

/* An fmi2CallbackLogger; the environment is a HandLog. */
void hand_log(fmi2ComponentEnvironment environment, fmi2String name,
              fmi2Status status, fmi2String category, fmi2String message, ...);

/* An instance of any model, its errors logged into `log`. */
Instance *hand_instance(const Model *model, fmi2Type type, HandLog *log);

/* The same through initialization, with tolerance and stop time. */
Instance *hand_running(const Model *model, fmi2Type type, HandLog *log,
                       double tolerance, double stop);

double hand_real(Instance *inst, fmi2ValueReference reference);

/* Period of a pendulum of this amplitude, by the arithmetic-geometric mean. */
double hand_pendulum_period(double g, double length, double amplitude);

/* Workspace for blocks of up to HAND_BLOCK unknowns without a model around
 * them: the shared store 0, and store 1, which keeps factors. */
enum { HAND_BLOCK = 40, HAND_ENTRIES = HAND_BLOCK * HAND_BLOCK };
typedef struct HandBlockWork {
  FactorStore store[2];
  FactorState state[2];
  BlockWork work;
  BlockGuess guess;
  GuessState guess_state;
  BlockTrack track;
  double entry[4][HAND_ENTRIES], matrix[2][HAND_ENTRIES];
  double value[2][HAND_ENTRIES], vector[13][HAND_BLOCK];
  int index[2][HAND_ENTRIES], start[2][2 * HAND_BLOCK + 1];
  int list[20][HAND_BLOCK];
} HandBlockWork;
/* As parts of the instance, with guesses of which none is kept. */
void hand_block_work(Instance *inst, HandBlockWork *room);

/* One or two unknowns, real[1] and real[2], "p" and "q"; a full Jacobian. */
typedef void HandFunction(ModelValues *v, double *value);
Block hand_full_block(int n, HandFunction *residual, HandFunction *jacobian);

#endif
