/* saved_state.c: the answer while states cannot be saved. */
#include "saved_state.h"

fmi2Status saved_state_refuse(Instance *inst, Call call)
{
  return instance_error(inst,
                        "%s: saving the state is not supported "
                        "(canGetAndSetFMUstate and canSerializeFMUstate are "
                        "false)",
                        fmi2_modes_call_name(call));
}

fmi2Status saved_state_free(Instance *inst, fmi2FMUstate *state)
{
  if (!state || !*state) return fmi2OK;
  return saved_state_refuse(inst, CALL_FREE_FMU_STATE);
}
