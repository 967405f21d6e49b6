/* sparse_klu.c: KLU as a SparseSolver. */
#include "sparse_klu.h"
#include <sunlinsol/sunlinsol_klu.h>

static void forget_factors(SUNLinearSolver solver, SUNMatrix matrix)
{
  SUNLinSol_KLUReInit(solver, matrix, 0, SUNKLU_REINIT_PARTIAL);
}

const SparseSolver sparse_klu = {"klu", SUNLinSol_KLU, forget_factors};
