/* watch_bell.c: see watch_bell.h. */
#define _POSIX_C_SOURCE 200809L
#include "commands/watch/watch_bell.h"

#include <assert.h>
#include <string.h>
#include <time.h>
#ifdef __linux__
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#define CHANGES                                                                \
  (IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM |        \
   IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

enum { MOST_FOLDERS = 4096 };

/* The folder that a path is in, or the next one above that is there. */
static void watch_folder(int file, char *path)
{
  for (;;) {
    char *slash = strrchr(path, '/');
    if (!slash) {
      inotify_add_watch(file, ".", CHANGES);
      return;
    }
    slash[slash == path ? 1 : 0] = '\0'; /* "/" stays */
    if (inotify_add_watch(file, path, CHANGES) >= 0 || slash == path) return;
  }
}

/* Length of the folder's name in a path, with the slash; 0: this folder. */
static size_t folder_length(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

void watch_bell_hang(WatchBell *bell, const WatchFiles *files)
{
  assert(files->n >= 0);
  watch_bell_end(bell);
  bell->file = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (bell->file < 0) return;
  const char *last = NULL; /* a path in the folder that was watched last */
  for (int i = 0, n = 0; i < files->n && n < MOST_FOLDERS; i++) {
    const WatchedFile *f = &files->item[i];
    bool is_list = f->kind == SEEN_CLASSES || f->kind == SEEN_SOURCES;
    if (is_list) inotify_add_watch(bell->file, f->path, CHANGES);
    size_t size = folder_length(f->path);
    bool is_same = last && folder_length(last) == size &&
                   strncmp(last, f->path, size) == 0;
    last = f->path;
    if (is_same) continue;
    ArenaMark mark = arena_mark(session_scratch(files->s));
    watch_folder(bell->file, arena_copy_text(session_scratch(files->s), f->path,
                                             strlen(f->path)));
    arena_release(mark);
    n++;
  }
}

bool watch_bell_wait(WatchBell *bell, int milliseconds)
{
  struct pollfd p = {.fd = bell->file, .events = POLLIN};
  if (poll(&p, 1, milliseconds) <= 0) return false;
  char event[4096];
  while (read(bell->file, event, sizeof event) > 0) continue;
  return true;
}

void watch_bell_end(WatchBell *bell)
{
  if (bell->file >= 0) close(bell->file);
  bell->file = -1;
}

#else

void watch_bell_hang(WatchBell *bell, const WatchFiles *files)
{
  assert(files->n >= 0);
  bell->file = -1;
}

bool watch_bell_wait(WatchBell *bell, int milliseconds)
{
  assert(bell->file < 0 && milliseconds >= 0);
  nanosleep(
      &(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L},
      NULL);
  return false;
}

void watch_bell_end(WatchBell *bell)
{
  bell->file = -1;
}

#endif
