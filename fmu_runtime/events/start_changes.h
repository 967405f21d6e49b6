/* start_changes.h: reports which start values did not fit the equations.
 *
 * needs   the initial system is solved
 * gives   one message of the category logStatusWarning for each start value
 *         that was changed, the largest change first, a number of them at
 *         most
 */
#ifndef FOUCAULT_START_CHANGES_H
#define FOUCAULT_START_CHANGES_H

#include "../core/instance.h"

void start_changes_log(Instance *inst);

#endif
