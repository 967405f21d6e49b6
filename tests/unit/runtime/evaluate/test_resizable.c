/* Arrays that are resized: where elements stay, what a reset and a saved state
 * bring back, sizes that are refused. */
#include "test.h"

#include "evaluate/resizable.h"
#include "fmi3/fmi3_layer.h"
#include "fmi/mechanisms.h"
#include "fmi/saved_state.h"
#include "fmi/sizes.h"
#include "hand_model.h"
#include <limits.h>
#include <math.h>

enum { N_INTEGERS = 2, VERSIONS = SWITCH_N_REAL };

/* a[n, 2], then b[m] */
static const int a_size[] = {-1, 2}, b_size[] = {-2};
static const double a_start[] = {1, 2, 3, 4}, b_start[] = {5, 6, 7};
static const ModelSize sizes[] = {{0, 1, 100}, {1, 0, INT_MAX}};
static const ModelResizable arrays[] = {
    {SWITCH_N_REAL, REFERENCE_REAL, 2, a_size, a_start},
    {SWITCH_N_REAL + 1, REFERENCE_REAL, 1, b_size, b_start}};
static const int starts[N_INTEGERS] = {2, 3};
static const unsigned char kinds[N_INTEGERS] = {VARIABLE_TUNABLE,
                                                VARIABLE_PARAMETER};
static double real_start[SWITCH_N_REAL + 2];
static unsigned char real_kind[SWITCH_N_REAL + 2];

static Instance *with_sizes(Model *model, HandLog *log)
{
  *model = hand_switch;
  memcpy(real_start, model->real_start, SWITCH_N_REAL * sizeof real_start[0]);
  memcpy(real_kind, model->real_kind, SWITCH_N_REAL);
  real_kind[VERSIONS] = real_kind[VERSIONS + 1] = VARIABLE_TUNABLE;
  model->real_start = real_start;
  model->real_kind = real_kind;
  model->n_real += 2;
  model->n_integer = N_INTEGERS;
  model->integer_start = starts;
  model->integer_kind = kinds;
  model->n_sizes = model->n_resizables = 2;
  model->size = sizes;
  model->resizable = arrays;
  memset(log, 0, sizeof *log);
  Logger logger = fmi2_logger(hand_log, log, "hand");
  return instance_create(model, CO_SIMULATION, &logger, &integrator_cvode,
                         &runtime_mechanisms, fmi3_calls);
}

static Status set(Instance *inst, unsigned size, int value)
{
  return sizes_set(inst, CALL_SET_SIZE, &size, 1, &value);
}

static void expect(Instance *inst, int k, const double *expected, size_t n)
{
  double found[16];
  assert_int_equal(resizable_count(inst, k), n);
  sizes_get_elements(inst, k, found);
  for (size_t i = 0; i < n; i++) assert_true(found[i] == expected[i]);
}

static void test_resized(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = with_sizes(&model, &log);
  expect(inst, 0, a_start, 4);
  expect(inst, 1, b_start, 3);
  assert_int_equal(sizes_enter(inst), STATUS_OK);
  assert_int_equal(set(inst, 0, 3), STATUS_OK);
  expect(inst, 0, (const double[]){1, 2, 3, 4, 0, 0}, 6);
  expect(inst, 1, b_start, 3);
  assert_int_equal(set(inst, 1, 0), STATUS_OK);
  expect(inst, 1, NULL, 0);
  assert_int_equal(set(inst, 0, 1), STATUS_OK);
  expect(inst, 0, a_start, 2);
  assert_int_equal(sizes_exit(inst), STATUS_OK);
  assert_int_equal(inst->mode, MODE_INSTANTIATED);
  instance_reset(inst);
  expect(inst, 0, a_start, 4);
  expect(inst, 1, b_start, 3);
  instance_free(inst);
}

