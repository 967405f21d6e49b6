/* test_checksum.c: examples of FIPS 180-4, whole and in pieces, by the rounds
 * in C and by those of the processor, where it has them. */
#include "test.h"

#include "base/text/checksum.h"

#include <string.h>

typedef struct Example {
  const char *text;
  ChecksumText sum;
} Example;

static const Example example[] = {
    {"",
     {"da39a3ee5e6b4b0d3255bfef95601890afd80709",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}},
    {"abc",
     {"a9993e364706816aba3e25717850c26c9cd0d89d",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     {"84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}}};

static bool in_c;

static int take_rounds_in_c(void **state)
{
  (void)state;
  in_c = true;
  return 0;
}

static void begin_sum(Checksum *c)
{
  checksum_begin(c);
  if (in_c) c->by_processor = false;
}

static void sums_are(Checksum *c, const ChecksumText *right)
{
  ChecksumText text;
  checksum_end(c, &text);
  assert_string_equal(text.sha1, right->sha1);
  assert_string_equal(text.sha256, right->sha256);
}

static void test_checksum_examples(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof example / sizeof example[0]; k++) {
    Checksum c;
    begin_sum(&c);
    checksum_add(&c, example[k].text, strlen(example[k].text));
    sums_are(&c, &example[k].sum);
  }
}

/* A million letters, in pieces of 1 to 200 of them. */
static void test_checksum_pieces(void **state)
{
  (void)state;
  static const ChecksumText right = {
      "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"};
  char letters[200];
  size_t left = 1000000;
  Checksum c;
  memset(letters, 'a', sizeof letters);
  begin_sum(&c);
  for (size_t n = 1; left > 0; n = n % sizeof letters + 1) {
    if (n > left) n = left;
    checksum_add(&c, letters, n);
    left -= n;
  }
  sums_are(&c, &right);
}

/* The end of a text with all lengths about those of one and two blocks: the
 * sums of the texts 0, 1, ... 130 bytes long, one after the other. */
static void test_checksum_lengths(void **state)
{
  (void)state;
  static const ChecksumText right = {
      "2fb4703524fdc98d62b5b1f345dce35e2ac2a3c7",
      "3702eebf24d9134737e1f8b985ed0be74797200f79046ccd6aec0e65b5fcad4b"};
  char letters[130];
  Checksum all;
  memset(letters, 'a', sizeof letters);
  begin_sum(&all);
  for (size_t n = 0; n <= sizeof letters; n++) {
    Checksum c;
    ChecksumText text;
    begin_sum(&c);
    checksum_add(&c, letters, n);
    checksum_end(&c, &text);
    checksum_add(&all, text.sha1, strlen(text.sha1));
    checksum_add(&all, text.sha256, strlen(text.sha256));
  }
  sums_are(&all, &right);
}

int main(void)
{
#define IN_C(test) cmocka_unit_test_setup(test, take_rounds_in_c)
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_checksum_examples),
      cmocka_unit_test(test_checksum_pieces),
      cmocka_unit_test(test_checksum_lengths),
      IN_C(test_checksum_examples),
      IN_C(test_checksum_pieces),
      IN_C(test_checksum_lengths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
