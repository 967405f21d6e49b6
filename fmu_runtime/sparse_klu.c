/* sparse_klu.c: KLU behind SparseSolver. */
#include "sparse_klu.h"
#include <sunlinsol/sunlinsol_klu.h>

const SparseSolver sparse_klu = {"klu", SUNLinSol_KLU};
