/* crash.h: says whose fault it is when the code of an FMU crashes.
 *
 * Between begin and end a fatal signal ends the program with a message and
 * status 1 instead of silence. Nothing can be saved then: an old output file
 * stays as it was, temporary folders vanish (base/temporary.h).
 */
#ifndef FOUCAULT_FMU_FILE_CRASH_H
#define FOUCAULT_FMU_FILE_CRASH_H

#include <signal.h>

enum { N_CRASH_SIGNALS = 5 };

typedef struct CrashWatch {
  struct sigaction before[N_CRASH_SIGNALS];
  stack_t stack_before;
  char *stack; /* handlers run here: the FMU may have used up its own */
} CrashWatch;

void crash_watch_begin(CrashWatch *watch);
void crash_watch_end(CrashWatch *watch);

#endif
