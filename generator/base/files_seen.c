/* files_seen.c: see files_seen.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/files_seen.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vector.h"

void files_seen_begin(Session *s)
{
  s->files_seen = arena_alloc(s->session_arena, sizeof *s->files_seen);
}

/* --- answers --- */

static const char *files_seen_kind(const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0) return "none";
  if (S_ISDIR(info.st_mode)) return "folder";
  if (!S_ISREG(info.st_mode)) return "other";
  return access(path, R_OK) == 0 ? "file" : "closed file";
}

static bool files_seen_ends_in(const char *name, const char *ending)
{
  size_t n = strlen(name), m = strlen(ending);
  return n > m && strcmp(name + n - m, ending) == 0;
}

/* As flatten/classes/folder.c sees it, and a little more. */
static int files_seen_is_class(const struct dirent *entry)
{
  const char *name = entry->d_name;
  return name[0] != '.' && (files_seen_ends_in(name, ".mo") ||
                            !strchr(name, '.') || strchr(name, ' '));
}

static int files_seen_is_source(const struct dirent *entry)
{
  return files_seen_ends_in(entry->d_name, ".c") ||
         files_seen_ends_in(entry->d_name, ".h");
}

static int files_seen_by_bytes(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

/* A file name has no slash: what is not a folder reads as none of one. */
static Name files_seen_names(Session *s, SeenKind kind, const char *path)
{
  struct dirent **entry;
  int n =
      scandir(path, &entry,
              kind == SEEN_CLASSES ? files_seen_is_class : files_seen_is_source,
              files_seen_by_bytes);
  if (n < 0) return session_name(s, "/");
  size_t size = 1;
  for (int i = 0; i < n; i++) size += strlen(entry[i]->d_name) + 1;
  ArenaMark mark = arena_mark(session_scratch(s));
  char *text = arena_alloc(session_scratch(s), size), *at = text;
  for (int i = 0; i < n; i++) {
    size_t length = strlen(entry[i]->d_name);
    memcpy(at, entry[i]->d_name, length);
    at += length;
    *at++ = '\n';
    free(entry[i]);
  }
  free(entry);
  Name answer = session_name_n(s, text, (size_t)(at - text));
  arena_release(mark);
  return answer;
}

static Name files_seen_real(Session *s, const char *path)
{
  char *real = realpath(path, NULL);
  Name answer = session_name(s, real ? real : "");
  free(real);
  return answer;
}

Name files_seen_answer(Session *s, SeenKind kind, const char *path)
{
  switch (kind) {
  case SEEN_KIND: return session_name(s, files_seen_kind(path));
  case SEEN_REAL: return files_seen_real(s, path);
  case SEEN_CLASSES:
  case SEEN_SOURCES: return files_seen_names(s, kind, path);
  case SEEN_CONTENT:
  case N_SEEN_KINDS: break;
  }
  return NULL;
}

/* --- notes --- */

void files_seen_note(Session *s, SeenKind kind, const char *path)
{
  assert(kind < N_SEEN_KINDS);
  FilesSeen *seen = s->files_seen;
  if (!seen) return;
  seen->item = vector_grow(s->session_arena, seen->item, &seen->capacity,
                           seen->n + 1, sizeof seen->item[0]);
  seen->item[seen->n++] =
      (FileSeen){kind, session_name(s, path), files_seen_answer(s, kind, path)};
}

void files_seen_obstacle(Session *s, const char *why)
{
  assert(why);
  if (s->files_seen && !s->files_seen->obstacle) s->files_seen->obstacle = why;
}

void files_seen_write(const Session *s, const char *path)
{
  const FilesSeen *seen = s->files_seen;
  assert(seen);
  if (seen->n == 0 && s->n_sources == 0) return;
  FILE *out = fopen(path, "wb");
  if (!out) return;
  for (int i = 0; i < s->n_sources; i++)
    fprintf(out, "a%s%c", s->source[i]->path, 0);
  for (int i = 0; i < seen->n; i++)
    fprintf(out, "%c%s%c", 'a' + (int)seen->item[i].kind, seen->item[i].path,
            0);
  fclose(out);
}
