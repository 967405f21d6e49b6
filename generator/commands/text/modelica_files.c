/* modelica_files.c: see modelica_files.h. */
#define _POSIX_C_SOURCE 200809L
#include "commands/text/modelica_files.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vector.h"

static void modelica_files_add(Session *s, ModelicaFiles *list,
                               const char *path)
{
  list->path = vector_grow(s->session_arena, list->path, &list->cap_paths,
                           list->n_paths + 1, sizeof list->path[0]);
  list->path[list->n_paths++] = path;
}

static int compare_paths(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool ends_with_mo(const char *path)
{
  size_t n = strlen(path);
  return n > 3 && strcmp(path + n - 3, ".mo") == 0;
}

static bool is_folder(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* What is in a folder and not hidden: files that end with .mo into `files`,
 * folders into `folders`. Links to folders are not followed: they may lead
 * round. */
static void list_folder(Session *s, const char *folder, ModelicaFiles *files,
                        ModelicaFiles *folders)
{
  assert(files != folders);
  DIR *directory = opendir(folder);
  if (!directory) {
    diagnostic_file_error(s, folder, E101, "the folder cannot be read");
    return;
  }
  for (struct dirent *e; (e = readdir(directory));) {
    struct stat status;
    const char *path =
        arena_printf(s->session_arena, "%s/%s", folder, e->d_name);
    if (e->d_name[0] == '.' || lstat(path, &status) != 0) continue;
    if (S_ISDIR(status.st_mode))
      modelica_files_add(s, folders, path);
    else if (ends_with_mo(path) && S_ISREG(status.st_mode))
      modelica_files_add(s, files, path);
  }
  closedir(directory);
}

ModelicaFiles modelica_files(Session *s, const char *const *word, int n_words)
{
  assert(n_words == 0 || word);
  ModelicaFiles files = {0}, folders = {0};
  for (int k = 0; k < n_words; k++) {
    bool inside = strcmp(word[k], "-") != 0 && is_folder(word[k]);
    modelica_files_add(s, inside ? &folders : &files, word[k]);
  }
  int n_given = files.n_paths;
  for (int k = 0; k < folders.n_paths; k++) {
    list_folder(s, folders.path[k], &files, &folders);
  }
  if (files.n_paths > n_given)
    qsort(files.path + n_given, (size_t)(files.n_paths - n_given),
          sizeof files.path[0], compare_paths);
  return files;
}
