/* crossing_note.c: see crossing_note.h. */
#include "crossing_note.h"
#include "../core/runtime_assert.h"
#include "dummy_pivot.h"

static void tell_crossing(Instance *inst, int s)
{
  const Block *block = inst->model->set[s].level[0];
  const double *crossed = selection_of(inst)->set_state[s].crossed;
  char equations[900] = "";
  LogText text = {equations, sizeof equations, 0};
  for (int i = 0; i < block->n && logging_room(&text) > 200; i++)
    logging_append(&text, "%s%.150s", i > 0 ? "; " : "", block->equation[i]);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "between %.9g and %.9g is a point at which these constraints "
                "depend on each other, and the motion goes straight on through "
                "it (as through others that may come): %s",
                crossed[0], crossed[1], equations);
}

void crossing_note_keep(Instance *inst)
{
  for (int s = 0; s < inst->model->n_sets; s++) {
    const SetState *state = &selection_of(inst)->set_state[s];
    int *crossing = state->crossing;
    if (*crossing == CROSSING_FOUND) {
      *crossing = CROSSING_KEPT;
    } else if (*crossing == CROSSING_KEPT) {
      bool is_past = instance_time(inst) > state->crossed[1];
      if (is_past) tell_crossing(inst, s);
      *crossing = is_past ? CROSSING_TOLD : CROSSING_NONE;
    }
  }
}

void crossing_note_undo(const Instance *inst)
{
  for (int s = 0; s < inst->model->n_sets; s++) {
    int *crossing = selection_of(inst)->set_state[s].crossing;
    if (*crossing != CROSSING_TOLD) *crossing = CROSSING_NONE;
  }
}

void crossing_note_end(Instance *inst)
{
  for (int s = 0; s < inst->model->n_sets; s++) {
    int *crossing = selection_of(inst)->set_state[s].crossing;
    if (*crossing == CROSSING_KEPT) tell_crossing(inst, s);
    *crossing = CROSSING_NONE;
  }
}

void crossing_note_found(const Instance *inst, int s, double from, double to)
{
  RUNTIME_ASSERT(s >= 0 && s < inst->model->n_sets && from < to);
  const SetState *state = &selection_of(inst)->set_state[s];
  if (*state->crossing == CROSSING_TOLD) return;
  *state->crossing = CROSSING_FOUND;
  state->crossed[0] = from;
  state->crossed[1] = to;
}
