/* instance.h: one FMU instance and its one block of memory.
 *
 * The room core/ owns what every other room needs: the instance, its memory
 * and messages, the model's tables at full length, the modes of FMI. It calls
 * no other room. Read this file first, then logging.h and solver_memory.h.
 *
 * The struct, the instance name and every array whose size the model tells
 * lie in one block; only the integrator, and the tables of large models, have
 * memory of their own. Nothing is shared between instances.
 *
 * A refused call (wrong mode, wrong argument, not supported) is logged and
 * changes nothing. A failed computation puts the instance into MODE_ERROR,
 * which only fmi2Reset leaves; after a failed initialization other values may
 * be set and initialization be tried again.
 */
#ifndef FOUCAULT_INSTANCE_H
#define FOUCAULT_INSTANCE_H

#include "../array_pool.h"
#include "../blocks/block_linear.h"
#include "../external_object.h"
#include "../fmi2.h"
#include "../model.h"
#include "../string_pool.h"
#include "fmi2_modes.h"
#include "integrator.h"
#include "logging.h"
#include "solver_memory.h"

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
} Statistics;

/* A measurement of max |S| that is trusted for some steps; see
 * dummy_watch.h. */
typedef struct WatchState {
  int n_steps; /* 0: it is not */
  double largest;
} WatchState;

/* What is chosen in a selection set; see dummy_pivot.h. */
typedef struct SetState {
  int *chosen;              /* [n_levels * n_columns] the first n of a level */
  unsigned char *is_chosen; /* [n_levels * n_columns] */
  /* Sign of the determinant of the chosen matrix, 0: not known; now and at
   * the kept point. */
  int *sign, *kept_sign; /* [n_levels] */
  WatchState *watch;
  double *sum; /* large sets: [n_levels * 2 * rows of level 1], of then */
} SetState;

/* Inputs that move during a communication step; see input_motion.h. */
typedef struct InputMotion {
  int n;        /* inputs of the model */
  int *input;   /* [n] value references */
  double *base; /* [n] values where the step began */
  double *rate; /* [n * INPUT_ORDERS] derivatives there */
  double begin; /* time of that */
  bool moves;   /* one of the derivatives is not zero */
  bool given;   /* derivatives have been set */
  bool missed;  /* that they are not has been told */
} InputMotion;

/* Unknowns of nonlinear blocks at accepted points; see block_guess.h. */
typedef struct GuessState {
  int n_points;   /* that are kept: up to 2 */
  double time[2]; /* of them, the last one first */
  double reach;   /* length of the longest of the last steps */
  int jumped;     /* since the last of them: Block.store, 0: none */
  double jumped_time;
  int held;      /* the same, in the last evaluation: the last solution stands
                     for one that does not exist any more */
  int evaluated; /* the model, successfully */
  double evaluated_time;
} GuessState;
typedef struct BlockGuess {
  int n;
  GuessState *state;
  int *first;      /* [n_blocks] place of each block's unknowns */
  double *kept[2]; /* [n] the last point first */
  double *size;    /* [n] of each unknown at the points so far; fades */
  /* of determinants at the last solution, at the last point; 0: not known */
  signed char *sign, *kept_sign; /* [n_blocks] */
} BlockGuess;

/* Constraints without a choice of states; see constraint_watch.h. */
typedef struct ConstraintWatch {
  int n;      /* 0: nothing is to be watched */
  int *block; /* [n] indices in Model.block */
  /* at the last accepted point: */
  double *time;         /* [1] */
  signed char *sign;    /* [n] of determinants; 0: not known */
  double *value, *rate; /* of the blocks' unknowns, one block after another */
} ConstraintWatch;

/* One point of the history of a delayed value; see delay.h. */
typedef struct DelayPoint {
  double time, value, slope;
} DelayPoint;
enum { DELAY_ROOM = 8192 }; /* points of one delay */

/* What moves along a line; see transport.h. */
typedef struct TransportPoint {
  double place, value;
  double time, speed, rate; /* when it entered: of x and of the value then */
  int is_initial;           /* of the initial profile: no such time */
} TransportPoint;
enum { TRANSPORT_ROOM = 8192 }; /* points of one line */
typedef struct TransportState {
  int n_points;       /* that are known */
  double x, speed;    /* when the last one was */
  double time;        /* the same */
  double value, rate; /* of in0 then, and its derivative */
  double fastest;     /* speed since the start */
} TransportState;

