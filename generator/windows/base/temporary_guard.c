/* temporary_guard.c: base/temporary_guard.h on Windows.
 *
 * There is no guard: what is left is removed at the end. A program that is
 * killed leaves its folders, which the next one finds: a file in them that is
 * open as long as their program lives is gone.
 */
#include "base/temporary_guard.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

#include "base/vector.h"

#define HELD_NAME ".in_use"
#define FOLDER_BEGIN "foucault-"

struct Temporary {
  const char **path;
  HANDLE *held; /* NULL: the path is no folder */
  int n, cap, cap_held;
};

/* Recursive: as deep as folders are. */
static void remove_tree(const char *path)
{
  DWORD attributes = GetFileAttributesA(path);
  if (attributes == INVALID_FILE_ATTRIBUTES) return;
  if (!(attributes & FILE_ATTRIBUTE_DIRECTORY)) {
    SetFileAttributesA(path, FILE_ATTRIBUTE_NORMAL);
    DeleteFileA(path);
    return;
  }
  struct dirent **entry;
  int n = attributes & FILE_ATTRIBUTE_REPARSE_POINT
              ? 0
              : scandir(path, &entry, NULL, NULL);
  for (int k = 0; k < n; k++) {
    const char *name = entry[k]->d_name;
    char *whole = malloc(strlen(path) + strlen(name) + 2);
    if (whole && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
      strcat(strcat(strcpy(whole, path), "/"), name);
      remove_tree(whole);
    }
    free(whole);
    free(entry[k]);
  }
  if (n > 0) free(entry);
  RemoveDirectoryA(path);
}

static HANDLE hold(Session *s, const char *folder)
{
  const char *path = arena_printf(s->session_arena, "%s/" HELD_NAME, folder);
  HANDLE file =
      CreateFileA(path, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_NEW,
                  FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, NULL);
  return file == INVALID_HANDLE_VALUE ? NULL : file;
}

/* A folder that has just been made has no such file yet. */
static bool is_left_over(const char *folder, const char *held)
{
  struct stat info;
  if (stat(held, &info) == 0 || stat(folder, &info) != 0) return false;
  return S_ISDIR(info.st_mode) && time(NULL) - info.st_mtim.tv_sec > 60;
}

/* Beside a new folder: those of programs that are gone. */
static void remove_left_over(Session *s, const char *folder)
{
  const char *slash = strrchr(folder, '/');
  const char *root =
      arena_copy_text(s->session_arena, folder, (size_t)(slash - folder));
  DIR *in = opendir(root);
  for (struct dirent *e; in && (e = readdir(in));) {
    if (strncmp(e->d_name, FOLDER_BEGIN, strlen(FOLDER_BEGIN)) != 0) continue;
    const char *other =
        arena_printf(s->session_arena, "%s/%s", root, e->d_name);
    const char *held = arena_printf(s->session_arena, "%s/" HELD_NAME, other);
    if (is_left_over(other, held)) remove_tree(other);
  }
  if (in) closedir(in);
}

bool temporary_register(Session *s, const char *path)
{
  struct stat info;
  Temporary *t = s->temporary;
  bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
  if (!t) t = s->temporary = arena_alloc(s->session_arena, sizeof *t);
  if (t->n == 0 && is_folder) remove_left_over(s, path);
  t->path = vector_grow(s->session_arena, t->path, &t->cap, t->n + 1,
                        sizeof t->path[0]);
  t->held = vector_grow(s->session_arena, t->held, &t->cap_held, t->n + 1,
                        sizeof t->held[0]);
  t->path[t->n] = path;
  t->held[t->n++] = is_folder ? hold(s, path) : NULL;
  return true;
}

void temporary_end(Session *s)
{
  Temporary *t = s->temporary;
  if (!t) return;
  for (int k = 0; k < t->n; k++) {
    if (t->held[k]) CloseHandle(t->held[k]);
    remove_tree(t->path[k]);
  }
  s->temporary = NULL;
}
