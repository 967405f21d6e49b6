/* lsp_files.c: see lsp_files.h. */
#define _POSIX_C_SOURCE 200809L
#include "lsp/document/lsp_files.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vector.h"

enum { FILES_MOST = 5000, FILES_DEPTH = 20 };

static void files_add(const LspView *v, LspFiles *files, const char *path)
{
  assert(path);
  if (files->n >= FILES_MOST) return;
  files->path = vector_grow(v->s->session_arena, files->path, &files->cap,
                            files->n + 1, sizeof files->path[0]);
  files->path[files->n++] = path;
}

/* FILES_DEPTH folders deep; links are not followed. */
static void files_list(const LspView *v, LspFiles *files, const char *folder,
                       int depth)
{
  struct dirent **entry;
  int n = depth < FILES_DEPTH ? scandir(folder, &entry, NULL, alphasort) : -1;
  for (int k = 0; k < n; k++) {
    const char *name = entry[k]->d_name;
    size_t length = strlen(name);
    bool is_text = length > 3 && strcmp(name + length - 3, ".mo") == 0;
    const char *path = arena_printf(v->s->session_arena, "%s/%s", folder, name);
    struct stat status;
    bool is_there = name[0] != '.' && lstat(path, &status) == 0;
    free(entry[k]);
    if (!is_there) continue;
    if (S_ISDIR(status.st_mode)) files_list(v, files, path, depth + 1);
    if (S_ISREG(status.st_mode) && is_text) files_add(v, files, path);
  }
  if (n >= 0) free(entry);
}

LspFiles lsp_files(const LspView *v)
{
  LspFiles files = {0};
  for (int k = 0; k < v->state->n_folders; k++)
    files_list(v, &files, v->state->folder[k], 0);
  int n_found = files.n;
  for (int k = 0; k < v->state->n_documents; k++) {
    const char *path = v->state->document[k]->path;
    bool is_listed = false;
    for (int i = 0; i < n_found && !is_listed; i++)
      is_listed = strcmp(files.path[i], path) == 0;
    if (!is_listed) files_add(v, &files, path);
  }
  return files;
}
