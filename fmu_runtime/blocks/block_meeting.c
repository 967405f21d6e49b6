/* block_meeting.c: see block_meeting.h. */
#include "block_meeting.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "block_guess.h"
#include <math.h>
#include <string.h>

/* Unknowns that are named. */
enum { MOST_NAMED = 3, NAME_ROOM = 80 };

void block_meeting_take(Instance *inst, const Block *block)
{
  BlockTrack *t = block_track_of(inst);
  size_t n = (size_t)block->n * sizeof(double);
  if (t->n == 0 || t->state->met.block == 0) return;
  RUNTIME_ASSERT(t->state->met.block == block->store);
  if (t->state->met.time <= t->state->reported) return;
  if (!inst->implicit && block_guess_looks_back(inst)) return;
  t->state->waiting = t->state->met;
  memcpy(t->waiting[0], t->met[0], n);
  memcpy(t->waiting[1], t->met[1], n);
}

void block_meeting_give_up(Instance *inst)
{
  BlockTrack *t = block_track_of(inst);
  if (t->state->unclear == 0) return;
  if (t->anchor[0] <= t->state->reported) return;
  const Block *block = &inst->model->block[t->state->unclear - 1];
  t->state->waiting =
      (TrackMeeting){.block = t->state->unclear, .time = instance_time(inst)};
  for (int j = 0; j < block->n; j++) {
    t->waiting[0][j] = t->waiting[1][j] = 0;
  }
}

static double difference(const Instance *inst, const Block *block,
                         const double *one, const double *other, int j)
{
  return fabs(one[j] - other[j]) / block_track_unknown_size(inst, block, j);
}

/* The unknown that differs most after `last`, which was the one before (-1:
 * none); of equal ones in their order. */
static int next_different(const Instance *inst, const Block *block,
                          const double *one, const double *other, int last)
{
  int best = -1;
  double most = 0, bound = HUGE_VAL;
  if (last >= 0) bound = difference(inst, block, one, other, last);
  for (int j = 0; j < block->n; j++) {
    double size = difference(inst, block, one, other, j);
    if (size > bound || (size == bound && j <= last)) continue;
    if (best >= 0 && !(size > most)) continue;
    best = j;
    most = size;
  }
  return best;
}

static void append_solution(const Instance *inst, const Block *block,
                            const double *one, const double *other,
                            const double *values, LogText *text)
{
  char room[REFERENCE_NAME_SIZE];
  int at = -1;
  for (int i = 0; i < block->n && i < MOST_NAMED; i++) {
    at = next_different(inst, block, one, other, at);
    if (at < 0) return;
    logging_append(text, "%s%.*s = %.9g", i > 0 ? ", " : "", NAME_ROOM,
                   reference_name_of(inst->model, block, at, room), values[at]);
  }
}

void block_meeting_append(const Instance *inst, const Block *block,
                          const double *one, const double *other, LogText *text)
{
  RUNTIME_ASSERT(one && other && text);
  append_solution(inst, block, one, other, one, text);
  logging_append(text, " and ");
  append_solution(inst, block, one, other, other, text);
}

void block_meeting_report(Instance *inst)
{
  BlockTrack *t = block_track_of(inst);
  if (t->n == 0 || t->state->waiting.block == 0) return;
  TrackMeeting *met = &t->state->waiting;
  const Block *block = &inst->model->block[met->block - 1];
  met->block = 0;
  /* a step that was dropped; what was done on a way back stays */
  if (!met->is_back && instance_time(inst) < met->time) return;
  t->state->reported = instance_time(inst);
  char what[1200] = "";
  LogText text = {what, sizeof what, 0};
  if (met->n_known == 2) {
    logging_append(&text, ": a little later ");
    block_meeting_append(inst, block, t->waiting[0], t->waiting[1], &text);
  }
  for (int j = 0; j < block->n; j++) { /* what the run goes on with */
    t->other[j] = inst->values.real[block->unknown[j]];
  }
  logging_append(&text, ". At time %.9g it is ", instance_time(inst));
  append_solution(inst, block, t->waiting[0], t->waiting[1], t->other, &text);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.9g two solutions of nonlinear block %d meet, and "
                "nothing says which of them goes on%s; %.300s",
                met->time, block->number, what, block->equation[0]);
}
