/* sweep.c: the program beside its workers. */
#define _POSIX_C_SOURCE 200809L
#include "studies/sweep.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/worker.h"
#include "studies/crew.h"
#include "studies/sweep_work.h"

/* Workers take few runs at once, so that they end together; so many are
 * enough for what they share to cost nothing. */
enum { MOST_CHUNK = 16, CHUNKS_A_WORKER = 8 };

/* How long a run may go on after Ctrl-C. */
static const int64_t grace = 1000000000;

/* --- workers that are gone --- */

static const char *reason_of(const Sweep *sweep, const CrewEnd *end,
                             bool is_late)
{
  Arena *arena = session_scratch(sweep->s);
  if (is_late) {
    return arena_printf(arena,
                        "the run has not ended within %g s (--time-limit)",
                        sweep->seconds_a_run);
  }
  if (end->signal)
    return arena_printf(arena, "the FMU crashed: %s", end->signal);
  return arena_printf(arena, "the FMU has ended its process, with status %d",
                      end->status);
}

/* The run that it was making is lost; the others go on. False: no worker is
 * left for its runs. */
static bool replace_worker(const SweepShop *shop, Crew *crew,
                           const CrewEnd *end, bool is_late)
{
  const Sweep *sweep = shop->sweep;
  SweepSeat *seat = &shop->board->seat[end->worker];
  int64_t run = atomic_load(&seat->run);
  if (run < 0) return true; /* between two runs: nothing is lost */
  ArenaMark mark = arena_mark(session_scratch(sweep->s));
  sweep_work_lost(shop, end->worker, run, reason_of(sweep, end, is_late));
  arena_release(mark);
  atomic_store(&seat->run, -1);
  if (atomic_load(&shop->board->stop)) return true;
  return crew_start(crew, end->worker);
}

/* Has the run of this worker taken too long? */
static bool is_too_late(const SweepShop *shop, int worker, int64_t now)
{
  const SweepSeat *seat = &shop->board->seat[worker];
  double limit = shop->sweep->seconds_a_run;
  return limit > 0 && atomic_load(&seat->run) >= 0 &&
         (double)(now - atomic_load(&seat->since)) > limit * 1e9;
}

/* --- the program meanwhile --- */

typedef struct SweepLoop {
  const SweepShop *shop;
  Crew *crew;
  int n_at_work;
  bool *is_killed; /* one a worker: for its time */
  int64_t stopped; /* when Ctrl-C came; 0: not */
  SweepResult *result;
} SweepLoop;

static void look_at_clock(SweepLoop *loop)
{
  int64_t now = sweep_nanoseconds();
  int n = loop->shop->sweep->n_workers;
  if (!loop->stopped && interrupt_asked()) {
    loop->stopped = now;
    loop->result->interrupted = true;
    atomic_store(&loop->shop->board->stop, 1);
  }
  for (int k = 0; k < n; k++) {
    if (loop->stopped && now - loop->stopped > grace) crew_kill(loop->crew, k);
    if (!is_too_late(loop->shop, k, now) || loop->is_killed[k]) continue;
    loop->is_killed[k] = crew_kill(loop->crew, k);
  }
}

static void take_end(SweepLoop *loop, const CrewEnd *end)
{
  bool is_late = loop->is_killed[end->worker];
  loop->is_killed[end->worker] = false;
  loop->n_at_work--;
  if (end->is_done) return;
  bool was_stopped = loop->stopped && end->signal;
  if (was_stopped)
    return; /* its run is not over, and not lost: it is begun
                              again by the next sweep */
  bool has_run = atomic_load(&loop->shop->board->seat[end->worker].run) >= 0;
  if (replace_worker(loop->shop, loop->crew, end, is_late) && has_run &&
      !atomic_load(&loop->shop->board->stop)) {
    loop->n_at_work++;
  }
}

static void loop_until_done(SweepLoop *loop, SweepWatch watch, void *context)
{
  SweepBoard *board = loop->shop->board;
  while (loop->n_at_work > 0) {
    CrewEnd end = crew_wait(loop->crew);
    if (end.worker >= 0) take_end(loop, &end);
    look_at_clock(loop);
    if (watch) {
      watch(context, atomic_load(&board->n_done),
            atomic_load(&board->n_failed));
    }
  }
}

/* --- the whole --- */

static int64_t choose_chunk(const Sweep *sweep)
{
  int64_t share = sweep->plan->n_runs / (sweep->n_workers * CHUNKS_A_WORKER);
  if (share < 1) return 1;
  return share < MOST_CHUNK ? share : MOST_CHUNK;
}

static bool open_streams(const Sweep *sweep, FILE **out)
{
  for (int k = 0; k < sweep->n_workers; k++) {
    out[k] = journal_writer(sweep->journal);
    if (!out[k]) return false;
  }
  return true;
}

static void close_streams(const Sweep *sweep, FILE **out)
{
  for (int k = 0; k < sweep->n_workers; k++) {
    if (out[k]) fclose(out[k]);
  }
}

static bool report_journal(const Sweep *sweep, int error)
{
  if (error == 0) return true;
  diagnostic_file_error(sweep->s, sweep->journal->path, E501,
                        "the results cannot be written: %s", strerror(error));
  return false;
}

static bool start_all(SweepLoop *loop)
{
  int n = loop->shop->sweep->n_workers;
  for (int k = 0; k < n; k++) {
    atomic_store(&loop->shop->board->seat[k].run, -1);
  }
  for (int k = 0; k < n; k++) {
    if (crew_start(loop->crew, k)) loop->n_at_work++;
  }
  if (loop->n_at_work > 0) return true;
  diagnostic_file_error(loop->shop->sweep->s, loop->shop->sweep->fmu->path,
                        E604, "no worker can be started: %s", strerror(errno));
  return false;
}

static bool run_crew(const SweepShop *shop, SweepWatch watch, void *context,
                     SweepResult *result)
{
  const Sweep *sweep = shop->sweep;
  Crew *crew = crew_create(sweep->n_workers, sweep_work, (void *)shop);
  if (!crew) return report_journal(sweep, ENOMEM);
  SweepLoop loop = {.shop = shop,
                    .crew = crew,
                    .is_killed =
                        arena_array(sweep->s->session_arena,
                                    (size_t)sweep->n_workers, sizeof(bool)),
                    .result = result};
  bool good = start_all(&loop);
  interrupt_watch();
  loop_until_done(&loop, watch, context);
  interrupt_end();
  crew_destroy(crew);
  return good;
}

bool sweep_run(Sweep *sweep, SweepWatch watch, void *context,
               SweepResult *result)
{
  assert(sweep->n_workers > 0 && sweep->plan->n_runs > 0);
  *result = (SweepResult){0};
  int64_t begin = sweep_nanoseconds();
  size_t n = (size_t)sweep->n_workers;
  size_t size = sizeof(SweepBoard) + n * sizeof(SweepSeat);
  SweepBoard *board = worker_shared(size);
  if (!board) return report_journal(sweep, ENOMEM);
  FILE **out = arena_array(sweep->s->session_arena, n, sizeof out[0]);
  SweepShop shop = {sweep, board, out, choose_chunk(sweep)};
  bool good = open_streams(sweep, out);
  if (!good) report_journal(sweep, errno);
  if (good) good = run_crew(&shop, watch, context, result);
  close_streams(sweep, out);
  if (good) good = report_journal(sweep, atomic_load(&board->write_error));
  result->n_done = atomic_load(&board->n_done);
  result->n_failed = atomic_load(&board->n_failed);
  result->seconds = 1e-9 * (double)(sweep_nanoseconds() - begin);
  worker_forget(board, size);
  return good;
}
