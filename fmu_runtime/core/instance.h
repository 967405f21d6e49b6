/* instance.h: one FMU instance and its one block of memory.
 *
 * The room core/ owns what every other room needs: the instance, its memory
 * and messages, the model's tables at full length, the modes of FMI. It calls
 * no other room. Read this file first, then logging.h and solver_memory.h.
 *
 * The struct, the parts of the mechanisms (mechanism.h), the instance name and
 * every array whose size the model gives lie in one block; only the integrator,
 * and the tables of large models, have memory of their own. Nothing is shared
 * between instances.
 *
 * A refused call (wrong mode, wrong argument, not supported) is logged and
 * changes nothing. A failed computation puts the instance into MODE_ERROR,
 * which only a reset leaves; after a failed initialization other values may
 * be set and initialization be tried again.
 */
#ifndef FOUCAULT_INSTANCE_H
#define FOUCAULT_INSTANCE_H

#include "../array_pool.h"
#include "../model.h"
#include "integrator.h"
#include "logging.h"
#include "mechanism.h"
#include "modes.h"
#include "solver_memory.h"
#include "status.h"

/* What must be computed again before values are read; see evaluate.h. */
enum {
  STALE_INITIAL = 1,   /* the initial system */
  STALE_RELATIONS = 2, /* relations may disagree with their crossings */
  STALE_VALUES = 4,    /* everything that evaluate() computes */
  STALE_PARAMETERS = 8 /* dependent parameters: a tunable one was set */
};

/* Summed over restarts of the integrator, since instantiation or reset. */
typedef struct Statistics {
  long steps;     /* integrator steps */
  long rhs;       /* derivative evaluations, those for Jacobians included */
  long jacobians; /* Jacobians of the integrator */
  long events;
  long pivots;         /* changes of the selected states */
  long restarts;       /* of the integrator, the first start not counted */
  long factorizations; /* of the integrator's matrix */
  long blocks_factored;
  long corrections; /* steps of Newton's method in blocks */
  long fallen_back; /* solutions of blocks found by Block.fall_back */
} Statistics;

/* Loops that are held beyond an event, see beyond_event.h. */
typedef enum BeyondEvent {
  BEYOND_NOT,
  BEYOND_MAY_BE, /* while the model is evaluated: none so far */
  BEYOND_IS,     /* the same: some are */
  BEYOND_WAS     /* some were, and a relation is to change */
} BeyondEvent;

typedef struct Instance {
  const Mechanisms *mechanisms; /* their table; the first: see followed.h */
  void *part[N_PARTS];          /* of the mechanisms: mechanism.h */
  size_t block_size;            /* of all that lies in the instance's block, but
                        instance_spare() */
  size_t head_size;             /* of the struct, the parts and their tables */
  char *arrays; /* the part of it that holds arrays, without addresses */
  size_t arrays_size;
  const Model *model; /* its tables at full length: unpack.h */
  const Model *given; /* the same in generated code, for all instances */
  void *tables;       /* memory of the model's tables, or NULL */
  size_t tables_size;
  InstanceType type;
  const CallRow *calls; /* [N_CALLS] of the version of FMI that made it */
  Mode mode;
  Logger logger;
  unsigned stale;

  ModelValues values; /* present values */

  /* Values before initialization: the model's own, or the importer's where
   * it has set one (keep). Every initialization begins with these. */
  double *start_real;
  int *start_integer, *start_boolean;
  unsigned char *keep; /* [n_real + n_integer + n_boolean] */

  /* Which variables are states; those of selection sets change. */
  int *state, *derivative; /* [n_states] value references */
  double *state_nominal;   /* [n_states] */

  bool is_guessed; /* the integrator has stored guesses of chosen variables */
  bool exchanges_freely; /* the integrator needs no restart for new states */
  bool pivoted; /* Model Exchange: states were exchanged in this event */
  bool nominals_changed; /* ... and their nominal values are others */

  /* events, see events.h and time_events.h */
  double next_event;   /* time of the next time event; HUGE_VAL: none */
  bool states_changed; /* by reinit() in this event */
  bool ends;           /* terminate() was called */

  bool near_only;    /* no solutions far from the guesses */
  int afar;          /* where else loops begin at the start: block_guess.h */
  bool afar_counts;  /* the loop that failed has such a place */
  bool takes_double; /* roots that rounding takes away count at the start, too */
  bool is_beginning; /* no loop of the initial system was solved before */
  bool can_shorten;  /* what cannot be evaluated is tried with a shorter step */
  bool may_retry;    /* MODE_ERROR: it was initialization that failed */

  /* the experiment */
  double start_time, stop_time, tolerance;
  double step_tolerance; /* instance_set_tolerance() */
  bool has_stop_time;
  bool tolerance_is_set; /* by the model's parameter for it */

  /* Co-Simulation; the integrator is NULL in Model Exchange */
  const IntegratorMethod *method;
  void *integrator;
  SolverMemory *solver_memory;   /* all memory of the integrator */
  struct ImplicitForm *implicit; /* of integrator_ida.c, else NULL */
  bool restart_needed;           /* something jumped since the last step */
  bool inputs_changed;           /* ... an input or a parameter */
  bool has_started;              /* the integrator has run before */
  double communication_time;     /* end of the last successful step */
  /* A step is under way; fmi2CancelStep, called meanwhile by another thread or
   * a signal handler, asks it to return. */
  volatile int is_stepping, is_cancelled;

  /* Co-Simulation of FMI 3.0: who handles events, may a step end before its
   * target, and who is told of the points that the solver reaches (true: the
   * step is to end there; NULL: nobody). */
  bool has_event_mode, may_return_early;
  bool (*intermediate)(struct Instance *inst);
  bool sets_intermediate; /* the listener may give inputs new values */
  void (*intermediate_listener)(void); /* the importer's function */
  bool event_waits;   /* the step has ended at an event to be handled */
  bool returns_early; /* the step at hand ends where it is */

  /* Scheduled Execution: the importer's callbacks; NULL: nobody asks for them,
   * or there is one model partition alone. */
  void (*lock_preemption)(void), (*unlock_preemption)(void);
  void (*clock_listener)(void);

  ArrayPool array_pool; /* between two evaluations it has what is kept, alone;
                           memory of its own */

  /* of who asks for sensitivities, else NULL: events/follow.h */
  struct FollowedDirections *followed;

  Statistics statistics;
  bool statistics_logged;
  bool function_failed; /* a function of the model, since it was cleared */
  BeyondEvent beyond;
  const char *warned_place[8]; /* of function_warn(), the last ones */
  int n_warned_places;
  char reason[1200]; /* why the last computation failed */
} Instance;

