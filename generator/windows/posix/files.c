/* files.c: what is known of files, and what is done with them. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

#include "windows/posix/posix.h"

/* --- facts --- */

/* Windows counts tenths of microseconds from 1601. */
static struct timespec posix_time(FILETIME t)
{
  const long long seconds_to_1970 = 11644473600;
  long long ticks =
      (long long)((unsigned long long)t.dwHighDateTime << 32 | t.dwLowDateTime);
  return (struct timespec){.tv_sec = ticks / 10000000 - seconds_to_1970,
                           .tv_nsec = (long)(ticks % 10000000) * 100};
}

static int posix_stat_handle(HANDLE file, struct posix_stat *info)
{
  BY_HANDLE_FILE_INFORMATION found;
  *info = (struct posix_stat){0};
  if (GetFileType(file) != FILE_TYPE_DISK) {
    info->st_mode = S_IREAD | S_IWRITE |
                    (GetFileType(file) == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR);
    return 0;
  }
  if (!GetFileInformationByHandle(file, &found)) return posix_fail();
  bool is_folder = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
  info->st_mode = (is_folder ? S_IFDIR : S_IFREG) | S_IREAD | S_IEXEC;
  if (!(found.dwFileAttributes & FILE_ATTRIBUTE_READONLY))
    info->st_mode |= S_IWRITE;
  info->st_size =
      (long long)found.nFileSizeHigh << 32 | (long long)found.nFileSizeLow;
  info->st_mtim = info->st_ctim = posix_time(found.ftLastWriteTime);
  info->st_dev = found.dwVolumeSerialNumber;
  info->st_ino = (unsigned long long)found.nFileIndexHigh << 32 |
                 (unsigned long long)found.nFileIndexLow;
  return 0;
}

static HANDLE posix_open_handle(const char *path, DWORD access)
{
  return CreateFileA(posix_path(path), access,
                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                     NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

int posix_stat(const char *path, struct posix_stat *info)
{
  HANDLE file = posix_open_handle(path, FILE_READ_ATTRIBUTES);
  if (file == INVALID_HANDLE_VALUE) return posix_fail();
  int result = posix_stat_handle(file, info);
  CloseHandle(file);
  return result;
}

int posix_fstat(int file, struct posix_stat *info)
{
  return posix_stat_handle((HANDLE)_get_osfhandle(file), info);
}

int posix_access(const char *path, int mode)
{
  DWORD attributes = GetFileAttributesA(posix_path(path));
  if (attributes == INVALID_FILE_ATTRIBUTES) return posix_fail();
  bool is_locked = (attributes & FILE_ATTRIBUTE_READONLY) &&
                   !(attributes & FILE_ATTRIBUTE_DIRECTORY);
  if (!(mode & W_OK) || !is_locked) return 0;
  errno = EACCES;
  return -1;
}

unsigned geteuid(void)
{
  return 0;
}

/* --- deeds --- */

int posix_open(const char *path, int how, ...)
{
  va_list more;
  va_start(more, how);
  int mode = how & O_CREAT ? va_arg(more, int) : 0;
  va_end(more);
  return _open(posix_path(path), how | _O_BINARY | _O_NOINHERIT,
               mode & (S_IREAD | S_IWRITE));
}

FILE *posix_fopen(const char *path, const char *mode)
{
  char how[8];
  assert(strlen(mode) + 3 < sizeof how);
  size_t n = strcspn(mode, "b");
  memcpy(how, mode, n);
  strcpy(how + n, "bN"); /* no text, not inherited */
  if (strchr(mode, '+') && !memchr(how, '+', n)) strcpy(how + n, "+bN");
  return (fopen)(posix_path(path), how);
}

int posix_mkdir(const char *path)
{
  return CreateDirectoryA(path, NULL) ? 0 : posix_fail();
}

int posix_unlink(const char *path)
{
  return DeleteFileA(path) ? 0 : posix_fail();
}

int posix_rename(const char *from, const char *to)
{
  const DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_COPY_ALLOWED;
  return MoveFileExA(from, to, how) ? 0 : posix_fail();
}

int utimensat(int folder, const char *path, const struct timespec *times,
              int flags)
{
  assert(!times); /* the time is now */
  (void)folder, (void)times, (void)flags;
  HANDLE file = posix_open_handle(path, FILE_WRITE_ATTRIBUTES);
  if (file == INVALID_HANDLE_VALUE) return posix_fail();
  FILETIME now;
  GetSystemTimeAsFileTime(&now);
  bool good = SetFileTime(file, NULL, NULL, &now);
  CloseHandle(file);
  return good ? 0 : posix_fail();
}

int fsync(int file)
{
  return FlushFileBuffers((HANDLE)_get_osfhandle(file)) ? 0 : posix_fail();
}

int pipe(int end[2])
{
  return _pipe(end, 4096, _O_BINARY | _O_NOINHERIT);
}

/* --- bytes --- */

void *mmap(void *at, size_t size, int protection, int how, int file,
           long long offset)
{
  assert(!at && protection == PROT_READ && offset == 0);
  (void)at, (void)protection, (void)how, (void)offset;
  char *bytes = malloc(size);
  size_t done = 0;
  while (bytes && done < size) {
    size_t left = size - done < 1 << 20 ? size - done : 1 << 20;
    int n = _read(file, bytes + done, (unsigned)left);
    if (n <= 0) break;
    done += (size_t)n;
  }
  if (bytes && done == size) return bytes;
  free(bytes);
  return MAP_FAILED;
}

int munmap(void *at, size_t size)
{
  (void)size;
  free(at);
  return 0;
}

/* --- folders --- */

int alphasort(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

static struct dirent *posix_copy_entry(const struct dirent *entry)
{
  struct dirent *copy = malloc(sizeof *copy);
  if (copy) *copy = *entry;
  return copy;
}

typedef int (*PosixCompare)(const void *, const void *);

int scandir(const char *folder, struct dirent ***entries,
            int (*is_wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
  DIR *in = opendir(folder);
  if (!in) return -1;
  struct dirent **found = malloc(sizeof found[0]);
  int n = 0;
  for (struct dirent *entry; found && (entry = readdir(in));) {
    if (is_wanted && !is_wanted(entry)) continue;
    struct dirent **more = realloc(found, ((size_t)n + 1) * sizeof found[0]);
    if (!more || !(more[n] = posix_copy_entry(entry))) break;
    found = more;
    n++;
  }
  closedir(in);
  if (!found) return -1;
  if (compare)
    qsort(found, (size_t)n, sizeof found[0], (PosixCompare)(void *)compare);
  *entries = found;
  return n;
}
