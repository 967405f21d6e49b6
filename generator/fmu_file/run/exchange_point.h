/* exchange_point.h: what belongs to an integrator around a Model Exchange FMU
 * (fmu_exchange.h), and the calls of the FMU at a point.
 *
 * The pass is in three files: this one, the solver (exchange_solver.h), events
 * and the way from target to target (fmu_exchange.c).
 */
#ifndef FOUCAULT_FMU_FILE_RUN_EXCHANGE_POINT_H
#define FOUCAULT_FMU_FILE_RUN_EXCHANGE_POINT_H

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>

#include "fmu_file/run/fmu_exchange.h"
#include "integrate/stiffness.h"
#include "integrators/damping.h"

/* n_states may be 0: then one that stands still is integrated. */
struct FmuExchange {
  const Fmu *fmu;
  fmi2Component component;
  ExchangeOptions options;
  size_t n_states, n_indicators;
  size_t n_directions; /* beside the states, each with a part for each */
  double still_since;  /* the time, and how often it has not gone on */
  int n_still;

  SUNContext context;
  void *cvode;
  N_Vector x; /* the point that the FMU has, or that is next */
  N_Vector tolerance, work;
  bool is_adams;      /* its formulas now: no matrix */
  bool becomes_stiff; /* BDF goes on from the end of the step */
  SUNNonlinearSolver iteration;
  N_Vector first;  /* for `damping` */
  Damping damping; /* of the iteration */
  Stiffness stiffness;
  long n_failures;          /* of the iteration, since CVODE has started */
  ExchangeWork work_before; /* what CVODE has done before that */
  SUNMatrix matrix;
  SUNLinearSolver linear;
  double relative; /* tolerance of one step */

  /* CVODE has made a step past the target of the caller: it is completed when
   * a target lies past its end. */
  bool is_ahead, at_root;
  double step_end;
  double last; /* no step passes it */
  N_Vector end;

  double *indicator; /* [n_indicators] where a crossing was met */
  int *root;         /* [n_indicators] not 0: it was met */
  double *row;       /* [(EXCHANGE_MOST_ORDER + 1) * n_states] of a piece; NULL:
                        nobody listens */
  fmi2ValueReference *state, *derivative; /* NULL: it gives no tangents */
  double next_event;                      /* infinite: none is known */
  double longest; /* step; short ones in a row, points discarded on their way */
  int n_creeping;
  long n_discarded;
  bool is_discarded; /* the last directional derivative, at a trial point */
  ExchangeFailure *failure;
};

enum { EXCHANGE_MOST_ORDER = 5 /* of BDF */ };

/* True where the call went well; else it is the failure. */
bool exchange_point_check(FmuExchange *e, fmi2Status status, const char *call);
/* False: CVODE is what has failed. */
bool exchange_point_fail(FmuExchange *e, const char *why);

bool exchange_point_set(FmuExchange *e, double time, N_Vector x);
/* fmi2GetEventIndicators there. */
bool exchange_point_indicators(FmuExchange *e, double time, N_Vector x,
                               double *indicator);

/* The parts of the directions that are followed, after the states. */
double *exchange_point_parts(const FmuExchange *e, N_Vector x);
bool exchange_point_follow(FmuExchange *e, FollowCall what, double *states,
                           double *rates);

#endif
