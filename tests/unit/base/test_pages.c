/* test_pages.c: memory from the system is zeroed and keeps its bytes. */
#include "test.h"

#include "base/pages.h"

static const size_t sizes[] = {1, 100, 262143, 262144, 300001, 5000000};
enum { N_SIZES = sizeof sizes / sizeof sizes[0] };

static void assert_all(const unsigned char *bytes, size_t n, unsigned char c)
{
  for (size_t k = 0; k < n; k++) assert_int_equal(bytes[k], c);
}

static void memory_is_zero(void **state)
{
  (void)state;
  for (int round = 0; round < 2; round++) { /* also what was used before */
    for (int k = 0; k < N_SIZES; k++) {
      unsigned char *memory = pages_get(sizes[k]);
      assert_non_null(memory);
      assert_all(memory, sizes[k], 0);
      memset(memory, 0xAB, sizes[k]);
      pages_give_back(memory, sizes[k]);
    }
  }
}

static void growing_keeps_the_bytes_and_adds_zeros(void **state)
{
  (void)state;
  for (int k = 0; k + 1 < N_SIZES; k++) {
    size_t old = sizes[k], size = sizes[k + 1];
    unsigned char *memory = pages_get(old);
    memset(memory, 0xCD, old);
    memory = pages_grow(memory, old, size);
    assert_non_null(memory);
    assert_all(memory, old, 0xCD);
    assert_all(memory + old, size - old, 0);
    pages_give_back(memory, size);
  }
}

static void what_no_machine_has_is_refused(void **state)
{
  (void)state;
  size_t far_too_much = SIZE_MAX / 4;
  assert_null(pages_get(far_too_much));
  void *memory = pages_get(300000);
  assert_null(pages_grow(memory, 300000, far_too_much));
  pages_give_back(memory, 300000); /* still there */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_zero),
      cmocka_unit_test(growing_keeps_the_bytes_and_adds_zeros),
      cmocka_unit_test(what_no_machine_has_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