static void test_functions_read(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = with_sizes(&model, &log);
  const ModelValues *v = &inst->values;
  double a = arrays_kept(v, 0, 4), b = arrays_kept(v, 1, 3);
  size_t mark = arrays_mark(v);
  double made = arrays_make(v, 5000); /* all move */
  arrays_at(v, made)[0] = 9;
  assert_true(arrays_at(v, a)[3] == 4 && arrays_at(v, b)[2] == 7);
  arrays_release(v, mark);
  assert_true(arrays_at(v, b)[0] == 5);
  instance_free(inst);
}

static void test_versions(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = with_sizes(&model, &log);
  const double *version = &inst->values.real[VERSIONS];
  const double other[] = {8, 8, 8, 8};
  assert_int_equal(sizes_set_elements(inst, 0, a_start), STATUS_OK);
  assert_true(*version == 0); /* nothing has changed */
  assert_int_equal(sizes_set_elements(inst, 0, other), STATUS_OK);
  double first = *version;
  assert_true(first > 0);
  void *saved = NULL;
  assert_int_equal(saved_state_get(inst, &saved), STATUS_OK);
  assert_int_equal(sizes_set_elements(inst, 0, a_start), STATUS_OK);
  double second = *version;
  assert_int_equal(saved_state_set(inst, saved), STATUS_OK);
  assert_true(*version == first);
  expect(inst, 0, other, 4);
  const double third[] = {7, 7, 7, 7};
  assert_int_equal(sizes_set_elements(inst, 0, third), STATUS_OK);
  assert_true(*version > second); /* not that of other elements */
  assert_int_equal(saved_state_free(inst, &saved), STATUS_OK);
  instance_free(inst);
}

static void test_saved_sizes(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = with_sizes(&model, &log);
  assert_int_equal(sizes_enter(inst), STATUS_OK);
  assert_int_equal(set(inst, 0, 3), STATUS_OK);
  assert_int_equal(sizes_exit(inst), STATUS_OK);
  void *saved = NULL;
  size_t size;
  assert_int_equal(saved_state_get(inst, &saved), STATUS_OK);
  assert_int_equal(saved_state_size(inst, saved, &size), STATUS_OK);
  char *bytes = malloc(size);
  assert_int_equal(saved_state_serialize(inst, saved, bytes, size), STATUS_OK);
  instance_reset(inst);
  assert_int_equal(saved_state_set(inst, saved), STATUS_OK);
  expect(inst, 0, (const double[]){1, 2, 3, 4, 0, 0}, 6);
  Model second_model;
  HandLog second_log;
  Instance *second = with_sizes(&second_model, &second_log);
  void *made = NULL;
  second->given = inst->given; /* the same FMU */
  assert_int_equal(saved_state_deserialize(second, bytes, size, &made),
                   STATUS_OK);
  assert_int_equal(saved_state_set(second, made), STATUS_OK);
  expect(second, 0, (const double[]){1, 2, 3, 4, 0, 0}, 6);
  expect(second, 1, b_start, 3);
  assert_int_equal(saved_state_free(second, &made), STATUS_OK);
  assert_int_equal(saved_state_free(inst, &saved), STATUS_OK);
  free(bytes);
  instance_free(second);
  instance_free(inst);
}

/* What an instance takes that gets the bytes of one with this element. */
static Status take_state_with(Instance *inst, double element)
{
  void *saved = NULL, *made = NULL;
  size_t size;
  resizable_elements(inst, 1)[0] = element;
  assert_int_equal(saved_state_get(inst, &saved), STATUS_OK);
  assert_int_equal(saved_state_size(inst, saved, &size), STATUS_OK);
  char *bytes = malloc(size);
  assert_int_equal(saved_state_serialize(inst, saved, bytes, size), STATUS_OK);
  Status status = saved_state_deserialize(inst, bytes, size, &made);
  assert_int_equal(saved_state_free(inst, &saved), STATUS_OK);
  if (made) assert_int_equal(saved_state_free(inst, &made), STATUS_OK);
  free(bytes);
  return status;
}

