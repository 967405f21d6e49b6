/* chatter.h: relations that change too often.
 *
 * Where a relation drives the model back across it, it would change without
 * end in no time (sliding). After many changes that follow each other within
 * a fraction of a communication step it is told once and rests: its value is
 * kept for a small part of the step, then looked at again by a time event.
 * The model slides on in small teeth instead of standing still.
 *
 * Changes at intervals that shrink again and again (a ball that comes to
 * rest) are told once too: beyond the point where they pile up the model's
 * equations say nothing.
 */
#ifndef FOUCAULT_CHATTER_H
#define FOUCAULT_CHATTER_H

#include "instance.h"

/* What is known of one relation. */
typedef struct Chatter {
  double last, interval; /* time of the last change, since the one before */
  double rest_until;     /* 0: it has never rested */
  int n_quick, n_shrinking;
  int told;
} Chatter;

void chatter_reset(Instance *inst);

/* Relation k has changed now. */
void chatter_note(Instance *inst, int k);
/* Is the value of relation k to be kept? */
bool chatter_rests(const Instance *inst, int k);
/* The end of the first rest; HUGE_VAL: none rests. */
double chatter_next_event(const Instance *inst);

#endif
