/* test_guid.c: does the hash distinguish texts? */
#include "test.h"

#include "emit/text/guid.h"

static void guid_of(const char *text, char guid[GUID_SIZE])
{
  GuidHash hash = guid_begin();
  guid_add(&hash, text, strlen(text));
  guid_end(&hash, guid);
}

static int hex_value(char c)
{
  static const char digits[] = "0123456789abcdef";
  const char *at = strchr(digits, c);
  return at ? (int)(at - digits) : 0;
}

static int different_bits(const char *a, const char *b)
{
  int n = 0;
  for (int k = 0; k < GUID_SIZE - 1; k++) {
    for (int x = hex_value(a[k]) ^ hex_value(b[k]); x > 0; x /= 2) n += x % 2;
  }
  return n;
}

/* Every bit of a text changes about half of the 128 bits: never fewer than
 * 30, which happens by chance once in 10^9 texts. */
static void test_each_bit_counts(void **state)
{
  (void)state;
  char text[] = "v[12] = 0.25*(i[3] - i[4]); der(v[12]) = 1e-3";
  char before[GUID_SIZE], after[GUID_SIZE];
  guid_of(text, before);
  for (size_t bit = 0; bit < 8 * (sizeof text - 1); bit++) {
    char kept = text[bit / 8];
    GuidHash hash = guid_begin();
    text[bit / 8] = (char)(kept ^ (1 << bit % 8));
    guid_add(&hash, text, sizeof text - 1);
    guid_end(&hash, after);
    text[bit / 8] = kept;
    assert_true(different_bits(before, after) >= 30);
    assert_true(different_bits(before, after) <= 98);
  }
}

/* Zeros at the end are content, as is the length. */
static void test_length_counts(void **state)
{
  (void)state;
  static const char zeros[40] = {0};
  char guid[40][GUID_SIZE];
  for (size_t n = 0; n < 40; n++) {
    GuidHash hash = guid_begin();
    guid_add(&hash, zeros, n);
    guid_end(&hash, guid[n]);
    for (size_t k = 0; k < n; k++) assert_string_not_equal(guid[k], guid[n]);
  }
}

/* A change of the hash would give every FMU another name: the same model must
 * get the same one from each build of the program. */
static void test_is_the_same_everywhere(void **state)
{
  (void)state;
  char guid[GUID_SIZE];
  guid_of("Foucault's pendulum", guid);
  assert_string_equal(guid, "{56d55eb7-0ecf-aa9f-24cd-a37f6b1cd07f}");
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
      cmocka_unit_test(test_each_bit_counts),
      cmocka_unit_test(test_length_counts),
      cmocka_unit_test(test_is_the_same_everywhere),
      cmocka_unit_test(test_pieces_do_not_matter),
      cmocka_unit_test(test_stand_in_has_the_same_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