/* Workspace of least_change.c. */
typedef struct LeastWork {
  int size;         /* room for equations and unknowns together */
  double *matrix;   /* [size * size] */
  int *pivot;       /* [size] */
  int *place;       /* [size] of each equation among those that count; -1 */
  double *right;    /* [size] right-hand side, then the solution */
  double *room;     /* [size] */
  double *weight;   /* [size] of the unknowns; < 0: held */
  double *start;    /* [size] of the unknowns */
  double *scale;    /* [size] of the equations */
  double *force;    /* [size] multipliers of the equations */
  double *base;     /* [size] unknowns where a step begins */
  double *found;    /* [size] unknowns that satisfy the equations */
  double *gradient; /* [size] */
  double *real;     /* [n_real] */
} LeastWork;

struct Chatter; /* chatter.h */

/* Relations that turn in a circle; see relation_path.h. Workspace. */
typedef struct RelationPath {
  int turns;           /* how often the relations were what they had been */
  int age, patience;   /* of the copy, in rounds */
  int last;            /* relation that alone has changed on the way; -1 */
  unsigned char *seen; /* [n_relations] the copy */
  double *at;          /* [n_relations] crossings at the point reached */
} RelationPath;

/* Motions that rest at a relation; see contact.h. Nothing is there in models
 * without reinit(). */
struct ContactState;
typedef struct ContactMemory {
  int most; /* contacts at the same time */
  struct ContactState *state;
  double *before;    /* [n_states] at the beginning of the event */
  double *direction; /* [most * n_states] of jumps */
  double *force;     /* [n_states] sum of the contact forces */
  double *kept;      /* [n_real] workspace */
  double *flow;      /* [n_states] the same */
} ContactMemory;

/* Relations that the model slides along; see slide.h. Nothing is there in
 * models that cannot. */
struct SlideState;
typedef struct SlideMemory {
  int most; /* at the same time */
  struct SlideState *state;
  double *direction; /* [most * n_states] other side less this one */
  double *force;     /* [n_states] */
  double *flow;      /* [n_states] workspace */
  double *real;      /* [n_real] the same */
  int *integer, *boolean;
  double *shown; /* [n_real] values for the importer */
} SlideMemory;

/* The way back to constraints that drift away; see drift.h. Nothing is there
 * in models that are not projected. n: states, m: constraints. */
typedef struct DriftWork {
  double *direction;  /* [m * n] orthonormal rows, in units of nominals */
  double *lower;      /* [m * m] constraints in terms of these */
  double *amount;     /* [m] along each direction */
  double *correction; /* [n] of the point stored last */
  double *point;      /* [n] workspace */
  double *given;      /* [n] states of the importer */
  double *pull;       /* [n] see drift_turn() */
} DriftWork;

/* Loops that are held behind an event, see beyond_event.h. */
typedef enum BeyondEvent {
  BEYOND_NOT,
  BEYOND_MAY_BE, /* while the model is evaluated: none so far */
  BEYOND_IS,     /* the same: some are */
  BEYOND_WAS     /* some were, and a relation is to change */
} BeyondEvent;

