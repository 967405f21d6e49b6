/* couple_stepper.h: an FMU of Model Exchange that makes macro steps, as one of
 * Co-Simulation does: with the integrator of fmu_exchange.h.
 *
 * Inputs go on within a step as polynomials of up to the second degree, exactly
 * as they are given. A step whose inputs begin elsewhere than the last one has
 * ended begins with an event, so that no condition of the FMU is passed by;
 * discrete inputs are set inside of an event, which ends before anything is
 * read.
 *
 * needs   an instance whose initialization has ended
 * fails   as fmu_exchange.h: the failure has the call or the words of CVODE
 * cost    no allocation in a step, but by CVODE
 */
#ifndef FOUCAULT_COUPLE_COUPLE_STEPPER_H
#define FOUCAULT_COUPLE_COUPLE_STEPPER_H

#include "base/session.h"
#include "fmu_file/run/fmu_exchange.h"

/* A continuous input: value + slope[0]*h + slope[1]*h^2/2, h = t - start. */
typedef struct CoupleMotion {
  fmi2ValueReference reference;
  double value, slope[2];
  double end, saved_end; /* of the last step, and where the state was saved */
} CoupleMotion;

typedef struct CoupleStepper {
  const Fmu *fmu;
  fmi2Component component;
  FmuExchange *exchange; /* NULL: not begun */
  CoupleMotion *motion;  /* [n_motions] */
  int n_motions;
  int *motion_of;                /* [n_variables] -1: none */
  fmi2ValueReference *reference; /* [n_motions] of all of them */
  double *value;                 /* [n_motions] for a call */
  double start;                  /* of the step, where polynomials begin */
  bool is_in_event;
  double saved_event;
  /* A directional derivative that it claims to have: fmi2OK: none. */
  fmi2Status refused;
  double refused_time;
} CoupleStepper;

/* Room for all inputs of the FMU, in the session arena. */
void couple_stepper_make(Session *s, const Fmu *fmu, CoupleStepper *stepper);
/* *ends: the FMU wants to end at once. tolerance 0: the usual one. */
bool couple_stepper_begin(CoupleStepper *stepper, fmi2Component component,
                          double start, double stop, double tolerance,
                          bool *ends, ExchangeFailure *failure);
void couple_stepper_end(CoupleStepper *stepper);

/* A continuous input has this value from `time` on. False: it is none. */
bool couple_stepper_set(CoupleStepper *stepper, int variable, double value,
                        double time);
void couple_stepper_set_slopes(CoupleStepper *stepper, int variable,
                               const double *slope, int n_orders);
/* Before another input is set. */
bool couple_stepper_open(CoupleStepper *stepper, ExchangeFailure *failure);
/* Before anything is read, or the state is saved. */
bool couple_stepper_close(CoupleStepper *stepper, double time, bool *ends,
                          ExchangeFailure *failure);

/* Have continuous inputs other values than at the end of the last step? Then
 * they have them from an event on. */
bool couple_stepper_jump(CoupleStepper *stepper, bool *has_jumped,
                         ExchangeFailure *failure);

/* *reached: where it came. */
ExchangeEnd couple_stepper_step(CoupleStepper *stepper, double time,
                                double size, double *reached,
                                ExchangeFailure *failure);
/* The FMU's own state is saved and set by the caller. */
void couple_stepper_saved(CoupleStepper *stepper);
bool couple_stepper_restored(CoupleStepper *stepper, double time,
                             ExchangeFailure *failure);

#endif
