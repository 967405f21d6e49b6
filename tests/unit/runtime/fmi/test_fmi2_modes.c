/* The table of modes against rows of the standard, read by hand. */
#include "test.h"

#include "fmi/fmi2_layer.h"
#include "hand_model.h"
#include "model.h"

static const Mode every_mode[] = {
    MODE_INSTANTIATED,  MODE_INITIALIZATION, MODE_EVENT, MODE_CONTINUOUS,
    MODE_STEP_COMPLETE, MODE_TERMINATED,     MODE_ERROR};
enum { N_MODES = sizeof every_mode / sizeof every_mode[0] };

/* Those of FMI 2.0 come first. */
enum { N_FMI2_CALLS = CALL_INSTANTIATE };

/* One letter a mode, in the order above; '-' means refused. */
static void assert_row(Call call, fmi2Type type, const char *row)
{
  assert_int_equal(strlen(row), N_MODES);
  for (int k = 0; k < N_MODES; k++) {
    bool expected = row[k] != '-';
    if (modes_allow(&fmi2_calls[call], (InstanceType)type, every_mode[k]) !=
        expected) {
      fail_msg("%s in %s", fmi2_calls[call].name, modes_name(every_mode[k]));
    }
  }
}

/* The tables of FMI 2.0.5, sections 3.2.3 and 4.2.4, with what is wider here:
 * the modes instantiated, Initialization, Event, Continuous-Time, step
 * complete, terminated, error. In step with enum Call. */
typedef struct ModeRow {
  const char *model_exchange, *co_simulation;
} ModeRow;

/* clang-format off */
static const ModeRow rows[N_FMI2_CALLS] = {
  {"xxxx-xx", "xx--xxx"}, /* SetDebugLogging */
  {"xxxx-xx", "xx--xxx"}, /* FreeInstance */
  {"x------", "x------"}, /* SetupExperiment */
  {"x------", "x------"}, /* EnterInitializationMode */
  {"-x-----", "-x-----"}, /* ExitInitializationMode */
  {"--xx--x", "----x-x"}, /* Terminate */
  {"xxxx-xx", "xx--xxx"}, /* Reset */
  {"-xxx-xx", "-x--xxx"}, /* GetReal */
  {"-xxx-xx", "-x--xxx"}, /* GetInteger */
  {"-xxx-xx", "-x--xxx"}, /* GetBoolean */
  {"-xxx-xx", "-x--xxx"}, /* GetString */
  {"xxxx---", "xx--x--"}, /* SetReal */
  {"xxx----", "xx--x--"}, /* SetInteger */
  {"xxx----", "xx--x--"}, /* SetBoolean */
  {"xxx----", "xx--x--"}, /* SetString */
  {"xxxx-xx", "xx--xxx"}, /* GetFMUstate */
  {"xxxx-xx", "xx--xxx"}, /* SetFMUstate */
  {"xxxx-xx", "xx--xxx"}, /* FreeFMUstate */
  {"xxxx-xx", "xx--xxx"}, /* SerializedFMUstateSize */
  {"xxxx-xx", "xx--xxx"}, /* SerializeFMUstate */
  {"xxxx-xx", "xx--xxx"}, /* DeSerializeFMUstate */
  {"-xxx-xx", "-x--xxx"}, /* GetDirectionalDerivative */
  {"--xx---", "-------"}, /* EnterEventMode */
  {"--x----", "-------"}, /* NewDiscreteStates */
  {"--x----", "-------"}, /* EnterContinuousTimeMode */
  {"---x---", "-------"}, /* CompletedIntegratorStep */
  {"--xx---", "-------"}, /* SetTime */
  {"---x---", "-------"}, /* SetContinuousStates */
  {"-xxx-xx", "-------"}, /* GetDerivatives */
  {"-xxx-xx", "-------"}, /* GetEventIndicators */
  {"-xxx-xx", "-------"}, /* GetContinuousStates */
  {"xxxx-xx", "-------"}, /* GetNominalsOfContinuousStates */
  {"-------", "xx--x--"}, /* SetRealInputDerivatives */
  {"-------", "----xxx"}, /* GetRealOutputDerivatives */
  {"-------", "----x--"}, /* DoStep */
  {"-------", "----xxx"}, /* CancelStep */
  {"-------", "----xxx"}, /* GetStatus */
  {"-------", "----xxx"}, /* GetRealStatus */
  {"-------", "----xxx"}, /* GetIntegerStatus */
  {"-------", "----xxx"}, /* GetBooleanStatus */
  {"-------", "----xxx"}, /* GetStringStatus */
};
/* clang-format on */

