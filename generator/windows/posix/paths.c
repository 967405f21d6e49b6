/* paths.c: names of files, as Windows and as the program writes them. */
#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include "windows/posix/posix.h"

enum { LONGEST_PATH = 4096 };

void posix_slashes(char *path)
{
  for (; *path; path++) {
    if (*path == '\\') *path = '/';
  }
}

int posix_fail(void)
{
  switch (GetLastError()) {
  case ERROR_FILE_NOT_FOUND:
  case ERROR_PATH_NOT_FOUND:
  case ERROR_INVALID_NAME:
  case ERROR_BAD_NETPATH: errno = ENOENT; break;
  case ERROR_ALREADY_EXISTS:
  case ERROR_FILE_EXISTS: errno = EEXIST; break;
  case ERROR_DISK_FULL: errno = ENOSPC; break;
  case ERROR_NOT_ENOUGH_MEMORY: errno = ENOMEM; break;
  default: errno = EACCES; break;
  }
  return -1;
}

static bool program_path(char path[LONGEST_PATH])
{
  DWORD n = GetModuleFileNameA(NULL, path, LONGEST_PATH);
  posix_slashes(path);
  return n > 0 && n < LONGEST_PATH;
}

const char *posix_path(const char *path)
{
  static char program[LONGEST_PATH]; /* the program has one path */
  if (strcmp(path, "/dev/null") == 0) return "NUL";
  if (strcmp(path, "/proc/self/exe") == 0 && program_path(program))
    return program;
  return path;
}

ssize_t readlink(const char *path, char *text, size_t size)
{
  const char *program = posix_path(path);
  assert(strcmp(path, "/proc/self/exe") == 0);
  size_t n = strlen(program);
  if (program == path || n > size) {
    errno = EINVAL;
    return -1;
  }
  memcpy(text, program, n);
  return (ssize_t)n;
}

char *realpath(const char *path, char *place)
{
  char full[LONGEST_PATH];
  if (GetFileAttributesA(path) == INVALID_FILE_ATTRIBUTES) {
    posix_fail();
    return NULL;
  }
  DWORD n = GetFullPathNameA(path, LONGEST_PATH, full, NULL);
  if (n == 0 || n >= LONGEST_PATH) {
    posix_fail();
    return NULL;
  }
  posix_slashes(full);
  while (n > 3 && full[n - 1] == '/') full[--n] = '\0';
  return place ? strcpy(place, full) : _strdup(full);
}

char *posix_getcwd(char *path, size_t size)
{
  char *found = _getcwd(path, (int)size);
  if (found) posix_slashes(found);
  return found;
}

/* The six last letters of the pattern are chosen. */
char *mkdtemp(char *pattern)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  size_t n = strlen(pattern);
  assert(n > 6 && strcmp(pattern + n - 6, "XXXXXX") == 0);
  LARGE_INTEGER ticks;
  QueryPerformanceCounter(&ticks);
  unsigned long long seed =
      (unsigned long long)ticks.QuadPart * 4096 + GetCurrentProcessId();
  for (int attempt = 0; attempt < 100; attempt++) {
    unsigned long long rest = seed += 7777777777u;
    for (size_t k = n - 6; k < n; k++, rest /= 36)
      pattern[k] = letters[rest % 36];
    if (CreateDirectoryA(pattern, NULL)) return pattern;
    if (GetLastError() != ERROR_ALREADY_EXISTS) break;
  }
  posix_fail();
  return NULL;
}

int setenv(const char *name, const char *value, int replace)
{
  if (!replace && getenv(name)) return 0;
  return _putenv_s(name, value) == 0 ? 0 : -1;
}

char *stpcpy(char *to, const char *from)
{
  size_t n = strlen(from);
  return (char *)memcpy(to, from, n + 1) + n;
}
