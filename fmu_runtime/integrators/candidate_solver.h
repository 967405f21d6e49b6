/* candidate_solver.h: linear systems of CVODE's Newton iteration on candidates
 * (candidates.h).
 *
 * Nothing depends on what is carried along: its columns in I - gamma J are
 * those of I. So the rows of the states are a system of their own, half the
 * size in mechanisms, and the rest follows by multiplication. The solver holds
 * J itself, the columns of the states alone; the matrix that SUNDIALS hands
 * over to it is not looked at.
 */
#ifndef FOUCAULT_CANDIDATE_SOLVER_H
#define FOUCAULT_CANDIDATE_SOLVER_H

#include "candidates.h"
#include <sundials/sundials_linearsolver.h>

/* All memory is solver memory, candidate_solver_memory() bytes beside what
 * SUNDIALS takes for a solver. NULL: memory is short. */
SUNLinearSolver candidate_solver_create(const Candidates *candidates,
                                        SUNContext context);
size_t candidate_solver_memory(const Model *model);

/* A Jacobian is about to be computed: of the states of now, whatever is
 * exchanged until the next one. */
void candidate_solver_begin(SUNLinearSolver solver);
/* Its column of state k: place for the derivatives of all candidates'
 * slopes. */
double *candidate_solver_column(SUNLinearSolver solver, int k);

/* Both, for all columns, at the present values, which must be fresh. False,
 * reason noted: singular. */
bool candidate_solver_fill(SUNLinearSolver solver);

/* From the next SUNLinSolSetup() on the matrix is I - gamma J. */
void candidate_solver_set_gamma(SUNLinearSolver solver, double gamma);

/* Goes on with the factors that another one had (carry/carried.h). */
bool candidate_solver_take(SUNLinearSolver solver, const Carried *from);

#endif