static const char *row_of(Call call, fmi2Type type)
{
  return type == fmi2ModelExchange ? rows[call].model_exchange
                                   : rows[call].co_simulation;
}

static void test_table(void **state)
{
  (void)state;
  for (int k = 0; k < N_FMI2_CALLS; k++) {
    assert_row((Call)k, fmi2ModelExchange, rows[k].model_exchange);
    assert_row((Call)k, fmi2CoSimulation, rows[k].co_simulation);
  }
}

/* --- the calls themselves, in every mode --------------------------------- */

static bool mode_exists(fmi2Type type, Mode mode)
{
  if (type == fmi2ModelExchange) return mode != MODE_STEP_COMPLETE;
  return mode != MODE_EVENT && mode != MODE_CONTINUOUS;
}

/* As an importer gets there; an error by a failed computation. */
static Instance *instance_in(fmi2Type type, Mode mode, HandLog *log)
{
  memset(log, 0, sizeof *log);
  Instance *c = hand_instance(&hand_decay, type, log);
  if (mode == MODE_INSTANTIATED) return c;
  fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0);
  fmi2EnterInitializationMode(c);
  if (mode == MODE_INITIALIZATION) return c;
  fmi2ExitInitializationMode(c);
  if (mode == MODE_TERMINATED) fmi2Terminate(c);
  if (mode == MODE_CONTINUOUS) fmi2EnterContinuousTimeMode(c);
  if (mode == MODE_ERROR) instance_fail(c, "on purpose");
  assert_int_equal(c->mode, mode);
  return c;
}

static fmi2Status call_values(Instance *c, Call call)
{
  const fmi2ValueReference state = 1, derivative = 2, input = 3;
  const fmi2Integer order = 1;
  double real = 0;
  switch (call) {
  case CALL_GET_REAL: return fmi2GetReal(c, &state, 1, &real);
  case CALL_GET_INTEGER: return fmi2GetInteger(c, NULL, 0, NULL);
  case CALL_GET_BOOLEAN: return fmi2GetBoolean(c, NULL, 0, NULL);
  case CALL_GET_STRING: return fmi2GetString(c, NULL, 0, NULL);
  case CALL_SET_REAL: return fmi2SetReal(c, &input, 1, &real);
  case CALL_SET_INTEGER: return fmi2SetInteger(c, NULL, 0, NULL);
  case CALL_SET_BOOLEAN: return fmi2SetBoolean(c, NULL, 0, NULL);
  case CALL_SET_STRING: return fmi2SetString(c, NULL, 0, NULL);
  case CALL_GET_DIRECTIONAL_DERIVATIVE:
    return fmi2GetDirectionalDerivative(c, &derivative, 1, &input, 1, &real,
                                        &real);
  case CALL_SET_REAL_INPUT_DERIVATIVES:
    return fmi2SetRealInputDerivatives(c, &input, 1, &order, &real);
  case CALL_GET_REAL_OUTPUT_DERIVATIVES:
    return fmi2GetRealOutputDerivatives(c, NULL, 0, NULL, NULL);
  default: fail_msg("no such call"); return fmi2Fatal;
  }
}

/* A state of another instance in the same mode, so that the call at hand is
 * the only one that can be refused. */
