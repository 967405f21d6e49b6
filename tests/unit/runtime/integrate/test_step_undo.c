/* The strides out of a dead end: how long they are, in which order they are
 * tried, and what ends them. */
#include "test.h"

#include "core/thresholds.h"
#include "fmi/mechanisms.h"
#include "hand_model.h"
#include "integrators/integrators.h"
#include "integrate/step_undo.h"

/* Two states that move straight on, and a loop for y that is solved here by the
 * model itself: its solution is another one after `jump`. */
enum { TIME, X, Z, DER_X, DER_Z, Y, N_REAL };
static double jump, tried[100];
static int n_tried, n_stored;

static int strider_evaluate(ModelValues *v) {
  v->real[DER_X] = -4;
  v->real[DER_Z] = 1e-9;
  v->real[Y] = v->real[TIME] > jump ? -9000 : 2;
  if (n_tried < 100)
    tried[n_tried++] = v->real[TIME];
  return 0;
}

static void loop_residual(ModelValues *v, double *r) { r[0] = v->real[Y] - 2; }

static void loop_jacobian(ModelValues *v, double *entry) {
  (void)v;
  entry[0] = 1;
}

static const int unknown[] = {Y}, column_start[] = {0, 1}, row[] = {0};
static const double nominal[] = {1, 1};
static const char *const equation[] = {"strider.mo:3: y = 2"};
static const char *const name[] = {"y"};
static const Block loop = {.n = 1,
                           .n_columns = 1,
                           .store = 1,
                           .unknown = unknown,
                           .nominal = nominal,
                           .n_nonzeros = 1,
                           .column_start = column_start,
                           .row = row,
                           .residual = loop_residual,
                           .jacobian = loop_jacobian,
                           .equation = equation,
                           .name = name};
static const unsigned char kind[] = {VARIABLE_TIME,       VARIABLE_EXACT,
                                     VARIABLE_EXACT,      VARIABLE_CALCULATED,
                                     VARIABLE_CALCULATED, VARIABLE_CALCULATED};
static const double start[N_REAL] = {0, 3, 1e6, 0, 0, 2};
static const int state[] = {X, Z}, derivative[] = {DER_X, DER_Z};
static const double state_nominal[] = {5, 1};
static const Model strider = {.contract = FOUCAULT_MODEL_CONTRACT,
                              .integrator = &integrator_cvode,
                              .name = "Strider",
                              .guid = HAND_GUID,
                              .n_real = N_REAL,
                              .real_kind = kind,
                              .real_start = start,
                              .n_states = 2,
                              .state = state,
                              .derivative = derivative,
                              .shown_state = state,
                              .shown_derivative = derivative,
                              .state_nominal = state_nominal,
                              .tolerance = 1e-6,
                              .n_blocks = 1,
                              .block = &loop,
                              .largest_block = 1,
                              .largest_block_nonzeros = 1,
                              .parameters = hand_nothing,
                              .starts = hand_no_starts,
                              .initialize = strider_evaluate,
                              .evaluate = strider_evaluate};

/* --- a run around it -------------------------------------------------------
 */

static bool begin(IntegratorRun *run) { return run->inst != NULL; }

static void set_limits(IntegratorRun *run, double longest, double stop) {
  (void)run, (void)longest, (void)stop;
}

/* Where the solver is. */
static void put(IntegratorRun *run, double time) {
  double *real = run->inst->values.real;
  n_stored++;
  real[TIME] = time;
  real[X] = 3;
  real[Z] = 1e6;
  run->inst->stale |= STALE_VALUES;
}

static void count_nothing(IntegratorRun *run, SolverWork *work) {
  (void)run, (void)work;
}

static const SolverCalls calls = {.start = begin,
                                  .limit = set_limits,
                                  .store = put,
                                  .counters = count_nothing};
static const StepWatcher nobody[] = {{.name = NULL}};

