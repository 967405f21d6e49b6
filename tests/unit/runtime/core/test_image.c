/* The binary that this test is. */
#include "test.h"

#include "core/image.h"

static int in_image(const Image *image, const void *address)
{
  return (uintptr_t)address - image->region.base < image->region.size;
}

static void test_functions_and_constants_are_in_it(void **state)
{
  static const int constant = 1;
  Image image, again;
  char local;
  (void)state;
  assert_true(image_find(&image));
  assert_true(image_find(&again));
  assert_memory_equal(image.id, again.id, sizeof image.id);
  assert_true(in_image(&image, (const void *)(uintptr_t)image_find));
  assert_true(in_image(&image, &constant));
  assert_false(in_image(&image, &local));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions_and_constants_are_in_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
