/* ward.c: see ward.h. */
#define _GNU_SOURCE
#include "base/system/ward.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/abort_between.h"
#include "base/system/clock.h"
#include "base/system/descendants.h"
#include "base/system/internal_error.h"
#include "base/system/relay.h"
#include "base/system/ward_gate.h"

typedef struct WardPage {
  volatile bool is_done, is_mute;
  pid_t watched;
  int talk;               /* of the watched one; -1: it asks, or never will */
  struct stat said_there; /* standard error at first */
  volatile int status;
  volatile double reached;
  RelayPage printed;
} WardPage;

typedef struct WardWatch {
  pid_t child;
  const WardLimits *limits;
  int signals; /* a descriptor that has those of ward_signals */
  Relay relay;
  WardGate gate;
  const WardPage *page;
  double begin, measured;
  int n_stops, stopped_by;
  int left_with; /* the status that it asked to end with; -1: it did not ask */
} WardWatch;

static const int ward_signals[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};

/* Who asks so often is not heard by the code that is watched. */
enum { MOST_STOPS = 3 };

/* A terminal sends its signals to both. */
static void ward_hand_on(pid_t child, int signal_number, int code)
{
  bool is_from_process = code <= 0;
  if (signal_number != SIGCHLD && is_from_process) kill(child, signal_number);
}

/* False: it has ended. */
static bool ward_is_running(pid_t child)
{
  siginfo_t ended = {.si_pid = 0};
  int flags = WEXITED | WNOHANG | WNOWAIT;
  return waitid(P_PID, (id_t)child, &ended, flags) == 0 && ended.si_pid == 0;
}

/* WARD_DONE: nothing is too much. */
static WardEnd ward_measure(WardWatch *w)
{
  const WardLimits *limits = w->limits;
  Descendants now = descendants_measure(limits->spared);
  int room = limits->processes + 1 - now.n;
  if (room < 0 || (room == 0 && w->gate.is_full)) return WARD_PROCESSES;
  if (now.megabytes > limits->megabytes) return WARD_MEMORY;
  ward_gate_open(&w->gate, room);
  return WARD_DONE;
}

/* Milliseconds until the next look: a second, or up to the end of the time. */
static int ward_pause(const WardWatch *w)
{
  double end = w->begin + w->limits->seconds, left = w->measured + 1;
  if (w->limits->seconds > 0 && end < left) left = end;
  left -= clock_now();
  return left > 0 ? (int)(1e3 * left) + 1 : 0;
}

/* True: who watches has been asked to end it often enough. */
static bool ward_take_signal(WardWatch *w)
{
  struct signalfd_siginfo seen;
  if (read(w->signals, &seen, sizeof seen) != sizeof seen) return false;
  int number = (int)seen.ssi_signo;
  ward_hand_on(w->child, number, seen.ssi_code);
  if (number == SIGCHLD || ++w->n_stops < MOST_STOPS) return false;
  w->stopped_by = number;
  return true;
}

/* Passes on what it prints, until something else happens or the time is over;
 * true: a signal has come. */
static bool ward_wait(WardWatch *w, int milliseconds)
{
  struct pollfd p[4] = {{.fd = -1}, {.fd = -1}, {w->signals, POLLIN, 0}};
  relay_poll(&w->relay, p);
  ward_gate_poll(&w->gate, &p[3]);
  if (poll(p, 4, milliseconds) <= 0) return false;
  relay_pass(&w->relay, p);
  ward_gate_pass(&w->gate, &p[3]);
  return p[2].revents != 0;
}

static WardEnd ward_watch(WardWatch *w)
{
  assert(w->child > 0 && w->signals >= 0);
  w->begin = w->measured = clock_now();
  while (ward_is_running(w->child)) {
    if (ward_wait(w, ward_pause(w)) && ward_take_signal(w)) return WARD_STOPPED;
    if (w->gate.is_ending && !w->page->is_done) {
      w->left_with = w->gate.ask.status & 0xff;
      ward_gate_leave(&w->gate);
      return WARD_LEFT;
    }
    double now = clock_now();
    if (w->limits->seconds > 0 && now >= w->begin + w->limits->seconds)
      return WARD_TIME;
    bool has_to_wait = w->gate.is_ending || w->gate.is_full;
    if (now < w->measured + 1 && !has_to_wait) continue;
    WardEnd end = ward_measure(w);
    if (end != WARD_DONE) return end;
    w->measured = clock_now();
  }
  return WARD_DONE;
}

