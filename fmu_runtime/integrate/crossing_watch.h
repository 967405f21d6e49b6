/* crossing_watch.h: are the steps short enough to see every crossing?
 *
 * A solver looks at event indicators at the ends of its steps, and chooses
 * the steps for the states alone: an indicator that goes through zero and
 * back within one step would not be seen. So the indicators are followed
 * from step to step as well:
 *
 * - The parabola through the last three points predicts a fourth. As long as it
 *   is right to a fiftieth of the indicator's size, steps may grow; where it
 *   is wrong by three times that they are halved, down to the length a run
 *   begins with. What is wrong by rounding alone does not count: a flow that is
 *   zero is never twice the same.
 * - The parabola through the last three points, the new one included, may
 *   have its extremum inside the last step and near or beyond zero: then the
 *   indicators have to be looked at there, and by the parabola through that
 *   point again.
 */
#ifndef FOUCAULT_CROSSING_WATCH_H
#define FOUCAULT_CROSSING_WATCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct CrossingWatch {
  int n;            /* indicators */
  int n_followed;   /* of them: by parabolas */
  int *followed;    /* [n_followed] */
  int n_points;     /* known, 3 at most */
  double time[3];   /* the latest first */
  double *g[3];     /* [n] each, indicators at those times */
  double *next;     /* [n] for the caller: indicators at a new point */
  double *at_start; /* [n] by the caller: indicators at the start */
  double *rounding; /* [n] by the caller: what no parabola can predict, 0 at
                       first */
  double longest;   /* step allowed at present; 0: any */
  double shortest;  /* of those that are allowed, once they are limited */
  int unrest;       /* steps made shorter, and starts, since rounding was
                       measured (crossing_noise.h) */
} CrossingWatch;

/* Memory from foucault_solver_malloc(). False: memory is short. */
bool crossing_watch_create(CrossingWatch *w, int n);
size_t crossing_watch_memory(int n);

/* Parabolas for all indicators, as at first, or for this one beside those that
 * are followed. */
void crossing_watch_follow_all(CrossingWatch *w);
void crossing_watch_follow(CrossingWatch *w, int k);

/* A new start, with steps of at most `shortest` at first (0: any length). */
void crossing_watch_begin(CrossingWatch *w, double shortest);

/* A time inside of the last step at which an indicator may have changed its
 * sign. */
typedef struct Suspect {
  double time;
  int indicator;
} Suspect;

/* Takes w->next as the indicators at `time`, the end of a step, and sets
 * w->longest for the next one. True: there is a suspect. */
bool crossing_watch_accept(CrossingWatch *w, double time, Suspect *suspect);
/* With w->next as the indicators at the suspect's time, which have not
 * changed their sign there: a better time. False: none. */
bool crossing_watch_refine(const CrossingWatch *w, Suspect *suspect);

#endif
