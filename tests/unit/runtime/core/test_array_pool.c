/* array_pool.c: arrays as places on a stack that grows. */
#include "test.h"

#include "array_pool.h"
#include "core/instance.h"

static Instance inst;
static ModelValues v = {.instance = &inst};

static int forget(void **state)
{
  (void)state;
  arrays_free(&inst.array_pool);
  memset(&inst.array_pool, 0, sizeof inst.array_pool);
  return 0;
}

static void arrays_are_zero_and_apart(void **state)
{
  (void)state;
  double a = arrays_make(&v, 3), b = arrays_make(&v, 2);
  for (int k = 0; k < 3; k++) arrays_at(&v, a)[k] = k + 1;
  assert_true(arrays_at(&v, b)[0] == 0 && arrays_at(&v, b)[1] == 0);
  arrays_at(&v, b)[0] = 7;
  assert_true(arrays_at(&v, a)[2] == 3);
}

static void elements_stay_when_the_stack_grows(void **state)
{
  (void)state;
  double a = arrays_make(&v, 1);
  arrays_at(&v, a)[0] = 5;
  for (int k = 0; k < 20; k++) assert_true(arrays_make(&v, 1000) >= 0);
  assert_true(arrays_at(&v, a)[0] == 5);
}

static void what_is_given_back_is_zero_again(void **state)
{
  (void)state;
  size_t mark = arrays_mark(&v);
  double a = arrays_make(&v, 4);
  arrays_at(&v, a)[3] = 1;
  arrays_release(&v, mark);
  double b = arrays_make(&v, 4);
  assert_true(a == b);
  assert_true(arrays_at(&v, b)[3] == 0);
}

static void arrays_without_elements_can_be_made(void **state)
{
  (void)state;
  assert_true(arrays_make(&v, 0) >= 0);
  assert_non_null(arrays_at(&v, arrays_make(&v, 0)));
}

static void impossible_sizes_are_refused(void **state)
{
  (void)state;
  const double size[] = {-1, NAN, INFINITY, 1e9};
  for (int k = 0; k < 4; k++) assert_true(arrays_make(&v, size[k]) == -1);
  assert_true(arrays_make(&v, 10) >= 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(arrays_are_zero_and_apart, forget),
      cmocka_unit_test_teardown(elements_stay_when_the_stack_grows, forget),
      cmocka_unit_test_teardown(what_is_given_back_is_zero_again, forget),
      cmocka_unit_test_teardown(arrays_without_elements_can_be_made, forget),
      cmocka_unit_test_teardown(impossible_sizes_are_refused, forget),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
