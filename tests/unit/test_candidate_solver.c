/* The part of the states first, the rest by multiplication: the same numbers
 * as by the whole matrix. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "candidate_solver.h"
#include "dummy_pivot.h"
#include "evaluate.h"
#include "hand_selection.h"
#include "solver_memory.h"
#include "vector_pool.h"
#include <math.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { N = 7 };

/* I - J/10, J zero in the columns of what is no state. */
static void fill(SUNMatrix matrix, const Candidates *c)
{
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < N; i++) {
      double entry = c->is_state[j] ? sin(3 * i + 5 * j + 1) / 10 : 0;
      SM_ELEMENT_D(matrix, i, j) = (i == j) - entry;
    }
  }
}

static double largest_residual(SUNMatrix matrix, const double *x,
                               const double *b)
{
  double largest = 0;
  for (int i = 0; i < N; i++) {
    double sum = -b[i];
    for (int j = 0; j < N; j++) sum += SM_ELEMENT_D(matrix, i, j) * x[j];
    largest = fmax(largest, fabs(sum));
  }
  return largest;
}

static void test_solution(void **state)
{
  (void)state;
  HandLog log;
  SUNContext context;
  double unknown[N];
  Instance *inst = hand_running(&hand_sphere, fmi2CoSimulation, &log, 1e-9, 1);
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  assert_true(solver_memory_reserve(inst->solver_memory, 100000));
  assert_int_equal(SUNContext_Create(NULL, &context), 0);
  Candidates *c = candidates_create(inst);
  assert_non_null(c);
  assert_int_equal(c->n, N);
  candidates_begin(c, unknown);
  SUNMatrix matrix = SUNDenseMatrix(N, N, context);
  VectorPool *pool = vector_pool_create(2, N, context);
  N_Vector x = vector_pool_take(pool), b = vector_pool_take(pool);
  for (int i = 0; i < N; i++) N_VGetArrayPointer(b)[i] = cos(i);

  SUNLinearSolver solver = candidate_solver_create(c, context);
  assert_non_null(solver);
  fill(matrix, c);
  candidate_solver_note_states(solver);
  c->at[0] = N - 1; /* an exchange since then is none of the matrix */
  c->is_state[0] = !c->is_state[0];
  assert_int_equal(SUNLinSolSetup(solver, matrix), 0);
  assert_int_equal(SUNLinSolSolve(solver, matrix, x, b, 0), 0);
  assert_true(largest_residual(matrix, N_VGetArrayPointer(x),
                               N_VGetArrayPointer(b)) < 1e-14);

  SUNMatZero(matrix); /* singular */
  assert_int_not_equal(SUNLinSolSetup(solver, matrix), 0);
  solver_memory_use(before);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solution)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
