/* test_implicit_form.c: a model as F(t, y, y') = 0: layout, residuals, columns
 * of the Jacobian against differences. */
#include "test.h"

#include "evaluate/evaluate.h"
#include "fmi/mechanisms.h"
#include "hand_selection.h"
#include "integrators/implicit_form.h"
#include "integrators/integrators.h"
#include "states/dummy_pivot.h"

enum { MOST = 16 };

typedef struct Bench {
  HandLog log;
  Instance *inst;
  ImplicitForm *form;
  double y[MOST], slope[MOST], residual[MOST], is_state[MOST];
} Bench;

/* The instance at the end of initialization, by IDA, which makes the form. */
static void begin(Bench *b, const Model *model)
{
  memset(b, 0, sizeof *b);
  Logger logger = fmi2_logger(hand_log, &b->log, "hand");
  Instance *inst =
      instance_create(model, CO_SIMULATION, &logger, &integrator_ida,
                      &runtime_mechanisms, fmi2_calls);
  assert_non_null(inst);
  assert_int_equal(fmi2SetupExperiment(inst, 1, 1e-8, 0, 1, 10), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(integrator_ida.restart(inst->integrator, 1), 0);
  b->inst = inst;
  b->form = inst->implicit;
  assert_non_null(b->form);
  assert_true(b->form->n <= MOST);
  assert_true(evaluate_model(inst));
  implicit_form_choose(b->form, b->is_state);
  assert_true(implicit_form_get(b->form, b->y, b->slope));
}

static void end(Bench *b)
{
  instance_free(b->inst);
}

static void residual_at(Bench *b, const double *y, const double *slope,
                        double *residual)
{
  for (int k = 0; k < b->form->n; k++) residual[k] = NAN; /* all are written */
  assert_true(implicit_form_residual(b->form, b->inst->values.real[0], y, slope,
                                     residual));
}

static int n_states(const Bench *b)
{
  int n = 0;
  for (int k = 0; k < b->form->n; k++) n += b->is_state[k] == 1;
  return n;
}

/* --- layout --- */

/* States, all candidates of all levels, unknowns of nonlinear loops. */
static void test_layout(void **state)
{
  (void)state;
  static const struct {
    const Model *model;
    int n, n_candidates, n_states;
  } cases[] = {
      {&hand_decay, 1, 1, 1},
      {&hand_dead_end, 2, 1, 1}, /* x; y of the loop */
      {&hand_swing, 4, 4, 2},    /* x y, vx vy */
      {&hand_sphere, 7, 7, 4},   /* x y z, vx vy vz w */
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    Bench b;
    begin(&b, cases[k].model);
    int n;
    assert_true(implicit_form_memory(b.inst, &n) > sizeof(ImplicitForm));
    assert_int_equal(n, cases[k].n);
    assert_int_equal(b.form->n, cases[k].n);
    assert_int_equal(implicit_form_candidates(b.form), cases[k].n_candidates);
    assert_int_equal(n_states(&b), cases[k].n_states);
    for (int i = 0; i < n; i++) {
      assert_int_equal(b.form->position[b.form->variable[i]], i);
      assert_true(b.form->nominal[i] > 0);
      assert_true(b.y[i] == b.inst->values.real[b.form->variable[i]]);
    }
    end(&b);
  }
}

/* Each of the n rows belongs to one row of the pattern; rows of levels whose
 * candidate is a state have no place. */
static void test_places(void **state)
{
  (void)state;
  const Model *const model[] = {&hand_decay, &hand_dead_end, &hand_swing,
                                &hand_sphere};
  for (int k = 0; k < 4; k++) {
    Bench b;
    begin(&b, model[k]);
    int found[MOST] = {0};
    for (int r = 0; r < b.form->n_rows; r++) {
      assert_true(b.form->place[r] < b.form->n);
      if (b.form->place[r] >= 0) found[b.form->place[r]]++;
    }
    for (int i = 0; i < b.form->n; i++) assert_int_equal(found[i], 1);
    end(&b);
  }
}

/* The slope of a candidate is the variable one level higher, whether it is a
 * state or not. */
static void test_slopes_of_candidates(void **state)
{
  (void)state;
  Bench b;
  begin(&b, &hand_swing);
  static const int pair[][2] = {{SWING_X, SWING_VX},
                                {SWING_Y, SWING_VY},
                                {SWING_VX, SWING_AX},
                                {SWING_VY, SWING_AY}};
  for (int k = 0; k < 4; k++) {
    assert_true(b.slope[b.form->position[pair[k][0]]] ==
                b.inst->values.real[pair[k][1]]);
  }
  end(&b);
}

/* --- residuals --- */

/* The instance's own values and slopes solve F. */
static void test_own_point(void **state)
{
  (void)state;
  const Model *const model[] = {&hand_decay, &hand_dead_end, &hand_swing,
                                &hand_sphere};
  for (int k = 0; k < 4; k++) {
    Bench b;
    begin(&b, model[k]);
    residual_at(&b, b.y, b.slope, b.residual);
    for (int i = 0; i < b.form->n; i++) {
      if (!(fabs(b.residual[i]) < 1e-9)) {
        fail_msg("model %d, row %d: %g", k, i, b.residual[i]);
      }
    }
    end(&b);
  }
}

/* der(x) = -x + u with x = 1, u = 0: y' + y. */
static void test_row_of_a_state(void **state)
{
  (void)state;
  Bench b;
  begin(&b, &hand_decay);
  assert_true(b.y[0] == 1 && b.slope[0] == -1);
  residual_at(&b, (double[]){3}, (double[]){0.5}, b.residual);
  assert_true(fabs(b.residual[0] - 3.5) < 1e-15);
  end(&b);
}

/* The rows of a loop are its residuals, at the values that are given: nothing
 * is solved. y^2 = 1 - x. */
static void test_row_of_a_loop(void **state)
{
  (void)state;
  Bench b;
  begin(&b, &hand_dead_end);
  residual_at(&b, (double[]){0.25, 5}, (double[]){1, 0}, b.residual);
  assert_true(fabs(b.residual[0]) < 1e-15);
  assert_true(fabs(fabs(b.residual[1]) - 24.25) < 1e-12);
  end(&b);
}

/* A candidate is a state or has a row of its level, in turn. */
static void test_exchange(void **state)
{
  (void)state;
  Bench b;
  begin(&b, &hand_swing);
  int x = b.form->position[SWING_X], y = b.form->position[SWING_Y];
  assert_true(b.is_state[x] + b.is_state[y] == 1);
  int chosen = b.is_state[x] == 1 ? y : x; /* has the row of level 2 */
  double moved[MOST];
  memcpy(moved, b.y, sizeof moved);
  moved[x] = 0.6;
  moved[y] = -0.6;
  residual_at(&b, moved, b.slope, b.residual);
  assert_true(fabs(fabs(b.residual[chosen]) - 0.28) < 1e-12);
  end(&b);
}

/* --- Jacobian --- */

/* dF/dy + c dF/dy' by central differences. */
static double difference(Bench *b, double c, int i, int j)
{
  double h = 1e-5, plus[MOST], minus[MOST], y[MOST], slope[MOST];
  memcpy(y, b->y, sizeof y);
  memcpy(slope, b->slope, sizeof slope);
  y[j] += h;
  slope[j] += c * h;
  residual_at(b, y, slope, plus);
  y[j] -= 2 * h;
  slope[j] -= 2 * c * h;
  residual_at(b, y, slope, minus);
  return (plus[i] - minus[i]) / (2 * h);
}

/* Two models with tangents. A loop: x' = -y, y^3 + y = x. A selection set:
 * p' = -q, q' = p on p^2 + q^2 = 1. */
enum { A, B, DER_A, DER_B, SHOWN, DER_SHOWN, N_REAL };
#define REAL(name) (1 + (name)) /* time is first */

static void loop_residual(ModelValues *v, double *r)
{
  double y = v->real[REAL(B)];
  r[0] = y * y * y + y - v->real[REAL(A)];
}

static void loop_jacobian(ModelValues *v, double *entry)
{
  double y = v->real[REAL(B)];
  entry[0] = 3 * y * y + 1;
}

static void loop_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->r[0] = -t->d[REAL(A)];
}

