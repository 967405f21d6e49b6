/* seccomp.c: see seccomp.h. */
#define _GNU_SOURCE
#include "base/system/seccomp.h"

#if defined(__x86_64__) || defined(__aarch64__)

#include <assert.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define SECCOMP_MACHINE AUDIT_ARCH_X86_64
#else
#define SECCOMP_MACHINE AUDIT_ARCH_AARCH64
#endif

#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1
#endif

/* Newer than some headers; every machine has the same numbers. */
enum {
  CALL_IO_URING_SETUP = 425,
  CALL_IO_URING_ENTER,
  CALL_IO_URING_REGISTER,
  CALL_OPEN_TREE,
  CALL_MOVE_MOUNT,
  CALL_FSOPEN,
  CALL_FSCONFIG,
  CALL_FSMOUNT,
  CALL_FSPICK,
  CALL_PIDFD_SEND_SIGNAL = 424,
  CALL_CLONE3 = 435,
  CALL_PIDFD_GETFD = 438,
  CALL_MOUNT_SETATTR = 442,
  OTHER_NUMBERS = 0x40000000, /* from here on: those of x32 */
  NEW_SPACES = 0x7e020000     /* flags of clone() */
};

static const uint32_t seccomp_refused[] = {
    /* the network */
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    /* files and sockets past all that looks at calls */
    CALL_IO_URING_SETUP,
    CALL_IO_URING_ENTER,
    CALL_IO_URING_REGISTER,
    SYS_open_by_handle_at,
    /* other processes */
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    CALL_PIDFD_SEND_SIGNAL,
    CALL_PIDFD_GETFD,
    /* a process that leaves its group outlives the call */
    SYS_setsid,
    SYS_setpgid,
    /* other users */
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setfsuid,
    SYS_setfsgid,
    SYS_setgroups,
    SYS_capset,
    /* what the machine is like */
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    CALL_OPEN_TREE,
    CALL_MOVE_MOUNT,
    CALL_FSOPEN,
    CALL_FSCONFIG,
    CALL_FSMOUNT,
    CALL_FSPICK,
    CALL_MOUNT_SETATTR,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_syslog,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_vhangup,
    /* memory that belongs to nobody, and outlives who has made it */
    SYS_shmget,
    SYS_semget,
    SYS_msgget,
    SYS_mq_open,
    SYS_memfd_create,
#ifdef __x86_64__
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
#endif
};

/* Signals, limits and shares of the processor, of itself (or, for 0, of its
 * group) alone. */
static const uint32_t seccomp_own[] = {SYS_kill,
                                       SYS_tkill,
                                       SYS_tgkill,
                                       SYS_rt_sigqueueinfo,
                                       SYS_rt_tgsigqueueinfo,
                                       SYS_prlimit64,
                                       SYS_sched_setaffinity,
                                       SYS_sched_setscheduler,
                                       SYS_sched_setparam,
                                       SYS_sched_setattr};
/* The same, by the second argument. */
static const uint32_t seccomp_own_second[] = {SYS_setpriority, SYS_ioprio_set};

/* What is typed into a terminal is carried out by its shell. Whose a descriptor
 * is gets a signal when there is something to be read. */
static const uint32_t seccomp_ioctl[] = {
    0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */, 0x8901 /* FIOSETOWN */,
    0x8902 /* SIOCSPGRP */};
static const uint32_t seccomp_fcntl[] = {8 /* F_SETOWN */, 10 /* F_SETSIG */,
                                         15 /* F_SETOWN_EX */};

#define N_OF(list) (sizeof(list) / sizeof(list)[0])

typedef struct Filter {
  struct sock_filter line[400];
  unsigned short n;
} Filter;

static void filter_add(Filter *f, struct sock_filter line)
{
  assert(f->n < N_OF(f->line));
  f->line[f->n++] = line;
}

static void filter_load(Filter *f, size_t offset)
{
  filter_add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                             (uint32_t)offset));
}

/* Skips so many lines unless `how` holds for what is loaded. */
static void filter_unless(Filter *f, uint16_t how, uint32_t value, uint8_t skip)
{
  assert(f->n + 1 + skip < (int)N_OF(f->line)); /* there is where it leads */
  filter_add(
      f, (struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, value, 0, skip));
}

