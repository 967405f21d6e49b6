/* confine.c: see confine.h. */
#define _GNU_SOURCE
#include "base/system/confine.h"

#include <assert.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/system/seccomp.h"

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

/* False: Landlock is not there. */
static bool confine_files(const char *folder)
{
  long version = syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_ASK_VERSION);
  if (version < 1) return false;
  LandlockRules all = {confine_writing};
  if (version >= LANDLOCK_HAS_TRUNCATION) all.handled |= confine_truncation;
  int rules = (int)syscall(LANDLOCK_CREATE, &all, sizeof all, 0);
  if (rules < 0) return false;
  confine_allow(rules, folder, all.handled);
  confine_allow(rules, "/dev/null", 1 << 1);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  bool good = syscall(LANDLOCK_RESTRICT, rules, 0) == 0;
  close(rules);
  return good;
}

/* --- files: mounts of its own, which are read-only --- */

enum { MOUNT_SETATTR = 442, MOUNT_READ_ONLY = 1, MOUNT_ALL_BELOW = 0x8000 };

typedef struct MountChange {
  uint64_t set, clear, propagation, users;
} MountChange;

static bool confine_mount(const char *path, int flags, uint64_t set,
                          uint64_t clear)
{
  MountChange change = {set, clear, 0, 0};
  return syscall(MOUNT_SETATTR, AT_FDCWD, path, flags, &change,
                 sizeof change) == 0;
}

/* Modes, owners and times, too, which Landlock leaves alone. */
static bool confine_mounts(const char *folder)
{
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount(folder, folder, NULL, MS_BIND, NULL) != 0)
    return false;
  if (!confine_mount("/", MOUNT_ALL_BELOW, MOUNT_READ_ONLY, 0)) return false;
  if (confine_mount(folder, 0, 0, MOUNT_READ_ONLY)) return true;
  confine_mount("/", MOUNT_ALL_BELOW, 0, MOUNT_READ_ONLY);
  return false;
}

/* --- the whole --- */

/* A network and mounts of its own. A user who may not have them becomes one of
 * a name space who may, and whose processes are counted from zero. */
static Confined confine_spaces(const ConfineLimits *limits)
{
  const rlim_t most = (rlim_t)limits->processes;
  Confined got = {.missing = CONFINE_FILES | CONFINE_NETWORK, .asks = -1};
  bool has_mounts = unshare(CLONE_NEWNET | CLONE_NEWNS) == 0;
  bool has_network = has_mounts;
  if (!has_mounts) {
    has_mounts = unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS) == 0;
    has_network = has_mounts || unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0;
    if (has_network) setrlimit(RLIMIT_NPROC, &(struct rlimit){most, most});
  }
  if (has_network) got.missing &= ~(unsigned)CONFINE_NETWORK;
  if (has_mounts && confine_mounts(limits->folder))
    got.missing &= ~(unsigned)CONFINE_FILES;
  return got;
}

Confined confine(const ConfineLimits *limits)
{
  const rlim_t memory = (rlim_t)(limits->megabytes * 1e6),
               seconds = (rlim_t)limits->seconds,
               files = (rlim_t)limits->descriptors,
               size = (rlim_t)(limits->file_megabytes * 1e6);
  assert(limits->folder[0] == '/' && limits->seconds > 0);
  assert(limits->megabytes > 0 && limits->processes > 0);
  Confined got = confine_spaces(limits);
  /* what cannot be limited is not */
  setrlimit(RLIMIT_AS, &(struct rlimit){memory, memory});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){files, files});
  setrlimit(RLIMIT_FSIZE, &(struct rlimit){size, size});
  if (confine_files(limits->folder)) got.missing &= ~(unsigned)CONFINE_FILES;
  if (seccomp_begin(&got.asks))
    got.missing &= ~(unsigned)CONFINE_NETWORK;
  else
    got.missing |= CONFINE_CALLS;
  return got;
}
