/* fmi3_model_exchange.c: the exported calls of FMI 3.0 for Model Exchange. */
#include "../fmi/exchange.h"
#include "fmi3_layer.h"

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
  return fmi3_status(exchange_enter_continuous_time(instance));
}

fmi3Status fmi3CompletedIntegratorStep(
    fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
    fmi3Boolean *enterEventMode, fmi3Boolean *terminateSimulation)
{
  (void)noSetFMUStatePriorToCurrentPoint;
  bool enters = false, has_arguments = enterEventMode && terminateSimulation;
  Status status = exchange_completed_step(instance, has_arguments, &enters);
  if (!has_arguments) return fmi3_status(status);
  *enterEventMode = enters;
  *terminateSimulation = fmi3False;
  return fmi3_status(status);
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time)
{
  return fmi3_status(exchange_set_time(instance, time));
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance,
                                   const fmi3Float64 continuousStates[],
                                   size_t nContinuousStates)
{
  return fmi3_status(
      exchange_set_states(instance, continuousStates, nContinuousStates));
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance,
                                             fmi3Float64 derivatives[],
                                             size_t nContinuousStates)
{
  return fmi3_status(
      exchange_get_derivatives(instance, derivatives, nContinuousStates));
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance,
                                  fmi3Float64 eventIndicators[],
                                  size_t nEventIndicators)
{
  return fmi3_status(
      exchange_get_indicators(instance, eventIndicators, nEventIndicators));
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance,
                                   fmi3Float64 continuousStates[],
                                   size_t nContinuousStates)
{
  return fmi3_status(
      exchange_get_states(instance, continuousStates, nContinuousStates));
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance,
                                             fmi3Float64 nominals[],
                                             size_t nContinuousStates)
{
  return fmi3_status(
      exchange_get_nominals(instance, nominals, nContinuousStates));
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance,
                                          size_t *nEventIndicators)
{
  Instance *inst = fmi3_enter(instance, CALL_COUNT_EVENT_INDICATORS);
  if (!inst || !nEventIndicators) return fmi3Error;
  *nEventIndicators = (size_t)exchange_count_indicators(inst);
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance,
                                           size_t *nContinuousStates)
{
  Instance *inst = fmi3_enter(instance, CALL_COUNT_STATES);
  if (!inst || !nContinuousStates) return fmi3Error;
  *nContinuousStates = (size_t)inst->model->n_states;
  return fmi3OK;
}
