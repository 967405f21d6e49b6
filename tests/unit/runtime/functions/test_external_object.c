/* External objects: made once, again when their arguments change, destroyed
 * with the instance; renewed where a restored state has seen other events. */
#include "test.h"

#include "external.h"
#include "external_object.h"
#include "fmi/saved_state.h"
#include "hand_model.h"

enum { N_ARGUMENTS = 2 };

static int n_made, n_destroyed;
static int thing[8];

static int destructor(const ModelValues *v, int depth, const double *in,
                      double *out)
{
  (void)depth;
  (void)out;
  assert_non_null(external_object(v, in[0]));
  n_destroyed++;
  return 0;
}

static double construct(const ModelValues *v, double argument, int number)
{
  double in[N_ARGUMENTS] = {argument, number}, out[1];
  if (external_object_find(v, in, N_ARGUMENTS, out)) return out[0];
  return external_object_keep(v, in, N_ARGUMENTS, &thing[n_made++ % 8],
                              destructor);
}

/* As in generated code: what is not there is an error of the function. */
static bool is_there(const ModelValues *v, double number)
{
  ExternalFrame frame;
  external_enter(v, &frame);
  if (setjmp(frame.jump) == 0) external_object(v, number);
  external_leave(&frame);
  return !frame.failed;
}

/* The stateless hand model with two objects. */
static int parameters(ModelValues *v)
{
  construct(v, 1, 0);
  construct(v, 2, 1);
  return 0;
}

static Model with_objects(void)
{
  Model m = hand_stateless;
  m.n_objects = 2;
  m.parameters = parameters;
  return m;
}

static int begin(void **state)
{
  (void)state;
  n_made = n_destroyed = 0;
  return 0;
}

static Instance *make(const Model *m, HandLog *log)
{
  return hand_running(m, fmi2CoSimulation, log, 1e-6, 100);
}

static void test_once(void **state)
{
  (void)state;
  Model m = with_objects();
  HandLog log;
  Instance *inst = make(&m, &log);
  ModelValues *v = &inst->values;
  assert_int_equal(n_made, 2);
  assert_true(construct(v, 1, 0) == 1);
  assert_ptr_equal(external_object(v, 1), &thing[0]);
  assert_ptr_equal(external_object(v, 2), &thing[1]);
  assert_true(is_there(v, 2));
  assert_false(is_there(v, 0));
  assert_false(is_there(v, 3));
  assert_false(is_there(v, NAN)); /* its constructor has failed */
  assert_true(construct(v, 5, 0) == 1);
  assert_int_equal(n_made, 3);
  assert_int_equal(n_destroyed, 1);
  assert_ptr_equal(external_object(v, 1), &thing[2]);
  fmi2FreeInstance(inst);
  assert_int_equal(n_destroyed, 3);
}

/* Objects of functions come and go as a stack, above those of the model. */
static void test_local(void **state)
{
  (void)state;
  Model m = with_objects();
  HandLog log;
  Instance *inst = make(&m, &log);
  ModelValues *v = &inst->values;
  int mark = external_objects_mark(v);
  assert_true(construct(v, 7, EXTERNAL_OBJECT_LOCAL) == 3);
  int inner = external_objects_mark(v);
  for (int k = 0; k < 5; k++)
    assert_true(construct(v, 7, EXTERNAL_OBJECT_LOCAL) == 4 + k);
  assert_ptr_equal(external_object(v, 3), &thing[2]);
  external_objects_release(v, inner);
  assert_int_equal(n_destroyed, 5);
  assert_false(is_there(v, 4));
  assert_ptr_equal(external_object(v, 3), &thing[2]);
  external_objects_release(v, mark);
  assert_int_equal(n_destroyed, 6);
  assert_true(is_there(v, 2));
  fmi2FreeInstance(inst);
  assert_int_equal(n_destroyed, n_made);
}

static void test_reset(void **state)
{
  (void)state;
  Model m = with_objects();
  HandLog log;
  Instance *inst = make(&m, &log);
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(n_destroyed, 2);
  assert_false(is_there(&inst->values, 1));
  fmi2FreeInstance(inst);
  assert_int_equal(n_destroyed, 2);
}

/* sin(time) changes its sign at pi. */
static void test_saved_state(void **state)
{
  (void)state;
  Model m = with_objects();
  HandLog log;
  Instance *inst = make(&m, &log);
  fmi2FMUstate early = NULL;
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  assert_int_equal(fmi2GetFMUstate(inst, &early), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 1, 1, fmi2True), fmi2OK);
  assert_int_equal(fmi2SetFMUstate(inst, early), fmi2OK);
  assert_int_equal(n_made, 2); /* nothing has happened since */
  assert_int_equal(fmi2DoStep(inst, 1, 3, fmi2True), fmi2OK);
  assert_int_equal(fmi2SetFMUstate(inst, early), fmi2OK);
  assert_int_equal(n_made, 4);
  assert_int_equal(n_destroyed, 2);
  assert_true(inst->values.real[0] == 1);
  assert_int_equal(inst->values.initial, 0);
  Instance *other = make(&m, &log);
  assert_int_equal(n_made, 6);
  assert_int_equal(fmi2SetFMUstate(other, early), fmi2OK);
  assert_int_equal(n_made, 8);
  fmi2FreeFMUstate(inst, &early);
  fmi2FreeInstance(other);
  fmi2FreeInstance(inst);
  assert_int_equal(n_destroyed, n_made);
}

/* Casts of what an int does not have are not defined in C. */
static void test_ints(void **unused)
{
  const double within[] = {3, -3, 0, 2147483647.0, -2147483648.0};
  const double without[] = {5.3e124, -HUGE_VAL, NAN, 2147483648.0,
                            -2147483649.0};
  (void)unused;
  for (int k = 0; k < 5; k++) {
    double beyond = 0;
    assert_true(external_int(within[k], &beyond) == within[k]);
    assert_true(beyond == 0);
    external_int(without[k], &beyond);
    assert_true(beyond == without[k] || isnan(beyond));
    assert_true(beyond != 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_once, begin),
      cmocka_unit_test_setup(test_local, begin),
      cmocka_unit_test_setup(test_reset, begin),
      cmocka_unit_test_setup(test_saved_state, begin),
      cmocka_unit_test(test_ints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
