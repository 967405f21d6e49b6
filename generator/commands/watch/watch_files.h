/* watch_files.h: the files that a run has read, and whether they have changed.
 *
 * The room commands/watch/ has foucault watch. It calls commands/ and the rooms
 * below. Reading order: this file, watch_bell.h, watch_child.h, watch_page.h,
 * watch.c.
 *
 * needs   a file of files_seen_write()
 * gives   of each path what it was when somebody looked: size and time of a
 *         file; what files_seen_answer() says of the rest
 * cost    a look asks the system once for each path; names and lists are
 *         kept, so that a watch of a day needs no more memory than one run
 */
#ifndef FOUCAULT_COMMANDS_WATCH_WATCH_FILES_H
#define FOUCAULT_COMMANDS_WATCH_WATCH_FILES_H

#include <stdint.h>
#include <time.h>

#include "base/files_seen.h"

typedef struct WatchedFile {
  Name path;
  SeenKind kind;
  bool is_given; /* named by the user: an editor may replace it */
  /* as it was when the last run began; then as it was at the last look */
  uint64_t stamp, now;
  Name answer, answer_now;
} WatchedFile;

typedef struct WatchFiles {
  Session *s;
  WatchedFile *item; /* in the order of path and kind, each once */
  int n, capacity;
} WatchFiles;

/* A file that the user has named. */
void watch_files_give(WatchFiles *files, const char *path);
/* The list of the run that began at that moment replaces that of the one
 * before; given files stay. What was written since then counts as changed. An
 * unreadable list changes nothing. */
void watch_files_read(WatchFiles *files, const char *path,
                      struct timespec since);
/* A path that the program itself writes is not watched. */
void watch_files_forget(WatchFiles *files, const char *path);

/* Looks at all of them. True: something differs from the last look. */
bool watch_files_look(WatchFiles *files);
/* Does what was seen then differ from what the last run has begun with? */
bool watch_file_has_changed(const WatchedFile *file);
bool watch_files_have_changed(const WatchFiles *files);
/* Is a file that the user has named not there, at the last look? */
bool watch_files_lack_one(const WatchFiles *files);
/* A run begins with what was seen at the last look. */
void watch_files_accept(WatchFiles *files);

#endif
