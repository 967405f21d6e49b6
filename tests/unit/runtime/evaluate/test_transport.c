/* Points of a line that moves, by hand. */
#include "test.h"

#include "core/thresholds.h"
#include "evaluate/transport.h"
#include "hand_model.h"

enum { IN0 = 1, IN1, X, POSITIVE, Y, POINT, VALUE = POINT + 2, N = VALUE + 2 };

static const int point[] = {POINT, POINT + 1};
static const int value[] = {VALUE, VALUE + 1};
static const Transport line = {IN0, IN1, X, POSITIVE, Y, 2, point, value};
static const unsigned char kind[N] = {0};
static const double start[N] = {0};

/* A line with the profile 10, 20. */
static Instance *begin(Model *model, HandLog *log)
{
  *model = hand_contradiction;
  model->n_real = N;
  model->real_kind = kind;
  model->real_start = start;
  model->n_transports = 1;
  model->transport = &line;
  Instance *inst = hand_instance(model, fmi2ModelExchange, log);
  double *real = inst->values.real;
  real[POINT + 1] = 1;
  real[VALUE] = 10;
  real[VALUE + 1] = 20;
  real[IN0] = 10;
  transport_reset(inst);
  return inst;
}

/* Moves the line and records; what is at 0 then. */
static double move(Instance *inst, double to, double in0, double in1)
{
  double *real = inst->values.real;
  real[POSITIVE] = to >= real[X];
  real[X] = to;
  real[IN0] = in0;
  real[IN1] = in1;
  transport_record(inst);
  transport_refresh(inst);
  return real[Y];
}

static void test_profile_arrives(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = begin(&model, &log);
  transport_refresh(inst);
  assert_true(inst->values.real[Y] == 10); /* before anything is recorded */
  move(inst, 0, 10, 0);
  for (int k = 1; k <= 10; k++) {
    double y = move(inst, -0.1 * k, 0, 50);
    assert_true(fabs(y - (10 + k)) < 1e-12);
  }
  /* then what came in at the other end: in the first step a ramp */
  assert_true(fabs(move(inst, -1.05, 0, 50) - 35) < 1e-9);
  assert_true(fabs(move(inst, -1.15, 0, 50) - 50) < 1e-9);
  instance_free(inst);
}

/* Up a little and down again: what came in goes out, then the profile without
 * what has left it at the other end. */
static void check_turning_back(bool with_event)
{
  Model model;
  HandLog log;
  Instance *inst = begin(&model, &log);
  move(inst, 0, 10, 0);
  for (int k = 1; k <= 25; k++) move(inst, 0.01 * k, 10 + k, 0);
  assert_true(fabs(inst->values.real[Y] - 35) < 1e-12);
  if (with_event) {
    inst->values.real[POSITIVE] = 0;
    inst->values.real[IN1] = 70;
    transport_record(inst);
  }
  assert_true(fabs(move(inst, 0.105, 0, 70) - 20.5) < 1e-9);
  assert_true(fabs(move(inst, -0.5, 0, 70) - 15) < 1e-9);
  assert_true(fabs(move(inst, -0.7, 0, 70) - 17) < 1e-9);
  double ramp = 17.5 + (70 - 17.5) * 0.05 / 0.145;
  double y = move(inst, -0.8, 0, 70);
  assert_true(fabs(y - (with_event ? 70 : ramp)) < 1e-9);
  assert_true(fabs(move(inst, -0.9, 0, 70) - 70) < 1e-9);
  instance_free(inst);
}

static void test_turning_back(void **state)
{
  (void)state;
  check_turning_back(true);
  check_turning_back(false);
}

static void test_room_is_enough(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = begin(&model, &log);
  for (int k = 0; k < 40000; k++) move(inst, 1e-4 * k, k, 0);
  assert_true(transport_of(inst)->state[0].n_points < TRANSPORT_ROOM);
  for (int k = 0; k < 40000; k++) move(inst, 4 - 1e-4 * k, 0, k);
  assert_true(transport_of(inst)->state[0].n_points < TRANSPORT_ROOM);
  assert_true(fabs(inst->values.real[Y] - 30000) < 5);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_profile_arrives),
      cmocka_unit_test(test_turning_back),
      cmocka_unit_test(test_room_is_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
