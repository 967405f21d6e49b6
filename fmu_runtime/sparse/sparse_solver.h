/* sparse_solver.h: sparse factors (sparse_lu.h) as a linear solver of SUNDIALS.
 *
 * The room sparse/ owns the factors of an integrator's sparse matrix and the
 * order in which they are computed. It calls core/ alone. Begin with this file.
 *
 * It is called by a pointer: the linker takes it, and the orderings of
 * SuiteSparse, only into FMUs whose model names it.
 */
#ifndef FOUCAULT_SPARSE_SOLVER_H
#define FOUCAULT_SPARSE_SOLVER_H

#include "../carry/carried.h"
#include "../model.h"
#include <sundials/sundials_linearsolver.h>

typedef struct SparseSolver {
  const char *name;
  /* For matrices made by SUNSparseMatrix, by columns (CSC). NULL: memory is
   * short. */
  SUNLinearSolver (*create)(N_Vector y, SUNMatrix matrix, SUNContext context);
  /* The structure has changed: the next factorization looks at it again. */
  void (*forget)(SUNLinearSolver solver, SUNMatrix matrix);
  /* Goes on with the factors that another one had (carry/carried.h). */
  bool (*take)(SUNLinearSolver solver, const Carried *from);
} SparseSolver;

/* Entries of the factors, for tests. */
double sparse_solver_fill(SUNLinearSolver solver);

#endif
