/* frequency.h: how a linear model answers to oscillations of its inputs:
 * G(i w) = C (i w - A)^-1 B + D.
 *
 * The frequencies are those around its poles, evenly on a logarithmic scale,
 * and some more close to those poles that oscillate, where an answer is a peak.
 *
 * needs   a model with inputs and outputs
 * gives   the size of each answer in dB, its phase in degrees without jumps
 * fails   false: there are too many states
 * cost    a solution of n complex equations a frequency
 */
#ifndef FOUCAULT_STUDIES_POINT_FREQUENCY_H
#define FOUCAULT_STUDIES_POINT_FREQUENCY_H

#include "studies/linear_file.h"

enum { FREQUENCY_MOST_STATES = 500 };

typedef struct FrequencyAnswer {
  int n;           /* frequencies */
  double *decade;  /* [n] lg(f/Hz), rising */
  double *decibel; /* [outputs][inputs][n]; NaN: not finite */
  double *degree;
} FrequencyAnswer;

/* poles: of linear_file_poles(), or NULL. Everything is in the session arena.
 */
bool frequency_answer(Session *s, const LinearModel *m, const Pole *poles,
                      FrequencyAnswer *answer);

#endif
