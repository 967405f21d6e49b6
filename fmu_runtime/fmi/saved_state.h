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
Status saved_state_get(Instance *inst, void **state);
Status saved_state_set(Instance *inst, void *state);
Status saved_state_free(Instance *inst, void **state);
Status saved_state_size(Instance *inst, void *state, size_t *size);
Status saved_state_serialize(Instance *inst, void *state, char *bytes,
                             size_t size);
Status saved_state_deserialize(Instance *inst, const char *bytes, size_t size,
                               void **state);

#endif