/* Room for a copy of Instance.arrays, behind them in the instance's block and no
 * part of a saved state: who looks at other points puts them back from there.
 * NULL in Co-Simulation. */
static inline char *instance_spare(const Instance *inst)
{
  return inst->type == MODEL_EXCHANGE ? inst->arrays + inst->arrays_size : NULL;
}

/* Around what several model partitions share. */
static inline void instance_lock(const Instance *inst)
{
  if (inst->lock_preemption) inst->lock_preemption();
}
static inline void instance_unlock(const Instance *inst)
{
  if (inst->unlock_preemption) inst->unlock_preemption();
}

/* Creates an instance in the mode instantiated, with these mechanisms, for the
 * calls of one version of FMI. `method`
 * is used in Co-Simulation only. The logger's text is copied. NULL: memory is
 * short. */
Instance *instance_create(const Model *model, InstanceType type,
                          const Logger *logger, const IntegratorMethod *method,
                          const Mechanisms *mechanisms, const CallRow *calls);
void instance_free(Instance *inst); /* NULL is ignored */

/* Back to the state right after instance_create, log settings kept. */
void instance_reset(Instance *inst);

/* The instance of a handle if the call is allowed in its mode, else NULL
 * (logged). */
Instance *instance_enter(void *c, Call call);

/* The name of a call in the version of FMI that made the instance. */
const char *instance_call_name(const Instance *inst, Call call);

/* The value reference that the importer knows a place by. */
static inline ValueReference instance_reference(const Instance *inst, Call call,
                                                ValueReference place)
{
  return inst->calls[call].kind << REFERENCE_SHIFT | place;
}

/* instance_error() with the name of the call before it. */
Status instance_refuse(Instance *inst, Call call, const char *format, ...)
    LOG_PRINTF(3, 4);

/* Logs an error; always returns STATUS_ERROR. The mode stays. */
Status instance_error(Instance *inst, const char *format, ...) LOG_PRINTF(2, 3);

/* The same for a failed computation: adds the reason noted, enters
 * MODE_ERROR, and logs the statistics of a Co-Simulation. */
Status instance_fail(Instance *inst, const char *format, ...) LOG_PRINTF(2, 3);

/* Keeps the reason of a failure for the error that may follow, and logs it
 * as information: the caller may still find a way round (a smaller step). */
void instance_note(Instance *inst, LogCategory category, const char *format,
                   ...) LOG_PRINTF(3, 4);

/* Logs the reason that was kept, as instance_note() does. */
void instance_log_reason(Instance *inst, LogCategory category);

double instance_time(const Instance *inst);
/* With what one step of it may be off by (step_tolerance.h): a power, which
 * steps ask for again and again. */
void instance_set_tolerance(Instance *inst, double tolerance);

/* Logs the statistics, once, if their category is enabled. */
void instance_log_statistics(Instance *inst);

#endif
