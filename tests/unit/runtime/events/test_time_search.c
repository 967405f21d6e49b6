/* time_search.c: the next change of a relation of time alone; tape.c: bounds of
 * values and slopes. */
#include "test.h"

#include "evaluate/tape.h"
#include "events/time_search.h"
#include "hand_model.h"

/* real: time, w, level; n counts how often sin(w*time) > level becomes true. */
enum { TIME, W, LEVEL, N_REAL };

static int run(ModelValues *v)
{
  v->integer[0] = v->integer[1];
  v->boolean[0] = v->relation[0];
  if (!v->initial && v->boolean[0] && !v->boolean[1]) v->integer[0]++;
  return 0;
}

static void difference(const ModelValues *v, double *z)
{
  z[0] = v->real[LEVEL] - sin(v->real[W] * v->real[TIME]);
}

static const unsigned char real_kind[] = {VARIABLE_TIME, VARIABLE_TUNABLE,
                                          VARIABLE_TUNABLE};
static const unsigned char other_kind[] = {VARIABLE_CALCULATED,
                                           VARIABLE_CALCULATED};
static const double real_start[] = {0, 3000, 0.999};
static const int other_start[2];
static const Relation relation[] = {
    {0, RELATION_SEARCHED, "m.mo:3: sin(w*time) > level", 1, 0}};
static const PrePair pair[] = {{0, 1, 0}};
static const TapeStep step[] = {{TAPE_REAL, 0, 0, 0}, {TAPE_REAL, 1, 0, 0},
                                {TAPE_TIME, 0, 0, 0}, {TAPE_MUL, 1, 2, 0},
                                {TAPE_SIN, 3, 0, 0},  {TAPE_SUB, 0, 4, 0}};
static const Tape tape[] = {{6, 2, step}};
static const int tape_of[] = {1}, tape_operand[] = {LEVEL, W};

static const Model waves = {.contract = FOUCAULT_MODEL_CONTRACT,
                            .name = "Waves",
                            .guid = HAND_GUID,
                            .n_real = N_REAL,
                            .n_integer = 2,
                            .n_boolean = 2,
                            .real_kind = real_kind,
                            .integer_kind = other_kind,
                            .boolean_kind = other_kind,
                            .real_start = real_start,
                            .integer_start = other_start,
                            .boolean_start = other_start,
                            .n_relations = 1,
                            .relation = relation,
                            .tape = tape,
                            .tape_of = tape_of,
                            .n_tape_operands = 2,
                            .tape_operand = tape_operand,
                            .n_integer_pre = 1,
                            .integer_pre = pair,
                            .n_boolean_pre = 1,
                            .boolean_pre = pair,
                            .tolerance = 1e-6,
                            .parameters = hand_nothing,
                            .starts = hand_no_starts,
                            .initialize = run,
                            .evaluate = run,
                            .crossings = difference};

static const double turn = 2 * 3.14159265358979323846;

static void test_every_change_is_an_event(void **unused)
{
  (void)unused;
  HandLog log;
  fmi2EventInfo info;
  Instance *inst = hand_running(&waves, fmi2ModelExchange, &log, 1e-6, 1);
  double rise = asin(0.999) / 3000, fall = turn / 6000 - rise;
  for (int k = 0; k < 200; k++) {
    double expected = (k % 2 == 0 ? rise : fall) + k / 2 * turn / 3000;
    assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
    assert_true(info.nextEventTimeDefined);
    assert_true(fabs(info.nextEventTime - expected) < 1e-13);
    assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
    assert_int_equal(fmi2SetTime(inst, info.nextEventTime), fmi2OK);
    assert_int_equal(fmi2EnterEventMode(inst), fmi2OK);
  }
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_int_equal(inst->values.integer[0], 100);
  fmi2FreeInstance(inst);
}

static void test_an_importer_may_add_up_steps(void **unused)
{
  (void)unused;
  HandLog log;
  fmi2EventInfo info;
  Instance *inst = hand_running(&waves, fmi2ModelExchange, &log, 1e-6, 1);
  for (int k = 0; k < 20; k++) {
    assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
    double at = info.nextEventTime * (1 - 2e-16);
    assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
    assert_int_equal(fmi2SetTime(inst, at), fmi2OK);
    assert_int_equal(fmi2EnterEventMode(inst), fmi2OK);
    assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
    assert_int_equal(inst->values.relation[0], k % 2 == 0);
  }
  fmi2FreeInstance(inst);
}

