/* fmu3_base.h: an instance of an FMU of FMI 3.0, and what all files of this
 * folder need of it. See fmu3.h. */
#ifndef FOUCAULT_FMU_FILE_FMI3_FMU3_BASE_H
#define FOUCAULT_FMU_FILE_FMI3_FMU3_BASE_H

#include "fmu_file/fmi3/fmi3_calls.h"
#include "fmu_file/fmu_load.h"

typedef enum Fmu3Mode {
  FMU3_INSTANTIATED,
  FMU3_INITIALIZATION,
  FMU3_EVENT,
  FMU3_CONTINUOUS, /* Model Exchange */
  FMU3_STEP        /* Co-Simulation */
} Fmu3Mode;

/* An input clock whose ticks depend on time. */
typedef struct Fmu3Clock {
  int array;       /* of the description */
  double interval; /* of periodic ones */
  double first;    /* their first tick */
  long n_ticks;
  double next;     /* infinite: not known */
  bool has_ticked; /* in this event */
} Fmu3Clock;

/* Room for the values of one call, which grows. */
typedef struct Fmu3Room {
  uint32_t *reference; /* [n_arrays] */
  long *offset;  /* [n_arrays] of its values in this call; -1: not in it */
  double *value; /* 8 bytes each, enough for all types */
  size_t n_values;
  double *number; /* numbers of integers and Booleans */
  size_t n_numbers;
} Fmu3Room;

typedef struct Fmu3 {
  const Fmi3Calls *call;
  const FmuDescription *d;
  void *instance;
  fmi2Type kind;
  fmi2CallbackFunctions callbacks; /* a copy */
  char *name;
  void (*event)(void *environment, double time); /* NULL: nobody asks */
  bool has_events;   /* event mode is used; always in Model Exchange */
  bool can_vary;     /* the step of Co-Simulation */
  bool is_scheduled; /* Scheduled Execution: fmu3_schedule.h */
  fmi2Status told;   /* what became of a call of fmi3ClockUpdateCallback */
  Fmu3Mode mode;
  bool is_event_new; /* event mode, before the first update */
  bool has_tolerance, has_stop;
  double tolerance, start, stop;
  double time, next_event;
  bool is_over; /* it wants the run to end */
  volatile bool wants_return;
  Fmu3Clock *clock;
  int n_clocks;
  bool *ticked;  /* [n_arrays] clocks, at the last event */
  bool *is_held; /* [n_variables] clocked inputs wait for their clock, */
  double *held;  /* with these values */
  char **text;   /* [n_variables] the last text of each; NULL: none */
  Fmu3Room room;
} Fmu3;

/* A message of this side, and fmi2Error. */
fmi2Status fmu3_refuse(Fmu3 *m, const char *what, const char *name);
/* A function that the library does not have. */
fmi2Status fmu3_missing(Fmu3 *m, const char *name);
fmi2Status fmu3_worse(fmi2Status a, fmi2Status b);
/* Before discrete values are set: event mode, where there is one. */
fmi2Status fmu3_enter_event(Fmu3 *m);

#endif
