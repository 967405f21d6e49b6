/* modes.h: the modes of an instance, and the calls of all versions of FMI.
 *
 * The modes are the states of the state machines of FMI 2.0, sections 3.2.3
 * (Model Exchange) and 4.2.4 (Co-Simulation), and of FMI 3.0, section 2.3.
 * Those of asynchronous or discarded steps do not exist here: a step is
 * synchronous, and it either completes or fails. Which call is allowed in which
 * mode is said by one table for each version: fmi/fmi2_modes.c,
 * fmi3/fmi3_modes.c.
 */
#ifndef FOUCAULT_MODES_H
#define FOUCAULT_MODES_H

#include "status.h"
#include <stdbool.h>

typedef enum Mode {
  MODE_INSTANTIATED = 1,
  MODE_INITIALIZATION = 2,
  MODE_EVENT = 4,          /* Co-Simulation: of FMI 3.0 */
  MODE_CONTINUOUS = 8,     /* Model Exchange */
  MODE_STEP_COMPLETE = 16, /* Co-Simulation */
  MODE_TERMINATED = 32,
  MODE_ERROR = 64,             /* a computation failed: only a reset helps */
  MODE_CLOCK_ACTIVATION = 128, /* Scheduled Execution */
  MODE_CONFIGURATION = 256,    /* of FMI 3.0: sizes of arrays are set */
  MODE_RECONFIGURATION = 512,  /* the same while the model runs */
  MODE_LAST = MODE_RECONFIGURATION
} Mode;

/* What is done, whatever the call is named in a version. */
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
  CALL_INSTANTIATE,
  CALL_GET_ENUMERATION,
  CALL_SET_ENUMERATION,
  CALL_EVALUATE_DISCRETE_STATES,
  CALL_COUNT_STATES,
  CALL_COUNT_EVENT_INDICATORS,
  CALL_ENTER_STEP_MODE,
  CALL_GET_ADJOINT_DERIVATIVE,
  CALL_GET_CLOCK,
  CALL_SET_CLOCK,
  CALL_GET_INTERVAL,
  CALL_GET_INTERVAL_FRACTION,
  CALL_SET_INTERVAL,
  CALL_SET_INTERVAL_FRACTION,
  CALL_GET_SHIFT,
  CALL_GET_SHIFT_FRACTION,
  CALL_SET_SHIFT,
  CALL_SET_SHIFT_FRACTION,
  CALL_ACTIVATE_PARTITION,
  CALL_GET_SIZE,
  CALL_SET_SIZE,
  CALL_ENTER_CONFIGURATION,
  CALL_EXIT_CONFIGURATION,
  CALL_COUNT_DEPENDENCIES,
  CALL_GET_DEPENDENCIES,
  N_CALLS
} Call;

/* A call in one version: its name there, and sums of modes. A call without a
 * name does not exist in that version. */
typedef struct CallRow {
  const char *name;
  unsigned model_exchange, co_simulation;
  ValueReference kind; /* REFERENCE_* of the references that it takes */
  unsigned scheduled_execution;
} CallRow;

bool modes_allow(const CallRow *row, InstanceType type, Mode mode);

/* The call is part of the interface of this kind at all. */
bool modes_exist(const CallRow *row, InstanceType type);

/* Modes, as a sum, in which a variable of this kind (VARIABLE_* of model.h)
 * may be set; 0: never. Continuous states may also be set in
 * MODE_CONTINUOUS. */
unsigned modes_settable(unsigned char kind);

/* Static text: "Initialization Mode". */
const char *modes_name(Mode mode);
/* The same: "Co-Simulation". */
const char *modes_type_name(InstanceType type);

#endif
