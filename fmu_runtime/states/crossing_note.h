/* crossing_note.h: the warning that a step has led over a crossing of branches
 * (dummy_cross.h), once for each selection set.
 *
 * It comes when a later point is kept, or at the end of the run, since others
 * may undo the step. The state of this is in SetState.
 */
#ifndef FOUCAULT_CROSSING_NOTE_H
#define FOUCAULT_CROSSING_NOTE_H

#include "../core/instance.h"

typedef enum CrossingNote {
  CROSSING_NONE,
  CROSSING_FOUND, /* in the present step */
  CROSSING_KEPT,  /* its end is the kept point */
  CROSSING_TOLD   /* once is enough */
} CrossingNote;

/* The present step, from and to these times, has led over a crossing of set s
 * (from 0). */
void crossing_note_found(const Instance *inst, int s, double from, double to);

/* The present point is kept, the kept one is restored (dummy_pivot.h), the run
 * is over. */
void crossing_note_keep(Instance *inst);
void crossing_note_undo(const Instance *inst);
void crossing_note_end(Instance *inst);

#endif
