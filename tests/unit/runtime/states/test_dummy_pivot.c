/* The choice of states inside selection sets, on hand-made sets. */
#include "test.h"

#include "core/thresholds.h"
#include "evaluate/evaluate.h"
#include "hand_selection.h"
#include "states/dummy_pivot.h"

static const double pi = 3.14159265358979323846;

/* An instance of hand_swing at this angle, initialized. */
static Instance *swing_at(double angle, double omega, HandLog *log)
{
  const fmi2ValueReference reference[] = {SWING_ANGLE, SWING_OMEGA};
  const double value[] = {angle, omega};
  Instance *inst = hand_instance(&hand_swing, fmi2ModelExchange, log);
  assert_int_equal(fmi2SetReal(inst, reference, 2, value), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  return inst;
}

/* Sets the states as an integrator would. */
static void set_swing(Instance *inst, double angle, double omega)
{
  double x[2];
  const double all[] = {[SWING_X] = sin(angle),
                        [SWING_Y] = -cos(angle),
                        [SWING_VX] = cos(angle) * omega,
                        [SWING_VY] = sin(angle) * omega};
  for (int k = 0; k < 2; k++) {
    x[k] = all[inst->state[k]];
  }
  evaluate_set_states(inst, x);
}

/* Brings the pendulum to another angle in small steps, each of them kept. */
static void turn(Instance *inst, double from, double to, double omega)
{
  const double *w = inst->values.real;
  for (int k = 1; k <= 50; k++) {
    double angle = from + (to - from) * k / 50;
    set_swing(inst, angle, omega);
    assert_true(evaluate_model(inst));
    assert_true(fabs(w[SWING_X] - sin(angle)) < 1e-12);
    assert_true(fabs(w[SWING_Y] + cos(angle)) < 1e-12);
    dummy_pivot_keep(inst);
  }
}

/* --- one row, two levels ------------------------------------------------- */

/* The larger coordinate is chosen, at both levels; the other is the state. */
static void test_first_choice(void **state)
{
  (void)state;
  for (int k = 0; k < 24; k++) {
    double angle = (k + 0.5) * pi / 12;
    bool x_is_state = fabs(sin(angle)) < fabs(cos(angle));
    HandLog log;
    Instance *inst = swing_at(angle, 0, &log);
    assert_int_equal(inst->state[0], x_is_state ? SWING_VX : SWING_VY);
    assert_int_equal(inst->derivative[0], x_is_state ? SWING_AX : SWING_AY);
    assert_int_equal(inst->state[1], x_is_state ? SWING_X : SWING_Y);
    assert_int_equal(inst->derivative[1], x_is_state ? SWING_VX : SWING_VY);
    assert_true(dummy_pivot_measure(inst) <= 1 + 1e-12);
    assert_int_equal(inst->statistics.pivots, 0);
    instance_free(inst);
  }
}

/* S is the ratio of the coordinates. */
static void test_measure_of_a_pendulum(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing_at(0, 0, &log); /* x is the state, y chosen */
  for (double angle = 0.1; angle < 1.5; angle += 0.1) {
    turn(inst, angle - 0.1, angle, 0);
    double size = dummy_pivot_measure(inst);
    assert_true(fabs(size - tan(angle)) < 1e-9 * (1 + size));
  }
  inst->values.real[SWING_Y] = 0; /* the chosen matrix vanishes */
  assert_true(dummy_pivot_measure(inst) == HUGE_VAL);
  instance_free(inst);
}

/* hand_swing in which y is not wanted as a state: it is solved for until S is
 * 30 instead of 3. */
static void test_unwanted_candidate(void **state)
{
  (void)state;
  static const double weight[] = {1, 10};
  Block level[2] = {*hand_swing.set[0].level[0], *hand_swing.set[0].level[1]};
  const Block *const levels[] = {&level[0], &level[1]};
  SelectionSet set = hand_swing.set[0];
  Model model = hand_swing;
  HandLog log;
  level[0].weight = level[1].weight = weight;
  set.level = levels;
  model.set = &set;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  const fmi2ValueReference reference = SWING_ANGLE;
  const double angle = 1.1; /* without the wish x would be chosen */
  assert_int_equal(fmi2SetReal(inst, &reference, 1, &angle), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(inst->state[0], SWING_VX);
  turn(inst, 1.1, 1.5, 0); /* S = 14 */
  assert_true(fabs(dummy_pivot_measure(inst) - tan(1.5) / 10) < 1e-9);
  assert_true(dummy_pivot_exchange(inst));
  assert_int_equal(inst->statistics.pivots, 0);
  turn(inst, 1.5, 1.54, 0); /* S = 32 */
  assert_true(dummy_pivot_exchange(inst));
  assert_int_equal(inst->statistics.pivots, 1);
  assert_int_equal(inst->state[0], SWING_VY);
  instance_free(inst);
}

/* An exchange changes meanings, never values. */
static void test_exchange_keeps_values(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing_at(0.5, 1, &log);
  turn(inst, 0.5, 1.3, 1);
  double before[SWING_N_REAL];
  memcpy(before, inst->values.real, sizeof before);
  assert_true(dummy_pivot_measure(inst) > PIVOT_EXCHANGE);
  assert_true(dummy_pivot_exchange(inst));
  assert_int_equal(inst->statistics.pivots, 1);
  assert_true(dummy_pivot_measure(inst) < 1);
  assert_int_equal(inst->state[0], SWING_VY);
  assert_int_equal(inst->state[1], SWING_Y);
  assert_memory_equal(before, inst->values.real,
                      SWING_STATE_1 * sizeof before[0]);
  /* the importer's variables follow */
  const double *w = inst->values.real;
  assert_true(w[SWING_STATE_1] == w[SWING_VY] && w[SWING_DER_1] == w[SWING_AY]);
  assert_true(w[SWING_STATE_2] == w[SWING_Y] && w[SWING_DER_2] == w[SWING_VY]);
  /* and a new evaluation from the new states agrees */
  inst->stale |= STALE_VALUES;
  assert_true(evaluate_model(inst));
  for (int k = 1; k < SWING_STATE_1; k++) {
    assert_true(fabs(w[k] - before[k]) < 1e-12);
  }
  instance_free(inst);
}

/* Below the threshold nothing is exchanged. */
static void test_exchange_is_not_hasty(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing_at(0.5, 0, &log);
  turn(inst, 0.5, 1.2, 0); /* S = 2.57 */
  assert_true(dummy_pivot_exchange(inst));
  assert_int_equal(inst->statistics.pivots, 0);
  assert_int_equal(inst->state[1], SWING_X);
  instance_free(inst);
}

static void test_keep_and_restore(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing_at(0.5, 1, &log);
  double before[SWING_N_REAL];
  evaluate_set_time(inst, 0.25);
  turn(inst, 0.5, 0.6, 1);
  memcpy(before, inst->values.real, sizeof before);
  evaluate_set_time(inst, 0.5);
  set_swing(inst, 0.7, 1);
  assert_true(evaluate_model(inst));
  evaluate_set_time(inst, 0.75); /* values are stale now */
  dummy_pivot_restore(inst);
  assert_true(instance_time(inst) == 0.25);
  assert_memory_equal(before, inst->values.real, sizeof before);
  assert_false(inst->stale & STALE_VALUES);
  instance_free(inst);
}

/* --- Newton's method and branches ---------------------------------------- */

/* The same states give the same dependents, whatever was evaluated before. */
static void test_evaluation_forgets_trial_points(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing_at(0.5, 1, &log);
  const double angle[] = {0.6, 0.8, 0.2, 0.6};
  double y[4];
  evaluate_set_time(inst, 0.1);
  for (int k = 0; k < 4; k++) {
    set_swing(inst, angle[k], 1);
    assert_true(evaluate_model(inst));
    y[k] = inst->values.real[SWING_Y];
  }
  assert_true(y[0] == y[3] && y[0] != y[1]);
  instance_free(inst);
}

/* From a point in the lower half no evaluation comes back from the upper one:
 * it finds the lower solution or refuses. */
static void test_newton_stays_on_its_branch(void **state)
{
  (void)state;
  int n_refused = 0;
  for (int k = 1; k < 40; k++) {
    double angle = k * pi / 2 / 40;
    HandLog log;
    Instance *inst = swing_at(0.1, 0, &log);
    turn(inst, 0.1, 1.35, 0); /* y = -0.22 */
    const double x[] = {0, sin(angle)};
    evaluate_set_states(inst, x);
    inst->values.real[SWING_Y] = 0.9; /* a stray value is not a guess */
    if (evaluate_model(inst)) {
      assert_true(fabs(inst->values.real[SWING_Y] + cos(angle)) < 1e-12);
    } else {
      n_refused++;
      assert_non_null(strstr(inst->reason, "near the last accepted point"));
      assert_non_null(strstr(inst->reason, "swing.mo:7: x^2 + y^2 = 1"));
    }
    instance_free(inst);
  }
  /* far away (y from -0.22 to -1) the iteration does not contract */
  assert_in_range(n_refused, 20, 37);
}

/* No solution at all: x beyond the rod. */
static void test_no_solution(void **state)
{
  (void)state;
  const double x[] = {0, 1.01};
  HandLog log;
  Instance *inst = swing_at(0.5, 0, &log);
  evaluate_set_states(inst, x);
  assert_false(evaluate_model(inst));
  assert_non_null(strstr(inst->reason, "swing.mo:7: x^2 + y^2 = 1"));
  assert_non_null(strstr(inst->reason, "y = "));
  assert_int_equal(block_work_of(inst)->column == block_work_of(inst)->identity,
                   1);
  instance_free(inst);
}

/* The guess follows the motion: position, velocity, acceleration. */
static void test_extrapolation(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing_at(0, 1, &log); /* x is the state */
  double h = 1e-3;
  evaluate_set_time(inst, h);
  /* the true motion to third order: phi = h - h^3/6 */
  double phi = h - h * h * h / 6;
  set_swing(inst, phi, 1 - h * h / 2);
  assert_true(evaluate_model(inst));
  assert_true(fabs(inst->values.real[SWING_Y] + cos(phi)) < 1e-15);
  instance_free(inst);
}

/* --- two rows, four columns ---------------------------------------------- */

static const double nominal[] = {1, 10, 0.1, 1};

/* G in nominal units. */
static double scaled(const double *g, int i, int c)
{
  return g[4 * i + c] * nominal[c];
}

static double determinant(const double *g, int a, int b)
{
  return scaled(g, 0, a) * scaled(g, 1, b) - scaled(g, 0, b) * scaled(g, 1, a);
}

/* max |S| with columns a and b chosen, by Cramer's rule. */
static double measure_by_hand(const double *g, int a, int b)
{
  double largest = 0;
  if (determinant(g, a, b) == 0) return HUGE_VAL;
  for (int c = 0; c < 4; c++) {
    if (c == a || c == b) continue;
    largest = fmax(largest, fabs(determinant(g, c, b) / determinant(g, a, b)));
    largest = fmax(largest, fabs(determinant(g, a, c) / determinant(g, a, b)));
  }
  return largest;
}

static double best_determinant(const double *g)
{
  double best = 0;
  for (int a = 0; a < 4; a++) {
    for (int b = a + 1; b < 4; b++) {
      best = fmax(best, fabs(determinant(g, a, b)));
    }
  }
  return best;
}

static void set_matrix(Instance *inst, const double *g)
{
  fmi2ValueReference reference[8];
  for (int k = 0; k < 8; k++) {
    reference[k] = (fmi2ValueReference)(PLANE_G + k);
  }
  assert_int_equal(fmi2SetReal(inst, reference, 8, g), fmi2OK);
}

/* The two columns that are not states, rising. */
static void chosen_columns(const Instance *inst, int *a, int *b)
{
  *a = *b = -1;
  for (int c = 0; c < 4; c++) {
    if (inst->state[0] == PLANE_Z + c || inst->state[1] == PLANE_Z + c) {
      continue;
    }
    *(*a < 0 ? a : b) = c;
  }
  assert_true(*b >= 0);
}

static void random_matrix(double *g, unsigned *seed)
{
  for (int k = 0; k < 8; k++) {
    g[k] = next_number(seed);
    if (next_number(seed) > 0.5) g[k] = 0;
  }
}

static Instance *plane_with(const double *g, HandLog *log)
{
  Instance *inst = hand_instance(&hand_plane, fmi2ModelExchange, log);
  set_matrix(inst, g);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  return inst;
}

/* Every measure is that of Cramer's rule, whatever is chosen and however bad;
 * after an exchange no swap gains more than 5 percent, and the determinant is
 * near the best of all six. */
static void test_measure_and_exchange_by_brute_force(void **state)
{
  (void)state;
  unsigned seed = 1;
  int n_exchanges = 0;
  for (int round = 0; round < 2000; round++) {
    double g[8], other[8];
    random_matrix(g, &seed);
    random_matrix(other, &seed);
    if (best_determinant(g) < 1e-6 || best_determinant(other) < 1e-6) continue;
    HandLog log;
    int a, b;
    Instance *inst = plane_with(g, &log);
    chosen_columns(inst, &a, &b);
    double size = measure_by_hand(g, a, b);
    assert_true(size <= 1.05);
    assert_true(fabs(dummy_pivot_measure(inst) - size) < 1e-9);

    memcpy(inst->values.real + PLANE_G, other, sizeof other);
    size = measure_by_hand(other, a, b);
    double measured = dummy_pivot_measure(inst);
    if (size < 1e10) assert_true(fabs(measured - size) < 1e-6 * (1 + size));
    if (size > 1e18) assert_true(measured > 1e15);
    assert_true(dummy_pivot_exchange(inst));
    if (size <= PIVOT_EXCHANGE) {
      assert_int_equal(inst->statistics.pivots, 0);
    } else {
      n_exchanges++;
      chosen_columns(inst, &a, &b);
      assert_true(measure_by_hand(other, a, b) <= 1.05 + 1e-9);
      /* 2 x 2: with all |S| <= 1 no determinant is above twice the one */
      assert_true(2.3 * fabs(determinant(other, a, b)) >=
                  best_determinant(other));
    }
    instance_free(inst);
  }
  assert_true(n_exchanges > 300);
}

/* What stays a state keeps its place. */
static void test_slots_are_kept(void **state)
{
  (void)state;
  unsigned seed = 7;
  int n_kept = 0;
  for (int round = 0; round < 500; round++) {
    double g[8], other[8];
    random_matrix(g, &seed);
    random_matrix(other, &seed);
    if (best_determinant(g) < 1e-6 || best_determinant(other) < 1e-6) continue;
    HandLog log;
    Instance *inst = plane_with(g, &log);
    int before[] = {inst->state[0], inst->state[1]};
    memcpy(inst->values.real + PLANE_G, other, sizeof other);
    assert_true(dummy_pivot_exchange(inst));
    for (int k = 0; k < 2; k++) {
      int now = inst->state[k], c = now - PLANE_Z;
      assert_int_equal(inst->derivative[k], PLANE_DER_Z + c);
      assert_true(inst->state_nominal[k] == nominal[c]);
      assert_true(now != before[1 - k]); /* nobody changes places */
      n_kept += now == before[k];
    }
    assert_true(inst->state[0] != inst->state[1]);
    instance_free(inst);
  }
  assert_true(n_kept > 100);
}

static void test_dependent_constraints(void **state)
{
  (void)state;
  /* the second row is twice the first one; a zero matrix; not a number */
  const double dependent[] = {1, 2, 3, 4, 2, 4, 6, 8};
  const double zero[8] = {0};
  const double wild[] = {1, 0, 0, 0, NAN, NAN, NAN, NAN};
  const double *const matrix[] = {dependent, zero, wild};
  const double good[] = {1, 0, 0, 0, 0, 1, 0, 0};
  for (int k = 0; k < 3; k++) {
    HandLog log;
    Instance *inst = plane_with(good, &log);
    memcpy(inst->values.real + PLANE_G, matrix[k], sizeof good);
    assert_true(dummy_pivot_measure(inst) == HUGE_VAL);
    assert_false(dummy_pivot_exchange(inst));
    assert_non_null(strstr(inst->reason, "depend on each other"));
    assert_non_null(strstr(inst->reason, "plane.mo:5: first"));
    assert_non_null(strstr(inst->reason, "plane.mo:6: second"));
    inst->reason[0] = '\0';
    assert_false(dummy_pivot_start(inst));
    assert_non_null(strstr(inst->reason, "depend on each other"));
    instance_free(inst);
  }
}

/* Constraints that nearly depend on each other are named where a run does not
 * get on; in a good place there are none. */
static void test_nearly_dependent_constraints(void **state)
{
  (void)state;
  const double good[] = {1, 0, 0, 0, 0, 1, 0, 0};
  const double nearly[] = {1, 2, 3, 4, 2, 4, 6, 8 + 1e-4};
  HandLog log;
  Instance *inst = plane_with(good, &log);
  assert_false(dummy_pivot_note_rank(inst, 1e-3));
  memcpy(inst->values.real + PLANE_G, nearly, sizeof nearly);
  assert_true(dummy_pivot_note_rank(inst, 1e-3));
  assert_non_null(strstr(inst->reason, "almost depend on each other"));
  assert_non_null(strstr(inst->reason, "plane.mo:6: second"));
  instance_free(inst);
}

/* Initialization with dependent constraints is an error with the reason. */
static void test_dependent_constraints_at_the_start(void **state)
{
  (void)state;
  const double g[] = {1, 2, 3, 4, 2, 4, 6, 8};
  HandLog log;
  Instance *inst = hand_instance(&hand_plane, fmi2ModelExchange, &log);
  set_matrix(inst, g);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2Error);
  assert_non_null(strstr(log.last_error, "depend on each other"));
  assert_non_null(strstr(log.last_error, "plane.mo:6: second"));
  instance_free(inst);
}

static void test_note_of_the_measure(void **state)
{
  (void)state;
  const double good[] = {1, 0, 0, 0, 0, 1, 0, 0};
  HandLog log;
  Instance *inst = plane_with(good, &log);
  inst->values.real[PLANE_G + 0] = 1e-3;
  inst->values.real[PLANE_G + 3] = 1;
  dummy_pivot_note_measure(inst);
  assert_non_null(strstr(inst->reason, "(1e+03)"));
  assert_non_null(strstr(inst->reason, "plane.mo:5: first"));
  assert_non_null(strstr(inst->reason, "z1 = 0, z2 = 0"));
  instance_free(inst);
}

/* --- rows of different order --------------------------------------------- */

/* Chosen below is chosen above; what exists and is not chosen is a state of
 * its level, its derivative the same column one level higher. */
static void check_sphere(const Instance *inst)
{
  const unsigned char *flag = selection_of(inst)->set_state[0].is_chosen;
  int n[2] = {0, 0};
  for (int c = 0; c < 4; c++) {
    n[0] += flag[c];
    n[1] += flag[4 + c];
    if (flag[4 + c]) assert_true(flag[c] && c < 3);
  }
  assert_int_equal(n[0], 2);
  assert_int_equal(n[1], 1);
  unsigned seen = 0;
  for (int k = 0; k < 4; k++) {
    int state = inst->state[k];
    bool position = state < SPHERE_V;
    int c = state - (position ? SPHERE_X : SPHERE_V);
    assert_false(flag[position ? 4 + c : c]);
    assert_int_equal(inst->derivative[k],
                     position ? SPHERE_V + c
                              : (c == 3 ? SPHERE_DER_W : SPHERE_A + c));
    seen |= 1u << state;
  }
  int n_seen = 0;
  for (int k = 0; k < SPHERE_N_REAL; k++) {
    n_seen += (seen >> k & 1u) != 0;
  }
  assert_int_equal(n_seen, 4);
}

/* By hand: all pairs at level 1, all of the pair at level 2. */
static double sphere_measure_by_hand(const Instance *inst)
{
  const double *x = inst->values.real + SPHERE_X;
  const double row[2][4] = {{2 * x[0], 2 * x[1], 2 * x[2], 0},
                            {0.2, 0.5, 1, -0.5}};
  const unsigned char *flag = selection_of(inst)->set_state[0].is_chosen;
  int pair[2], n = 0, below = 0;
  for (int c = 0; c < 4; c++) {
    if (flag[c]) pair[n++] = c;
    if (flag[4 + c]) below = c;
  }
  int a = pair[0], b = pair[1];
  double det = row[0][a] * row[1][b] - row[0][b] * row[1][a], largest = 0;
  for (int c = 0; c < 4; c++) {
    if (flag[c]) continue;
    double first = (row[0][c] * row[1][b] - row[0][b] * row[1][c]) / det;
    double second = (row[0][a] * row[1][c] - row[0][c] * row[1][a]) / det;
    largest = fmax(largest, fmax(fabs(first), fabs(second)));
  }
  int other = below == a ? b : a;
  double level_2 = other < 3 ? fabs(row[0][other] / row[0][below]) : 0;
  return fmax(largest, level_2);
}

static void test_levels_of_different_size(void **state)
{
  (void)state;
  unsigned seed = 3;
  int n_pivots = 0, n_with_wheel = 0;
  HandLog log;
  Instance *inst = hand_running(&hand_sphere, fmi2ModelExchange, &log, 1e-6, 1);
  check_sphere(inst);
  for (int round = 0; round < 3000; round++) {
    double *x = inst->values.real + SPHERE_X, length = 0;
    for (int c = 0; c < 3; c++) {
      x[c] = next_number(&seed);
      length = hypot(length, x[c]);
    }
    for (int c = 0; c < 3; c++) {
      x[c] /= length;
    }
    double size = sphere_measure_by_hand(inst);
    double measured = dummy_pivot_measure(inst);
    assert_true(fabs(measured - size) < 1e-6 * (1 + size * size));
    assert_true(dummy_pivot_exchange(inst));
    check_sphere(inst);
    if (size <= PIVOT_EXCHANGE) continue;
    n_pivots++;
    n_with_wheel += selection_of(inst)->set_state[0].is_chosen[3];
    assert_true(sphere_measure_by_hand(inst) <= 1.05 + 1e-9);
  }
  assert_int_equal(inst->statistics.pivots, n_pivots);
  assert_true(n_pivots > 500);
  assert_true(n_with_wheel > 0);
  instance_free(inst);
}

/* --- several instances, reset -------------------------------------------- */

static void test_reset_forgets_the_choice(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing_at(1.4, 0, &log);
  assert_int_equal(inst->state[1], SWING_Y);
  assert_true(*selection_of(inst)->has_kept);
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(inst->state[1], SWING_X);
  assert_false(*selection_of(inst)->has_kept);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(inst->state[1], SWING_Y); /* at 1 rad */
  instance_free(inst);
}

static void test_choice_is_logged(void **state)
{
  (void)state;
  const fmi2String category[] = {"logDynamicStateSelection"};
  HandLog log;
  Instance *inst = hand_instance(&hand_swing, fmi2ModelExchange, &log);
  fmi2SetDebugLogging(inst, fmi2True, 1, category);
  fmi2EnterInitializationMode(inst);
  fmi2ExitInitializationMode(inst);
  assert_int_equal(log.n, 1);
  assert_string_equal(log.category, category[0]);
  assert_string_equal(log.last, "at time 0 the states of set 1 are: y vy");
  instance_free(inst);
}

/* A model without sets pays nothing and keeps nothing. */
static void test_without_sets(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2ModelExchange, &log, 1e-6, 1);
  assert_true(dummy_pivot_measure(inst) == 0);
  assert_true(dummy_pivot_start(inst));
  assert_true(dummy_pivot_exchange(inst));
  assert_false(*selection_of(inst)->has_kept);
  assert_null(selection_of(inst)->kept_real);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_first_choice),
      cmocka_unit_test(test_measure_of_a_pendulum),
      cmocka_unit_test(test_unwanted_candidate),
      cmocka_unit_test(test_exchange_keeps_values),
      cmocka_unit_test(test_exchange_is_not_hasty),
      cmocka_unit_test(test_keep_and_restore),
      cmocka_unit_test(test_evaluation_forgets_trial_points),
      cmocka_unit_test(test_newton_stays_on_its_branch),
      cmocka_unit_test(test_no_solution),
      cmocka_unit_test(test_extrapolation),
      cmocka_unit_test(test_measure_and_exchange_by_brute_force),
      cmocka_unit_test(test_slots_are_kept),
      cmocka_unit_test(test_dependent_constraints),
      cmocka_unit_test(test_nearly_dependent_constraints),
      cmocka_unit_test(test_dependent_constraints_at_the_start),
      cmocka_unit_test(test_note_of_the_measure),
      cmocka_unit_test(test_levels_of_different_size),
      cmocka_unit_test(test_reset_forgets_the_choice),
      cmocka_unit_test(test_choice_is_logged),
      cmocka_unit_test(test_without_sets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
