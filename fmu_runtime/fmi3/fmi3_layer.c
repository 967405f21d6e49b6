/* fmi3_layer.c: see fmi3_layer.h. */
#include "fmi3_layer.h"

static bool only_reads(Call call)
{
  switch (call) {
  case CALL_SET_DEBUG_LOGGING:
  case CALL_GET_REAL:
  case CALL_GET_INTEGER:
  case CALL_GET_ENUMERATION:
  case CALL_GET_BOOLEAN:
  case CALL_GET_STRING:
  case CALL_GET_CLOCK:
  case CALL_GET_REAL_OUTPUT_DERIVATIVES:
  case CALL_GET_ADJOINT_DERIVATIVE:
  case CALL_GET_DIRECTIONAL_DERIVATIVE: return true;
  default: return false;
  }
}

Instance *fmi3_enter(fmi3Instance instance, Call call)
{
  Instance *inst = instance_enter(instance, call);
  if (!inst || !inst->is_stepping || only_reads(call)) return inst;
  if (call == CALL_SET_REAL && inst->sets_intermediate) return inst;
  instance_refuse(inst, call, "fmi3DoStep is under way");
  return NULL;
}

fmi3Status fmi3_refuse(fmi3Instance instance, const char *call, const char *why)
{
  if (instance) instance_error(instance, "%s: %s", call, why);
  return fmi3Error;
}
