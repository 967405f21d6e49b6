/* kept_files.h: files whose text stays between the runs of one process.
 *
 * The room base/serve/ owns what a program needs that answers many questions.
 * It calls base/. Its files stand by themselves.
 *
 * A program that answers many questions about the same files reads each of
 * them once. What is kept is found by the file, not by its name: a folder may
 * be reached by several paths. A file that has changed since is not found. Of
 * a file that an editor has open, the editor's text counts.
 *
 * needs   Session.kept; without it nothing is found
 * gives   the source of the session that has the text, and what parse/ made
 *         of it
 * cost    a look at the directory for each question
 */
#ifndef FOUCAULT_BASE_KEPT_FILES_H
#define FOUCAULT_BASE_KEPT_FILES_H

#include "base/session.h"

struct Ast; /* parse/ast.h */

/* What tells a file from others, and from itself after a change. */
typedef struct FileMark {
  bool is_file; /* false: there is none */
  uint64_t device, inode;
  int64_t size, seconds, nanoseconds;
} FileMark;

typedef struct KeptFile {
  const char *path; /* by which it was read */
  FileMark mark;
  int source;
  bool is_open;    /* the text is an editor's */
  bool is_named;   /* source_read() has asked for it */
  struct Ast *ast; /* NULL: not parsed, or with errors */
  Arena *arena;    /* has text and tree; NULL: the session's arenas do */
} KeptFile;

typedef struct KeptFiles {
  KeptFile *item;
  int n, capacity;
} KeptFiles;

FileMark file_mark(const char *path);
void kept_files_begin(Session *s);
/* Before the session is destroyed: nothing is kept any more. */
void kept_files_end(Session *s);
/* NULL: it is not kept, or has changed. Good until another one is put. */
const KeptFile *kept_files_find(const Session *s, const char *path);
const KeptFile *kept_files_of_source(const Session *s, int source);
/* The text that an editor has of this file, which need not exist. */
int kept_files_open(Session *s, const char *path, const char *bytes,
                    int32_t length);
/* Reads the file into an arena of its own. What was kept of it before is
 * dropped, its number stays. NULL: it cannot be read, which is not reported, or
 * it is open, or it is kept already. Good until another one is put. */
KeptFile *kept_files_read(Session *s, const char *path);

#endif
