/* derivatives.c: what derivatives are taken of, and with respect to. */
#include "test.h"

#include "hand_model.h"

/* As hand_decay: der(x) = -x + u. */
enum { TIME, X, DER_X, U, N_REAL };

static int decay_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[DER_X] = -t->d[X] + t->d[U];
  return 0;
}

/* The kind behind those of the variables belongs to nobody. */
static const unsigned char kinds[N_REAL + 1] = {VARIABLE_TIME, VARIABLE_EXACT,
                                                VARIABLE_CALCULATED,
                                                VARIABLE_INPUT, VARIABLE_INPUT};
static const int alias[] = {DER_X};

static Model shown_twice(void)
{
  Model m = hand_decay;
  m.tangent = decay_tangent;
  m.real_kind = kinds;
  m.n_real_aliases = 1;
  m.real_alias = alias;
  return m;
}

static void test_directions(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m = shown_twice();
  Instance *inst = hand_running(&m, fmi2ModelExchange, &log, 1e-6, 1);
  const fmi2ValueReference known[] = {X, U}, unknown[] = {DER_X, N_REAL, X};
  const double given[] = {2, 5};
  double found[3] = {0};
  assert_int_equal(
      fmi2GetDirectionalDerivative(inst, unknown, 3, known, 2, given, found),
      fmi2OK);
  assert_true(found[0] == 3 && found[1] == 3 && found[2] == 2);
  fmi2FreeInstance(inst);
}

static void refused(Instance *inst, HandLog *log, fmi2ValueReference known)
{
  const fmi2ValueReference unknown = DER_X;
  double one = 1, found;
  int before = log->n_errors;
  assert_int_equal(
      fmi2GetDirectionalDerivative(inst, &unknown, 1, &known, 1, &one, &found),
      fmi2Error);
  assert_int_equal(log->n_errors, before + 1);
}

/* Another name of a variable is neither an input nor a state. */
static void test_what_is_not_known(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m = shown_twice();
  Instance *inst = hand_running(&m, fmi2ModelExchange, &log, 1e-6, 1);
  refused(inst, &log, DER_X);
  refused(inst, &log, N_REAL);
  assert_non_null(strstr(log.last_error, "neither an input nor a state"));
  refused(inst, &log, N_REAL + 1);
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_directions),
      cmocka_unit_test(test_what_is_not_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
