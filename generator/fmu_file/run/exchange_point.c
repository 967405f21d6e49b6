/* exchange_point.c: see exchange_point.h. */
#include "fmu_file/run/exchange_point.h"

#include <nvector/nvector_serial.h>

bool exchange_point_check(FmuExchange *e, fmi2Status status, const char *call)
{
  if (status == fmi2OK || status == fmi2Warning) return true;
  *e->failure = (ExchangeFailure){.call = call, .status = status};
  return false;
}

bool exchange_point_fail(FmuExchange *e, const char *why)
{
  *e->failure =
      (ExchangeFailure){.call = "CVODE", .status = fmi2Error, .why = why};
  return false;
}

bool exchange_point_set(FmuExchange *e, double time, N_Vector x)
{
  const Fmu *fmu = e->fmu;
  const ExchangeOptions *o = &e->options;
  return exchange_point_check(e, fmu->SetTime(e->component, time),
                              "fmi2SetTime") &&
         (!o->inputs || exchange_point_check(e, o->inputs(o->context, time),
                                             "fmi2SetReal")) &&
         (e->n_states == 0 ||
          exchange_point_check(
              e,
              fmu->SetContinuousStates(e->component, NV_DATA_S(x), e->n_states),
              "fmi2SetContinuousStates"));
}

bool exchange_point_indicators(FmuExchange *e, double time, N_Vector x,
                               double *indicator)
{
  return exchange_point_set(e, time, x) &&
         exchange_point_check(e,
                              e->fmu->GetEventIndicators(
                                  e->component, indicator, e->n_indicators),
                              "fmi2GetEventIndicators");
}

double *exchange_point_parts(const FmuExchange *e, N_Vector x)
{
  return NV_DATA_S(x) + e->n_states;
}

bool exchange_point_follow(FmuExchange *e, FollowCall what, double *states,
                           double *rates)
{
  if (e->n_directions == 0) return true;
  FmuFollow *follow = e->options.follow;
  return exchange_point_check(e,
                              follow->call(e->component, what,
                                           &follow->directions, states,
                                           e->derivative, e->n_states, rates),
                              "following parameters");
}
