/* cost.c: laps of the processor's clock. */
#define _DEFAULT_SOURCE
#include "base/cost.h"

#include <sys/resource.h>

#include "base/session.h"
#include "base/vector.h"

static double seconds_of(struct timeval t)
{
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static double processor_seconds(const struct rusage *used)
{
  return seconds_of(used->ru_utime) + seconds_of(used->ru_stime);
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
  struct rusage used = {0};
  getrusage(RUSAGE_SELF, &used);
  s->cost_since = processor_seconds(&used);
}

void cost_end(Session *s, const char *pass)
{
  struct rusage used = {0};
  getrusage(RUSAGE_SELF, &used);
  double now = processor_seconds(&used);
  Cost cost = {pass, now - s->cost_since, held_bytes(s),
               (size_t)used.ru_maxrss * 1024};
  s->cost_since = now;
  s->cost = vector_grow(s->session_arena, s->cost, &s->cap_costs,
                        s->n_costs + 1, sizeof cost);
  s->cost[s->n_costs++] = cost;
  if (!s->verbose) return;
  fprintf(s->messages, "  %s: %.3f s, %.1f MB held, %.1f MB at most\n", pass,
          cost.seconds, 1e-6 * (double)cost.held, 1e-6 * (double)cost.peak);
}