static fmi2Status call_saved_state(Instance *c, Call call)
{
  fmi2FMUstate saved = NULL;
  size_t size = 0;
  static fmi2Byte bytes[1 << 17]; /* with the history of a solver */
  assert_int_equal(fmi2GetFMUstate(c, &saved), fmi2OK);
  assert_int_equal(fmi2SerializedFMUstateSize(c, saved, &size), fmi2OK);
  assert_true(size > 0 && size <= sizeof bytes);
  fmi2Status status = fmi2SerializeFMUstate(c, saved, bytes, size);
  if (call == CALL_SET_FMU_STATE) status = fmi2SetFMUstate(c, saved);
  if (call == CALL_DESERIALIZE_FMU_STATE) {
    fmi2FMUstate again = NULL;
    status = fmi2DeSerializeFMUstate(c, bytes, size, &again);
    assert_int_equal(fmi2FreeFMUstate(c, &again), fmi2OK);
  }
  fmi2Status freed = fmi2FreeFMUstate(c, &saved);
  return call == CALL_FREE_FMU_STATE ? freed : status;
}

static fmi2Status call_model_exchange(Instance *c, Call call)
{
  double value = 1;
  fmi2EventInfo info;
  fmi2Boolean a, b;
  switch (call) {
  case CALL_ENTER_EVENT_MODE: return fmi2EnterEventMode(c);
  case CALL_NEW_DISCRETE_STATES: return fmi2NewDiscreteStates(c, &info);
  case CALL_ENTER_CONTINUOUS_TIME_MODE: return fmi2EnterContinuousTimeMode(c);
  case CALL_COMPLETED_INTEGRATOR_STEP:
    return fmi2CompletedIntegratorStep(c, fmi2True, &a, &b);
  case CALL_SET_TIME: return fmi2SetTime(c, 0);
  case CALL_SET_CONTINUOUS_STATES: return fmi2SetContinuousStates(c, &value, 1);
  case CALL_GET_DERIVATIVES: return fmi2GetDerivatives(c, &value, 1);
  case CALL_GET_EVENT_INDICATORS: return fmi2GetEventIndicators(c, NULL, 0);
  case CALL_GET_CONTINUOUS_STATES: return fmi2GetContinuousStates(c, &value, 1);
  case CALL_GET_NOMINALS:
    return fmi2GetNominalsOfContinuousStates(c, &value, 1);
  default: return call_values(c, call);
  }
}

static fmi2Status call_co_simulation(Instance *c, Call call)
{
  fmi2Status status;
  fmi2Real real;
  fmi2Integer integer;
  fmi2Boolean boolean;
  fmi2String string;
  switch (call) {
  case CALL_DO_STEP: return fmi2DoStep(c, 0, 0.1, fmi2True);
  case CALL_CANCEL_STEP: return fmi2CancelStep(c);
  case CALL_GET_STATUS: return fmi2GetStatus(c, fmi2DoStepStatus, &status);
  case CALL_GET_REAL_STATUS:
    return fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &real);
  case CALL_GET_INTEGER_STATUS:
    return fmi2GetIntegerStatus(c, fmi2DoStepStatus, &integer);
  case CALL_GET_BOOLEAN_STATUS:
    return fmi2GetBooleanStatus(c, fmi2Terminated, &boolean);
  case CALL_GET_STRING_STATUS:
    return fmi2GetStringStatus(c, fmi2PendingStatus, &string);
  default: return call_model_exchange(c, call);
  }
}

static fmi2Status make_call(Instance *c, Call call)
{
  switch (call) {
  case CALL_SET_DEBUG_LOGGING: return fmi2SetDebugLogging(c, fmi2True, 0, NULL);
  case CALL_SETUP_EXPERIMENT:
    return fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0);
  case CALL_ENTER_INITIALIZATION_MODE: return fmi2EnterInitializationMode(c);
  case CALL_EXIT_INITIALIZATION_MODE: return fmi2ExitInitializationMode(c);
  case CALL_TERMINATE: return fmi2Terminate(c);
  case CALL_RESET: return fmi2Reset(c);
  case CALL_GET_FMU_STATE:
  case CALL_SET_FMU_STATE:
  case CALL_FREE_FMU_STATE:
  case CALL_SERIALIZED_FMU_STATE_SIZE:
  case CALL_SERIALIZE_FMU_STATE:
  case CALL_DESERIALIZE_FMU_STATE: return call_saved_state(c, call);
  default: return call_co_simulation(c, call);
  }
}

