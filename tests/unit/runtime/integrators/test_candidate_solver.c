/* The part of the states first, the rest by multiplication: a solution of the
 * whole system. */
#include "test.h"

#include "core/solver_library.h"
#include "core/solver_memory.h"
#include "evaluate/evaluate.h"
#include "hand_selection.h"
#include "integrators/candidate_solver.h"
#include "states/dummy_pivot.h"
#include "vectors/vector_pool.h"

enum { N = 7 };

/* Any column: the derivatives of all slopes with respect to state k. */
static double entry(int i, int k)
{
  return sin(3 * i + 5 * k + 1);
}

/* Of (I - gamma J) x = b, where J has columns at the places `at` only. */
static double largest_residual(double gamma, int n_states, const int *at,
                               const double *x, const double *b)
{
  double largest = 0;
  for (int i = 0; i < N; i++) {
    double sum = x[i] - b[i];
    for (int k = 0; k < n_states; k++) sum -= gamma * entry(i, k) * x[at[k]];
    largest = fmax(largest, fabs(sum));
  }
  return largest;
}

static void fill(SUNLinearSolver solver, int n_states)
{
  candidate_solver_begin(solver);
  for (int k = 0; k < n_states; k++) {
    double *column = candidate_solver_column(solver, k);
    for (int i = 0; i < N; i++) column[i] = entry(i, k);
  }
}

static void test_solution(void **state)
{
  (void)state;
  HandLog log;
  SUNContext context;
  double unknown[N];
  int at[N];
  Instance *inst = hand_running(&hand_sphere, fmi2CoSimulation, &log, 1e-9, 1);
  int n_states = inst->model->n_states;
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  assert_true(solver_memory_open_part(inst->solver_memory, 100000));
  assert_true(solver_library_create(&context));
  Candidates *c = candidates_create(inst);
  assert_non_null(c);
  assert_int_equal(c->n, N);
  candidates_begin(c, unknown);
  VectorPool *pool = vector_pool_create(2, N, context);
  N_Vector x = vector_pool_take(pool), b = vector_pool_take(pool);
  for (int i = 0; i < N; i++) N_VGetArrayPointer(b)[i] = cos(i);

  SUNLinearSolver solver = candidate_solver_create(c, context);
  assert_non_null(solver);
  fill(solver, n_states);
  memcpy(at, c->at, (size_t)n_states * sizeof at[0]);
  c->at[0] = N - 1; /* an exchange since then is none of the Jacobian */
  c->is_state[0] = !c->is_state[0];
  for (int round = 0; round < 2; round++) { /* the Jacobian serves again */
    double gamma = round == 0 ? 0.1 : -0.03;
    candidate_solver_set_gamma(solver, gamma);
    assert_int_equal(SUNLinSolSetup(solver, NULL), 0);
    assert_int_equal(SUNLinSolSolve(solver, NULL, x, b, 0), 0);
    assert_true(largest_residual(gamma, n_states, at, N_VGetArrayPointer(x),
                                 N_VGetArrayPointer(b)) < 1e-14);
  }
  for (int i = 0; i < N; i++) { /* singular: I - J with a column of I */
    candidate_solver_column(solver, 0)[i] = i == at[0];
  }
  candidate_solver_set_gamma(solver, 1);
  assert_int_not_equal(SUNLinSolSetup(solver, NULL), 0);
  solver_memory_use(before);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solution)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