static void circle_residual(ModelValues *v, double *r)
{
  double p = v->real[REAL(A)], q = v->real[REAL(B)];
  r[0] = p * p + q * q - 1;
}

static void circle_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 2 * v->real[REAL(A)];
  entry[1] = 2 * v->real[REAL(B)];
}

static void circle_tangent(ModelValues *v, Tangent *t)
{
  t->r[0] = 2 * v->real[REAL(A)] * t->d[REAL(A)] +
            2 * v->real[REAL(B)] * t->d[REAL(B)];
}

static const int both[] = {REAL(A), REAL(B)}, starts_at[] = {0, 1, 2};
static const int rows[] = {0, 0}, top[] = {REAL(DER_A), REAL(DER_B)};
static const int shown[] = {REAL(SHOWN)}, der_shown[] = {REAL(DER_SHOWN)};
static const double nominal[] = {1, 1};
static const char *const equations[] = {"a.mo:1: of the loop"};
static const char *const names[] = {"a", "b"};

static const Block loop = {.n = 1,
                           .n_columns = 1,
                           .unknown = both + 1,
                           .nominal = nominal,
                           .n_nonzeros = 1,
                           .column_start = starts_at,
                           .row = rows,
                           .residual = loop_residual,
                           .jacobian = loop_jacobian,
                           .tangent = loop_tangent,
                           .equation = equations,
                           .name = names + 1};
