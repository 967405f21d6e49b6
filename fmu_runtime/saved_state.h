/* saved_state.h: get, set and serialize the whole state of an instance.
 *
 * Not supported yet: the capability flags canGetAndSetFMUstate and
 * canSerializeFMUstate are false, and each call says so. Freeing nothing
 * (NULL) succeeds, as the standard asks.
 */
#ifndef FOUCAULT_SAVED_STATE_H
#define FOUCAULT_SAVED_STATE_H

#include "instance.h"

/* The call whose name is in the message; always fmi2Error. */
fmi2Status saved_state_refuse(Instance *inst, Call call);

fmi2Status saved_state_free(Instance *inst, fmi2FMUstate *state);

#endif
