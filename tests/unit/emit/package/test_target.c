/* test_target.c: which words name which machine. */
#include "test.h"

#include "emit/package/target.h"

static Target read_good(Arena *arena, const char *text)
{
  Target target;
  assert_true(target_read(arena, text, &target));
  return target;
}

static void test_known(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  Target arm = read_good(arena, "aarch64-poky-linux=root/of=arm");
  assert_string_equal(arm.triplet, "aarch64-poky-linux");
  assert_string_equal(arm.sysroot, "root/of=arm");
  assert_string_equal(arm.folder, "aarch64-linux");
  assert_string_equal(arm.also, "linux64");
  assert_string_equal(arm.ending, ".so");
  assert_int_equal(target_parts(&arm), 1);
  Target windows = read_good(arena, "x86_64-w64-mingw32");
  assert_string_equal(windows.folder, "win64");
  assert_string_equal(windows.ending, ".dll");
  assert_int_equal(windows.system, TARGET_WINDOWS);
  assert_null(windows.sysroot);
  Target short_name = read_good(arena, "win64");
  assert_string_equal(short_name.triplet, "x86_64-w64-mingw32");
  Target mac = read_good(arena, "darwin64");
  assert_string_equal(mac.ending, ".dylib");
  assert_int_equal(target_parts(&mac), 2);
  Target musl = read_good(arena, "x86_64-linux-musl");
  assert_string_equal(musl.folder, "linux64");
  assert_null(musl.also);
  arena_destroy(arena);
}

static void test_native(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  Target native = read_good(arena, "native");
  assert_null(native.triplet);
  assert_string_equal(native.folder, target_native()->folder);
  arena_destroy(arena);
}

static void test_unknown(void **state)
{
  (void)state;
  static const char *const text[] = {"",
                                     "-",
                                     "x86_64",
                                     "linux",
                                     "aarch64-linu",
                                     "arm-linux-gnueabihf",
                                     "x86_64-apple-darwin",
                                     "aarch64-w64-mingw32",
                                     "x86_64-linux/../../evil",
                                     "x86_64-linux -x"};
  Arena *arena = arena_create("test");
  for (size_t k = 0; k < sizeof text / sizeof text[0]; k++) {
    Target target;
    assert_false(target_read(arena, text[k], &target));
  }
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_native),
      cmocka_unit_test(test_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
