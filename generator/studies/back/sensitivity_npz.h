/* sensitivity_npz.h: sensitivities as arrays of NumPy.
 *
 *   parameter names    [n_by] bytes, UTF-8
 *   parameter values   [n_by]
 *   time               [n_points]
 *   x                  [n_points], for each variable
 *   d(x)               [n_points, n_by]
 *
 * Of a sum there are `sum` and `d(sum)`, [1] and [n_by], in place of the last
 * three.
 *
 * fails   E501 the file cannot be written
 */
#ifndef FOUCAULT_STUDIES_BACK_SENSITIVITY_NPZ_H
#define FOUCAULT_STUDIES_BACK_SENSITIVITY_NPZ_H

#include "studies/back/sensitivity.h"

bool sensitivity_npz_write(Session *s, const FmuDescription *d,
                           const SensitivityRequest *request,
                           const SensitivityCurves *curves, const char *path);

#endif
