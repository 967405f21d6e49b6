/* foreign_process.h: one call of a C function, as a process.
 *
 * It has FOREIGN_SECONDS and 2 GB; what it prints goes to the messages. It
 * ends with this program. On Linux it writes files in the folder of OUTPUT
 * alone and has no network (base/system/confine.h).
 */
#ifndef FOUCAULT_EMIT_FOREIGN_FOREIGN_PROCESS_H
#define FOUCAULT_EMIT_FOREIGN_FOREIGN_PROCESS_H

#include "base/arena.h"

#define FOREIGN_SECONDS 10

/* Runs PROGRAM INPUT OUTPUT; NULL: it ended well, else what went wrong. */
const char *foreign_process(Arena *arena, const char *program,
                            const char *input, const char *output);

#endif