/* A second failure at time 1, with short_step = last_step / RESCUE_PARTS. */
static bool rescue(Instance *inst, IntegratorRun *run, double last_step) {
  static double slope[2], from[2], to[2];
  *run = (IntegratorRun){.inst = inst,
                         .solver = &calls,
                         .watcher = nobody,
                         .now = 1,
                         .n_rescued = 1,
                         .last_step = last_step,
                         .communication_step = 1e-9};
  run->short_way.slope[0] = slope;
  run->short_way.begin = from;
  run->short_way.point = to;
  run->one_step.multistep = &calls;
  inst->implicit = (struct ImplicitForm *)(void *)run; /* there is one */
  n_tried = n_stored = 0;
  bool good = step_undo_rescue(run);
  inst->implicit = NULL;
  return good;
}

/* The first is the longest one by 4^-11; x decides: |x| + nominal = 8, and it
 * may change by a part of 0.1 * 1e-6 of that, at a slope of 4. */
static void test_strides_grow_to_the_longest(void **unused) {
  (void)unused;
  HandLog log;
  IntegratorRun run;
  Instance *inst = hand_running(&strider, fmi2CoSimulation, &log, 1e-7, 9);
  jump = 1e9;
  assert_true(rescue(inst, &run, 1));
  double longest = RESCUE_STRIDE * RESCUE_TOLERANCE * 8 / 4;
  /* the point, then each stride and back, then once more for the start */
  assert_true(tried[0] == 1);
  int n = 0;
  double before = 0;
  for (int k = 1; k < n_tried; k++) {
    if (tried[k] == 1)
      continue;
    double length = tried[k] - 1, part = ldexp(longest, -2 * (11 - n));
    assert_true(fabs(length - part) <= 2.3e-16);
    assert_true(length > before);
    before = length;
    n++;
  }
  assert_int_equal(n, RESCUE_STRIDES);
  assert_int_equal(n_stored, 1 + RESCUE_STRIDES + 1);
  assert_true(inst->values.real[TIME] == 1 && inst->values.real[X] == 3);
  instance_free(inst);
}

/* Where the step before was short the stride is no longer. */
static void test_a_short_step_bounds_strides(void **unused) {
  (void)unused;
  HandLog log;
  IntegratorRun run;
  Instance *inst = hand_running(&strider, fmi2CoSimulation, &log, 1e-7, 9);
  jump = 1e9;
  assert_true(rescue(inst, &run, 3e-6));
  double last = 0;
  for (int k = 0; k < n_tried; k++)
    last = fmax(last, tried[k] - 1);
  assert_true(fabs(last - 3e-6 / RESCUE_PARTS) < 1e-15);
  instance_free(inst);
}

/* A coarse tolerance allows longer ones. */
static void test_the_tolerance_counts_above_its_least(void **unused) {
  (void)unused;
  HandLog log;
  IntegratorRun run;
  Instance *inst = hand_running(&strider, fmi2CoSimulation, &log, 1e-6, 9);
  inst->tolerance = 1e-4;
  jump = 1e9;
  assert_true(rescue(inst, &run, 1e3));
  double last = 0;
  for (int k = 0; k < n_tried; k++)
    last = fmax(last, tried[k] - 1);
  assert_true(fabs(last - RESCUE_STRIDE * 1e-4 * 8 / 4) < 1e-15);
  instance_free(inst);
}

/* The first stride behind the jump is taken: states have moved by it. */
static void test_a_jump_ends_them(void **unused) {
  (void)unused;
  HandLog log;
  IntegratorRun run;
  Instance *inst = hand_running(&strider, fmi2CoSimulation, &log, 1e-7, 9);
  fmi2SetDebugLogging(inst, fmi2True, 0, NULL);
  double longest = RESCUE_STRIDE * RESCUE_TOLERANCE * 8 / 4;
  jump = 1 + longest / 10; /* beyond the stride of a 16th, before a quarter */
  assert_true(rescue(inst, &run, 1));
  double length = inst->values.real[TIME] - 1;
  assert_true(fabs(length - longest / 4) <= 2.3e-16);
  assert_true(fabs(inst->values.real[X] - (3 - 4 * length)) < 1e-15);
  assert_true(inst->values.real[Y] == -9000);
  assert_int_equal(n_stored, 1 + RESCUE_STRIDES - 2);
  assert_non_null(strstr(log.last, "has ceased to exist"));
  instance_free(inst);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strides_grow_to_the_longest),
      cmocka_unit_test(test_a_short_step_bounds_strides),
      cmocka_unit_test(test_the_tolerance_counts_above_its_least),
      cmocka_unit_test(test_a_jump_ends_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