static void filter_end(Filter *f, uint32_t what)
{
  filter_add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

static void filter_end_if(Filter *f, uint16_t how, uint32_t value,
                          uint32_t what)
{
  filter_unless(f, how, value, 1);
  filter_end(f, what);
}

/* Both machines have the low half of an argument first. */
static size_t argument_at(int k)
{
  return offsetof(struct seccomp_data, args) + 8 * (size_t)k;
}

static const uint32_t seccomp_no = SECCOMP_RET_ERRNO | EPERM,
                      seccomp_none = SECCOMP_RET_ERRNO | ENOSYS;

static void filter_own(Filter *f, const uint32_t *call, size_t n, int argument,
                       uint32_t self)
{
  for (size_t k = 0; k < n; k++) {
    filter_unless(f, BPF_JEQ, call[k], 6);
    filter_load(f, argument_at(argument));
    filter_end_if(f, BPF_JEQ, 0, SECCOMP_RET_ALLOW);
    filter_end_if(f, BPF_JEQ, self, SECCOMP_RET_ALLOW);
    filter_end(f, seccomp_no);
  }
}

/* A call whose second argument is none of these. */
static void filter_without(Filter *f, uint32_t call, const uint32_t *refused,
                           size_t n)
{
  filter_unless(f, BPF_JEQ, call, (uint8_t)(2 + 2 * n));
  filter_load(f, argument_at(1));
  for (size_t k = 0; k < n; k++)
    filter_end_if(f, BPF_JEQ, refused[k], seccomp_no);
  filter_end(f, SECCOMP_RET_ALLOW);
}

/* Threads are free: memory limits them. clone3() has its flags in memory, which
 * no filter sees; libraries then use clone(). Of clone() with name spaces:
 * `spaces`. */
static void filter_starts(Filter *f, uint32_t ask, uint32_t spaces)
{
  const uint32_t thread = 0x10000;
  filter_end_if(f, BPF_JEQ, CALL_CLONE3, seccomp_none);
#ifdef __x86_64__
  filter_end_if(f, BPF_JEQ, SYS_fork, ask);
  filter_end_if(f, BPF_JEQ, SYS_vfork, ask);
#endif
  filter_unless(f, BPF_JEQ, SYS_clone, 6);
  filter_load(f, argument_at(0));
  filter_end_if(f, BPF_JSET, NEW_SPACES, spaces);
  filter_end_if(f, BPF_JSET, thread, SECCOMP_RET_ALLOW);
  filter_end(f, ask);
}

/* Calls of programs for other machines, which have other numbers: `others`. */
static void filter_begin(Filter *f, uint32_t others)
{
  f->n = 0;
  filter_load(f, offsetof(struct seccomp_data, arch));
  filter_add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                             SECCOMP_MACHINE, 1, 0));
  filter_end(f, others);
  filter_load(f, offsetof(struct seccomp_data, nr));
}

static void filter_write(Filter *f, uint32_t ask)
{
  filter_begin(f, seccomp_no);
  filter_end_if(f, BPF_JGE, OTHER_NUMBERS, seccomp_none);
  for (size_t k = 0; k < N_OF(seccomp_refused); k++)
    filter_end_if(f, BPF_JEQ, seccomp_refused[k], seccomp_no);
  uint32_t self = (uint32_t)getpid();
  filter_own(f, seccomp_own, N_OF(seccomp_own), 0, self);
  filter_own(f, seccomp_own_second, N_OF(seccomp_own_second), 1, self);
  filter_without(f, SYS_ioctl, seccomp_ioctl, N_OF(seccomp_ioctl));
  filter_without(f, SYS_fcntl, seccomp_fcntl, N_OF(seccomp_fcntl));
  filter_starts(f, ask, seccomp_no);
  filter_end(f, SECCOMP_RET_ALLOW);
}

static long filter_install(Filter *f, unsigned flags)
{
  struct sock_fprog program = {f->n, f->line};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

bool seccomp_begin(int *asks)
{
  Filter f;
  *asks = -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  filter_write(&f, SECCOMP_RET_USER_NOTIF);
  *asks = (int)filter_install(&f, SECCOMP_FILTER_FLAG_NEW_LISTENER);
  if (*asks >= 0) return true;
  filter_write(&f, SECCOMP_RET_ALLOW);
  return filter_install(&f, 0) == 0;
}

/* Without slower code for the sake of secrets: those of this process are the
 * watched code's anyway. */
int seccomp_watch(void)
{
  enum { NO_SLOWER_CODE = 4 }; /* SECCOMP_FILTER_FLAG_SPEC_ALLOW */
  Filter f;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  filter_begin(&f, SECCOMP_RET_ALLOW);
  filter_end_if(&f, BPF_JEQ, SYS_exit_group, SECCOMP_RET_USER_NOTIF);
  filter_starts(&f, SECCOMP_RET_USER_NOTIF, SECCOMP_RET_USER_NOTIF);
  filter_end(&f, SECCOMP_RET_ALLOW);
  return (int)filter_install(&f,
                             SECCOMP_FILTER_FLAG_NEW_LISTENER | NO_SLOWER_CODE);
}

bool seccomp_take(int asks, SeccompAsk *ask)
{
  assert(asks >= 0);
  struct seccomp_notif asked;
  memset(&asked, 0, sizeof asked); /* or the system refuses it */
  if (ioctl(asks, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return false;
  *ask = (SeccompAsk){.number = asked.id,
                      .thread = (pid_t)asked.pid,
                      .is_end = asked.data.nr == SYS_exit_group,
                      .status = (int)asked.data.args[0]};
  return true;
}

bool seccomp_answer(int asks, const SeccompAsk *ask, bool is_permitted)
{
  struct seccomp_notif_resp answer = {.id = ask->number};
  if (is_permitted)
    answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  else
    answer.error = -EAGAIN;
  return ioctl(asks, SECCOMP_IOCTL_NOTIF_SEND, &answer) == 0;
}

bool seccomp_permit(int asks)
{
  SeccompAsk ask;
  bool good = seccomp_take(asks, &ask) && seccomp_answer(asks, &ask, true);
  return good || errno == EINTR || errno == ENOENT; /* who asked has ended */
}

#else

bool seccomp_begin(int *asks)
{
  *asks = -1;
  return false;
}

int seccomp_watch(void)
{
  return -1;
}

bool seccomp_take(int asks, SeccompAsk *ask)
{
  (void)asks;
  (void)ask;
  return false;
}

bool seccomp_answer(int asks, const SeccompAsk *ask, bool is_permitted)
{
  (void)asks;
  (void)ask;
  (void)is_permitted;
  return false;
}

bool seccomp_permit(int asks)
{
  (void)asks;
  return false;
}

#endif
