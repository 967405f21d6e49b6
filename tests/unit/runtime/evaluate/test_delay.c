/* delay.c: the past of a value, with its jumps. */
#include "test.h"

#include "core/thresholds.h"
#include "evaluate/delay.h"
#include "evaluate/tangent.h"
#include "hand_model.h"

/* real: time, x, T, y. x is set by the tests. */
enum { TIME, X, T, Y, N_REAL };

static const unsigned char kind[] = {VARIABLE_TIME, VARIABLE_CALCULATED,
                                     VARIABLE_PARAMETER, VARIABLE_CALCULATED};
static const double start[] = {0, 0, 0.5, 0};
static const Delay delays[] = {{X, T, T, Y, 0}};
static const Delay steady[] = {{X, T, T, Y, 1}};

/* As tangent(): x = t^3 moves like this. */
static int cubic_slope(ModelValues *v, Tangent *t)
{
  t->d[X] = 3 * v->real[TIME] * v->real[TIME];
  return 0;
}

static const Model late = {.contract = FOUCAULT_MODEL_CONTRACT,
                           .name = "Late",
                           .guid = HAND_GUID,
                           .n_real = N_REAL,
                           .real_kind = kind,
                           .real_start = start,
                           .n_delays = 1,
                           .delay = delays,
                           .tangent = cubic_slope,
                           .tolerance = 1e-6};

static void record(Instance *inst, double time, double x)
{
  inst->values.real[TIME] = time;
  inst->values.real[X] = x;
  delay_record(inst);
}

static double read_late(Instance *inst, double time)
{
  inst->values.real[TIME] = time;
  delay_refresh(inst);
  return inst->values.real[Y];
}

static void test_cubics_are_exact(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&late, fmi2ModelExchange, &log);
  delay_reset(inst);
  for (int k = 0; k <= 10; k++) record(inst, 0.2 * k, pow(0.2 * k, 3));
  for (double t = 0.5; t <= 2.5; t += 0.013) {
    assert_true(fabs(read_late(inst, t) - pow(t - 0.5, 3)) < 1e-14);
  }
  assert_true(read_late(inst, 0.3) == 0); /* before the start */
  fmi2FreeInstance(inst);
}

/* How the delayed value moves with time, and with the delay time. */
static void test_slopes_of_cubics(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&late, fmi2ModelExchange, &log);
  delay_reset(inst);
  for (int k = 0; k <= 10; k++) record(inst, 0.2 * k, pow(0.2 * k, 3));
  for (double t = 0.5; t <= 2.5; t += 0.013) {
    inst->values.real[TIME] = t;
    double slope = 3 * pow(t - 0.5, 2), *d = tangent_begin(inst);
    d[TIME] = 2;
    d[T] = 0.5;
    assert_true(delay_run_tangent(inst, false));
    assert_true(fabs(d[Y] - 1.5 * slope) < 1e-12);
  }
  fmi2FreeInstance(inst);
}

static void test_a_jump_arrives(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&late, fmi2ModelExchange, &log);
  delay_reset(inst);
  record(inst, 0, 1);
  record(inst, 0.25, 1);
  record(inst, 0.25, 9); /* in the same event */
  assert_true(delay_next_event(inst) == 0.75);
  record(inst, 0.7, 9);
  assert_true(read_late(inst, 0.75) == 1);
  delay_arrive(inst);
  assert_true(read_late(inst, 0.75) == 9);
  assert_true(delay_next_event(inst) == HUGE_VAL);
  /* the integrator goes back: what came later is forgotten */
  record(inst, 0.2, 1);
  assert_int_equal(delay_of(inst)->count[0], 2);
  fmi2FreeInstance(inst);
}

static void test_the_room_suffices(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&late, fmi2ModelExchange, &log);
  delay_reset(inst);
  for (int k = 0; k <= 300000; k++) {
    record(inst, 1e-5 * k, pow(1e-5 * k, 3));
    assert_true(delay_of(inst)->count[0] < DELAY_ROOM);
  }
  assert_true(fabs(read_late(inst, 3) - pow(2.5, 3)) < 1e-9);
  assert_true(delay_longest_step(inst) == 0.5 / 10);
  fmi2FreeInstance(inst);
}

/* As tangent(): x = sin(8 t) moves like this. */
static int sine_slope(ModelValues *v, Tangent *t)
{
  t->d[X] = 8 * cos(8 * v->real[TIME]);
  return 0;
}

/* A cubic is read exactly whatever the steps; of a sine the step follows from
 * f4 h^4 / 384 = 2 tolerances of the size, |slope| T. */
static void test_steps_that_are_read_exactly(void **state)
{
  (void)state;
  HandLog log;
  Model sine = late;
  sine.tangent = sine_slope;
  sine.tolerance = 1e-8;
  Instance *inst = hand_instance(&late, fmi2ModelExchange, &log);
  delay_reset(inst);
  for (int k = 0; k <= 10; k++) record(inst, 0.04 * k, pow(0.04 * k, 3));
  assert_true(delay_exact_step(inst) == 0);
  fmi2FreeInstance(inst);
  inst = hand_instance(&sine, fmi2ModelExchange, &log);
  inst->tolerance = sine.tolerance;
  delay_reset(inst);
  for (int k = 0; k <= 5; k++) {
    assert_true(k >= 3 || delay_exact_step(inst) == 0);
    record(inst, 0.01 * k, sin(0.08 * k));
  }
  double f4 = pow(8, 4) * sin(0.32), size = 8 * cos(8 * 0.02) * 0.5;
  double expected = pow(384 * 2e-8 * size / f4, 0.25);
  assert_true(fabs(delay_exact_step(inst) / expected - 1) < 0.01);
  record(inst, 0.05, 7); /* a jump */
  assert_true(delay_exact_step(inst) == 0);
  fmi2FreeInstance(inst);
}

/* What changes at events only needs no points between them. */
static void test_steady(void **state)
{
  (void)state;
  HandLog log;
  Model model = late;
  model.delay = steady;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  delay_reset(inst);
  assert_true(delay_is_used(inst) && !delay_moves(inst));
  assert_true(delay_longest_step(inst) == 0);
  record(inst, 0, 1);
  record(inst, 2, 1);
  record(inst, 2, 5);
  assert_true(read_late(inst, 2.4) == 1);
  assert_true(delay_next_event(inst) == 2.5);
  delay_arrive(inst);
  assert_true(read_late(inst, 9) == 5);
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cubics_are_exact),
      cmocka_unit_test(test_slopes_of_cubics),
      cmocka_unit_test(test_a_jump_arrives),
      cmocka_unit_test(test_the_room_suffices),
      cmocka_unit_test(test_steps_that_are_read_exactly),
      cmocka_unit_test(test_steady),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
