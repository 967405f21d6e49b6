/* chatter.h: relations that change too often.
 *
 * Where a relation drives the model back across it, it would change without
 * end in no time. Where it can, the model then slides along it (slide.h). If
 * not, after many changes that follow each other within a fraction of a
 * communication step it is reported once and rests: its value is kept for a
 * small part of the run, then looked at again by a time event. The model
 * continues in small teeth instead of standing still.
 *
 * Changes to the same value at intervals that shrink again and again pile up:
 * beyond that point the model's equations say nothing. Where reinit() throws
 * a motion back each time, contact.h brings it to rest. Where nothing is set
 * by reinit() the relation rests as above. Else the run ends with an error,
 * since what a solver would make of the equations is wrong.
 */
#ifndef FOUCAULT_CHATTER_H
#define FOUCAULT_CHATTER_H

#include "../core/instance.h"

/* What is known of one relation. */
typedef struct Chatter {
  long event;        /* number of the event of the last change */
  double last;       /* time of the last change */
  double rest_until; /* -HUGE_VAL: it has never rested */
  int n_quick;
  int is_reported;
  /* it rests, or has, since its changes came with reinit() and piled up; it
   * changed again right after that */
  enum { CHATTER_APART, CHATTER_PILED, CHATTER_PILED_AGAIN } pile;
  int bounces; /* reinit() throws the motion back here: see contact.h */
  int slide;   /* number, from 1, of the slide it takes part in (slide.h) */
  /* by value: of the last change to it, since the one before, and since the
   * one before when the intervals began to shrink */
  double at[2], interval[2], first_interval[2];
  int n_shrinking[2];
} Chatter;

/* A part of the instance. */
typedef struct ChatterMemory {
  Chatter *relation; /* [n_relations] */
  /* [n_relations] 1: it has rested, slid or bounced in this run. One byte of
   * each is read at every point, where nothing of that is so */
  unsigned char *is_special;
  double *step; /* [1] the communication step; 0: none known */
} ChatterMemory;

static inline ChatterMemory *chatter_of(const Instance *inst)
{
  return inst->part[PART_CHATTER];
}

/* Relation k rests, slides or bounces: its rest, its slide or its bounces may
 * be other than at the start from now on. */
static inline void chatter_make_special(Instance *inst, int k)
{
  chatter_of(inst)->is_special[k] = 1;
}
static inline bool chatter_is_special(const Instance *inst, int k)
{
  return chatter_of(inst)->is_special[k];
}

void chatter_reset(Instance *inst);

/* A small part of the run. Of unknown length: the communication step, or a
 * guess. */
double chatter_run_part(const Instance *inst);
/* Warns of relation k, once: "near time T <what>: <relation>". */
void chatter_report(Instance *inst, int k, const char *what);

/* Relation k has changed now. */
void chatter_note(Instance *inst, int k);
/* Has relation k changed again and again at once, and just now? Not yet so
 * often that it has to rest. */
bool chatter_hurries(const Instance *inst, int k);
/* When an event has settled, and no bounce (contact.h) is about to come to
 * rest: looks for changes that pile up. False, and the reason is noted: the run
 * cannot continue. */
bool chatter_survives(Instance *inst);
/* Is the value of relation k to be kept? */
bool chatter_rests(const Instance *inst, int k);
/* The end of the first rest; HUGE_VAL: none rests. */
double chatter_next_event(const Instance *inst);

#endif