static const Block circle = {.n = 1,
                             .set = 1,
                             .level = 1,
                             .n_columns = 2,
                             .unknown = both,
                             .nominal = nominal,
                             .n_nonzeros = 2,
                             .column_start = starts_at,
                             .row = rows,
                             .residual = circle_residual,
                             .jacobian = circle_jacobian,
                             .tangent = circle_tangent,
                             .equation = equations,
                             .name = names};
static const Block *const level[] = {&circle};
static const SelectionSet set = {
    .n_columns = 2, .n_levels = 1, .level = level, .top = top, .n_states = 1};

static int loop_evaluate(ModelValues *v)
{
  if (block_solve(v, &loop)) return 1;
  v->real[REAL(DER_A)] = -v->real[REAL(B)];
  return 0;
}

static int loop_model_tangent(ModelValues *v, Tangent *t)
{
  if (block_tangent(v, &loop, t)) return 1;
  t->d[REAL(DER_A)] = -t->d[REAL(B)];
  return 0;
}

static int circle_evaluate(ModelValues *v)
{
  if (block_solve(v, &circle)) return 1;
  v->real[REAL(DER_A)] = -v->real[REAL(B)];
  v->real[REAL(DER_B)] = v->real[REAL(A)];
  return 0;
}

static int circle_model_tangent(ModelValues *v, Tangent *t)
{
  if (block_tangent(v, &circle, t)) return 1;
  t->d[REAL(DER_A)] = -t->d[REAL(B)];
  t->d[REAL(DER_B)] = t->d[REAL(A)];
  return 0;
}

static const unsigned char real_kind[1 + N_REAL] = {
    VARIABLE_TIME,       VARIABLE_EXACT,      VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED};
static const double real_start[1 + N_REAL] = {0, 0.6, 0.8};

static Model model_of(bool has_set)
{
  return (Model){.contract = FOUCAULT_MODEL_CONTRACT,
                 .name = "Bench",
                 .guid = HAND_GUID,
                 .n_real = 1 + N_REAL,
                 .real_kind = real_kind,
                 .real_start = real_start,
                 .n_states = 1,
                 .state = both,
                 .derivative = top,
                 .state_nominal = nominal,
                 .shown_state = has_set ? shown : both,
                 .shown_derivative = has_set ? der_shown : top,
                 .n_sets = has_set,
                 .set = &set,
                 .n_blocks = !has_set,
                 .block = &loop,
                 .largest_block = 2,
                 .largest_block_nonzeros = 2,
                 .tolerance = 1e-6,
                 .parameters = hand_nothing,
                 .starts = hand_no_starts,
                 .initialize = has_set ? circle_evaluate : loop_evaluate,
                 .evaluate = has_set ? circle_evaluate : loop_evaluate,
                 .tangent =
                     has_set ? circle_model_tangent : loop_model_tangent};
}

