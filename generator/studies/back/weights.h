/* weights.h: what goes back along a run.
 *
 * A column belongs to a number at the end of the chain (a variable at a point,
 * or a sum of such). Its weights are the derivatives of that number with respect
 * to what determines everything from the present time on: the states, what is
 * remembered from event to event, and each parameter. They are one array:
 *
 *   column after column: [n_states] [n_kept] [n_by]
 *
 * needs   an FMU in continuous-time mode that was made for it (core/followed.h)
 * cost    of weights_spread: about one directional derivative
 */
#ifndef FOUCAULT_STUDIES_BACK_WEIGHTS_H
#define FOUCAULT_STUDIES_BACK_WEIGHTS_H

#include "base/arena.h"
#include "core/followed.h"
#include "fmu_file/run/fmu_follow.h"
#include "fmu_file/fmu_load.h"

/* How Reals that are given change with a parameter: those that do. */
typedef struct GivenChange {
  int n;
  int *place;
  double *value;
} GivenChange;

typedef struct Weights {
  const Fmu *fmu;
  fmi2Component component;
  FollowFunction *call;
  FollowedDirections work; /* room for `batch` directions and that of time */
  int batch;
  size_t n_states, n_kept, n_by, n_columns;
  fmi2ValueReference *derivative; /* [n_states] */
  int *kept;                      /* [n_kept] places */
  GivenChange *given;             /* [n_by] */
  double *start;    /* [n_by * (n_states + n_kept)] at the start */
  double *weight;   /* [n_columns * weights_width()] */
  double *out;      /* [weights_width()] */
  const char *lost; /* why there is no way back; NULL */
} Weights;

static inline size_t weights_width(const Weights *w)
{
  return w->n_states + w->n_kept + w->n_by;
}

/* At the start of a run: takes from the directions of all parameters what they
 * change, of which states is [n_by * n_states]. */
bool weights_begin(Weights *w, const Fmu *fmu, FmuFollow *follow, Arena *arena);
/* All columns zero. */
void weights_make_columns(Weights *w, size_t n, Arena *arena);

/* w->out: what a weighted sum of these variables depends on, at the point at
 * hand. False: lost. */
bool weights_spread(Weights *w, const fmi2ValueReference *unknown, size_t n,
                    double *weight);

/* Notes the first reason. Gives false. */
bool weights_lose(Weights *w, const char *why);

/* At the start: the gradient of a column, [n_by]. */
void weights_gradient(const Weights *w, size_t column, double *gradient);

#endif
