/* foreign_process.c: see foreign_process.h.
 *
 * The child tells, once it is confined, what the system has not kept it from,
 * and hands over where new processes are asked for (base/system/seccomp.h).
 */
#define _GNU_SOURCE
#include "emit/foreign/foreign_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/confine.h"
#include "base/system/descendants.h"
#include "base/system/folder_size.h"
#include "base/system/seccomp.h"
#include "emit/foreign/foreign_output.h"

enum {
  MOST_FILES = 256,
  MOST_FILE_MEGABYTES = 1000,
  LOOK_MILLISECONDS = 100,
};

#define SECONDS_PER_COUNT 0.3 /* memory and files are counted now and then */

typedef struct ForeignWatch {
  ForeignProcess *process;
  pid_t child;
  int end;  /* a pipe that closes when all have ended */
  int talk; /* to the child; -1: it has told what it has to */
  int asks; /* -1: nobody asks */
  ForeignOutput *output;
  int n_started;
  double begin, next_count;
  const char *folder; /* where it may write */
} ForeignWatch;

/* --- a message with a descriptor --- */

typedef union HandedOver {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr align;
} HandedOver;

static void foreign_process_tell(int talk, const Confined *got)
{
  HandedOver part;
  struct iovec text = {(void *)&got->missing, sizeof got->missing};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
  memset(&part, 0, sizeof part);
  if (got->asks >= 0) {
    message.msg_control = part.bytes;
    message.msg_controllen = sizeof part.bytes;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &got->asks, sizeof got->asks);
  }
  /* Who is not heard is ended when the time is over. */
  ssize_t n = sendmsg(talk, &message, 0);
  (void)n;
}

