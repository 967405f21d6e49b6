/* candidate_sparse.c: the part of the states by a sparse solver, the rest by
 * multiplication. */
#include "candidate_sparse.h"
#include "../carry/carried.h"
#include "../carry/carried_sundials.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../evaluate/tangent.h"
#include "../sparse/sparse_solver.h"
#include "../vectors/vector_pool.h"
#include <math.h>
#include <string.h>
#include <sunmatrix/sunmatrix_sparse.h>

typedef struct Content {
  const Candidates *candidates;
  const JacobianPattern *pattern;
  int *at;          /* [pattern->n] where the Jacobian was computed */
  int *other;       /* candidates that were no states there, set by set */
  int *other_start; /* [n_sets + 1] into other */
  int *set_at;      /* [pattern->n] the set that a row is the first of, or -1 */
  int *rest_start;  /* [pattern->n + 1] into rest */
  double *value;    /* [pattern->n_nonzeros] rows of the states */
  double *rest;     /* rows of the others: for each entry of a column in the
                     * first row of a set, one for each of its others */
  double gamma;
  N_Vector part; /* [pattern->n] what belongs to states */
  SUNMatrix matrix;
  SUNLinearSolver inner;
} Content;

static Content *sparse_content(SUNLinearSolver solver)
{
  return solver->content;
}

void candidate_sparse_set_gamma(SUNLinearSolver solver, double gamma)
{
  sparse_content(solver)->gamma = gamma;
}

/* --- the Jacobian -------------------------------------------------------- */

static void note_states(Content *c)
{
  const Candidates *all = c->candidates;
  int n_others = 0;
  memcpy(c->at, all->at, (size_t)c->pattern->n * sizeof c->at[0]);
  for (int i = 0; i < all->n; i++) {
    if (!all->is_state[i]) c->other[n_others++] = i;
  }
}

/* A derivative that does not exist here: the iteration does without. */
static double defined(double entry)
{
  return isfinite(entry) ? entry : 0;
}

static void fill_column(Content *c, int j, const double *d)
{
  RUNTIME_ASSERT(j >= 0 && d);
  const Candidates *all = c->candidates;
  double *rest = c->rest + c->rest_start[j];
  for (int k = c->pattern->column_start[j]; k < c->pattern->column_start[j + 1];
       k++) {
    int row = c->pattern->row[k], s = c->set_at[row];
    c->value[k] = defined(d[all->slope[c->at[row]]]);
    if (s < 0) continue;
    for (int m = c->other_start[s]; m < c->other_start[s + 1]; m++) {
      *rest++ = defined(d[all->slope[c->other[m]]]);
    }
  }
}

bool candidate_sparse_fill(SUNLinearSolver solver)
{
  Content *c = sparse_content(solver);
  const JacobianPattern *pattern = c->pattern;
  note_states(c);
  for (int color = 0; color < pattern->n_colors; color++) {
    const double *d = tangent_color(c->candidates->inst, pattern, color);
    if (!d) return false;
    for (int m = pattern->color_start[color];
         m < pattern->color_start[color + 1]; m++) {
      fill_column(c, pattern->column[m], d);
    }
  }
  return true;
}

/* --- the solver ---------------------------------------------------------- */

static SUNLinearSolver_Type sparse_solver_type(SUNLinearSolver solver)
{
  (void)solver;
  return SUNLINEARSOLVER_DIRECT;
}

static int initialize_solver(SUNLinearSolver solver)
{
  return SUNLinSolInitialize(sparse_content(solver)->inner);
}

/* The pattern has the diagonal. */
static int set_up_sparse(SUNLinearSolver solver, SUNMatrix unused)
{
  Content *c = sparse_content(solver);
  const JacobianPattern *pattern = c->pattern;
  sunrealtype *entry = SUNSparseMatrix_Data(c->matrix);
  (void)unused;
  for (int j = 0; j < pattern->n; j++) {
    for (int k = pattern->column_start[j]; k < pattern->column_start[j + 1];
         k++) {
      entry[k] = (pattern->row[k] == j) - c->gamma * c->value[k];
    }
  }
  return SUNLinSolSetup(c->inner, c->matrix);
}

