/* watch_child.h: this program once more, with other words, while this one looks
 * at files: whatever the run does, the watch goes on. */
#ifndef FOUCAULT_COMMANDS_WATCH_WATCH_CHILD_H
#define FOUCAULT_COMMANDS_WATCH_WATCH_CHILD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct WatchChild {
  const char *program; /* its path */
  intptr_t process;    /* a number or a handle; 0: none runs */
  int status;          /* of the last one: EXIT_INTERNAL for a crash */
} WatchChild;

/* The words end with NULL; the first is the name of the program. output and
 * errors: files for what it prints; NULL: where this program prints. */
bool watch_child_start(WatchChild *child, const char *const *word,
                       const char *output, const char *errors);
/* Has it ended? */
bool watch_child_has_ended(WatchChild *child);
/* It is asked to end, and what it has begun is removed; after some seconds it
 * is ended. is_interrupt: as by Ctrl-C, so that it keeps what it has. */
void watch_child_stop(WatchChild *child, bool is_interrupt);

#endif
