/* refresh_values.h: brings up to date what is stale (evaluate.h), before values
 * are read.
 */
#ifndef FOUCAULT_REFRESH_VALUES_H
#define FOUCAULT_REFRESH_VALUES_H

#include "../core/instance.h"

/* The initial system, the event iteration, or one evaluation, as STALE_* says.
 * Returns false on failure; the reason is noted in the instance. After an
 * error it computes nothing and returns true: values are for debugging. */
bool refresh_values(Instance *inst);

#endif
