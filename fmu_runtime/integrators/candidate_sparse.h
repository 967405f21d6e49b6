/* candidate_sparse.h: candidate_solver.h for models whose Jacobian is sparse.
 *
 * The rows of the states are solved by the model's SparseSolver. Their places
 * (model->jacobian) hold for every choice of states, so that an exchange
 * leaves its order of elimination as it is. Each row of a selection set is the
 * union of those of all its candidates: a candidate that is carried along
 * depends on what any state of its set depends on.
 */
#ifndef FOUCAULT_CANDIDATE_SPARSE_H
#define FOUCAULT_CANDIDATE_SPARSE_H

#include "candidates.h"
#include <sundials/sundials_linearsolver.h>

/* All memory is solver memory, candidate_sparse_memory() bytes beside what
 * SUNDIALS takes for two solvers. NULL: memory is short. */
SUNLinearSolver candidate_sparse_create(const Candidates *candidates,
                                        SUNContext context);
size_t candidate_sparse_memory(const Model *model);

/* Computes the Jacobian of the states of now, one direction for each colour
 * of its columns. Needs fresh values. False, reason noted: singular. */
bool candidate_sparse_fill(SUNLinearSolver solver);

/* From the next SUNLinSolSetup() on the matrix is I - gamma J. */
void candidate_sparse_set_gamma(SUNLinearSolver solver, double gamma);

/* Goes on with the factors that another one had (carry/carried.h). */
bool candidate_sparse_take(SUNLinearSolver solver, const Carried *from);

#endif
