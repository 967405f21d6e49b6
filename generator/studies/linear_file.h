/* linear_file.h: a linear model as JSON, and for MATLAB (level 4).
 *
 * The MATLAB file has A, B, C, D, the point x0, u0, y0, time, and the names as
 * rows of text: stateNames, inputNames, outputNames. scipy.io.loadmat and
 * Octave read it.
 *
 * fails   E501 the file cannot be written
 */
#ifndef FOUCAULT_STUDIES_LINEAR_FILE_H
#define FOUCAULT_STUDIES_LINEAR_FILE_H

#include "base/text/json_text.h"
#include "studies/eigenvalues.h"
#include "studies/linearize.h"

/* What linear_file_poles() makes of an eigenvalue. */
typedef struct Pole {
  Eigenvalue value;
  double frequency; /* in Hz: its size over 2 pi */
  double damping;   /* 1: none of it swings, 0: for ever; NaN: of zero */
} Pole;

/* NULL: they were not found. n_states of them, in the session arena. */
const Pole *linear_file_poles(Session *s, const LinearModel *m);

/* The keys of a document that is open. poles may be NULL. */
void linear_file_put_json(JsonWriter *w, const LinearModel *m,
                          const Pole *poles);

/* By the ending of the path: .json or .mat. */
bool linear_file_is_known(const char *path);
bool linear_file_write(Session *s, const char *path, const char *model,
                       const LinearModel *m, const Pole *poles);

#endif
