/* candidate_solver.c: LU of the part that belongs to states. */
#include "candidate_solver.h"
#include "solver_memory.h"
#include <string.h>
#include <sundials/sundials_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct Content {
  const Candidates *candidates;
  int n;                   /* states */
  int *at;                 /* [n] their places when the Jacobian was computed */
  unsigned char *is_state; /* [candidates->n] the same */
  double *entry;           /* [n * n], column by column */
  double **column;         /* [n] */
  double *right;           /* [n] */
  sunindextype *pivot;     /* [n] */
} Content;

static Content *content_of(SUNLinearSolver solver)
{
  return solver->content;
}

void candidate_solver_note_states(SUNLinearSolver solver)
{
  Content *c = content_of(solver);
  memcpy(c->at, c->candidates->at, (size_t)c->n * sizeof c->at[0]);
  memcpy(c->is_state, c->candidates->is_state, (size_t)c->candidates->n);
}

static SUNLinearSolver_Type type_of(SUNLinearSolver solver)
{
  (void)solver;
  return SUNLINEARSOLVER_DIRECT;
}

static int set_up(SUNLinearSolver solver, SUNMatrix matrix)
{
  Content *c = content_of(solver);
  for (int l = 0; l < c->n; l++) {
    const realtype *from = SUNDenseMatrix_Column(matrix, c->at[l]);
    for (int k = 0; k < c->n; k++) c->column[l][k] = from[c->at[k]];
  }
  sunindextype bad = SUNDlsMat_denseGETRF(c->column, c->n, c->n, c->pivot);
  return bad > 0 ? SUNLS_LUFACT_FAIL : SUNLS_SUCCESS;
}

static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x,
                 N_Vector b, realtype tolerance)
{
  Content *c = content_of(solver);
  realtype *to = N_VGetArrayPointer(x);
  (void)tolerance;
  memcpy(to, N_VGetArrayPointer(b), (size_t)c->candidates->n * sizeof to[0]);
  for (int k = 0; k < c->n; k++) c->right[k] = to[c->at[k]];
  SUNDlsMat_denseGETRS(c->column, c->n, c->pivot, c->right);
  for (int k = 0; k < c->n; k++) {
    const realtype *from = SUNDenseMatrix_Column(matrix, c->at[k]);
    to[c->at[k]] = c->right[k];
    for (int i = 0; i < c->candidates->n; i++) {
      if (!c->is_state[i]) to[i] -= from[i] * c->right[k];
    }
  }
  return SUNLS_SUCCESS;
}

/* Its memory goes with the instance. */
static int leave(SUNLinearSolver solver)
{
  (void)solver;
  return SUNLS_SUCCESS;
}

size_t candidate_solver_memory(const Model *model)
{
  size_t n = (size_t)model->n_states;
  return sizeof(Content) + (size_t)candidates_count(model) +
         n * (n * sizeof(double) + sizeof(int) + sizeof(double *) +
              sizeof(double) + sizeof(sunindextype)) +
         500;
}

static Content *create_content(const Candidates *candidates)
{
  Content *c = foucault_solver_calloc(1, sizeof *c);
  if (!c) return NULL;
  size_t n = (size_t)candidates->inst->model->n_states;
  c->candidates = candidates;
  c->n = (int)n;
  c->at = foucault_solver_calloc(n + 1, sizeof c->at[0]);
  c->is_state = foucault_solver_calloc((size_t)candidates->n + 1, 1);
  c->entry = foucault_solver_calloc(n * n + 1, sizeof c->entry[0]);
  c->column = foucault_solver_calloc(n + 1, sizeof c->column[0]);
  c->right = foucault_solver_calloc(n + 1, sizeof c->right[0]);
  c->pivot = foucault_solver_calloc(n + 1, sizeof c->pivot[0]);
  bool has_lists = c->at && c->is_state && c->pivot;
  if (!has_lists || !c->entry || !c->column || !c->right) return NULL;
  for (size_t l = 0; l < n; l++) c->column[l] = c->entry + l * n;
  return c;
}

SUNLinearSolver candidate_solver_create(const Candidates *candidates,
                                        SUNContext context)
{
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  if (!solver) return NULL;
  solver->content = create_content(candidates);
  if (!solver->content) return NULL;
  solver->ops->gettype = type_of;
  solver->ops->setup = set_up;
  solver->ops->solve = solve;
  solver->ops->free = leave;
  return solver;
}
