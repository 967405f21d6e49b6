/* carried_sundials.c: what both solvers own. */
#include "carried_sundials.h"
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

static bool take_newton(const Carried *c, SUNNonlinearSolver solver)
{
  struct _SUNNonlinearSolverContent_Newton *n = solver->content;
  return carried_take_ints(c, &n->jcur, 1, 0, 1) &&
         carried_take_ints(c, &n->curiter, 1, 0, n->maxiters) &&
         carried_take_counts(c, &n->niters, 2);
}

static bool take_fixed_point(const Carried *c, SUNNonlinearSolver solver)
{
  struct _SUNNonlinearSolverContent_FixedPoint *n = solver->content;
  return carried_take_ints(c, &n->curiter, 1, 0, n->maxiters) &&
         carried_take_counts(c, &n->niters, 2);
}

/* Newton's method, or the iteration of Adams' formulas. */
bool carried_iteration(const Carried *c, SUNNonlinearSolver solver)
{
  bool is_newton = SUNNonlinSolGetType(solver) == SUNNONLINEARSOLVER_ROOTFIND;
  return is_newton ? take_newton(c, solver) : take_fixed_point(c, solver);
}

bool carried_dense_solver(const Carried *c, SUNLinearSolver solver)
{
  struct _SUNLinearSolverContent_Dense *s = solver->content;
  if (!carried_take(c, s->pivots, (size_t)s->N * sizeof s->pivots[0]))
    return false;
  for (sunindextype k = 0; k < s->N; k++) {
    if (s->pivots[k] < 0 || s->pivots[k] >= s->N) {
      s->pivots[k] = 0;
      return false;
    }
  }
  return carried_take(c, &s->last_flag, sizeof s->last_flag);
}

static bool sparse_structure_fits(SUNMatrix matrix)
{
  const sunindextype *start = SUNSparseMatrix_IndexPointers(matrix);
  const sunindextype *row = SUNSparseMatrix_IndexValues(matrix);
  sunindextype n = SUNSparseMatrix_Columns(matrix);
  sunindextype n_rows = SUNSparseMatrix_Rows(matrix);
  if (start[0] != 0 || start[n] > SUNSparseMatrix_NNZ(matrix)) return false;
  for (sunindextype j = 0; j < n; j++) {
    if (start[j] > start[j + 1]) return false;
  }
  for (sunindextype k = 0; k < start[n]; k++) {
    if (row[k] < 0 || row[k] >= n_rows) return false;
  }
  return true;
}

static bool carried_sparse_matrix(const Carried *c, SUNMatrix matrix)
{
  size_t n = (size_t)SUNSparseMatrix_Columns(matrix);
  size_t n_entries = (size_t)SUNSparseMatrix_NNZ(matrix);
  sunindextype *start = SUNSparseMatrix_IndexPointers(matrix);
  sunindextype *row = SUNSparseMatrix_IndexValues(matrix);
  return carried_take(c, SUNSparseMatrix_Data(matrix),
                      n_entries * sizeof(sunrealtype)) &&
         carried_take(c, start, (n + 1) * sizeof start[0]) &&
         carried_take(c, row, n_entries * sizeof row[0]) &&
         sparse_structure_fits(matrix);
}

bool carried_matrix(const Carried *c, SUNMatrix matrix)
{
  if (SUNMatGetID(matrix) == SUNMATRIX_SPARSE)
    return carried_sparse_matrix(c, matrix);
  struct _SUNMatrixContent_Dense *d = matrix->content;
  return carried_take(c, d->data, (size_t)d->ldata * sizeof d->data[0]);
}
