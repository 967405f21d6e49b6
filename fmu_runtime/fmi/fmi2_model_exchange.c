/* fmi2_model_exchange.c: the exported calls of FMI 2.0 for Model Exchange. */
#include "exchange.h"
#include "fmi2_layer.h"
#include <math.h>
#include <string.h>

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
  return fmi2_status(exchange_enter_event_mode(c));
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *eventInfo)
{
  EventOutcome outcome;
  Status status =
      exchange_update_discrete_states(c, eventInfo ? &outcome : NULL);
  if (!eventInfo || !c) return fmi2_status(status);
  memset(eventInfo, 0, sizeof *eventInfo);
  if (status != STATUS_OK) return fmi2_status(status);
  eventInfo->valuesOfContinuousStatesChanged = outcome.states_changed;
  eventInfo->nominalsOfContinuousStatesChanged = outcome.nominals_changed;
  eventInfo->terminateSimulation = outcome.ends;
  eventInfo->nextEventTimeDefined = outcome.next_event < HUGE_VAL;
  if (eventInfo->nextEventTimeDefined) {
    eventInfo->nextEventTime = outcome.next_event;
  }
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
  return fmi2_status(exchange_enter_continuous_time(c));
}

fmi2Status fmi2CompletedIntegratorStep(
    fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint,
    fmi2Boolean *enterEventMode, fmi2Boolean *terminateSimulation)
{
  (void)noSetFMUStatePriorToCurrentPoint;
  bool enters = false, has_arguments = enterEventMode && terminateSimulation;
  Status status = exchange_completed_step(c, has_arguments, &enters);
  if (!has_arguments) return fmi2_status(status);
  *enterEventMode = enters;
  *terminateSimulation = fmi2False;
  return fmi2_status(status);
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
  return fmi2_status(exchange_set_time(c, time));
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[],
                                   size_t nx)
{
  return fmi2_status(exchange_set_states(c, x, nx));
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[],
                              size_t nx)
{
  return fmi2_status(exchange_get_derivatives(c, derivatives, nx));
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real eventIndicators[],
                                  size_t ni)
{
  return fmi2_status(exchange_get_indicators(c, eventIndicators, ni));
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t nx)
{
  return fmi2_status(exchange_get_states(c, x, nx));
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c,
                                             fmi2Real x_nominal[], size_t nx)
{
  return fmi2_status(exchange_get_nominals(c, x_nominal, nx));
}