static void foreign_process_hear(ForeignWatch *w)
{
  HandedOver part;
  struct iovec text = {&w->process->missing, sizeof w->process->missing};
  struct msghdr message = {.msg_iov = &text,
                           .msg_iovlen = 1,
                           .msg_control = part.bytes,
                           .msg_controllen = sizeof part.bytes};
  ssize_t n = recvmsg(w->talk, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (head && head->cmsg_type == SCM_RIGHTS)
    memcpy(&w->asks, CMSG_DATA(head), sizeof w->asks);
  close(w->talk);
  w->talk = -1;
}

/* --- in the child --- */

/* What this program has open is not for it. */
static void foreign_process_close(int end, int talk)
{
  long last = sysconf(_SC_OPEN_MAX);
  if (last < 0 || last > 4096) last = 4096;
  for (int fd = STDERR_FILENO + 1; fd < (int)last; fd++) {
    if (fd != end && fd != talk) close(fd);
  }
}

/* Standard output is for results of ours. */
static _Noreturn void foreign_run_become(const ForeignProcess *p,
                                         const char *folder, int end, int talk,
                                         int output)
{
  ConfineLimits limits = {.megabytes = p->megabytes,
                          .seconds = p->seconds + 1,
                          .descriptors = MOST_FILES,
                          .processes = p->processes,
                          .file_megabytes = MOST_FILE_MEGABYTES,
                          .folder = folder};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  int null = open("/dev/null", O_RDONLY);
  if (null >= 0) dup2(null, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  foreign_process_close(end, talk);
  setenv("TMPDIR", folder, 1);
  Confined got = confine(&limits);
  foreign_process_tell(talk, &got);
  execl(p->program, p->program, p->input, p->output, (char *)NULL);
  _exit(127);
}

/* --- in this process --- */

static bool foreign_process_is_running(pid_t child)
{
  siginfo_t ended = {.si_pid = 0};
  int flags = WEXITED | WNOHANG | WNOWAIT;
  return waitid(P_PID, (id_t)child, &ended, flags) == 0 && ended.si_pid == 0;
}

/* Whoever asks waits for the answer. */
static void foreign_process_answer(ForeignWatch *w, short events)
{
  bool is_good = events & POLLIN && ++w->n_started <= w->process->processes &&
                 seccomp_permit(w->asks);
  if (is_good) return;
  close(w->asks);
  w->asks = -1;
}

/* NULL: nothing is too much. */
static const char *foreign_process_count(const ForeignWatch *w, Arena *arena)
{
  const ForeignProcess *most = w->process;
  Descendants all = descendants_measure(most->spared);
  if (all.n > most->processes + 1)
    return arena_printf(arena,
                        "it starts more than %d processes "
                        "(--limit external-processes)",
                        most->processes);
  if (all.megabytes > most->megabytes)
    return arena_printf(arena,
                        "it uses more than %d MB of memory "
                        "(--limit external-memory)",
                        most->megabytes);
  if (folder_size_is_above(w->folder, most->file_megabytes))
    return arena_printf(arena,
                        "it writes more than %d MB of files "
                        "(--limit external-files)",
                        most->file_megabytes);
  return NULL;
}

/* The same. It is counted also while it prints. */
static const char *foreign_process_measure(ForeignWatch *w, Arena *arena)
{
  double now = clock_now();
  const ForeignProcess *most = w->process;
  if (w->n_started > most->processes)
    return arena_printf(arena,
                        "it starts more than %d processes "
                        "(--limit external-processes)",
                        most->processes);
  if (w->output->is_cut)
    return arena_printf(arena, "it prints more than %d MiB (--limit output)",
                        most->output_megabytes);
  if (now - w->begin >= most->seconds)
    return arena_printf(arena,
                        "it does not return within %d seconds "
                        "(--limit external-seconds)",
                        most->seconds);
  if (now < w->next_count) return NULL;
  const char *reason = foreign_process_count(w, arena);
  w->next_count = clock_now() + SECONDS_PER_COUNT;
  return reason;
}

/* Until it has ended, or has to; NULL: by itself. */
static const char *foreign_process_watch(ForeignWatch *w, Arena *arena)
{
  const char *reason = NULL;
  for (bool is_over = false; !is_over && !reason;) {
    struct pollfd p[] = {{w->end, POLLIN, 0},
                         {w->talk, POLLIN, 0},
                         {w->asks, POLLIN, 0},
                         {w->output->from, POLLIN, 0}};
    poll(p, 4, LOOK_MILLISECONDS);
    if (p[1].revents) foreign_process_hear(w);
    if (p[2].revents) foreign_process_answer(w, p[2].revents);
    if (p[3].revents) foreign_output_pass(w->output);
    is_over = p[0].revents || !foreign_process_is_running(w->child);
    if (!is_over) reason = foreign_process_measure(w, arena);
  }
  return reason;
}

static const char *foreign_process_end(ForeignWatch *w, Arena *arena)
{
  int status = 0;
  const char *reason = foreign_process_watch(w, arena);
  if (reason) kill(w->child, SIGKILL);
  kill(-w->child, SIGKILL); /* what it has started */
  while (waitpid(w->child, &status, 0) < 0 && errno == EINTR) continue;
  foreign_output_end(w->output);
  if (reason) return reason;
  if (WIFSIGNALED(status))
    return arena_printf(arena, "it crashed: %s", strsignal(WTERMSIG(status)));
  return WEXITSTATUS(status) == 0
             ? NULL
             : arena_printf(arena, "it ends the program with status %d",
                            WEXITSTATUS(status));
}

static bool foreign_process_connect(int end[2], int talk[2])
{
  if (pipe(end) != 0) return false;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk) == 0)
    return true;
  close(end[0]);
  close(end[1]);
  return false;
}

const char *foreign_process(Arena *arena, ForeignProcess *process)
{
  int end[2], talk[2];
  const char *last = strrchr(process->output, '/');
  const char *folder =
      last ? arena_printf(arena, "%.*s", (int)(last - process->output),
                          process->output)
           : ".";
  process->missing = 0;
  if (!foreign_process_connect(end, talk)) return "there is no pipe for it";
  ForeignOutput output;
  int print = foreign_output_make(&output, process->output_megabytes);
  fflush(NULL);
  pid_t child = print < 0 ? -1 : fork();
  if (child == 0) {
    close(end[0]);
    close(talk[0]);
    foreign_run_become(process, folder, end[1], talk[1], print);
  }
  if (print >= 0) close(print);
  close(end[1]);
  close(talk[1]);
  ForeignWatch w = {.process = process,
                    .child = child,
                    .end = end[0],
                    .talk = talk[0],
                    .asks = -1,
                    .output = &output,
                    .folder = folder,
                    .begin = clock_now()};
  w.next_count = w.begin + LOOK_MILLISECONDS / 1000.0;
  const char *reason =
      child < 0 ? "no process can be started" : foreign_process_end(&w, arena);
  close(w.end);
  if (w.talk >= 0) close(w.talk);
  if (w.asks >= 0) close(w.asks);
  if (output.from >= 0) close(output.from);
  return reason;
}
