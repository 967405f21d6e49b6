/* fmi3_modes.c: the table of FMI 3.0, sections 2.3, 3.2, 4.2 and 5.2.
 *
 * Wider than the standard where the table of FMI 2.0 is. A Co-Simulation whose
 * importer has no event mode never is in it.
 */
#include "fmi3_layer.h"

enum {
  INST = MODE_INSTANTIATED,
  INIT = MODE_INITIALIZATION,
  EVNT = MODE_EVENT,
  CONT = MODE_CONTINUOUS,
  STEP = MODE_STEP_COMPLETE,
  TERM = MODE_TERMINATED,
  ERRO = MODE_ERROR,
  GET_ME = INIT | EVNT | CONT | TERM | ERRO,
  GET_CS = INIT | EVNT | STEP | TERM | ERRO,
  SET_ME = INST | INIT | EVNT,
  SET_CS = INST | INIT | EVNT | STEP,
  ALL_ME = INST | GET_ME,
  ALL_CS = INST | GET_CS,
  CLCK = MODE_CLOCK_ACTIVATION,
  GET_SE = INIT | CLCK | TERM | ERRO,
  SET_SE = INST | INIT | CLCK,
  ALL_SE = INST | GET_SE,
  TIMED = INIT | EVNT | CLCK, /* when intervals are asked for */
  CONF = MODE_CONFIGURATION | MODE_RECONFIGURATION,
  ANY_ME = ALL_ME | CONF,
  ANY_CS = ALL_CS | CONF,
  ANY_SE = ALL_SE | CONF
};

enum {
  INTEGER = REFERENCE_INTEGER,
  BOOLEAN = REFERENCE_BOOLEAN,
  STRING = REFERENCE_STRING,
  ENUMERATION = REFERENCE_ENUMERATION,
  CLOCK = REFERENCE_CLOCK,
  SIZE = REFERENCE_SIZE
};

