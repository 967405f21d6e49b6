/* fmi3_cosimulation.c: the exported calls of FMI 3.0 for Co-Simulation. */
#include "../integrate/cosimulation.h"
#include "../fmi/derivatives.h"
#include "fmi3_references.h"
#include <stdlib.h>

fmi3Status fmi3EnterStepMode(fmi3Instance instance)
{
  Instance *inst = fmi3_enter(instance, CALL_ENTER_STEP_MODE);
  return inst ? fmi3_status(cosimulation_leave_event(inst)) : fmi3Error;
}

fmi3Status fmi3DoStep(fmi3Instance instance,
                      fmi3Float64 currentCommunicationPoint,
                      fmi3Float64 communicationStepSize,
                      fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                      fmi3Boolean *eventHandlingNeeded,
                      fmi3Boolean *terminateSimulation,
                      fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime)
{
  Instance *inst = fmi3_enter(instance, CALL_DO_STEP);
  (void)noSetFMUStatePriorToCurrentPoint;
  if (!inst) return fmi3Error;
  if (!eventHandlingNeeded || !terminateSimulation || !earlyReturn ||
      !lastSuccessfulTime) {
    return fmi3_refuse(inst, "fmi3DoStep", "an argument is missing");
  }
  Status status =
      cosimulation_step(inst, currentCommunicationPoint, communicationStepSize);
  *eventHandlingNeeded = inst->event_waits;
  *terminateSimulation = inst->ends;
  *lastSuccessfulTime = inst->communication_time;
  *earlyReturn = status == STATUS_OK && !inst->ends &&
                 inst->communication_time <
                     currentCommunicationPoint + communicationStepSize;
  /* terminate() is told by an argument, not by the status */
  if (status == STATUS_DISCARD && inst->ends) status = STATUS_OK;
  return fmi3_status(status);
}

/* One order for each variable, whatever number of elements it has. */
static void orders_of_places(Instance *inst,
                             const fmi3ValueReference *reference, size_t n,
                             const fmi3Int32 *order, int *of_place)
{
  size_t at = 0;
  for (size_t k = 0; k < n; k++) {
    size_t size = references_size(inst->model, reference[k], REFERENCE_REAL);
    for (size_t i = 0; i < size; i++) of_place[at++] = order[k];
  }
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance,
                                    const fmi3ValueReference valueReferences[],
                                    size_t nValueReferences,
                                    const fmi3Int32 orders[],
                                    fmi3Float64 values[], size_t nValues)
{
  Call call = CALL_GET_REAL_OUTPUT_DERIVATIVES;
  References r;
  Instance *inst = fmi3_enter(instance, call);
  if (!inst || !references_open(&r, inst, call, valueReferences,
                                nValueReferences, values, nValues)) {
    return fmi3Error;
  }
  int *order = r.n > 0 && orders ? malloc(r.n * sizeof order[0]) : NULL;
  if (order)
    orders_of_places(inst, valueReferences, nValueReferences, orders, order);
  Status status = derivatives_get_outputs(inst, r.place, r.n, order, values);
  free(order);
  references_close(&r);
  return fmi3_status(status);
}