/* Allowed, but this FMU has no answer or nothing to do it with. */
static fmi2Status allowed_status(Call call)
{
  switch (call) {
  case CALL_CANCEL_STEP: return fmi2Error;
  case CALL_GET_STATUS:
  case CALL_GET_INTEGER_STATUS:
  case CALL_GET_STRING_STATUS: return fmi2Discard;
  case CALL_GET_DIRECTIONAL_DERIVATIVE: return fmi2Error; /* hand_decay */
  default: return fmi2OK;
  }
}

/* Refused: fmi2Error, one line that names the call and the mode (or says that
 * the call belongs to the other kind), and the instance is as it was. */
static void assert_refused(Instance *c, Call call, Mode mode, HandLog *log)
{
  const char *name = fmi2_calls[call].name;
  int before = log->n_errors;
  assert_int_equal(make_call(c, call), fmi2Error);
  assert_int_equal(log->n_errors, before + 1);
  assert_non_null(strstr(log->last_error, name));
  if (modes_exist(&fmi2_calls[call], c->type)) {
    assert_non_null(strstr(log->last_error, modes_name(mode)));
  } else {
    assert_non_null(strstr(log->last_error, "not part of"));
  }
  assert_int_equal(c->mode, mode);
  assert_int_equal(fmi2SetDebugLogging(c, fmi2False, 0, NULL), fmi2OK);
}

static void walk(fmi2Type type, Call call)
{
  HandLog log;
  for (int k = 0; k < N_MODES; k++) {
    Mode mode = every_mode[k];
    if (!mode_exists(type, mode)) continue;
    Instance *c = instance_in(type, mode, &log);
    if (row_of(call, type)[k] == '-') {
      assert_refused(c, call, mode, &log);
    } else {
      fmi2Status status = make_call(c, call);
      if (status != allowed_status(call)) {
        fail_msg("%s in %s: status %d, %s", fmi2_calls[call].name,
                 modes_name(mode), status, log.last_error);
      }
    }
    fmi2FreeInstance(c);
  }
}

static void test_walk(void **state)
{
  (void)state;
  for (int k = 0; k < N_FMI2_CALLS; k++) {
    if (k == CALL_FREE_INSTANCE) continue; /* made in every mode by walk() */
    walk(fmi2ModelExchange, (Call)k);
    walk(fmi2CoSimulation, (Call)k);
  }
}

/* Only the importer's own calls belong to one kind alone. */
static void test_every_call_has_a_name_and_a_kind(void **state)
{
  (void)state;
  for (int k = 0; k < N_FMI2_CALLS; k++) {
    Call call = (Call)k;
    assert_memory_equal(fmi2_calls[call].name, "fmi2", 4);
    assert_true(modes_exist(&fmi2_calls[call], MODEL_EXCHANGE) ||
                modes_exist(&fmi2_calls[call], CO_SIMULATION));
  }
  assert_string_equal(fmi2_calls[CALL_GET_STRING_STATUS].name,
                      "fmi2GetStringStatus");
  assert_string_equal(fmi2_calls[CALL_GET_NOMINALS].name,
                      "fmi2GetNominalsOfContinuousStates");
}

static void test_settable(void **state)
{
  (void)state;
  unsigned start = MODE_INSTANTIATED | MODE_INITIALIZATION;
  assert_int_equal(modes_settable(VARIABLE_PARAMETER), start);
  assert_int_equal(modes_settable(VARIABLE_EXACT), start);
  assert_int_equal(modes_settable(VARIABLE_APPROX), start);
  assert_int_equal(modes_settable(VARIABLE_INPUT),
                   start | MODE_EVENT | MODE_CONTINUOUS | MODE_STEP_COMPLETE |
                       MODE_CLOCK_ACTIVATION);
  assert_int_equal(modes_settable(VARIABLE_TIME), 0);
  assert_int_equal(modes_settable(VARIABLE_CONSTANT), 0);
  assert_int_equal(modes_settable(VARIABLE_TUNABLE), start | MODE_EVENT |
                                                         MODE_STEP_COMPLETE |
                                                         MODE_CLOCK_ACTIVATION);
  assert_int_equal(modes_settable(VARIABLE_DEPENDENT), 0);
  assert_int_equal(modes_settable(VARIABLE_CALCULATED), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_walk),
      cmocka_unit_test(test_every_call_has_a_name_and_a_kind),
      cmocka_unit_test(test_settable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
