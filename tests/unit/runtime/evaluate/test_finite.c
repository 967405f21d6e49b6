/* test_finite.c: which value is to blame, and what is said of it. */
#include "test.h"

#include "evaluate/finite.h"
#include "hand_model.h"
#include <limits.h>

enum { N_REAL = 9, N_INTEGER = 2, N_BOOLEAN = 1 };

/* time a b y[1] y[2] y[3] s h late, k n, on */
static const char *const names[] = {"Atime\0Aa\0Ab\0Ay[1]\0C2]\0C3]\0As\0",
                                    "Ah\0Alate\0Ak\0An\0Aon\0", 0};
static const char *const computed[] = {
    "@m.mo:3: y[i] = a/b[i]\0r3+1 r1 r2*2\0",
    "@m.mo:4: h = if on then 1/a "
    "else pre(h)\0r7 b0 r1 s7\0@m.mo:5: k = div(10, n)\0i0 i1\0!\0",
    "@m.mo:8: late = 1/a\0r8 r1\0", 0};
static const unsigned char kind[N_REAL] = {
    VARIABLE_TIME,       VARIABLE_PARAMETER,  VARIABLE_PARAMETER,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED};
static const Model model = {.n_real = N_REAL,
                            .n_integer = N_INTEGER,
                            .n_boolean = N_BOOLEAN,
                            .real_kind = kind,
                            .names = names,
                            .computed = computed};

typedef struct Bench {
  Instance inst;
  HandLog log;
  double real[N_REAL], start[N_REAL];
  int integer[N_INTEGER], boolean[N_BOOLEAN];
} Bench;

static Bench *begin(Bench *b)
{
  memset(b, 0, sizeof *b);
  b->inst.model = &model;
  b->inst.values.real = b->real;
  b->inst.values.integer = b->integer;
  b->inst.values.boolean = b->boolean;
  b->inst.start_real = b->start;
  b->inst.logger = fmi2_logger(hand_log, &b->log, "hand");
  b->real[0] = 0.5;
  return b;
}

static void expect(Bench *b, bool initial, const char *wanted)
{
  b->inst.reason[0] = '\0';
  assert_int_equal(finite_check(&b->inst, initial), wanted == NULL);
  assert_string_equal(b->inst.reason, wanted ? wanted : "");
}

static void test_finite(void **state)
{
  Bench b;
  (void)state;
  expect(begin(&b), false, NULL);
}

static void test_first_of_a_row(void **state)
{
  Bench b;
  (void)state;
  begin(&b)->real[4] = HUGE_VAL;
  b.real[5] = NAN;
  expect(&b, false,
         "at time 0.5 y[2] is infinite: m.mo:3: y[i] = a/b[i] (a = 0, b = 0)");
}

static void test_infinite_before(void **state)
{
  Bench b;
  (void)state;
  begin(&b)->real[3] = -HUGE_VAL;
  b.real[1] = HUGE_VAL;
  expect(&b, false, NULL);
  b.real[3] = NAN;
  expect(&b, false,
         "at time 0.5 y[1] is not a number: m.mo:3: y[i] = a/b[i] "
         "(a = inf, b = 0)");
}

static void test_kept_value(void **state)
{
  Bench b;
  (void)state;
  begin(&b)->real[7] = -HUGE_VAL;
  expect(&b, false,
         "at time 0.5 h is minus infinity: m.mo:4: h = if on then 1/a else "
         "pre(h) (on = false, a = 0)");
  b.start[7] = HUGE_VAL;
  expect(&b, false, NULL);
}

static void test_integer(void **state)
{
  Bench b;
  (void)state;
  begin(&b)->integer[0] = INT_MIN;
  expect(&b, false,
         "at time 0.5 k is not an Integer: it is too large, or not a number: "
         "m.mo:5: k = div(10, n) (n = 0)");
}

static void test_initial_only(void **state)
{
  Bench b;
  (void)state;
  begin(&b)->real[8] = HUGE_VAL;
  expect(&b, false, NULL);
  expect(&b, true, "at time 0.5 late is infinite: m.mo:8: late = 1/a (a = 0)");
}

static void test_passed_on(void **state)
{
  Bench b;
  (void)state;
  begin(&b)->real[6] = NAN;
  expect(&b, false, "at time 0.5 s (value reference 6) is not a number");
  b.real[3] = NAN;
  b.real[1] = NAN;
  expect(&b, false,
         "at time 0.5 y[1] is not a number: m.mo:3: y[i] = a/b[i] "
         "(a = nan, b = 0)");
}

static void test_known_to_fail(void **state)
{
  Bench b;
  (void)state;
  begin(&b)->real[6] = HUGE_VAL;
  finite_note(&b.inst, 6);
  assert_string_equal(b.inst.reason,
                      "at time 0.5 s (value reference 6) is infinite");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_finite),
      cmocka_unit_test(test_first_of_a_row),
      cmocka_unit_test(test_infinite_before),
      cmocka_unit_test(test_kept_value),
      cmocka_unit_test(test_integer),
      cmocka_unit_test(test_initial_only),
      cmocka_unit_test(test_passed_on),
      cmocka_unit_test(test_known_to_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
