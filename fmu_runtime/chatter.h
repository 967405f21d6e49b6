/* chatter.h: relations that change too often.
 *
 * Where a relation drives the model back across it, it would change without
 * end in no time (sliding). After many changes that follow each other within
 * a fraction of a communication step it is told once and rests: its value is
 * kept for a small part of the step, then looked at again by a time event.
 * The model slides on in small teeth instead of standing still.
 *
 * Changes to the same value at intervals that shrink again and again (a ball
 * that comes to rest) pile up: beyond that point the model's equations say
 * nothing, and what a solver makes of them is wrong (the ball falls through
 * the floor). So the run ends there with an error.
 */
#ifndef FOUCAULT_CHATTER_H
#define FOUCAULT_CHATTER_H

#include "instance.h"

/* What is known of one relation. */
typedef struct Chatter {
  double last;       /* time of the last change */
  double rest_until; /* 0: it has never rested */
  int n_quick;
  int told;
  /* by value: of the last change to it, since the one before, and since the
   * one before when the intervals began to shrink */
  double at[2], interval[2], first_interval[2];
  int n_shrinking[2];
} Chatter;

void chatter_reset(Instance *inst);

/* Relation k has changed now. */
void chatter_note(Instance *inst, int k);
/* Do changes of a relation pile up here? Then true, and the reason is noted. */
bool chatter_piles_up(Instance *inst);
/* Is the value of relation k to be kept? */
bool chatter_rests(const Instance *inst, int k);
/* The end of the first rest; HUGE_VAL: none rests. */
double chatter_next_event(const Instance *inst);

#endif
