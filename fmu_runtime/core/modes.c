/* modes.c: see modes.h. */
#include "modes.h"
#include "../model.h"
#include "runtime_assert.h"

static unsigned modes_of(const CallRow *row, InstanceType type)
{
  return type == MODEL_EXCHANGE ? row->model_exchange : row->co_simulation;
}

bool modes_allow(const CallRow *row, InstanceType type, Mode mode)
{
  RUNTIME_ASSERT(mode > 0 && mode <= MODE_ERROR && (mode & (mode - 1)) == 0);
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
           MODE_STEP_COMPLETE;
  case VARIABLE_INPUT:
    return MODE_INSTANTIATED | MODE_INITIALIZATION | MODE_EVENT |
           MODE_CONTINUOUS | MODE_STEP_COMPLETE;
  default: return 0;
  }
}

const char *modes_name(Mode mode)
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