/* Elements that no Integer and no Boolean has are not taken. */
static void test_forged_elements(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = with_sizes(&model, &log);
  ModelResizable typed[] = {arrays[0], arrays[1]};
  model.resizable = typed;
  const double wrong[] = {0.5, 1e300, -1e10, NAN};
  for (int k = 0; k < 4; k++) {
    typed[1].kind = REFERENCE_REAL;
    assert_int_equal(take_state_with(inst, wrong[k]), STATUS_OK);
    typed[1].kind = REFERENCE_INTEGER;
    assert_int_equal(take_state_with(inst, wrong[k]), STATUS_ERROR);
  }
  assert_int_equal(take_state_with(inst, -4), STATUS_OK);
  resizable_elements(inst, 1)[1] = resizable_elements(inst, 1)[2] = 1;
  typed[1].kind = REFERENCE_BOOLEAN;
  assert_int_equal(take_state_with(inst, 1), STATUS_OK);
  assert_int_equal(take_state_with(inst, 2), STATUS_ERROR);
  instance_free(inst);
}

/* Where sizes are set before the start nothing has been sampled yet. */
static void test_saved_in_configuration(void **state)
{
  (void)state;
  static const int ticks[] = {0};
  Model model;
  HandLog log;
  instance_free(with_sizes(&model, &log)); /* the model */
  model.n_samples = 1;
  model.sample = ticks;
  Logger logger = fmi2_logger(hand_log, &log, "hand");
  Instance *inst =
      instance_create(&model, CO_SIMULATION, &logger, &integrator_cvode,
                      &runtime_mechanisms, fmi3_calls);
  assert_int_equal(sizes_enter(inst), STATUS_OK);
  assert_int_equal(inst->mode, MODE_CONFIGURATION);
  void *saved = NULL, *made = NULL;
  size_t size;
  assert_int_equal(saved_state_get(inst, &saved), STATUS_OK);
  assert_int_equal(saved_state_size(inst, saved, &size), STATUS_OK);
  char *bytes = malloc(size);
  assert_int_equal(saved_state_serialize(inst, saved, bytes, size), STATUS_OK);
  assert_int_equal(saved_state_deserialize(inst, bytes, size, &made),
                   STATUS_OK);
  assert_int_equal(saved_state_free(inst, &made), STATUS_OK);
  assert_int_equal(saved_state_free(inst, &saved), STATUS_OK);
  free(bytes);
  instance_free(inst);
}

static void test_refused(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = with_sizes(&model, &log);
  assert_int_equal(sizes_exit(inst), STATUS_ERROR);
  assert_int_equal(set(inst, 0, 3), STATUS_ERROR); /* not in that mode */
  assert_int_equal(sizes_enter(inst), STATUS_OK);
  assert_int_equal(sizes_enter(inst), STATUS_ERROR);
  const int wrong[][2] = {{0, 0}, {0, 101}, {0, -1}, {1, ARRAY_POOL_MOST}};
  for (int k = 0; k < 4; k++)
    assert_int_equal(set(inst, (unsigned)wrong[k][0], wrong[k][1]),
                     STATUS_ERROR);
  assert_int_equal(log.n_errors, 7);
  expect(inst, 0, a_start, 4);
  expect(inst, 1, b_start, 3);
  assert_int_equal(inst->mode, MODE_CONFIGURATION);
  instance_free(inst);
}

/* While the model runs only a size that is tunable can be set. */
static void test_tuned(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = with_sizes(&model, &log);
  inst->mode = MODE_STEP_COMPLETE;
  assert_int_equal(sizes_enter(inst), STATUS_OK);
  assert_int_equal(inst->mode, MODE_RECONFIGURATION);
  assert_int_equal(set(inst, 1, 2), STATUS_ERROR);
  assert_int_equal(sizes_exit(inst), STATUS_OK);
  assert_int_equal(inst->mode, MODE_STEP_COMPLETE);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_resized),
      cmocka_unit_test(test_functions_read),
      cmocka_unit_test(test_versions),
      cmocka_unit_test(test_saved_sizes),
      cmocka_unit_test(test_forged_elements),
      cmocka_unit_test(test_saved_in_configuration),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_tuned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
