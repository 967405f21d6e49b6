/* fmi2_values.c: the exported calls of FMI 2.0 that get and set values. */
#include "fmi2_layer.h"
#include "values.h"

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[],
                       size_t nvr, fmi2Real value[])
{
  return fmi2_status(values_get_reals(c, vr, nvr, value));
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[],
                          size_t nvr, fmi2Integer value[])
{
  return fmi2_status(values_get_integers(c, CALL_GET_INTEGER, vr, nvr, value));
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[],
                          size_t nvr, fmi2Boolean value[])
{
  return fmi2_status(values_get_booleans(c, vr, nvr, value));
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[],
                         size_t nvr, fmi2String value[])
{
  return fmi2_status(values_get_strings(c, vr, nvr, value));
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[],
                       size_t nvr, const fmi2Real value[])
{
  return fmi2_status(values_set_reals(c, vr, nvr, value));
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[],
                          size_t nvr, const fmi2Integer value[])
{
  return fmi2_status(values_set_integers(c, CALL_SET_INTEGER, vr, nvr, value));
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[],
                          size_t nvr, const fmi2Boolean value[])
{
  return fmi2_status(values_set_booleans(c, vr, nvr, value));
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[],
                         size_t nvr, const fmi2String value[])
{
  return fmi2_status(values_set_strings(c, vr, nvr, value));
}
