/* saved_state.h: get, set and serialize the whole state of an instance.
 *
 * A saved state is a copy of the instance's block and of its solver's memory:
 * save, continue, restore and continue again gives the same bytes, without a
 * restart of the integrator, and saving changes nothing.
 *
 * A serialized state holds no addresses: values, start values, relations, the
 * choice of states, mode and times, the texts of Strings, and the memory of
 * the instance and its solver in a form that can be moved (carried_memory.h),
 * with a checksum. Another process or instance of the same binary continues to
 * the last bit; where the binary is another one the integrator starts again,
 * at the same point.
 */
#ifndef FOUCAULT_SAVED_STATE_H
#define FOUCAULT_SAVED_STATE_H

#include "../core/instance.h"

/* Each is the body of the FMI call of that name; the instance has been
 * entered. */
fmi2Status saved_state_get(Instance *inst, fmi2FMUstate *state);
fmi2Status saved_state_set(Instance *inst, fmi2FMUstate state);
fmi2Status saved_state_free(Instance *inst, fmi2FMUstate *state);
fmi2Status saved_state_size(Instance *inst, fmi2FMUstate state, size_t *size);
fmi2Status saved_state_serialize(Instance *inst, fmi2FMUstate state,
                                 fmi2Byte *bytes, size_t size);
fmi2Status saved_state_deserialize(Instance *inst, const fmi2Byte *bytes,
                                   size_t size, fmi2FMUstate *state);

#endif
