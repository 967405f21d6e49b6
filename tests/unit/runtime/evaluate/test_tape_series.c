/* tape_series.c: series that contain what they should, and are narrow. */
#include "test.h"

#include "evaluate/tape_series.h"
#include "hand_model.h"

/* One forcing f(u) with u = w*time + c, or u^p; all functions of one number. */
enum { TIME, W, C, P, N_REAL };

static const unsigned char real_kind[] = {VARIABLE_TIME, VARIABLE_TUNABLE,
                                          VARIABLE_TUNABLE, VARIABLE_TUNABLE};
static const double real_start[] = {0, 1.3, 0.4, 2.5};
static TapeStep step[] = {{TAPE_REAL, 0, 0, 0}, {TAPE_TIME, 0, 0, 0},
                          {TAPE_MUL, 0, 1, 0},  {TAPE_REAL, 1, 0, 0},
                          {TAPE_ADD, 2, 3, 0},  {TAPE_REAL, 2, 0, 0},
                          {TAPE_SIN, 4, 5, 0}};
static const Tape tape[] = {{7, 3, step}};
static const int tape_of[] = {1}, tape_operand[] = {W, C, P};

static const Model forced = {.contract = FOUCAULT_MODEL_CONTRACT,
                             .name = "Forced",
                             .guid = HAND_GUID,
                             .n_real = N_REAL,
                             .real_kind = real_kind,
                             .real_start = real_start,
                             .tape = tape,
                             .n_forcings = 1,
                             .tape_of = tape_of,
                             .n_tape_operands = 3,
                             .tape_operand = tape_operand,
                             .tolerance = 1e-6,
                             .parameters = hand_nothing,
                             .starts = hand_no_starts,
                             .initialize = hand_nothing,
                             .evaluate = hand_nothing};

static double value_of(int op, double u)
{
  switch (op) {
  case TAPE_SIN: return sin(u);
  case TAPE_COS: return cos(u);
  case TAPE_TAN: return tan(u);
  case TAPE_ASIN: return asin(u);
  case TAPE_ACOS: return acos(u);
  case TAPE_ATAN: return atan(u);
  case TAPE_SINH: return sinh(u);
  case TAPE_COSH: return cosh(u);
  case TAPE_TANH: return tanh(u);
  case TAPE_EXP: return exp(u);
  case TAPE_LOG: return log(u);
  case TAPE_LOG10: return log10(u);
  case TAPE_SQRT: return sqrt(u);
  case TAPE_ABS: return fabs(u);
  case TAPE_NEG: return -u;
  case TAPE_POW: return pow(u, 2.5);
  case TAPE_DIV: return u / 2.5;
  case TAPE_ATAN2: return atan2(u, 2.5);
  case TAPE_MIN: return fmin(u, 2.5);
  }
  return 0;
}

static const int every_op[] = {TAPE_SIN,   TAPE_COS,  TAPE_TAN,  TAPE_ASIN,
                               TAPE_ACOS,  TAPE_ATAN, TAPE_SINH, TAPE_COSH,
                               TAPE_TANH,  TAPE_EXP,  TAPE_LOG,  TAPE_LOG10,
                               TAPE_SQRT,  TAPE_ABS,  TAPE_NEG,  TAPE_POW,
                               TAPE_ATAN2, TAPE_DIV,  TAPE_MIN};

/* Around a point: the polynomial and the bound of the rest contain the value. */
static void test_series_contain_values(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = hand_running(&forced, fmi2ModelExchange, &log, 1e-6, 1);
  for (size_t i = 0; i < sizeof every_op / sizeof every_op[0]; i++) {
    step[6].op = (short)every_op[i];
    double at = 0.2, r = 0.05;
    TapeSeries point = tape_series_run(inst, 0, interval_of(at));
    TapeSeries part = tape_series_run(inst, 0, (Interval){at - r, at + r});
    for (double s = -r; s <= r; s += r / 8) {
      Interval sum =
          interval_multiply(part.term[4], interval_of(s * s * s * s));
      for (int k = 0; k < 4; k++) {
        sum = interval_add(
            sum, interval_multiply(point.term[k], interval_of(pow(s, k))));
      }
      double exact = value_of(every_op[i], 1.3 * (at + s) + 0.4);
      assert_true(interval_has(sum, exact));
      assert_true(interval_has(part.term[0], exact));
      assert_true(sum.high - sum.low < 1e-3);
    }
  }
  fmi2FreeInstance(inst);
}

/* A kink has any derivative, and values that are still bounded. */
static void test_kinks_are_rough(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = hand_running(&forced, fmi2ModelExchange, &log, 1e-6, 1);
  step[6].op = TAPE_ABS;
  TapeSeries s = tape_series_run(inst, 0, (Interval){-1, 1});
  assert_true(s.term[0].low == 0 && s.term[0].high < 1.8);
  assert_true(s.term[1].low == -HUGE_VAL && s.term[4].high == HUGE_VAL);
  step[6].op = TAPE_FLOOR;
  s = tape_series_run(inst, 0, (Interval){0, 0.1});
  assert_true(s.term[0].high == 0 && s.term[1].high == 0 && s.n == 1);
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_series_contain_values),
      cmocka_unit_test(test_kinks_are_rough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
