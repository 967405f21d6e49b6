/* couple_part.h: one FMU of a system while it runs.
 *
 * The calls of Co-Simulation with their messages, for FMUs of Model Exchange by
 * an integrator (couple_stepper.h): what fails is E604 with the component, the
 * time and what the FMU says. All work memory is made at the beginning.
 */
#ifndef FOUCAULT_COUPLE_COUPLE_PART_H
#define FOUCAULT_COUPLE_COUPLE_PART_H

#include "couple/couple.h"
#include "couple/couple_stepper.h"
#include "fmu_file/fmu_load.h"
#include "fmu_file/fmu_log.h"

/* What an FMU says. It gets this as its environment. */
typedef struct CoupleLog {
  FILE *echo;    /* --verbose; NULL: nothing */
  FILE *printed; /* where text of the model goes */
  const char *name;
  FmuNotes notes;
} CoupleLog;

typedef struct CouplePart {
  Session *s;
  const CoupleMember *member;
  const FmuDescription *d;
  Fmu fmu;
  bool is_loaded;
  fmi2CallbackFunctions callbacks;
  fmi2Component component;
  CoupleStepper stepper; /* of Model Exchange alone */
  CoupleLog log;
  /* what it can */
  bool interpolates;      /* derivatives of inputs */
  bool saves;             /* states */
  bool derives;           /* directional derivatives */
  bool varies;            /* the step */
  int output_orders;      /* derivatives of outputs */
  double stop, tolerance; /* 0: the usual one */
  fmi2FMUstate saved;
  bool has_ended;                /* it wanted to */
  fmi2ValueReference *reference; /* [n_room] for calls */
  fmi2Real *real;
  fmi2Integer *integer;
} CouplePart;

/* Loads and instantiates; false after a message. end() is to be called then,
 * too. */
bool couple_part_begin(Session *s, const CoupleMember *member, FILE *printed,
                       CouplePart *part);
/* Values of bindings, then initialization mode. */
bool couple_part_enter(CouplePart *part, double start, double stop,
                       bool has_tolerance, double tolerance);
bool couple_part_leave(CouplePart *part, double start);
bool couple_part_terminate(CouplePart *part, double time);
void couple_part_end(CouplePart *part);
/* W601 for what the FMU has said in a run that went well. */
void couple_part_report(CouplePart *part);

/* Number and text of variables; text[] may be NULL where none is a String. */
bool couple_part_get(CouplePart *part, const int *variable, int n,
                     double *number, const char **text, double time);
bool couple_part_set(CouplePart *part, int variable, double number,
                     const char *text, double time);
/* Of an input at the time, up to order 2. */
bool couple_part_set_slopes(CouplePart *part, int variable, const double *slope,
                            int n_orders, double time);
/* The first derivative of an output; false: it does not say. */
bool couple_part_get_slope(CouplePart *part, int variable, double *slope);

/* *reached: where it came; it may end the run by itself (has_ended). */
bool couple_part_step(CouplePart *part, double time, double size,
                      double *reached);

/* At a communication point, all values are handed on: what jumps in an FMU of
 * Model Exchange makes an event. *is_new: others may have to know of it. */
bool couple_part_arrive(CouplePart *part, double time, bool *is_new);

bool couple_part_save(CouplePart *part, double time);
bool couple_part_restore(CouplePart *part, double time);

/* d unknown / d known; false: it has none, and the caller takes differences. */
bool couple_part_derivative(CouplePart *part, int unknown, int known,
                            double *value);

#endif
