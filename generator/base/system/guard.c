/* guard.c: the guard process and what it removes.
 *
 * The guard is forked when the first temporary thing is made. It reads paths,
 * each between two zeros, from a pipe that closes when the last owner is gone;
 * then it removes them. Paths are absolute, so its own folder does not matter;
 * what is none was written by code of others, which has the pipe too.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* getentropy */
#include "base/system/guard.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/text/path.h"

#define MOST_DESCRIPTORS 1024 /* closed in the guard */
#define MOST_ATTEMPTS 5       /* at removing something */

struct Temporary {
  pid_t guard;
  int pipe; /* write end */
};

/* --- inside the guard --- */

/* Folders may be as deep as they like, and nobody's: C code of a model has made
 * them. So those in a folder are moved up to the top before it goes. */
typedef struct Removal {
  int top;
  unsigned long n_moved, n_removed;
} Removal;

static bool guard_is_entry(const char *name)
{
  return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static void guard_move_up(Removal *r, int folder, const char *name)
{
  char free_name[40];
  snprintf(free_name, sizeof free_name, ".moved-%lu", r->n_moved++);
  fchmodat(folder, name, 0700, 0);
  if (renameat(folder, name, r->top, free_name) == 0) r->n_removed++;
}

/* Opened; NULL: it is none, or out of reach. */
static DIR *open_inside(int top, const char *name)
{
  struct stat info;
  bool is_folder = fstatat(top, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
                   S_ISDIR(info.st_mode);
  if (!is_folder) return NULL;
  fchmodat(top, name, 0700, 0);
  int fd = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
  if (!folder && fd >= 0) close(fd);
  return folder;
}

static bool remove_at(Removal *r, int folder, const char *name)
{
  bool good = unlinkat(folder, name, 0) == 0 ||
              unlinkat(folder, name, AT_REMOVEDIR) == 0;
  r->n_removed += good;
  return good;
}

static void remove_inside(Removal *r, const char *name)
{
  DIR *folder = open_inside(r->top, name);
  for (const struct dirent *e; folder && (e = readdir(folder)) != NULL;) {
    if (guard_is_entry(e->d_name) && !remove_at(r, dirfd(folder), e->d_name))
      guard_move_up(r, dirfd(folder), e->d_name);
  }
  if (folder) closedir(folder);
  remove_at(r, r->top, name);
}

/* True: there is less in it than before, and may be something still. */
static bool empty_folder(const char *path, Removal *r)
{
  DIR *folder = open_inside(AT_FDCWD, path);
  if (!folder) return false;
  r->top = dirfd(folder);
  r->n_removed = 0;
  for (const struct dirent *e; (e = readdir(folder)) != NULL;) {
    if (guard_is_entry(e->d_name)) remove_inside(r, e->d_name);
  }
  closedir(folder);
  return r->n_removed > 0;
}

/* Who is short of memory or descriptors may have some a moment later. */
static void guard_wait(void)
{
  const struct timespec moment = {0, 50000000};
  nanosleep(&moment, NULL);
}

static void remove_all(const char *path)
{
  struct stat info;
  for (int k = 0; k < MOST_ATTEMPTS; k++) {
    Removal r = {.top = -1};
    while (empty_folder(path, &r)) continue;
    remove(path);
    if (lstat(path, &info) != 0) return;
    guard_wait();
  }
}

static void remove_records(const char *records, size_t length)
{
  for (size_t i = 0; i < length; i += strlen(records + i) + 1) {
    if (path_is_absolute(records + i)) remove_all(records + i);
  }
}

/* Everything until the other end closes; *length without the final zero. */
static char *read_records(int from, size_t *length)
{
  size_t capacity = 0, used = 0;
  char *records = NULL;
  int n_failures = 0;
  for (;;) {
    if (capacity - used < PATH_MAX) {
      capacity = 2 * capacity + 2 * PATH_MAX;
      char *larger = realloc(records, capacity);
      if (!larger && ++n_failures == MOST_ATTEMPTS) break;
      if (!larger) {
        capacity = (capacity - 2 * PATH_MAX) / 2;
        guard_wait();
        continue;
      }
      records = larger;
    }
    ssize_t n = read(from, records + used, capacity - used - 1);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    used += (size_t)n;
  }
  if (records) records[used] = '\0';
  *length = used;
  return records;
}

static _Noreturn void guard_main(int from)
{
  /* It has a group of its own (guard_begin()), or, where it is earlier, a
   * session. */
  setsid();
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  int nothing = open("/dev/null", O_RDWR);
  if (nothing >= 0) {
    /* Nobody may wait for output of a program that has ended. */
    for (int fd = 0; fd <= 2; fd++) dup2(nothing, fd);
  }
  /* What other guards wait for must not be held open here. */
  int last = (int)sysconf(_SC_OPEN_MAX);
  if (last > MOST_DESCRIPTORS) last = MOST_DESCRIPTORS;
  for (int fd = 3; fd < last; fd++) {
    if (fd != from) close(fd);
  }
  size_t length;
  char *records = read_records(from, &length);
  if (records) remove_records(records, length);
  free(records);
  _exit(0);
}

/* --- in the program --- */

Temporary *guard_begin(void)
{
  int ends[2];
  Temporary *t = malloc(sizeof *t);
  if (!t || pipe(ends) != 0) {
    free(t);
    return NULL;
  }
  fcntl(ends[1], F_SETFD, FD_CLOEXEC); /* compilers do not keep it open */
  fflush(NULL);
  pid_t guard = fork();
  if (guard == 0) {
    close(ends[1]);
    guard_main(ends[0]);
  }
  close(ends[0]);
  if (guard < 0) {
    close(ends[1]);
    free(t);
    return NULL;
  }
  /* A terminal's Ctrl-C, and who kills the whole group, must not reach it, even
   * if it has not run yet. */
  setpgid(guard, guard);
  *t = (Temporary){guard, ends[1]};
  return t;
}

static bool guard_write(const Temporary *guard, const char *bytes, size_t rest)
{
  while (rest > 0) {
    ssize_t n = write(guard->pipe, bytes, rest);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    rest -= (size_t)n;
  }
  return true;
}

static bool guard_add(const Temporary *guard, const char *path)
{
  assert(path_is_absolute(path)); /* the guard has a folder of its own */
  return guard_write(guard, "", 1) &&
         guard_write(guard, path, strlen(path) + 1);
}

/* A name that nothing has. The guard knows it before there is something: who is
 * killed in between leaves nothing. */
static bool guard_choose(const Temporary *guard, char *pattern)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
  unsigned char random[64];
  struct stat info;
  size_t n = strlen(pattern), n_letters = 0;
  while (n_letters < n && pattern[n - 1 - n_letters] == 'X') n_letters++;
  assert(n_letters >= 12 && n_letters <= sizeof random);
  if (getentropy(random, n_letters) != 0) return false;
  for (size_t k = 0; k < n_letters; k++)
    pattern[n - 1 - k] = letters[random[k] % 32];
  if (lstat(pattern, &info) == 0) {
    errno = EEXIST; /* one in 1e18 */
    return false;
  }
  return guard_add(guard, pattern);
}

bool guard_make_folder(Temporary *guard, char *pattern)
{
  return guard_choose(guard, pattern) && mkdir(pattern, 0700) == 0;
}

int guard_make_file(Temporary *guard, char *pattern)
{
  if (!guard_choose(guard, pattern)) return -1;
  return open(pattern, O_RDWR | O_CREAT | O_EXCL, 0600);
}

void guard_end(Temporary *guard)
{
  close(guard->pipe);
  while (waitpid(guard->guard, NULL, 0) < 0 && errno == EINTR) {
  }
  free(guard);
}

int guard_process(const Temporary *guard)
{
  return guard ? (int)guard->guard : 0;
}
