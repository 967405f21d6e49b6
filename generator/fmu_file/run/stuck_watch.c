/* stuck_watch.c: see stuck_watch.h. */
#define _POSIX_C_SOURCE 200809L
#include "fmu_file/run/stuck_watch.h"

#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/interrupt.h"

enum {
  LOOK_MILLISECONDS = 50,
  CANCEL_LOOKS = 2,
  GRACE_LOOKS = 6,
  WAIT_LOOKS = 10
};

struct StuckWatch {
  StuckCalls calls;
  int status;
  pthread_t thread;
  pthread_mutex_t lock; /* held by the first thread outside of steps */
  bool is_inside, is_over;
  int end[2]; /* a pipe: closed at the end, so that nobody waits for a look */
};

/* Looks in a row that found the first thread inside of the FMU. */
static void look_inside(StuckWatch *w, int *n_asked, int *n_looks)
{
  *n_asked = interrupt_asked() ? *n_asked + 1 : 0;
  if (*n_asked == CANCEL_LOOKS) w->calls.cancel(w->calls.context);
  if (*n_asked >= GRACE_LOOKS) {
    w->calls.give_up(w->calls.context);
    _exit(w->status);
  }
  if (++*n_looks % WAIT_LOOKS == 0) w->calls.wait(w->calls.context);
}

static void *watch_steps(void *context)
{
  StuckWatch *w = context;
  struct pollfd pause = {.fd = w->end[0]};
  int n_asked = 0, n_looks = 0;
  for (;;) {
    poll(&pause, 1, LOOK_MILLISECONDS);
    if (pthread_mutex_trylock(&w->lock) != 0) continue;
    bool is_over = w->is_over;
    if (!is_over && w->is_inside) look_inside(w, &n_asked, &n_looks);
    pthread_mutex_unlock(&w->lock);
    if (is_over) return NULL;
  }
}

/* Signals go to the first thread, which may be waiting. */
static bool start_thread(StuckWatch *w)
{
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool good = pthread_create(&w->thread, NULL, watch_steps, w) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return good;
}

StuckWatch *stuck_watch_begin(const StuckCalls *calls, int status)
{
  assert(calls->cancel && calls->give_up && calls->wait);
  StuckWatch *w = calloc(1, sizeof *w);
  if (!w) return NULL;
  w->calls = *calls;
  w->status = status;
  if (pipe(w->end) != 0) {
    free(w);
    return NULL;
  }
  pthread_mutex_init(&w->lock, NULL);
  pthread_mutex_lock(&w->lock);
  if (start_thread(w)) return w;
  pthread_mutex_unlock(&w->lock);
  pthread_mutex_destroy(&w->lock);
  close(w->end[0]);
  close(w->end[1]);
  free(w);
  return NULL;
}

void stuck_watch_enter(StuckWatch *w)
{
  if (!w) return;
  assert(!w->is_inside);
  w->is_inside = true;
  pthread_mutex_unlock(&w->lock);
}

void stuck_watch_leave(StuckWatch *w)
{
  if (!w) return;
  pthread_mutex_lock(&w->lock);
  assert(w->is_inside);
  w->is_inside = false;
}

void stuck_watch_end(StuckWatch *w)
{
  if (!w) return;
  w->is_over = true;
  pthread_mutex_unlock(&w->lock);
  close(w->end[1]);
  pthread_join(w->thread, NULL);
  pthread_mutex_destroy(&w->lock);
  close(w->end[0]);
  free(w);
}
