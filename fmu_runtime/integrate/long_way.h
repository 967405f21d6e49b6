/* long_way.h: communication steps that are long, by a one-step method.
 *
 * Who asks for the end of a run alone (foucault sweep --final, an importer with
 * few communication points) needs no points on the way. A Runge-Kutta method
 * of order 8 goes there in few long steps, each of which evaluates the model
 * twelve times at points all over it. A multistep solver evaluates once or
 * twice a step, and would have to be looked at between these points.
 *
 * It is one more solver of integrator_run.h:
 *
 * - The communication step is a quarter of the run or more, and the run has an
 *   end.
 * - The model is smooth: it has no relations, conditions, kinks, functions,
 *   assertions, nonlinear loops, samples, delays, lines, selection sets, drift, coordinate
 *   frames or implicit form; and METHOD_AUTO chooses the formulas.
 * - Steps end at the communication points. Where these are near beside the
 *   steps, the model is stiff, or a step cannot be evaluated, the multistep
 *   solver takes over, until the instance is reset.
 *
 * keeps   all it knows in the solver's memory; a serialized state begins again
 * cost    twelve evaluations for a step
 * paper   Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I,
 *         sections II.4 (first step), II.6 (curve), II.10 (DOP853); II,
 *         section IV.2 (stiffness shows)
 */
#ifndef FOUCAULT_LONG_WAY_H
#define FOUCAULT_LONG_WAY_H

#include "../core/instance.h"
#include "order_eight.h"
#include <stdbool.h>
#include <stddef.h>

struct IntegratorRun;
struct SolverCalls;

enum { LONG_WAY_CURVE = ORDER_EIGHT_CURVE + 3 };

typedef struct LongWay {
  int n; /* states */
  /* The last step: slopes of its stages, what its curve is made of, both ends,
   * the point of the last but one stage; the present point. n numbers
   * each. */
  double *slopes, *curves;
  double *begin, *end, *late, *point;
  double *weight;       /* [n] of errors */
  double from, length;  /* by the solver's clock */
  double longest, stop; /* limits of the next step; longest 0: none */
  double next;          /* the length that the error allows; 0: not known */
  double target;        /* the communication point ahead, by the run's time */
  long n_steps;         /* since the start */
  int n_stiff, n_not_stiff; /* steps that show it, and others in a row */
  bool has_curve, is_first; /* of the last step; no step since the start */
  bool is_used, gave_up;    /* since the instance was reset */
} LongWay;

/* Memory from foucault_solver_malloc(). False: memory is short. */
bool long_way_create(struct IntegratorRun *run);
size_t long_way_memory(const Model *m);

/* A new run; way may be NULL. */
void long_way_forget(LongWay *way);
/* A start after an event, or of a run. Is the way to the next communication
 * point one for this method? Then it is the run's solver. */
bool long_way_begins(struct IntegratorRun *run);
/* Another solver takes over. */
void long_way_ends(struct IntegratorRun *run);

extern const struct SolverCalls long_way_calls;

#endif
