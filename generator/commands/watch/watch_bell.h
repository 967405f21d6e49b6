/* watch_bell.h: wakes the program when something changes in a folder.
 *
 * The bell only shortens the wait: who is woken looks at the files. Folders
 * are watched and not files, since editors write a new file and give it the
 * name of the old one.
 *
 * needs   inotify (Linux); elsewhere, where it has no room for more folders,
 *         and on file systems of other machines it does not ring
 */
#ifndef FOUCAULT_COMMANDS_WATCH_WATCH_BELL_H
#define FOUCAULT_COMMANDS_WATCH_WATCH_BELL_H

#include "commands/watch/watch_files.h"

typedef struct WatchBell {
  int file; /* -1: it does not ring */
} WatchBell;

/* Of the folders of these files, instead of those before. */
void watch_bell_hang(WatchBell *bell, const WatchFiles *files);
/* Waits so long at most; true: it has rung. A signal ends the wait, too. */
bool watch_bell_wait(WatchBell *bell, int milliseconds);
void watch_bell_end(WatchBell *bell);

#endif
