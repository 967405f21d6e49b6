/* ward.c: see ward.h. */
#define _GNU_SOURCE
#include "base/system/ward.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/descendants.h"

typedef struct WardPage {
  volatile bool is_done;
  volatile int status;
} WardPage;

static const int ward_signals[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};

/* Who asks so often is not heard by the code that is watched. */
enum { MOST_STOPS = 3 };

/* A terminal sends its signals to both. */
static void ward_hand_on(pid_t child, const siginfo_t *seen)
{
  bool is_from_process = seen->si_code <= 0;
  if (seen->si_signo != SIGCHLD && is_from_process) kill(child, seen->si_signo);
}

/* False: it has ended. */
static bool ward_is_running(pid_t child)
{
  siginfo_t ended = {.si_pid = 0};
  int flags = WEXITED | WNOHANG | WNOWAIT;
  return waitid(P_PID, (id_t)child, &ended, flags) == 0 && ended.si_pid == 0;
}

/* WARD_DONE: nothing is too much. */
static WardEnd ward_measure(const WardLimits *limits)
{
  Descendants now = descendants_measure(limits->spared);
  if (now.n > limits->processes + 1) return WARD_PROCESSES;
  if (now.megabytes > limits->megabytes) return WARD_MEMORY;
  return WARD_DONE;
}

static double ward_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Until the next look: a second, or up to the end of the time. */
static struct timespec ward_pause(const WardLimits *limits, double begin)
{
  double left = limits->seconds > 0 ? begin + limits->seconds - ward_now() : 1;
  if (left >= 1) return (struct timespec){1, 0};
  return (struct timespec){0, left > 0 ? (long)(1e9 * left) : 0};
}

static WardEnd ward_watch(pid_t child, const WardLimits *limits,
                          const sigset_t *signals, int *stopped_by)
{
  double begin = ward_now();
  int n_stops = 0;
  while (ward_is_running(child)) {
    siginfo_t seen;
    struct timespec pause = ward_pause(limits, begin);
    if (sigtimedwait(signals, &seen, &pause) > 0) {
      ward_hand_on(child, &seen);
      if (seen.si_signo != SIGCHLD && ++n_stops == MOST_STOPS) {
        *stopped_by = seen.si_signo;
        return WARD_STOPPED;
      }
      continue;
    }
    if (errno != EAGAIN) continue;
    if (limits->seconds > 0 && ward_now() >= begin + limits->seconds)
      return WARD_TIME;
    WardEnd end = ward_measure(limits);
    if (end != WARD_DONE) return end;
  }
  return WARD_DONE;
}

/* What it has computed is saved as in a crash, if it can (fmu_file/crash.h). */
static void ward_let_save(pid_t child)
{
  const struct timespec moment = {0, 50000000};
  kill(child, SIGABRT);
  for (int k = 0; k < 20 && ward_is_running(child); k++)
    nanosleep(&moment, NULL);
}

static bool ward_is_stop(int signal_number)
{
  return signal_number == SIGINT || signal_number == SIGHUP ||
         signal_number == SIGTERM || signal_number == SIGPIPE;
}

static void ward_report(pid_t child, const WardPage *page, WardReport *report)
{
  int how = 0;
  while (waitpid(child, &how, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(how)) report->signal = WTERMSIG(how);
  if (report->signal != 0) report->signal_name = strsignal(report->signal);
  if (WIFEXITED(how)) report->status = WEXITSTATUS(how);
  if (report->end != WARD_DONE) return;
  if (report->signal != 0)
    report->end = ward_is_stop(report->signal) ? WARD_STOPPED : WARD_CRASHED;
  else if (!page->is_done || page->status != report->status)
    report->end = WARD_LEFT;
}

bool ward_begin(Ward *ward, const WardLimits *limits, WardReport *report)
{
  sigset_t signals, before;
  *report = (WardReport){.end = WARD_DONE};
  ward->page = NULL;
  WardPage *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return true;
  sigemptyset(&signals);
  for (unsigned k = 0; k < sizeof ward_signals / sizeof ward_signals[0]; k++)
    sigaddset(&signals, ward_signals[k]);
  sigprocmask(SIG_BLOCK, &signals, &before);
  descendants_adopt();
  fflush(NULL);
  pid_t child = fork();
  if (child <= 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
      ward->page = page;
    }
    return true;
  }
  int stopped_by = 0;
  report->end = ward_watch(child, limits, &signals, &stopped_by);
  if (report->end == WARD_MEMORY || report->end == WARD_TIME)
    ward_let_save(child);
  if (report->end != WARD_DONE) kill(child, SIGKILL);
  ward_report(child, page, report);
  if (stopped_by != 0) report->signal = stopped_by;
  report->n_left = descendants_end(limits->spared);
  munmap(page, sizeof *page);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return false;
}

void ward_done(Ward *ward, int status)
{
  if (!ward->page) return;
  ward->page->status = status;
  ward->page->is_done = true;
}
