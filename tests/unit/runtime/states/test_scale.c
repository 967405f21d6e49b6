/* Sizes of states: what is seen, what is hinted at, what is rounding. */
#include "test.h"

#include "core/thresholds.h"
#include "hand_model.h"
#include "states/scale.h"

/* a and b are of one group, compared with the parameter p; c is alone; d has a
 * nominal value. der(c) is the difference of large numbers. */
enum { TIME, P, A, B, C, D, DER_A, DER_B, DER_C, DER_D, N_REAL };

static int slopes(ModelValues *v)
{
  v->real[DER_A] = -v->real[A];
  v->real[DER_B] = v->real[A] - v->real[B];
  v->real[DER_C] = 1e6 * v->real[D] - 1e6;
  v->real[DER_D] = 0;
  return 0;
}

static const unsigned char kind[N_REAL] = {
    VARIABLE_TIME,       VARIABLE_PARAMETER,  VARIABLE_EXACT,
    VARIABLE_EXACT,      VARIABLE_EXACT,      VARIABLE_EXACT,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED};
static const double start[N_REAL] = {0, 1e-5, 1e-3, 0, 0, 1, 0, 0, 0, 0};
static const int states[] = {A, B, C, D};
static const int derivatives[] = {DER_A, DER_B, DER_C, DER_D};
static const double nominal[] = {1, 1, 1, 7};
static const int group[] = {1, 1, 2, 0}, slope_group[] = {0, 0};
static const double hint[] = {0, 0};
static const ScaleSource source[] = {{1, P}};

static const Model model = {.contract = FOUCAULT_MODEL_CONTRACT,
                            .name = "Sizes",
                            .guid = HAND_GUID,
                            .n_real = N_REAL,
                            .real_kind = kind,
                            .real_start = start,
                            .n_states = 4,
                            .state = states,
                            .derivative = derivatives,
                            .shown_state = states,
                            .shown_derivative = derivatives,
                            .state_nominal = nominal,
                            .n_scale_groups = 2,
                            .n_scaled = 4,
                            .scale_group = group,
                            .scale_slope = slope_group,
                            .scale_hint = hint,
                            .n_scale_sources = 1,
                            .scale_source = source,
                            .tolerance = 1e-6,
                            .parameters = hand_nothing,
                            .starts = hand_no_starts,
                            .initialize = slopes,
                            .evaluate = slopes};

static Instance *make(HandLog *log)
{
  Instance *inst = hand_running(&model, fmi2ModelExchange, log, 1e-6, 10);
  assert_non_null(inst);
  return inst;
}

/* Sizes are their own, or a part of those of the group; a given nominal value is
 * obeyed. */
static void test_seen(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = make(&log);
  assert_true(fabs(scale_at(inst, 0, 1) - 1e-3) <= 0);
  assert_true(fabs(scale_at(inst, 1, 1) - 1e-3) <= 0); /* it may follow */
  assert_true(fabs(scale_at(inst, 2, 1) - 1) <= 0);    /* nothing is known */
  assert_true(fabs(scale_at(inst, 3, 7) - 7) <= 0);
  scale_see(inst, (double[]){1e-3, 0.2, 0, 1});
  assert_true(fabs(scale_at(inst, 1, 1) - 0.2) <= 0);
  scale_see(inst, (double[]){5, 0, 0, 1}); /* never above what is assumed */
  assert_true(fabs(scale_at(inst, 0, 1) - 1) <= 0);
  instance_free(inst);
}

/* What was large fades, down to a part of what the group is compared with. */
static void test_fades(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = make(&log);
  scale_see(inst, (double[]){0.5, 0, 0, 1});
  scale_see(inst, (double[]){0, 0, 0, 1});
  assert_true(fabs(scale_at(inst, 0, 1) - (0.5 * SCALE_FADING)) <= 1e-15);
  for (int k = 0; k < 300; k++) scale_see(inst, (double[]){0, 0, 0, 1});
  assert_true(fabs(scale_at(inst, 0, 1) - 1e-5 * SCALE_PART_OF_GROUP) <= 1e-15);
  instance_free(inst);
}

/* What has changed its sign is remembered longer. */
static void test_swings(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = make(&log);
  scale_see(inst, (double[]){0.5, 0, 0, 1});
  scale_see(inst, (double[]){-0.1, 0, 0, 1});
  scale_see(inst, (double[]){-0.1, 0, 0, 1});
  assert_true(scale_at(inst, 0, 1) > 0.5 * SCALE_FADING);
  instance_free(inst);
}

/* der(c) = 1e6*d - 1e6 is known to some 1e-9 only. */
static void test_rounding(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = make(&log);
  assert_true(scale_start(inst, 1));
  assert_true(fabs(inst->values.real[D] - 1) <= 0); /* as it was */
  scale_see(inst, (double[]){1e-3, 0, 1e-30, 1});
  scale_accept(inst, 1e-4);
  double size = scale_at(inst, 2, 1);
  assert_true(size > 1e-6 && size < 1e-4);
  scale_accept(inst, 0);
  for (int k = 0; k < 200; k++) scale_see(inst, (double[]){0, 0, 1e-30, 1});
  assert_true(scale_at(inst, 2, 1) < 1e-15);
  instance_free(inst);
}

/* Only what is small is raised, and each time to more. */
static void test_raised(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = make(&log);
  double before = scale_at(inst, 1, 1);
  assert_true(before < SCALE_SMALL_PART && scale_can_rise(inst));
  while (scale_can_rise(inst)) {
    scale_raise(inst);
    assert_true(scale_at(inst, 1, 1) > before);
    before = scale_at(inst, 1, 1);
  }
  assert_true(before >= SCALE_SMALL_PART && before <= 1);
  assert_true(fabs(scale_at(inst, 3, 7) - 7) <= 0);
  instance_reset(inst);
  assert_int_equal(*scales_of(inst)->floor, 0);
  instance_free(inst);
}

static void test_reported(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = make(&log);
  assert_true(fabs(scales_of(inst)->reported[0] - 1e-3) <= 0);
  assert_true(fabs(scales_of(inst)->reported[2] - 1) <= 0);
  assert_true(fabs(scales_of(inst)->reported[3] - 7) <= 0);
  assert_false(scale_report(inst));
  scale_see(inst, (double[]){0.5, 0, 0, 1}); /* within a factor of ten of 1 */
  assert_true(scale_report(inst));
  assert_true(fabs(scales_of(inst)->reported[0] - 1) <= 0);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_seen),   cmocka_unit_test(test_fades),
      cmocka_unit_test(test_swings), cmocka_unit_test(test_rounding),
      cmocka_unit_test(test_raised), cmocka_unit_test(test_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