typedef struct Instance {
  size_t block_size; /* of all that lies in the instance's block */
  char *arrays;      /* the part of it that holds arrays, without addresses */
  size_t arrays_size;
  const Model *model; /* its tables at full length: unpack.h */
  const Model *given; /* the same in generated code, for all instances */
  void *tables;       /* memory of the model's tables, or NULL */
  fmi2Type type;
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

  SetState *set_state;      /* [n_sets] */
  unsigned char *slot_mark; /* [n_states] workspace of dummy_pivot.c */
  int *pivot_list;          /* [largest_block] the same */
  double *pivot_matrix;     /* [largest n * n_columns] the same */
  double *kept_real;        /* [n_real] last accepted point, with sets only */
  bool has_kept;
  bool is_guessed; /* the integrator has stored guesses of chosen variables */
  bool exchanges_freely; /* the integrator goes on when states are exchanged */
  bool pivoted; /* Model Exchange: states were exchanged in this event */

  unsigned char *holds, *warned; /* [n_assertions] of assertions.c */
  InputMotion motion;
  double *crossing; /* [n_relations] workspace */
  RelationPath path;

  /* events, see events.h and time_events.h */
  struct Chatter *chatter; /* [n_relations] */
  double chatter_step;     /* the communication step; 0: none known */
  ContactMemory contact;
  SlideMemory slide;
  SampleTimes *sample_times; /* [n_samples] */
  double *sample_tick;       /* [n_samples] number of the next tick */
  ReinitValue *reinit;       /* [n_reinits] workspace */
  DelayPoint *delay_point;   /* [n_delays * DELAY_ROOM] */
  int *delay_count;          /* [n_delays] points that are known */
  double *delay_passed;      /* [n_delays] time of the last event: a jump that
                                arrives then has arrived */
  TransportPoint *transport_point; /* [n_transports * TRANSPORT_ROOM] */
  TransportState *transport_state; /* [n_transports] */
  double next_event;   /* time of the next time event; HUGE_VAL: none */
  bool states_changed; /* by reinit() in this event */
  bool ends;           /* terminate() was called */

  double *begin_real; /* [n_real] start values as initialization took them;
                         with start preferences only */
  LeastWork least;
  double *path_real; /* [n_real] last point of a continuation; with homotopy */
  bool near_only;    /* no solutions far from the guesses */
  bool is_beginning; /* no loop of the initial system was solved before */
  bool can_shorten;  /* what cannot be evaluated is tried with a shorter step */
  bool may_retry;    /* MODE_ERROR: it was initialization that failed */

  Tangent tangent; /* workspace of tangent.c */
  DriftWork drift;
  double *
      coordinate_frame_work; /* [coordinate_frame_size()] of coordinate_frame.c */
  BlockWork work;
  BlockGuess guess;
  ConstraintWatch constraint;

  /* the experiment */
  double start_time, stop_time, tolerance;
  bool has_stop_time;
  bool tolerance_is_set; /* by the model's parameter for it */

  /* Co-Simulation; the integrator is NULL in Model Exchange */
  const IntegratorMethod *method;
  void *integrator;
  SolverMemory *solver_memory;   /* all memory of the integrator */
  struct ImplicitForm *implicit; /* of integrator_ida.c, else NULL */
  bool restart_needed;           /* something jumped since the last step */
  bool has_started;              /* the integrator has run before */
  double communication_time;     /* end of the last successful step */

  char *resource_folder;   /* resource.h; memory of its own, or NULL */
  StringPool *strings;     /* that came into being, or NULL; the same */
  ExternalObject *objects; /* [n_objects] or NULL; memory of its own */
  ArrayPool array_pool;    /* empty between two evaluations; the same */

  Statistics statistics;
  bool statistics_logged;
  bool function_failed; /* a function of the model, since it was cleared */
  BeyondEvent beyond;
  const char *warned_place[8]; /* of function_warn(), the last ones */
  int n_warned_places;
  char reason[1200]; /* why the last computation failed */
} Instance;

/* Creates an instance in the mode instantiated. `method` is used in
 * Co-Simulation only. The logger's text is copied. NULL: memory is short. */
Instance *instance_create(const Model *model, fmi2Type type,
                          const Logger *logger, const IntegratorMethod *method);
void instance_free(Instance *inst); /* NULL is ignored */

/* Back to the state right after instance_create, log settings kept. */
void instance_reset(Instance *inst);

/* The instance behind a handle if the call is allowed in its mode, else NULL
 * (logged). */
Instance *instance_enter(fmi2Component c, Call call);

/* Logs an error; always returns fmi2Error. The mode stays. */
fmi2Status instance_error(Instance *inst, const char *format, ...)
    LOG_PRINTF(2, 3);

/* The same for a failed computation: adds the reason noted, enters
 * MODE_ERROR, and logs the statistics of a Co-Simulation. */
fmi2Status instance_fail(Instance *inst, const char *format, ...)
    LOG_PRINTF(2, 3);

/* Keeps the reason of a failure for the error that may follow, and logs it
 * as information: the caller may still find a way round (a smaller step). */
void instance_note(Instance *inst, LogCategory category, const char *format,
                   ...) LOG_PRINTF(3, 4);

/* instance_note for a block: time, what is wrong, equations with residuals
 * (NULL: none known), unknowns with present values. */
void instance_note_block(Instance *inst, LogCategory category,
                         const Block *block, const double *residual,
                         const char *format, ...) LOG_PRINTF(5, 6);

double instance_time(const Instance *inst);

/* Logs the statistics, once, if their category is enabled. */
void instance_log_statistics(Instance *inst);

#endif
