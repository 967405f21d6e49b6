/* test_guid.c: the hash against the examples of FIPS 180-4. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "emit/guid.h"

static void guid_of(const char *text, char guid[GUID_SIZE])
{
  GuidHash hash = guid_begin();
  guid_add(&hash, text, strlen(text));
  guid_end(&hash, guid);
}

static void test_published_examples(void **state)
{
  (void)state;
  char guid[GUID_SIZE];
  guid_of("", guid);
  assert_string_equal(guid, "{e3b0c442-98fc-1c14-9afb-f4c8996fb924}");
  guid_of("abc", guid);
  assert_string_equal(guid, "{ba7816bf-8f01-cfea-4141-40de5dae2223}");
  guid_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", guid);
  assert_string_equal(guid, "{248d6a61-d206-38b8-e5c0-26930c3e6039}");
}

static void test_million_letters(void **state)
{
  (void)state;
  char guid[GUID_SIZE], part[1000];
  memset(part, 'a', sizeof part);
  GuidHash hash = guid_begin();
  for (int k = 0; k < 1000; k++) guid_add(&hash, part, sizeof part);
  guid_end(&hash, guid);
  assert_string_equal(guid, "{cdc76e5c-9914-fb92-81a1-c7e284d73e67}");
}

static void test_pieces_do_not_matter(void **state)
{
  (void)state;
  char text[200], whole[GUID_SIZE], pieces[GUID_SIZE];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  guid_of(text, whole);
  for (size_t cut = 0; cut < sizeof text; cut++) {
    GuidHash hash = guid_begin();
    guid_add(&hash, text, cut);
    guid_add(&hash, text + cut, sizeof text - 1 - cut);
    guid_end(&hash, pieces);
    assert_string_equal(whole, pieces);
  }
}

static void test_stand_in_has_the_same_length(void **state)
{
  (void)state;
  assert_int_equal(strlen(GUID_NONE), GUID_SIZE - 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_published_examples),
      cmocka_unit_test(test_million_letters),
      cmocka_unit_test(test_pieces_do_not_matter),
      cmocka_unit_test(test_stand_in_has_the_same_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
