/* References of FMI 3.0: scalars without a table, arrays by runs. */
#include "test.h"

#include "fmi3/fmi3_references.h"
#include "fmi/mechanisms.h"
#include "hand_model.h"

static const ArrayRun runs[] = {{1, 1, 2}, {6, -1, 1}, {0, 1, 1}};
static const ModelArray arrays[] = {{0, 3, REFERENCE_REAL},
                                    {3, 1, REFERENCE_BOOLEAN}};

static Instance *with_arrays(Model *model, HandLog *log)
{
  *model = hand_switch;
  model->n_arrays = 2;
  model->array = arrays;
  model->array_run = runs;
  memset(log, 0, sizeof *log);
  Logger logger = fmi2_logger(hand_log, log, "hand");
  return instance_create(model, CO_SIMULATION, &logger, &integrator_cvode,
                         &runtime_mechanisms, fmi3_calls);
}

static unsigned array_of(unsigned kind, unsigned number)
{
  return (kind + REFERENCE_ARRAY) << REFERENCE_SHIFT | number;
}

static void test_places(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  References r;
  double values[8] = {0};
  Instance *inst = with_arrays(&model, &log);
  const fmi3ValueReference scalars[] = {3, 5};
  assert_true(references_open(&r, inst, CALL_GET_REAL, scalars, 2, values, 2));
  assert_ptr_equal(r.place, scalars); /* nothing is copied */
  references_close(&r);

  const fmi3ValueReference mixed[] = {4, array_of(REFERENCE_REAL, 0), 2};
  assert_true(references_open(&r, inst, CALL_GET_REAL, mixed, 3, values, 5));
  const unsigned expected[] = {4, 1, 2, 6, 2};
  assert_memory_equal(r.place, expected, sizeof expected);
  references_close(&r);

  const fmi3ValueReference count[] = {(unsigned)REFERENCE_INTEGER
                                      << REFERENCE_SHIFT};
  int integer = 0;
  assert_true(
      references_open(&r, inst, CALL_GET_INTEGER, count, 1, &integer, 1));
  assert_int_equal(r.place[0], 0);
  references_close(&r);
  assert_true(references_open(&r, inst, CALL_GET_REAL, NULL, 0, NULL, 0));
  references_close(&r);
  instance_free(inst);
}

static void test_many(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  References r;
  double values[300] = {0};
  fmi3ValueReference many[100];
  Instance *inst = with_arrays(&model, &log);
  for (int k = 0; k < 100; k++) many[k] = array_of(REFERENCE_REAL, 0);
  assert_true(references_open(&r, inst, CALL_GET_REAL, many, 100, values, 300));
  assert_int_equal(r.place[299], 6);
  references_close(&r);
  instance_free(inst);
}

static void refuse(Instance *inst, HandLog *log, fmi3ValueReference reference,
                   size_t n_values, const char *why)
{
  References r;
  double values[8] = {0};
  int before = log->n_errors;
  assert_false(references_open(&r, inst, CALL_GET_REAL, &reference, 1, values,
                               n_values));
  assert_int_equal(log->n_errors, before + 1);
  assert_non_null(strstr(log->last_error, "fmi3GetFloat64"));
  if (!strstr(log->last_error, why)) fail_msg("%s", log->last_error);
}

static void test_refusals(void **state)
{
  (void)state;
  Model model;
  HandLog log;
  Instance *inst = with_arrays(&model, &log);
  refuse(inst, &log, SWITCH_N_REAL, 1, "no value reference 7");
  refuse(inst, &log, array_of(REFERENCE_REAL, 2), 1, "no value reference");
  refuse(inst, &log, array_of(REFERENCE_REAL, 1), 1, "no value reference");
  refuse(inst, &log, array_of(REFERENCE_BOOLEAN, 1), 1, "another type");
  refuse(inst, &log, 0xf0000000u, 1, "no value reference");
  refuse(inst, &log, (unsigned)REFERENCE_BOOLEAN << REFERENCE_SHIFT, 1,
         "another type");
  refuse(inst, &log, array_of(REFERENCE_REAL, 0), 2,
         "got 2 values, the variables have 3");
  refuse(inst, &log, 1, 0, "got 0 values, the variables have 1");
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
