/* test_jump.c: states that jump with their constraint. */
#include "test.h"

#include "evaluate/evaluate.h"
#include "events/events.h"
#include "events/jump.h"
#include "hand_model.h"

/* C1 der(v1) = i, 2 der(v2) = i, v1 + CUBE v2^3 + v2 = u; v1 is the state, and
 * u an input. v1' + (3 CUBE v2^2 + 1) v2' = impulse gives v1'. The second row
 * is the constraint again, as if it had been differentiated twice. */
enum { TIME, V1, V2, I, DV1, DV2, U, IMPULSE, CUBE, C1, N_REAL };

static double slope_factor(const ModelValues *v)
{
  const double *r = v->real;
  return 1 + (3 * r[CUBE] * r[V2] * r[V2] + 1) * r[C1] / 2;
}

static int run(ModelValues *v)
{
  double *r = v->real;
  for (int k = 0; k < 100; k++) { /* v2 from the constraint */
    double excess = r[V1] + r[CUBE] * r[V2] * r[V2] * r[V2] + r[V2] - r[U];
    r[V2] -= excess / (3 * r[CUBE] * r[V2] * r[V2] + 1);
  }
  r[DV1] = r[IMPULSE] / slope_factor(v);
  r[DV2] = r[C1] / 2 * r[DV1];
  r[I] = r[C1] * r[DV1];
  return 0;
}

static int turn(ModelValues *v, Tangent *t)
{
  t->d[V2] = (t->d[U] - t->d[V1]) /
             (3 * v->real[CUBE] * v->real[V2] * v->real[V2] + 1);
  t->d[DV1] = t->d[IMPULSE] / slope_factor(v); /* all slopes are zero */
  t->d[DV2] = v->real[C1] / 2 * t->d[DV1];
  t->d[I] = v->real[C1] * t->d[DV1];
  return 0;
}

static void rows(ModelValues *v, double *residual)
{
  const double *r = v->real;
  residual[0] = residual[1] =
      r[V1] + r[CUBE] * r[V2] * r[V2] * r[V2] + r[V2] - r[U];
}

static void rows_tangent(ModelValues *v, Tangent *t)
{
  const double *r = v->real;
  t->r[0] = t->r[1] =
      t->d[V1] + (3 * r[CUBE] * r[V2] * r[V2] + 1) * t->d[V2] - t->d[U];
}

static void factors(const ModelValues *v, double *factor)
{
  factor[0] = v->real[C1];
  factor[1] = -1;
}

static const int impulse[] = {IMPULSE}, impulse_of[] = {0, 0};
static const int is_deep[] = {0, 1}, variable[] = {V1, V2};
static const char *const text[] = {"m.mo:3: v1 + v2 = u",
                                   "m.mo:3: v1 + v2 = u"};
static const char *const law[] = {"m.mo:4: C1*der(v1) = i"};
static const JumpFactor factor[] = {{0, DV1, -1}, {0, I, -1}};
static const JumpProblem jumps = {.n_impulses = 1,
                                  .impulse = impulse,
                                  .n_rows = 1,
                                  .impulse_of = impulse_of,
                                  .is_deep = is_deep,
                                  .text = text,
                                  .rows = rows,
                                  .rows_tangent = rows_tangent,
                                  .n_variables = 2,
                                  .n_jumping = 2,
                                  .variable = variable,
                                  .n_factors = 2,
                                  .factor = factor,
                                  .law = law,
                                  .factors = factors};

static const unsigned char kind[] = {VARIABLE_TIME,       VARIABLE_EXACT,
                                     VARIABLE_CALCULATED, VARIABLE_CALCULATED,
                                     VARIABLE_CALCULATED, VARIABLE_CALCULATED,
                                     VARIABLE_INPUT,      VARIABLE_CALCULATED,
                                     VARIABLE_PARAMETER,  VARIABLE_INPUT};
static const double start[N_REAL] = {[C1] = 1};
static const double start_cubic[N_REAL] = {[C1] = 1, [CUBE] = 1};
static const int state[] = {V1}, derivative[] = {DV1};
static const double nominal[] = {1};

static Model divider(void)
{
  return (Model){.contract = FOUCAULT_MODEL_CONTRACT,
                 .name = "Divider",
                 .guid = HAND_GUID,
                 .n_real = N_REAL,
                 .real_kind = kind,
                 .real_start = start,
                 .n_states = 1,
                 .state = state,
                 .derivative = derivative,
                 .shown_state = state,
                 .shown_derivative = derivative,
                 .state_nominal = nominal,
                 .jumps = &jumps,
                 .tolerance = 1e-6,
                 .parameters = hand_nothing,
                 .starts = hand_no_starts,
                 .initialize = run,
                 .evaluate = run,
                 .tangent = turn};
}

