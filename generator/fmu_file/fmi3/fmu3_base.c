/* fmu3_base.c: see fmu3_base.h. */
#include "fmu_file/fmi3/fmu3_base.h"

#include <assert.h>

fmi2Status fmu3_worse(fmi2Status a, fmi2Status b)
{
  return a > b ? a : b;
}

fmi2Status fmu3_refuse(Fmu3 *m, const char *what, const char *name)
{
  assert(what && name);
  if (m->callbacks.logger) {
    m->callbacks.logger(m->callbacks.componentEnvironment, m->name, fmi2Error,
                        "logStatusError", "%s%s%s", what, name[0] ? " " : "",
                        name);
  }
  return fmi2Error;
}

fmi2Status fmu3_missing(Fmu3 *m, const char *name)
{
  return fmu3_refuse(m, "the library does not have", name);
}

fmi2Status fmu3_enter_event(Fmu3 *m)
{
  assert(m->call && m->instance);
  if (!m->call->EnterEventMode) return fmu3_missing(m, "fmi3EnterEventMode");
  fmi2Status status = m->call->EnterEventMode(m->instance);
  if (status > fmi2Warning) return status;
  m->mode = FMU3_EVENT;
  m->is_event_new = true;
  return status;
}
