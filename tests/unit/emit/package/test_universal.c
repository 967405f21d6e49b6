/* test_universal.c: the table of a file for two processors. */
#include "test.h"

#include "emit/package/universal.h"

/* A file of macOS that has a head alone. */
static FileBytes part(char *bytes, char processor)
{
  static const unsigned char magic[4] = {0xcf, 0xfa, 0xed, 0xfe};
  memset(bytes, 0, 40);
  memcpy(bytes, magic, sizeof magic);
  bytes[4] = processor;
  bytes[7] = 1; /* 64 bits */
  bytes[8] = 3;
  return (FileBytes){bytes, 40};
}

static void test_two(void **state)
{
  (void)state;
  char a[40], b[40];
  Arena *arena = arena_create("test");
  FileBytes both[2] = {part(a, 7), part(b, 12)}, all;
  assert_true(universal_join(arena, both, 2, &all));
  assert_int_equal(all.size, 2 * 16384 + 40);
  static const unsigned char head[28] = {
      0xca, 0xfe, 0xba, 0xbe, 0,    0, 0, 2, 1, 0,  0, 7, 0, 0,
      0,    3,    0,    0,    0x40, 0, 0, 0, 0, 40, 0, 0, 0, 14};
  assert_memory_equal(all.bytes, head, sizeof head);
  assert_int_equal(all.bytes[28 + 3], 12);
  assert_memory_equal(all.bytes + 16384, a, 40);
  assert_memory_equal(all.bytes + 2 * 16384, b, 40);
  arena_destroy(arena);
}

static void test_others(void **state)
{
  (void)state;
  char a[40], b[40] = "\177ELF";
  Arena *arena = arena_create("test");
  FileBytes both[2] = {part(a, 7), {b, 40}}, all;
  assert_false(universal_join(arena, both, 2, &all));
  both[1] = (FileBytes){a, 4};
  assert_false(universal_join(arena, both, 2, &all));
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_two),
                                     cmocka_unit_test(test_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
