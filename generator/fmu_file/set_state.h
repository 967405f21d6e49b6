/* set_state.h: states of selection sets in FMUs of this program: what
 * stateSet1.x[2] stands for is chosen while the FMU runs, so that its value
 * means little without the choice. */
#ifndef FOUCAULT_FMU_FILE_SET_STATE_H
#define FOUCAULT_FMU_FILE_SET_STATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "fmu_file/description_read.h"

/* Is it the name of such a state? */
bool set_state_is(const char *name);
/* The states; where some are of sets, or angles that index reduction has added,
 * all variables that the model differentiates instead. The list is
 * in the arena. */
int set_state_list_plain(Arena *arena, const FmuDescription *d, int **index);

#endif
