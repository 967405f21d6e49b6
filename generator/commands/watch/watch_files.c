/* watch_files.c: see watch_files.h. */
#define _POSIX_C_SOURCE 200809L
#include "commands/watch/watch_files.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vector.h"

enum { NO_FILE = 1 }; /* the stamp of what is not there */

/* --- looks --- */

static uint64_t stamp_mix(uint64_t stamp, uint64_t value)
{
  for (int k = 0; k < 8; k++) {
    stamp ^= (value >> (8 * k)) & 0xff;
    stamp *= UINT64_C(1099511628211); /* Fowler, Noll, Vo */
  }
  return stamp;
}

static uint64_t stamp_of(const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0) return NO_FILE;
  uint64_t stamp = UINT64_C(14695981039346656037);
  stamp = stamp_mix(stamp, (uint64_t)info.st_mode);
  stamp = stamp_mix(stamp, (uint64_t)info.st_size);
  stamp = stamp_mix(stamp, (uint64_t)info.st_mtim.tv_sec);
  return stamp_mix(stamp, (uint64_t)info.st_mtim.tv_nsec) | 2;
}

static void watch_files_look_at(Session *s, WatchedFile *f)
{
  if (f->kind == SEEN_CONTENT)
    f->now = stamp_of(f->path);
  else
    f->answer_now = files_seen_answer(s, f->kind, f->path);
}

bool watch_files_look(WatchFiles *files)
{
  bool differs = false;
  for (int i = 0; i < files->n; i++) {
    WatchedFile *f = &files->item[i];
    uint64_t stamp = f->now;
    Name answer = f->answer_now;
    watch_files_look_at(files->s, f);
    differs = differs || f->now != stamp || f->answer_now != answer;
  }
  return differs;
}

bool watch_file_has_changed(const WatchedFile *f)
{
  return f->now != f->stamp || f->answer_now != f->answer;
}

bool watch_files_have_changed(const WatchFiles *files)
{
  for (int i = 0; i < files->n; i++) {
    if (watch_file_has_changed(&files->item[i])) return true;
  }
  return false;
}

bool watch_files_lack_one(const WatchFiles *files)
{
  for (int i = 0; i < files->n; i++) {
    const WatchedFile *f = &files->item[i];
    if (f->is_given && f->now == NO_FILE) return true;
  }
  return false;
}

void watch_files_accept(WatchFiles *files)
{
  for (int i = 0; i < files->n; i++) {
    WatchedFile *f = &files->item[i];
    f->stamp = f->now;
    f->answer = f->answer_now;
  }
}

/* --- lists --- */

static int by_path_and_kind(const void *a, const void *b)
{
  const WatchedFile *x = a, *y = b;
  int order = strcmp(x->path, y->path);
  return order != 0 ? order : (int)x->kind - (int)y->kind;
}

/* A new one is as it is now. */
static void watch_files_add(WatchFiles *files, SeenKind kind, const char *path,
                            bool is_given)
{
  Session *s = files->s;
  files->item = vector_grow(s->session_arena, files->item, &files->capacity,
                            files->n + 1, sizeof files->item[0]);
  WatchedFile *f = &files->item[files->n++];
  *f = (WatchedFile){
      .path = session_name(s, path), .kind = kind, .is_given = is_given};
  watch_files_look_at(s, f);
  f->stamp = f->now;
  f->answer = f->answer_now;
}

void watch_files_give(WatchFiles *files, const char *path)
{
  assert(path && *path);
  watch_files_add(files, SEEN_CONTENT, path, true);
}

void watch_files_forget(WatchFiles *files, const char *path)
{
  assert(path);
  int n = 0;
  for (int i = 0; i < files->n; i++) {
    const WatchedFile *f = &files->item[i];
    bool is_own = f->kind == SEEN_CONTENT && strcmp(f->path, path) == 0;
    if (!is_own) files->item[n++] = *f;
  }
  files->n = n;
}

/* They are sorted; alike entries have the same stamps. */
static void keep_each_once(WatchFiles *files)
{
  int n = 0;
  for (int i = 0; i < files->n; i++) {
    const WatchedFile *f = &files->item[i];
    WatchedFile *last = n > 0 ? &files->item[n - 1] : NULL;
    if (!last || by_path_and_kind(last, f) != 0)
      files->item[n++] = *f;
    else
      last->is_given = last->is_given || f->is_given;
  }
  files->n = n;
}

/* Was it written while the run went on, which may have read what was there
 * before? */
static bool is_newer(const char *path, struct timespec since)
{
  struct stat info;
  if (stat(path, &info) != 0) return false;
  if (info.st_mtim.tv_sec != since.tv_sec)
    return info.st_mtim.tv_sec > since.tv_sec;
  return info.st_mtim.tv_nsec > since.tv_nsec;
}

/* The entry of the list before; NULL: none. */
static const WatchedFile *watch_files_find(const WatchedFile *item, int n,
                                           const WatchedFile *wanted)
{
  assert(n >= 0);
  if (n == 0) return NULL;
  return bsearch(wanted, item, (size_t)n, sizeof item[0], by_path_and_kind);
}

static void take_entry_seen(WatchFiles *files, const WatchedFile *before,
                            int n_before, const char *text,
                            struct timespec since)
{
  int kind = text[0] - 'a';
  if (kind < 0 || kind >= N_SEEN_KINDS || !text[1]) return;
  watch_files_add(files, (SeenKind)kind, text + 1, false);
  WatchedFile *f = &files->item[files->n - 1];
  const WatchedFile *known = watch_files_find(before, n_before, f);
  if (known) {
    *f = *known; /* the run has begun with that */
    f->is_given = false;
  } else if (f->kind == SEEN_CONTENT && is_newer(f->path, since)) {
    f->stamp = 0;
  }
}

/* The list is read whole before anything changes. In the scratch arena; NULL:
 * there is none. */
static char *watch_files_read_list(Session *s, const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  char *text = NULL;
  if (end > 0 && fseek(file, 0, SEEK_SET) == 0) {
    text = arena_alloc(session_scratch(s), (size_t)end + 1);
    *size = fread(text, 1, (size_t)end, file);
    text[*size] = '\0';
  }
  fclose(file);
  return text;
}

void watch_files_read(WatchFiles *files, const char *path,
                      struct timespec since)
{
  Session *s = files->s;
  assert(path);
  ArenaMark mark = arena_mark(session_scratch(s));
  size_t size = 0;
  char *text = watch_files_read_list(s, path, &size);
  if (text) {
    int n_before = files->n;
    WatchedFile *before =
        arena_array(session_scratch(s), (size_t)n_before + 1, sizeof before[0]);
    if (n_before > 0)
      memcpy(before, files->item, (size_t)n_before * sizeof before[0]);
    qsort(before, (size_t)n_before, sizeof before[0], by_path_and_kind);
    files->n = 0;
    for (int i = 0; i < n_before; i++) {
      if (before[i].is_given) files->item[files->n++] = before[i];
    }
    for (size_t at = 0; at < size; at += strlen(text + at) + 1)
      take_entry_seen(files, before, n_before, text + at, since);
    qsort(files->item, (size_t)files->n, sizeof files->item[0],
          by_path_and_kind);
    keep_each_once(files);
  }
  arena_release(mark);
}
