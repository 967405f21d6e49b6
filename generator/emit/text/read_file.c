/* read_file.c: reads regular files of the data folder and the work folder. */
#define _POSIX_C_SOURCE 200809L
#include "emit/text/read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_open_file(Arena *arena, int fd, FileBytes *file)
{
  struct stat info;
  if (fstat(fd, &info) != 0) return false;
  if (!S_ISREG(info.st_mode)) {
    errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
    return false;
  }
  size_t size = (size_t)info.st_size, done = 0;
  char *bytes = arena_alloc(arena, size + 1);
  while (done < size) {
    ssize_t n = read(fd, bytes + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    if (n == 0) break; /* became shorter meanwhile */
    done += (size_t)n;
  }
  *file = (FileBytes){bytes, done};
  return true;
}

bool read_file(Arena *arena, const char *path, FileBytes *file)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  bool ok = read_open_file(arena, fd, file);
  int reason = errno;
  close(fd);
  errno = reason;
  return ok;
}