/* Seconds that its threads have computed; 0: it cannot be known. */
static double ward_computed(pid_t child)
{
  struct timespec t;
  clockid_t its_clock;
  if (clock_getcpuclockid(child, &its_clock) != 0 ||
      clock_gettime(its_clock, &t) != 0)
    return 0;
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Who is inside of fork() holds the locks of the allocator: it fails there, and
 * has a moment to leave. */
static void ward_leave_starts(WardWatch *w)
{
  double end = clock_now() + 0.1;
  ward_gate_shut(&w->gate);
  while (ward_is_running(w->child) && clock_now() < end) {
    if (ward_wait(w, 10)) ward_take_signal(w);
  }
}

/* What it has computed is saved as in a crash, if it can (fmu_file/crash.h):
 * a second of its own, which is longer beside other work. It may start
 * processes for that, unless there are too many. */
static void ward_let_save(WardWatch *w, bool may_start)
{
  double end = clock_now() + 5, computed = ward_computed(w->child) + 1;
  if (!may_start) ward_leave_starts(w);
  abort_between(w->child);
  while (ward_is_running(w->child) && clock_now() < end &&
         ward_computed(w->child) < computed) {
    if (ward_wait(w, 50)) ward_take_signal(w);
    if (w->gate.is_full || w->gate.is_ending)
      ward_gate_open(&w->gate, w->limits->processes);
  }
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
  report->reached = page->reached;
  report->is_mute = page->is_mute;
  if (report->end != WARD_DONE) return;
  if (report->signal != 0)
    report->end = ward_is_stop(report->signal) ? WARD_STOPPED : WARD_CRASHED;
  else if (!page->is_done || page->status != report->status)
    report->end = WARD_LEFT;
}

static void ward_block(sigset_t *signals, sigset_t *before)
{
  sigemptyset(signals);
  for (unsigned k = 0; k < sizeof ward_signals / sizeof ward_signals[0]; k++)
    sigaddset(signals, ward_signals[k]);
  sigprocmask(SIG_BLOCK, signals, before);
}

static void ward_see_to_end(WardWatch *w, WardPage *page, WardReport *report)
{
  /* who reads what is shown may go away */
  void (*pipe_before)(int) = signal(SIGPIPE, SIG_IGN);
  relay_become_reader(&w->relay);
  report->end = ward_watch(w);
  if (report->end != WARD_DONE && report->end != WARD_STOPPED)
    ward_let_save(w, report->end != WARD_PROCESSES);
  if (report->end != WARD_DONE) kill(w->child, SIGKILL);
  ward_report(w->child, page, report);
  if (w->left_with >= 0) report->status = w->left_with;
  if (w->stopped_by != 0) report->signal = w->stopped_by;
  report->n_left = descendants_end(w->limits->spared);
  while (read(w->signals, &(struct signalfd_siginfo){0},
              sizeof(struct signalfd_siginfo)) > 0)
    continue; /* that of its end, and those that it has had */
  relay_end(&w->relay, w->signals);
  ward_gate_end(&w->gate);
  report->is_cut = atomic_load(&page->printed.is_cut);
  if (pipe_before != SIG_ERR) signal(SIGPIPE, pipe_before);
}

/* SIGABRT of the one that watches asks for an end (abort_between.h): where
 * nothing can be saved (fmu_file/crash.h) there is none to be told. */
static void ward_end_asked(int signal_number, siginfo_t *info, void *context)
{
  (void)context;
  if (info->si_code == SI_USER && info->si_pid == getppid()) _exit(1);
  internal_error_end(signal_number);
}

static void ward_take_end(void)
{
  struct sigaction action = {.sa_sigaction = ward_end_asked,
                             .sa_flags = SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  sigaction(SIGABRT, &action, NULL);
}

static void ward_begin_page(WardPage *page, int talk)
{
  page->watched = getpid();
  page->talk = talk;
  if (fstat(STDERR_FILENO, &page->said_there) != 0)
    memset(&page->said_there, 0, sizeof page->said_there);
}

static bool ward_is_mute(const WardPage *page)
{
  struct stat now;
  memset(&now, 0, sizeof now);
  (void)!fstat(STDERR_FILENO, &now);
  return now.st_dev != page->said_there.st_dev ||
         now.st_ino != page->said_there.st_ino;
}

bool ward_begin(Ward *ward, const WardLimits *limits, WardReport *report)
{
  sigset_t signals, before;
  assert(limits->megabytes > 0 && limits->output_megabytes > 0);
  *report = (WardReport){.end = WARD_DONE};
  ward->page = NULL;
  WardPage *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return true;
  WardWatch w = {.limits = limits, .page = page, .left_with = -1};
  if (!relay_make(&w.relay, &page->printed, limits->output_megabytes)) {
    munmap(page, sizeof *page);
    return true;
  }
  int talk[2];
  ward_gate_make(talk);
  ward_block(&signals, &before);
  w.signals = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  descendants_adopt();
  fflush(NULL);
  w.child = w.signals >= 0 ? fork() : -1;
  if (w.child > 0) {
    if (talk[1] >= 0) close(talk[1]);
    w.gate = ward_gate_begin(talk[0], w.child, limits->processes);
    ward_see_to_end(&w, page, report);
  } else if (w.child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    ward_take_end();
    relay_become_writer(&w.relay);
    ward_begin_page(page, talk[1]);
    ward->page = page;
  } else {
    relay_become_reader(&w.relay);
    relay_become_writer(&w.relay);
    if (talk[1] >= 0) close(talk[1]);
  }
  if (w.child <= 0 && talk[0] >= 0) close(talk[0]);
  if (w.signals >= 0) close(w.signals);
  if (w.child != 0) munmap(page, sizeof *page);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return w.child <= 0;
}

/* Workers of the watched process have nobody to ask. */
void ward_enter_foreign(const Ward *ward)
{
  WardPage *page = ward->page;
  if (!page || page->talk < 0 || page->watched != getpid()) return;
  ward_gate_enter(page->talk);
  page->talk = -1;
}

void ward_done(Ward *ward, int status)
{
  if (!ward->page) return;
  ward->page->status = status;
  ward->page->is_mute = ward_is_mute(ward->page);
  ward->page->is_done = true;
}

void ward_reached(const Ward *ward, double time)
{
  if (ward->page) ward->page->reached = time;
}

bool ward_begin_output(const Ward *ward, bool is_apart)
{
  return ward->page && relay_enter(&ward->page->printed, is_apart);
}

bool ward_end_output(const Ward *ward)
{
  if (!ward->page) return false;
  relay_leave(&ward->page->printed);
  return atomic_load(&ward->page->printed.is_cut);
}
