/* sparse_klu.h: KLU (Davis, ACM Trans. Math. Softw. 37(3), 2010) as a linear
 * solver of SUNDIALS.
 *
 * It has its own file and is called by a pointer: KLU is under another licence than the rest
 * (LGPL), and the linker takes it only into FMUs whose model names it.
 */
#ifndef FOUCAULT_SPARSE_KLU_H
#define FOUCAULT_SPARSE_KLU_H

#include "../model.h"
#include <sundials/sundials_linearsolver.h>

typedef struct SparseSolver {
  const char *name;
  /* For matrices made by SUNSparseMatrix, by columns (CSC). NULL: memory is
   * short. */
  SUNLinearSolver (*create)(N_Vector y, SUNMatrix matrix, SUNContext context);
  /* The structure has changed: the next factorization looks at it again. */
  void (*forget)(SUNLinearSolver solver, SUNMatrix matrix);
} SparseSolver;

#endif
