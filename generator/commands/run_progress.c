/* run_progress.c: one line, written again twice a second. */
#define _POSIX_C_SOURCE 200809L
#include "commands/run_progress.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL_SECONDS 0.5
#define WAIT_SECONDS 2.5
#define BAR_WIDTH 20

static double run_progress_seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

RunProgress run_progress_begin(const Session *s, double start, double stop)
{
  assert(stop >= start);
  double now = run_progress_seconds_now();
  return (RunProgress){.is_wanted =
                           !s->quiet && !s->verbose && isatty(STDERR_FILENO),
                       .start = start,
                       .time = start,
                       .stop = stop,
                       .began = now,
                       .last_update = now};
}

static void put_bar(double done)
{
  int full = (int)(done * BAR_WIDTH);
  fputc('[', stderr);
  for (int i = 0; i < BAR_WIDTH; i++) fputc(i < full ? '#' : '-', stderr);
  fputc(']', stderr);
}

/* "3 s", "2 min", "1.5 h". */
static void put_duration(double seconds)
{
  if (seconds < 90)
    fprintf(stderr, "%.0f s", fmax(seconds, 1));
  else if (seconds < 5400)
    fprintf(stderr, "%.0f min", seconds / 60);
  else
    fprintf(stderr, "%.1f h", seconds / 3600);
}

/* The cursor goes back to the left: a message writes over the line. */
static void run_progress_show(RunProgress *p, double time, double now,
                              const char *inside)
{
  assert(p->is_wanted);
  double span = p->stop - p->start;
  double done = span > 0 ? (time - p->start) / span : 1;
  fputs("\r\033[K", stderr);
  put_bar(done);
  fprintf(stderr, " %3.0f %%  time %.4g of %.4g  ", 100 * done, time, p->stop);
  if (inside)
    fputs(inside, stderr);
  else
    fprintf(stderr, "%ld steps", p->steps);
  if (done > 0) {
    fputs("  ", stderr);
    put_duration((now - p->began) * (1 - done) / done);
    fputs(" left", stderr);
  }
  fputc('\r', stderr);
  fflush(stderr);
  p->is_shown = true;
}

void run_progress_update(RunProgress *progress, double time)
{
  progress->steps++;
  progress->time = time;
  if (!progress->is_wanted) return;
  double now = run_progress_seconds_now();
  if (now - progress->last_update < INTERVAL_SECONDS) return;
  progress->last_update = now;
  run_progress_show(progress, time, now, NULL);
}

void run_progress_inside(RunProgress *progress, double time, double step,
                         long steps)
{
  if (!progress->is_wanted) return;
  char inside[100];
  snprintf(inside, sizeof inside, "%ld integrator steps, now %.2g", steps,
           step);
  progress->last_update = run_progress_seconds_now();
  run_progress_show(progress, time, progress->last_update, inside);
}

void run_progress_wait(RunProgress *progress)
{
  double now = run_progress_seconds_now(), since = now - progress->last_update;
  if (!progress->is_wanted || since < WAIT_SECONDS) return;
  char inside[100];
  snprintf(inside, sizeof inside, "in a step for %.0f s", since);
  run_progress_show(progress, progress->time, now, inside);
}

void run_progress_end(RunProgress *progress)
{
  if (progress->is_shown) fputs("\r\033[K", stderr);
  progress->is_shown = false;
}