/* The change of what is carried along by that of state j. */
static void carry_change(const Content *c, int j, double change, double *to)
{
  const double *rest = c->rest + c->rest_start[j];
  double factor = c->gamma * change;
  for (int k = c->pattern->column_start[j]; k < c->pattern->column_start[j + 1];
       k++) {
    int s = c->set_at[c->pattern->row[k]];
    if (s < 0) continue;
    for (int m = c->other_start[s]; m < c->other_start[s + 1]; m++) {
      to[c->other[m]] += factor * *rest++;
    }
  }
}

/* (I - gamma J) x = b */
static int solve_sparse(SUNLinearSolver solver, SUNMatrix unused, N_Vector x,
                        N_Vector b, sunrealtype tolerance)
{
  Content *c = sparse_content(solver);
  int n = c->pattern->n;
  double *to = N_VGetArrayPointer(x), *part = N_VGetArrayPointer(c->part);
  const double *from = N_VGetArrayPointer(b);
  (void)unused;
  if (to != from) memcpy(to, from, (size_t)c->candidates->n * sizeof to[0]);
  for (int k = 0; k < n; k++) part[k] = to[c->at[k]];
  int failed = SUNLinSolSolve(c->inner, c->matrix, c->part, c->part, tolerance);
  if (failed) return failed;
  for (int k = 0; k < n; k++) {
    to[c->at[k]] = part[k];
    carry_change(c, k, part[k], to);
  }
  return 0;
}

/* Its memory goes with the instance. */
static int leave_sparse_solver(SUNLinearSolver solver)
{
  (void)solver;
  return 0;
}

/* --- life ---------------------------------------------------------------- */

static int count_others(const SelectionSet *set)
{
  return candidates_of_set(set) - set->n_states;
}

/* The set whose first state is this one, or -1. The states of sets stand in
 * the order of the sets. */
static int set_that_begins(const Model *model, int state)
{
  int low = 0, high = model->n_sets;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (model->set[middle].first_state < state)
      low = middle + 1;
    else
      high = middle;
  }
  bool begins = low < model->n_sets && model->set[low].first_state == state;
  return begins ? low : -1;
}

static size_t count_rest(const Model *model)
{
  size_t n = 0;
  for (int k = 0; k < model->jacobian->n_nonzeros; k++) {
    int s = set_that_begins(model, model->jacobian->row[k]);
    if (s >= 0) n += (size_t)count_others(&model->set[s]);
  }
  return n;
}

static void lay_out_rest(Content *c, const Model *model)
{
  const JacobianPattern *pattern = c->pattern;
  for (int j = 0; j < pattern->n; j++) {
    c->set_at[j] = set_that_begins(model, j);
  }
  for (int s = 0; s < model->n_sets; s++) {
    c->other_start[s + 1] = c->other_start[s] + count_others(&model->set[s]);
  }
  for (int j = 0; j < pattern->n; j++) {
    int n = 0;
    for (int k = pattern->column_start[j]; k < pattern->column_start[j + 1];
         k++) {
      int s = c->set_at[pattern->row[k]];
      if (s >= 0) n += c->other_start[s + 1] - c->other_start[s];
    }
    c->rest_start[j + 1] = c->rest_start[j] + n;
  }
}

size_t candidate_sparse_memory(const Model *model)
{
  size_t n = (size_t)model->n_states, n_sets = (size_t)model->n_sets;
  size_t n_all = (size_t)candidates_count(model);
  size_t n_entries = (size_t)model->jacobian->n_nonzeros;
  return sizeof(Content) + (n_all + n_sets + 3 * n + 10) * sizeof(int) +
         (3 * n_entries + 3 * n + count_rest(model) + 10) * sizeof(double) +
         2000;
}

