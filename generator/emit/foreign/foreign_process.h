/* foreign_process.h: one call of a C function, as a process.
 *
 * It has so much time and memory, and may start so many processes; what it
 * prints goes to the messages (foreign_output.h). It ends with this program, and all that it has
 * started ends with it. On Linux it writes files in the folder of the output
 * alone, which is its folder for temporary files, and has no network
 * (base/system/confine.h).
 */
#ifndef FOUCAULT_EMIT_FOREIGN_FOREIGN_PROCESS_H
#define FOUCAULT_EMIT_FOREIGN_FOREIGN_PROCESS_H

#include "base/arena.h"

typedef struct ForeignProcess {
  const char *program, *input, *output; /* absolute paths */
  int seconds, megabytes, processes;    /* the most of each */
  int output_megabytes;                 /* that it may print */
  int file_megabytes;                   /* that its files may have together */
  int spared;       /* a process that is not counted: the guard; 0: none */
  unsigned missing; /* result: bits of ConfineMissing */
} ForeignProcess;

/* Runs PROGRAM INPUT OUTPUT; NULL: it ended well, else what went wrong. */
const char *foreign_process(Arena *arena, ForeignProcess *process);

#endif
