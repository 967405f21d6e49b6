/* progress.c: a thread that wakes up twice a second. */
#define _POSIX_C_SOURCE 200809L
#include "base/progress.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL_NANOSECONDS 500000000L

struct Progress {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t ended_now;
  /* under the lock */
  const char *words;
  bool ended, shown;
};

static struct timespec next_time(void)
{
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += INTERVAL_NANOSECONDS;
  if (t.tv_nsec >= 1000000000L) {
    t.tv_nsec -= 1000000000L;
    t.tv_sec++;
  }
  return t;
}

/* The cursor goes back to the left: a message writes over the line. */
static void progress_show(Progress *p)
{
  fprintf(stderr, "\r\033[K%s ...\r", p->words);
  fflush(stderr);
  p->shown = true;
}

static void *report_progress(void *progress)
{
  Progress *p = progress;
  pthread_mutex_lock(&p->lock);
  struct timespec next = next_time();
  while (!p->ended) {
    if (pthread_cond_timedwait(&p->ended_now, &p->lock, &next) == 0) continue;
    progress_show(p);
    next = next_time();
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

Progress *progress_begin(Session *s)
{
  if (s->quiet || s->verbose || !isatty(STDERR_FILENO)) return NULL;
  Progress *p = arena_alloc(s->session_arena, sizeof *p);
  p->words = "starting";
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->ended_now, NULL);
  return pthread_create(&p->thread, NULL, report_progress, p) == 0 ? p : NULL;
}

void progress_phase(Progress *p, const char *words)
{
  if (!p) return;
  pthread_mutex_lock(&p->lock);
  p->words = words;
  pthread_mutex_unlock(&p->lock);
}

void progress_end(Progress *p)
{
  if (!p) return;
  pthread_mutex_lock(&p->lock);
  p->ended = true;
  pthread_cond_signal(&p->ended_now);
  pthread_mutex_unlock(&p->lock);
  pthread_join(p->thread, NULL);
  if (p->shown) fputs("\r\033[K", stderr);
  pthread_mutex_destroy(&p->lock);
  pthread_cond_destroy(&p->ended_now);
}
