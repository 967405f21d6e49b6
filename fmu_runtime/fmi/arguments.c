#include "arguments.h"
#include "../core/runtime_assert.h"

bool references_are_valid(Instance *inst, Call call, const ValueReference vr[],
                          size_t nvr, const void *value, int n)
{
  RUNTIME_ASSERT(n >= 0);
  const char *name = instance_call_name(inst, call);
  if (nvr == 0) return true;
  if (!vr || !value) {
    instance_error(inst, "%s: an array is missing", name);
    return false;
  }
  for (size_t k = 0; k < nvr; k++) {
    if (vr[k] < (unsigned)n) continue;
    instance_error(inst, "%s: there is no value reference %u", name,
                   instance_reference(inst, call, vr[k]));
    return false;
  }
  return true;
}

int real_references(const Model *m)
{
  return m->n_real + m->n_real_aliases;
}

ValueReference place_of_reference(const Model *m, ValueReference vr)
{
  unsigned n = (unsigned)m->n_real;
  RUNTIME_ASSERT(vr < (unsigned)real_references(m));
  return vr < n ? vr : (ValueReference)m->real_alias[vr - n];
}

Status evaluation_failed(Instance *inst, Call call, bool can_retry)
{
  RUNTIME_ASSERT((int)call >= 0 && call < N_CALLS);
  const char *name = instance_call_name(inst, call);
  if (!can_retry || inst->mode != MODE_CONTINUOUS) {
    return instance_fail(inst, "%s: the model cannot be evaluated", name);
  }
  logging_write(&inst->logger, STATUS_DISCARD, LOG_STATUS_DISCARD, "%s: %s",
                name, inst->reason);
  return STATUS_DISCARD;
}

bool length_is_valid(Instance *inst, Call call, const void *array, size_t given,
                     int n, const char *what)
{
  RUNTIME_ASSERT(n >= 0 && what);
  if (given != (size_t)n) {
    instance_error(inst, "%s: got room for %zu %s, the model has %d",
                   instance_call_name(inst, call), given, what, n);
    return false;
  }
  if (n > 0 && !array) {
    instance_error(inst, "%s: the array is missing",
                   instance_call_name(inst, call));
    return false;
  }
  return true;
}