static Instance *running(const Model *m, HandLog *log)
{
  Instance *inst = hand_running(m, fmi2ModelExchange, log, 1e-6, 1);
  assert_non_null(inst);
  assert_true(events_settle(inst));
  return inst;
}

/* An event by which the input gets the value. */
static bool set_input(Instance *inst, double u)
{
  if (!events_enter(inst)) return false;
  inst->values.real[U] = u;
  inst->stale |= STALE_VALUES | STALE_RELATIONS;
  return events_settle(inst);
}

/* Charge stays: v1 + v2 = u and C1 v1 = 2 v2. */
static void test_divider(void **unused)
{
  (void)unused;
  HandLog log;
  Model m = divider();
  Instance *inst = running(&m, &log);
  assert_true(set_input(inst, 3));
  assert_true(inst->states_changed);
  assert_float_equal(inst->values.real[V1], 2, 1e-14);
  assert_float_equal(inst->values.real[V2], 1, 1e-14);
  assert_float_equal(inst->values.real[IMPULSE], 0, 0);
  assert_true(set_input(inst, -3));
  assert_float_equal(inst->values.real[V1], -2, 1e-14);
  /* nothing jumps */
  assert_true(set_input(inst, -3));
  assert_false(inst->states_changed);
  assert_float_equal(inst->values.real[V1], -2, 1e-14);
  instance_free(inst);
}

/* v1 + v2 + v2^3 = u and v1 = 2 v2, found by Newton's method. */
static void test_nonlinear(void **unused)
{
  (void)unused;
  HandLog log;
  Model m = divider();
  m.real_start = start_cubic;
  Instance *inst = running(&m, &log);
  assert_true(set_input(inst, 14)); /* 4 + 2 + 8 */
  assert_float_equal(inst->values.real[V1], 4, 1e-11);
  assert_float_equal(inst->values.real[V2], 2, 1e-11);
  instance_free(inst);
}

/* A factor that changes in the same instant leaves it open. */
static void test_undecided(void **unused)
{
  (void)unused;
  HandLog log;
  Model m = divider();
  Instance *inst = running(&m, &log);
  assert_true(events_enter(inst));
  inst->values.real[U] = 3;
  inst->values.real[C1] = 4;
  inst->stale |= STALE_VALUES | STALE_RELATIONS;
  assert_false(events_settle(inst));
  assert_non_null(strstr(inst->reason, "m.mo:4: C1*der(v1) = i"));
  instance_free(inst);
}

/* By itself a factor may change. */
static void test_factor_alone(void **unused)
{
  (void)unused;
  HandLog log;
  Model m = divider();
  Instance *inst = running(&m, &log);
  assert_true(set_input(inst, 3));
  assert_true(events_enter(inst));
  inst->values.real[C1] = 4;
  inst->stale |= STALE_VALUES | STALE_RELATIONS;
  assert_true(events_settle(inst));
  assert_float_equal(inst->values.real[V1], 2, 1e-14);
  instance_free(inst);
}

/* What was differentiated twice must not jump. */
static void test_deep(void **unused)
{
  (void)unused;
  HandLog log;
  Model m = divider();
  JumpProblem twice = jumps;
  twice.n_rows = 2;
  m.jumps = &twice;
  Instance *inst = running(&m, &log);
  assert_false(set_input(inst, 3));
  assert_non_null(strstr(inst->reason, "derivative of an impulse"));
  assert_non_null(strstr(inst->reason, "m.mo:3"));
  instance_free(inst);
}

/* What reinit() has set is where jumps begin, and decides what was open. */
static void test_renewed(void **unused)
{
  (void)unused;
  HandLog log;
  Model m = divider();
  Instance *inst = running(&m, &log);
  assert_true(events_enter(inst));
  inst->values.real[U] = 3;
  inst->values.real[C1] = 4;
  inst->stale |= STALE_VALUES;
  assert_true(evaluate_model(inst) && jump_settle(inst));
  inst->values.real[V1] = 0.5;
  jump_renew(inst);
  assert_true(evaluate_model(inst) && jump_settle(inst));
  assert_true(jump_finish(inst));
  assert_float_equal(inst->values.real[V1], 0.5, 0);
  assert_float_equal(inst->values.real[V2], 2.5, 1e-14);
  instance_free(inst);
}

/* Without directions the values cannot be found: it is not silent. */
static void test_no_tangent(void **unused)
{
  (void)unused;
  HandLog log;
  Model m = divider();
  m.tangent = NULL;
  Instance *inst = running(&m, &log);
  assert_false(set_input(inst, 3));
  assert_non_null(strstr(inst->reason, "m.mo:3"));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_divider),    cmocka_unit_test(test_nonlinear),
      cmocka_unit_test(test_undecided),  cmocka_unit_test(test_factor_alone),
      cmocka_unit_test(test_deep),       cmocka_unit_test(test_renewed),
      cmocka_unit_test(test_no_tangent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
