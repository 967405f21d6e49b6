/* cost.c: laps of the clocks. */
#define _DEFAULT_SOURCE
#include "base/cost.h"

#include <string.h>
#include <sys/resource.h>

#include "base/session.h"
#include "base/system/clock.h"
#include "base/vector.h"

static double seconds_of(struct timeval t)
{
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Of this process, and of those that it has waited for. */
static double processor_seconds(void)
{
  struct rusage own = {0}, others = {0};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &others);
  return seconds_of(own.ru_utime) + seconds_of(own.ru_stime) +
         seconds_of(others.ru_utime) + seconds_of(others.ru_stime);
}

static size_t peak_bytes(const Session *s)
{
  struct rusage used = {0};
  getrusage(RUSAGE_SELF, &used);
  size_t own = (size_t)used.ru_maxrss * 1024;
  return own > s->shared_peak ? own : s->shared_peak;
}

static size_t held_bytes(const Session *s)
{
  return arena_used(s->session_arena) + arena_used(s->syntax_arena) +
         arena_used(s->instance_arena) + arena_used(s->flat_arena) +
         arena_used(s->system_arena) + arena_used(s->reduced_arena) +
         arena_used(s->scratch_arena);
}

void cost_begin(Session *s)
{
  s->cost_since = processor_seconds();
  s->elapsed_since = clock_now();
}

/* A pass that runs again has one row: the sum. */
static void cost_book(Session *s, Cost cost)
{
  for (int k = 0; k < s->n_costs; k++) {
    Cost *row = &s->cost[k];
    if (strcmp(row->pass, cost.pass) != 0) continue;
    cost.seconds += row->seconds;
    cost.elapsed += row->elapsed;
    *row = cost;
    return;
  }
  s->cost = vector_grow(s->session_arena, s->cost, &s->cap_costs,
                        s->n_costs + 1, sizeof cost);
  s->cost[s->n_costs++] = cost;
}

void cost_end(Session *s, const char *pass)
{
  double now = processor_seconds(), time = clock_now();
  Cost cost = {pass, now - s->cost_since, time - s->elapsed_since,
               held_bytes(s), peak_bytes(s)};
  s->cost_since = now;
  s->elapsed_since = time;
  cost_book(s, cost);
  if (!s->verbose) return;
  fprintf(s->messages,
          "  %s: %.3f s in %.3f s, %.1f MB held, %.1f MB at most\n", pass,
          cost.seconds, cost.elapsed, 1e-6 * (double)cost.held,
          1e-6 * (double)cost.peak);
}
