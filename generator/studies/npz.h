/* npz.h: the table of a sweep as NumPy reads it: one array a column, in an
 * archive (.npz), without compression.
 *
 * Numbers are float64, the numbers of runs int64, the reasons of failure bytes
 * (UTF-8). Nothing of the table is in memory but one run.
 *
 * fails   E501 the file cannot be written
 */
#ifndef FOUCAULT_STUDIES_NPZ_H
#define FOUCAULT_STUDIES_NPZ_H

#include "studies/sweep_table.h"

bool npz_write(Session *s, const SweepTable *t, const char *path);

#endif
