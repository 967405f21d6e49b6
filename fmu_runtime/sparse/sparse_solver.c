/* sparse_solver.c: what a factorization has to do is known from the one before:
 * nothing but numbers, pivots, the structure, or the choice of an ordering. */
#include "sparse_solver.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "sparse_lu.h"
#include <limits.h>
#include <sunmatrix/sunmatrix_sparse.h>

typedef enum LuTask {
  LU_FACTORS_AGAIN, /* with the pivots of the last time */
  LU_SEARCHES,      /* pivots; the structure is that of before */
  LU_ANALYZES,      /* the structure is a new one */
  LU_KNOWS_NOTHING  /* as LU_ANALYZES, and chooses an ordering */
} LuTask;

typedef struct SparseContent {
  SparseLu lu;
  LuTask task;
  SparseOrdering ordering;
  int *start, *row; /* the structure of the matrix, as it is now */
  int n, n_entries;
} SparseContent;

static SparseContent *lu_content(SUNLinearSolver solver)
{
  return solver->content;
}

static SUNLinearSolver_Type lu_type(SUNLinearSolver solver)
{
  (void)solver;
  return SUNLINEARSOLVER_DIRECT;
}

/* A restart: values are others, the structure is not. */
static int lu_begin(SUNLinearSolver solver)
{
  SparseContent *c = lu_content(solver);
  if (c->task == LU_FACTORS_AGAIN) c->task = LU_SEARCHES;
  return 0;
}

/* Integers of SUNDIALS may be longer. */
static void read_structure(SparseContent *c, SUNMatrix matrix)
{
  const sunindextype *start = SUNSparseMatrix_IndexPointers(matrix);
  const sunindextype *row = SUNSparseMatrix_IndexValues(matrix);
  RUNTIME_ASSERT(start[c->n] <= c->n_entries);
  for (int j = 0; j <= c->n; j++) c->start[j] = (int)start[j];
  for (int k = 0; k < c->start[c->n]; k++) c->row[k] = (int)row[k];
}

static LuResult analyze_and_factor(SparseContent *c,
                                   const SparseStructure *structure,
                                   const double *value)
{
  LuResult result = sparse_lu_analyze(&c->lu, structure, c->ordering);
  return result == LU_GOOD ? sparse_lu_factor(&c->lu, structure, value)
                           : result;
}

/* Both are tried once, and the one with smaller factors is kept. */
static LuResult choose_lu_ordering(SparseContent *c,
                                   const SparseStructure *structure,
                                   const double *value)
{
  c->ordering = ORDERED_BY_COLUMNS;
  LuResult result = analyze_and_factor(c, structure, value);
  if (result == LU_NO_MEMORY) return result;
  bool first_is_good = result == LU_GOOD;
  double by_columns = first_is_good ? sparse_lu_fill(&c->lu) : 0;
  c->ordering = ORDERED_BY_BOTH;
  result = analyze_and_factor(c, structure, value);
  bool is_larger = result == LU_GOOD && sparse_lu_fill(&c->lu) > by_columns;
  if (!first_is_good || (result == LU_GOOD && !is_larger)) return result;
  c->ordering = ORDERED_BY_COLUMNS;
  return analyze_and_factor(c, structure, value);
}

static LuResult carry_out_task(SparseContent *c, SUNMatrix matrix)
{
  const double *value = SUNSparseMatrix_Data(matrix);
  if (c->task >= LU_ANALYZES) read_structure(c, matrix);
  SparseStructure structure = {c->n, c->start, c->row};
  switch (c->task) {
  case LU_KNOWS_NOTHING: return choose_lu_ordering(c, &structure, value);
  case LU_ANALYZES: return analyze_and_factor(c, &structure, value);
  case LU_SEARCHES: return sparse_lu_factor(&c->lu, &structure, value);
  case LU_FACTORS_AGAIN: break;
  }
  LuResult result = sparse_lu_factor_again(&c->lu, &structure, value);
  return result == LU_GOOD ? LU_GOOD
                           : sparse_lu_factor(&c->lu, &structure, value);
}

/* A singular matrix may be cured by a shorter step; what is known of the
 * structure stays known. */
static int lu_set_up(SUNLinearSolver solver, SUNMatrix matrix)
{
  SparseContent *c = lu_content(solver);
  LuResult result = carry_out_task(c, matrix);
  if (result == LU_GOOD)
    c->task = LU_FACTORS_AGAIN;
  else if (c->task == LU_FACTORS_AGAIN)
    c->task = LU_SEARCHES;
  return result == LU_GOOD ? 0 : result == LU_SINGULAR ? 1 : -1;
}

