/* tape_series.h: a tape of time alone as a Taylor series with bounds.
 *
 * Term k is the k-th derivative by time, divided by k!. Over a stretch of time
 * each term contains the value that it has at any time of the stretch. At one
 * point the terms below the last are the series there; the last one over a
 * stretch bounds what the others leave out.
 *
 * needs   discrete values, parameters and relations as they are between events
 * gives   where the function may have a kink, jumps, or is not defined: every
 *         number for the terms after the first
 * cost    some ten times that of tape_run(); no memory
 */
#ifndef FOUCAULT_TAPE_SERIES_H
#define FOUCAULT_TAPE_SERIES_H

#include "tape.h"

enum { SERIES_TERMS = 5 };

typedef struct TapeSeries {
  Interval term[SERIES_TERMS];
  int n; /* terms from this on are zero; at least 1 */
} TapeSeries;

TapeSeries tape_series_run(const Instance *inst, int item, Interval time);

#endif
