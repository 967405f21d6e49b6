/* crew.c: studies/crew.h on Windows, where no process can be copied: threads.
 * An FMU that is not made for them gets one. */
#include "studies/crew.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WORKERS = 60, WAIT_NANOSECONDS = 2000000 };

typedef struct CrewSeat {
  Crew *crew;
  int worker;
  pthread_t thread;
  bool is_started;
  atomic_bool is_over;
} CrewSeat;

struct Crew {
  CrewWork work;
  void *context;
  int n_workers;
  CrewSeat *seat;
};

int crew_usual(bool is_thread_safe)
{
  long n = is_thread_safe ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
  if (n > MOST_WORKERS) n = MOST_WORKERS;
  return n > 0 ? (int)n : 1;
}

int crew_most(bool is_thread_safe)
{
  return is_thread_safe ? MOST_WORKERS : 1;
}

Crew *crew_create(int n_workers, CrewWork work, void *context)
{
  assert(n_workers > 0 && work);
  Crew *crew = calloc(1, sizeof *crew);
  CrewSeat *seat = calloc((size_t)n_workers, sizeof *seat);
  if (!crew || !seat) {
    free(crew);
    free(seat);
    return NULL;
  }
  *crew = (Crew){work, context, n_workers, seat};
  return crew;
}

static void *crew_work(void *context)
{
  CrewSeat *seat = context;
  seat->crew->work(seat->crew->context, seat->worker);
  atomic_store(&seat->is_over, true);
  return NULL;
}

bool crew_start(Crew *crew, int worker)
{
  CrewSeat *seat = &crew->seat[worker];
  assert(!seat->is_started);
  seat->crew = crew;
  seat->worker = worker;
  atomic_store(&seat->is_over, false);
  seat->is_started = pthread_create(&seat->thread, NULL, crew_work, seat) == 0;
  return seat->is_started;
}

CrewEnd crew_wait(Crew *crew)
{
  for (int k = 0; k < crew->n_workers; k++) {
    CrewSeat *seat = &crew->seat[k];
    if (!seat->is_started || !atomic_load(&seat->is_over)) continue;
    pthread_join(seat->thread, NULL);
    seat->is_started = false;
    return (CrewEnd){.worker = k, .is_done = true};
  }
  nanosleep(&(struct timespec){0, WAIT_NANOSECONDS}, NULL);
  return (CrewEnd){.worker = -1};
}

bool crew_kill(Crew *crew, int worker)
{
  (void)crew, (void)worker;
  return false;
}

void crew_destroy(Crew *crew)
{
  for (int k = 0; k < crew->n_workers; k++) assert(!crew->seat[k].is_started);
  free(crew->seat);
  free(crew);
}
