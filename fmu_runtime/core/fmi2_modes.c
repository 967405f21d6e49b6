/* fmi2_modes.c: the table of FMI 2.0, sections 3.2.3 and 4.2.4.
 *
 * Wider than the standard in three places, because importers need it:
 * fmi2Terminate after an error (some call it whatever happened), the status
 * calls after an error (to ask for the last successful time), and inputs set
 * before initialization.
 */
#include "fmi2_modes.h"
#include "../model.h"
#include "runtime_assert.h"

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

typedef struct CallRow {
  const char *name;
  unsigned model_exchange, co_simulation;
} CallRow;

/* clang-format off */
/* In step with enum Call. */
static const CallRow table[N_CALLS] = {
  {"fmi2SetDebugLogging",               ALL_ME,             ALL_CS},
  {"fmi2FreeInstance",                  ALL_ME,             ALL_CS},
  {"fmi2SetupExperiment",               INST,               INST},
  {"fmi2EnterInitializationMode",       INST,               INST},
  {"fmi2ExitInitializationMode",        INIT,               INIT},
  {"fmi2Terminate",                     EVNT | CONT | ERRO, STEP | ERRO},
  {"fmi2Reset",                         ALL_ME,             ALL_CS},
  {"fmi2GetReal",                       GET_ME,             GET_CS},
  {"fmi2GetInteger",                    GET_ME,             GET_CS},
  {"fmi2GetBoolean",                    GET_ME,             GET_CS},
  {"fmi2GetString",                     GET_ME,             GET_CS},
  {"fmi2SetReal",                  INST | INIT | EVNT | CONT, INST|INIT|STEP},
  {"fmi2SetInteger",                    INST | INIT | EVNT, INST|INIT|STEP},
  {"fmi2SetBoolean",                    INST | INIT | EVNT, INST|INIT|STEP},
  {"fmi2SetString",                     INST | INIT | EVNT, INST|INIT|STEP},
  {"fmi2GetFMUstate",                   ALL_ME,             ALL_CS},
  {"fmi2SetFMUstate",                   ALL_ME,             ALL_CS},
  {"fmi2FreeFMUstate",                  ALL_ME,             ALL_CS},
  {"fmi2SerializedFMUstateSize",        ALL_ME,             ALL_CS},
  {"fmi2SerializeFMUstate",             ALL_ME,             ALL_CS},
  {"fmi2DeSerializeFMUstate",           ALL_ME,             ALL_CS},
  {"fmi2GetDirectionalDerivative",      GET_ME,             GET_CS},
  {"fmi2EnterEventMode",                EVNT | CONT,        0},
  {"fmi2NewDiscreteStates",             EVNT,               0},
  {"fmi2EnterContinuousTimeMode",       EVNT,               0},
  {"fmi2CompletedIntegratorStep",       CONT,               0},
  {"fmi2SetTime",                       EVNT | CONT,        0},
  {"fmi2SetContinuousStates",           CONT,               0},
  {"fmi2GetDerivatives",                GET_ME,             0},
  {"fmi2GetEventIndicators",            GET_ME,             0},
  {"fmi2GetContinuousStates",           GET_ME,             0},
  {"fmi2GetNominalsOfContinuousStates", ALL_ME,             0},
  {"fmi2SetRealInputDerivatives",       0,                  INST|INIT|STEP},
  {"fmi2GetRealOutputDerivatives",      0,                  STATUS},
  {"fmi2DoStep",                        0,                  STEP},
  {"fmi2CancelStep",                    0,                  STATUS},
  {"fmi2GetStatus",                     0,                  STATUS},
  {"fmi2GetRealStatus",                 0,                  STATUS},
  {"fmi2GetIntegerStatus",              0,                  STATUS},
  {"fmi2GetBooleanStatus",              0,                  STATUS},
  {"fmi2GetStringStatus",               0,                  STATUS},
};
/* clang-format on */

static unsigned modes_of(Call call, fmi2Type type)
{
  RUNTIME_ASSERT((int)call >= 0 && call < N_CALLS);
  return type == fmi2ModelExchange ? table[call].model_exchange
                                   : table[call].co_simulation;
}

bool fmi2_modes_allow(Call call, fmi2Type type, Mode mode)
{
  RUNTIME_ASSERT(mode > 0 && mode <= MODE_ERROR && (mode & (mode - 1)) == 0);
  return (modes_of(call, type) & (unsigned)mode) != 0;
}

bool fmi2_modes_exist(Call call, fmi2Type type)
{
  return modes_of(call, type) != 0;
}

unsigned fmi2_modes_settable(unsigned char kind)
{
  switch (kind) {
  case VARIABLE_PARAMETER:
  case VARIABLE_EXACT:
  case VARIABLE_APPROX: return INST | INIT;
  case VARIABLE_TUNABLE: return INST | INIT | EVNT | STEP;
  case VARIABLE_INPUT: return INST | INIT | EVNT | CONT | STEP;
  default: return 0;
  }
}

const char *fmi2_modes_call_name(Call call)
{
  return table[call].name;
}

const char *fmi2_modes_name(Mode mode)
{
  RUNTIME_ASSERT(mode > 0 && mode <= MODE_ERROR && (mode & (mode - 1)) == 0);
  switch (mode) {
  case MODE_INSTANTIATED: return "instantiated";
  case MODE_INITIALIZATION: return "Initialization Mode";
  case MODE_EVENT: return "Event Mode";
  case MODE_CONTINUOUS: return "Continuous-Time Mode";
  case MODE_STEP_COMPLETE: return "step complete";
  case MODE_TERMINATED: return "terminated";
  case MODE_ERROR: return "error";
  }
  return "unknown";
}
