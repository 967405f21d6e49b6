/* stuck_watch.h: Ctrl-C while the code of an FMU does not return.
 *
 * A step of an FMU is one call, which may take hours. An FMU of this program is
 * asked to end its step (fmi2CancelStep, see docs/fmi.md); other FMUs, and
 * functions that never return, cannot be. So a second thread waits: where the
 * first one has not come back some time after Ctrl-C, it does what is to be
 * done with the results so far, and ends the program.
 *
 * The first thread holds a lock except inside of the FMU's step: what the
 * second one reads and writes nobody changes meanwhile.
 *
 * needs   interrupt_watch()
 * fails   where no thread can be made nothing is watched: a second Ctrl-C ends
 *         the program
 * cost    a thread that wakes up twenty times a second
 */
#ifndef FOUCAULT_FMU_FILE_RUN_STUCK_WATCH_H
#define FOUCAULT_FMU_FILE_RUN_STUCK_WATCH_H

#include <stdbool.h>

typedef struct StuckWatch StuckWatch;

typedef struct StuckCalls {
  void (*cancel)(void *context);  /* asks the FMU to come back */
  void (*give_up)(void *context); /* writes results; the program then ends */
  void (*wait)(void *context);    /* from time to time, inside of a step */
  void *context;
} StuckCalls;

/* NULL: nothing is watched; all of the below then do nothing. status: of the
 * program, if it has to give up. */
StuckWatch *stuck_watch_begin(const StuckCalls *calls, int status);
/* The FMU is about to compute, and has come back. */
void stuck_watch_enter(StuckWatch *watch);
void stuck_watch_leave(StuckWatch *watch);
void stuck_watch_end(StuckWatch *watch);

#endif
