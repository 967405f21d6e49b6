/* What a fixed-point iteration tells of what is damped. */
#include "test.h"

#include "core/solver_library.h"
#include "core/solver_memory.h"
#include "hand_model.h"
#include "integrators/damping.h"
#include "vectors/vector_pool.h"
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* g(y) = 1 + matrix*y */
static double matrix[2][2];

static int damping_slopes(N_Vector y, N_Vector g, void *data)
{
  const double *a = N_VGetArrayPointer(y);
  double *b = N_VGetArrayPointer(g);
  (void)data;
  for (int i = 0; i < 2; i++)
    b[i] = 1 + matrix[i][0] * a[0] + matrix[i][1] * a[1];
  return 0;
}

static int n_corrections;

static int damping_stops_after(SUNNonlinearSolver solver, N_Vector sum,
                               N_Vector correction, sunrealtype most,
                               N_Vector weight, void *data)
{
  int n = 0;
  (void)sum;
  (void)correction;
  (void)most;
  (void)weight;
  assert_ptr_equal(data, matrix);
  assert_int_equal(SUNNonlinSolGetCurIter(solver, &n), 0);
  return n + 1 < n_corrections ? SUN_NLS_CONTINUE : 0;
}

static double damped_by(double a, double b, double c, double d, int n)
{
  HandLog log;
  SUNContext context;
  Damping damping;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 1);
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  assert_true(solver_memory_open_part(inst->solver_memory, 100000));
  assert_true(solver_library_create(&context));
  VectorPool *pool = vector_pool_create(8, 2, context);
  N_Vector y = vector_pool_take(pool), sum = vector_pool_take(pool);
  N_Vector weight = vector_pool_take(pool), first = vector_pool_take(pool);
  SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(y, 0, context);
  assert_non_null(solver);
  matrix[0][0] = a, matrix[0][1] = b, matrix[1][0] = c, matrix[1][1] = d;
  n_corrections = n;
  SUNNonlinSolSetSysFn(solver, damping_slopes);
  SUNNonlinSolSetMaxIters(solver, 3);
  SUNNonlinSolSetConvTestFn(solver, damping_stops_after, matrix);
  assert_true(damping_watch(&damping, solver, first));
  N_VConst(0, y);
  N_VConst(0, sum);
  N_VConst(1, weight);
  assert_int_equal(SUNNonlinSolSolve(solver, y, sum, weight, 1, 0, NULL), 0);
  double part = damping_take(&damping);
  assert_true(damping_take(&damping) == 0);
  solver_memory_close_part(inst->solver_memory);
  solver_memory_use(before);
  instance_free(inst);
  return part;
}

static void test_parts(void **state)
{
  (void)state;
  assert_true(fabs(damped_by(-0.3, 0, 0, -0.3, 2) - 0.3) < 1e-15);
  assert_true(fabs(damped_by(-0.3, 0, 0, -0.3, 3) - 0.3) < 1e-15);
  assert_true(fabs(damped_by(-0.2, 0, 0, 0, 2) - (0.1)) < 1e-15);
  assert_true(fabs(damped_by(0.2, 0, 0, 0.2, 2) - (-0.2)) < 1e-15);
  assert_true(fabs(damped_by(0, 0.5, -0.5, 0, 2) - (0)) <
              1e-15);                                          /* it swings */
  assert_true(fabs(damped_by(-7, 0, 0, -7, 2) - (1)) < 1e-15); /* it diverges */
}

/* One correction tells nothing. */
static void test_one_correction(void **state)
{
  (void)state;
  assert_true(damped_by(-0.3, 0, 0, -0.3, 1) == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_one_correction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
