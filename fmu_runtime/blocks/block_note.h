/* block_note.h: why a block could not be solved. */
#ifndef FOUCAULT_BLOCK_NOTE_H
#define FOUCAULT_BLOCK_NOTE_H

#include "../core/instance.h"

/* instance_note() for a block: time, what is wrong, equations with residuals
 * (NULL: none known), unknowns with present values. */
void block_note(Instance *inst, LogCategory category, const Block *block,
                const double *residual, const char *format, ...)
    LOG_PRINTF(5, 6);

#endif
