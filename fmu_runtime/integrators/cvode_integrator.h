/* cvode_integrator.h: what one CVODE holds, for the three files that are
 * integrator_cvode: what it integrates (cvode_equations.h), its memory and set-up
 * (cvode_create.h), and the run (integrator_cvode.c).
 */
#ifndef FOUCAULT_CVODE_INTEGRATOR_H
#define FOUCAULT_CVODE_INTEGRATOR_H

#include "../core/solver_library.h"
#include "../integrate/integrator_run.h"
#include "../vectors/vector_pool.h"
#include "candidates.h"
#include "damping.h"
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

typedef struct CvodeIntegrator CvodeIntegrator;
struct CvodeIntegrator {
  IntegratorRun run; /* first member: see integrator_run.h */

  bool adams;
  Candidates *candidates; /* in models with selection sets, else NULL */
  /* Adams' formulas may fail where BDF goes on: another one of these, without
   * a run of its own, made when it is needed. */
  CvodeIntegrator *other;
  IntegratorRun *owner; /* the run it works for */

  /* What CVODE knows as its Newton matrix: the same as *matrix, but cloned by
   * handing over `spare`. */
  struct NewtonMatrix {
    struct _generic_SUNMatrix known; /* first, so that the clone finds it */
    SUNMatrix matrix;
    SUNMatrix spare; /* for CVODE's copy of the Jacobian; NULL: handed over */
  } newton;

  SUNContext context;
  SolverListener listener;
  VectorPool *pool;
  N_Vector y;
  N_Vector model_slope, defect, weight; /* workspace of cvode_defect() */
  SUNLinearSolver linear_solver;        /* BDF */
  SUNNonlinearSolver nonlinear_solver;  /* Adams: fixed-point iteration */
  Damping damping;                      /* ... and what it tells */
  void *cvode;
};

/* The one at work. */
static inline CvodeIntegrator *cvode_integrator_active(IntegratorRun *run)
{
  CvodeIntegrator *it = (CvodeIntegrator *)run;
  return run->method_changed && it->other ? it->other : it;
}

static inline const Candidates *
cvode_integrator_candidates(const IntegratorRun *run)
{
  return ((const CvodeIntegrator *)run)->candidates;
}

static inline bool cvode_integrator_is_sparse(const Instance *inst)
{
  return inst->model->sparse && inst->model->jacobian && inst->model->tangent;
}

/* The columns of candidates that are not states are known only where they are
 * computed by tangents. */
static inline bool cvode_integrator_has_solver(const CvodeIntegrator *it)
{
  return cvode_integrator_candidates(it->owner) &&
         it->owner->inst->model->tangent;
}

#endif
