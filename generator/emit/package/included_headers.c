/* included_headers.c: reads the rule, then notes files and folders. */
#include "emit/package/included_headers.h"

#include <assert.h>
#include <string.h>

#include "base/files_seen.h"
#include "base/text/path.h"
#include "base/vector.h"
#include "emit/text/read_file.h"

typedef struct Headers {
  Session *s;
  const CompileJob *job;
  Arena *arena;
  const char **path; /* of files that are not the program's own */
  int n, capacity;
  const char **folder; /* where one of them is, or is searched for */
  int n_folders, cap_folders;
} Headers;

/* One word of the rule, as make reads it: "\ " is a blank, "$$" a dollar;
 * NULL at the end. */
static char *included_headers_word(Headers *h, const char **at)
{
  const char *c = *at;
  while (*c == ' ' || *c == '\n' || *c == '\t' ||
         (*c == '\\' && c[1] == '\n')) {
    c++;
  }
  if (!*c) return NULL;
  size_t n = 0; /* an escaped blank ends nothing */
  while (c[n] && (!strchr(" \n\t", c[n]) || (n > 0 && c[n - 1] == '\\'))) n++;
  char *word = arena_alloc(h->arena, n + 1), *to = word;
  while (*c && *c != ' ' && *c != '\n' && *c != '\t') {
    if ((*c == '\\' && (c[1] == ' ' || c[1] == '#')) ||
        (*c == '$' && c[1] == '$')) {
      c++;
    }
    *to++ = *c++;
  }
  *to = '\0';
  *at = c;
  return word;
}

static bool included_headers_is_below(const char *path, const char *folder)
{
  size_t n = strlen(folder);
  return strncmp(path, folder, n) == 0 && path[n] == '/';
}

static void included_headers_add_folder(Headers *h, const char *folder)
{
  for (int k = 0; k < h->n_folders; k++) {
    if (strcmp(h->folder[k], folder) == 0) return;
  }
  h->folder = vector_grow(h->arena, h->folder, &h->cap_folders,
                          h->n_folders + 1, sizeof h->folder[0]);
  h->folder[h->n_folders++] = folder;
}

static void add_header(Headers *h, const char *path)
{
  /* relative ones are in the work folder */
  if (!path_is_absolute(path) ||
      included_headers_is_below(path, h->job->folder) ||
      included_headers_is_below(path, h->job->data_folder)) {
    return;
  }
  h->path =
      vector_grow(h->arena, h->path, &h->capacity, h->n + 1, sizeof h->path[0]);
  h->path[h->n++] = path;
  files_seen_note(h->s, SEEN_CONTENT, path);
}

/* A file that would be found first: by the same name in another folder. */
static void note_absence(Headers *h, const char *path, const char *name)
{
  for (int k = 0; k < h->n_folders; k++) {
    const char *other = arena_printf(h->arena, "%s/%s", h->folder[k], name);
    if (strcmp(other, path) != 0) files_seen_note(h->s, SEEN_KIND, other);
  }
}

static void note_all(Headers *h)
{
  for (int i = 0; i < h->job->n_include_folders; i++) {
    included_headers_add_folder(h, h->job->include_folder[i]);
  }
  for (int i = 0; i < h->n; i++) {
    const char *slash = strrchr(h->path[i], '/');
    assert(slash);
    if (included_headers_is_below(h->path[i], "/usr")) continue;
    included_headers_add_folder(
        h, arena_copy_text(h->arena, h->path[i], (size_t)(slash - h->path[i])));
  }
  for (int i = 0; i < h->n; i++) {
    note_absence(h, h->path[i], strrchr(h->path[i], '/') + 1);
    for (int k = 0; k < h->job->n_include_folders; k++) {
      const char *folder = h->job->include_folder[k];
      if (!included_headers_is_below(h->path[i], folder)) continue;
      const char *name = h->path[i] + strlen(folder) + 1;
      if (strchr(name, '/')) note_absence(h, h->path[i], name);
    }
  }
}

void included_headers_note(Session *s, const CompileJob *job, const char *rule)
{
  if (!s->files_seen) return;
  ArenaMark mark = arena_mark(session_scratch(s));
  Headers h = {.s = s, .job = job, .arena = session_scratch(s)};
  FileBytes text;
  const char *path = arena_printf(h.arena, "%s/%s", job->folder, rule);
  if (read_file(h.arena, path, &text)) {
    const char *at = text.bytes;
    included_headers_word(&h, &at); /* "model.o:" */
    for (char *word; (word = included_headers_word(&h, &at));)
      add_header(&h, word);
    note_all(&h);
  } else {
    files_seen_obstacle(s, "the C compiler does not say what it has read");
  }
  arena_release(mark);
}
