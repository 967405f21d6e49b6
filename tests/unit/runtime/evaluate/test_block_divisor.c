/* test_block_divisor.c: the message of a division that is refused. */
#include "test.h"

#include "hand_model.h"

static const char *const texts[] = {
    "@m.mo:3: a*x = b\0x: the factor a\0y: the factor 2*a\0",
    "z: the factor a\0@m.mo:7: c*w = 1\0w: the factor c\0"};

static void expect(int number, const char *wanted)
{
  static HandLog log;
  Instance inst;
  double real[1] = {0.5};
  memset(&inst, 0, sizeof inst);
  inst.values.real = real;
  inst.values.instance = &inst;
  inst.logger = fmi2_logger(hand_log, &log, "hand");
  assert_int_equal(block_divisor(&inst.values, texts, number, 0), 1);
  assert_string_equal(inst.reason, wanted);
}

static void test_messages(void **state)
{
  (void)state;
  expect(0, "at time 0.5 the equation m.mo:3: a*x = b cannot be solved for x: "
            "the factor a is 0");
  expect(1, "at time 0.5 the equation m.mo:3: a*x = b cannot be solved for y: "
            "the factor 2*a is 0");
  expect(2, "at time 0.5 the equation m.mo:3: a*x = b cannot be solved for z: "
            "the factor a is 0");
  expect(3, "at time 0.5 the equation m.mo:7: c*w = 1 cannot be solved for w: "
            "the factor c is 0");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
