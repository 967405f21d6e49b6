/* Sparse matrices in the integrator: the same curves, much less work, and
 * saved states to the last bit. */
#include "test.h"

#include "core/solver_library.h"
#include "evaluate/tangent.h"
#include "hand_ladder.h"
#include "hand_model.h"
#include "integrators/integrators.h"
#include "sparse/sparse_solver.h"
#include "vectors/vector_pool.h"
#include <sunmatrix/sunmatrix_sparse.h>

static void test_same_curve_as_dense(void **state)
{
  (void)state;
  double end[2][61];
  for (int sparse = 0; sparse < 2; sparse++) {
    HandLog log;
    Model *model = hand_ladder_create(60, sparse);
    Instance *inst = hand_running(model, fmi2CoSimulation, &log, 1e-8, 5);
    for (int k = 0; k < 50; k++) {
      assert_int_equal(fmi2DoStep(inst, 0.1 * k, 0.1, fmi2True), fmi2OK);
    }
    memcpy(end[sparse], inst->values.real, sizeof end[sparse]);
    inst->method->count(inst->integrator);
    assert_true(inst->statistics.jacobians > 0);
    instance_free(inst);
    hand_ladder_free(model);
  }
  for (int k = 0; k <= 60; k++) {
    assert_true(fabs(end[0][k] - end[1][k]) < 1e-10);
  }
  assert_true(fabs(end[0][1]) > 0.1);
}

/* Entry by entry: colours against single columns. */
static void test_colours(void **state)
{
  (void)state;
  enum { N = 10 };
  HandLog log;
  Model *model = hand_ladder_create(N, 1);
  Instance *inst = hand_running(model, fmi2CoSimulation, &log, 1e-6, 1);
  double value[3 * N], column[N];
  const JacobianPattern *p = model->jacobian;
  assert_true(tangent_sparse_jacobian(inst, p, value));
  for (int j = 0; j < N; j++) {
    assert_true(tangent_jacobian(inst, column, j));
    int k = p->column_start[j];
    for (int i = 0; i < N; i++) {
      bool there = k < p->column_start[j + 1] && p->row[k] == i;
      assert_true(column[i] == (there ? value[k++] : 0));
    }
  }
  instance_free(inst);
  hand_ladder_free(model);
}

enum { SIDE = 30, CELLS = SIDE * SIDE };

/* Heat in a square, each cell with four neighbours. */
static SUNMatrix square_of_cells(SUNContext context)
{
  SUNMatrix matrix = SUNSparseMatrix(CELLS, CELLS, 5 * CELLS, CSC_MAT, context);
  sunindextype *start = SUNSparseMatrix_IndexPointers(matrix), n = 0;
  for (int j = 0; j < CELLS; j++) {
    static const int step[] = {-SIDE, -1, 0, 1, SIDE};
    start[j] = n;
    for (int k = 0; k < 5; k++) {
      int i = j + step[k];
      bool is_beside = (i % SIDE) != (j % SIDE) && i / SIDE != j / SIDE;
      if (i < 0 || i >= CELLS || is_beside) continue;
      SUNSparseMatrix_IndexValues(matrix)[n] = i;
      SUNSparseMatrix_Data(matrix)[n++] = i == j ? 5 : -1;
    }
  }
  start[CELLS] = n;
  return matrix;
}

/* Of two orderings the one with smaller factors, at a restart too. */
static void test_ordering(void **state)
{
  (void)state;
  SUNContext context = NULL;
  assert_true(solver_library_create(&context));
  SUNMatrix matrix = square_of_cells(context);
  VectorPool *pool = vector_pool_create(2, CELLS, context);
  N_Vector x = vector_pool_take(pool), b = vector_pool_take(pool);
  SUNLinearSolver solver = sparse_solver.create(x, matrix, context);
  assert_int_equal(SUNLinSolInitialize(solver), 0);
  assert_int_equal(SUNLinSolSetup(solver, matrix), 0);
  double fill = sparse_solver_fill(solver);
  assert_true(fill < 26 * CELLS); /* COLAMD: 33 */
  assert_int_equal(SUNLinSolInitialize(solver), 0);
  assert_int_equal(SUNLinSolSetup(solver, matrix), 0);
  assert_true(sparse_solver_fill(solver) == fill);
  N_VConst(1, b);
  assert_int_equal(SUNLinSolSolve(solver, matrix, x, b, 0), 0);
  const double *value = N_VGetArrayPointer(x);
  int j = CELLS / 2 + SIDE / 2;
  assert_true(fabs(5 * value[j] - value[j - 1] - value[j + 1] -
                   value[j - SIDE] - value[j + SIDE] - 1) < 1e-14);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  vector_pool_free(pool);
  SUNContext_Free(&context);
}

/* Dense this would be 80 GB. */
static void test_a_hundred_thousand_cells(void **state)
{
  (void)state;
  HandLog log;
  Model *model = hand_ladder_create(100000, 1);
  Instance *inst = hand_running(model, fmi2CoSimulation, &log, 1e-6, 1);
  assert_non_null(inst);
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  /* the front has come a few cells far: as in a short ladder */
  Model *small = hand_ladder_create(40, 0);
  Instance *other = hand_running(small, fmi2CoSimulation, &log, 1e-6, 1);
  assert_int_equal(fmi2DoStep(other, 0, 1, fmi2True), fmi2OK);
  for (int k = 1; k <= 10; k++) {
    assert_true(fabs(inst->values.real[k] - other->values.real[k]) < 1e-4);
  }
  instance_free(other);
  hand_ladder_free(small);
  instance_free(inst);
  hand_ladder_free(model);
}

/* Factors are allocated while it runs; a state saved before that is restored too. */
static void test_saved_state_is_exact(void **state)
{
  (void)state;
  HandLog log;
  Model *model = hand_ladder_create(50, 1);
  Instance *inst = hand_running(model, fmi2CoSimulation, &log, 1e-6, 3);
  double first[51];
  fmi2FMUstate early = NULL, later = NULL;
  assert_int_equal(fmi2GetFMUstate(inst, &early), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  assert_int_equal(fmi2GetFMUstate(inst, &later), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 1, 2, fmi2True), fmi2OK);
  memcpy(first, inst->values.real, sizeof first);
  for (int k = 0; k < 3; k++) {
    assert_int_equal(fmi2SetFMUstate(inst, later), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, 1, 2, fmi2True), fmi2OK);
    assert_memory_equal(first, inst->values.real, sizeof first);
    assert_int_equal(fmi2SetFMUstate(inst, early), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, 1, 2, fmi2True), fmi2OK);
    assert_memory_equal(first, inst->values.real, sizeof first);
  }
  assert_int_equal(inst->statistics.restarts, 0);
  assert_int_equal(fmi2FreeFMUstate(inst, &early), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(inst, &later), fmi2OK);
  instance_free(inst);
  hand_ladder_free(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_curve_as_dense),
      cmocka_unit_test(test_colours),
      cmocka_unit_test(test_ordering),
      cmocka_unit_test(test_a_hundred_thousand_cells),
      cmocka_unit_test(test_saved_state_is_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
