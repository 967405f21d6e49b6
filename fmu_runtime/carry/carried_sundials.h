/* carried_sundials.h: what moves in the memory of SUNDIALS while it integrates,
 * taken from an instance that ran elsewhere (carried.h).
 *
 * Members have names in sources of SUNDIALS alone (solver_members.h).
 *
 * needs   objects that are configured as for their first step
 * gives   false where something does not fit; then the solver has to start
 *         again, whatever it was before
 */
#ifndef FOUCAULT_CARRIED_SUNDIALS_H
#define FOUCAULT_CARRIED_SUNDIALS_H

#include "carried.h"
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

/* Memory of CVODE or IDA, with all that it owns (carried_cvode.c, carried_ida.c); `n_roots`: functions whose
 * roots it looks for. */
bool carried_cvode(const Carried *c, void *cvode, int n_roots);
bool carried_ida(const Carried *c, void *ida, int n_roots);

/* Newton's method, or the iteration of Adams' formulas. */
bool carried_iteration(const Carried *c, SUNNonlinearSolver solver);
/* Factors of SUNLinSol_Dense. */
bool carried_dense_solver(const Carried *c, SUNLinearSolver solver);
/* Numbers; the structure of sparse ones too. */
bool carried_matrix(const Carried *c, SUNMatrix matrix);

#endif
