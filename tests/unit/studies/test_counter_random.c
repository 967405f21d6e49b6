/* test_counter_random.c: numbers by place, orders without repetition. */
#include "test.h"

#include "studies/counter_random.h"

/* Three of the known answers that the authors of Philox give. */
static void blocks_of_the_paper(void **state)
{
  (void)state;
  static const struct {
    uint32_t counter[4], key[2], out[4];
  } known[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    uint32_t out[4];
    counter_random_block(known[i].counter, known[i].key, out);
    assert_memory_equal(out, known[i].out, sizeof out);
  }
}

static void units_are_spread(void **state)
{
  (void)state;
  int count[10] = {0};
  double sum = 0;
  for (uint64_t k = 0; k < 10000; k++) {
    double u = counter_random_unit(1, RANDOM_VALUE, 3, k);
    assert_true(u > 0 && u < 1);
    assert_true(u != counter_random_unit(2, RANDOM_VALUE, 3, k));
    assert_true(u != counter_random_unit(1, RANDOM_VALUE, 4, k));
    count[(int)(10 * u)]++;
    sum += u;
  }
  assert_true(fabs(sum / 10000 - 0.5) < 0.01);
  for (int i = 0; i < 10; i++) assert_true(abs(count[i] - 1000) < 150);
}

static void every_place_once(void **state)
{
  (void)state;
  static char is_taken[5000];
  for (uint64_t n = 1; n < 5000; n = 2 * n + 1) {
    memset(is_taken, 0, sizeof is_taken);
    uint64_t fixed = 0;
    for (uint64_t i = 0; i < n; i++) {
      uint64_t place = counter_random_place(7, 2, i, n);
      assert_true(place < n && !is_taken[place]);
      is_taken[place] = 1;
      fixed += place == i;
    }
    assert_true(n < 50 || fixed < 10);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_of_the_paper),
      cmocka_unit_test(units_are_spread),
      cmocka_unit_test(every_place_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
