/* candidate_solver.c: LU of the part that belongs to states. */
#include "candidate_solver.h"
#include "../blocks/block_dense.h"
#include "../carry/carried.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../events/contact_force.h"
#include <math.h>
#include <string.h>

typedef struct Content {
  const Candidates *candidates;
  int n;            /* states */
  int n_others;     /* candidates that are none */
  int *at, *other;  /* [n], [n_others] where the Jacobian was computed */
  double *jacobian; /* [n * candidates->n], column by column */
  double gamma;
  double *matrix; /* [n * n] factors of I - gamma J, the part of the states */
  int *pivot;     /* [n] */
  double *right;  /* [n] */
} Content;

static Content *dense_content(SUNLinearSolver solver)
{
  return solver->content;
}

static double *dense_column(const Content *c, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < c->n);
  return c->jacobian + (size_t)k * (size_t)c->candidates->n;
}

void candidate_solver_begin(SUNLinearSolver solver)
{
  Content *c = dense_content(solver);
  const Candidates *candidates = c->candidates;
  memcpy(c->at, candidates->at, (size_t)c->n * sizeof c->at[0]);
  c->n_others = 0;
  for (int i = 0; i < candidates->n; i++) {
    if (!candidates->is_state[i]) c->other[c->n_others++] = i;
  }
}

double *candidate_solver_column(SUNLinearSolver solver, int k)
{
  return dense_column(dense_content(solver), k);
}

/* A derivative that does not exist here: the iteration does without. */
static void drop_undefined_dense(double *column, int n)
{
  for (int i = 0; i < n; i++) {
    if (!isfinite(column[i])) column[i] = 0;
  }
}

/* Tangents do not know of a contact force (contact_force.h). */
bool candidate_solver_fill(SUNLinearSolver solver)
{
  const Content *c = dense_content(solver);
  const Candidates *all = c->candidates;
  bool has_force = contact_force_is_active(all->inst);
  candidate_solver_begin(solver);
  for (int k = 0; k < c->n; k++) {
    if (!candidates_column(all, k, dense_column(c, k))) return false;
    drop_undefined_dense(dense_column(c, k), all->n);
  }
  for (int k = 0; has_force && k < c->n; k++) {
    if (!contact_force_add_change(all->inst, k, all->at, dense_column(c, k))) {
      return false;
    }
  }
  return true;
}

void candidate_solver_set_gamma(SUNLinearSolver solver, double gamma)
{
  dense_content(solver)->gamma = gamma;
}

static SUNLinearSolver_Type dense_solver_type(SUNLinearSolver solver)
{
  (void)solver;
  return SUNLINEARSOLVER_DIRECT;
}

static int set_up_dense(SUNLinearSolver solver, SUNMatrix unused)
{
  Content *c = dense_content(solver);
  int n = c->n;
  (void)unused;
  for (int l = 0; l < n; l++) {
    const double *from = dense_column(c, l);
    double *to = c->matrix + (size_t)l * (size_t)n;
    for (int k = 0; k < n; k++) to[k] = -c->gamma * from[c->at[k]];
    to[l] += 1;
  }
  int singular = block_dense_factor(c->matrix, n, c->pivot, c->right);
  return singular >= 0 ? SUNLS_LUFACT_FAIL : 0;
}

/* (I - gamma J) x = b */
static int solve_dense(SUNLinearSolver solver, SUNMatrix unused, N_Vector x,
                       N_Vector b, sunrealtype tolerance)
{
  Content *c = dense_content(solver);
  double *to = N_VGetArrayPointer(x), *right = c->right;
  const double *from = N_VGetArrayPointer(b);
  (void)unused;
  (void)tolerance;
  for (int i = 0; to != from && i < c->candidates->n; i++) to[i] = from[i];
  for (int k = 0; k < c->n; k++) right[k] = to[c->at[k]];
  block_dense_solve(c->matrix, c->n, c->pivot, right);
  for (int k = 0; k < c->n; k++) {
    const double *column = dense_column(c, k);
    double factor = c->gamma * right[k];
    to[c->at[k]] = right[k];
    for (int i = 0; i < c->n_others; i++) {
      to[c->other[i]] += column[c->other[i]] * factor;
    }
  }
  return 0;
}

/* Its memory goes with the instance. */
static int leave_dense_solver(SUNLinearSolver solver)
{
  (void)solver;
  return 0;
}

size_t candidate_solver_memory(const Model *model)
{
  size_t n = (size_t)model->n_states;
  size_t n_all = (size_t)candidates_count(model);
  return sizeof(Content) + (n + 1) * (n_all + n + 1) * sizeof(double) +
         (n_all + 2 * n + 3) * sizeof(int) + 500;
}

static Content *create_dense_content(const Candidates *candidates)
{
  Content *c = foucault_solver_calloc(1, sizeof *c);
  if (!c) return NULL;
  size_t n = (size_t)candidates->inst->model->n_states;
  size_t n_all = (size_t)candidates->n;
  c->candidates = candidates;
  c->n = (int)n;
  c->at = foucault_solver_numbers(n + 1, sizeof c->at[0]);
  c->other = foucault_solver_numbers(n_all + 1, sizeof c->other[0]);
  c->pivot = foucault_solver_numbers(n + 1, sizeof c->pivot[0]);
  c->jacobian = foucault_solver_numbers(n * n_all + 1, sizeof c->jacobian[0]);
  c->matrix = foucault_solver_numbers(n * n + 1, sizeof c->matrix[0]);
  c->right = foucault_solver_numbers(n + 1, sizeof c->right[0]);
  bool has_lists = c->at && c->other && c->pivot;
  return has_lists && c->jacobian && c->matrix && c->right ? c : NULL;
}

SUNLinearSolver candidate_solver_create(const Candidates *candidates,
                                        SUNContext context)
{
  RUNTIME_ASSERT(candidates->inst->model->n_states > 0);
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  if (!solver) return NULL;
  solver->content = create_dense_content(candidates);
  if (!solver->content) return NULL;
  solver->ops->gettype = dense_solver_type;
  solver->ops->setup = set_up_dense;
  solver->ops->solve = solve_dense;
  solver->ops->free = leave_dense_solver;
  return solver;
}

bool candidate_solver_take(SUNLinearSolver solver, const Carried *from)
{
  Content *c = dense_content(solver);
  size_t n = (size_t)c->n;
  int n_all = c->candidates->n;
  return carried_take_ints(from, c->at, n, 0, n_all - 1) &&
         carried_take_ints(from, &c->n_others, 1, 0, n_all) &&
         carried_take_ints(from, c->other, (size_t)c->n_others, 0, n_all - 1) &&
         carried_take_ints(from, c->pivot, n, 0, c->n - 1) &&
         carried_take(from, &c->gamma, sizeof c->gamma) &&
         carried_take(from, c->jacobian,
                      n * (size_t)n_all * sizeof c->jacobian[0]) &&
         carried_take(from, c->matrix, n * n * sizeof c->matrix[0]);
}
