/* fmu3_state.c: see fmu3_state.h. */
#include "fmu_file/fmi3/fmu3_state.h"

#include <stdlib.h>
#include <string.h>

/* A state of this side. The clocks stand behind it. */
typedef struct Fmu3Saved {
  void *state; /* of the FMU */
  Fmu3Mode mode;
  bool is_event_new, is_over;
  double time, next_event;
  Fmu3Clock clock[];
} Fmu3Saved;

static size_t fmu3_state_own_size(const Fmu3 *m)
{
  return sizeof(Fmu3Saved) + (size_t)m->n_clocks * sizeof(Fmu3Clock);
}

static Fmu3Saved *make_saved(const Fmu3 *m)
{
  Fmu3Saved *saved = calloc(1, fmu3_state_own_size(m));
  if (!saved) return NULL;
  saved->mode = m->mode;
  saved->is_event_new = m->is_event_new;
  saved->is_over = m->is_over;
  saved->time = m->time;
  saved->next_event = m->next_event;
  memcpy(saved->clock, m->clock, (size_t)m->n_clocks * sizeof m->clock[0]);
  return saved;
}

fmi2Status fmu3_get_state(fmi2Component c, fmi2FMUstate *state)
{
  Fmu3 *m = c;
  if (!m->call->GetFMUState) return fmu3_missing(m, "fmi3GetFMUState");
  Fmu3Saved *before = *state, *saved = make_saved(m);
  if (!saved) return fmu3_refuse(m, "memory is short", "");
  if (before) saved->state = before->state; /* may be used again */
  fmi2Status status = m->call->GetFMUState(m->instance, &saved->state);
  if (status > fmi2Warning) {
    free(saved);
    return status;
  }
  free(before);
  *state = saved;
  return status;
}

fmi2Status fmu3_set_state(fmi2Component c, fmi2FMUstate state)
{
  Fmu3 *m = c;
  Fmu3Saved *saved = state;
  if (!m->call->SetFMUState) return fmu3_missing(m, "fmi3SetFMUState");
  if (!saved) return fmu3_refuse(m, "there is no state to set", "");
  fmi2Status status = m->call->SetFMUState(m->instance, saved->state);
  if (status > fmi2Warning) return status;
  m->mode = saved->mode;
  m->is_event_new = saved->is_event_new;
  m->is_over = saved->is_over;
  m->time = saved->time;
  m->next_event = saved->next_event;
  memcpy(m->clock, saved->clock, (size_t)m->n_clocks * sizeof m->clock[0]);
  return status;
}

fmi2Status fmu3_free_state(fmi2Component c, fmi2FMUstate *state)
{
  Fmu3 *m = c;
  Fmu3Saved *saved = *state;
  if (!saved) return fmi2OK;
  if (!m->call->FreeFMUState) return fmu3_missing(m, "fmi3FreeFMUState");
  fmi2Status status = m->call->FreeFMUState(m->instance, &saved->state);
  if (saved->state) /* FMI 3.0 2.2.7.4: it is NULL then */
    return status;  /* seen by `check`: the pointer is left */
  free(saved);
  *state = NULL;
  return status;
}

fmi2Status fmu3_state_size(fmi2Component c, fmi2FMUstate state, size_t *size)
{
  Fmu3 *m = c;
  Fmu3Saved *saved = state;
  if (!m->call->SerializedFMUStateSize)
    return fmu3_missing(m, "fmi3SerializedFMUStateSize");
  fmi2Status status =
      m->call->SerializedFMUStateSize(m->instance, saved->state, size);
  *size += fmu3_state_own_size(m);
  return status;
}

fmi2Status fmu3_serialize(fmi2Component c, fmi2FMUstate state, fmi2Byte byte[],
                          size_t size)
{
  Fmu3 *m = c;
  Fmu3Saved *saved = state;
  size_t own = fmu3_state_own_size(m);
  if (!m->call->SerializeFMUState)
    return fmu3_missing(m, "fmi3SerializeFMUState");
  if (size < own) return fmu3_refuse(m, "there is no room for the state", "");
  memcpy(byte, saved, own);
  return m->call->SerializeFMUState(m->instance, saved->state,
                                    (uint8_t *)byte + own, size - own);
}

fmi2Status fmu3_deserialize(fmi2Component c, const fmi2Byte byte[], size_t size,
                            fmi2FMUstate *state)
{
  Fmu3 *m = c;
  size_t own = fmu3_state_own_size(m);
  if (!m->call->DeserializeFMUState)
    return fmu3_missing(m, "fmi3DeserializeFMUState");
  if (size < own) return fmu3_refuse(m, "the state is cut off", "");
  Fmu3Saved *saved = malloc(own);
  if (!saved) return fmu3_refuse(m, "memory is short", "");
  memcpy(saved, byte, own);
  saved->state = NULL;
  fmi2Status status = m->call->DeserializeFMUState(
      m->instance, (const uint8_t *)byte + own, size - own, &saved->state);
  if (status > fmi2Warning)
    free(saved);
  else
    *state = saved;
  return status;
}
