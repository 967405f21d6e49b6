/* fmu_exchange.h: the integrator around a Model Exchange FMU: CVODE with its
 * root finding.
 *
 * needs   an instance whose initialization has ended
 * gives   steps from point to point, each event handled as the standard says
 *         (FMI 2.0, section 3.2). The tolerance is that of the run: a step gets
 *         less (core/step_tolerance.h). Newton's matrix comes from the FMU's
 *         directional derivatives, if it has them. Where it claims to have them
 *         and refuses one, the matrix is made of differences from there on
 * fails   where a call of the FMU fails, or CVODE does not go on: EXCHANGE_FAILED
 *         with the call and its status
 * cost    a dense matrix of the states: made for models of some hundred states
 */
#ifndef FOUCAULT_FMU_FILE_RUN_FMU_EXCHANGE_H
#define FOUCAULT_FMU_FILE_RUN_FMU_EXCHANGE_H

#include <stdbool.h>

#include "fmu_file/fmu_load.h"
#include "fmu_file/run/fmu_follow.h"

typedef enum ExchangeEnd {
  EXCHANGE_REACHED,   /* the target */
  EXCHANGE_ENDED,     /* the FMU wants the run to end here */
  EXCHANGE_CANCELLED, /* stop_now() does */
  EXCHANGE_FAILED
} ExchangeEnd;

typedef struct FmuExchange FmuExchange;

/* A step of CVODE: the states between `from` and `to` are
 * sum_k row[k]*(t - to)^k, as its formula has them. */
typedef struct ExchangePiece {
  double from, to;
  int order;
  size_t n_states;
  const double *row; /* [(order + 1) * n_states] */
} ExchangePiece;

/* Who wants to go the way back; false: the run has failed. */
typedef struct ExchangeListener {
  /* The first event iteration has ended; how many directions are followed from
   * here on is read after it. */
  bool (*begun)(void *context);
  bool (*piece)(void *context, const ExchangePiece *piece);
  bool (*before_event)(void *context, double time);
  void *context;
} ExchangeListener;

/* The formulas of CVODE. */
typedef enum ExchangeFormulas {
  EXCHANGE_BDF,
  EXCHANGE_ADAMS,
  EXCHANGE_AUTO /* Adams' until the model is stiff */
} ExchangeFormulas;

typedef struct ExchangeOptions {
  double start, stop, tolerance;
  ExchangeFormulas formulas; /* BDF where somebody follows or listens */
  /* Targets are points to read values at, up to `stop`: steps may pass them.
   * Else each ends at a target: something may be set there, or pieces of the
   * way begin there. */
  bool passes_targets;
  /* Called on both sides of an event, where values may be read; false: the run
   * has failed. NULL: nobody asks. */
  bool (*event)(void *context, double time);
  /* Called once, where the FMU refuses a directional derivative that it claims
   * to have. NULL: nobody asks. */
  void (*refused)(void *context, fmi2Status status, double time);
  /* Asked after each step of the integrator; NULL: nobody asks. */
  bool (*stop_now)(void *context);
  /* Sets the inputs as they are at the time, before each evaluation; NULL: they
   * stay as they are. */
  fmi2Status (*inputs)(void *context, double time);
  FmuFollow *follow;                /* started; NULL: nobody asks */
  const ExchangeListener *listener; /* NULL: nobody */
  void *context;
} ExchangeOptions;

/* What the integrator does beside calls that the FMU counts. */
typedef struct ExchangeWork {
  long jacobians, factorizations;
} ExchangeWork;

/* What went wrong: a call and its status, or the words of CVODE. */
typedef struct ExchangeFailure {
  const char *call;
  fmi2Status status;
  const char *why; /* NULL: the FMU says */
} ExchangeFailure;

/* The first event iteration included: the FMU is in continuous-time mode then.
 * NULL after a failure, or if the run is to end at once (*ends). */
FmuExchange *fmu_exchange_begin(const Fmu *fmu, fmi2Component component,
                                const ExchangeOptions *options, bool *ends,
                                ExchangeFailure *failure);
/* From *time, where the last call ended, to `target`, or to where *time is
 * then. */
ExchangeEnd fmu_exchange_advance(FmuExchange *exchange, double *time,
                                 double target, ExchangeFailure *failure);
/* No step passes this time, from here on: there inputs get other curves. */
void fmu_exchange_stop_at(FmuExchange *exchange, double time);
void fmu_exchange_end(FmuExchange *exchange); /* NULL is allowed */

/* Between two calls of fmu_exchange_advance(), at the time where the last one
 * has ended: inputs that jump, and discrete ones, are set between these two.
 * False after a failure; *ends: the FMU wants the run to end here. */
bool fmu_exchange_enter_event(FmuExchange *exchange, ExchangeFailure *failure);
bool fmu_exchange_leave_event(FmuExchange *exchange, double time, bool *ends,
                              ExchangeFailure *failure);
ExchangeWork fmu_exchange_work(const FmuExchange *exchange);
/* Infinite: none is known. It belongs to a saved state of the FMU. */
double fmu_exchange_next_event(const FmuExchange *exchange);
/* The state of the FMU is again one that was saved at `time`. */
bool fmu_exchange_go_back(FmuExchange *exchange, double time, double next_event,
                          ExchangeFailure *failure);

#endif
