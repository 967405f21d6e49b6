/* candidate_solver.h: linear systems of CVODE's Newton iteration on candidates
 * (candidates.h).
 *
 * Nothing depends on what is carried along: its columns in I - gamma J are
 * those of I. So the rows of the states are a system of their own, half the
 * size in mechanisms, and the rest follows by multiplication.
 */
#ifndef FOUCAULT_CANDIDATE_SOLVER_H
#define FOUCAULT_CANDIDATE_SOLVER_H

#include "candidates.h"
#include <sundials/sundials_linearsolver.h>

/* For dense matrices. All memory is solver memory, candidate_solver_memory()
 * bytes beside what SUNDIALS takes for a solver. NULL: memory is short. */
SUNLinearSolver candidate_solver_create(const Candidates *candidates,
                                        SUNContext context);
size_t candidate_solver_memory(const Model *model);

/* The Jacobian has just been computed: from now on matrices are made of it,
 * whatever is exchanged in the meantime. */
void candidate_solver_note_states(SUNLinearSolver solver);

#endif
