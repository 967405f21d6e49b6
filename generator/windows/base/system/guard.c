/* guard.c: base/system/guard.h on Windows.
 *
 * There is no guard: what is left is removed at the end. A program that is
 * killed leaves its folders, which the next one finds: a file in them that is
 * open as long as their program lives is gone.
 */
#include "base/system/guard.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <windows.h>

#include "base/text/path.h"

#define HELD_NAME ".in_use"
#define FOLDER_BEGIN "foucault-"

typedef struct GuardedPath {
  char *path;
  HANDLE held; /* NULL: the path is no folder */
} GuardedPath;

struct Temporary {
  GuardedPath *item;
  int n;
};

/* FOLDER/NAME; to be freed. */
static char *guard_join(const char *folder, const char *name)
{
  char *path = malloc(strlen(folder) + strlen(name) + 2);
  return path ? strcat(strcat(strcpy(path, folder), "/"), name) : NULL;
}

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
    bool is_part = strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    char *whole = is_part ? guard_join(path, name) : NULL;
    if (whole) remove_tree(whole);
    free(whole);
    free(entry[k]);
  }
  if (n > 0) free(entry);
  RemoveDirectoryA(path);
}

static HANDLE guard_hold(const char *folder)
{
  char *path = guard_join(folder, HELD_NAME);
  if (!path) return NULL;
  HANDLE file =
      CreateFileA(path, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_NEW,
                  FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, NULL);
  free(path);
  return file == INVALID_HANDLE_VALUE ? NULL : file;
}

/* A folder that has just been made has no such file yet. */
static bool is_left_over(const char *folder)
{
  struct stat info;
  char *held = guard_join(folder, HELD_NAME);
  bool is_held = !held || stat(held, &info) == 0;
  free(held);
  if (is_held || stat(folder, &info) != 0) return false;
  return S_ISDIR(info.st_mode) && time(NULL) - info.st_mtim.tv_sec > 60;
}

/* Beside a new folder: those of programs that are gone. */
static void remove_left_over(const char *folder)
{
  char *root = _strdup(folder), *slash = root ? strrchr(root, '/') : NULL;
  if (slash) *slash = '\0';
  DIR *in = slash ? opendir(root) : NULL;
  for (struct dirent *e; in && (e = readdir(in));) {
    if (strncmp(e->d_name, FOLDER_BEGIN, strlen(FOLDER_BEGIN)) != 0) continue;
    char *other = guard_join(root, e->d_name);
    if (other && is_left_over(other)) remove_tree(other);
    free(other);
  }
  if (in) closedir(in);
  free(root);
}

Temporary *guard_begin(void)
{
  return calloc(1, sizeof(Temporary));
}

static bool guard_keep(Temporary *guard, const char *path)
{
  struct stat info;
  assert(path_is_absolute(path));
  bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
  if (guard->n == 0 && is_folder) remove_left_over(path);
  GuardedPath *more =
      realloc(guard->item, ((size_t)guard->n + 1) * sizeof more[0]);
  if (!more) return false;
  guard->item = more;
  more[guard->n].path = _strdup(path);
  more[guard->n].held = is_folder ? guard_hold(path) : NULL;
  return more[guard->n++].path != NULL;
}

bool guard_make_folder(Temporary *guard, char *pattern)
{
  return mkdtemp(pattern) && guard_keep(guard, pattern);
}

int guard_make_file(Temporary *guard, char *pattern)
{
  int fd = mkstemp(pattern);
  if (fd < 0 || guard_keep(guard, pattern)) return fd;
  close(fd);
  DeleteFileA(pattern);
  return -1;
}

void guard_end(Temporary *guard)
{
  for (int k = 0; k < guard->n; k++) {
    GuardedPath *item = &guard->item[k];
    if (item->held) CloseHandle(item->held);
    remove_tree(item->path);
    free(item->path);
  }
  free(guard->item);
  free(guard);
}

int guard_process(const Temporary *guard)
{
  (void)guard;
  return 0;
}
