/* kept_files.c: see kept_files.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/serve/kept_files.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "base/source_read.h"
#include "base/vector.h"

FileMark file_mark(const char *path)
{
  struct stat status;
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return (FileMark){0};
  FileMark mark = {.is_file = true,
                   .size = (int64_t)status.st_size,
                   .seconds = (int64_t)status.st_mtim.tv_sec,
                   .nanoseconds = (int64_t)status.st_mtim.tv_nsec};
#ifndef _WIN32 /* which has no numbers of files */
  mark.device = (uint64_t)status.st_dev;
  mark.inode = (uint64_t)status.st_ino;
#endif
  return mark;
}

static int kept_source(const Session *s, const char *path)
{
  const KeptFile *file = kept_files_find(s, path);
  if (!file) return -1;
  s->kept->item[file - s->kept->item].is_named = true;
  return file->source;
}

void kept_files_begin(Session *s)
{
  assert(!s->kept);
  s->kept_source = kept_source;
  s->kept = arena_alloc(s->session_arena, sizeof *s->kept);
}

void kept_files_end(Session *s)
{
  for (int k = 0; k < s->kept->n; k++) arena_destroy(s->kept->item[k].arena);
  s->kept = NULL;
  s->kept_source = NULL;
}

/* On a system without numbers of files, and of files that do not exist, the
 * path counts. */
static bool kept_is_same(const KeptFile *file, const FileMark *mark,
                         const char *path)
{
  if (!mark->is_file || !file->mark.is_file || mark->inode == 0)
    return strcmp(file->path, path) == 0;
  return file->mark.device == mark->device && file->mark.inode == mark->inode;
}

static bool kept_is_unchanged(const KeptFile *file, const FileMark *mark)
{
  return file->mark.size == mark->size && file->mark.seconds == mark->seconds &&
         file->mark.nanoseconds == mark->nanoseconds;
}

/* An open file comes first. */
static int kept_number(const KeptFiles *kept, const FileMark *mark,
                       const char *path)
{
  int found = -1;
  for (int k = 0; k < kept->n; k++) {
    if (!kept_is_same(&kept->item[k], mark, path)) continue;
    if (kept->item[k].is_open) return k;
    found = k;
  }
  return found;
}

const KeptFile *kept_files_find(const Session *s, const char *path)
{
  assert(path);
  if (!s->kept) return NULL;
  FileMark mark = file_mark(path);
  int k = kept_number(s->kept, &mark, path);
  if (k < 0) return NULL;
  const KeptFile *file = &s->kept->item[k];
  return file->is_open || kept_is_unchanged(file, &mark) ? file : NULL;
}

const KeptFile *kept_files_of_source(const Session *s, int source)
{
  for (int k = 0; s->kept && k < s->kept->n; k++) {
    if (s->kept->item[k].source == source) return &s->kept->item[k];
  }
  return NULL;
}

static void kept_add(Session *s, KeptFile file)
{
  KeptFiles *kept = s->kept;
  kept->item = vector_grow(s->session_arena, kept->item, &kept->capacity,
                           kept->n + 1, sizeof kept->item[0]);
  kept->item[kept->n++] = file;
}

int kept_files_open(Session *s, const char *path, const char *bytes,
                    int32_t length)
{
  assert(s->kept && path);
  int source = session_add_source(s, path, bytes, length);
  kept_add(s, (KeptFile){.path = session_source(s, source)->path,
                         .mark = file_mark(path),
                         .source = source,
                         .is_open = true});
  return source;
}

/* A text of an arena of its own as the session's last source; NULL. */
static Arena *kept_read_text(Session *s, const char *path)
{
  int n_errors = s->n_errors, n_diagnostics = s->n_diagnostics;
  Arena *arena = arena_create("kept file");
  s->text_arena = arena;
  int source = source_read(s, path);
  s->text_arena = s->session_arena;
  s->n_errors = n_errors;
  s->n_diagnostics = n_diagnostics;
  if (s->n_printed > n_diagnostics) s->n_printed = n_diagnostics;
  if (source == s->n_sources - 1) return arena;
  arena_destroy(arena);
  return NULL;
}

KeptFile *kept_files_read(Session *s, const char *path)
{
  assert(s->kept && path);
  FileMark mark = file_mark(path);
  if (!mark.is_file || kept_files_find(s, path)) return NULL;
  Arena *arena = kept_read_text(s, path);
  if (!arena) return NULL;
  SourceText *text = s->source[s->n_sources - 1];
  KeptFile file = {.path = text->path,
                   .mark = mark,
                   .source = s->n_sources - 1,
                   .arena = arena};
  int k = kept_number(s->kept, &mark, path);
  if (k < 0) {
    kept_add(s, file);
    return &s->kept->item[s->kept->n - 1];
  }
  KeptFile *old = &s->kept->item[k];
  assert(!old->is_open && old->arena);
  file.source = old->source;
  s->source[old->source] = text;
  s->n_sources--;
  arena_destroy(old->arena);
  *old = file;
  return old;
}