/* clang-format off */
const CallRow fmi3_calls[N_CALLS] = {
  [CALL_INSTANTIATE] =
    {"fmi3Instantiate", 0, 0, 0, 0},
  [CALL_SET_DEBUG_LOGGING] =
    {"fmi3SetDebugLogging", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_FREE_INSTANCE] =
    {"fmi3FreeInstance", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_SETUP_EXPERIMENT] =
    {"fmi3EnterInitializationMode", INST, INST, 0, INST},
  [CALL_ENTER_INITIALIZATION_MODE] =
    {"fmi3EnterInitializationMode", INST, INST, 0, INST},
  [CALL_EXIT_INITIALIZATION_MODE] =
    {"fmi3ExitInitializationMode", INIT, INIT, 0, INIT},
  [CALL_TERMINATE] =
    {"fmi3Terminate", EVNT | CONT | ERRO, EVNT | STEP | ERRO, 0, CLCK | ERRO},
  [CALL_RESET] =
    {"fmi3Reset", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_GET_REAL] =
    {"fmi3GetFloat64", ALL_ME, ALL_CS, 0, ALL_SE},
  [CALL_GET_INTEGER] =
    {"fmi3GetInt32", ALL_ME, ALL_CS, INTEGER, ALL_SE},
  [CALL_GET_ENUMERATION] =
    {"fmi3GetInt64", ALL_ME, ALL_CS, ENUMERATION, ALL_SE},
  [CALL_GET_BOOLEAN] =
    {"fmi3GetBoolean", ALL_ME, ALL_CS, BOOLEAN, ALL_SE},
  [CALL_GET_STRING] =
    {"fmi3GetString", ALL_ME, ALL_CS, STRING, ALL_SE},
  [CALL_SET_REAL] =
    {"fmi3SetFloat64", SET_ME | CONT, SET_CS, 0, SET_SE},
  [CALL_SET_INTEGER] =
    {"fmi3SetInt32", SET_ME, SET_CS, INTEGER, SET_SE},
  [CALL_SET_ENUMERATION] =
    {"fmi3SetInt64", SET_ME, SET_CS, ENUMERATION, SET_SE},
  [CALL_SET_BOOLEAN] =
    {"fmi3SetBoolean", SET_ME, SET_CS, BOOLEAN, SET_SE},
  [CALL_SET_STRING] =
    {"fmi3SetString", SET_ME, SET_CS, STRING, SET_SE},
  [CALL_GET_FMU_STATE] =
    {"fmi3GetFMUState", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_SET_FMU_STATE] =
    {"fmi3SetFMUState", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_FREE_FMU_STATE] =
    {"fmi3FreeFMUState", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_SERIALIZED_FMU_STATE_SIZE] =
    {"fmi3SerializedFMUStateSize", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_SERIALIZE_FMU_STATE] =
    {"fmi3SerializeFMUState", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_DESERIALIZE_FMU_STATE] =
    {"fmi3DeserializeFMUState", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_GET_DIRECTIONAL_DERIVATIVE] =
    {"fmi3GetDirectionalDerivative", GET_ME, GET_CS, 0, GET_SE},
  [CALL_GET_ADJOINT_DERIVATIVE] =
    {"fmi3GetAdjointDerivative", GET_ME, GET_CS, 0, GET_SE},
  [CALL_ENTER_EVENT_MODE] =
    {"fmi3EnterEventMode", EVNT | CONT, STEP, 0, 0},
  [CALL_NEW_DISCRETE_STATES] =
    {"fmi3UpdateDiscreteStates", EVNT, EVNT, 0, 0},
  [CALL_EVALUATE_DISCRETE_STATES] =
    {"fmi3EvaluateDiscreteStates", INIT | EVNT, INIT | EVNT, 0, 0},
  [CALL_ENTER_CONTINUOUS_TIME_MODE] =
    {"fmi3EnterContinuousTimeMode", EVNT, 0, 0, 0},
  [CALL_COMPLETED_INTEGRATOR_STEP] =
    {"fmi3CompletedIntegratorStep", CONT, 0, 0, 0},
  [CALL_SET_TIME] =
    {"fmi3SetTime", EVNT | CONT, 0, 0, 0},
  [CALL_SET_CONTINUOUS_STATES] =
    {"fmi3SetContinuousStates", CONT, 0, 0, 0},
  [CALL_GET_DERIVATIVES] =
    {"fmi3GetContinuousStateDerivatives", GET_ME, 0, 0, 0},
  [CALL_GET_EVENT_INDICATORS] =
    {"fmi3GetEventIndicators", GET_ME, 0, 0, 0},
  [CALL_GET_CONTINUOUS_STATES] =
    {"fmi3GetContinuousStates", GET_ME, 0, 0, 0},
  [CALL_GET_NOMINALS] =
    {"fmi3GetNominalsOfContinuousStates", ALL_ME, 0, 0, 0},
  [CALL_COUNT_STATES] =
    {"fmi3GetNumberOfContinuousStates", ALL_ME, 0, 0, 0},
  [CALL_COUNT_EVENT_INDICATORS] =
    {"fmi3GetNumberOfEventIndicators", ALL_ME, 0, 0, 0},
  [CALL_GET_REAL_OUTPUT_DERIVATIVES] =
    {"fmi3GetOutputDerivatives", 0, EVNT | STEP | TERM | ERRO, 0, 0},
  [CALL_ENTER_STEP_MODE] =
    {"fmi3EnterStepMode", 0, EVNT, 0, 0},
  [CALL_DO_STEP] =
    {"fmi3DoStep", 0, STEP, 0, 0},
  [CALL_GET_CLOCK] =
    {"fmi3GetClock", INIT | EVNT, INIT | EVNT, CLOCK, INIT | CLCK},
  [CALL_SET_CLOCK] =
    {"fmi3SetClock", EVNT, EVNT, CLOCK, 0},
  [CALL_GET_INTERVAL] =
    {"fmi3GetIntervalDecimal", TIMED, TIMED, CLOCK, TIMED},
  [CALL_GET_INTERVAL_FRACTION] =
    {"fmi3GetIntervalFraction", TIMED, TIMED, CLOCK, TIMED},
  [CALL_SET_INTERVAL] =
    {"fmi3SetIntervalDecimal", TIMED, TIMED, CLOCK, TIMED},
  [CALL_SET_INTERVAL_FRACTION] =
    {"fmi3SetIntervalFraction", TIMED, TIMED, CLOCK, TIMED},
  [CALL_GET_SHIFT] =
    {"fmi3GetShiftDecimal", TIMED, TIMED, CLOCK, TIMED},
  [CALL_GET_SHIFT_FRACTION] =
    {"fmi3GetShiftFraction", TIMED, TIMED, CLOCK, TIMED},
  [CALL_SET_SHIFT] =
    {"fmi3SetShiftDecimal", INIT, INIT, CLOCK, INIT},
  [CALL_SET_SHIFT_FRACTION] =
    {"fmi3SetShiftFraction", INIT, INIT, CLOCK, INIT},
  [CALL_ACTIVATE_PARTITION] =
    {"fmi3ActivateModelPartition", 0, 0, CLOCK, CLCK},
  [CALL_GET_SIZE] =
    {"fmi3GetUInt64", ANY_ME, ANY_CS, SIZE, ANY_SE},
  [CALL_SET_SIZE] =
    {"fmi3SetUInt64", CONF, CONF, SIZE, CONF},
  [CALL_ENTER_CONFIGURATION] =
    {"fmi3EnterConfigurationMode", INST | EVNT, INST | STEP, 0, INST | CLCK},
  [CALL_EXIT_CONFIGURATION] =
    {"fmi3ExitConfigurationMode", CONF, CONF, 0, CONF},
  [CALL_COUNT_DEPENDENCIES] =
    {"fmi3GetNumberOfVariableDependencies", ANY_ME, ANY_CS, 0, ANY_SE},
  [CALL_GET_DEPENDENCIES] =
    {"fmi3GetVariableDependencies", ANY_ME, ANY_CS, 0, ANY_SE},
};
/* clang-format on */
