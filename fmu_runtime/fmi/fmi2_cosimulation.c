/* fmi2_cosimulation.c: the exported calls of FMI 2.0 for Co-Simulation. */
#include "../integrate/cosimulation.h"
#include "derivatives.h"
#include "fmi2_layer.h"

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint,
                      fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
  Instance *inst = instance_enter(c, CALL_DO_STEP);
  (void)noSetFMUStatePriorToCurrentPoint;
  if (!inst) return fmi2Error;
  return fmi2_status(cosimulation_step(inst, currentCommunicationPoint,
                                       communicationStepSize));
}

/* Within a step (from another thread, a signal handler, the logger) it does no
 * more than to set a flag. */
fmi2Status fmi2CancelStep(fmi2Component c)
{
  Instance *stepping = c;
  if (stepping && stepping->is_stepping) {
    stepping->is_cancelled = 1;
    return fmi2OK;
  }
  Instance *inst = instance_enter(c, CALL_CANCEL_STEP);
  if (!inst) return fmi2Error;
  instance_error(inst, "fmi2CancelStep: fmi2DoStep has returned, no step is "
                       "under way (canRunAsynchronuously is false)");
  return fmi2Error;
}

static fmi2Status status_unknown(Instance *inst, Call call)
{
  logging_write(&inst->logger, STATUS_DISCARD, LOG_STATUS_DISCARD,
                "%s: this status is not available",
                instance_call_name(inst, call));
  return fmi2Discard;
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s,
                         fmi2Status *value)
{
  Instance *inst = instance_enter(c, CALL_GET_STATUS);
  (void)s; /* fmi2DoStepStatus belongs to asynchronous steps */
  (void)value;
  return inst ? status_unknown(inst, CALL_GET_STATUS) : fmi2Error;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s,
                             fmi2Real *value)
{
  Instance *inst = instance_enter(c, CALL_GET_REAL_STATUS);
  if (!inst) return fmi2Error;
  if (s != fmi2LastSuccessfulTime || !value) {
    return status_unknown(inst, CALL_GET_REAL_STATUS);
  }
  *value = inst->communication_time;
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s,
                                fmi2Integer *value)
{
  Instance *inst = instance_enter(c, CALL_GET_INTEGER_STATUS);
  (void)s;
  (void)value;
  return inst ? status_unknown(inst, CALL_GET_INTEGER_STATUS) : fmi2Error;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s,
                                fmi2Boolean *value)
{
  Instance *inst = instance_enter(c, CALL_GET_BOOLEAN_STATUS);
  if (!inst) return fmi2Error;
  if (s != fmi2Terminated || !value) {
    return status_unknown(inst, CALL_GET_BOOLEAN_STATUS);
  }
  *value = inst->ends ? fmi2True : fmi2False;
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s,
                               fmi2String *value)
{
  Instance *inst = instance_enter(c, CALL_GET_STRING_STATUS);
  (void)s;
  (void)value;
  return inst ? status_unknown(inst, CALL_GET_STRING_STATUS) : fmi2Error;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c,
                                       const fmi2ValueReference vr[],
                                       size_t nvr, const fmi2Integer order[],
                                       const fmi2Real value[])
{
  return fmi2_status(derivatives_set_inputs(c, vr, nvr, order, value));
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c,
                                        const fmi2ValueReference vr[],
                                        size_t nvr, const fmi2Integer order[],
                                        fmi2Real value[])
{
  return fmi2_status(derivatives_get_outputs(c, vr, nvr, order, value));
}
