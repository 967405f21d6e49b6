/* confine.c: see confine.h. */
#define _GNU_SOURCE
#include "base/system/confine.h"

#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- files: Landlock, of which older systems have no header --- */

enum {
  LANDLOCK_CREATE = 444,
  LANDLOCK_ADD = 445,
  LANDLOCK_RESTRICT = 446,
  LANDLOCK_BELOW = 1,         /* a rule for a folder */
  LANDLOCK_ASK_VERSION = 1,   /* a flag */
  LANDLOCK_HAS_TRUNCATION = 3 /* from this version on */
};

/* Rights, as bits: to write, to remove folders and files, to make devices,
 * folders, files, sockets, pipes, links. */
static const uint64_t confine_writing = 1 << 1 | 0x1ff << 4;
static const uint64_t confine_truncation = 1 << 14;

typedef struct LandlockRules {
  uint64_t handled;
} LandlockRules;

typedef struct LandlockFolder {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed)) LandlockFolder;

static void confine_allow(int rules, const char *path, uint64_t rights)
{
  LandlockFolder below = {rights, open(path, O_PATH | O_CLOEXEC)};
  if (below.folder < 0) return;
  syscall(LANDLOCK_ADD, rules, LANDLOCK_BELOW, &below, 0);
  close(below.folder);
}

static void confine_files(const char *folder)
{
  long version = syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_ASK_VERSION);
  if (version < 1) return;
  LandlockRules all = {confine_writing};
  if (version >= LANDLOCK_HAS_TRUNCATION) all.handled |= confine_truncation;
  int rules = (int)syscall(LANDLOCK_CREATE, &all, sizeof all, 0);
  if (rules < 0) return;
  confine_allow(rules, folder, all.handled);
  confine_allow(rules, "/dev/null", 1 << 1);
  syscall(LANDLOCK_RESTRICT, rules, 0);
  close(rules);
}

void confine(const ConfineLimits *limits)
{
  const rlim_t memory = (rlim_t)(limits->megabytes * 1e6),
               seconds = (rlim_t)limits->seconds,
               files = (rlim_t)limits->descriptors,
               size = (rlim_t)(limits->file_megabytes * 1e6);
  /* what cannot be limited is not */
  setrlimit(RLIMIT_AS, &(struct rlimit){memory, memory});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){files, files});
  setrlimit(RLIMIT_FSIZE, &(struct rlimit){size, size});
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  /* A network of its own, without a way out; a user who may not make one
   * becomes one of a namespace that may. */
  if (unshare(CLONE_NEWNET) != 0) unshare(CLONE_NEWUSER | CLONE_NEWNET);
  confine_files(limits->folder);
}