static void expect_columns(const Model *model, double c)
{
  Bench b;
  begin(&b, model);
  assert_int_equal(b.form->n, 2);
  for (int j = 0; j < b.form->n; j++) {
    double column[MOST];
    residual_at(&b, b.y, b.slope, b.residual);
    assert_true(implicit_form_column(b.form, c, j, column));
    for (int i = 0; i < b.form->n; i++) {
      double expected = difference(&b, c, i, j);
      if (fabs(column[i] - expected) < 1e-6 * (1 + fabs(expected))) continue;
      fail_msg("c = %g, entry %d %d: %g instead of %g", c, i, j, column[i],
               expected);
    }
  }
  end(&b);
}

static void test_columns(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    Model model = model_of(k == 1);
    expect_columns(&model, 0);
    expect_columns(&model, 3);
  }
}

/* The same by colours, one for each column. */
static void test_sparse(void **state)
{
  (void)state;
  static const int column_start[] = {0, 2, 4}, row[] = {0, 1, 0, 1};
  static const int color_start[] = {0, 1, 2}, column[] = {1, 0};
  const JacobianPattern pattern = {.column_start = column_start,
                                   .row = row,
                                   .n_colors = 2,
                                   .color_start = color_start,
                                   .column = column};
  Bench b;
  Model model = model_of(false);
  begin(&b, &model);
  double work[MOST], value[4], dense[2][MOST];
  residual_at(&b, b.y, b.slope, b.residual);
  for (int j = 0; j < 2; j++) {
    assert_true(implicit_form_column(b.form, 3, j, dense[j]));
  }
  assert_true(implicit_form_sparse(b.form, 3, &pattern, work, value));
  for (int k = 0; k < 4; k++) {
    assert_true(fabs(value[k] - dense[k / 2][row[k]]) < 1e-12);
  }
  end(&b);
}

/* With tangents the slopes of all unknowns are exact: of y in y^3 + y = x with
 * x' = -y it is -y/(3 y^2 + 1). */
static void test_slopes(void **state)
{
  (void)state;
  Bench b;
  Model model = model_of(false);
  begin(&b, &model);
  double y = b.y[1];
  assert_true(fabs(y * y * y + y - b.y[0]) < 1e-9);
  assert_true(fabs(b.slope[0] + y) < 1e-9);
  assert_true(fabs(b.slope[1] + y / (3 * y * y + 1)) < 1e-9);
  end(&b);
}

/* --- the instance's values --- */

static void test_set(void **state)
{
  (void)state;
  Bench b;
  begin(&b, &hand_decay);
  double *real = b.inst->values.real;
  assert_true(evaluate_model(b.inst));
  unsigned fresh = b.inst->stale;
  implicit_form_set(b.form, real[0], b.y); /* nothing changes */
  assert_int_equal(b.inst->stale, fresh);
  implicit_form_set(b.form, real[0], (double[]){7});
  assert_true(real[1] == 7);
  assert_true((b.inst->stale & STALE_VALUES) != 0);
  implicit_form_set(b.form, 0.5, (double[]){7});
  assert_true(real[0] == 0.5);
  end(&b);
}

/* der(x) = 1/sqrt(1 - x): no residual for x > 1, and it is said why. */
static void test_not_finite(void **state)
{
  (void)state;
  Bench b;
  begin(&b, &hand_not_finite);
  assert_false(
      implicit_form_residual(b.form, 0, (double[]){2}, b.slope, b.residual));
  assert_true(b.inst->reason[0] != '\0');
  assert_null(b.form->row); /* loops are solved again */
  end(&b);
}

/* A loop is taken only while residuals are noted. */
static void test_takes(void **state)
{
  (void)state;
  Bench b;
  begin(&b, &hand_dead_end);
  const Block *root = &b.inst->model->block[0];
  assert_false(implicit_form_takes(b.inst, root));
  b.form->row = b.residual;
  assert_true(implicit_form_takes(b.inst, root));
  b.form->row = NULL;
  end(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_slopes_of_candidates),
      cmocka_unit_test(test_own_point),
      cmocka_unit_test(test_row_of_a_state),
      cmocka_unit_test(test_row_of_a_loop),
      cmocka_unit_test(test_exchange),
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_sparse),
      cmocka_unit_test(test_slopes),
      cmocka_unit_test(test_set),
      cmocka_unit_test(test_not_finite),
      cmocka_unit_test(test_takes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
