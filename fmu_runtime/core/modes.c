/* modes.c: see modes.h. */
#include "modes.h"
#include "../model.h"
#include "runtime_assert.h"

static unsigned modes_of(const CallRow *row, InstanceType type)
{
  switch (type) {
  case MODEL_EXCHANGE: return row->model_exchange;
  case CO_SIMULATION: return row->co_simulation;
  case SCHEDULED_EXECUTION: return row->scheduled_execution;
  }
  return 0;
}

bool modes_allow(const CallRow *row, InstanceType type, Mode mode)
{
  RUNTIME_ASSERT(mode > 0 && mode <= MODE_LAST && (mode & (mode - 1)) == 0);
  return (modes_of(row, type) & (unsigned)mode) != 0;
}

bool modes_exist(const CallRow *row, InstanceType type)
{
  return modes_of(row, type) != 0;
}

unsigned modes_settable(unsigned char kind)
{
  switch (kind) {
  case VARIABLE_PARAMETER:
  case VARIABLE_EXACT:
  case VARIABLE_APPROX: return MODE_INSTANTIATED | MODE_INITIALIZATION;
  case VARIABLE_TUNABLE:
    return MODE_INSTANTIATED | MODE_INITIALIZATION | MODE_EVENT |
           MODE_STEP_COMPLETE | MODE_CLOCK_ACTIVATION;
  case VARIABLE_INPUT:
    return MODE_INSTANTIATED | MODE_INITIALIZATION | MODE_EVENT |
           MODE_CONTINUOUS | MODE_STEP_COMPLETE | MODE_CLOCK_ACTIVATION;
  default: return 0;
  }
}

const char *modes_name(Mode mode)
{
  RUNTIME_ASSERT(mode > 0 && mode <= MODE_LAST && (mode & (mode - 1)) == 0);
  switch (mode) {
  case MODE_INSTANTIATED: return "instantiated";
  case MODE_INITIALIZATION: return "Initialization Mode";
  case MODE_EVENT: return "Event Mode";
  case MODE_CONTINUOUS: return "Continuous-Time Mode";
  case MODE_STEP_COMPLETE: return "step complete";
  case MODE_TERMINATED: return "terminated";
  case MODE_ERROR: return "error";
  case MODE_CLOCK_ACTIVATION: return "Clock Activation Mode";
  case MODE_CONFIGURATION: return "Configuration Mode";
  case MODE_RECONFIGURATION: return "Reconfiguration Mode";
  }
  return "unknown";
}

const char *modes_type_name(InstanceType type)
{
  switch (type) {
  case MODEL_EXCHANGE: return "Model Exchange";
  case CO_SIMULATION: return "Co-Simulation";
  case SCHEDULED_EXECUTION: return "Scheduled Execution";
  }
  return "unknown";
}