static int lu_solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x,
                    N_Vector b, sunrealtype tolerance)
{
  (void)matrix;
  (void)tolerance;
  sparse_lu_solve(&lu_content(solver)->lu, N_VGetArrayPointer(b),
                  N_VGetArrayPointer(x));
  return 0;
}

static int lu_free(SUNLinearSolver solver)
{
  if (!solver) return 0;
  SparseContent *c = lu_content(solver);
  if (c) {
    sparse_lu_free(&c->lu);
    foucault_solver_free(c->start);
    foucault_solver_free(c->row);
    foucault_solver_free(c);
    solver->content = NULL;
  }
  SUNLinSolFreeEmpty(solver);
  return 0;
}

static SparseContent *create_lu_content(SUNMatrix matrix)
{
  sunindextype n = SUNSparseMatrix_Columns(matrix);
  sunindextype n_entries = SUNSparseMatrix_NNZ(matrix);
  if (n >= INT_MAX / 16 || n_entries >= INT_MAX / 16) return NULL;
  SparseContent *c = foucault_solver_calloc(1, sizeof *c);
  if (!c) return NULL;
  c->n = (int)n;
  c->n_entries = (int)n_entries;
  c->task = LU_KNOWS_NOTHING;
  c->start = foucault_solver_numbers((size_t)n + 1, sizeof c->start[0]);
  c->row = foucault_solver_numbers((size_t)n_entries + 1, sizeof c->row[0]);
  return c->start && c->row && sparse_lu_create(&c->lu, c->n) ? c : NULL;
}

/* Memory of a solver that could not be made goes with the instance. */
static SUNLinearSolver lu_create(N_Vector y, SUNMatrix matrix,
                                 SUNContext context)
{
  (void)y;
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  if (!solver) return NULL;
  solver->content = create_lu_content(matrix);
  if (!solver->content) return NULL;
  solver->ops->gettype = lu_type;
  solver->ops->initialize = lu_begin;
  solver->ops->setup = lu_set_up;
  solver->ops->solve = lu_solve;
  solver->ops->free = lu_free;
  return solver;
}

static void lu_forget(SUNLinearSolver solver, SUNMatrix matrix)
{
  SparseContent *c = lu_content(solver);
  (void)matrix;
  if (c->task != LU_KNOWS_NOTHING) c->task = LU_ANALYZES;
}

/* Columns one after another, of rows that there are. */
static bool structure_is_sound(const SparseContent *c)
{
  if (c->start[0] != 0 || c->start[c->n] > c->n_entries) return false;
  for (int j = 0; j < c->n; j++) {
    if (c->start[j] > c->start[j + 1]) return false;
  }
  for (int k = 0; k < c->start[c->n]; k++) {
    if (c->row[k] < 0 || c->row[k] >= c->n) return false;
  }
  return true;
}

static bool take_structure(SparseContent *c, const Carried *from)
{
  return carried_take(from, c->start, ((size_t)c->n + 1) * sizeof(int)) &&
         carried_take(from, c->row, (size_t)c->n_entries * sizeof(int)) &&
         structure_is_sound(c);
}

static bool lu_take(SUNLinearSolver solver, const Carried *from)
{
  SparseContent *c = lu_content(solver);
  int task, ordering;
  c->task = LU_KNOWS_NOTHING;
  if (!carried_read_int(from, &c->task, &task) ||
      !carried_read_int(from, &c->ordering, &ordering) ||
      task < LU_FACTORS_AGAIN || task > LU_KNOWS_NOTHING) {
    return false;
  }
  c->ordering =
      ordering == ORDERED_BY_COLUMNS ? ORDERED_BY_COLUMNS : ORDERED_BY_BOTH;
  if (task == LU_KNOWS_NOTHING) return true;
  if (!take_structure(c, from)) return false;
  SparseStructure structure = {c->n, c->start, c->row};
  if (!sparse_lu_take(&c->lu, &structure, from)) return false;
  c->task = (LuTask)task;
  return true;
}

double sparse_solver_fill(SUNLinearSolver solver)
{
  return sparse_lu_fill(&lu_content(solver)->lu);
}

const SparseSolver sparse_solver = {"sparse", lu_create, lu_forget, lu_take};