static bool create_lists(Content *c, const Model *model)
{
  size_t n = (size_t)model->n_states, n_sets = (size_t)model->n_sets;
  size_t n_all = (size_t)c->candidates->n;
  c->at = foucault_solver_numbers(n + 1, sizeof c->at[0]);
  c->other = foucault_solver_numbers(n_all + 1, sizeof c->other[0]);
  c->other_start =
      foucault_solver_numbers(n_sets + 1, sizeof c->other_start[0]);
  c->set_at = foucault_solver_numbers(n + 1, sizeof c->set_at[0]);
  c->rest_start = foucault_solver_numbers(n + 1, sizeof c->rest_start[0]);
  if (!c->at || !c->other || !c->other_start) return false;
  if (!c->set_at || !c->rest_start) return false;
  lay_out_rest(c, model);
  return true;
}

static bool create_numbers(Content *c)
{
  size_t n_entries = (size_t)c->pattern->n_nonzeros;
  size_t n_rest = (size_t)c->rest_start[c->pattern->n];
  c->value = foucault_solver_numbers(n_entries + 1, sizeof c->value[0]);
  c->rest = foucault_solver_numbers(n_rest + 1, sizeof c->rest[0]);
  return c->value && c->rest;
}

static void set_structure(Content *c)
{
  const JacobianPattern *pattern = c->pattern;
  sunindextype *start = SUNSparseMatrix_IndexPointers(c->matrix);
  sunindextype *row = SUNSparseMatrix_IndexValues(c->matrix);
  for (int j = 0; j <= pattern->n; j++) start[j] = pattern->column_start[j];
  for (int k = 0; k < pattern->n_nonzeros; k++) row[k] = pattern->row[k];
}

static bool create_inner(Content *c, const Model *model, SUNContext context)
{
  sunindextype n = c->pattern->n;
  VectorPool *pool = vector_pool_create(1, n, context);
  if (!pool) return false;
  c->part = vector_pool_take(pool);
  c->matrix = SUNSparseMatrix(n, n, c->pattern->n_nonzeros, CSC_MAT, context);
  if (!c->matrix) return false;
  set_structure(c);
  c->inner = model->sparse->create(c->part, c->matrix, context);
  return c->inner != NULL;
}

static Content *create_sparse_content(const Candidates *candidates,
                                      SUNContext context)
{
  const Model *model = candidates->inst->model;
  Content *c = foucault_solver_calloc(1, sizeof *c);
  if (!c) return NULL;
  c->candidates = candidates;
  c->pattern = model->jacobian;
  bool good = create_lists(c, model) && create_numbers(c) &&
              create_inner(c, model, context);
  return good ? c : NULL;
}

SUNLinearSolver candidate_sparse_create(const Candidates *candidates,
                                        SUNContext context)
{
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  if (!solver) return NULL;
  solver->content = create_sparse_content(candidates, context);
  if (!solver->content) return NULL;
  solver->ops->gettype = sparse_solver_type;
  solver->ops->initialize = initialize_solver;
  solver->ops->setup = set_up_sparse;
  solver->ops->solve = solve_sparse;
  solver->ops->free = leave_sparse_solver;
  return solver;
}

bool candidate_sparse_take(SUNLinearSolver solver, const Carried *from)
{
  Content *c = sparse_content(solver);
  const Model *model = c->candidates->inst->model;
  size_t n = (size_t)c->pattern->n, n_entries = (size_t)c->pattern->n_nonzeros;
  size_t n_others = (size_t)c->other_start[model->n_sets];
  size_t n_rest = (size_t)c->rest_start[c->pattern->n];
  int last = c->candidates->n - 1;
  return carried_take_ints(from, c->at, n, 0, last) &&
         carried_take_ints(from, c->other, n_others, 0, last) &&
         carried_take(from, c->value, n_entries * sizeof c->value[0]) &&
         carried_take(from, c->rest, n_rest * sizeof c->rest[0]) &&
         carried_take(from, &c->gamma, sizeof c->gamma) &&
         carried_matrix(from, c->matrix) && model->sparse->take(c->inner, from);
}
