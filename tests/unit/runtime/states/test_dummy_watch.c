/* max |S| of a large set: trusted for some steps, unless S moves. */
#include "test.h"

#include "core/thresholds.h"
#include "evaluate/evaluate.h"
#include "hand_selection.h"
#include "states/dummy_pivot.h"
#include "states/dummy_watch.h"

/* Row k: cos(angle) z[k] + sin(angle) z[ROWS + k] = 0. The angle is an input
 * and nothing moves by itself; S is tan(angle) times the unit matrix. */
enum {
  ROWS = WATCH_LARGE + 3,
  COLUMNS = 2 * ROWS,
  TIME = 0,
  ANGLE,
  Z,
  DER_Z = Z + COLUMNS,
  STATE = DER_Z + COLUMNS,
  DER_STATE = STATE + ROWS,
  N_REAL = DER_STATE + ROWS
};

static void residual(ModelValues *v, double *r)
{
  const double *z = v->real + Z;
  double c = cos(v->real[ANGLE]), s = sin(v->real[ANGLE]);
  for (int k = 0; k < ROWS; k++) r[k] = c * z[k] + s * z[ROWS + k];
}

static void jacobian(ModelValues *v, double *entry)
{
  for (int k = 0; k < ROWS; k++) {
    entry[k] = cos(v->real[ANGLE]);
    entry[ROWS + k] = sin(v->real[ANGLE]);
  }
}

static int unknown[COLUMNS], top[COLUMNS], start_of[COLUMNS + 1];
static int row_of[COLUMNS], states[ROWS], derivatives[ROWS];
static int shown[ROWS], shown_derivative[ROWS];
static double nominal[COLUMNS], start[N_REAL];
static unsigned char kind[N_REAL];
static const char *name[COLUMNS];
static const Block block = {.n = ROWS,
                            .set = 1,
                            .level = 1,
                            .n_columns = COLUMNS,
                            .linear = 1,
                            .unknown = unknown,
                            .nominal = nominal,
                            .n_nonzeros = COLUMNS,
                            .column_start = start_of,
                            .row = row_of,
                            .residual = residual,
                            .jacobian = jacobian,
                            .equation = name,
                            .name = name};
static const Block *const level[] = {&block};
static const SelectionSet set = {.n_columns = COLUMNS,
                                 .n_levels = 1,
                                 .level = level,
                                 .top = top,
                                 .n_states = ROWS};

static int evaluate(ModelValues *v)
{
  return block_solve(v, &block);
}

static const Model model = {.contract = FOUCAULT_MODEL_CONTRACT,
                            .name = "RotationKind",
                            .guid = HAND_GUID,
                            .n_real = N_REAL,
                            .real_kind = kind,
                            .real_start = start,
                            .n_states = ROWS,
                            .state = states,
                            .derivative = derivatives,
                            .state_nominal = nominal,
                            .shown_state = shown,
                            .shown_derivative = shown_derivative,
                            .n_sets = 1,
                            .set = &set,
                            .tolerance = 1e-6,
                            .parameters = hand_nothing,
                            .starts = hand_no_starts,
                            .initialize = hand_nothing,
                            .evaluate = evaluate,
                            .largest_block = COLUMNS,
                            .largest_block_nonzeros = COLUMNS};

static void fill_tables(void)
{
  for (int k = 0; k < N_REAL; k++) kind[k] = VARIABLE_CALCULATED;
  kind[TIME] = VARIABLE_TIME;
  kind[ANGLE] = VARIABLE_INPUT;
  for (int c = 0; c < COLUMNS; c++) {
    unknown[c] = Z + c;
    top[c] = DER_Z + c;
    row_of[c] = c % ROWS;
    start_of[c + 1] = c + 1;
    nominal[c] = 1;
    name[c] = "z";
  }
  for (int k = 0; k < ROWS; k++) {
    states[k] = Z + ROWS + k;
    derivatives[k] = DER_Z + ROWS + k;
    shown[k] = STATE + k;
    shown_derivative[k] = DER_STATE + k;
  }
}

static double measure_at(Instance *inst, double angle)
{
  inst->values.real[ANGLE] = angle;
  inst->stale |= STALE_VALUES;
  assert_true(evaluate_model(inst));
  return dummy_watch_measure(inst);
}

static void expect(double size, double expected)
{
  assert_true(fabs(size - expected) < 1e-12);
}

static void test_trusted_for_ten_steps(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 1);
  expect(measure_at(inst, 0.1), tan(0.1));
  for (int k = 0; k < 10; k++) {
    expect(measure_at(inst, 0.2), tan(0.1)); /* less than a half away */
  }
  expect(measure_at(inst, 0.2), tan(0.2));
  instance_free(inst);
}

static void test_not_where_a_row_moves(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 1);
  expect(measure_at(inst, 0.1), tan(0.1));
  expect(measure_at(inst, 0.7), tan(0.7));
  expect(measure_at(inst, 0.7), tan(0.7));
  expect(measure_at(inst, 1.5), tan(1.5));
  expect(measure_at(inst, 1.6), fabs(tan(1.6)));
  assert_int_equal(selection_of(inst)->set_state[0].sign[0],
                   -1); /* 35 negative pivots */
  instance_free(inst);
}

static void test_not_of_another_choice(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 1);
  expect(measure_at(inst, 1.3), tan(1.3));
  assert_true(dummy_pivot_exchange(inst));
  assert_int_equal(inst->state[0], Z);
  expect(measure_at(inst, 1.3), 1 / tan(1.3));
  instance_free(inst);
}

/* The long way is gone where the factors do not show it. */
static void test_rank(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 1);
  measure_at(inst, 0.1);
  assert_false(dummy_pivot_note_rank(inst, 1e-6));
  assert_true(dummy_pivot_note_rank(inst, 1)); /* all pivots are equal */
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trusted_for_ten_steps),
      cmocka_unit_test(test_not_where_a_row_moves),
      cmocka_unit_test(test_not_of_another_choice),
      cmocka_unit_test(test_rank),
  };
  fill_tables();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
