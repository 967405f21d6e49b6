/* Vectors of one block with the interface of SUNDIALS. */
#include "test.h"

#include "core/solver_library.h"
#include "vectors/vector_pool.h"

static void test_take_clone_and_give_back(void **state)
{
  (void)state;
  SUNContext context = NULL;
  assert_true(solver_library_create(&context));
  VectorPool *pool = vector_pool_create(3, 2, context);
  assert_non_null(pool);
  N_Vector a = vector_pool_take(pool);
  N_VConst(4, a);
  N_Vector b = N_VClone(a);
  N_VScale(0.5, a, b);
  assert_true(N_VGetArrayPointer(b)[1] == 2);
  assert_true(N_VGetArrayPointer(a)[1] == 4);
  N_Vector c = N_VCloneEmpty(a);
  assert_int_equal(vector_pool_room(pool), 0);
  assert_null(vector_pool_take(pool));

  double elsewhere[2] = {7, 8}; /* as CVODE's difference quotients do */
  N_VSetArrayPointer(elsewhere, c);
  assert_true(N_VDotProd(c, b) == 30);
  N_VDestroy(c);
  assert_int_equal(vector_pool_room(pool), 1);
  c = vector_pool_take(pool);
  assert_true(N_VGetArrayPointer(c) != elsewhere);
  vector_pool_free(pool);
  vector_pool_free(NULL);
  SUNContext_Free(&context);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_take_clone_and_give_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
