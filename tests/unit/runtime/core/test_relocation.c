/* Addresses in memory that is moved. */
#include "test.h"

#include "core/relocation.h"

static void test_addresses_move(void **state)
{
  (void)state;
  double numbers[4] = {1, 2, 3, 4}, moved_numbers[4];
  void *memory[6] = {numbers, &numbers[3], NULL,
                     memory,  &memory[5],  (void *)~(uintptr_t)0};
  void *moved[6];
  memory[2] = numbers + 4; /* beside the region: stays as it is */
  Region here[2] = {{(uintptr_t)numbers, sizeof numbers},
                    {(uintptr_t)memory, sizeof memory}};
  Region there[2] = {{(uintptr_t)moved_numbers, sizeof moved_numbers},
                     {(uintptr_t)moved, sizeof moved}};
  char copy[200];
  size_t size = relocation_size(sizeof memory);
  assert_int_equal(size, sizeof memory + 1);
  char *end =
      relocation_write(here, 2, (const char *)memory, sizeof memory, copy);
  assert_ptr_equal(end, copy + size);
  assert_int_equal(copy[sizeof memory], 1 + 2 + 8 + 16);
  assert_ptr_equal(
      relocation_read(there, 2, copy, sizeof memory, (char *)moved),
      copy + size);
  assert_ptr_equal(moved[0], moved_numbers);
  assert_ptr_equal(moved[1], &moved_numbers[3]);
  assert_true(moved[2] == memory[2] && moved[5] == memory[5]);
  assert_ptr_equal(moved[3], moved);
  assert_ptr_equal(moved[4], &moved[5]);
}

static void test_addresses_without_a_region(void **state)
{
  (void)state;
  void *memory[1] = {memory};
  Region region = {(uintptr_t)memory, sizeof memory};
  char copy[20];
  relocation_write(&region, 1, (const char *)memory, sizeof memory, copy);
  assert_null(relocation_read(&region, 0, copy, sizeof memory, (char *)memory));
  region.size = 0;
  assert_null(relocation_read(&region, 1, copy, sizeof memory, (char *)memory));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_addresses_move),
      cmocka_unit_test(test_addresses_without_a_region),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
