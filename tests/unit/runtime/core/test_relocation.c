/* Addresses in memory that others read. */
#include "test.h"

#include "core/relocation.h"

static void test_addresses_become_regions(void **state)
{
  (void)state;
  double numbers[4] = {1, 2, 3, 4};
  void *memory[6] = {numbers, &numbers[3], NULL,
                     memory,  &memory[5],  (void *)~(uintptr_t)0};
  memory[2] = numbers + 4; /* beside the region: stays as it is */
  Region here[2] = {{(uintptr_t)numbers, sizeof numbers},
                    {(uintptr_t)memory, sizeof memory}};
  char copy[200];
  size_t size = relocation_size(sizeof memory), n = sizeof memory;
  assert_int_equal(size, sizeof memory + 1);
  char *end =
      relocation_write(here, 2, (const char *)memory, sizeof memory, copy);
  assert_ptr_equal(end, copy + size);
  assert_int_equal(copy[sizeof memory], 1 + 2 + 8 + 16);
  uint64_t region, offset;
  assert_true(relocation_address(copy, n, 8, &region, &offset));
  assert_int_equal(region, 0);
  assert_int_equal(offset, 24);
  assert_true(relocation_address(copy, n, 32, &region, &offset));
  assert_int_equal(region, 1);
  assert_int_equal(offset, 40);
  assert_false(relocation_address(copy, n, 16, &region, &offset));
  assert_false(relocation_address(copy, n, 4, &region, &offset));
  assert_false(relocation_address(copy, n, n, &region, &offset));
  assert_memory_equal(copy + 16, &memory[2], sizeof memory[2]);
}

/* Of words that lie in the bytes in part, too. */
static void test_bytes_without_addresses(void **state)
{
  (void)state;
  void *memory[4] = {NULL, memory, NULL, NULL};
  Region region = {(uintptr_t)memory, sizeof memory};
  char copy[40];
  size_t n = sizeof memory;
  relocation_write(&region, 1, (const char *)memory, n, copy);
  assert_true(relocation_is_plain(copy, n, 0, 8));
  assert_false(relocation_is_plain(copy, n, 0, 9));
  assert_false(relocation_is_plain(copy, n, 15, 1));
  assert_true(relocation_is_plain(copy, n, 15, 0));
  assert_true(relocation_is_plain(copy, n, 16, 16));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_addresses_become_regions),
      cmocka_unit_test(test_bytes_without_addresses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
