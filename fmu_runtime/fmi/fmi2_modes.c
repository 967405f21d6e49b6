/* fmi2_modes.c: the table of FMI 2.0, sections 3.2.3 and 4.2.4.
 *
 * Wider than the standard in three places, because importers need it:
 * fmi2Terminate after an error (some call it whatever happened), the status
 * calls after an error (to ask for the last successful time), and inputs set
 * before initialization.
 */
#include "fmi2_layer.h"

enum {
  INST = MODE_INSTANTIATED,
  INIT = MODE_INITIALIZATION,
  EVNT = MODE_EVENT,
  CONT = MODE_CONTINUOUS,
  STEP = MODE_STEP_COMPLETE,
  TERM = MODE_TERMINATED,
  ERRO = MODE_ERROR,
  GET_ME = INIT | EVNT | CONT | TERM | ERRO,
  GET_CS = INIT | STEP | TERM | ERRO,
  ALL_ME = INST | GET_ME,
  ALL_CS = INST | GET_CS,
  STATUS = STEP | TERM | ERRO
};

/* clang-format off */
const CallRow fmi2_calls[N_CALLS] = {
  [CALL_INSTANTIATE] =
    {"fmi2Instantiate", 0, 0, 0, 0},
  [CALL_SET_DEBUG_LOGGING] =
    {"fmi2SetDebugLogging", ALL_ME, ALL_CS, 0, 0},
  [CALL_FREE_INSTANCE] =
    {"fmi2FreeInstance", ALL_ME, ALL_CS, 0, 0},
  [CALL_SETUP_EXPERIMENT] =
    {"fmi2SetupExperiment", INST, INST, 0, 0},
  [CALL_ENTER_INITIALIZATION_MODE] =
    {"fmi2EnterInitializationMode", INST, INST, 0, 0},
  [CALL_EXIT_INITIALIZATION_MODE] =
    {"fmi2ExitInitializationMode", INIT, INIT, 0, 0},
  [CALL_TERMINATE] =
    {"fmi2Terminate", EVNT | CONT | ERRO, STEP | ERRO, 0, 0},
  [CALL_RESET] =
    {"fmi2Reset", ALL_ME, ALL_CS, 0, 0},
  [CALL_GET_REAL] =
    {"fmi2GetReal", GET_ME, GET_CS, 0, 0},
  [CALL_GET_INTEGER] =
    {"fmi2GetInteger", GET_ME, GET_CS, 0, 0},
  [CALL_GET_BOOLEAN] =
    {"fmi2GetBoolean", GET_ME, GET_CS, 0, 0},
  [CALL_GET_STRING] =
    {"fmi2GetString", GET_ME, GET_CS, 0, 0},
  [CALL_SET_REAL] =
    {"fmi2SetReal", INST | INIT | EVNT | CONT, INST|INIT|STEP, 0, 0},
  [CALL_SET_INTEGER] =
    {"fmi2SetInteger", INST | INIT | EVNT, INST|INIT|STEP, 0, 0},
  [CALL_SET_BOOLEAN] =
    {"fmi2SetBoolean", INST | INIT | EVNT, INST|INIT|STEP, 0, 0},
  [CALL_SET_STRING] =
    {"fmi2SetString", INST | INIT | EVNT, INST|INIT|STEP, 0, 0},
  [CALL_GET_FMU_STATE] =
    {"fmi2GetFMUstate", ALL_ME, ALL_CS, 0, 0},
  [CALL_SET_FMU_STATE] =
    {"fmi2SetFMUstate", ALL_ME, ALL_CS, 0, 0},
  [CALL_FREE_FMU_STATE] =
    {"fmi2FreeFMUstate", ALL_ME, ALL_CS, 0, 0},
  [CALL_SERIALIZED_FMU_STATE_SIZE] =
    {"fmi2SerializedFMUstateSize", ALL_ME, ALL_CS, 0, 0},
  [CALL_SERIALIZE_FMU_STATE] =
    {"fmi2SerializeFMUstate", ALL_ME, ALL_CS, 0, 0},
  [CALL_DESERIALIZE_FMU_STATE] =
    {"fmi2DeSerializeFMUstate", ALL_ME, ALL_CS, 0, 0},
  [CALL_GET_DIRECTIONAL_DERIVATIVE] =
    {"fmi2GetDirectionalDerivative", GET_ME, GET_CS, 0, 0},
  [CALL_ENTER_EVENT_MODE] =
    {"fmi2EnterEventMode", EVNT | CONT, 0, 0, 0},
  [CALL_NEW_DISCRETE_STATES] =
    {"fmi2NewDiscreteStates", EVNT, 0, 0, 0},
  [CALL_ENTER_CONTINUOUS_TIME_MODE] =
    {"fmi2EnterContinuousTimeMode", EVNT, 0, 0, 0},
  [CALL_COMPLETED_INTEGRATOR_STEP] =
    {"fmi2CompletedIntegratorStep", CONT, 0, 0, 0},
  [CALL_SET_TIME] =
    {"fmi2SetTime", EVNT | CONT, 0, 0, 0},
  [CALL_SET_CONTINUOUS_STATES] =
    {"fmi2SetContinuousStates", CONT, 0, 0, 0},
  [CALL_GET_DERIVATIVES] =
    {"fmi2GetDerivatives", GET_ME, 0, 0, 0},
  [CALL_GET_EVENT_INDICATORS] =
    {"fmi2GetEventIndicators", GET_ME, 0, 0, 0},
  [CALL_GET_CONTINUOUS_STATES] =
    {"fmi2GetContinuousStates", GET_ME, 0, 0, 0},
  [CALL_GET_NOMINALS] =
    {"fmi2GetNominalsOfContinuousStates", ALL_ME, 0, 0, 0},
  [CALL_SET_REAL_INPUT_DERIVATIVES] =
    {"fmi2SetRealInputDerivatives", 0, INST|INIT|STEP, 0, 0},
  [CALL_GET_REAL_OUTPUT_DERIVATIVES] =
    {"fmi2GetRealOutputDerivatives", 0, STATUS, 0, 0},
  [CALL_DO_STEP] =
    {"fmi2DoStep", 0, STEP, 0, 0},
  [CALL_CANCEL_STEP] =
    {"fmi2CancelStep", 0, STATUS, 0, 0},
  [CALL_GET_STATUS] =
    {"fmi2GetStatus", 0, STATUS, 0, 0},
  [CALL_GET_REAL_STATUS] =
    {"fmi2GetRealStatus", 0, STATUS, 0, 0},
  [CALL_GET_INTEGER_STATUS] =
    {"fmi2GetIntegerStatus", 0, STATUS, 0, 0},
  [CALL_GET_BOOLEAN_STATUS] =
    {"fmi2GetBooleanStatus", 0, STATUS, 0, 0},
  [CALL_GET_STRING_STATUS] =
    {"fmi2GetStringStatus", 0, STATUS, 0, 0},
};
/* clang-format on */
