/* fmi2_modes.h: which call is allowed in which mode, as one table.
 *
 * The modes are the states of the state machines of FMI 2.0, sections 3.2.3
 * (Model Exchange) and 4.2.4 (Co-Simulation). Those of asynchronous or
 * discarded steps do not exist here: fmi2DoStep is synchronous, and it either
 * completes or fails.
 */
#ifndef FOUCAULT_FMI2_MODES_H
#define FOUCAULT_FMI2_MODES_H

#include "../fmi2.h"
#include <stdbool.h>

typedef enum Mode {
  MODE_INSTANTIATED = 1,
  MODE_INITIALIZATION = 2,
  MODE_EVENT = 4,          /* Model Exchange */
  MODE_CONTINUOUS = 8,     /* Model Exchange */
  MODE_STEP_COMPLETE = 16, /* Co-Simulation */
  MODE_TERMINATED = 32,
  MODE_ERROR = 64 /* a computation failed: only a reset helps */
} Mode;

/* In step with the table in fmi2_modes.c. */
typedef enum Call {
  CALL_SET_DEBUG_LOGGING,
  CALL_FREE_INSTANCE,
  CALL_SETUP_EXPERIMENT,
  CALL_ENTER_INITIALIZATION_MODE,
  CALL_EXIT_INITIALIZATION_MODE,
  CALL_TERMINATE,
  CALL_RESET,
  CALL_GET_REAL,
  CALL_GET_INTEGER,
  CALL_GET_BOOLEAN,
  CALL_GET_STRING,
  CALL_SET_REAL,
  CALL_SET_INTEGER,
  CALL_SET_BOOLEAN,
  CALL_SET_STRING,
  CALL_GET_FMU_STATE,
  CALL_SET_FMU_STATE,
  CALL_FREE_FMU_STATE,
  CALL_SERIALIZED_FMU_STATE_SIZE,
  CALL_SERIALIZE_FMU_STATE,
  CALL_DESERIALIZE_FMU_STATE,
  CALL_GET_DIRECTIONAL_DERIVATIVE,
  CALL_ENTER_EVENT_MODE,
  CALL_NEW_DISCRETE_STATES,
  CALL_ENTER_CONTINUOUS_TIME_MODE,
  CALL_COMPLETED_INTEGRATOR_STEP,
  CALL_SET_TIME,
  CALL_SET_CONTINUOUS_STATES,
  CALL_GET_DERIVATIVES,
  CALL_GET_EVENT_INDICATORS,
  CALL_GET_CONTINUOUS_STATES,
  CALL_GET_NOMINALS,
  CALL_SET_REAL_INPUT_DERIVATIVES,
  CALL_GET_REAL_OUTPUT_DERIVATIVES,
  CALL_DO_STEP,
  CALL_CANCEL_STEP,
  CALL_GET_STATUS,
  CALL_GET_REAL_STATUS,
  CALL_GET_INTEGER_STATUS,
  CALL_GET_BOOLEAN_STATUS,
  CALL_GET_STRING_STATUS,
  N_CALLS
} Call;

bool fmi2_modes_allow(Call call, fmi2Type type, Mode mode);

/* The call is part of the interface of this kind at all. */
bool fmi2_modes_exist(Call call, fmi2Type type);

/* Modes, as a sum, in which a variable of this kind (VARIABLE_* of model.h)
 * may be set; 0: never. Continuous states may also be set in
 * MODE_CONTINUOUS. */
unsigned fmi2_modes_settable(unsigned char kind);

/* Static text: "fmi2DoStep", "Initialization Mode". */
const char *fmi2_modes_call_name(Call call);
const char *fmi2_modes_name(Mode mode);

#endif
