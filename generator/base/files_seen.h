/* files_seen.h: what a translation has looked at on the disk.
 *
 * Everything outside of the program that a translation depends on is noted
 * here where it is looked at: a cache (cache/build_cache.h) then knows when
 * its result is still true. Files of the session (source_read.h) need no
 * note: their bytes are kept.
 *
 * needs   files_seen_begin(); without it all calls do nothing
 * gives   a list in the order of the calls, with repetitions
 */
#ifndef FOUCAULT_BASE_FILES_SEEN_H
#define FOUCAULT_BASE_FILES_SEEN_H

#include "base/session.h"

typedef enum SeenKind {
  SEEN_CONTENT, /* the bytes of a file */
  SEEN_KIND,    /* whether there is a file, a folder or nothing */
  SEEN_REAL,    /* the path without symbolic links */
  SEEN_CLASSES, /* names in a folder that classes have, or other versions */
  SEEN_SOURCES, /* names of C files and headers in a folder */
  N_SEEN_KINDS
} SeenKind;

typedef struct FileSeen {
  SeenKind kind;
  Name path;   /* as it was looked for: may begin in the current folder */
  Name answer; /* NULL: of SEEN_CONTENT, which is not read for this */
} FileSeen;

typedef struct FilesSeen {
  FileSeen *item;
  int n, capacity;
  const char *obstacle; /* why no list would be complete; NULL: it is */
} FilesSeen;

void files_seen_begin(Session *s);

/* To be called where it is looked at; the answer is found here. */
void files_seen_note(Session *s, SeenKind kind, const char *path);

/* The translation depends on what cannot be listed. */
void files_seen_obstacle(Session *s, const char *why);

/* The answer as it is now, interned: "file", "folder", "other", "none"; the
 * real path; names, one a line. Of SEEN_CONTENT: NULL. */
Name files_seen_answer(Session *s, SeenKind kind, const char *path);

/* Writes what was looked at, for another process: for each entry a letter (a:
 * SEEN_CONTENT, b: SEEN_KIND, ...), the path, a zero byte; the files of the
 * session among them. Nothing, where nothing was looked at. */
void files_seen_write(const Session *s, const char *path);

#endif