static void test_a_level_that_is_not_reached(void **unused)
{
  (void)unused;
  HandLog log;
  fmi2EventInfo info;
  const fmi2ValueReference level = LEVEL;
  const double high = 1.5, low = 0.5;
  Instance *inst = hand_running(&waves, fmi2ModelExchange, &log, 1e-6, 1);
  assert_int_equal(fmi2SetReal(inst, &level, 1, &high), fmi2OK);
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_false(info.nextEventTimeDefined);
  assert_int_equal(fmi2SetReal(inst, &level, 1, &low), fmi2OK);
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_true(fabs(info.nextEventTime - turn / 12 / 3000) < 1e-15);
  fmi2FreeInstance(inst);
}

/* Of sin(w*time) > level at time 0 and level 0: by the slope, and where that is
 * zero too by whether equality counts. */
static void test_a_zero_that_is_hit(void **unused)
{
  (void)unused;
  HandLog log;
  static const struct {
    double w;
    int or_equal, value;
  } hit[] = {{3000, 0, 1},  {3000, 1, 1}, {-3000, 0, 0},
             {-3000, 1, 0}, {0, 0, 0},    {0, 1, 1}};
  for (size_t k = 0; k < sizeof hit / sizeof hit[0]; k++) {
    Relation with = relation[0];
    const double start[] = {0, hit[k].w, 0};
    Model model = waves;
    with.or_equal = hit[k].or_equal;
    model.relation = &with;
    model.real_start = start;
    Instance *inst = hand_running(&model, fmi2ModelExchange, &log, 1e-6, 1);
    assert_int_equal(time_search_value(inst, 0), hit[k].value);
    fmi2FreeInstance(inst);
  }
}

/* level - time^2 and time^2 - level touch zero at time 0 with slope zero; what
 * comes right after decides. */
static void test_a_zero_that_is_touched(void **unused)
{
  (void)unused;
  HandLog log;
  static const TapeStep below[] = {{TAPE_REAL, 0, 0, 0},
                                   {TAPE_TIME, 0, 0, 0},
                                   {TAPE_MUL, 1, 1, 0},
                                   {TAPE_SUB, 0, 2, 0}};
  static const TapeStep above[] = {{TAPE_REAL, 0, 0, 0},
                                   {TAPE_TIME, 0, 0, 0},
                                   {TAPE_MUL, 1, 1, 0},
                                   {TAPE_SUB, 2, 0, 0}};
  static const double start[] = {0, 0, 0};
  for (int k = 0; k < 2; k++) {
    const Tape touching[] = {{4, 1, k == 0 ? below : above}};
    Model model = waves;
    model.tape = touching;
    model.n_tape_operands = 1;
    model.real_start = start;
    Instance *inst = hand_running(&model, fmi2ModelExchange, &log, 1e-6, 1);
    assert_int_equal(time_search_value(inst, 0), k == 0);
    fmi2FreeInstance(inst);
  }
}

static void test_bounds_of_the_slope(void **unused)
{
  (void)unused;
  HandLog log;
  unsigned seed = 3;
  Instance *inst = hand_running(&waves, fmi2ModelExchange, &log, 1e-6, 1);
  for (int k = 0; k < 10000; k++) {
    double from = next_number(&seed),
           to = from + 1e-3 * fabs(next_number(&seed));
    double t = from + (to - from) * fabs(next_number(&seed));
    TapeView view = {.time = {from, to}};
    TapeValue z = tape_run(inst, 0, &view);
    assert_true(interval_has(z.value, 0.999 - sin(3000 * t)));
    assert_true(interval_has(z.slope, -3000 * cos(3000 * t)));
    assert_true(z.slope.high - z.slope.low < 6001);
  }
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_change_is_an_event),
      cmocka_unit_test(test_an_importer_may_add_up_steps),
      cmocka_unit_test(test_a_level_that_is_not_reached),
      cmocka_unit_test(test_a_zero_that_is_hit),
      cmocka_unit_test(test_a_zero_that_is_touched),
      cmocka_unit_test(test_bounds_of_the_slope),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
