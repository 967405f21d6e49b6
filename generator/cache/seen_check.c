/* seen_check.c: see seen_check.h. */
#define _POSIX_C_SOURCE 200809L
#include "cache/seen_check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vector.h"
#include "emit/text/guid.h"
#include "emit/text/read_file.h"

/* --- what is there now --- */

static const char *hash_of_bytes(Session *s, const char *bytes, size_t n)
{
  char guid[GUID_SIZE];
  GuidHash hash = guid_begin();
  guid_add(&hash, bytes, n);
  guid_end(&hash, guid);
  return session_name(s, guid);
}

static const char *hash_of_file(Session *s, const char *path)
{
  FileBytes file;
  ArenaMark mark = arena_mark(session_scratch(s));
  const char *answer = read_file(session_scratch(s), path, &file)
                           ? hash_of_bytes(s, file.bytes, file.size)
                           : "none";
  arena_release(mark);
  return answer;
}

static const char *answer_now(Session *s, SeenKind kind, const char *path)
{
  return kind == SEEN_CONTENT ? hash_of_file(s, path)
                              : files_seen_answer(s, kind, path);
}

bool seen_check_holds(Session *s, const SeenFact *fact)
{
  assert(fact->path && fact->answer);
  return strcmp(answer_now(s, fact->kind, fact->path), fact->answer) == 0;
}

/* --- what a build has seen --- */

static bool seen_check_is_before(struct timespec a, struct timespec b)
{
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

/* Its hash is of now, not of when it was read. */
static bool is_older(const char *path, struct timespec since)
{
  struct stat info;
  if (stat(path, &info) != 0) return true;
  return seen_check_is_before(info.st_mtim, since) &&
         seen_check_is_before(info.st_ctim, since);
}

/* By kind, then by path; paths and answers are interned. */
static int seen_compare(const void *a, const void *b)
{
  const FileSeen *left = a, *right = b;
  if (left->kind != right->kind) return (int)left->kind - (int)right->kind;
  return strcmp(left->path, right->path);
}

static void seen_add(Session *s, SeenFact **fact, int *n, int *capacity,
                     SeenFact more)
{
  *fact =
      vector_grow(s->session_arena, *fact, capacity, *n + 1, sizeof(*fact)[0]);
  (*fact)[(*n)++] = more;
}

/* One of several notes about the same; false: they differ, or it has changed
 * since. */
static bool seen_take(Session *s, const FileSeen *item, struct timespec since,
                      SeenFact *fact)
{
  bool has_answer = item->answer != NULL;
  const char *now = answer_now(s, item->kind, item->path);
  *fact = (SeenFact){item->kind, item->path, now};
  if (has_answer) return strcmp(now, item->answer) == 0;
  return is_older(item->path, since);
}

bool seen_check_list(Session *s, struct timespec since, SeenFact **fact, int *n)
{
  FilesSeen *seen = s->files_seen;
  int capacity = 0;
  assert(seen);
  *fact = NULL;
  *n = 0;
  if (seen->obstacle) return false;
  for (int i = 0; i < s->n_sources; i++) {
    const SourceText *text = s->source[i];
    seen_add(s, fact, n, &capacity,
             (SeenFact){SEEN_CONTENT, text->path,
                        hash_of_bytes(s, text->bytes, (size_t)text->length)});
  }
  if (seen->n > 0)
    qsort(seen->item, (size_t)seen->n, sizeof seen->item[0], seen_compare);
  for (int i = 0; i < seen->n; i++) {
    const FileSeen *item = &seen->item[i];
    bool is_again =
        i > 0 && item[-1].kind == item->kind && item[-1].path == item->path;
    if (is_again && item[-1].answer != item->answer) return false;
    SeenFact more;
    if (is_again) continue;
    if (!seen_take(s, item, since, &more)) return false;
    seen_add(s, fact, n, &capacity, more);
  }
  return true;
}
