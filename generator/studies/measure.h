/* measure.h: what of a run is kept: values at its end, values made of a whole
 * curve, or the curves.
 *
 *   last(x) first(x)       at the end, at the start
 *   min(x) max(x)          over all points
 *   mean(x) rms(x)         over time, between points by straight lines
 *   integral(x)            the same
 *   tmin(x) tmax(x)        the time of the first minimum or maximum
 *
 * Points are those of the output interval and, of FMUs that report their
 * events, both sides of every event. Curves have the output interval alone.
 *
 * fails   E605 there is no such variable, or it is a String; measures_reduce():
 *         a text for what is not a measure
 */
#ifndef FOUCAULT_STUDIES_MEASURE_H
#define FOUCAULT_STUDIES_MEASURE_H

#include <stdbool.h>

#include "base/session.h"
#include "fmu_file/description_read.h"

typedef enum MeasureKind {
  MEASURE_LAST,
  MEASURE_FIRST,
  MEASURE_MIN,
  MEASURE_MAX,
  MEASURE_MEAN,
  MEASURE_RMS,
  MEASURE_INTEGRAL,
  MEASURE_TIME_OF_MIN,
  MEASURE_TIME_OF_MAX,
  N_MEASURES
} MeasureKind;

typedef struct Measure {
  MeasureKind kind;
  int position;     /* among variable[] */
  const char *name; /* of the column: x, max(x) */
} Measure;

typedef struct Measures {
  int *variable; /* read at every point: indices into the description's */
  int n_variables, cap_variables;
  Measure *item;
  int n, cap;
  bool has_curves;   /* the curves of all variables are kept */
  bool needs_points; /* more than the last one */
} Measures;

/* --record: appends the variables of the list, "x,y,c" with all elements of an
 * array c; as values at the end where `is_final`, else as curves. */
bool measures_record(Session *s, const char *where, const FmuDescription *d,
                     const char *names, bool is_final, Measures *m);
/* Without --record: the outputs; of an FMU that has none the states, or where
 * their meaning changes what they may stand for (fmu_file/set_state.h). */
void measures_usual(Session *s, const FmuDescription *d, bool is_final,
                    Measures *m);
/* --reduce "max(x),mean(y)". */
bool measures_reduce(Session *s, const char *where, const FmuDescription *d,
                     const char *text, Measures *m, const char **fault);

/* The measures of one run, while it goes on. */
typedef struct MeasureState {
  const Measures *of;
  long n_points;
  double time;
  double *last;        /* [n_variables] at that time */
  double *value, *sum; /* [n]: extremes and values; integrals */
  double start;
} MeasureState;

MeasureState measure_state(Arena *arena, const Measures *m);
void measure_begin(MeasureState *state);
void measure_point(MeasureState *state, double time, const double *value);
/* NaN where there was no point. */
void measure_end(const MeasureState *state, double *out);

#endif
