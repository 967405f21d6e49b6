/* run_progress.c: one line, written again twice a second. */
#define _POSIX_C_SOURCE 200809L
#include "commands/run_progress.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/text/progress_text.h"

#define INTERVAL_SECONDS 0.5
#define WAIT_SECONDS 2.5

RunProgress run_progress_begin(const Session *s, double start, double stop)
{
  assert(stop >= start);
  double now = clock_now();
  return (RunProgress){.is_wanted =
                           !s->quiet && !s->verbose && isatty(STDERR_FILENO),
                       .start = start,
                       .time = start,
                       .stop = stop,
                       .began = now,
                       .last_update = now};
}

/* The cursor goes back to the left: a message writes over the line. */
static void run_progress_show(RunProgress *p, double time, double now,
                              const char *inside)
{
  assert(p->is_wanted);
  double span = p->stop - p->start;
  double done = span > 0 ? (time - p->start) / span : 1;
  fputs("\r\033[K", stderr);
  progress_text_bar(stderr, done);
  fprintf(stderr, " %3.0f %%  time %.4g of %.4g  ", 100 * done, time, p->stop);
  if (inside)
    fputs(inside, stderr);
  else
    fprintf(stderr, "%ld steps", p->steps);
  if (done > 0)
    progress_text_left(stderr, (now - p->began) * (1 - done) / done);
  fputc('\r', stderr);
  fflush(stderr);
  p->is_shown = true;
}

void run_progress_update(RunProgress *progress, double time)
{
  progress->steps++;
  progress->time = time;
  if (!progress->is_wanted) return;
  double now = clock_now();
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
  progress->last_update = clock_now();
  run_progress_show(progress, time, progress->last_update, inside);
}

void run_progress_wait(RunProgress *progress)
{
  double now = clock_now(), since = now - progress->last_update;
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
