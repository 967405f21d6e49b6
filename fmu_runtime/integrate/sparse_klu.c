/* sparse_klu.c: KLU as a SparseSolver. */
#include "sparse_klu.h"
#include "../core/runtime_assert.h"
#include <math.h>
#include <stdbool.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

typedef SUNLinearSolverContent_KLU KluContent;

/* What the next factorization has to do, as `first_factorize` has it. SUNDIALS
 * knows the first two. */
enum {
  KLU_REFACTORS = 0,    /* with the pivots of the last one */
  KLU_ANALYZES = 1,     /* look at the structure, which is a new one */
  KLU_FACTORS = 2,      /* find pivots; the structure is that of before */
  KLU_KNOWS_NOTHING = 3 /* as KLU_ANALYZES, and choose an ordering */
};

/* Of KLU: as for a symmetric structure, and one for columns alone. */
enum { ORDERING_AMD = 0, ORDERING_COLAMD = 1 };

static KluContent sparse_klu_content(SUNLinearSolver solver)
{
  return solver->content;
}

/* A restart: values are others, the structure is not. */
static int begin_klu(SUNLinearSolver solver)
{
  KluContent c = sparse_klu_content(solver);
  if (c->first_factorize == KLU_REFACTORS && c->symbolic)
    c->first_factorize = KLU_FACTORS;
  return 0;
}

static int factor_again(KluContent c, SUNMatrix matrix)
{
  RUNTIME_ASSERT(c->symbolic);
  if (c->numeric) sun_klu_free_numeric(&c->numeric, &c->common);
  c->numeric =
      sun_klu_factor(SUNSparseMatrix_IndexPointers(matrix),
                     SUNSparseMatrix_IndexValues(matrix),
                     SUNSparseMatrix_Data(matrix), c->symbolic, &c->common);
  c->first_factorize = c->numeric ? KLU_REFACTORS : KLU_FACTORS;
  return c->numeric ? 0 : 1; /* a shorter step may cure it */
}

/* Entries of both factors. */
static double count_fill(const KluContent c)
{
  return (double)c->numeric->lnz + (double)c->numeric->unz;
}

/* With this ordering. */
static int analyze(SUNLinearSolver solver, SUNMatrix matrix, int ordering)
{
  KluContent c = sparse_klu_content(solver);
  c->first_factorize = KLU_ANALYZES;
  c->common.ordering = ordering;
  return SUNLinSolSetup_KLU(solver, matrix);
}

/* Both are tried once, and the one with smaller factors is kept. */
static int choose_ordering(SUNLinearSolver solver, SUNMatrix matrix)
{
  KluContent c = sparse_klu_content(solver);
  int failed = analyze(solver, matrix, ORDERING_COLAMD);
  double by_columns = failed ? HUGE_VAL : count_fill(c);
  failed = analyze(solver, matrix, ORDERING_AMD);
  if (!failed && count_fill(c) <= by_columns) return 0;
  return analyze(solver, matrix, ORDERING_COLAMD);
}

static int set_up_klu(SUNLinearSolver solver, SUNMatrix matrix)
{
  KluContent c = sparse_klu_content(solver);
  switch (c->first_factorize) {
  case KLU_FACTORS: return factor_again(c, matrix);
  case KLU_KNOWS_NOTHING: return choose_ordering(solver, matrix);
  }
  return SUNLinSolSetup_KLU(solver, matrix);
}

static SUNLinearSolver create_klu(N_Vector y, SUNMatrix matrix,
                                  SUNContext context)
{
  SUNLinearSolver solver = SUNLinSol_KLU(y, matrix, context);
  if (!solver) return NULL;
  solver->ops->initialize = begin_klu;
  solver->ops->setup = set_up_klu;
  sparse_klu_content(solver)->first_factorize = KLU_KNOWS_NOTHING;
  return solver;
}

static void forget_factors(SUNLinearSolver solver, SUNMatrix matrix)
{
  KluContent c = sparse_klu_content(solver);
  bool knows_nothing = c->first_factorize == KLU_KNOWS_NOTHING;
  SUNLinSol_KLUReInit(solver, matrix, 0, SUNKLU_REINIT_PARTIAL);
  if (knows_nothing) c->first_factorize = KLU_KNOWS_NOTHING;
}

const SparseSolver sparse_klu = {"klu", create_klu, forget_factors};
